"""Games and algorithms by name, and the question what a game is worth."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from secateur import _secateur
from secateur._secateur import SecateurError
from secateur.requests import Options, Progress, request
from secateur.results import Result


@dataclass(frozen=True)
class ParameterInfo:
    """A parameter of a game, or an option of an algorithm."""

    name: str
    default: str | None
    """What it is unless something else is said; ``None`` where it has to be given."""
    meaning: str


@dataclass(frozen=True)
class GameInfo:
    """A game of the catalogue."""

    name: str
    summary: str
    turns: str
    """Which kinds of turn it has, in words."""
    parameters: list[ParameterInfo]
    example: str
    """Parameters that make a good example."""
    algorithm: str
    """What solves it unless something else is said."""
    algorithms: list[str]
    """What can solve it."""


@dataclass(frozen=True)
class AlgorithmInfo:
    """An algorithm of the catalogue."""

    name: str
    summary: str
    paper: str
    options: list[ParameterInfo]
    parallel: bool
    games: list[str]
    """The games that it can solve."""


def games() -> list[GameInfo]:
    """All games of the catalogue. ``pandas.DataFrame(secateur.games())`` is a table of them.

    >>> import secateur
    >>> next(game.turns for game in secateur.games() if game.name == "pig")
    'Max, Min and chance move one at a time'
    """
    return [
        GameInfo(**{**game, "parameters": [ParameterInfo(**known) for known in game["parameters"]]})
        for game in json.loads(_secateur.games())
    ]


def algorithms() -> list[AlgorithmInfo]:
    """All algorithms of the catalogue.

    >>> import secateur
    >>> "goofspiel" in next(known.games for known in secateur.algorithms() if known.name == "smab")
    True
    """
    return [
        AlgorithmInfo(
            name=known["name"],
            summary=known["summary"],
            paper=known["paper"],
            options=[ParameterInfo(**option) for option in known["parameters"]],
            parallel=known["parallel"],
            games=known["games"],
        )
        for known in json.loads(_secateur.algorithms())
    ]


def solve(
    game: str | object,
    *,
    algorithm: str | None = None,
    epsilon: float = 0.0,
    time_limit: float | None = None,
    node_limit: int | None = None,
    depth_limit: int | None = None,
    threads: int | None = None,
    memory: int | None = None,
    estimate: bool = False,
    progress: Progress | None = None,
    parameters: Mapping[str, object] | None = None,
    **words: object,
) -> Result:
    """Solves a game of the catalogue by name, or a game of your own (see :class:`secateur.Game`).

    Args:
        game: a name from :func:`games`, or a game of your own.
        algorithm: a name from :func:`algorithms` with its options, such as ``"smab:order=l-shaped,skip=1"``.
        epsilon: how far apart the bounds may stay, for the algorithms that can use it.
        time_limit: stop after so many seconds. The bounds hold all the same, as after the next two.
        node_limit: stop after so many nodes.
        depth_limit: look so many moves ahead at most.
        threads: how many threads; as many as the machine runs at once unless said.
        memory: how many MB a table may take.
        estimate: use the game's evaluator at the depth limit; the answer then has an ``estimate``.
        progress: called about ten times a second with the nodes looked at, the seconds spent, and what the search has to say.
        parameters: the game's parameters, where their names are no names of Python's.
        words: the game's parameters, such as ``cards=7``.

    Ctrl-C stops the search, which then answers with the bounds that it has; other Python threads run meanwhile.

    >>> import secateur
    >>> secateur.solve("goofspiel", cards=4).value
    0.0
    >>> answer = secateur.solve("connect-four", time_limit=0.1)
    >>> answer.lower <= answer.upper, answer.stopped
    (True, 'time')
    >>> secateur.solve("goofspeil")
    Traceback (most recent call last):
    ...
    secateur.SecateurError: there is no game goofspeil; did you mean goofspiel?
    """
    options: Options = {
        "algorithm": algorithm,
        "epsilon": epsilon,
        "time_limit": time_limit,
        "node_limit": node_limit,
        "depth_limit": depth_limit,
        "threads": threads,
        "memory": memory,
        "estimate": estimate,
    }
    words = {**words, **(parameters or {})}
    if isinstance(game, str):
        return Result.read(_secateur.solve(request(game, words, options), progress))
    refuse_parameters(words)
    return solve_own(game, options, progress)


def solve_own(game: object, options: Options, progress: Progress | None) -> Result:
    """Solves a game of one's own."""
    if options.get("algorithm") is None and not hasattr(game, "rows") and not hasattr(game, "outcomes"):
        # To ask Python takes longer than to remember what it said.
        options = {**options, "algorithm": "scout"}
    return Result.read(_secateur.solve_own(game, request(name_of(game), {}, options), progress))


def name_of(game: object) -> str:
    """What a game of one's own is called."""
    return str(getattr(game, "title", type(game).__name__))


def refuse_parameters(words: Mapping[str, object]) -> None:
    """A game of one's own has no parameters that the catalogue could read."""
    for word in words:
        known = ", ".join(sorted(Options.__annotations__))
        raise SecateurError(f"there is no option {word} for a game of your own; there is {known}")
