"""Makes the table of OpenSpiel's games: ``python -m secateur.openspiel_table --out docs/openspiel.md``.

Needs OpenSpiel; its own solvers of games with simultaneous moves need ``cvxpy`` and ``ecos``, too.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import secateur
from secateur.openspiel import COMPLETE, _word, why_not

BESIDE: list[tuple[str, str, dict[str, object] | None]] = [
    ("tic_tac_toe", "tic-tac-toe", {}),
    ("mnk(m=3,n=3,k=3)", "tic-tac-toe", {}),
    ("connect_four(rows=4,columns=4)", "connect-four", {"width": 4, "height": 4}),
    ("nim(pile_sizes=1;3;5)", "", None),
    ("gomoku(size=3,connect=3)", "", None),
    ("breakthrough(rows=4,columns=3)", "", None),
    ("clobber(rows=3,columns=3)", "", None),
    ("dots_and_boxes(num_rows=1,num_cols=3)", "", None),
    ("hex(board_size=3)", "", None),
    ("y(board_size=4)", "", None),
    ("havannah(board_size=2)", "", None),
    ("go(board_size=2)", "", None),
    ("pig(winscore=5,horizon=8,diceoutcomes=3)", "", None),
    ("matrix_rps", "", None),
    ("matrix_brps", "", None),
    ("matrix_mp", "", None),
    ("blotto(coins=5,fields=3)", "", None),
    ("goofspiel(imp_info=False,num_cards=3,points_order=descending)", "goofspiel", {"cards": 3}),
    ("goofspiel(imp_info=False,num_cards=4,points_order=descending)", "goofspiel", {"cards": 4}),
    ("goofspiel(imp_info=False,num_cards=3,points_order=random)", "goofspiel", {"cards": 3, "deck": "shuffled"}),
    ("oshi_zumo(coins=6,size=2,min_bid=1)", "oshi-zumo", {"coins": 6, "size": 2, "minimum": 1}),
]
"""OpenSpiel's game, ours with the same value, and its parameters."""


def main() -> None:
    """Writes the page."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--out", help="the page to write; the terminal unless said")
    options.add_argument("--seconds", type=float, default=10.0, help="how long a game may take")
    options.add_argument("--only", nargs="*", help="only these games")
    asked = options.parse_args()
    page = "\n".join(_page(asked.seconds, asked.only))
    if asked.out:
        with open(asked.out, "w", encoding="utf-8") as file:
            file.write(page + "\n")
    else:
        print(page)


def _page(seconds: float, only: list[str] | None) -> list[str]:
    """All lines of the page."""
    from importlib.metadata import version

    return [
        "# OpenSpiel's games",
        "",
        f"Made by `python -m secateur.openspiel_table --out docs/openspiel.md` with OpenSpiel {version('open_spiel')}; do not edit.",
        "`secateur.from_openspiel` takes every two-player zero-sum game with perfect information; player 0 is Max.",
        "",
        f"## Every such game, with its own default parameters and {seconds:g} s",
        "",
        "Positions are told apart by OpenSpiel's text where that shows everything, or else by the history of moves, so that no two lines",
        "of play meet. The bounds hold, also where the time did not suffice; where they are the whole range, nothing was proved.",
        "",
        "| game | turns | positions by | what happened | bounds | positions asked | seconds |",
        "| --- | --- | --- | --- | --- | ---: | ---: |",
        *_every(seconds, only),
        "",
        "## What cannot come in",
        "",
        *_refused(),
        "",
        "## Side by side",
        "",
        "One run on one machine. *Theirs*: OpenSpiel's own solver (`alpha_beta_search`, `expectiminimax`, or the sequence form's linear",
        "program, or else `value_iteration`, for simultaneous moves; all in Python). *Ours, their rules*: `from_openspiel`. *Ours*: the same game of our catalogue.",
        "",
        "| game | their value | our bounds | theirs, s | ours, their rules, s | ours, s |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
        *_beside(only),
    ]


class _Counted:
    """Counts the positions that OpenSpiel is asked about."""

    def __init__(self, game: Any) -> None:
        self.asked = 0
        for name in ("start", "moves", "outcomes", "rows", "columns", "play", "bounds", "key", "show", "name", "title"):
            if hasattr(game, name):
                setattr(self, name, getattr(game, name))
        self._turn = game.turn

    def turn(self, state: Any) -> str | float:
        self.asked += 1
        answer: str | float = self._turn(state)
        return answer


def _every(seconds: float, only: list[str] | None) -> list[str]:
    """A row for each game that can come in."""
    import pyspiel

    rows = []
    for kind in sorted(pyspiel.registered_games(), key=lambda kind: str(kind.short_name)):
        name = kind.short_name
        if (only and name not in only) or _reason(kind) is not None:
            continue
        turns = _turns(kind)
        try:
            game = pyspiel.load_game(name, {"imp_info": False} if name == "goofspiel" else {})
            refusal = why_not(game)
        except Exception as problem:  # noqa: BLE001 - whatever OpenSpiel raises is what happened
            rows.append(f"| {name} | {turns} | | OpenSpiel: {_line(problem)} | | | |")
            continue
        if refusal is not None:
            rows.append(f"| {name} | {turns} | | refused: {refusal} | | | |")
            continue
        counted = _Counted(secateur.from_openspiel(game))
        by = "text" if name in COMPLETE else "history"
        print(f"{name} …", file=sys.stderr, flush=True)
        started = time.monotonic()
        try:
            found = secateur.solve(counted, time_limit=seconds, threads=1)
        except Exception as problem:  # noqa: BLE001
            rows.append(f"| {name} | {turns} | {by} | {_line(problem)} | | {counted.asked:,} | |")
            continue
        spent = time.monotonic() - started
        what = "solved" if found.is_solved else f"bounds after {spent:.0f} s" if found.stopped == "time" else found.stopped
        rows.append(
            f"| {name} | {turns} | {by} | {what} | {_bounds(found)} | {counted.asked:,} | {spent:.2f} |"
        )
    return rows


def _refused() -> list[str]:
    """The other games, by reason."""
    import pyspiel

    reasons: dict[str, list[str]] = {}
    for kind in pyspiel.registered_games():
        reason = _reason(kind)
        if reason is not None:
            reasons.setdefault(reason, []).append(kind.short_name)
    return [f"* {reason} ({len(names)}): {', '.join(sorted(names))}" for reason, names in sorted(reasons.items())]


def _reason(kind: Any) -> str | None:
    """Why no game of this kind can come in."""
    if _word(kind.dynamics) not in ("SEQUENTIAL", "SIMULTANEOUS"):
        return "neither turns nor simultaneous moves"
    if kind.min_num_players > 2 or kind.max_num_players < 2:
        return "not for two players"
    if _word(kind.utility) not in ("ZERO_SUM", "CONSTANT_SUM"):
        return "not zero-sum"
    if _word(kind.information) not in ("PERFECT_INFORMATION", "ONE_SHOT"):
        return "hidden information"
    if _word(kind.chance_mode) == "SAMPLED_STOCHASTIC":
        return "sampled chance"
    return None


def _turns(kind: Any) -> str:
    turns = "simultaneous" if str(kind.dynamics).endswith("SIMULTANEOUS") else "one at a time"
    return turns if str(kind.chance_mode).endswith("DETERMINISTIC") else f"{turns}, chance"


def _bounds(found: secateur.Result) -> str:
    if found.upper - found.lower < 1e-6:
        return _rounded(found.value)
    return f"{_rounded(found.lower)} to {_rounded(found.upper)}"


def _rounded(value: float) -> str:
    """Six digits, without what rounding leaves of a nought."""
    return f"{0.0 if abs(value) < 1e-7 else value:.6g}"


def _line(problem: BaseException) -> str:
    return " ".join(str(problem).split())[:100]


def _beside(only: list[str] | None) -> list[str]:
    """A row for each game that both can solve. The values must agree."""
    import pyspiel

    rows = []
    for words, ours, parameters in BESIDE:
        if only and words.split("(")[0] not in only:
            continue
        print(f"{words} beside …", file=sys.stderr, flush=True)
        game = pyspiel.load_game(words)
        their_value, theirs = _timed(partial(solved_by_openspiel, game))
        found, through = _timed(partial(secateur.solve, secateur.from_openspiel(game), threads=1))
        if not (found.is_solved and found.lower - 1e-6 <= their_value <= found.upper + 1e-6):
            raise SystemExit(f"{words}: OpenSpiel says {their_value}, Secateur {found.lower} to {found.upper}")
        own = ""
        if parameters is not None:
            native, spent = _timed(partial(secateur.solve, ours, parameters=parameters, threads=1))
            if not abs(native.value - their_value) < 1e-6:
                raise SystemExit(f"{words}: OpenSpiel says {their_value}, our {ours} {native.value}")
            own = f"{spent:.4f}"
        rows.append(f"| `{words}` | {_rounded(their_value)} | {_bounds(found)} | {theirs:.4f} | {through:.4f} | {own} |")
    return rows


def _timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """What came of it, and the processor's time that it took."""
    started = time.process_time()
    found = work()
    return found, time.process_time() - started


def solved_by_openspiel(game: Any) -> float:
    """The value for player 0, by OpenSpiel's own solver for this kind of game."""
    kind = game.get_type()
    if str(kind.dynamics).endswith("SIMULTANEOUS"):
        import pyspiel
        from open_spiel.python.algorithms import sequence_form_lp, value_iteration

        try:
            return float(sequence_form_lp.solve_zero_sum_game(pyspiel.convert_to_turn_based(game))[0])
        except (pyspiel.SpielError, MemoryError):
            # Not every game has the texts that the sequence form needs, and it has no memory that is large enough for some.
            values = value_iteration.value_iteration(game, -1, 1e-9)
            return float(values[str(game.new_initial_state())])
    from open_spiel.python.algorithms import minimax

    if str(kind.chance_mode).endswith("DETERMINISTIC"):
        return float(minimax.alpha_beta_search(game)[0])
    start = game.new_initial_state()

    def after_chance(state: Any) -> float:
        raise ValueError("the search is deep enough for the whole game")

    return float(minimax.expectiminimax(start, game.max_game_length() + 1, after_chance, 0)[0])


if __name__ == "__main__":
    main()
