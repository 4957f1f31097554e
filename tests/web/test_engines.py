"""The pool of engines: what is kept, shared and forgotten."""

from __future__ import annotations

import pytest

from keima.web.engines import EnginePool, Use, make_engine


def use(game: str, profile: str = "classic", level: str | None = None) -> Use:
    return Use(profile, level, game, "analysis", (9, 9))


def test_an_engine_comes_back_for_the_same_use() -> None:
    pool = EnginePool()
    engine = pool.take(use("a"))
    assert pool.take(use("a")) is not engine  # it is in use
    pool.give_back(use("a"), engine)
    assert pool.take(use("b")) is not engine
    assert pool.take(use("a")) is engine


def test_so_many_are_kept() -> None:
    pool = EnginePool(most=2)
    engines = {name: pool.take(use(name, "brugmann")) for name in "abc"}
    for name, engine in engines.items():
        pool.give_back(use(name, "brugmann"), engine)
    assert pool.take(use("a", "brugmann")) is not engines["a"]
    assert pool.take(use("c", "brugmann")) is engines["c"]


def test_engines_of_a_level_are_for_all_games() -> None:
    pool = EnginePool()
    engine = pool.take(use("a", "keima", "12k"))
    pool.give_back(use("a", "keima", "12k"), engine)
    assert pool.take(use("b", "keima", "12k")) is engine
    pool.give_back(use("b", "keima", "12k"), engine)
    assert pool.take(use("b", "keima", "11k")) is not engine


def test_a_game_that_is_gone_has_no_engines() -> None:
    pool = EnginePool()
    engine = pool.take(use("a"))
    pool.give_back(use("a"), engine)
    pool.forget("a")
    assert pool.take(use("a")) is not engine


def test_many_engines_have_smaller_trees() -> None:
    pool = EnginePool()
    engines = [pool.take(use(str(i))) for i in range(40)]
    sizes = [getattr(engine.parameters, "memory_mb") for engine in engines]  # noqa: B009
    assert sizes[0] == 128 and sizes[-1] == 16 and sorted(sizes, reverse=True) == sizes
    assert sum(sizes) < 2000
    del engines
    assert getattr(pool.take(use("x")).parameters, "memory_mb") == 128  # noqa: B009


def test_players_without_a_tree_take_no_such_parameters() -> None:
    assert make_engine("brugmann").name == "brugmann:threads=1"
    with pytest.raises(ValueError, match="unknown profile"):
        make_engine("nothing")


def test_keepers_of_time_stay_with_their_engine() -> None:
    pool = EnginePool()
    engine = pool.take(use("a", "brugmann"))
    assert pool.keeper(engine) is pool.keeper(engine)
