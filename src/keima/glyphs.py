"""Capital letters and digits as strokes, for pictures of boards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

#: The grid on which letters are drawn, from the top left.
WIDTH, HEIGHT = 4, 6

# Each stroke is a chain of points, each point its column and its row.
_GLYPHS = {
    "A": "062046 1434",
    "B": "06003041423303 3344453606",
    "C": "4130100105163645",
    "D": "06003041453606",
    "E": "40000646 0333",
    "F": "400006 0333",
    "G": "41301001051636454323",
    "H": "0006 4046 0343",
    "J": "4045361605",
    "K": "0006 400346",
    "L": "000646",
    "M": "0600234046",
    "N": "06004640",
    "O": "103041453616050110",
    "P": "06003041423303",
    "Q": "103041453616050110 2446",
    "R": "06003041423303 2346",
    "S": "413010010213334445361605",
    "T": "0040 2026",
    "U": "000516364540",
    "V": "002640",
    "W": "0016233640",
    "X": "0046 4006",
    "Y": "002340 2326",
    "Z": "00400646",
    "0": "103041453616050110",
    "1": "022026 1636",
    "2": "01103041420646",
    "3": "0110304142334445361605 1333",
    "4": "36300444",
    "5": "40000213334445361605",
    "6": "413010010516364544331304",
    "7": "004016",
    "8": "103041423313020110 1304051636454433",
    "9": "423313020110304145361605",
    "+": "2125 0343",
    "-": "0343",
    ".": "2626",
    ",": "2617",
    ":": "2222 2626",
    "%": "4006 1011010010 4645353646",
}


def strokes(letter: str) -> Iterator[tuple[int, int, int, int]]:
    """The straight strokes of a letter, from a point to a point; nothing for one that is not
    known.

    >>> list(strokes("L"))
    [(0, 0, 0, 6), (0, 6, 4, 6)]
    """
    for chain in _GLYPHS.get(letter, "").split():
        points = [(int(x), int(y)) for x, y in zip(chain[::2], chain[1::2], strict=True)]
        for (x1, y1), (x2, y2) in pairwise(points):
            yield x1, y1, x2, y2
