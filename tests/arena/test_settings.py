import dataclasses
import pickle

import pytest

from keima.arena.openings import Opening
from keima.arena.settings import (
    Entrant,
    GameSettings,
    PlannedGame,
    derive_seed,
    parse_size,
    parse_time,
    time_text,
)


def test_settings_survive_json_and_pickle() -> None:
    settings = GameSettings(
        (5, 6), 0.5, "japanese", time=parse_time("fischer 9 1"), opening=Opening("x", ("A1",))
    )
    assert GameSettings.from_json(settings.to_json()) == settings
    assert pickle.loads(pickle.dumps(settings)) == settings


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"size": (26, 9)}, "1 to 25"),
        ({"rules": "chess"}, "unknown rules 'chess'"),
        ({"score": "toss"}, "players, keima, gnugo"),
        ({"referee": "toss"}, "keima, gnugo"),
        ({"score": "gnugo", "rules": "tromp-taylor"}, "tromp-taylor"),
        ({"handicap": 99}, "99"),
        ({"handicap": 2, "opening": Opening(moves=("A1",))}, "not both"),
        ({"move_limit": 0}, "move_limit"),
        ({"timeout": 0}, "timeout"),
        ({"komi": float("nan")}, "nan"),
    ],
)
def test_settings_that_cannot_be_are_refused(values: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        GameSettings(**values)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text",
    [
        "none",
        "absolute 9.5",
        "canadian 9 30 5",
        "byoyomi 9 30 5",
        "fischer 9 1",
        "fischer-capped 9 1 -1 5",
    ],
)
def test_time_text_is_what_parse_time_reads(text: str) -> None:
    assert time_text(parse_time(text)) == text


@pytest.mark.parametrize(
    "text", ["absolute", "absolute x", "absolute -1", "absolute inf", "hourglass 5", "byoyomi 1 2"]
)
def test_no_time_system(text: str) -> None:
    with pytest.raises(ValueError, match=f"time '{text}'"):
        parse_time(text)


def test_sizes() -> None:
    assert parse_size(9) == parse_size("9x9") == (9, 9)
    for text in ("0", "x", "9x", "99", "5x6x7"):
        if text != "9x":
            with pytest.raises(ValueError):
                parse_size(text)


def test_a_fingerprint_tells_games_apart_but_not_tournaments() -> None:
    plan = PlannedGame("t", 0, "m", Entrant("a", "x"), Entrant("b", "y"), GameSettings(), 1)
    assert plan.fingerprint() == dataclasses.replace(plan, tournament="u").fingerprint()
    for change in (
        {"index": 1},
        {"seed": 2},
        {"black": Entrant("a", "z")},
        {"settings": GameSettings(komi=0)},
    ):
        assert plan.fingerprint() != dataclasses.replace(plan, **change).fingerprint()  # type: ignore[arg-type]


def test_derived_seeds_are_what_every_program_takes() -> None:
    seeds = {derive_seed(1, number) for number in range(1000)}
    assert len(seeds) == 1000
    assert all(0 < seed < 2**31 for seed in seeds)
