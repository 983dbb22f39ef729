"""A game in progress: to be played, looked at, drawn and asked about."""

from __future__ import annotations

import html
from collections.abc import Mapping
from typing import Any, Protocol

from secateur import _secateur
from secateur._secateur import SecateurError
from secateur.matrices import MatrixSolution, solve_matrix
from secateur.own import starting_at
from secateur.requests import Options, Progress, in_words, request
from secateur.results import Result
from secateur.solving import name_of, refuse_parameters, solve_own


class _Play(Protocol):
    """What a game of the catalogue and one of one's own have in common."""

    def show(self) -> str: ...
    def turn(self) -> tuple[str, str | None]: ...
    def moves_of(self, max: bool) -> list[str]: ...
    def outcomes(self) -> list[tuple[int, str]]: ...
    def play(self, name: str) -> bool: ...
    def play_both(self, max: str, min: str) -> bool: ...
    def undo(self) -> bool: ...


class Session:
    """A game in progress. :func:`secateur.open` begins one.

    >>> import secateur
    >>> game = secateur.open("tic-tac-toe").play("5").play("1")
    >>> game.turn, game.moves("max")[:3]
    ('max', ['2', '3', '4'])
    >>> game.undo().turn
    'min'
    >>> game.solve().value
    0
    """

    def __init__(self, title: str, play: _Play, solve: Any) -> None:
        self.title = title
        self._play = play
        self._solve = solve

    @property
    def turn(self) -> str:
        """``max``, ``min``, ``chance``, ``both``, or ``over``."""
        return self._play.turn()[0]

    @property
    def outcome(self) -> str | None:
        """What the game is worth where it is over, in its own words."""
        return self._play.turn()[1]

    def moves(self, player: str | None = None) -> list[str]:
        """The moves of ``"max"`` or ``"min"``, or of whoever moves alone; nothing where that player has no choice."""
        if player not in (None, "max", "min"):
            raise SecateurError(f"player: expected 'max' or 'min', found {player!r}")
        who = player or self.turn
        return self._play.moves_of(who == "max") if who in ("max", "min") else []

    def outcomes(self) -> list[tuple[int, str]]:
        """What chance can do, with weights."""
        return self._play.outcomes()

    def play(self, *names: str) -> Session:
        """Plays a move; an outcome of chance; or Max's move and Min's where both move at once."""
        turn, words = self.turn, [str(name) for name in names]
        if turn == "over":
            raise SecateurError("the game is over; undo() takes the last move back")
        expected = 2 if turn == "both" else 1
        if len(words) != expected:
            needed = "a move of Max and one of Min, because both move at once" if expected == 2 else "one move"
            raise SecateurError(f"expected {needed}, found {len(words)} words")
        if not (self._play.play_both(*words) if expected == 2 else self._play.play(words[0])):
            raise SecateurError(f"there is no move {' '.join(words)} here; there is {self._choices()}")
        return self

    def undo(self) -> Session:
        """Takes the last turn back."""
        if not self._play.undo():
            raise SecateurError("there is nothing to take back")
        return self

    def show(self) -> str:
        """The position as text."""
        return self._play.show()

    def solve(self, *, progress: Progress | None = None, **options: Any) -> Result:
        """What a search finds about this position; the options are those of :func:`secateur.solve`."""
        for option in options:
            if option not in Options.__annotations__:
                known = ", ".join(sorted(Options.__annotations__))
                raise SecateurError(f"there is no option {option}; there is {known}")
        found: Result = self._solve(options, progress)
        return found

    def matrix(self, **options: Any) -> MatrixSolution:
        """The matrix of a position in which both players move at once: every cell solved, and then the matrix."""
        if self.turn != "both":
            raise SecateurError(f"there is a matrix only where both players move at once; here the turn is {self.turn}")
        rows, columns = self.moves("max"), self.moves("min")

        def cell(row: str, column: str) -> float:
            self.play(row, column)
            try:
                if self.turn == "over":
                    return float(self.solve(**options).value)
                found = self.solve(**options)
                if not found.is_solved:
                    raise SecateurError(f"the cell {row} {column} was not solved within the {found.stopped} limit")
                return float(found.value)
            finally:
                self.undo()

        return solve_matrix([[cell(row, column) for column in columns] for row in rows], rows=rows, columns=columns)

    def _choices(self) -> str:
        if self.turn == "both":
            return f"{' '.join(self.moves('max'))} for Max and {' '.join(self.moves('min'))} for Min"
        names = [name for _, name in self.outcomes()] if self.turn == "chance" else self.moves()
        return " ".join(names)

    def __repr__(self) -> str:
        return f"<{self.title}: {self.turn}>"

    def _repr_html_(self) -> str:
        return f"<div><pre>{html.escape(self.show())}</pre><p>{html.escape(self.title)}: {self.turn}</p></div>"


def open(game: str | object, *, parameters: Mapping[str, object] | None = None, **words: object) -> Session:  # noqa: A001
    """Opens a game of the catalogue by name, or a game of your own.

    Args:
        game: a name from :func:`secateur.games`, or a game of your own.
        parameters: the game's parameters, where their names are no names of Python's.
        words: the game's parameters, such as ``cards=3``.

    >>> import secateur
    >>> game = secateur.open("goofspiel", cards=3)
    >>> game.turn, game.moves("max"), game.moves("min")
    ('both', ['3', '2', '1'], ['3', '2', '1'])
    """
    words = {**words, **(parameters or {})}
    if isinstance(game, str):
        native = _secateur.Session(game, [f"{name}={in_words(name, value)}" for name, value in words.items()])

        def solve(options: Options, progress: Progress | None) -> Result:
            return Result.read(native.solve(request(game, words, options), progress))

        return Session(game, native, solve)
    refuse_parameters(words)
    own = _Own(game)
    return Session(
        name_of(game), own, lambda options, progress: solve_own(starting_at(game, own.states[-1]), options, progress)
    )


class _Own:
    """A game of one's own in progress."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.states = [game.start()]

    def show(self) -> str:
        state = self.states[-1]
        return str(self.game.show(state) if hasattr(self.game, "show") else state)

    def turn(self) -> tuple[str, str | None]:
        turn = self.game.turn(self.states[-1])
        return (turn, None) if isinstance(turn, str) else ("over", str(turn))

    def name(self, move: Any) -> str:
        return str(self.game.name(self.states[-1], move) if hasattr(self.game, "name") else move)

    def named(self, moves: Any, name: str) -> list[Any]:
        return [move for move in moves if self.name(move).strip().lower() == name.strip().lower()]

    def listed(self, max: bool) -> list[Any]:
        turn, state = self.turn()[0], self.states[-1]
        if turn == "both":
            return list(self.game.rows(state) if max else self.game.columns(state))
        return list(self.game.moves(state)) if turn == ("max" if max else "min") else []

    def moves_of(self, max: bool) -> list[str]:
        return [self.name(move) for move in self.listed(max)]

    def outcomes(self) -> list[tuple[Any, str]]:
        if self.turn()[0] != "chance":
            return []
        return [(weight, self.name(outcome)) for weight, outcome in self.game.outcomes(self.states[-1])]

    def play(self, name: str) -> bool:
        turn, state = self.turn()[0], self.states[-1]
        listed = [outcome for _, outcome in self.game.outcomes(state)] if turn == "chance" else self.listed(turn == "max")
        return self.step([move for move in self.named(listed, name)])

    def play_both(self, max: str, min: str) -> bool:
        rows, columns = self.named(self.listed(True), max), self.named(self.listed(False), min)
        return self.step([(rows[0], columns[0])] if rows and columns else [])

    def step(self, moves: list[Any]) -> bool:
        if moves:
            self.states.append(self.game.play(self.states[-1], moves[0]))
        return bool(moves)

    def undo(self) -> bool:
        if len(self.states) == 1:
            return False
        self.states.pop()
        return True
