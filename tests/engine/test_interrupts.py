"""A search can be ended at any moment, and the engine goes on."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from keima import Engine, Game, Limit

SEARCHES = 1000
PLAYOUTS = 120


class Stopper:
    """Ends what an engine does, from another thread, after counting to a number."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._numbers: list[int] = []
        self._due = threading.Semaphore(0)
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def after(self, count: int) -> None:
        self._numbers.append(count)
        self._due.release()

    def _run(self) -> None:
        while self._due.acquire():
            count = self._numbers.pop(0)
            if count < 0:
                return
            for _ in range(count):
                pass
            self._engine.stop()

    def close(self) -> None:
        self.after(-1)
        self._thread.join()


@contextmanager
def stopper(engine: Engine) -> Iterator[Stopper]:
    made = Stopper(engine)
    try:
        yield made
    finally:
        made.close()


@pytest.mark.parametrize("threads", [1, 2])
def test_a_thousand_searches_that_are_ended_somewhere(threads: int) -> None:
    rng = random.Random(threads)
    engine = Engine("classic:memory_mb=2", threads=threads, seed=1)
    game = Game(5, komi=0.5)
    with stopper(engine) as stop:
        for number in range(SEARCHES // 2):
            stop.after(rng.randrange(40_000))
            limit = Limit(playouts=PLAYOUTS)
            match number % 4:
                case 0:
                    result = engine.ponder(game, limit)
                case 1:
                    result = engine.search(game, limit, analysis=True, move_owners=True)
                case _:
                    result = engine.search(game, limit)
            assert result is not None and result.playouts <= PLAYOUTS
            if result.playouts:  # a move that the solver proved has no visits
                assert all(c.visits > 0 for c in result.candidates)
            assert all(0 <= (c.winrate or 0) <= 1 for c in result.candidates)
            if number % 4 == 3 and result.move != "resign":
                game.play(result.move)
            if game.is_over or game.move_number > 40:
                game = Game(5, komi=0.5)
    # As if nothing had been: the same search as that of a new engine.
    engine.new_game()
    fresh = Engine("classic:memory_mb=2", threads=1, seed=1)
    engine.change(threads=1)
    found = [e.search(Game(7), Limit(playouts=200)).candidates for e in (engine, fresh)]
    assert found[0] == found[1]


def test_a_fault_on_the_way_ends_the_search_and_no_more() -> None:
    engine = Engine("classic", threads=2, seed=1, book="none")

    def fail(done: int) -> None:
        raise RuntimeError("enough")

    for _ in range(3):
        with pytest.raises(RuntimeError, match="enough"):
            engine.search(Game(9), Limit(playouts=10**9), progress=fail)
    assert engine.search(Game(9), Limit(playouts=50)).playouts == 50
