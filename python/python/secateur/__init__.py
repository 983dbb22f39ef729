"""Secateur solves two-player zero-sum games by cutting their trees soundly.

Every answer is a pair of bounds that hold, also when a limit or Ctrl-C stops the search:

>>> import secateur
>>> answer = secateur.solve("tic-tac-toe", position=5137)
>>> answer.lower, answer.upper, answer.line[0]
(0, 0, '4')

* :func:`solve`, :func:`games`, :func:`algorithms`: any game of the catalogue by any algorithm that suits it;
* :func:`open`: a game in progress, to be played, looked at, drawn and asked about;
* :func:`strategies`: what both players do everywhere, and how much that can be exploited;
* :func:`solve_matrix`, :func:`solve_matrices`: matrix games, one or a million;
* :class:`Game`: a game of your own; :func:`check` tells which law it breaks;
* :func:`from_openspiel`: a game of OpenSpiel's;
* :func:`suit`, :func:`faults`: bridge suit combinations and fault trees.
"""

from secateur._secateur import SecateurError, __version__
from secateur.laws import check
from secateur.matrices import Matrices, MatrixSolution, solve_matrices, solve_matrix
from secateur.openspiel import OpenSpielGame, from_openspiel
from secateur.own import Game
from secateur.results import Opening, Result
from secateur.sessions import Session, open
from secateur.solving import AlgorithmInfo, GameInfo, ParameterInfo, algorithms, games, solve
from secateur.strategies import Exploitability, Strategies, strategies
from secateur.tools import CutSet, CutSets, SuitGoal, SuitSolution, faults, suit
from secateur.trees import Tree, tree

__all__ = [
    "AlgorithmInfo",
    "CutSet",
    "CutSets",
    "Exploitability",
    "Game",
    "GameInfo",
    "Matrices",
    "MatrixSolution",
    "OpenSpielGame",
    "Opening",
    "ParameterInfo",
    "Result",
    "SecateurError",
    "Session",
    "Strategies",
    "SuitGoal",
    "SuitSolution",
    "Tree",
    "__version__",
    "algorithms",
    "check",
    "faults",
    "from_openspiel",
    "games",
    "open",
    "solve",
    "solve_matrices",
    "solve_matrix",
    "strategies",
    "suit",
    "tree",
]
