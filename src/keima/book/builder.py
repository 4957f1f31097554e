"""How books are made: positions of many games are counted, rules of text books are taken over.

As in Ferreira 2016, section 4.2: of a game of side S the first S moves count if it has more, its
result does not. A position must have been seen three times. The two answers that were played most
often are kept, and the part of all others goes to the better of them. A rule of a text book
stands above what was counted, and both above what is taken over from another book.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from keima import _core
from keima.book.book import Answer, Book, BookError, Rule, StoredRule, save_book
from keima.book.reduction import Reduced, reduce
from keima.colors import Color
from keima.points import MAX_SIDE, parse_point

Key = tuple[int, int, bytes]


@dataclass
class Report:
    """What was read, and what came of it."""

    games: int = 0
    rejected: int = 0
    lines: int = 0
    positions: int = 0
    rules: int = 0
    bytes: int = 0


class BookBuilder:
    """Collects games and rules, then saves a book.

    >>> builder = BookBuilder(support=1)
    >>> builder.add_game(9, [40, 22, 58, 30, 38, 48, 31, 21, 41, 57])
    True
    >>> len(list(builder.rules()))
    9
    """

    def __init__(self, support: int = 3, turns: int | None = None) -> None:
        self._support, self._turns = support, turns
        self._counts: dict[Key, Counter[int]] = {}
        self._texts: dict[Key, dict[int, None]] = {}
        self._kept: dict[Key, Rule] = {}
        self.report = Report()

    def add_game(self, size: int | tuple[int, int], moves: Sequence[int]) -> bool:
        """Counts a game whose moves alternate, Black's first; False if it is too short or has an
        illegal move where it counts. A pass ends what counts."""
        width, height = (size, size) if isinstance(size, int) else size
        turns = self._turns or max(width, height)
        if len(moves) <= turns:
            self.report.rejected += 1
            return False
        found: list[tuple[Reduced, int]] = []
        for reduced, move in _positions(width, height, moves[:turns]):
            if reduced is None:
                self.report.rejected += 1
                return False
            found.append((reduced, reduced.move(move)))
        for reduced, answer in found:
            counts = self._counts.setdefault((width, height, reduced.stones), Counter())
            counts[answer] += 1
        self.report.games += 1
        return True

    def add_line(self, text: str) -> None:
        """Takes over a rule of a text book: `size moves | answers`; raises ValueError."""
        head, bar, tail = text.partition("|")
        words = head.split()
        if not bar or not words or not tail.split():
            raise ValueError("expected `size moves | answers`, as in `9 E5 | G5 E3`")
        size = int(words[0]) if words[0].isascii() and words[0].isdigit() else 0
        if not 1 <= size <= MAX_SIDE:
            raise ValueError(f"{words[0]!r} is not a board size from 1 to {MAX_SIDE}")
        board, color = _core.Board(size, size), Color.BLACK
        for word in words[1:]:
            _play(board, word, color)
            color = color.opponent
        reduced = reduce(board.stones, color, size, size)
        answers = self._texts.setdefault((size, size, reduced.stones), {})
        for word in tail.split():
            answers[reduced.move(_play(board.copy(), word, color))] = None
        self.report.lines += 1

    def add_book(self, book: Book, size: int | None = None) -> None:
        """Takes over what another book knows of positions that nothing else is known of, on boards
        of one size or of all."""
        for stored in book.rules():
            if size is None or (stored.width, stored.height) == (size, size):
                self._kept[stored.width, stored.height, stored.stones] = stored.rule

    def rules(self) -> Iterator[StoredRule]:
        """The rules so far."""
        found = dict(self._kept)
        for key, counts in self._counts.items():
            if counts.total() >= self._support:
                found[key] = Rule(top_two(counts), counts.total())
        for key, moves in self._texts.items():
            found[key] = Rule(tuple(Answer(move, 1 / len(moves)) for move in moves), 0)
        return (_stored(key, rule) for key, rule in found.items())

    def save(self, path: str | Path) -> Report:
        """Writes the book. Raises BookError if it cannot, or if there would be nothing in it: a
        book that is there is not lost to an empty one."""
        rules = sorted(self.rules(), key=lambda r: (r.width, r.height, r.code))
        if not rules:
            longer = self._turns or "the board's side"
            raise BookError(
                f"no position for a book in {self.report.games} games, with "
                f"{self.report.rejected} left out: expected even games of more moves than "
                f"{longer}, and positions that {self._support} of them have"
            )
        known = self._counts.keys() | self._texts.keys() | self._kept.keys()
        self.report.positions = len(known)
        self.report.rules = len(rules)
        self.report.bytes = save_book(path, rules)
        return self.report


def top_two(counts: Counter[int]) -> tuple[Answer, ...]:
    """The two moves that were played most often; the better one has the part of all others.

    >>> top_two(Counter({5: 6, 7: 3, 9: 1}))
    (Answer(move=5, chance=0.7), Answer(move=7, chance=0.3))
    """
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    second = [Answer(move, count / counts.total()) for move, count in ranked[1:2]]
    return Answer(ranked[0][0], 1 - sum(answer.chance for answer in second)), *second


def _positions(
    width: int, height: int, moves: Iterable[int]
) -> Iterator[tuple[Reduced | None, int]]:
    """Each position and the move made there, up to the first pass; None for an illegal move."""
    board, color = _core.Board(width, height), Color.BLACK
    for move in moves:
        if move == board.area:
            return
        if not 0 <= move < board.area or not board.is_legal(move, color):
            yield None, move
            return
        yield reduce(board.stones, color, width, height), move
        board.play(move, color)
        color = color.opponent


def _play(board: _core.Board, word: str, color: Color) -> int:
    move = parse_point(word, board.width, board.height)
    if not board.is_legal(move, color):
        raise ValueError(f"{word} is not a legal move of {color.word}")
    board.play(move, color)
    return move


def _stored(key: Key, rule: Rule) -> StoredRule:
    width, height, stones = key
    return StoredRule(width, height, stones, Reduced(stones, ()).code, rule)
