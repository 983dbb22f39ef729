"""python-chess plays the engine: whole games with clocks, pondering, analysis that is stopped, several lines at once.

Run by tests/python_chess.rs as: python_chess.py ENGINE. Prints one line for each part, and fails with a traceback.
"""

import sys
import time

import chess
import chess.engine


def games_with_clocks(path, games, base, increment):
    """Whole games of the engine against itself; python-chess refuses illegal moves itself."""
    with chess.engine.SimpleEngine.popen_uci(path) as engine:
        for number in range(games):
            board = chess.Board(chess960=False)
            for move in ["e2e4", "d2d4", "c2c4", "g1f3"][number % 4 :][:1]:
                board.push_uci(move)
            clocks = {chess.WHITE: base, chess.BLACK: base}
            while not board.is_game_over(claim_draw=True) and board.fullmove_number < 200:
                limit = chess.engine.Limit(
                    white_clock=clocks[chess.WHITE],
                    black_clock=clocks[chess.BLACK],
                    white_inc=increment,
                    black_inc=increment,
                )
                started = time.monotonic()
                result = engine.play(board, limit, game=number)
                took = time.monotonic() - started
                assert result.move in board.legal_moves, (board.fen(), result.move)
                # python-chess itself takes time; what is looked for is a flag that falls by much.
                assert took < clocks[board.turn] + 1.0, (took, clocks)
                clocks[board.turn] = max(clocks[board.turn] - took, 0.05) + increment
                board.push(result.move)
            print("game", number + 1, board.result(claim_draw=True), "after", board.fullmove_number, "moves")


def stopped(path):
    """An endless analysis is stopped, several times, and always has a move."""
    with chess.engine.SimpleEngine.popen_uci(path) as engine:
        board = chess.Board()
        for _ in range(5):
            with engine.analysis(board, multipv=2) as analysis:
                for info in analysis:
                    if info.get("depth", 0) >= 6 and info.get("multipv") == 2:
                        break
                analysis.stop()
                best = analysis.wait()
            assert best.move in board.legal_moves
            board.push(best.move)
    print("stopped five times")


def pondering(path):
    """The engine thinks on the opponent's time: hits (ponderhit) and misses (stop) both end in a legal move."""
    with chess.engine.SimpleEngine.popen_uci(path) as engine:
        engine.configure({"Threads": 2})
        board = chess.Board()
        hits = misses = 0
        for turn in range(12):
            limit = chess.engine.Limit(white_clock=3, black_clock=3, white_inc=0.02, black_inc=0.02)
            result = engine.play(board, limit, ponder=True)
            assert result.move in board.legal_moves, (board.fen(), result.move)
            board.push(result.move)
            if board.is_game_over():
                break
            # The opponent makes the expected move, and every third time another one.
            replies = list(board.legal_moves)
            others = [move for move in replies if move != result.ponder] or replies
            reply = result.ponder if result.ponder in replies and turn % 3 else others[0]
            hits, misses = hits + (reply == result.ponder), misses + (reply != result.ponder)
            time.sleep(0.02)
            board.push(reply)
        assert hits and misses, (hits, misses)
    print("pondered", hits, "hits and", misses, "misses")


def mates(path):
    """A mate is found, shown as such, and `ping` (isready) is answered."""
    with chess.engine.SimpleEngine.popen_uci(path) as engine:
        engine.ping()
        board = chess.Board("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1")
        info = engine.analyse(board, chess.engine.Limit(depth=18, time=20), info=chess.engine.INFO_ALL)
        assert info["score"].white().mate() == 2, info["score"]
        board.push(info["pv"][0])
    print("mate in two found")


def chess960(path):
    """Castling in Chess960 is understood both ways."""
    with chess.engine.SimpleEngine.popen_uci(path) as engine:
        for number in (0, 400, 959):
            board = chess.Board.from_chess960_pos(number)
            for _ in range(60):
                if board.is_game_over(claim_draw=True):
                    break
                result = engine.play(board, chess.engine.Limit(nodes=800))
                assert result.move in board.legal_moves, (board.fen(), result.move)
                board.push(result.move)
    print("three games of Chess960")


def main():
    path = sys.argv[1:]
    games_with_clocks(path, games=2, base=1.5, increment=0.02)
    stopped(path)
    pondering(path)
    mates(path)
    chess960(path)


main()
