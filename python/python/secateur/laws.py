"""The laws that every game must keep, for games written in Python."""

from __future__ import annotations

import random
from typing import Any

from secateur import _secateur
from secateur._secateur import SecateurError


def check(game: object, *, games: int = 100, longest: int = 1000, seed: int = 1) -> None:
    """Plays random games and holds the game to what it promises. Raises :class:`SecateurError` with the law that is broken.

    Asked twice, a game says the same; ``play`` leaves the state before as it was; states with one key have the same turn, the same moves
    by name, and lead to the same keys; moves differ, also by name; every game comes to an end; values lie within the promised bounds,
    which small endgames are solved for where players move one at a time.

    Args:
        game: a game of your own.
        games: how many random games are played.
        longest: how many turns a game may last.
        seed: chooses the random games.

    >>> import secateur
    >>> class Forgetful(secateur.Game):
    ...     bounds = (0, 9)
    ...     def start(self):
    ...         return [3]
    ...     def key(self, state):
    ...         return tuple(state)
    ...     def turn(self, state):
    ...         return "max" if state[0] else 5
    ...     def moves(self, state):
    ...         return [1]
    ...     def play(self, state, move):
    ...         state[0] -= 1
    ...         return state
    >>> secateur.check(Forgetful())
    Traceback (most recent call last):
    ...
    secateur.SecateurError: play(state, move) must leave the state as it was: it has another key after the move 1
    """
    # First without any memory: what is asked twice below is remembered.
    _Walk(game, random.Random(seed)).play(games, longest)
    broken = _secateur.laws_own(game, games, longest, 2000, seed)
    if broken is not None:
        raise SecateurError(broken)


class _Walk:
    """Random games with every question asked twice."""

    def __init__(self, game: Any, rng: random.Random) -> None:
        self.game = game
        self.rng = rng
        self.seen: dict[Any, Any] = {}

    def key(self, state: Any) -> Any:
        return self.game.key(state) if hasattr(self.game, "key") else state

    def name(self, state: Any, move: Any) -> str:
        return str(self.game.name(state, move)) if hasattr(self.game, "name") else str(move)

    def play(self, games: int, longest: int) -> None:
        for _ in range(games):
            state = self.game.start()
            for _ in range(longest):
                after = self.visit(state)
                if not after:
                    break
                state = self.rng.choice(after)
            else:
                raise SecateurError(f"every game must come to an end; one is not over after {longest} turns")

    def visit(self, state: Any) -> list[Any]:
        """Checks a position; gives the positions after it."""
        game = self.game
        key = self.key(state)
        if self.key(state) != key:
            raise SecateurError("key(state) must say the same when it is asked twice")
        turn = game.turn(state)
        if game.turn(state) != turn:
            raise SecateurError("turn(state) must say the same when it is asked twice")
        moves = self.choices(state, turn)
        if self.choices(state, turn) != moves:
            raise SecateurError("moves must be the same when they are asked for twice")
        lists = self.lists(state, turn)
        for listed in lists:
            names = [self.name(state, move) for move in listed]
            if len({name.strip().lower() for name in names}) < len(names):
                raise SecateurError(f"moves must have different names, whatever their case; found {', '.join(names[:9])}")
        children = []
        for move in moves:
            child = game.play(state, move)
            if self.key(state) != key or game.turn(state) != turn:
                raise SecateurError(
                    f"play(state, move) must leave the state as it was: it has another key after the move {move}"
                )
            if self.key(game.play(state, move)) != self.key(child):
                raise SecateurError(f"play(state, move) must lead to one position; {move} led to two")
            children.append(child)
        told = (turn, [[self.name(state, move) for move in listed] for listed in lists], [self.key(child) for child in children])
        if self.seen.setdefault(key, told) != told:
            raise SecateurError(f"positions with one key must have the same turn, moves and next keys; {_short(key)} has not")
        return children

    def lists(self, state: Any, turn: Any) -> list[list[Any]]:
        """The moves of each player, or of chance."""
        game = self.game
        if turn == "both":
            return [list(game.rows(state)), list(game.columns(state))]
        if turn == "chance":
            return [[outcome for _, outcome in game.outcomes(state)]]
        return [list(game.moves(state))] if isinstance(turn, str) else []

    def choices(self, state: Any, turn: Any) -> list[Any]:
        """What can be played."""
        lists = self.lists(state, turn)
        if turn == "both":
            return [(row, column) for row in lists[0] for column in lists[1]]
        return lists[0] if lists else []


def _short(key: Any) -> str:
    text = repr(key)
    return text if len(text) <= 80 else text[:80] + "…"
