"""Games and algorithms of the catalogue."""

import dataclasses
import doctest
import importlib
import json
import pkgutil
from pathlib import Path

import pytest

import secateur

ROOT = Path(__file__).resolve().parents[2]


def test_every_game_of_the_catalogue_opens_and_is_searched():
    opened = 0
    for game in secateur.games():
        if "file=" in game.example:
            continue
        words = dict(word.split("=", 1) for word in game.example.split())
        found = secateur.solve(game.name, parameters=words, time_limit=0.2, threads=1, memory=16)
        assert found.game == game.name and found.stopped in ("solved", "time", "depth", "estimated"), found
        session = secateur.open(game.name, parameters=words)
        assert session.turn in ("max", "min", "both", "chance") and session.show()
        assert "<table>" in found._repr_html_()
        json.dumps(found.to_dict())
        opened += 1
    assert opened > 15


def test_every_algorithm_finds_the_same_value():
    """On the smallest game that each can solve."""
    games = {
        "tic-tac-toe": ({"position": "5137"}, 0),
        "pig": ({"goal": 10}, None),
        "goofspiel": ({"cards": 3, "prizes": "2,3,1"}, 0.0),
        "random-dag": ({"depth": 5, "branching": 2, "seed": 3}, None),
    }
    values = {}
    for known in secateur.algorithms():
        name = next((game for game in games if game in known.games), None)
        if name is None or known.name in ("mcms", "chance-probcut", "layers"):
            continue
        if known.name in ("normal-form", "sequence-form", "backward-induction"):
            name = "goofspiel"  # the normal form is for tiny games
        words, value = games[name]
        if name == "pig" and known.name != "interval-iteration":
            name, words, value = "random-tree", {"depth": 3, "branching": 3, "chance": 0.8}, None
        found = secateur.solve(name, algorithm=known.name, parameters=words, threads=2, memory=16)
        # A linear program of floating-point numbers leaves a width that it cannot close.
        assert found.is_solved or known.name == "sequence-form", known.name
        if isinstance(found.lower, (int, float)):
            assert found.upper - found.lower < 1e-6, known.name
            assert values.setdefault(name, found.value) == pytest.approx(found.value, abs=1e-6), known.name
            if value is not None:
                assert found.value == pytest.approx(value)
        else:
            assert values.setdefault(name, found.value) == found.value
    assert set(values) >= {"tic-tac-toe", "goofspiel", "random-dag"}


def test_limits_and_words_are_checked():
    for words, line in [
        ({"cards": 0}, "cards=0: "),
        ({"cads": 4}, "goofspiel has no parameter cads; did you mean cards?"),
        ({"algorithm": "minmax"}, "there is no algorithm minmax; did you mean minimax?"),
        ({"algorithm": 7}, "algorithm: expected a name with its options"),
        ({"time_limit": -1}, "time_limit: expected a number of 0 or more, found -1"),
        ({"time_limit": float("nan")}, "time_limit: expected a number"),
        ({"node_limit": 1.5}, "node_limit: expected a whole number from 0 to "),
        ({"threads": True}, "threads: expected a whole number"),
        ({"epsilon": -0.1}, "epsilon: expected a number of 0 or more"),
        ({"cards": object()}, "cards: expected a word, a number, or a list of them"),
    ]:
        with pytest.raises(secateur.SecateurError) as raised:
            secateur.solve("goofspiel", **words)
        assert str(raised.value).startswith(line) and "\n" not in str(raised.value), raised.value


def test_a_result_has_everything():
    found = secateur.solve("goofspiel", cards=4, prizes=[1, 4, 2, 3])
    assert found.parameters["prizes"] == "1,4,2,3" and found.is_solved
    assert sum(found.max_strategy.values()) == pytest.approx(1)
    assert {row["player"] for row in found.rows()} == {"max", "min"}
    assert found.to_dict()["schema_version"] == 1 and found.to_dict()["lower"] == found.lower
    assert found._repr_svg_().startswith("<svg") and found.statistics["visits"] > 0
    assert "goofspiel" in repr(found) and str(found).startswith("goofspiel: ")
    assert dataclasses.asdict(found)["algorithm"] == found.algorithm


def test_pandas_reads_the_lists():
    pandas = pytest.importorskip("pandas")
    assert len(pandas.DataFrame(secateur.games())) == len(secateur.games())
    assert len(pandas.DataFrame(secateur.solve("goofspiel", cards=3).rows())) == 6


def test_strategies_are_kept_read_and_judged(tmp_path):
    plan = secateur.strategies("goofspiel", cards=4)
    assert plan.exploitability().gap[1] < 1e-9 and len(plan) > 10
    plan.save(tmp_path / "plan.json")
    again = secateur.Strategies.load(tmp_path / "plan.json")
    assert again.exploitability() == plan.exploitability() and again.rows() == plan.rows()
    again.file["positions"][0]["max"] = {"1": 1.0}
    again.file["positions"] += [{"path": [], "max": {"1": 1.0}}]
    with pytest.raises(secateur.SecateurError):
        secateur.Strategies({**plan.file, "positions": []}).exploitability()
    with pytest.raises(secateur.SecateurError, match="expected a strategy file"):
        (tmp_path / "bad.json").write_text("[]")
        secateur.Strategies.load(tmp_path / "bad.json")
    with pytest.raises(secateur.SecateurError):
        secateur.strategies("tic-tac-toe")


def test_sessions():
    game = secateur.open("goofspiel", cards=3)
    assert game.matrix().row_names == ["3", "2", "1"]
    with pytest.raises(secateur.SecateurError, match="expected a move of Max and one of Min"):
        game.play("1")
    with pytest.raises(secateur.SecateurError, match="there is no move 9 1 here; there is 3 2 1 for Max and 3 2 1 for Min"):
        game.play("9", "1")
    with pytest.raises(secateur.SecateurError, match="there is nothing to take back"):
        game.undo()
    value = game.solve().value
    assert game.matrix().value == pytest.approx(value)
    game.play("3", "1")
    assert "Max" not in game.outcomes() and game.solve(algorithm="backward-induction").is_solved
    with pytest.raises(secateur.SecateurError, match="there is no option cards"):
        game.solve(cards=3)
    assert secateur.tree(game, depth=1).svg().count("<svg") == 1


def test_tools():
    found = secateur.suit("AK98xx", "Jx")
    assert 0 < found.goals[0].probability <= 1 and found.goals[0].line and found.to_dict()["combination"]
    with pytest.raises(secateur.SecateurError):
        secateur.suit("AA", "K")
    with pytest.raises(secateur.SecateurError):
        secateur.faults("<nothing/>")
    with pytest.raises(secateur.SecateurError, match="no-such-file"):
        secateur.faults("no-such-file.xml")


def test_the_examples_of_the_documentation():
    failed = tried = 0
    names = [module.name for module in pkgutil.iter_modules(secateur.__path__) if not module.name.startswith("_")]
    for name in ["secateur", *(f"secateur.{name}" for name in names if name != "openspiel_table")]:
        result = doctest.testmod(importlib.import_module(name))
        failed, tried = failed + result.failed, tried + result.attempted
    assert failed == 0 and tried > 40


@pytest.mark.parametrize("page", ["docs/python.md"])
def test_the_examples_of_the_guide(page, monkeypatch):
    monkeypatch.chdir(ROOT)
    result = doctest.testfile(str(ROOT / page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.failed == 0 and result.attempted > 20
