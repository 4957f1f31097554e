"""Books that a strong player writes: its answer to what is most likely to be met.

The positions of a book grow from the empty board, the likeliest first: the writer's own moves are
its answers, those of the opponent come with the probabilities that the writer gives them.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from keima import _core
from keima.book.book import Book
from keima.book.reduction import reduce
from keima.colors import Color
from keima.files import write_file
from keima.game import Game
from keima.points import parse_point

#: The power that the probabilities of the opponent's moves are taken to. Below 1 unlikely moves
#: come more often than the writer would play them.
POWER = 0.75
#: Moves of an opponent that are rarer than this, in all, are not prepared for.
RAREST = 1e-6
#: What the beginning of a line looks like.
_CUT = re.compile(r"\d+( \w*)*(\| ?\w*)?", re.ASCII)


class Writer(Protocol):
    """Who fills a book, asked with the names of the moves from the empty board on."""

    def answer(self, moves: list[str]) -> str | None:
        """The best move; None if it is none that a book should have, as a pass."""

    def replies(self, moves: list[str]) -> list[tuple[str, float]]:
        """Moves and how likely they are."""


class Reader:
    """A writer that copies what a book knows and asks another only for the rest."""

    def __init__(self, book: Book, size: int, writer: Writer) -> None:
        self._book, self._size, self._writer = book, size, writer
        self.replies = writer.replies

    def answer(self, moves: list[str]) -> str | None:
        known = answers_of(self._book, moves, self._size)
        return known[0] if known else self._writer.answer(moves)


def answers_of(book: Book, moves: list[str], size: int) -> list[str]:
    """What a book answers to a position, the likeliest first; nothing if it does not know it."""
    game = Game(size)
    for move in moves:
        game.play(move)
    rule = book.find(game)
    return [game.name(answer.move) for answer in rule.answers] if rule else []


@dataclass(frozen=True)
class Line:
    """A position, by the moves that lead to it, and what to play there."""

    size: int
    moves: tuple[str, ...]
    answer: str

    def __str__(self) -> str:
        return " ".join([str(self.size), *self.moves, "|", self.answer])

    @classmethod
    def read(cls, text: str) -> Line:
        """
        >>> str(Line.read("9 E5 G5 | C4"))
        '9 E5 G5 | C4'
        """
        head, bar, tail = text.partition("|")
        words, answers = head.split(), tail.split()
        if not bar or not words or not words[0].isdigit() or len(answers) != 1:
            raise ValueError(f"expected `size moves | answer`, found {text.strip()[:80]!r}")
        return cls(int(words[0]), tuple(words[1:]), answers[0])


def read_lines(texts: Iterable[str]) -> list[Line]:
    """The lines of a text book, without what stands behind `#`.

    >>> [str(line) for line in read_lines(["9 | E5  # the centre", "# no line"])]
    ['9 | E5']
    """
    found = (text.partition("#")[0].strip() for text in texts)
    return [Line.read(text) for text in found if text]


def begun(path: Path) -> list[str]:
    """The lines of a text book that is to be continued; none if there is no such file yet. What a
    run that was killed has left of its last line is cut off. Raises ValueError, OSError."""
    text = path.read_text("utf-8") if path.exists() else ""
    lines = text.splitlines()
    if lines and not text.endswith("\n"):
        try:
            for line in read_lines(lines[-1:]):
                replay((*line.moves, line.answer), line.size)
        except ValueError:
            if not _CUT.fullmatch(lines[-1]):
                raise
            lines.pop()
        write_file(path, "".join(f"{text}\n" for text in lines).encode())
    return lines


def grow(
    writer: Writer,
    size: int,
    positions: int,
    known: Iterable[Line] = (),
    tell: Callable[[int], None] = lambda _: None,
    power: float = POWER,
    start: tuple[str, ...] | None = None,
) -> Iterator[Line]:
    """The lines of a book of so many positions that are not `known` yet, the likeliest to be met
    first; `known` ones that it meets count and are not asked for again. `tell` hears how many
    there are. `power` below 1 makes unlikely moves of the opponent likelier. With `start`, moves
    after which the opponent is to play, only what may follow them."""
    answers = {_key(line.moves, line.size): line for line in known if line.size == size}
    seen: set[bytes] = set()
    # Negative likelihood, the number that decides among equals, and the moves.
    heap: list[tuple[float, int, tuple[str, ...]]] = []
    pushed = 0

    def push(moves: tuple[str, ...], likelihood: float) -> None:
        nonlocal pushed
        odds = [(move, p**power) for move, p in writer.replies(list(moves)) if p > 0]
        total = sum(p for _, p in odds)
        for move, p in odds:
            if likelihood * p / total > RAREST:
                heapq.heappush(heap, (-likelihood * p / total, pushed, (*moves, move)))
                pushed += 1

    if start is None:
        heap.append((-1.0, 0, ()))
        pushed = 1
    push(start or (), 1.0)
    count = 0
    while heap and count < positions:
        likelihood, _, moves = heapq.heappop(heap)
        key = _key(moves, size)
        if key in seen:
            continue
        seen.add(key)
        line = answers.get(key)
        if line is not None:
            # The same position, perhaps turned: go on from the way it was written by.
            moves = line.moves
        else:
            answer = writer.answer(list(moves))
            if answer is None:
                continue
            line = Line(size, moves, answer)
            yield line
        count += 1
        tell(count)
        push((*moves, line.answer), -likelihood)


def replay(moves: Iterable[str], size: int) -> tuple[_core.Board, Color]:
    """The board after these moves, and who plays next."""
    board, color = _core.Board(size, size), Color.BLACK
    for name in moves:
        board.play(parse_point(name, size, size), color)
        color = color.opponent
    return board, color


def _key(moves: Iterable[str], size: int) -> bytes:
    board, color = replay(moves, size)
    return reduce(board.stones, color, size, size).stones
