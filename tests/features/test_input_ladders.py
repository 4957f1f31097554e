"""The ladders that a network sees, against a slow reader of the same game without any pruning."""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np
import pytest

from keima import Game
from keima.nets.inputs import inputs_of
from keima.points import neighbours


@dataclass(frozen=True)
class Slow:
    """A position as a tuple of colours; groups are looked for each time."""

    width: int
    height: int
    stones: tuple[int, ...]
    ko: int | None = None

    def near(self, p: int) -> list[int]:
        return list(neighbours(self.width, self.height)[p])

    def group(self, p: int) -> set[int]:
        found, todo = {p}, [p]
        while todo:
            for n in self.near(todo.pop()):
                if n not in found and self.stones[n] == self.stones[p]:
                    found.add(n)
                    todo.append(n)
        return found

    def liberties(self, p: int) -> set[int]:
        return {n for s in self.group(p) for n in self.near(s) if not self.stones[n]}

    def play(self, p: int, color: int) -> Slow | None:
        """The position after a move; None if it is ko or suicide."""
        if self.stones[p] or p == self.ko:
            return None
        stones = list(self.stones)
        stones[p] = color
        after = Slow(self.width, self.height, tuple(stones))
        taken: set[int] = set()
        for n in self.near(p):
            if stones[n] == 3 - color and not after.liberties(n):
                taken |= after.group(n)
        for s in taken:
            stones[s] = 0
        after = Slow(self.width, self.height, tuple(stones))
        if not after.liberties(p):
            return None
        if len(taken) == 1 and len(after.group(p)) == 1 and len(after.liberties(p)) == 1:
            return Slow(self.width, self.height, tuple(stones), min(taken))
        return after

    def captures(self, p: int) -> set[int]:
        """Where the group of p can take a group next to it."""
        other = 3 - self.stones[p]
        around = {n for s in self.group(p) for n in self.near(s) if self.stones[n] == other}
        moves = [self.liberties(n) for n in around]
        return {min(where) for where in moves if len(where) == 1}

    def is_lost(self, p: int) -> bool:
        """The runner to move."""
        if len(self.liberties(p)) > 1 or self.ko is not None:
            return False
        for move in self.captures(p) | self.liberties(p):
            after = self.play(move, self.stones[p])
            if after and not after.is_caught(p):
                return False
        return True

    def is_caught(self, p: int) -> bool:
        """The attacker to move."""
        liberties = self.liberties(p)
        if len(liberties) != 2:
            return len(liberties) < 2
        if self.is_double_ko(p, liberties):
            return True
        afters = [self.play(move, 3 - self.stones[p]) for move in liberties]
        return any(after.is_lost(p) for after in afters if after)

    def is_double_ko(self, p: int, liberties: set[int]) -> bool:
        color = self.stones[p]
        for move in liberties:
            if any(self.stones[n] != color for n in self.near(move)):
                return False
            weak = [n for n in self.near(move) if len(self.liberties(n)) == 1]
            if len(weak) != 1 or len(self.group(weak[0])) != 1:
                return False
            joined = self.without_ko().play(move, color)
            if joined is None or len(joined.liberties(move)) > 2:
                return False
        return not self.captures(p)

    def without_ko(self) -> Slow:
        return Slow(self.width, self.height, self.stones)

    def ladders(self, to_play: int) -> tuple[set[int], set[int]]:
        """Captured stones, and moves that begin to capture."""
        captured: set[int] = set()
        working: set[int] = set()
        for p in range(len(self.stones)):
            if not self.stones[p] or p != min(self.group(p)):
                continue
            liberties = self.liberties(p)
            if len(liberties) == 1 and self.without_ko().is_lost(p):
                captured |= self.group(p)
            if len(liberties) == 2:
                for move in liberties:
                    after = self.play(move, 3 - self.stones[p])
                    if after and after.without_ko().is_lost(p):
                        captured |= self.group(p)
                        if self.stones[p] != to_play:
                            working.add(move)
        return captured, working


def check(game: Game) -> int:
    board = game.board
    ko = [p for p in range(board.area) if board.stones[p] == 0 and p == board.ko]
    slow = Slow(game.width, game.height, tuple(board.stones), ko[0] if ko else None)
    captured, working = slow.ladders(game.to_play)
    planes = inputs_of(game)[0].reshape(22, -1)
    assert set(np.flatnonzero(planes[14]).tolist()) == captured, f"\n{game}"
    assert set(np.flatnonzero(planes[17]).tolist()) == working, f"\n{game}"
    return len(captured)


@pytest.mark.parametrize("size", [(4, 4), (5, 5), (7, 7), (9, 5), (2, 6)])
def test_random_games(size: tuple[int, int]) -> None:
    rng = random.Random(size[0])
    seen = 0
    for _ in range(8):
        game = Game(size)
        for number in range(2 * game.area):
            legal = game.native.legal_points(game.to_play)
            if not legal:
                break
            game.play(rng.choice(legal))
            if number % 3 == 0:
                seen += check(game)
    assert seen > 50


@pytest.mark.parametrize("seed", range(6))
def test_random_positions(seed: int) -> None:
    """Scattered stones, with longer ladders and more of them than games have."""
    rng = random.Random(seed)
    done = 0
    while done < 40:
        game = Game(rng.choice([5, 6, 7]))
        kinds = rng.choices([[0, 0, 0, 1, 2], [0, 1, 2], [0, 1, 1, 2]], k=1)[0]
        stones = [rng.choice(kinds) for _ in range(game.area)]
        try:
            game.setup(
                black=[p for p in range(game.area) if stones[p] == 1],
                white=[p for p in range(game.area) if stones[p] == 2],
                to_play=rng.choice(["black", "white"]),
            )
        except ValueError:
            continue
        check(game)
        done += 1


def test_a_ladder_across_the_board_and_its_breaker() -> None:
    game = Game(9)
    game.setup(black=["B3", "B4", "C2", "D3"], white=["C3", "C4"])
    assert check(game) == 2
    game.setup(white=["G7"])
    assert check(game) == 0


def test_two_kos_that_cannot_both_be_joined() -> None:
    game = Game.from_drawing(
        "X X O O .",
        "X . X O O",
        "X X X X X",
        "X X . X O",
        ". O X O .",
        to_play="white",
    )
    check(game)
    assert inputs_of(game)[0][14, 4, 3] == 1
