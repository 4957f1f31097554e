"""Batches for training: the same as position by position, whatever is asked for at once."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from keima import Game, Rules, _core
from keima.nets.inputs import PACK_RULES, inputs_of, pack_inputs, symmetry_map


def random_game(rng: random.Random, size: int, rules: str) -> Game:
    game = Game(size, komi=rng.choice([0.5, 6.5, 7.0]), rules=rules)
    if rng.random() < 0.4:
        game.place_free_handicap(rng.randint(2, min(4, size * size - 1)))
    for _ in range(rng.randrange(1, 2 * game.area)):
        legal = game.native.legal_points(game.to_play)
        game.play("pass" if not legal or rng.random() < 0.05 else rng.choice(legal))
    return game


def pack_of(games: list[Game]) -> _core.InputPack:
    stones = [[p for p, c in enumerate(g.native.start.stones) if c] for g in games]
    return pack_inputs(
        games[0].width,
        np.array([m.point for g in games for m in g.moves]),
        np.cumsum([0, *(g.move_number for g in games)]),
        first=np.array([g.native.start_to_play == 2 for g in games]),
        setup=np.array([p for s in stones for p in s]),
        setup_offsets=np.cumsum([0, *map(len, stones)]),
        komi=np.array([g.komi for g in games]),
        rules=np.array([PACK_RULES.index(g.rules.name) for g in games]),
    )


class Rows:
    """Positions of a pack and the arrays for them."""

    def __init__(self, size: int, rows: list[tuple[int, int, int]]) -> None:
        self.size, self.count = size, len(rows)
        columns = list(zip(*rows, strict=True)) or [(), (), ()]
        self.games, self.moves = (np.array(c, np.int32) for c in columns[:2])
        self.symmetries = np.array(columns[2], np.uint8)
        self.planes = np.full((self.count, 22, size, size), 7, np.float32)
        self.numbers = np.full((self.count, 19), 7, np.float32)
        self.targets = np.full(self.count, 7, np.int32)

    def fill(self, pack: _core.InputPack, reuse: bool = True) -> Rows:
        pack.fill(
            self.games, self.moves, self.symmetries, self.planes, self.numbers, self.targets, reuse
        )
        return self


@pytest.mark.parametrize("size", [2, 5, 9, 19])
def test_as_position_by_position(size: int) -> None:
    rng = random.Random(size)
    count = 3 if size == 19 else 8
    games = [random_game(rng, size, rng.choice(PACK_RULES)) for _ in range(count)]
    pack = pack_of(games)
    assert len(pack) == count
    assert [pack.moves_of(i) for i in range(count)] == [g.move_number for g in games]
    rows = []
    for _ in range(60):
        i = rng.randrange(count)
        rows.append((i, rng.randint(0, games[i].move_number), rng.randrange(8)))
    found = Rows(size, rows).fill(pack)
    for k, (i, move, symmetry) in enumerate(rows):
        game = games[i].copy()
        game.undo(game.move_number - move)
        planes, numbers = inputs_of(game, symmetry=symmetry)
        assert (found.planes[k] == planes).all(), f"{rows[k]} {game!r}\n{game}"
        assert np.allclose(found.numbers[k], numbers, atol=1e-6)
        target = -1
        if move < games[i].move_number:
            point = games[i].moves[move].point
            target = [*symmetry_map(size, size, symmetry), game.area][point]
        assert found.targets[k] == target
    again = Rows(size, rows).fill(pack, reuse=False)
    assert (again.planes == found.planes).all() and (again.numbers == found.numbers).all()


def test_packed() -> None:
    games = [random_game(random.Random(i), 9, "aga") for i in range(3)]
    pack = pack_of(games)
    rows = Rows(9, [(i % 3, i, i % 8) for i in range(9) if i <= games[i % 3].move_number])
    rows.fill(pack)
    packed = np.full((rows.count, 22, 11), 7, np.uint8)
    pack.fill_packed(
        rows.games, rows.moves, rows.symmetries, packed, np.zeros_like(rows.numbers), rows.targets
    )
    assert (packed == np.packbits(rows.planes.reshape(-1, 22, 81) != 0, axis=2)).all()


def test_an_empty_batch() -> None:
    assert Rows(9, []).fill(pack_of([Game(9)])).count == 0


SOME = {"size": 3, "moves": np.array([0, 1, 1]), "offsets": np.array([0, 1, 3])}


def test_illegal_moves_are_named() -> None:
    pack = pack_inputs(**SOME)  # type: ignore[arg-type]
    assert Rows(3, [(0, 1, 0), (1, 1, 0)]).fill(pack).targets.tolist() == [-1, 1]
    with pytest.raises(ValueError, match=r"game 1, move 2 cannot be played: point 1"):
        Rows(3, [(0, 1, 0), (1, 2, 0)]).fill(pack)
    beyond = pack_inputs(3, np.array([60000]), np.array([0, 1]))
    with pytest.raises(ValueError, match=r"game 0, move 1 cannot be played: point 60000"):
        Rows(3, [(0, 1, 0)]).fill(beyond)
    assert Rows(3, [(0, 0, 0)]).fill(beyond).targets.tolist() == [9]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ((2, 0, 0), "there is no game 2"),
        ((-1, 0, 0), "there is no game -1"),
        ((0, 2, 0), "game 0, move 2: the game has only 1 moves"),
        ((0, -1, 0), "game 0, move -1"),
        ((0, 0, 8), "symmetry 8"),
    ],
)
def test_bad_rows(row: tuple[int, int, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Rows(3, [row]).fill(pack_inputs(**SOME))  # type: ignore[arg-type]


def test_bad_arrays() -> None:
    pack = pack_inputs(**SOME)  # type: ignore[arg-type]
    for name, shape in (("planes", (1, 22, 3, 2)), ("numbers", (2, 19)), ("targets", (0,))):
        rows = Rows(3, [(0, 0, 0)])
        setattr(rows, name, np.zeros(shape, getattr(rows, name).dtype))
        with pytest.raises(ValueError, match="shape"):
            rows.fill(pack)
    rows = Rows(3, [(0, 0, 0)])
    rows.planes = rows.planes.astype(np.float64)
    with pytest.raises(TypeError):
        rows.fill(pack)
    rows.planes = np.zeros((3, 3, 22, 1), np.float32).transpose(3, 2, 0, 1)
    with pytest.raises(TypeError):
        rows.fill(pack)
    for name in ("games", "moves", "symmetries"):
        rows = Rows(3, [(0, 0, 0)])
        setattr(rows, name, np.array([2**32]))  # as 32 bits it would be 0
        with pytest.raises(TypeError):
            rows.fill(pack)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"size": 26}, "board size"),
        ({"offsets": np.array([0, 2])}, "must rise from 0 to 3"),
        ({"offsets": np.array([0, 3, 1, 3])}, "must rise"),
        ({"offsets": np.array([])}, "one number more"),
        ({"first": np.array([0])}, "one number more|every game"),
        ({"komi": np.array([0, np.nan])}, "finite"),
        ({"rules": 7}, "no rules with the number 7"),
        ({"rules": 256}, "rules must be integers of 8 bits"),
        ({"rules": np.array([256, 0])}, "rules must be integers of 8 bits"),
        ({"setup_offsets": np.array([0, 0, 1])}, "must rise from 0 to 0"),
        ({"setup_offsets": np.array([0, 0, 0, 1])}, "as many numbers as offsets"),
        ({"moves": np.array([0, 1, 65537])}, "moves must be integers of 16 bits"),
        ({"moves": np.array([0, 1, -1])}, "moves must be integers of 16 bits"),
        ({"moves": np.array([0, 1, 0.5])}, "moves must be integers of 16 bits"),
        ({"offsets": np.array([0, np.nan, 3])}, "offsets must be integers of 64 bits"),
        ({"first": np.array([0, 256])}, "first must be integers of 8 bits"),
    ],
)
def test_bad_packs(change: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        pack_inputs(**{**SOME, **change})  # type: ignore[arg-type]


def test_bad_setups() -> None:
    for setup, message in (([9], "no point 9"), ([0x8000, 1, 3], "has no liberty")):
        pack = pack_inputs(
            3,
            np.array([]),
            np.array([0, 0]),
            setup=np.array(setup),
            setup_offsets=np.array([0, len(setup)]),
        )
        with pytest.raises(ValueError, match=f"game 0, move 0: .*{message}"):
            Rows(3, [(0, 0, 0)]).fill(pack)


def test_own_kinds_of_rules() -> None:
    kinds = ["japanese", replace(Rules.parse("chinese"), suicide=True)]
    pack = pack_inputs(**SOME, rules=np.array([0, 1]), kinds=kinds)  # type: ignore[arg-type]
    numbers = Rows(3, [(0, 0, 0), (1, 0, 0)]).fill(pack).numbers
    assert numbers[:, 8].tolist() == [0, 1] and numbers[:, 9].tolist() == [1, 0]
