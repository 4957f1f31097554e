"""Selective alpha-beta over a learned judgement of positions: the search of the player `magog`
(van der Werf 2004, 11.2).

Of the moves of a position only the likeliest are tried, and those that capture or save a block.
Positions that were seen are kept in a table; a principal variation search deepens step by step
until it is told to end.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from keima import _core

#: More than any score.
INFINITE = 1e6
#: Entries of the table; when it is full it is emptied.
MOST_ENTRIES = 400_000
#: No deeper.
DEEPEST = 60
#: Half a width in points of the windows that show that a move is no better.
NARROW = 0.01
#: Blocks with no more liberties than this are read out for moves.
FEW_LIBERTIES = 2

#: A value is exact, or the true one is not smaller, or not larger.
EXACT, AT_LEAST, AT_MOST = range(3)


class Stopped(Exception):
    """The search is to end."""


@dataclass(frozen=True)
class Knowledge:
    """What a search knows of positions."""

    judge: _core.PositionJudge
    moves: _core.MoveModel
    local: _core.LocalModel


@dataclass(frozen=True)
class Selection:
    """Which moves are tried: so many at the root, inside, and where only leaves follow; and points
    that a move is worth less for each time that it is e times less likely than the likeliest."""

    root: int = 20
    inside: int = 9
    last: int = 7
    doubt: float = 0.5


@dataclass(frozen=True)
class RootMove:
    """A move with what was found: its value for the side to move, how likely it is, and how many
    positions were visited after it in all depths."""

    move: int
    value: float
    prior: float
    visits: int = 0


@dataclass(frozen=True)
class _Entry:
    depth: int
    kind: int
    value: float
    move: int

    def answers(self, depth: int, alpha: float, beta: float) -> bool:
        """Does it say enough for a search to a depth within a window?"""
        return self.depth >= depth and (
            self.kind == EXACT
            or (self.kind == AT_LEAST and self.value >= beta)
            or (self.kind == AT_MOST and self.value <= alpha)
        )


class Search:
    """One search. `check` is called at every position, with how many were visited and judged so
    far, and raises Stopped when it is time; `past` are hashes of stones that must not come back."""

    def __init__(
        self,
        knowledge: Knowledge,
        selection: Selection,
        komi: float,
        past: Iterable[int],
        check: Callable[[int, int], None],
    ) -> None:
        self._knowledge, self._selection, self._komi = knowledge, selection, komi
        self._path = list(past)
        self._check = check
        self._table: dict[tuple[int, int, int], _Entry] = {}
        self._leaves: dict[tuple[int, int, int], float] = {}
        #: Positions visited, some of them often, and those that had to be judged.
        self.visited = self.judged = 0

    def leaf(self, board: _core.Board, color: int) -> float:
        """What a position is worth for the side to move, in points."""
        key = board.hash, color, board.ko
        known = self._leaves.get(key)
        self._check(self.visited, self.judged)
        self.visited += 1
        if known is None:
            self.judged += 1
            area = self._knowledge.judge.area(board, color) - self._komi
            known = area if color == 1 else -area
            if len(self._leaves) >= MOST_ENTRIES:
                self._leaves.clear()
            self._leaves[key] = known
        return known

    def likely(
        self, board: _core.Board, color: int, last: int, before: int, *, local: bool = True
    ) -> list[tuple[int, float]]:
        """Moves that fill no eye, the likeliest first, with probabilities of the move model, or
        their geometric means with those of the local model."""
        known = self._knowledge
        found = known.moves.predict(board, color, last, before)
        if local and found:
            other = dict(known.local.predict(board, color, last))
            found = [(move, math.sqrt(p * other.get(move, 0.0))) for move, p in found]
            total = sum(p for _, p in found) or 1.0
            found = [(move, p / total) for move, p in found]
        return sorted(found, key=lambda pair: (-pair[1], pair[0]))

    def moves(
        self, board: _core.Board, color: int, last: int, before: int, depth: int
    ) -> list[int]:
        """Those that are tried, the likeliest first; then those that capture or save a block."""
        inside = depth > 1
        width = self._selection.inside if inside else self._selection.last
        ranked = [move for move, _ in self.likely(board, color, last, before, local=inside)]
        found: list[int] = []
        for move in ranked:
            if len(found) >= width:
                break
            if not _core.is_bad_self_atari(board, move, color):
                found.append(move)
        if inside:
            legal = set(ranked)
            found += [m for m in tactical_moves(board, color) if m in legal and m not in found]
        return found

    def value(
        self,
        board: _core.Board,
        color: int,
        last: int,
        before: int,
        depth: int,
        alpha: float,
        beta: float,
    ) -> float:
        """The value for the side to move after a move that was no pass; a bound outside the window.
        Raises Stopped."""
        if depth <= 0:
            return self.leaf(board, color)
        self._check(self.visited, self.judged)
        self.visited += 1
        key = board.hash, color, board.ko
        entry = self._table.get(key)
        if entry is not None and entry.answers(depth, alpha, beta):
            return entry.value
        moves = self.moves(board, color, last, before, depth)
        if entry is not None and entry.move in moves:
            moves.remove(entry.move)
            moves.insert(0, entry.move)
        best, best_move, floor = -INFINITE, board.area, alpha
        if not moves or 2 * board.stones.count(0) <= board.area:
            moves.append(board.area)
        for move in moves:
            found = self._after(board, color, last, move, depth, floor, beta, first=best_move)
            if found is None:
                continue
            if found > best:
                best, best_move = found, move
                floor = max(floor, best)
                if best >= beta:
                    break
        if best == -INFINITE:  # every move would repeat
            return self.leaf(board, color)
        kind = AT_LEAST if best >= beta else AT_MOST if best <= alpha else EXACT
        if len(self._table) >= MOST_ENTRIES:
            self._table.clear()
        self._table[key] = _Entry(depth, kind, best, best_move)
        return best

    def _after(
        self,
        board: _core.Board,
        color: int,
        last: int,
        move: int,
        depth: int,
        floor: float,
        beta: float,
        *,
        first: int | None,
    ) -> float | None:
        """The value of a move for who makes it; None if it would repeat a position. All but the
        `first` (None or a pass) are shown to be no better by a narrow window if they are not."""
        after = board.copy()
        captured = after.play(move, color)
        if captured and after.hash in self._path:
            return None
        if move == board.area:
            return -self.leaf(after, 3 - color)
        self._path.append(after.hash)
        try:
            if first is not None and first != board.area and beta - floor > NARROW and depth > 1:
                found = -self.value(
                    after, 3 - color, move, last, depth - 1, -floor - NARROW, -floor
                )
                if not floor < found < beta:
                    return found
            return -self.value(after, 3 - color, move, last, depth - 1, -beta, -floor)
        finally:
            self._path.pop()

    def root(
        self,
        board: _core.Board,
        color: int,
        last: int,
        before: int,
        depth: int,
        ranked: Sequence[RootMove],
        tell: Callable[[Sequence[RootMove]], object],
    ) -> None:
        """Searches the root's moves in their order to a depth. After each move `tell` is given
        those that are done, the best first: values of others than the best are bounds. Raises
        Stopped."""
        likeliest = max((move.prior for move in ranked), default=1.0) or 1.0
        best = -INFINITE
        done: list[RootMove] = []
        for candidate in ranked:
            doubt = self.doubt(candidate.prior, likeliest)
            floor, visited = best + doubt, self.visited
            found = self._after(
                board, color, last, candidate.move, depth, floor, INFINITE,
                first=candidate.move if done else None,
            )  # fmt: skip
            if found is None:
                continue
            visits = candidate.visits + self.visited - visited
            done.append(RootMove(candidate.move, found, candidate.prior, visits))
            best = max(best, found - doubt)
            done.sort(key=lambda m: m.value - self.doubt(m.prior, likeliest), reverse=True)
            tell(done)

    def doubt(self, prior: float, likeliest: float) -> float:
        """Points that a move must be better by, for being less likely."""
        return self._selection.doubt * math.log(max(likeliest, 1e-9) / max(prior, 1e-9))

    def line(self, board: _core.Board, color: int, move: int, longest: int = 12) -> list[int]:
        """The moves that are expected, as far as the table remembers them."""
        found, after = [move], board.copy()
        after.play(move, color)
        # What follows a pass is not searched.
        while len(found) < longest and found[-1] != board.area:
            color = 3 - color
            entry = self._table.get((after.hash, color, after.ko))
            if entry is None or not after.is_legal(entry.move, color):
                break
            found.append(entry.move)
            after.play(entry.move, color)
        return found


def tactical_moves(board: _core.Board, color: int) -> list[int]:
    """Moves that capture a block of the other side, or save one of one's own that would be.

    >>> board = _core.Board.from_stones(4, 1, [0, 1, 2, 0])
    >>> tactical_moves(board, 1), tactical_moves(board, 2)
    ([3], [0])
    """
    found: list[int] = []
    seen: set[int] = set()
    for point, stone in enumerate(board.stones):
        if not stone or point in seen:
            continue
        seen.update(board.group(point))
        if len(board.liberties(point)) > FEW_LIBERTIES:
            continue
        can, moves, _, _ = _core.can_be_killed(board, point, 200)
        if not can:
            continue
        if stone == color:
            saved, moves, _, _ = _core.can_be_saved(board, point, 200)
            if not saved:
                continue
        found += [move for move in moves[:2] if move not in found]
    return found
