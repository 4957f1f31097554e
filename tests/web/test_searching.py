"""The jobs of engines, each in the thread of the test."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from keima import sgf
from keima.engine import Candidate, SearchResult
from keima.game import Game
from keima.gtp.timing import TimeLeft, TimeSettings
from keima.web.engines import EnginePool, Use
from keima.web.players import Seat
from keima.web.searching import AnalysisJob, AskJob, LineJob, Memory, MoveJob


@pytest.fixture(scope="module")
def pool() -> EnginePool:
    return EnginePool()


def use(profile: str = "brugmann", size: int = 5) -> Use:
    return Use(profile, None, "game", "test", (size, size))


def interrupted(job: MoveJob | LineJob | AnalysisJob) -> bool:
    """What a turn returns that is interrupted as soon as it has begun."""
    answers: list[bool] = []
    thread = threading.Thread(target=lambda: answers.append(job.turn()))
    thread.start()
    while thread.is_alive():
        job.interrupt()
        thread.join(0.01)
    return answers[0]


def test_a_move_is_found_within_its_limit(pool: EnginePool) -> None:
    found: list[SearchResult | str] = []
    game = Game(5)
    job = MoveJob(pool, use(), Seat("brugmann", playouts=50), game, found.append)
    assert not job.turn()
    [result] = found
    assert isinstance(result, SearchResult)
    assert result.playouts == 50 and result.move in game.legal_moves


def test_a_clock_limits_a_move(pool: EnginePool) -> None:
    found: list[Any] = []
    clock = TimeSettings("absolute", 10.0), TimeLeft(10.0)
    MoveJob(pool, use(), Seat("brugmann"), Game(5), found.append, clock).turn()
    assert found[0].seconds < 10.0


def test_a_move_that_nobody_wants_is_not_told(pool: EnginePool) -> None:
    found: list[Any] = []
    seat = Seat("brugmann", playouts=10**6, seconds=60)
    job = MoveJob(pool, use(size=19), seat, Game(19), found.append)
    assert not interrupted(job)
    assert not job.turn()  # nor begun again
    assert found == []


def test_faults_are_told_in_words(pool: EnginePool) -> None:
    found: list[Any] = []
    MoveJob(pool, use("matilda-mlp"), Seat("matilda-mlp"), Game(5), found.append).turn()
    AskJob(pool, use("nothing"), lambda engine: 1, found.append).turn()
    AskJob(pool, use("nothing"), lambda engine: 1, found.append, otherwise=lambda e: 2).turn()
    assert found[0].startswith("matilda-mlp: ")
    assert isinstance(found[1], ValueError)
    assert found[2] == 2


def test_an_analysis_that_is_interrupted_goes_on(pool: EnginePool) -> None:
    told: list[Any] = []
    job = AnalysisJob(pool, use("classic"), Game(5), 3, [], lambda job, found: told.append(found))
    assert interrupted(job)
    assert job.turn() and job.turn()
    assert told[-1]["node"] == 3 and told[-1]["visits"] > told[-2]["visits"]


def test_a_fault_ends_an_analysis(pool: EnginePool) -> None:
    told: list[Any] = []
    for job in (
        AnalysisJob(pool, use("nothing"), Game(5), 3, [], lambda job, found: told.append(found)),
        LineJob(pool, use("nothing"), positions(), 5, lambda job, found: told.append(found)),
    ):
        assert not job.turn()
    assert [found.split(":")[0] for found in told] == ["nothing", "nothing"]


def positions() -> list[tuple[int, sgf.Node]]:
    tree = sgf.parse("(;SZ[19];B[pd];W[dd])")[0]
    return list(enumerate(tree.main_line()))


def test_a_position_of_a_line_that_is_interrupted_is_done_again(pool: EnginePool) -> None:
    told: list[Any] = []
    job = LineJob(pool, use(size=19), positions(), 20, lambda job, found: told.append(found))
    job._playouts = 10**6
    assert interrupted(job) and told == []
    job._playouts = 20
    while job.turn():
        pass
    assert [found and found["node"] for found in told] == [0, 1, 2, None]
    assert [found["to_play"] for found in told[:-1]] == ["B", "W", "B"]


def test_an_interruption_before_a_turn_has_begun_counts(pool: EnginePool) -> None:
    told: list[Any] = []
    line = LineJob(pool, use(size=19), positions(), 10**6, lambda job, found: told.append(found))
    node = AnalysisJob(pool, use(), Game(5), 3, [], lambda job, found: told.append(found))
    for job in (line, node):
        job.interrupt()
        assert job.turn() and told == []


def test_time_in_the_queue_is_the_engines(
    pool: EnginePool, monkeypatch: pytest.MonkeyPatch
) -> None:
    lefts: list[TimeLeft] = []
    clock = TimeSettings("absolute", 600.0), TimeLeft(600.0)
    job = MoveJob(pool, use(), Seat("brugmann", playouts=5), Game(5), lambda found: None, clock)
    job._since -= 500

    class Keeper:
        def think(self, search: Any, game: Any, settings: Any, left: TimeLeft, limit: Any) -> Any:
            lefts.append(left)
            return search(limit)

    monkeypatch.setattr(pool, "keeper", lambda engine: Keeper())
    job.turn()
    assert 0 < lefts[0].seconds <= 100


def result(playouts: int, owner: float, score: float | None) -> SearchResult:
    candidate = Candidate("A1", playouts, 0.5, score, 0.0)
    return SearchResult("A1", 0.5, score, [], [candidate], playouts, 0.1, (1, 1), (owner,))


def test_turns_add_up() -> None:
    memory = Memory()
    memory.add(result(30, 1.0, 2.0))
    both = memory.add(result(10, -1.0, None))
    assert both.owners == (0.5,) and both.candidates[0].score == 2.0
    nothing = memory.add(result(0, 0.0, None))
    assert nothing.owners == (0.5,)
