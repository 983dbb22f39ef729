"""Games written in Python."""

import gc
import math
import os
import random
import resource
import signal
import threading
import time
import tracemalloc
from fractions import Fraction

import pytest
from random_games import ALGORITHMS, KINDS, Forest

import secateur

GAMES = int(os.environ.get("SECATEUR_PYTHON_GAMES", "10000"))


def test_random_games_are_worth_what_rust_says(tmp_path):
    rng, file = random.Random(24), tmp_path / "game.tree"
    asked = 0
    for seed in range(GAMES):
        kinds = KINDS[seed % len(KINDS)]
        forest = Forest(seed, kinds, depth=rng.choice([1, 2, 2, 3]))
        file.write_text(forest.text())
        theirs = secateur.solve("tree", file=file, threads=1, memory=1)
        algorithm = rng.choice(ALGORITHMS[kinds])
        ours = secateur.solve(forest, algorithm=algorithm, threads=1, memory=1)
        # The one large linear program of the sequence form may end with a little width, and says so.
        ends = ("solved", "exhausted") if algorithm == "sequence-form" else ("solved",)
        assert ours.stopped in ends and theirs.is_solved, (seed, algorithm)
        assert ours.lower <= theirs.upper + 1e-9 and theirs.lower <= ours.upper + 1e-9, (seed, algorithm, ours, theirs)
        assert ours.upper - ours.lower < 1e-6, (seed, algorithm, ours)
        asked += ours.statistics["leaves"]
    assert asked > GAMES


class Counting(Forest):
    """Counts how often a position is asked about."""

    def __init__(self, seed):
        super().__init__(seed, ("max", "min", "both"), depth=5)
        self.asked = {}

    def turn(self, state):
        self.asked[state] = self.asked.get(state, 0) + 1
        return super().turn(state)


def test_a_position_is_asked_about_once():
    game = Counting(3)
    secateur.solve(game, algorithm="backward-induction", threads=1)
    assert len(game.asked) > 20 and set(game.asked.values()) == {1}


CALLBACKS = ["start", "turn", "moves", "play", "bounds", "key", "outcomes", "rows", "columns", "show", "name", "evaluate"]


class Everything(secateur.Game):
    """A game with every callback, one of which may fail the nth time."""

    failing, left, error = None, 0, None

    def called(self, name):
        if name == self.failing:
            self.left -= 1
            if self.left <= 0:
                raise self.error

    def start(self):
        self.called("start")
        return ("max", 0)

    def turn(self, state):
        self.called("turn")
        return state[0] if isinstance(state[0], str) else float(state[0])

    def bounds(self, state):
        self.called("bounds")
        return (-5, 5)

    def key(self, state):
        self.called("key")
        return state

    def moves(self, state):
        self.called("moves")
        return [1, 2]

    def rows(self, state):
        self.called("rows")
        return [1, 2]

    def columns(self, state):
        self.called("columns")
        return [3, 4]

    def outcomes(self, state):
        self.called("outcomes")
        return [(1, 1), (2, 2)]

    def evaluate(self, state):
        self.called("evaluate")
        return 0.5

    def show(self, state):
        self.called("show")
        return "here"

    def name(self, state, move):
        self.called("name")
        return f"m{move}"

    def play(self, state, move):
        self.called("play")
        kind, depth = state
        total = sum(move) if isinstance(move, tuple) else move
        after = {"max": "chance", "chance": "both", "both": "min", "min": "max"}[kind]
        # Several positions of every depth.
        return (after, depth + 1 + 10 * (total % 2)) if depth % 10 < 6 else ((total * 7 + depth) % 5 - 2, depth + 1)


class Sequential(Everything):
    """The same without the rarer turns."""

    rows = columns = outcomes = property()

    def __getattribute__(self, name):
        if name in ("rows", "columns", "outcomes"):
            raise AttributeError(name)
        return super().__getattribute__(name)

    def play(self, state, move):
        self.called("play")
        kind, depth = state
        after = {"max": "min", "min": "max"}[kind]
        return (after, depth + 1 + 10 * (move % 2)) if depth % 10 < 6 else ((move * 3 + depth) % 5 - 2, depth + 1)


class Mine(Exception):
    """Nobody else raises this."""


@pytest.mark.parametrize("callback", CALLBACKS)
@pytest.mark.parametrize("time_to_fail", [1, 2, 5])
def test_an_exception_of_any_callback_comes_out(callback, time_to_fail):
    asks = {
        "evaluate": lambda game: secateur.solve(game, algorithm="alpha-beta", depth_limit=3, estimate=True),
        "show": lambda game: secateur.open(game).show(),
    }
    kinds = [Sequential] if callback == "evaluate" else [Everything]
    for kind in kinds:
        for algorithm in (["joint", "engine", "sequence-form", "double-oracle"] if kind is Everything else ["alpha-beta"]):
            if callback in ("start", "show") and time_to_fail > 1:
                continue
            game = kind()
            game.failing, game.left, game.error = callback, time_to_fail, Mine(callback, time_to_fail)
            try:
                asks.get(callback, lambda game: secateur.solve(game, algorithm=algorithm))(game)
            except Mine as raised:
                assert raised is game.error and game.left == 0
            else:
                # A search may need no more answers of this kind; one it always needs.
                assert game.left > 0 and time_to_fail > 1
    game = Everything()
    assert secateur.solve(game).is_solved


def test_exceptions_and_games_leave_nothing_behind():
    class Token:
        alive = 0

        def __init__(self):
            Token.alive += 1

        def __del__(self):
            Token.alive -= 1

    class Holding(Everything):
        def start(self):
            self.token = Token()
            return super().start()

    def once(number):
        game = Holding()
        if number % 2:
            game.failing, game.left, game.error = CALLBACKS[number % len(CALLBACKS)], 2, Mine()
        try:
            secateur.solve(game, algorithm=["joint", "engine"][number % 3 == 0], memory=1, threads=1)
        except Mine:
            pass

    for number in range(200):
        once(number)
    gc.collect()
    assert Token.alive == 0
    tracemalloc.start()
    before, rss = tracemalloc.get_traced_memory()[0], resident()
    for number in range(1500):
        once(number)
    gc.collect()
    after, grown = tracemalloc.get_traced_memory()[0], resident() - rss
    tracemalloc.stop()
    assert Token.alive == 0
    assert after - before < 200_000, after - before
    assert grown < 30_000_000, grown


def resident():
    """How much memory the process has, in bytes."""
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * resource.getpagesize()
    except OSError:
        return 0


def broken(**answers):
    """A small game with one answer that is none."""

    class Broken(secateur.Game):
        bounds = (-1, 1)

        def start(self):
            return 0

        def turn(self, state):
            return "max" if state == 0 else 1

        def moves(self, state):
            return [1, 2]

        def play(self, state, move):
            return move

    for name, answer in answers.items():
        setattr(Broken, name, answer)
    return Broken()


@pytest.mark.parametrize(
    ("answers", "line"),
    [
        ({"turn": lambda self, state: math.nan}, "turn(state) must be 'max', 'min', 'chance', 'both', or a finite number"),
        ({"turn": lambda self, state: None}, "found None in 0"),
        ({"turn": lambda self, state: "MAX"}, "found 'MAX' in 0"),
        ({"turn": lambda self, state: True}, "found True in 0"),
        ({"turn": lambda self, state: "chance"}, "turn(state) is 'chance', and the game has no outcomes(state)"),
        ({"turn": lambda self, state: "both"}, "turn(state) is 'both', and the game has no rows(state) and columns(state)"),
        ({"turn": lambda self, state: "max", "moves": None, "outcomes": list}, "turn(state) is 'max', and the game has no moves(state)"),
        ({"turn": lambda self, state: "max" if state == 0 else 3}, "the value 3 lies outside the promised bounds -1 to 1"),
        ({"moves": lambda self, state: []}, "moves(state) must list at least one move; found none in 0"),
        ({"moves": lambda self, state: 7}, "moves(state) must be a list of moves; found 7 in 0"),
        ({"moves": lambda self, state: "abc"}, "moves(state) must be a list of moves; found 'abc' in 0"),
        ({"moves": lambda self, state: [1, 1]}, "moves(state) must list every move once"),
        ({"bounds": (1, -1)}, "bounds must be two finite numbers, the smaller first; found (1, -1)"),
        ({"bounds": (0, math.inf)}, "bounds must be two finite numbers"),
        ({"bounds": 4}, "bounds must be two finite numbers"),
        ({"play": lambda self, state, move: [move]}, "key(state) must be hashable"),
        ({"rows": lambda self, state: [1]}, "a game with rows(state) needs columns(state), too"),
        (
            {"turn": lambda self, state: "chance", "outcomes": lambda self, state: [1, 2]},
            "outcomes(state) must be a list of pairs (weight, outcome); found 1 in 0",
        ),
        (
            {"turn": lambda self, state: "chance" if state == 0 else 0, "outcomes": lambda self, state: [(0, 1), (1, 2)]},
            "outcomes(state) must have positive weights",
        ),
        (
            {"turn": lambda self, state: "chance" if state == 0 else 0, "outcomes": lambda self, state: [(0.5, 1), (0.4, 2)]},
            "whole numbers, or probabilities that sum to 1",
        ),
    ],
)
def test_a_wrong_answer_gets_one_clear_line(answers, line):
    with pytest.raises(secateur.SecateurError) as raised:
        secateur.solve(broken(**answers))
    said = str(raised.value)
    assert line in said and "\n" not in said, said


def test_what_is_no_game_is_refused():
    for thing, line in [(7, "a game needs start()"), (object(), "a game needs start()"), (None, "a game needs start()")]:
        with pytest.raises(secateur.SecateurError, match="a game needs start"):
            secateur.solve(thing)
    with pytest.raises(secateur.SecateurError, match="there is no option cards for a game of your own"):
        secateur.solve(broken(), cards=3)
    with pytest.raises(secateur.SecateurError, match="duo does not solve games in which"):
        secateur.solve(Forest(1, ("max", "min", "chance")), algorithm="duo")


def weighed(weights):
    class Weighed(secateur.Game):
        bounds = (0, 100)

        def start(self):
            return -1

        def turn(self, state):
            return "chance" if state < 0 else state

        def outcomes(self, state):
            return [(weight, number) for number, weight in enumerate(weights)]

        def play(self, state, outcome):
            return outcome

    return secateur.solve(Weighed())


@pytest.mark.parametrize(
    "weights",
    [
        [1, 2, 3],
        [Fraction(1, 3), Fraction(2, 3)],
        [1 / 6] * 6,
        [0.1] * 10,
        [1 / 3, 1 / 3, 1 / 3],
        [0.123456789, 0.876543211],
        [math.pi / 4, 1 - math.pi / 4],
        [1 << 40, 1],
        [1],
        [1.0],
        [Fraction(1)],
    ],
)
def test_weights_of_every_kind(weights):
    found, total = weighed(weights), sum(weights)
    mean = float(sum(Fraction(weight) * number for number, weight in enumerate(weights)) / Fraction(total))
    assert found.lower - 1e-12 <= mean <= found.upper + 1e-12 and found.upper - found.lower < 1e-7


def test_chance_of_sixths_is_exact():
    found = weighed([1 / 6] * 6)
    assert found.value == 2.5


class Line(secateur.Game):
    """A chain of forced moves of one player, as long as one likes."""

    bounds = (0, 1)

    def __init__(self, length):
        self.length = length

    def start(self):
        return 0

    def turn(self, state):
        return "max" if state < self.length else 1

    def moves(self, state):
        return ["on"]

    def play(self, state, move):
        return state + 1


def test_a_long_chain_and_a_circle():
    assert secateur.solve(Line(20_000)).value == 1

    class Circle(Line):
        def play(self, state, move):
            return (state + 1) % 5

    found = secateur.solve(Circle(9), node_limit=10_000)
    assert (found.lower, found.upper) == (0, 1) and not found.is_solved
    with pytest.raises(secateur.SecateurError, match="come to an end"):
        secateur.check(Circle(9))


class Slow(Forest):
    """Takes its time."""

    bounds = (-9, 9)

    def turn(self, state):
        time.sleep(0.001)
        return super().turn(state)


class Endless(secateur.Game):
    """More positions than anybody can look at."""

    bounds = (-1, 1)

    def start(self):
        return ()

    def turn(self, state):
        return ("max", "min")[len(state) % 2] if len(state) < 40 else 0

    def moves(self, state):
        return [0, 1, 2]

    def play(self, state, move):
        return (*state, move)


@pytest.mark.parametrize("game", [Endless(), "goofspiel"])
def test_ctrl_c_stops_and_returns_bounds(game):
    words = {"cards": 9, "algorithm": "backward-induction"} if game == "goofspiel" else {}
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    started = time.monotonic()
    found = secateur.solve(game, **words)
    assert found.stopped == "cancelled" and found.lower <= 0 <= found.upper
    assert time.monotonic() - started < 5


def test_limits_hold_for_games_of_ones_own():
    started = time.monotonic()
    found = secateur.solve(Endless(), time_limit=0.2)
    assert found.stopped == "time" and (found.lower, found.upper) == (-1, 1)
    assert time.monotonic() - started < 3
    assert secateur.solve(Endless(), time_limit=0).stopped == "time"
    assert secateur.solve(Endless(), node_limit=50).stopped == "nodes"
    assert secateur.solve(Endless(), depth_limit=3).stopped == "depth"


def test_other_threads_run_meanwhile():
    ticks = 0
    done = threading.Event()

    def tick():
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    secateur.solve("goofspiel", cards=9, algorithm="backward-induction", time_limit=0.5)
    done.set()
    thread.join()
    assert ticks > 20


def test_searches_run_on_any_thread_and_inside_each_other():
    class Nested(Forest):
        def turn(self, state):
            turn = super().turn(state)
            if not isinstance(turn, str):
                assert secateur.solve("tic-tac-toe", position="5137468").value == 0
            return turn

    found = []
    threads = [threading.Thread(target=lambda: found.append(secateur.solve(Nested(5, ("max", "min"))))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({answer.value for answer in found}) == 1 and len(found) == 4


def test_progress_is_told_and_may_raise():
    told = []
    secateur.solve(Endless(), time_limit=0.5, progress=lambda *how_far: told.append(how_far))
    assert told and told[-1][0] > 0 and told[-1][1] > 0

    def stop(nodes, seconds, note):
        raise Mine

    with pytest.raises(Mine):
        secateur.solve("goofspiel", cards=9, algorithm="backward-induction", progress=stop)


def test_strategies_of_ones_own_game_cannot_be_exploited():
    for seed in range(40):
        game = Forest(seed, KINDS[seed % 4])
        plan, value = secateur.strategies(game), secateur.solve(game).value
        worth = plan.exploitability()
        assert worth.gap[1] < 1e-6 and worth.max[0] <= value + 1e-9 and value - 1e-9 <= worth.min[1]


def test_a_session_of_ones_own_game():
    session = secateur.open(Everything())
    assert session.turn == "max" and session.moves() == ["m1", "m2"]
    session.play("m1").play("m2")
    assert session.turn == "both" and session.moves("min") == ["m3", "m4"]
    value = session.solve().value
    assert session.matrix().value == pytest.approx(value)
    assert session.undo().turn == "chance" and session.outcomes() == [(1, "m1"), (2, "m2")]
    with pytest.raises(secateur.SecateurError, match="there is no move m9 here; there is m1 m2"):
        session.play("m9")
    assert "<svg" in secateur.tree(Everything(), depth=3).svg()


def test_the_laws():
    secateur.check(Everything(), games=5)
    for kinds in KINDS:
        secateur.check(Forest(8, kinds), games=20)

    class Fickle(Line):
        def moves(self, state):
            return [random.random()]

    class Liar(Line):
        bounds = (0, 0.5)

    class Promising(Line):
        def bounds(self, state):
            return (0, 0.5)

    class Vague(Line):
        def key(self, state):
            return state // 2

    for game, line in [
        (Fickle(3), "must be the same when they are asked for twice"),
        (Liar(3), "outside the promised bounds"),
        (Promising(3), "promised bounds hold"),
        (Vague(3), "one key|another key"),
    ]:
        with pytest.raises(secateur.SecateurError, match=line):
            secateur.check(game)
