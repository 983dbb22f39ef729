"""Random games with every kind of turn, as Python classes and in the tree format that Rust reads."""

import random


class Forest:
    """A random game as nodes: ``("over", value)``, ``(kind, children)``, ``("chance", weights, children)``, ``("both", rows)``.

    Some nodes are met by several lines of play, as in a real game."""

    bounds = (-9, 9)

    def __init__(self, seed, kinds=("max", "min", "chance", "both"), depth=3):
        self.rng = random.Random(seed)
        self.kinds = kinds
        self.nodes = []
        self.levels = {}
        self.root = self.grow(depth)
        if "both" in kinds:
            self.rows = lambda state: range(len(self.nodes[state][1]))
            self.columns = lambda state: [f"c{j}" for j in range(len(self.nodes[state][1][0]))]
        if "chance" in kinds:
            self.outcomes = lambda state: list(zip(self.nodes[state][1], range(len(self.nodes[state][2]))))

    def grow(self, depth):
        known = self.levels.setdefault(depth, [])
        if known and self.rng.random() < 0.2:
            return self.rng.choice(known)
        node = self.make(depth)
        self.nodes.append(node)
        known.append(len(self.nodes) - 1)
        return len(self.nodes) - 1

    def make(self, depth):
        rng = self.rng
        if depth == 0 or rng.random() < 0.1:
            return ("over", rng.choice([-3, -1, 0, 1, 2, 0.5, 0.25, 7]))
        kind = rng.choice(self.kinds)
        below = lambda count: [self.grow(depth - 1) for _ in range(count)]
        if kind == "both":
            columns = rng.randint(1, 3)
            return (kind, [below(columns) for _ in range(rng.randint(1, 3))])
        count = rng.randint(1, 3)
        if kind == "chance":
            return (kind, [rng.randint(1, 5) for _ in range(count)], below(count))
        return (kind, below(count))

    def start(self):
        return self.root

    def turn(self, state):
        node = self.nodes[state]
        return node[1] if node[0] == "over" else node[0]

    def moves(self, state):
        return range(len(self.nodes[state][1]))

    def play(self, state, move):
        node = self.nodes[state]
        if node[0] == "both":
            return node[1][move[0]][int(move[1][1:])]
        return node[-1][move]

    def text(self, state=None):
        """The tree as a file."""
        node = self.nodes[self.root if state is None else state]
        if node[0] == "over":
            return str(node[1])
        if node[0] == "both":
            rows = " ".join("[" + " ".join(self.text(child) for child in row) + "]" for row in node[1])
            return f"(both {rows})"
        if node[0] == "chance":
            parts = " ".join(f"{weight}: {self.text(child)}" for weight, child in zip(node[1], node[2]))
            return f"(chance {parts})"
        return f"({node[0]} {' '.join(self.text(child) for child in node[1])})"


KINDS = [("max", "min"), ("max", "min", "chance"), ("max", "min", "chance", "both"), ("max", "min", "both")]
ALGORITHMS = {
    ("max", "min"): [None, "minimax", "alpha-beta", "mtdf", "jamboree", "expectimax", "joint"],
    ("max", "min", "chance"): [None, "expectimax", "star1", "star2", "bounded-plus", "interval-iteration", "engine"],
    ("max", "min", "chance", "both"): [None, "joint", "engine", "backward-induction", "smab", "serialized", "sequence-form"],
    ("max", "min", "both"): [None, "double-oracle", "double-oracle-alpha-beta", "engine", "backward-induction:cache=on"],
}
