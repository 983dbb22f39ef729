"""Holds Secateur's searches against OpenSpiel's expectiminimax, depth by depth, and compares their speed.

    python compare.py PATH/TO/secateur

Every game that both have: Pig, 2048, EinStein wuerfelt nicht!, tic-tac-toe and Connect Four. A position is reached by random
moves in OpenSpiel, described to Secateur in words, and searched by both to the same depth, with the same evaluator at the
depth limit. A depth counts the players' moves and not the outcomes of chance, in both. The values must be equal up to
rounding; where every leaf of OpenSpiel's search is an evaluation, the numbers of leaves must be equal, too.
"""

import json
import random
import resource
import subprocess
import sys
import time

import pyspiel
from open_spiel.python.algorithms import minimax

TOLERANCE = 1e-9


def solve(program, game, words, algorithm, depth=None):
    """What Secateur finds: its JSON report."""
    command = [program, "solve", game, *words, "--algorithm", algorithm, "--json", "--threads", "1"]
    if depth is not None:
        command += ["--depth", str(depth), "--estimate"]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


class Contest:
    """Asks both programs the same questions and adds up their times."""

    def __init__(self, program):
        self.program = program
        self.questions = 0
        self.ours = 0.0
        self.theirs = 0.0

    def chance(self, game, words, state, depth, evaluate, maximizer, leaves=True):
        """Compares a search of a game whose value is a probability with us, and goes from -1 to 1 with OpenSpiel."""
        algorithm = "expectimax:table=off"
        self.ask(game, words, state, depth, evaluate, algorithm, maximizer, leaves, scale=lambda x: (x + 1) / 2)

    def ask(
        self, game, words, state, depth, evaluate, algorithm, maximizer=0, leaves=True, limited=True, scale=lambda x: x
    ):
        """Compares one search."""
        count = 0

        def value(position):
            nonlocal count
            count += 1
            return evaluate(position)

        started = time.process_time()
        theirs, _ = minimax.expectiminimax(state, depth, value, maximizer)
        self.theirs += time.process_time() - started
        theirs = scale(theirs)
        before = sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
        report = solve(self.program, game, words, algorithm, depth if limited else None)
        spent = sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2]) - before
        # On a busy machine the clock counts others' work; the whole program's work is no less than the search's.
        self.ours += min(report["statistics"]["seconds"], spent)
        self.questions += 1
        estimate = report.get("estimate")
        lower, upper = (report["lower"], report["upper"]) if estimate is None else (estimate, estimate)
        if not lower - TOLERANCE <= theirs <= upper + TOLERANCE or upper - lower > TOLERANCE:
            raise SystemExit(f"{game} {words} depth {depth}: OpenSpiel {theirs}, Secateur {lower} to {upper}")
        if leaves and count != report["statistics"]["leaves"]:
            found = report["statistics"]["leaves"]
            raise SystemExit(f"{game} {words} depth {depth}: OpenSpiel {count} leaves, Secateur {found}")


def wander(state, moves, rng):
    """Plays at random until a player is to move after so many moves of players, or the game is over."""
    while not state.is_terminal() and (moves > 0 or state.is_chance_node()):
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes())
            state.apply_action(rng.choices(actions, weights)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            moves -= 1
    return state


def pig(contest, rng):
    goal, sides = 30, 6
    game = pyspiel.load_game(f"pig(winscore={goal},horizon=100000)")

    def scores(state):
        first, second = str(state).splitlines()[:2]
        held = [int(word.strip(",")) for word in first.split()[1:3]]
        # While the die is in the air, the line ends with a remark.
        return held, int(first.split()[-1]), int(second.split()[2])

    def evaluate(state):
        # The player whose turn it is, also while the die is in the air.
        (held, turn, player) = scores(state)
        missing = max(0, goal - held[player] - turn)
        good = max(0, sides + 1 - max(missing, 2)) / sides
        lead = held[0] - held[1] + (turn if player == 0 else -turn)
        low, high = (good, 1.0) if player == 0 else (0.0, 1.0 - good)
        return min(max(0.5 + lead / (2 * goal), low), high)

    for _ in range(12):
        state = wander(game.new_initial_state(), rng.randrange(8), rng)
        if state.is_terminal():
            continue
        held, turn, player = scores(state)
        # Secateur's Max is whoever is to move.
        words = [f"goal={goal}", "rules=loose", f"max={held[player]}", f"min={held[1 - player]}", f"turn={turn}"]
        if turn + held[player] >= goal:
            continue

        def ours(position, player=player):
            value = evaluate(position)
            return 2 * (value if player == 0 else 1 - value) - 1

        for depth in range(1, 7):
            contest.chance("pig", words, state, depth, ours, player, leaves=False)


class Mended:
    """A state of 2048 with all legal moves.

    OpenSpiel 2.0.2 leaves some out in which two equal tiles merge at the side that they slide to, such as down for a column
    of . . 4 4, but plays them rightly.
    """

    def __init__(self, state):
        self.state = state

    def __getattr__(self, name):
        return getattr(self.state, name)

    def __str__(self):
        return str(self.state)

    def clone(self):
        return Mended(self.state.clone())

    def legal_actions(self):
        if self.state.is_chance_node() or self.state.is_terminal():
            return self.state.legal_actions()
        rows = [[int(tile) for tile in row.split()] for row in str(self.state).splitlines()[:4]]
        columns = [list(column) for column in zip(*rows)]
        # Up, right, down, left.
        lines = [columns, [row[::-1] for row in rows], [column[::-1] for column in columns], rows]
        return [action for action in range(4) if any(slid(line) != line for line in lines[action])]


def slid(line):
    """A line of 2048 after sliding to its front."""
    tiles, after = [tile for tile in line if tile], []
    while tiles:
        merges = len(tiles) > 1 and tiles[0] == tiles[1]
        after.append(2 * tiles[0] if merges else tiles[0])
        tiles = tiles[1 + merges:]
    return after + [0] * (len(line) - len(after))


def game_2048(contest, rng):
    game = pyspiel.load_game("2048(max_tile=2048)")
    rank = {0: 0, **{2**power: power for power in range(1, 12)}}

    def lines(state):
        rows = [[rank[int(tile)] for tile in row.split()] for row in str(state).splitlines()[:4]]
        return rows + [list(column) for column in zip(*rows)]

    def worth(line):
        pairs = list(zip(line, line[1:]))
        empty = line.count(0) / 4
        equal = sum(a == b != 0 for a, b in pairs) / 3
        rising = sum(max(0, b * b - a * a) for a, b in pairs)
        falling = sum(max(0, a * a - b * b) for a, b in pairs)
        return 0.4 * empty + 0.2 * equal - 0.6 * min(rising, falling) / 121

    def evaluate(state):
        value = 0.4 + sum(worth(line) for line in lines(state)) / 8
        return 2 * min(max(value, 0.0), 1.0) - 1

    for number in range(6):
        state = wander(game.new_initial_state(), rng.randrange(1, 8), rng)
        rows = "/".join(",".join(row.split()) for row in str(state).splitlines()[:4])
        state = Mended(state)
        for depth in (1, 2, 3) if number == 0 else (1, 2):
            contest.chance("2048", ["goal=2048", f"position={rows}"], state, depth, evaluate, 0)


def einstein(contest, rng):
    game = pyspiel.load_game("einstein_wurfelt_nicht")
    home = [(0, 0), (0, 1), (1, 0), (0, 2), (1, 1), (2, 0)]

    def cells(state):
        rows = [row.strip("|").split("||") for row in str(state).splitlines()[:5]]
        return {(i, j): rows[i][j] for i in range(5) for j in range(5) if rows[i][j] != "__"}

    def distance(stones, black):
        steps = [(max(4 - i, 4 - j) if black else max(i, j)) for (i, j), name in stones.items() if (name[0] == "b") == black]
        return min(steps, default=5)

    for number in range(6):
        state = game.new_initial_state()
        state.apply_action(rng.choice(state.legal_actions()))
        state.apply_action(rng.choice(state.legal_actions()))
        # The die is still to be thrown; it does not say who moves first, so one throw on a copy is asked.
        thrown = state.clone()
        thrown.apply_action(thrown.legal_actions()[0])
        first = thrown.current_player()
        stones = cells(state)
        black = "".join(stones[cell][1] for cell in home)
        white = "".join(stones[(4 - i, 4 - j)][1] for i, j in home)
        # Secateur's Max moves first and starts in the upper left, so the board is turned where white does.
        own, other = (black, white) if first == 0 else (white, black)
        words = ["board=5x5", "stones=6", f"max={own}", f"min={other}"]

        def evaluate(position, first=first):
            stones = cells(position)
            lead = distance(stones, first != 0) - distance(stones, first == 0)
            return 2 * min(max(0.5 + lead / 10, 0.0), 1.0) - 1

        for depth in (1, 2, 3, 4) if number == 0 else (1, 2, 3):
            contest.chance("einstein", words, state, depth, evaluate, first)


def tic_tac_toe(contest, rng):
    game = pyspiel.load_game("tic_tac_toe")
    for _ in range(30):
        state = wander(game.new_initial_state(), rng.randrange(1, 7), rng)
        if not state.is_terminal():
            played = "".join(str(action + 1) for action in state.history())
            contest.ask("tic-tac-toe", [f"position={played}"], state, 9, None, "minimax", leaves=False, limited=False)


def connect_four(contest, rng):
    game = pyspiel.load_game("connect_four(rows=4,columns=4)")
    for _ in range(10):
        state = wander(game.new_initial_state(), 6, rng)
        if not state.is_terminal():
            played = "".join(str(action + 1) for action in state.history())
            words = ["width=4", "height=4", f"position={played}"]
            contest.ask("connect-four", words, state, 16, None, "minimax", leaves=False, limited=False)


def main():
    if len(sys.argv) != 2:
        raise SystemExit("usage: python compare.py PATH/TO/secateur")
    for play in (pig, game_2048, einstein, tic_tac_toe, connect_four):
        contest = Contest(sys.argv[1])
        play(contest, random.Random(1))
        ratio = contest.theirs / max(contest.ours, 1e-9)
        print(
            f"{play.__name__.replace('_', ' ')}: {contest.questions} searches agree; OpenSpiel {contest.theirs:.2f} s, "
            f"Secateur {contest.ours * 1000:.1f} ms: {ratio:,.0f} times as fast"
        )


if __name__ == "__main__":
    main()
