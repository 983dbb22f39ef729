"""Pictures in SVG, written by hand: no library is needed, and a notebook shows them as they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from secateur.trees import Tree

MAX, MIN, OTHER, INK, FAINT = "#1b6ca8", "#b8412b", "#777777", "#222222", "#dddddd"
FONT = 'font-family="sans-serif" font-size="12"'


def _picture(width: float, height: float, parts: Sequence[str]) -> str:
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {FONT}>{"".join(parts)}</svg>'


def _text(x: float, y: float, words: object, anchor: str = "middle", colour: str = INK) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">{escape(str(words))}</text>'


def _number(value: Any) -> str:
    return f"{float(value):.4g}"


def strategies(max_strategy: Mapping[str, float], min_strategy: Mapping[str, float]) -> str:
    """Bars as long as the probabilities of moves, for both players."""
    parts, y = [], 8.0
    names = [*max_strategy, *min_strategy]
    left = 16 + 7.5 * min(max((len(name) for name in names), default=0), 30)
    for title, colour, strategy in (("Max", MAX, max_strategy), ("Min", MIN, min_strategy)):
        if not strategy:
            continue
        y += 16
        parts.append(_text(8, y, title, "start", colour))
        for name, probability in sorted(strategy.items(), key=lambda item: -item[1])[:20]:
            y += 18
            shown = name if len(name) <= 30 else name[:29] + "…"
            bar = f'<rect x="{left:.1f}" y="{y - 11:.1f}" width="{200 * probability:.1f}" height="13" fill="{colour}"/>'
            parts += [_text(left - 6, y, shown, "end"), bar]
            parts.append(_text(left + 206 * probability + 6, y, f"{probability:.4f}", "start"))
        if len(strategy) > 20:
            y += 18
            parts.append(_text(left, y, f"and {len(strategy) - 20} more", "start", OTHER))
        y += 8
    return _picture(left + 280, y + 8, parts)


def matrix(
    payoffs: Sequence[Sequence[float]],
    rows: Sequence[Any],
    columns: Sequence[Any],
    row_names: Sequence[str] | None = None,
    column_names: Sequence[str] | None = None,
) -> str:
    """A matrix, blue where it is good for Max and red where it is good for Min, with both strategies at its sides."""
    low = min(min(row) for row in payoffs)
    high = max(max(row) for row in payoffs)
    row_names = row_names or [str(number + 1) for number in range(len(rows))]
    column_names = column_names or [str(number + 1) for number in range(len(columns))]
    left, top, width, height = 16 + 7.5 * max(len(name) for name in row_names), 28.0, 62.0, 26.0
    parts = []
    for j, name in enumerate(column_names):
        parts.append(_text(left + (j + 0.5) * width, top - 8, name, colour=MIN))
    for i, (name, row) in enumerate(zip(row_names, payoffs)):
        y = top + i * height
        parts.append(_text(left - 6, y + 17, name, "end", MAX))
        for j, payoff in enumerate(row):
            share = (payoff - low) / (high - low) if high > low else 0.5
            colour = MAX if share >= 0.5 else MIN
            cell = f'x="{left + j * width:.1f}" y="{y:.1f}" width="{width}" height="{height}"'
            parts.append(f'<rect {cell} fill="{colour}" fill-opacity="{abs(share - 0.5):.3f}" stroke="{FAINT}"/>')
            parts.append(_text(left + (j + 0.5) * width, y + 17, _number(payoff)))
        parts.append(_text(left + len(columns) * width + 8, y + 17, _number(rows[i]), "start", MAX))
    bottom = top + len(rows) * height + 18
    for j, probability in enumerate(columns):
        parts.append(_text(left + (j + 0.5) * width, bottom, _number(probability), colour=MIN))
    return _picture(left + len(columns) * width + 64, bottom + 10, parts)


def tree(root: Tree) -> str:
    """A game tree: Max points up, Min points down, chance is round, and a square is a turn of both."""
    parts: list[str] = []
    width_of_leaf, height_of_level = 58.0, 74.0
    places = iter(range(1 << 30))
    deepest = 0

    def draw(node: Tree, depth: int) -> float:
        nonlocal deepest
        deepest = max(deepest, depth)
        y = 30 + depth * height_of_level
        if node.children:
            places_below = [(label, draw(child, depth + 1)) for label, child in node.children]
            x = (places_below[0][1] + places_below[-1][1]) / 2
            for label, below in places_below:
                line = f'x1="{x:.1f}" y1="{y + 12:.1f}" x2="{below:.1f}" y2="{y + height_of_level - 14:.1f}"'
                parts.insert(0, f'<line {line} stroke="{FAINT}" stroke-width="1.5"/>')
                at = 0.62
                shown = label if len(label) <= 9 else label[:8] + "…"
                parts.append(_text(x + at * (below - x), y + 12 + at * (height_of_level - 26), shown, colour=OTHER))
        else:
            x = 40 + next(places) * width_of_leaf
        parts.append(_shape(node, x, y))
        return x

    draw(root, 0)
    return _picture(40 + next(places) * width_of_leaf + 20, 60 + deepest * height_of_level, parts)


def _shape(node: Tree, x: float, y: float) -> str:
    value = "" if node.value is None else node.value
    if node.turn == "over":
        return _text(x, y + 5, value)
    label = _text(x + 15, y + 5, value, "start") if value != "" else ""
    if not node.children:
        label += _text(x, y + 26, "…", colour=OTHER)
    shapes = {
        "max": f'<path d="M{x - 11:.1f} {y + 9:.1f}h22l-11 -20z" fill="{MAX}"/>',
        "min": f'<path d="M{x - 11:.1f} {y - 9:.1f}h22l-11 20z" fill="{MIN}"/>',
        "both": f'<rect x="{x - 9:.1f}" y="{y - 9:.1f}" width="18" height="18" fill="{INK}"/>',
    }
    return shapes.get(node.turn, f'<circle cx="{x:.1f}" cy="{y:.1f}" r="10" fill="{OTHER}"/>') + label


def curves(
    series: Mapping[str, Sequence[tuple[float, float]]], *, x: str = "", y: str = "", title: str = ""
) -> Figure:
    """Lines through points, one for each series, for a notebook.

    Args:
        series: the points of each line, by its name.
        x: what stands below.
        y: what stands at the side.
        title: what stands above.

    >>> from secateur.drawing import curves
    >>> curves({"one": [(0, 1), (1, 2)], "two": [(0, 2), (1, 1)]}, x="time").svg().count("<polyline")
    2
    """
    points = [point for line in series.values() for point in line]
    left, top, width, height = 60.0, 34.0, 420.0, 240.0
    x_low, x_high = _range([point[0] for point in points])
    y_low, y_high = _range([point[1] for point in points] + [0.0])

    def place(point: tuple[float, float]) -> tuple[float, float]:
        across, up = (point[0] - x_low) / (x_high - x_low), (point[1] - y_low) / (y_high - y_low)
        return left + across * width, top + height - up * height

    parts = [_text(left + width / 2, 18, title), _text(left + width / 2, top + height + 36, x)]
    parts.append(_text(left, top - 8, y, "start"))
    for step in range(5):
        at_x, at_y = x_low + step / 4 * (x_high - x_low), y_low + step / 4 * (y_high - y_low)
        (across, _), (_, up) = place((at_x, y_low)), place((x_low, at_y))
        parts.append(f'<line x1="{left}" x2="{left + width}" y1="{up:.1f}" y2="{up:.1f}" stroke="{FAINT}"/>')
        parts += [_text(across, top + height + 18, f"{at_x:.3g}"), _text(left - 6, up + 4, f"{at_y:.3g}", "end")]
    colours = (MAX, MIN, "#3a7d44", "#8a5a9e", "#c98a1b", INK)
    for number, (name, line) in enumerate(series.items()):
        colour = colours[number % len(colours)]
        placed = " ".join(f"{across:.1f},{up:.1f}" for across, up in map(place, line))
        parts.append(f'<polyline points="{placed}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(_text(left + width + 10, top + 14 + 18 * number, name, "start", colour))
    return Figure(_picture(left + width + 120, top + height + 50, parts))


def _range(numbers: Sequence[float]) -> tuple[float, float]:
    low, high = min(numbers, default=0.0), max(numbers, default=1.0)
    return (low, high) if high > low else (low, low + 1)


class Figure:
    """A picture that a notebook shows."""

    def __init__(self, svg: str) -> None:
        self._svg = svg

    def svg(self) -> str:
        """The picture."""
        return self._svg

    def _repr_svg_(self) -> str:
        return self._svg
