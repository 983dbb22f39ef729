"""Bridge suit combinations and fault trees."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from secateur import _secateur
from secateur._secateur import SecateurError


@dataclass(frozen=True)
class SuitGoal:
    """The best plan for a number of tricks."""

    tricks: int
    probability: float
    """How likely the plan is to succeed against best defence."""
    ways: int
    of: int
    at_most: float
    """No plan is better; the same as ``probability`` unless a limit stopped the search."""
    line: str
    """The plan in words."""
    layouts: list[dict[str, Any]]
    """The layouts on which it succeeds."""


@dataclass(frozen=True)
class SuitSolution:
    """How a suit combination is best played."""

    combination: str
    goals: list[SuitGoal]
    expected_tricks: float
    """The most tricks per deal that a plan wins on average."""
    expected_tricks_at_most: float
    expected_line: str
    report: dict[str, Any]
    """Everything, with plans as trees."""

    def to_dict(self) -> dict[str, Any]:
        """Everything, as plain lists and numbers."""
        return self.report


def suit(
    north: str, south: str, *, vacant: tuple[int, int] | None = None, time_limit: float | None = None
) -> SuitSolution:
    """Solves a bridge suit combination against best defence.

    Args:
        north: one hand's cards, such as ``"AK98xx"``.
        south: the other hand's.
        vacant: how many places West and East have for unknown cards; 13 each unless said.
        time_limit: seconds for all goals together; each gets an even share of what is left.

    >>> import secateur
    >>> secateur.suit("AQ", "xx").goals[1].probability
    0.5
    """
    told = json.loads(_secateur.suit(north, south, vacant, time_limit))
    mean = told["expected_tricks"]
    names = ("tricks", "probability", "ways", "of", "at_most", "layouts")
    return SuitSolution(
        combination=told["combination"],
        goals=[SuitGoal(line=goal["in_words"], **{name: goal[name] for name in names}) for goal in told["goals"]],
        expected_tricks=mean["tricks"],
        expected_tricks_at_most=mean["at_most"],
        expected_line=mean["in_words"],
        report=told,
    )


@dataclass(frozen=True)
class CutSet:
    """Events that together let the top event happen, none of which can be left out."""

    events: list[str]
    probability: float | None


@dataclass(frozen=True)
class CutSets:
    """The minimal cut sets of a fault tree. ``pandas.DataFrame(cuts.sets)`` is a table of them."""

    top: str
    sets: list[CutSet]
    stopped: str
    missing_from_order: int | None
    """Cut sets of so many events and more are missing, if a limit stopped the search."""
    rare_event_sum: float | None
    min_cut_upper_bound: float | None


def faults(
    tree: str | os.PathLike[str],
    *,
    top: str | None = None,
    order: int | None = None,
    memory: int | None = None,
    time_limit: float | None = None,
) -> CutSets:
    """The minimal cut sets of a fault tree.

    Args:
        tree: the path of an Open-PSA file, or its text.
        top: the event that must not happen, where the file has several.
        order: only cut sets of at most so many events.
        memory: how many MB may be used.
        time_limit: stop after so many seconds.

    >>> import secateur
    >>> cuts = secateur.faults('''<opsa-mef><define-fault-tree name="f"><define-gate name="top">
    ... <or><basic-event name="a"/><and><basic-event name="b"/><basic-event name="c"/></and></or>
    ... </define-gate></define-fault-tree></opsa-mef>''')
    >>> [cut.events for cut in cuts.sets]
    [['a'], ['b', 'c']]
    """
    is_text = isinstance(tree, str) and tree.lstrip().startswith("<")
    try:
        text = str(tree) if is_text else Path(tree).read_text(encoding="utf-8")
    except (OSError, ValueError) as problem:
        raise SecateurError(f"{os.fspath(tree)}: {problem}") from None
    told = json.loads(_secateur.faults(text, top, order, memory, time_limit))
    return CutSets(
        top=told["top"],
        sets=[CutSet(**cut) for cut in told["cut_sets"]],
        stopped=told["stopped"],
        missing_from_order=told["missing_from_order"],
        rare_event_sum=told["rare_event_sum"],
        min_cut_upper_bound=told["min_cut_upper_bound"],
    )
