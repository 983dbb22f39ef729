"""OpenSpiel's games; left out where OpenSpiel is not installed."""

import itertools
import random

import pytest

import secateur
from secateur.openspiel import COMPLETE

pyspiel = pytest.importorskip("pyspiel")

SMALL = {
    "breakthrough": "breakthrough(rows=4,columns=3)",
    "clobber": "clobber(rows=3,columns=3)",
    "connect_four": "connect_four(rows=4,columns=3)",
    "dots_and_boxes": "dots_and_boxes(num_rows=1,num_cols=2)",
    "nim": "nim(pile_sizes=1;3;5)",
    "gomoku": "gomoku(size=3,connect=3)",
    "goofspiel": "goofspiel(imp_info=False,num_cards=3)",
    "havannah": "havannah(board_size=2)",
    "hex": "hex(board_size=3)",
    "markov_soccer": "markov_soccer(horizon=4)",
    "mnk": "mnk(m=3,n=3,k=3)",
    "oshi_zumo": "oshi_zumo(coins=3,size=1,horizon=6)",
    "y": "y(board_size=3)",
}


@pytest.mark.parametrize("name", sorted(COMPLETE))
def test_positions_with_one_text_are_one_position(name):
    """Lines of play that end in one text have the same turn, moves and texts to come: all of them in small games, some in large ones."""
    game = secateur.from_openspiel(SMALL.get(name, name))
    seen, paths = {}, [game.start()]
    rng = random.Random(5)
    for _ in range(10_000):
        if not paths:
            break
        state = paths.pop()
        turn = game.turn(state)
        moves = []
        if turn == "both":
            moves = list(itertools.product(game.rows(state), game.columns(state)))
        elif turn == "chance":
            moves = [outcome for _, outcome in game.outcomes(state)]
        elif isinstance(turn, str):
            moves = game.moves(state)
        names = [game.name(state, move) for move in moves if not isinstance(move[0] if turn == "both" else move, tuple)]
        told = (turn, names, len(moves))
        assert seen.setdefault(game.key(state), told) == told, str(state)
        rng.shuffle(moves)
        paths += [game.play(state, move) for move in moves]


@pytest.mark.parametrize("name", sorted(name for name in COMPLETE if name in SMALL))
def test_the_value_is_one_whether_lines_of_play_meet_or_not(name):
    game = pyspiel.load_game(SMALL[name])
    together = secateur.solve(secateur.from_openspiel(game), time_limit=60)
    apart = secateur.solve(secateur.from_openspiel(game, key="history"), time_limit=3)
    assert together.is_solved and apart.lower - 1e-6 <= together.value <= apart.upper + 1e-6
    assert apart.is_solved or name in ("markov_soccer", "connect_four", "gomoku", "mnk", "oshi_zumo", "breakthrough")


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("tic_tac_toe", 0),
        ("mnk(m=3,n=3,k=3)", 0),
        ("nim(pile_sizes=1;3;5)", 1),
        ("clobber(rows=3,columns=3)", None),
        ("hex(board_size=3)", 1),
        ("y(board_size=3)", 1),
        ("dots_and_boxes(num_rows=1,num_cols=2)", None),
        ("matrix_rps", 0),
        ("goofspiel(imp_info=False,num_cards=3,points_order=descending)", 0),
        ("oshi_zumo(coins=4,size=1,horizon=8)", 0),
        ("pig(winscore=5,horizon=8,diceoutcomes=2)", None),
    ],
)
def test_values_are_openspiels(words, value):
    game = pyspiel.load_game(words)
    found = secateur.solve(secateur.from_openspiel(game))
    assert found.is_solved and found.upper - found.lower < 1e-6
    if value is not None:
        assert found.value == pytest.approx(value, abs=1e-6)
    if game.get_type().dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL:
        from secateur.openspiel_table import solved_by_openspiel

        assert solved_by_openspiel(game) == pytest.approx(found.value, abs=1e-6)


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("kuhn_poker", "kuhn_poker: expected perfect information, found hidden information"),
        ("matrix_pd", "matrix_pd: expected a zero-sum game, found general sum"),
        ("catch", "catch: expected two players, found 1"),
        ("pig(players=3)", "pig: expected two players, found 3"),
    ],
)
def test_other_games_are_refused_with_one_line(words, line):
    with pytest.raises(secateur.SecateurError) as raised:
        secateur.from_openspiel(words)
    assert str(raised.value) == line


def test_a_session_of_openspiels():
    session = secateur.open(secateur.from_openspiel("tic_tac_toe"))
    session.play("x(1,1)").play("o(0,0)")
    assert session.turn == "max" and session.solve().value == 0
    assert "x" in session.show()
    with pytest.raises(secateur.SecateurError, match="key: expected 'text', 'history' or a function"):
        secateur.from_openspiel("tic_tac_toe", key="board")
