"""Who may sit down."""

from __future__ import annotations

import pytest

from keima.engine import Limit, known_profiles
from keima.web.players import Seat, profiles
from keima.web.values import Refused


def test_every_profile_that_plays_go_as_it_is_can_be_chosen() -> None:
    left_out = set(known_profiles()) - set(profiles())
    assert left_out == {"ponnuki", "kata"}  # another game; a network must be named
    assert profiles()["keima"].levels[0] == "12k" and profiles()["classic"].levels == ()


@pytest.mark.parametrize(
    "given",
    [
        {"kind": "human"},
        {"kind": "engine", "profile": "keima", "level": "8k", "seconds": None, "playouts": None},
        {"kind": "engine", "profile": "classic", "level": None, "seconds": 2.5, "playouts": 500},
    ],
)
def test_seats_are_written_as_they_are_read(given: dict[str, object]) -> None:
    assert Seat.read(given).to_json() == given


def test_a_seat_has_a_name_and_a_limit() -> None:
    seat = Seat.read({"kind": "engine", "level": "8k", "playouts": 5})
    assert (seat.name, seat.limit) == ("keima 8k", Limit(5, None))
    assert (Seat().name, Seat().limit) == ("", None)


@pytest.mark.parametrize(
    "profile", ["", "KEIMA", "keima:", "./keima", "kata", "gtp:gnugo", ["keima"]]
)
def test_only_names_are_profiles(profile: object) -> None:
    with pytest.raises(Refused, match="profile must be one of"):
        Seat.read({"kind": "engine", "profile": profile})
