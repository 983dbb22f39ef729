"""Matrix games."""

import random
import time
from fractions import Fraction

import pytest

import secateur


def test_one_matrix_in_every_dress():
    numpy = pytest.importorskip("numpy")
    nested = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]
    for payoffs in (nested, tuple(map(tuple, nested)), numpy.array(nested), numpy.array(nested, dtype="float32")):
        found = secateur.solve_matrix(payoffs)
        assert found.lower <= 0 <= found.upper and found.row_strategy == pytest.approx([1 / 3] * 3)
    assert secateur.solve_matrix(numpy.array(nested)[:, ::-1]).value == pytest.approx(0)
    assert "<svg" in found.svg() and found.to_dict()["payoffs"][0] == [0, -1, 1]


def test_bounds_contain_the_exact_value():
    rng = random.Random(1)
    for _ in range(300):
        rows, columns = rng.randint(1, 6), rng.randint(1, 6)
        payoffs = [[rng.randint(-9, 9) for _ in range(columns)] for _ in range(rows)]
        found, exact = secateur.solve_matrix(payoffs), secateur.solve_matrix(payoffs, exact=True)
        assert found.lower <= exact.value <= found.upper and isinstance(exact.value, Fraction)
        assert sum(exact.row_strategy) == 1 == sum(exact.column_strategy)
        assert min(sum(p * row[j] for p, row in zip(exact.row_strategy, payoffs)) for j in range(columns)) == exact.value
        assert max(sum(q * x for q, x in zip(exact.column_strategy, row)) for row in payoffs) == exact.value


@pytest.mark.parametrize("payoffs", [[], [[]], [[1, 2], [3]], [[float("nan")]], [[float("inf")]], [["x"]], 7, None])
def test_what_is_no_matrix_is_refused(payoffs):
    with pytest.raises(secateur.SecateurError) as raised:
        secateur.solve_matrix(payoffs)
    assert "\n" not in str(raised.value)


def test_many_matrices_with_and_without_numpy(monkeypatch):
    rng = random.Random(2)
    games = [[[rng.uniform(-1, 1) for _ in range(4)] for _ in range(2)] for _ in range(50)]
    ours = [secateur.solve_matrix(game) for game in games]
    for without in (False, True):
        if without:
            monkeypatch.setattr("secateur.matrices._numpy", lambda: None)
        else:
            pytest.importorskip("numpy")
        found = secateur.solve_matrices(games, threads=2)
        assert len(found) == 50 and len(list(found)) == 50
        for number, one in enumerate(ours):
            assert (found.lower[number], found.upper[number]) == (one.lower, one.upper)
            assert [found.row_strategies[number, i] for i in range(2)] == one.row_strategy
            assert [found.column_strategies[number, j] for j in range(4)] == one.column_strategy
        assert found.value[7] == pytest.approx(ours[7].value)


@pytest.mark.parametrize("payoffs", [[[1, 2]], [[[1, 2]], [[1]]], [[[float("nan")]]], 7])
def test_what_are_no_matrices_is_refused(payoffs):
    with pytest.raises(secateur.SecateurError):
        secateur.solve_matrices(payoffs)


def test_a_million_matrices_take_no_second():
    numpy = pytest.importorskip("numpy")
    games = numpy.random.default_rng(3).normal(size=(1_000_000, 3, 3))
    started = time.process_time()
    found = secateur.solve_matrices(games)
    spent = time.process_time() - started
    assert (found.upper - found.lower).max() < 1e-10
    best = (found.row_strategies[:, :, None] * games).sum(axis=1).min(axis=1)
    assert (best <= found.upper + 1e-9).all() and (best >= found.lower - 1e-9).all()
    # The processor's time on all threads together, so that other work on the machine does not count.
    assert spent < 1.0, f"{spent:.2f} s"
    with pytest.raises(secateur.SecateurError, match="expected an array of 3 dimensions"):
        secateur.solve_matrices(games[0])
