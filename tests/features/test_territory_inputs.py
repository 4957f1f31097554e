"""What networks of territory see of a point."""

from __future__ import annotations

import numpy as np
import pytest

from keima import _core

BLACK, WHITE = 1, 2


def seen(
    rows: tuple[str, ...],
    point: int,
    *,
    to_play: int = BLACK,
    radius: int = 1,
    enhanced: bool = True,
    view: int = 0,
    alive: dict[int, float] | None = None,
) -> list[float]:
    signs = ["O.X".find(c) - 1 for row in rows for c in row.split()]
    width, height = len(rows[0].split()), len(rows)
    likely = np.ones(width * height, np.float32)
    for p, value in (alive or {}).items():
        likely[p] = value
    found = _core.territory_inputs(
        width, height, signs, to_play, likely, [point], radius=radius, enhanced=enhanced, view=view
    )
    values: list[float] = found[0].tolist()
    return values


def edges(left: int, above: int) -> list[float]:
    return [float(step > far) for far in (left, above) for step in range(1, 10)]


NEAR_THE_CORNER = (
    ". . . . . .",
    "O . . . . .",
    ". X . . . .",
    ". . . . . .",
    ". . . . . .",
    ". . . . . .",
)


def test_stones_edges_and_nearest_colours() -> None:
    # Of the point in the third row and first column: above is White, to the right Black.
    inputs = seen(NEAR_THE_CORNER, 12)
    assert inputs == [-1, 0, 1, 0, *edges(0, 2), 0, 0]


def test_colours_are_those_of_who_is_to_play() -> None:
    inputs = seen(NEAR_THE_CORNER, 12, to_play=WHITE)
    assert inputs == [1, 0, -1, 0, *edges(0, 2), 0, 0]


def test_strength_and_the_nearest_that_lives() -> None:
    """A white stone that more likely dies counts little, and not at all for the nearest."""
    inputs = seen(NEAR_THE_CORNER, 12, alive={6: 0.25, 13: 0.75})
    assert inputs == [-0.25, 0, 0.75, 0, *edges(0, 2), 0, 1]


def test_the_simple_sight_has_plain_stones_only() -> None:
    assert seen(NEAR_THE_CORNER, 12, enhanced=False, alive={6: 0.25}) == [-1, 0, 1, 0]


def test_a_point_is_seen_from_its_nearest_edges() -> None:
    # By the last row: the lower edge is turned to the left, the right one is then above.
    rows = (". . . . .", ". . . . .", ". . . O .", ". . X . .", ". . . . .")
    above, left, right, below = seen(rows, 17, enhanced=False)[:4]
    point = 17  # under it is the last row, to its right nothing, to its left nothing, above nothing
    assert (above, left, right, below) == (0, 0, 0, 0)
    point = 18  # to its left Black, above it White, one from both edges: two views
    views = {tuple(seen(rows, point, enhanced=False, view=view)) for view in range(2)}
    assert views == {(0, 0, 1, -1), (0, 0, -1, 1)}


def test_a_middle_point_has_eight_views() -> None:
    rows = (". . O . .", ". X . . .", ". . . X .", ". . . . .", "O . . . .")
    views = {tuple(seen(rows, 12, radius=3, view=view, enhanced=False)) for view in range(8)}
    assert len(views) == 8
    assert len({tuple(seen(rows, 12, radius=3, view=view)[-20:]) for view in range(8)}) == 1


@pytest.mark.parametrize("radius, points", [(3, 24), (4, 40), (5, 60)])
def test_regions_of_interest(radius: int, points: int) -> None:
    assert len(seen(NEAR_THE_CORNER, 12, radius=radius, enhanced=False)) == points
    assert len(seen(NEAR_THE_CORNER, 12, radius=radius)) == points + 20


@pytest.mark.parametrize(
    "change, error",
    [
        ({"points": [9]}, IndexError),
        ({"points": [-1]}, IndexError),
        ({"radius": 0}, ValueError),
        ({"radius": 9}, ValueError),
        ({"to_play": 3}, ValueError),
        ({"alive": np.ones(8, np.float32)}, ValueError),
        ({"alive": np.full(9, 1.5, np.float32)}, ValueError),
        ({"alive": np.full(9, np.nan, np.float32)}, ValueError),
    ],
)
def test_absurd_arguments(change: dict[str, object], error: type[Exception]) -> None:
    arguments: dict[str, object] = {
        "width": 3,
        "height": 3,
        "signs": [0] * 9,
        "to_play": 1,
        "alive": np.ones(9, np.float32),
        "points": [4],
        "radius": 3,
        "enhanced": True,
    }
    with pytest.raises(error):
        _core.territory_inputs(**{**arguments, **change})  # type: ignore[arg-type]
