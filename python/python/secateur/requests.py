"""How a question is written down for the catalogue."""

from __future__ import annotations

import json
import math
import numbers
import os
from collections.abc import Callable, Mapping
from typing import TypedDict

from secateur._secateur import SecateurError

Progress = Callable[[int, float, str], object]
"""Called about ten times a second with the nodes looked at, the seconds spent, and what the search has to say."""


class Options(TypedDict, total=False):
    """What every question may say beside the game: who answers it, and when to stop."""

    algorithm: str | None
    epsilon: float
    time_limit: float | None
    node_limit: int | None
    depth_limit: int | None
    threads: int | None
    memory: int | None
    estimate: bool


def request(game: str, parameters: Mapping[str, object], options: Options) -> str:
    """The request as JSON, after a look at every number."""
    algorithm = options.get("algorithm")
    if algorithm is not None and not isinstance(algorithm, str):
        raise SecateurError(f"algorithm: expected a name with its options, such as 'smab:skip=1', found {algorithm!r}")
    return json.dumps(
        {
            "game": game,
            "parameters": [f"{name}={in_words(name, value)}" for name, value in parameters.items()],
            "algorithm": algorithm,
            "epsilon": _number("epsilon", options.get("epsilon", 0.0)),
            "time": _number("time_limit", options.get("time_limit")),
            "nodes": _whole("node_limit", options.get("node_limit"), (1 << 64) - 1),
            "depth": _whole("depth_limit", options.get("depth_limit"), (1 << 32) - 1),
            "threads": _whole("threads", options.get("threads"), 1 << 16),
            "memory": _whole("memory", options.get("memory"), 1 << 32),
            "estimate": bool(options.get("estimate", False)),
        }
    )


def in_words(name: str, value: object) -> str:
    """A parameter's value as the command line has it: ``on`` and ``off``, lists with commas between."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, (str, os.PathLike)):
        return os.fspath(value) if isinstance(value, os.PathLike) else value
    if isinstance(value, numbers.Number):
        return str(value)
    if isinstance(value, (list, tuple, range)):
        return ",".join(in_words(name, item) for item in value)
    raise SecateurError(f"{name}: expected a word, a number, or a list of them, found {value!r}")


def _number(name: str, value: object) -> float | None:
    """A number that is not negative, if there is one."""
    if value is None and name != "epsilon":
        return None
    if isinstance(value, bool) or not isinstance(value, numbers.Real) or not math.isfinite(value) or value < 0:
        raise SecateurError(f"{name}: expected a number of 0 or more, found {value!r}")
    return float(value)


def _whole(name: str, value: object, most: int) -> int | None:
    """A whole number that is not negative, if there is one."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, numbers.Integral) or not 0 <= int(value) <= most:
        raise SecateurError(f"{name}: expected a whole number from 0 to {most}, found {value!r}")
    return int(value)
