"""The pool of engines: what is kept, shared and forgotten."""

from __future__ import annotations

import threading
import time

import pytest

from keima.engine import Engine
from keima.web import engines
from keima.web.engines import EnginePool, Use, make_engine


def use(game: str, profile: str = "classic", level: str | None = None) -> Use:
    return Use(profile, level, game, "analysis", (9, 9))


def taken(pool: EnginePool, wanted: Use) -> Engine:
    """The engine that is lent, and given back at once."""
    with pool.lend(wanted) as engine:
        return engine


def test_an_engine_comes_back_for_the_same_use() -> None:
    pool = EnginePool()
    engine = taken(pool, use("a"))
    assert taken(pool, use("b")) is not engine
    assert taken(pool, use("a")) is engine


def test_an_engine_in_use_is_waited_for() -> None:
    pool, found = EnginePool(), list[Engine]()
    with pool.lend(use("a")) as engine:
        thread = threading.Thread(target=lambda: found.append(taken(pool, use("a"))))
        thread.start()
        with pool.lend(use("b")) as other:  # nobody waits for that
            assert other is not engine
    thread.join(30)
    assert found == [engine]


def test_an_engine_that_does_not_come_back_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "_PATIENCE", 0.01)
    pool = EnginePool()
    with pool.lend(use("a")) as one, pool.lend(use("a")) as other:
        assert one is not other
    assert taken(pool, use("a")) is one  # given back last


def test_an_engine_that_fails_is_not_used_again() -> None:
    pool, failed = EnginePool(), list[Engine]()
    with pytest.raises(RuntimeError), pool.lend(use("a")) as engine:
        failed.append(engine)
        raise RuntimeError
    assert taken(pool, use("a")) is not failed[0]


def test_so_many_are_kept() -> None:
    pool = EnginePool(most=2)
    found = {name: taken(pool, use(name, "brugmann")) for name in "abc"}
    assert taken(pool, use("c", "brugmann")) is found["c"]
    assert taken(pool, use("a", "brugmann")) is not found["a"]


def test_engines_of_a_level_are_for_all_games() -> None:
    pool = EnginePool()
    engine = taken(pool, use("a", "keima", "12k"))
    assert taken(pool, use("b", "keima", "12k")) is engine
    assert taken(pool, use("b", "keima", "11k")) is not engine


def test_a_game_that_is_gone_has_no_engines() -> None:
    pool = EnginePool()
    engine = taken(pool, use("a"))
    pool.forget("a")
    assert taken(pool, use("a")) is not engine


def memory(engine: Engine) -> float:
    return float(getattr(engine.parameters, "memory_mb"))  # noqa: B009


def test_many_engines_have_smaller_trees() -> None:
    pool = EnginePool()
    sizes = [memory(taken(pool, use(str(i)))) for i in range(40)]
    assert sizes[0] == 256 and sizes[-1] == 16 and sorted(sizes, reverse=True) == sizes
    assert sum(sizes) < 2000
    pool.close()
    assert memory(taken(pool, use("x"))) == 256


def test_idle_engines_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = EnginePool()
    before = [taken(pool, use(str(i))) for i in range(30)]
    assert memory(before[-1]) == 16
    now = time.monotonic() + 100
    monkeypatch.setattr(time, "monotonic", lambda: now)
    assert taken(pool, use("29")) is before[-1]
    assert memory(taken(pool, use("new"))) >= 64
    # Those that were used last stay.
    assert taken(pool, use("29")) is before[-1]
    assert taken(pool, use("0")) is not before[0]


def test_players_without_a_tree_take_no_such_parameters() -> None:
    assert make_engine("brugmann").name == "brugmann:threads=1"
    with pytest.raises(ValueError, match="unknown profile"):
        make_engine("nothing")


def test_keepers_of_time_stay_with_their_engine() -> None:
    pool = EnginePool()
    engine = taken(pool, use("a", "brugmann"))
    assert pool.keeper(engine) is pool.keeper(engine)
