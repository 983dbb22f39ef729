"""Holds Secateur against Gambit on files of games: every .efg and .nfg below a folder.

    python compare.py PATH/TO/secateur FOLDER

Where Gambit says that a game has two players, a constant sum and perfect recall, it is solved by linear programs in fractions, and
Secateur's bounds must contain that value and lie close together. What only one of the two can read or solve is listed.
"""

import json
import pathlib
import subprocess
import sys
from fractions import Fraction

import pygambit

CLOSE = 1e-6
TOLERANCE = 1e-9


def ours(program, path):
    """Secateur's bounds of the first player's payoff, or its one line of complaint."""
    hides = path.suffix == ".efg"
    asked = ["solve", "efg", f"file={path}", "--json", "--time", "60s"] if hides else ["matrix", str(path), "--json"]
    done = subprocess.run([program, *asked], capture_output=True, text=True)
    if done.returncode != 0:
        return None, done.stderr.strip()
    answer = json.loads(done.stdout)
    return (answer["lower"], answer["upper"]), None


def theirs(path):
    """Gambit's value of the game to the first player, as a fraction; nothing where it is none that both can solve."""
    extensive = path.suffix == ".efg"
    game = pygambit.read_efg(str(path)) if extensive else pygambit.read_nfg(str(path))
    if len(game.players) != 2 or not game.is_const_sum or (extensive and not game.is_perfect_recall):
        return None
    equilibrium = pygambit.nash.lp_solve(game, rational=True).equilibrium
    return Fraction(str(equilibrium.payoffs[next(iter(game.players))]))


def main():
    """Compares all files; fails where a value differs, or where only Gambit has one."""
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    paths = sorted(path for path in folder.rglob("*") if path.suffix in (".efg", ".nfg"))
    equal, unread, wrong = 0, [], []
    for path in paths:
        try:
            value = theirs(path)
        except ValueError as problem:
            unread.append((path, problem, ours(program, path)[0]))
            continue
        if value is None:
            continue
        bounds, complaint = ours(program, path)
        if bounds is None:
            wrong.append((path, value, complaint))
        elif bounds[0] - TOLERANCE <= value <= bounds[1] + TOLERANCE and bounds[1] - bounds[0] < CLOSE:
            equal += 1
        else:
            wrong.append((path, value, bounds))
    for path, problem, bounds in unread:
        print(f"{path}: Gambit says: {problem}; Secateur: {bounds or 'nor does Secateur'}")
    for path, value, found in wrong:
        print(f"{path}: Gambit has {value}, Secateur {found}")
    print(f"{len(paths)} files, {equal} values equal, {len(wrong)} not, {len(unread)} that Gambit does not read")
    if wrong or not equal:
        sys.exit("Gambit disagrees" if wrong else "there was nothing to compare")


if __name__ == "__main__":
    main()
