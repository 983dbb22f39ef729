"""Games of your own."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, TypeVar

State = TypeVar("State")
Move = TypeVar("Move")


class Game(Generic[State, Move]):
    """A game of your own: derive from this class, or write any class with these methods.

    States may be anything that is hashable (tuples, frozen dataclasses, strings), or anything at all if there is a ``key``. They must
    not be changed by ``play``, which returns the state after a move. Every position is asked about once.

    >>> import secateur
    >>> class Sticks(secateur.Game):
    ...     "Take one or two sticks; whoever takes the last one wins."
    ...     bounds = (-1, 1)
    ...     def start(self):
    ...         return 7, "max"
    ...     def turn(self, state):
    ...         left, player = state
    ...         return player if left else (-1 if player == "max" else 1)
    ...     def moves(self, state):
    ...         return range(1, min(2, state[0]) + 1)
    ...     def play(self, state, taken):
    ...         return state[0] - taken, "min" if state[1] == "max" else "max"
    >>> answer = secateur.solve(Sticks())
    >>> answer.value, answer.best_move
    (1.0, '1')
    >>> secateur.check(Sticks())

    A game with dice has ``outcomes`` too, and one in which both players move at once ``rows`` and ``columns``. Which of them a game
    has says which algorithms can solve it.
    """

    bounds: Any
    """Two numbers between which every value lies; or a method ``bounds(state)`` that promises them for a position. A search that is
    stopped falls back on this promise, and the closer it is, the more is cut."""

    def start(self) -> State:
        """The first state."""
        raise NotImplementedError("a game needs start(): the first state")

    def turn(self, state: State) -> str | float:
        """``'max'``, ``'min'``, ``'chance'``, ``'both'``; or the value of a finished game, which is Max's."""
        raise NotImplementedError("a game needs turn(state)")

    def play(self, state: State, move: Any) -> State:
        """The state after a move, or an outcome of chance, or after a pair ``(row, column)`` where both players move at once."""
        raise NotImplementedError("a game needs play(state, move)")

    def key(self, state: State) -> Hashable:
        """What tells positions apart: two states with one key have the same moves to come and the same value."""
        return state

    def show(self, state: State) -> str:
        """The position as text."""
        return str(state)

    def name(self, state: State, move: Any) -> str:
        """A move as text; different for the moves of a position."""
        return str(move)

    if TYPE_CHECKING:

        def moves(self, state: State) -> Iterable[Move]:
            """The moves of the player whose turn it is: at least one, each once."""
            raise NotImplementedError

        def outcomes(self, state: State) -> Iterable[tuple[int | float | Fraction, Move]]:
            """What chance can do, with weights: whole numbers, or fractions or floats that sum to 1."""
            raise NotImplementedError

        def rows(self, state: State) -> Iterable[Move]:
            """Max's moves where both players move at once."""
            raise NotImplementedError

        def columns(self, state: State) -> Iterable[Move]:
            """Min's moves where both players move at once."""
            raise NotImplementedError

        def evaluate(self, state: State) -> float:
            """An estimate of a position that is not over, for ``solve(…, depth_limit=…, estimate=True)``. Promises nothing."""
            raise NotImplementedError


class Face:
    """An object with these attributes and no others."""

    def __init__(self, attributes: dict[str, Any]) -> None:
        self.__dict__.update(attributes)


FACE = ("turn", "moves", "outcomes", "rows", "columns", "play", "bounds", "key", "show", "name", "evaluate")


def starting_at(game: object, state: object) -> Face:
    """A game from another position on. It has what the game has and no more, so that it is of the same kind."""
    attributes = {name: getattr(game, name) for name in FACE if hasattr(game, name)}
    attributes["start"] = lambda: state
    attributes["title"] = str(getattr(game, "title", type(game).__name__))
    return Face(attributes)
