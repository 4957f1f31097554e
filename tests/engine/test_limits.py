from __future__ import annotations

import math

import pytest

from keima import Limit


@pytest.mark.parametrize("playouts", [0, -1, 1.5, True, "10"])
def test_bad_playouts(playouts: object) -> None:
    with pytest.raises(ValueError, match="playouts must be a whole number from 1 to"):
        Limit(playouts=playouts)  # type: ignore[arg-type]


@pytest.mark.parametrize("seconds", [0, -1.0, math.inf, math.nan, "1"])
def test_bad_seconds(seconds: object) -> None:
    with pytest.raises(ValueError, match="seconds must be a number above 0 and at most"):
        Limit(seconds=seconds)  # type: ignore[arg-type]


def test_an_empty_limit_limits_nothing() -> None:
    assert not Limit()
    assert Limit(playouts=1)
    assert Limit(seconds=0.5)
