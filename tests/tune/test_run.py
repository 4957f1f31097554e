"""Runs: the same values on any number of workers and after any interruption."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from keima.tune.log import GameId, Log, Played
from keima.tune.methods import METHODS, make_tuner, read_options
from keima.tune.run import Backend, Job, Run, RunSettings, check, serial
from keima.tune.space import Choice, Number, Space
from keima.tune.tuner import Tuner

TRIALS = 40
SPACE = Space((Number("x", 0, 1), Number("n", 1, 1000, log=True, integer=True)))
SETTINGS = RunSettings(games=2, ahead=3, seed=5)
HEADER = {"any": "thing"}


def tuner(method: str) -> Tuner:
    # Early models, so that most trials depend on results.
    options = {"spsa": {}, "quadratic": {"uniform": 4}, "optuna": {"startup": 4}}[method]
    return make_tuner(method, SPACE, 5, read_options(method, options, TRIALS))


def objective(coin: Any) -> Any:
    return coin(lambda v: 0.8 - abs(float(v["x"]) - 0.3) * 0.7)


def out_of_order(objective: Any, workers: int, seed: int) -> Backend:
    """As a pool does: several jobs under way, and any of them may be over next."""

    def play(jobs: Iterator[Job | None]) -> Iterator[tuple[Job, Played]]:
        rng = random.Random(seed)
        under_way: list[Job] = []
        while True:
            while len(under_way) < workers and (job := next(jobs, None)) is not None:
                under_way.append(job)
            if not under_way:
                return
            job = under_way.pop(rng.randrange(len(under_way)))
            yield job, objective(job)

    return play


def whole_run(method: str, backend: Backend) -> tuple[Log, Tuner]:
    found, log = tuner(method), Log(None, HEADER)
    for _ in Run(found, log, TRIALS, SETTINGS).play(backend):
        pass
    return log, found


@pytest.mark.parametrize("method", METHODS)
def test_the_order_in_which_games_end_changes_nothing(coin: Any, method: str) -> None:
    log, found = whole_run(method, serial(objective(coin)))
    assert len(log.trials) == TRIALS
    assert len(log.games) == TRIALS * 2 * len(log.trials[0])
    for workers, seed in ((1, 1), (2, 2), (7, 3)):
        other, again = whole_run(method, out_of_order(objective(coin), workers, seed))
        assert other.trials == log.trials
        assert other.games == log.games
        assert again.best() == found.best()


@pytest.mark.parametrize("method", METHODS)
def test_a_run_that_is_killed_goes_on_as_if_it_had_not_been(
    coin: Any, method: str, tmp_path: Path
) -> None:
    """The log is cut at any byte, as a crash may do, and the run is taken up from there: again
    and again, until it is done."""
    log, found = whole_run(method, serial(objective(coin)))
    path = tmp_path / "run.jsonl"
    rng = random.Random(1)
    played: list[GameId] = []
    for life in range(1000):
        with Log.open(path, HEADER) as mine:
            known = set(mine.games)
            run = Run(tuner(method), mine, TRIALS, SETTINGS)
            backend = out_of_order(objective(coin), 3, life)
            lives = rng.randrange(1, 25)
            for count, job in enumerate(run.play(backend), 1):
                assert job.place not in known
                played.append(job.place)
                if count == lives:
                    break
        if run.told == TRIALS:
            break
        data = path.read_bytes()
        cut = rng.choice([0, rng.randrange(60)])
        path.write_bytes(data[: len(data) - cut])
    assert mine.trials == log.trials
    assert mine.games == log.games
    assert run.tuner.best() == found.best()
    # Only games whose lines were cut off are played twice.
    assert len(played) - len(set(played)) <= life


@pytest.mark.parametrize("method", METHODS)
def test_a_run_can_be_made_longer(coin: Any, method: str, tmp_path: Path) -> None:
    log, found = whole_run(method, serial(objective(coin)))
    path = tmp_path / "run.jsonl"
    for trials in (0, 13, 13, TRIALS):
        with Log.open(path, HEADER) as mine:
            run = Run(tuner(method), mine, trials, SETTINGS)
            for _ in run.play(serial(objective(coin))):
                pass
            assert run.told == trials
            assert len(mine.trials) == trials
    assert mine.trials == log.trials
    assert run.tuner.best() == found.best()


def test_the_points_of_a_trial_have_the_same_seeds_and_colours(coin: Any) -> None:
    seen: dict[tuple[int, int], set[tuple[int, int]]] = {}

    def watch(job: Job) -> Played:
        seen.setdefault((job.place.trial, job.place.game), set()).add((job.number, job.seed))
        return Played(0.5)

    whole_run("spsa", serial(watch))
    assert len(seen) == TRIALS * 2
    assert all(len(values) == 1 for values in seen.values())
    numbers = [number for [(number, _)] in seen.values()]
    assert sorted(numbers) == list(range(2 * TRIALS))
    assert len({seed for [(_, seed)] in seen.values()}) == 2 * TRIALS


def test_trials_under_way_are_limited(coin: Any) -> None:
    """Trial k is asked for when those up to k - ahead have been told, and not later."""
    events: list[tuple[str, int]] = []

    class Watched:
        def __init__(self) -> None:
            self._inner = tuner("spsa")

        def ask(self, trial: int) -> Any:
            events.append(("ask", trial))
            return self._inner.ask(trial)

        def restore(self, trial: int, points: Any) -> None:
            raise AssertionError("nothing is in the log")

        def tell(self, trial: int, results: Any) -> None:
            events.append(("tell", trial))
            self._inner.tell(trial, results)

        def best(self) -> Any:
            return self._inner.best()

    for _ in Run(Watched(), Log(None, {}), 10, SETTINGS).play(out_of_order(objective(coin), 9, 1)):
        pass
    asked = [i for i, (what, _) in enumerate(events) if what == "ask"]
    for trial, place in enumerate(asked):
        told = [t for what, t in events[:place] if what == "tell"]
        assert told == list(range(max(0, trial - SETTINGS.ahead + 1)))


def test_checks_are_kept_and_not_told(coin: Any, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    values = {"x": 0.3, "n": 10}
    with Log.open(path, HEADER) as log:
        first = [job.number for job, _ in check(values, log, 5, 1, serial(objective(coin)))]
    with Log.open(path, HEADER) as log:
        then = [job.number for job, _ in check(values, log, 8, 1, serial(objective(coin)))]
        assert (first, then) == ([0, 1, 2, 3, 4], [5, 6, 7])
        assert len(log.checked(values)) == 8
        assert not log.games


def test_missing_games_are_noticed(coin: Any) -> None:
    def lazy(jobs: Iterator[Job | None]) -> Iterator[tuple[Job, Played]]:
        job = next(jobs)
        assert job is not None
        yield job, Played(1.0)

    run = Run(tuner("spsa"), Log(None, {}), 10, SETTINGS)
    with pytest.raises(RuntimeError, match="missing after trial 0 of 10"):
        list(run.play(lazy))


def test_what_is_left_counts_games(coin: Any) -> None:
    run = Run(tuner("spsa"), Log(None, {}), 10, SETTINGS)
    left = [run.left]
    left += [run.left for _ in run.play(serial(objective(coin)))]
    assert left == list(range(40, -1, -1))


def test_errors() -> None:
    with pytest.raises(ValueError, match="games must be 1 or more, got 0"):
        RunSettings(games=0)
    with pytest.raises(ValueError, match="ahead must be 1 or more, got 0"):
        RunSettings(ahead=0)
    with pytest.raises(ValueError, match="0 or more, got -1"):
        Run(tuner("spsa"), Log(None, {}), -1, SETTINGS)


def test_choices_are_taken_up_again(coin: Any, tmp_path: Path) -> None:
    space = Space((Choice("c", ("a", "b", 3)), Number("x", 0, 1)))
    settings = RunSettings(4, seed=1)
    flip = coin(lambda v: 0.7 if v["c"] == 3 else 0.3)

    def run(log: Log, trials: int) -> Any:
        found = make_tuner("optuna", space, 1, {"startup": 4})
        for _ in Run(found, log, trials, settings).play(serial(flip)):
            pass
        return found.best()

    best = run(Log(None, {}), 40)
    path = tmp_path / "run.jsonl"
    for trials in (15, 40):
        with Log.open(path, HEADER) as log:
            again = run(log, trials)
    assert again == best
    assert best.values["c"] == 3
