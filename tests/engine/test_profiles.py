from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from keima import Engine, Game, Limit
from keima.engine import known_profiles
from keima.engine.profiles import load_profile, parse_spec
from keima.nets.random import random_network
from keima.nets.writer import write_network

NETWORKS = ("kata", "keima")


@pytest.mark.parametrize("name", known_profiles())
def test_every_profile_loads_and_plays(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changes = {}
    if name in NETWORKS:
        monkeypatch.setenv("KEIMA_CACHE", str(tmp_path))
        changes = {"net": str(tmp_path / "tiny.bin.gz"), "net_precision": "f32"}
        write_network(changes["net"], random_network(channels=4, blocks="o"))
    engine = Engine(name, seed=1, threads=1, playouts=20, **changes)
    # A small network is for one size of board.
    game = Game(9 if name in ("matilda-mlp", "pachi-nn") else 5)
    assert engine.search(game).move in game.legal_moves
    assert load_profile(name).description
    assert engine.profile == name


def test_the_network_that_is_brought_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEIMA_CACHE", str(tmp_path))
    engine = Engine("keima", seed=1, threads=1, playouts=1, net_precision="f32")
    game = Game(9, komi=7)
    game.play("E5")
    result = engine.search(game)
    assert game.play(result.move) is not None
    # An even game, and no stone on the edge so early.
    assert result.winrate is not None and 0.3 < result.winrate < 0.7
    assert not set("AJ19") & set(result.move)


def test_the_two_flat_players_are_those_of_the_document() -> None:
    for name in ("abramson", "brugmann"):
        parameters = vars(Engine(name).parameters)
        assert parameters["playouts"] == 10_000
        assert parameters["model"] == name
        assert parameters["eyes"] == "strict"


def test_unknown_profile_lists_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"unknown profile 'nix': .*abramson, brugmann.*\.toml"):
        Engine("nix")


def test_user_profile_by_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text('player = "flat"\n[parameters]\nplayouts = 33\n')
    for spec in ("mine.toml", "./mine.toml", f"{tmp_path}/mine.toml"):
        engine = Engine(spec, seed=1)
        assert engine.search(Game(5)).playouts == 33
        assert engine.profile == "mine"
    assert Engine("./mine.toml:playouts=12", seed=1).search(Game(5)).playouts == 12


def test_large_boards_may_have_other_parameters(tmp_path: Path) -> None:
    path = tmp_path / "two.toml"
    path.write_text(
        'player = "tree"\n[parameters]\nplayouts = 20\nprior_even = 4\n[large]\nprior_even = 8\n'
    )
    for given, small, large in (("", 4, 8), (":prior_even=6", 6, 6)):
        engine = Engine(f"{path}{given}", threads=1, seed=1)
        for size, expected in ((9, small), (11, small), (12, large), (19, large)):
            player = engine._player(Game(size))
            assert getattr(player, "_parameters").prior_even == expected  # noqa: B009
            assert engine.search(Game(size)).playouts <= 20


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('player = "flat"\nlarge = 1', "`large` must be a table, got 1"),
        ('player = "flat"\n[large]\nspeed = 1', "unknown parameter 'speed'"),
        ("player = ", "not valid TOML"),
        ("", "`player` must name a player, got None"),
        ("player = 3", "`player` must name a player, got 3"),
        ('player = "nix"', "unknown player 'nix': expected one of flat"),
        ('player = "flat"\nspeed = 1', "unknown key 'speed': expected one of player, "),
        ('player = "flat"\ndescription = 1', "`description` must be text, got 1"),
        ('player = "flat"\nparameters = 1', "`parameters` must be a table, got 1"),
        ('player = "flat"\n[parameters]\nspeed = 1', "unknown parameter 'speed'"),
        ('player = "flat"\n[parameters]\nthreads = 0', "threads must be a whole number"),
    ],
)
def test_bad_profiles(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(ValueError, match=r"bad\.toml") as caught:
        Engine(str(path))
    assert message in str(caught.value)


def test_unreadable_profiles(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"cannot read profile .*none.toml: No such file"):
        Engine(str(tmp_path / "none.toml"))
    with pytest.raises(ValueError, match=r"cannot read profile .*: Is a directory"):
        Engine(f"{tmp_path}/")
    (tmp_path / "latin.toml").write_bytes(b'player = "\xff"')
    with pytest.raises(ValueError, match="not valid TOML"):
        Engine(str(tmp_path / "latin.toml"))


@pytest.mark.parametrize(
    ("spec", "parts"),
    [
        ("brugmann", ("brugmann", {})),
        (" brugmann ", ("brugmann", {})),
        ("a:b=1", ("a", {"b": "1"})),
        ("a:b=1, c = x=y", ("a", {"b": "1", "c": "x=y"})),
    ],
)
def test_specs(spec: str, parts: tuple[str, dict[str, str]]) -> None:
    assert parse_spec(spec) == parts


@pytest.mark.parametrize("spec", ["a:", "a:b", "a:b=", "a:=1", "a:b=1,", "a:b=1,,c=2"])
def test_bad_specs(spec: str) -> None:
    with pytest.raises(ValueError, match="is not an override: expected name=value"):
        parse_spec(spec)


def test_a_parameter_given_twice() -> None:
    with pytest.raises(ValueError, match="b is given twice"):
        parse_spec("a:b=1,b=2")


class TestLevels:
    TEXT = """
player = "flat"
[parameters]
playouts = 50
[large]
eyes = "usual"
[levels]
9k = {playouts = 7}
1d = {playouts = 20}
[large_levels]
9k = {playouts = 5}
1d = {playouts = 9}
"""

    @pytest.fixture
    def spec(self, tmp_path: Path) -> str:
        path = tmp_path / "levels.toml"
        path.write_text(self.TEXT)
        return str(path)

    def played(self, engine: Engine, size: int, limit: Limit | None = None, **more: Any) -> int:
        return engine.search(Game(size), limit, **more).playouts

    def test_a_level_has_its_playouts_on_each_board(self, spec: str) -> None:
        engine = Engine(f"{spec}:level=9k", seed=1, threads=1)
        assert (self.played(engine, 9), self.played(engine, 12)) == (7, 5)
        engine.change(level="1d")
        assert (self.played(engine, 9), self.played(engine, 12)) == (20, 9)
        engine.change(level="none")
        assert (self.played(engine, 9), self.played(engine, 12)) == (50, 50)

    def test_time_does_not_make_it_stronger_but_analysis_may(self, spec: str) -> None:
        engine = Engine(f"{spec}:level=9k", seed=1, threads=1)
        assert self.played(engine, 9, Limit(seconds=60)) == 7
        assert self.played(engine, 9, Limit(playouts=30)) == 7
        assert self.played(engine, 9, Limit(playouts=3)) == 3
        assert self.played(engine, 9, Limit(playouts=30), analysis=True) == 30

    def test_what_is_given_counts_more(self, spec: str) -> None:
        engine = Engine(f"{spec}:level=9k", playouts=11, seed=1, threads=1)
        assert self.played(engine, 9) == 11

    def test_a_level_that_is_not_there(self, spec: str) -> None:
        with pytest.raises(ValueError, match="no level '2d': expected one of 9k, 1d, or none"):
            Engine(f"{spec}:level=2d")
        with pytest.raises(ValueError, match="profile classic has no level '1d': it has none"):
            Engine("classic:level=1d")
        engine = Engine(spec)
        with pytest.raises(ValueError, match="no level"):
            engine.change(level="2d")
        assert engine.parameters.level is None

    @pytest.mark.parametrize(
        ("old", "new", "error"),
        [
            ("1d = {playouts = 9}", "", "must have the same names"),
            ("9k = {playouts = 7}", "9k = 3", "`levels` must be a table, got 3"),
            ("9k = {playouts = 7}", "9k = {playouts = 0}", "playouts must be"),
        ],
    )
    def test_a_profile_with_bad_levels(self, spec: str, old: str, new: str, error: str) -> None:
        Path(spec).write_text(self.TEXT.replace(old, new))
        with pytest.raises(ValueError, match=error):
            Engine(spec)

    def test_keima_has_levels_from_weak_to_strong(self) -> None:
        profile = load_profile("keima")
        names = [f"{k}k" for k in range(12, 0, -1)] + [f"{d}d" for d in range(1, 5)]
        for levels, net in (
            (profile.levels, "keima-9x9"),
            (profile.large_levels, "keima-19x19"),
        ):
            assert list(levels) == names
            rows: list[Any] = list(levels.values())
            for weaker, stronger in pairwise(rows):
                assert weaker["temperature"] >= stronger["temperature"]
                assert weaker["playouts"] <= stronger["playouts"]
                assert weaker != stronger
            assert {row["net"] for row in rows} == {net}
