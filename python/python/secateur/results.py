"""What a search found."""

from __future__ import annotations

import html
import json
from dataclasses import dataclass, field
from typing import Any

from secateur import drawing


@dataclass(frozen=True)
class Opening:
    """What is known once chance has decided."""

    outcome: str
    lower: Any
    upper: Any
    max_strategy: dict[str, float]
    min_strategy: dict[str, float]


@dataclass(frozen=True)
class Result:
    """Bounds on the value of a game, what both players should do, and what it took to find out.

    >>> import secateur
    >>> found = secateur.solve("goofspiel", cards=3, prizes="1,3,2")
    >>> found.is_exact, found.stopped
    (True, 'solved')
    >>> sum(found.max_strategy.values())
    1.0
    """

    game: str
    """The game's name."""
    parameters: dict[str, str]
    """Its parameters, with defaults."""
    algorithm: str
    """The algorithm's name."""
    options: dict[str, str]
    """Its options, with defaults."""
    lower: Any
    """The value is at least this: a number, or for values of a lattice a set or a list of maximal sets."""
    upper: Any
    """The value is at most this."""
    estimate: Any
    """What the evaluator thinks, where one was used. Promises nothing."""
    stopped: str
    """``solved``, or the limit that came first; the bounds hold all the same."""
    max_strategy: dict[str, float]
    """What Max should do now: probabilities by the names of moves."""
    min_strategy: dict[str, float]
    """What Min should do now."""
    basis: str
    """What the strategies rest on: ``exact``, ``bounds``, ``estimate``, or ``fallback``, which is a guess."""
    line: list[str]
    """Best play, as far as the search knows it."""
    line_proved: int
    """How many of the line's moves are proved to keep the value within the bounds."""
    openings: list[Opening]
    """What to do after each outcome of chance, where the game begins with one and the search knows."""
    notes: list[str]
    """What else should be known."""
    statistics: dict[str, Any]
    """What it took: ``expanded``, ``leaves``, ``visits``, ``seconds``, and what else makes sense for the algorithm."""
    in_words: str
    """The bounds in the game's own words."""
    _report: dict[str, Any] = field(repr=False, compare=False)

    @classmethod
    def read(cls, report: str) -> Result:
        """Reads a report as ``secateur solve --json`` prints it."""
        told = json.loads(report)
        return cls(
            game=told["game"],
            parameters=told["parameters"],
            algorithm=told["algorithm"],
            options=told["options"],
            lower=told["lower"],
            upper=told["upper"],
            estimate=told.get("estimate"),
            stopped=told["stopped"],
            max_strategy=_strategy(told["strategy"]["max"]),
            min_strategy=_strategy(told["strategy"]["min"]),
            basis=told.get("basis", "exact"),
            line=told["line"],
            line_proved=told["line_proved"],
            openings=[
                Opening(
                    opening["outcome"],
                    opening["lower"],
                    opening["upper"],
                    _strategy(opening["strategy"]["max"]),
                    _strategy(opening["strategy"]["min"]),
                )
                for opening in told.get("openings", [])
            ],
            notes=told.get("notes", []),
            statistics=told["statistics"],
            in_words=told.pop("in_words", ""),
            _report=told,
        )

    @property
    def value(self) -> Any:
        """The value where it is known, the middle of the bounds where they are numbers, or else ``None``."""
        if self.lower == self.upper:
            return self.lower
        if isinstance(self.lower, (int, float)) and isinstance(self.upper, (int, float)):
            return self.lower / 2 + self.upper / 2
        return None

    @property
    def is_exact(self) -> bool:
        """Whether the bounds are one value."""
        return bool(self.lower == self.upper)

    @property
    def is_solved(self) -> bool:
        """Whether the search came to its end. The bounds may then differ by rounding, or by ``epsilon``."""
        return self.stopped == "solved"

    @property
    def best_move(self) -> str | None:
        """The first move of the line."""
        return self.line[0] if self.line else None

    def to_dict(self) -> dict[str, Any]:
        """The whole report, as ``secateur solve --json`` prints it."""
        copy: dict[str, Any] = json.loads(json.dumps(self._report))
        return copy

    def rows(self) -> list[dict[str, Any]]:
        """Both strategies, a row for each move: ``pandas.DataFrame(answer.rows())``."""
        players = (("max", self.max_strategy), ("min", self.min_strategy))
        return [
            {"player": player, "move": move, "probability": probability}
            for player, strategy in players
            for move, probability in strategy.items()
        ]

    def svg(self) -> str:
        """Both strategies as a picture."""
        return drawing.strategies(self.max_strategy, self.min_strategy)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        words = " ".join(f"{name}={value}" for name, value in self.parameters.items() if value)
        stopped = "solved" if self.is_solved else f"stopped ({self.stopped}); the bounds hold"
        told = [
            ("game", f"{self.game} {words}".strip()),
            ("value", self.in_words or f"between {self.lower} and {self.upper}"),
            ("search", f"{stopped}, by {self.algorithm}, {self.statistics['visits']:,} nodes in {_time(self.statistics['seconds'])}"),
        ]
        if self.line:
            told.append(("best play", " ".join(self.line)))
        rows = "".join(
            f'<tr><th style="text-align:left">{name}</th><td style="text-align:left">{html.escape(text)}</td></tr>'
            for name, text in told
        )
        picture = self.svg() if self.max_strategy or self.min_strategy else ""
        return f"<div><table>{rows}</table>{picture}</div>"

    def __str__(self) -> str:
        return f"{self.game}: {self.in_words or f'between {self.lower} and {self.upper}'} ({self.stopped})"


def _strategy(choices: list[dict[str, Any]]) -> dict[str, float]:
    return {choice["move"]: choice["probability"] for choice in choices}


def _time(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds >= 1 else f"{1000 * seconds:.1f} ms"
