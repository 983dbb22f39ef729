"""Zero-sum matrix games: one, or many at once."""

from __future__ import annotations

import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from secateur import _secateur, drawing
from secateur._secateur import SecateurError


@dataclass(frozen=True)
class MatrixSolution:
    """The value of a matrix game, and both players' optimal strategies."""

    payoffs: list[list[float]]
    """What the row player, who maximises, gets."""
    lower: Any
    """The value is at least this, whatever rounding did; a :class:`~fractions.Fraction` if asked for exactly."""
    upper: Any
    value: Any
    """The middle of the bounds."""
    row_strategy: list[Any]
    column_strategy: list[Any]
    method: str
    """How the answer was found."""
    row_names: list[str] | None = None
    column_names: list[str] | None = None

    def to_dict(self) -> dict[str, Any]:
        """Everything, as plain lists and numbers."""
        return {
            "payoffs": self.payoffs,
            "lower": self.lower,
            "upper": self.upper,
            "value": self.value,
            "row_strategy": self.row_strategy,
            "column_strategy": self.column_strategy,
            "method": self.method,
        }

    def svg(self) -> str:
        """The matrix as a picture, with both strategies at its sides."""
        return drawing.matrix(self.payoffs, self.row_strategy, self.column_strategy, self.row_names, self.column_names)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        return f"<div><p>value {float(self.value):.6g}</p>{self.svg()}</div>"


@dataclass(frozen=True)
class Matrices:
    """The solutions of many matrix games of one shape.

    All are arrays of numpy if numpy is there, or else memoryviews, which can be indexed in the same way.
    """

    lower: Any
    """The value of each is at least this."""
    upper: Any
    row_strategies: Any
    """A row for each game."""
    column_strategies: Any

    def __len__(self) -> int:
        return len(self.lower)

    @property
    def value(self) -> Any:
        """The middle of the bounds of each."""
        if hasattr(self.lower, "mean"):
            return self.lower / 2 + self.upper / 2
        return [lower / 2 + upper / 2 for lower, upper in zip(self.lower, self.upper)]

    def __iter__(self) -> Iterator[tuple[float, float]]:
        """The bounds of each."""
        return zip(self.lower, self.upper)


def solve_matrix(
    payoffs: Any,
    *,
    exact: bool = False,
    rows: Sequence[str] | None = None,
    columns: Sequence[str] | None = None,
) -> MatrixSolution:
    """Solves the game whose payoffs to the row player are given: nested lists, or an array of numpy's.

    Args:
        payoffs: row by row.
        exact: in fractions; the payoffs are taken for exactly the doubles that they are.
        rows: the names of the rows, for the picture.
        columns: the names of the columns.

    >>> import secateur
    >>> found = secateur.solve_matrix([[3, -1], [-2, 1]], exact=True)
    >>> found.value, found.row_strategy
    (Fraction(1, 7), [Fraction(3, 7), Fraction(4, 7)])
    >>> secateur.solve_matrix([[1, 2], [3]])
    Traceback (most recent call last):
    ...
    secateur.SecateurError: row 2 has 1 payoffs, the first row has 2
    """
    matrix = _nested(payoffs)
    width = len(matrix[0]) if matrix else 0
    for number, row in enumerate(matrix, 1):
        if len(row) != width:
            raise SecateurError(f"row {number} has {len(row)} payoffs, the first row has {width}")
    names = (_names(rows, "rows", len(matrix)), _names(columns, "columns", width))
    if exact:
        text, row_texts, column_texts = _secateur.solve_matrix_exactly(matrix)
        value = Fraction(text)
        strategies = ([Fraction(part) for part in row_texts], [Fraction(part) for part in column_texts])
        return MatrixSolution(matrix, value, value, value, *strategies, "big integers", *names)
    flat = [payoff for row in matrix for payoff in row]
    middle, lower, upper, row, column, method = _secateur.solve_matrix(flat, len(matrix), width)
    return MatrixSolution(matrix, lower, upper, middle, row, column, method, *names)


def solve_matrices(payoffs: Any, *, threads: int | None = None) -> Matrices:
    """Solves many games of one shape at once: three-fold nested lists, or an array of numpy's with three dimensions.

    A million games of 3 by 3 take well below a second.

    >>> import secateur
    >>> found = secateur.solve_matrices([[[1, 0], [0, 1]], [[4, 0], [0, 4]]])
    >>> len(found), [round(float(value), 12) for value in found.value]
    (2, [0.5, 2.0])
    """
    flat, (count, rows, columns) = _cube(payoffs)
    ends, row, column = (bytearray(8 * count * size) for size in (2, rows, columns))
    if threads is not None and (isinstance(threads, bool) or not isinstance(threads, int) or threads < 1):
        raise SecateurError(f"threads: expected a whole number of 1 or more, found {threads!r}")
    both, row_view, column_view = (memoryview(part).cast("d") for part in (ends, row, column))
    _secateur.solve_matrices(flat, count, rows, columns, both, row_view, column_view, threads)
    numpy = _numpy()
    if numpy is not None:
        found = numpy.frombuffer(ends).reshape(count, 2)
        by_row, by_column = numpy.frombuffer(row).reshape(count, rows), numpy.frombuffer(column).reshape(count, columns)
        return Matrices(found[:, 0], found[:, 1], by_row, by_column)
    if count == 0:
        return Matrices(both, both, row_view, column_view)
    table = memoryview(row).cast("d", (count, rows)), memoryview(column).cast("d", (count, columns))
    return Matrices(both[0::2], both[1::2], *table)


def _numpy() -> Any:
    """Numpy, if it is there: nothing here needs it."""
    try:
        import numpy
    except ImportError:
        return None
    return numpy


def _nested(payoffs: Any) -> list[list[float]]:
    """A matrix as lists of floats."""
    try:
        return [[float(payoff) for payoff in row] for row in payoffs]
    except (TypeError, ValueError, OverflowError) as problem:
        raise SecateurError(f"expected a matrix of numbers, row by row: {problem}") from None


def _cube(payoffs: Any) -> tuple[Any, tuple[int, int, int]]:
    """Many matrices as one buffer of doubles, and their shape."""
    numpy = _numpy()
    if numpy is not None and isinstance(payoffs, numpy.ndarray):
        if payoffs.ndim != 3:
            raise SecateurError(f"expected an array of 3 dimensions (games, rows, columns), found {payoffs.ndim}")
        return numpy.ascontiguousarray(payoffs, dtype=numpy.float64).reshape(-1), payoffs.shape
    try:
        matrices = [_nested(matrix) for matrix in payoffs]
    except TypeError:
        raise SecateurError("expected a list of matrices") from None
    rows = len(matrices[0]) if matrices else 0
    columns = len(matrices[0][0]) if rows else 0
    for number, matrix in enumerate(matrices):
        if len(matrix) != rows or any(len(row) != columns for row in matrix):
            raise SecateurError(f"matrix {number} is not of {rows} rows and {columns} columns, as matrix 0 is")
    return array.array("d", (payoff for matrix in matrices for row in matrix for payoff in row)), (
        len(matrices),
        rows,
        columns,
    )


def _names(names: Sequence[str] | None, what: str, count: int) -> list[str] | None:
    if names is None:
        return None
    if len(names) != count:
        raise SecateurError(f"{what}: expected {count} names, found {len(names)}")
    return [str(name) for name in names]
