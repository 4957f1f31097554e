"""Positions up to symmetry and colour."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keima.book.reduction import inverse, reduce, symmetries

SIZES = [(1, 1), (2, 2), (3, 2), (5, 5), (9, 9), (4, 7), (19, 19)]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_symmetries_are_a_group(width: int, height: int) -> None:
    found = symmetries(width, height)
    points = range(width * height + 1)
    assert found[0] == tuple(points)
    for a in found:
        assert sorted(a) == list(points) and a[-1] == width * height
        assert inverse(a) in found
        for b in found:
            assert tuple(a[b[p]] for p in points) in found


def test_neighbours_stay_neighbours() -> None:
    for way in symmetries(5, 5):
        for point in range(24):
            if point % 5 < 4:
                (y, x), (v, u) = divmod(way[point], 5), divmod(way[point + 1], 5)
                assert abs(x - u) + abs(y - v) == 1


boards = st.sampled_from(SIZES).flatmap(
    lambda size: st.tuples(
        st.just(size), st.lists(st.sampled_from([0, 0, 1, 2]), min_size=361, max_size=361)
    )
)


@given(boards, st.integers(0, 7), st.booleans(), st.randoms(use_true_random=False))
def test_turned_and_recoloured_positions_are_one(
    drawn: tuple[tuple[int, int], list[int]], number: int, swap: bool, rng: random.Random
) -> None:
    (width, height), many = drawn
    stones = many[: width * height]
    ways = symmetries(width, height)
    way = ways[number % len(ways)]
    turned = [0] * len(stones)
    for point, color in enumerate(stones):
        turned[way[point]] = (0, 2, 1)[color] if swap else color
    one = reduce(stones, 1, width, height)
    other = reduce(turned, 2 if swap else 1, width, height)
    assert one.stones == other.stones and one.code == other.code
    move = rng.randrange(len(stones) + 1)
    assert one.move(move) == other.move(way[move])
    # A move that is taken back is the same or one that is the same by symmetry.
    for kept in one.ways:
        assert one.move(inverse(kept)[one.move(move)]) == one.move(move)


def test_the_side_to_move_counts() -> None:
    stones = [0] * 9
    stones[1] = 1
    assert reduce(stones, 1, 3, 3).stones != reduce(stones, 2, 3, 3).stones


def test_symmetric_positions_have_several_ways() -> None:
    assert len(reduce([0] * 81, 1, 9, 9).ways) == 8
    stones = [0] * 81
    stones[0] = 1
    assert len(reduce(stones, 1, 9, 9).ways) == 2
