"""What both players do everywhere, and how much that can be exploited."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from secateur import _secateur
from secateur._secateur import SecateurError
from secateur.requests import Options, Progress, request
from secateur.solving import name_of, refuse_parameters


@dataclass(frozen=True)
class Exploitability:
    """The values of two strategies against best responses. Every pair is bounds that hold."""

    max: tuple[float, float]
    """What Max's strategy guarantees."""
    min: tuple[float, float]
    """What Min's strategy concedes at most."""
    gap: tuple[float, float]
    """The second minus the first: 0 at an equilibrium. Half of it is what OpenSpiel calls exploitability."""


class Strategies:
    """Both players' strategies for the positions that matter: those that a player's own moves can lead to.

    >>> import secateur
    >>> plan = secateur.strategies("goofspiel", cards=3)
    >>> plan.exploitability().gap[1] < 1e-9
    True
    >>> plan.at()["max"]
    {'3': 1.0}
    """

    def __init__(self, file: dict[str, Any], game: object = None) -> None:
        self.file = file
        """The strategy file, as ``secateur solve --strategy`` writes it."""
        self._game = game

    @property
    def positions(self) -> list[dict[str, Any]]:
        """What is done where: ``path``, ``max``, ``min``."""
        found: list[dict[str, Any]] = self.file["positions"]
        return found

    def at(self, *path: list[str] | tuple[str, ...]) -> dict[str, dict[str, float]]:
        """Both players' strategies after these turns, each a list of one name, or of Max's and Min's."""
        wanted = [list(turn) for turn in path]
        for position in self.positions:
            if position["path"] == wanted:
                return {"max": position.get("max", {}), "min": position.get("min", {})}
        raise SecateurError(f"no strategy is known after {wanted}")

    def rows(self) -> list[dict[str, Any]]:
        """A row for each move of each position: ``pandas.DataFrame(plan.rows())``."""
        return [
            {"path": " ".join("-".join(turn) for turn in position["path"]), "player": player, "move": move, "probability": p}
            for position in self.positions
            for player in ("max", "min")
            for move, p in position.get(player, {}).items()
        ]

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the strategy file, which ``secateur exploit`` reads, too."""
        Path(path).write_text(json.dumps(self.file), encoding="utf-8")

    @classmethod
    def load(cls, path: str | os.PathLike[str], game: object = None) -> Strategies:
        """Reads a strategy file; of a game of your own, which has to be given."""
        try:
            file = json.loads(Path(path).read_text(encoding="utf-8"))
        except ValueError as problem:
            raise SecateurError(f"{os.fspath(path)}: {problem}") from None
        if not isinstance(file, dict) or not isinstance(file.get("positions"), list):
            raise SecateurError(f"{os.fspath(path)}: expected a strategy file")
        return cls(file, game)

    def exploitability(self) -> Exploitability:
        """The values of the strategies against best responses."""
        if self._game is None:
            pairs = _secateur.exploitability(json.dumps(self.file))
        else:
            pairs = _secateur.exploitability_own(self._game, json.dumps(self.positions))
        guaranteed, conceded, gap = pairs
        return Exploitability(guaranteed, conceded, gap)

    def __len__(self) -> int:
        return len(self.positions)

    def __repr__(self) -> str:
        return f"<strategies for {self.file['game']}: {len(self)} positions>"


def strategies(
    game: str | object,
    *,
    algorithm: str | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
    memory: int | None = None,
    progress: Progress | None = None,
    parameters: Mapping[str, object] | None = None,
    **words: object,
) -> Strategies:
    """Solves every position that matters, of a game with simultaneous moves or chance, or of any game of your own.

    Args:
        game: a name from :func:`secateur.games`, or a game of your own.
        algorithm: ``"backward-induction"``, which is what finds them.
        time_limit: give up after so many seconds; half a strategy is none.
        node_limit: give up after so many nodes.
        memory: how many MB what is remembered may take.
        progress: as for :func:`secateur.solve`.
        parameters: the game's parameters, where their names are no names of Python's.
        words: the game's parameters.
    """
    if algorithm not in (None, "backward-induction"):
        raise SecateurError(f"algorithm: strategies are found by backward-induction, not by {algorithm}")
    options: Options = {"time_limit": time_limit, "node_limit": node_limit, "memory": memory}
    words = {**words, **(parameters or {})}
    if isinstance(game, str):
        return Strategies(json.loads(_secateur.strategies(request(game, words, options), progress)))
    refuse_parameters(words)
    name = name_of(game)
    positions = json.loads(_secateur.strategies_own(game, request(name, {}, options), progress))
    file = {"schema_version": 1, "kind": "strategy", "game": name, "parameters": {}, "positions": positions}
    return Strategies(file, game)
