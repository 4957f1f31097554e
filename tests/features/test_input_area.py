"""The area that a network sees, against a slow finder that follows the definition by sets."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

import numpy as np
import pytest

from keima import Game, Rules
from keima.nets.inputs import inputs_of
from keima.points import connected, neighbours

BLACK, WHITE = 1, 2


class Slow:
    def __init__(self, game: Game) -> None:
        self.size = game.width, game.height
        self.stones = game.board.stones
        self.near = neighbours(*self.size)

    def parts(self, points: Iterable[int], alike: Callable[[int, int], bool]) -> list[set[int]]:
        return [set(part) for part in connected(points, alike, *self.size)]

    def touching(self, points: set[int]) -> set[int]:
        return {n for p in points for n in self.near[p]}

    def mark(self, color: int, suicide: bool, owner: list[int]) -> None:
        everything = range(len(self.stones))
        own = [p for p in everything if self.stones[p] == color]
        if not own:
            return
        chains = self.parts(own, lambda p, q: True)
        regions = self.parts([p for p in everything if self.stones[p] != color], lambda p, q: True)
        alive, kept = list(chains), list(regions)

        def is_vital(region: set[int], chain: set[int]) -> bool:
            needed = {p for p in region if suicide or not self.stones[p]}
            return needed <= self.touching(chain)

        while True:
            good = [c for c in alive if sum(is_vital(r, c) for r in kept) >= 2]
            dead = set(own) - {p for c in good for p in c}
            still = [r for r in kept if not self.touching(r) & dead]
            if (len(good), len(still)) == (len(alive), len(kept)):
                break
            alive, kept = good, still
        for chain in alive:
            for p in chain:
                owner[p] = color
        for region in regions:
            pure = not any(self.stones[p] for p in region)
            inner = region - self.touching(set(own))
            if region in kept and (pure or len(inner) <= 1):
                for p in region:
                    owner[p] = color
            elif pure:
                for p in region:
                    owner[p] = owner[p] or color

    def area(self, suicide: bool, tax: bool) -> list[int]:
        owner = [0] * len(self.stones)
        self.mark(BLACK, suicide, owner)
        self.mark(WHITE, suicide, owner)
        owner = [o or s for o, s in zip(owner, self.stones, strict=True)]
        if not tax:
            return owner
        neutral = {p for p, o in enumerate(owner) if not o}
        result = [o if o == s else 0 for o, s in zip(owner, self.stones, strict=True)]
        owned = [p for p, o in enumerate(owner) if o]
        for part in self.parts(owned, lambda p, q: owner[p] == owner[q]):
            if self.touching(part) & neutral:
                continue
            if any(self.stones[p] == owner[p] and self.in_atari(p) for p in part):
                continue
            for p in part:
                result[p] = owner[p]
        return result

    def in_atari(self, point: int) -> bool:
        stones = [p for p, s in enumerate(self.stones) if s == self.stones[point]]
        group = next(g for g in self.parts(stones, lambda p, q: True) if point in g)
        return sum(not self.stones[p] for p in self.touching(group)) == 1


def check(game: Game) -> None:
    planes = inputs_of(game)[0].reshape(22, -1)
    want = Slow(game).area(game.rules.suicide, game.rules.tax != "none")
    found = [
        int(own) * game.to_play + int(his) * game.to_play.opponent
        for own, his in zip(planes[18], planes[19], strict=True)
    ]
    assert found == want, f"\n{game}"


RULES = [
    Rules(suicide=suicide, tax=tax) for suicide in (False, True) for tax in ("none", "seki", "all")
]


@pytest.mark.parametrize("rules", RULES, ids=lambda r: f"{r.suicide}-{r.tax}")
@pytest.mark.parametrize("size", [3, 5, (4, 7)])
def test_random_positions(size: int, rules: Rules) -> None:
    rng = random.Random(1)
    done = 0
    while done < 100:
        game = Game(size, rules=rules)
        kinds = rng.choice([[0, 0, 1, 2], [0, 1, 2], [0, 1, 1, 1, 1, 2], [0, 2, 2, 2, 2, 1]])
        stones = [rng.choice(kinds) for _ in range(game.area)]
        try:
            game.setup(
                black=np.flatnonzero(np.equal(stones, BLACK)).tolist(),
                white=np.flatnonzero(np.equal(stones, WHITE)).tolist(),
                to_play=rng.choice(["black", "white"]),
            )
        except ValueError:
            continue
        check(game)
        done += 1


@pytest.mark.parametrize("rules", RULES, ids=lambda r: f"{r.suicide}-{r.tax}")
def test_random_games(rules: Rules) -> None:
    """Games that end with living groups."""
    rng = random.Random(2)
    for _ in range(2):
        game = Game(9, rules=rules)
        for number in range(160):
            board, side = game.board, game.to_play
            legal = [p for p in game.native.legal_points(side) if not board.is_eye(p, side)]
            game.play(rng.choice(legal) if legal else "pass")
            if number % 6 == 0:
                check(game)


def owners(*rows: str, rules: Rules) -> list[str]:
    planes = inputs_of(Game.from_drawing(*rows, rules=rules))[0]
    return [
        " ".join("X" if x else "O" if o else "." for x, o in zip(*line, strict=True))
        for line in zip(planes[18], planes[19], strict=True)
    ]


def test_seki_leaves_only_the_stones() -> None:
    """Two groups without eyes, and an eye each that only counts where seki does."""
    position = (". X . O .", "X X O O O", "X . . X O", "O O X X X", ". O . X .")
    plain = owners(*position, rules=Rules())
    taxed = owners(*position, rules=Rules(tax="seki"))
    assert plain == ["X X . O O", "X X O O O", "X . . X O", "O O X X X", "O O . X X"]
    assert taxed == [". X . O .", "X X O O O", "X . . X O", "O O X X X", ". O . X ."]


def test_suicide_makes_a_difference() -> None:
    """White's stone is not next to the lower Black chain: if White may take it off by suicide,
    the point under it is none of that chain's liberties."""
    position = ("X X X X", ". . X X", "X X . O")
    assert owners(*position, rules=Rules()) == ["X X X X"] * 3
    assert owners(*position, rules=Rules(suicide=True)) == ["X X X X", "X X X X", "X X . O"]
    game = Game.from_drawing(*position)
    assert inputs_of(game)[0][18].all()
    assert not inputs_of(game, suicide_area=True)[0][18].all()
