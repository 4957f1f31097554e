"""SGF files of FF[1] to FF[4]: reading, changing and writing them.

>>> from keima import sgf
>>> [game] = sgf.parse("(;FF[4]SZ[9]PB[Ann]PW[Bob];B[ee]C[a good start];W[gc])")
>>> game.root["PB"], [node.comment for node in game.main_line()]
('Ann', ['', 'a good start', ''])
>>> game.root.children[0].add_move("W", "C3").comment = "a variation"
>>> print(sgf.write(game), end="")
(;FF[4]CA[UTF-8]SZ[9]PB[Ann]PW[Bob];B[ee]C[a good start]
(;W[gc])
(;W[cg]C[a variation]))
"""

from keima.sgf.check import check
from keima.sgf.dates import PartialDate
from keima.sgf.errors import SgfError, SgfWarning
from keima.sgf.limits import Limits
from keima.sgf.node import Node
from keima.sgf.reader import load, parse, read
from keima.sgf.results import Result
from keima.sgf.tree import Collection, GameTree
from keima.sgf.writer import save, write

__all__ = [
    "Collection",
    "GameTree",
    "Limits",
    "Node",
    "PartialDate",
    "Result",
    "SgfError",
    "SgfWarning",
    "check",
    "load",
    "parse",
    "read",
    "save",
    "write",
]
