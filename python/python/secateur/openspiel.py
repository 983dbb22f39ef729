"""Games of OpenSpiel's as games of your own.

Every two-player zero-sum (or constant-sum) game with perfect information can come in: with turns one at a time, with chance, and with
simultaneous moves. Player 0 is Max. Nothing here needs OpenSpiel before it is called.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from secateur._secateur import SecateurError
from secateur.own import Game

COMPLETE = frozenset(
    """
    breakthrough clobber connect_four dots_and_boxes gomoku goofspiel havannah hex mancala markov_soccer mnk nim oshi_zumo
    othello pentago tic_tac_toe y
    """.split()
)
"""Games whose text shows everything that play depends on, once the player and the number of moves are known: lines of play may meet.
Of the others every line of play is a position of its own. The tests hold these to :func:`secateur.check`."""


class OpenSpielGame(Game[Any, Any]):
    """A game of OpenSpiel's. :func:`secateur.from_openspiel` makes one."""

    def __init__(self, game: Any, key: str | Callable[[Any], Hashable]) -> None:
        self.game = game
        self.title = str(game)
        self.bounds = (game.min_utility(), game.max_utility())
        if key == "text":
            self._key: Callable[[Any], Hashable] = _text
        elif key == "history":
            self._key = _history
        else:
            self._key = key  # type: ignore[assignment]

    def start(self) -> Any:
        """OpenSpiel's first state."""
        return self.game.new_initial_state()

    def turn(self, state: Any) -> str | float:
        """Whose turn it is."""
        if state.is_terminal():
            return float(state.returns()[0])
        if state.is_chance_node():
            return "chance"
        if state.is_simultaneous_node():
            return "both"
        return "max" if state.current_player() == 0 else "min"

    def moves(self, state: Any) -> list[int]:
        """The actions of the player whose turn it is."""
        actions: list[int] = state.legal_actions()
        return actions

    def play(self, state: Any, move: Any) -> Any:
        """The state after an action, or after a pair of them."""
        if isinstance(move, tuple):
            after = state.clone()
            after.apply_actions([action for _, action in move])
            return after
        return state.child(move)

    def key(self, state: Any) -> Hashable:
        """What tells positions apart."""
        return self._key(state)

    def show(self, state: Any) -> str:
        """OpenSpiel's text."""
        return str(state)

    def name(self, state: Any, move: Any) -> str:
        """OpenSpiel's name of an action."""
        player, action = move if isinstance(move, tuple) else (state.current_player(), move)
        return str(state.action_to_string(player, action))


class _WithChance(OpenSpielGame):
    def outcomes(self, state: Any) -> list[tuple[float, int]]:
        """What chance can do."""
        return [(probability, action) for action, probability in state.chance_outcomes() if probability > 0]


class _Simultaneous(_WithChance):
    def rows(self, state: Any) -> list[tuple[int, int]]:
        """The actions of player 0."""
        return [(0, action) for action in state.legal_actions(0)]

    def columns(self, state: Any) -> list[tuple[int, int]]:
        """The actions of player 1."""
        return [(1, action) for action in state.legal_actions(1)]


def from_openspiel(game: Any, *, key: str | Callable[[Any], Hashable] | None = None) -> OpenSpielGame:
    """A game of OpenSpiel's, to be solved, opened, drawn, or checked like a game of your own.

    Args:
        game: what ``pyspiel.load_game`` gives, or the name that it takes.
        key: what tells positions apart. ``"text"``: OpenSpiel's text with the player and the number of moves, so that lines of play may
            meet; only where the text shows everything. ``"history"``: nothing meets. Or a function of a state. Unless said it is the
            text for games that are known to be shown completely, and the history for others.

    Every position is asked about once. Refused with one line are games of more players, with hidden information, or with sampled chance.
    """
    if isinstance(game, str):
        import pyspiel

        game = pyspiel.load_game(game)
    kind = game.get_type()
    refusal = why_not(game)
    if refusal is not None:
        raise SecateurError(f"{kind.short_name}: {refusal}")
    if key is None:
        key = "text" if kind.short_name in COMPLETE else "history"
    if key not in ("text", "history") and not callable(key):
        raise SecateurError(f"key: expected 'text', 'history' or a function of a state, found {key!r}")
    if _word(kind.dynamics) == "SIMULTANEOUS":
        return _Simultaneous(game, key)
    return (OpenSpielGame if _word(kind.chance_mode) == "DETERMINISTIC" else _WithChance)(game, key)


def why_not(game: Any) -> str | None:
    """Why a game cannot come in, if it cannot."""
    kind = game.get_type()
    if game.num_players() != 2:
        return f"expected two players, found {game.num_players()}"
    if _word(kind.utility) not in ("ZERO_SUM", "CONSTANT_SUM"):
        return f"expected a zero-sum game, found {_word(kind.utility).lower().replace('_', ' ')}"
    if _word(kind.information) not in ("PERFECT_INFORMATION", "ONE_SHOT"):
        return "expected perfect information, found hidden information"
    if _word(kind.chance_mode) == "SAMPLED_STOCHASTIC":
        return "expected chance with known probabilities, found sampled chance"
    if _word(kind.dynamics) not in ("SEQUENTIAL", "SIMULTANEOUS"):
        return f"expected turns or simultaneous moves, found {_word(kind.dynamics).lower().replace('_', ' ')}"
    return None


def _word(choice: Any) -> str:
    """The last word of one of OpenSpiel's enumerations."""
    return str(choice).rsplit(".", 1)[-1]


def _text(state: Any) -> Hashable:
    # What was chosen at once is decided by chance in some games, whose text does not show it meanwhile.
    if state.is_chance_node():
        return _history(state)
    return state.move_number(), int(state.current_player()), str(state)


def _history(state: Any) -> Hashable:
    return tuple(state.history())
