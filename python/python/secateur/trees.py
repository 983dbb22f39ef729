"""Game trees, to be looked at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from secateur import drawing
from secateur._secateur import SecateurError
from secateur.sessions import Session, open


@dataclass
class Tree:
    """A position, and what comes after it."""

    turn: str
    """``max``, ``min``, ``chance``, ``both``, or ``over``."""
    value: str | None
    """What it is worth, where that is known."""
    children: list[tuple[str, Tree]] = field(default_factory=list)
    """The positions after each move, by the name of the move; of both moves where both players move."""

    def __len__(self) -> int:
        return 1 + sum(len(child) for _, child in self.children)

    def to_dict(self) -> dict[str, Any]:
        """The tree as plain lists and words."""
        children = [{"move": name, **child.to_dict()} for name, child in self.children]
        return {"turn": self.turn, "value": self.value, "children": children}

    def svg(self) -> str:
        """The tree as a picture."""
        return drawing.tree(self)

    def _repr_svg_(self) -> str:
        return self.svg()


def tree(
    game: str | object | Session,
    *,
    depth: int = 2,
    values: bool = True,
    most: int = 500,
    parameters: Mapping[str, object] | None = None,
    **words: object,
) -> Tree:
    """The first turns of a game, with what each position is worth.

    Args:
        game: a name from :func:`secateur.games`, a game of your own, or a session, from its position on.
        depth: how many turns.
        values: solve each position.
        most: no more positions than this are drawn.
        parameters: the game's parameters, where their names are no names of Python's.
        words: the game's parameters.

    >>> import secateur
    >>> drawn = secateur.tree("tic-tac-toe", position="5137468", depth=2)
    >>> drawn.turn, [(move, child.value) for move, child in drawn.children]
    ('min', [('2', '0'), ('9', '1')])
    """
    session = game if isinstance(game, Session) else open(game, parameters=parameters, **words)
    left = most

    def look(depth: int) -> Tree:
        nonlocal left
        left -= 1
        if left < 0:
            raise SecateurError(f"the tree has more than {most} positions; a smaller depth has fewer")
        turn = session.turn
        if turn == "over":
            return Tree(turn, session.outcome)
        node = Tree(turn, _shown(session.solve()) if values else None)
        if depth > 0:
            for label, names in _choices(session, turn):
                session.play(*names)
                try:
                    node.children.append((label, look(depth - 1)))
                finally:
                    session.undo()
        return node

    return look(depth)


def _choices(session: Session, turn: str) -> list[tuple[str, tuple[str, ...]]]:
    """What can be played, each with its label."""
    if turn == "both":
        rows, columns = session.moves("max"), session.moves("min")
        return [(f"{row} {column}", (row, column)) for row in rows for column in columns]
    if turn == "chance":
        return [(name, (name,)) for _, name in session.outcomes()]
    return [(name, (name,)) for name in session.moves()]


def _shown(found: Any) -> str:
    if isinstance(found.lower, (int, float)) and isinstance(found.upper, (int, float)):
        if found.upper - found.lower < 1e-6:
            return f"{found.value:.4g}"
        return f"{found.lower:.4g}…{found.upper:.4g}"
    return str(found.in_words)
