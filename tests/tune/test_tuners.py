"""Each tuner finds the top of known win rates from wins and losses, and better than chance."""

import math
import random
from collections.abc import Callable, Mapping
from statistics import mean
from typing import Any

import pytest

from keima.arena.statistics import Tally
from keima.tune.log import GameId, Log
from keima.tune.methods import METHODS, make_tuner, read_options
from keima.tune.run import Job, Run, RunSettings, serial
from keima.tune.space import Choice, Number, Space, Value, Values
from keima.tune.spsa import Spsa, SpsaSettings
from keima.tune.tuner import Best, Tuner

SEEDS = range(5)


def tune(
    method: str, space: Space, objective: Any, *, trials: int, games: int, seed: int, **options: Any
) -> Best:
    tuner = make_tuner(method, space, seed, read_options(method, options, trials))
    run = Run(tuner, Log(None, {}), trials, RunSettings(games, seed=seed))
    for _ in run.play(serial(objective)):
        pass
    return tuner.best()


def random_search(space: Space, objective: Any, *, points: int, games: int, seed: int) -> Values:
    """The point that won most of its games, out of some at random."""
    rng = random.Random(seed)
    best: tuple[float, Values] = (-1.0, {})
    for trial in range(points):
        values: Values = {
            p.name: rng.choice(p.choices) if isinstance(p, Choice) else p.from_unit(rng.random())
            for p in space
        }
        jobs = [Job(GameId(trial, 0, g), values, g, rng.getrandbits(31)) for g in range(games)]
        score = sum(objective(job).score for job in jobs)
        best = max(best, (score, values), key=lambda b: b[0])
    return best[1]


@pytest.mark.parametrize(
    ("method", "dimensions", "trials", "games", "regret"),
    [
        ("spsa", 1, 200, 1, 0.02),
        ("spsa", 2, 500, 1, 0.02),
        ("spsa", 6, 1500, 1, 0.03),
        ("quadratic", 1, 400, 1, 0.02),
        ("quadratic", 2, 500, 2, 0.02),
        ("quadratic", 4, 400, 5, 0.05),
        ("optuna", 1, 50, 10, 0.03),
        ("optuna", 2, 100, 10, 0.05),
    ],
)
def test_the_optimum_is_found_better_than_by_chance(
    coin: Any, hill: Any, method: str, dimensions: int, trials: int, games: int, regret: float
) -> None:
    """At the same number of games: a trial of spsa plays two points. Random search may choose
    its games per point well, from its own point of view."""
    ours, theirs = [], []
    for seed in SEEDS:
        top = hill(dimensions, seed)
        best = tune(method, top.space, coin(top), trials=trials, games=games, seed=seed)
        ours.append(0.6 - top(best.values))
        total = trials * games * (2 if method == "spsa" else 1)
        found = random_search(top.space, coin(top), points=total // 20, games=20, seed=seed)
        theirs.append(0.6 - top(found))
    assert mean(ours) < mean(theirs)
    assert mean(ours) < regret


def test_optuna_finds_choices_and_numbers(coin: Any) -> None:
    space = Space(
        (
            Choice("eyes", ("strict", "usual", "none")),
            Number("width", 1, 1000, log=True),
            Number("depth", 1, 20, integer=True),
        )
    )

    def rate(values: Mapping[str, Value]) -> float:
        gain = {"strict": 0.0, "usual": 1.0, "none": -1.0}[str(values["eyes"])]
        width = math.log10(float(values["width"])) - 1
        return 1 / (1 + math.exp(-(gain - width**2 - ((float(values["depth"]) - 12) / 6) ** 2)))

    best = 1 / (1 + math.exp(-1))
    ours, theirs = [], []
    for seed in SEEDS:
        found = tune("optuna", space, coin(rate), trials=80, games=10, seed=seed)
        ours.append(best - rate(found.values))
        random_one = random_search(space, coin(rate), points=80, games=10, seed=seed)
        theirs.append(best - rate(random_one))
    assert mean(ours) < mean(theirs)
    assert mean(ours) < 0.06


@pytest.mark.parametrize("method", METHODS)
def test_integers_and_logarithms(coin: Any, method: str) -> None:
    space = Space(
        (Number("n", 1, 1000, log=True, integer=True), Number("k", 0, 8, integer=True, start=1))
    )

    def rate(values: Mapping[str, Value]) -> float:
        far = (math.log10(float(values["n"])) - 2) ** 2 + ((float(values["k"]) - 5) / 4) ** 2
        return 1 / (1 + math.exp(2 * far - 1))

    games = 10 if method == "optuna" else 2
    best = tune(method, space, coin(rate), trials=1000 // games, games=games, seed=1)
    assert all(type(value) is int for value in best.values.values())
    assert rate(best.values) > 0.66


@pytest.mark.parametrize("method", METHODS)
def test_an_optimum_at_the_edge(coin: Any, method: str) -> None:
    space = Space((Number("x", 0, 1),))
    games = 10 if method == "optuna" else 1
    best = tune(
        method,
        space,
        coin(lambda v: 0.2 + 0.6 * float(v["x"])),
        trials=500 // games,
        games=games,
        seed=2,
    )
    assert float(best.values["x"]) > 0.8


@pytest.mark.parametrize("method", METHODS)
def test_the_interval_covers_the_true_rate(coin: Any, hill: Any, method: str) -> None:
    covered = 0
    games = 10 if method == "optuna" else 2
    for seed in range(8):
        top = hill(1, seed)
        best = tune(method, top.space, coin(top), trials=600 // games, games=games, seed=seed)
        assert best.interval.low <= best.rate <= best.interval.high
        covered += best.interval.low <= top(best.values) <= best.interval.high
        low, high = best.region["x0"]
        assert 0 <= low <= float(best.values["x0"]) <= high <= 1
    assert covered >= 6


@pytest.mark.parametrize("method", METHODS)
def test_draws_are_half_a_win(coin: Any, hill: Any, method: str) -> None:
    top = hill(1, 3)
    games = 20 if method == "optuna" else 4
    best = tune(method, top.space, coin(top, draws=0.5), trials=1200 // games, games=games, seed=3)
    assert top(best.values) > 0.55


@pytest.mark.parametrize("method", METHODS)
def test_before_any_game_the_best_is_the_start(method: str) -> None:
    space = Space((Number("x", 0, 1, start=0.3),))
    best = make_tuner(method, space, 0, read_options(method, {}, 10)).best()
    assert best.values == {"x": 0.3}
    assert best.games == 0
    assert best.interval == (0, 1)


@pytest.mark.parametrize("method", METHODS)
def test_a_function_without_slope_does_no_harm(coin: Any, method: str) -> None:
    space = Space((Number("x", 0, 1), Number("y", 0, 1)))
    for rate in (0.0, 0.5, 1.0):
        best = tune(method, space, coin(lambda _, r=rate: r), trials=60, games=2, seed=1)
        assert all(0 <= float(v) <= 1 for v in best.values.values())
        assert best.rate == pytest.approx(rate, abs=0.25)


def test_spsa_plays_two_points_on_opposite_sides() -> None:
    space = Space((Number("x", 0, 1, start=0.4), Number("y", 1, 100, log=True)))
    tuner = Spsa(space, 1, SpsaSettings(c=0.1))
    for trial in range(10):
        plus, minus = (space.encode(values) for values in tuner.ask(trial))
        width = 0.1 / (trial + 1) ** 0.101
        for a, b, centre in zip(plus, minus, (0.4, 0.5), strict=True):
            assert (a + b) / 2 == pytest.approx(centre, abs=1e-5)
            assert abs(a - b) / 2 == pytest.approx(width, abs=1e-5)


def test_spsa_climbs_with_its_gains() -> None:
    """First step: `step` towards the winner; then it shrinks, and the momentum goes on."""
    space = Space((Number("x", 0, 1),))
    settings = SpsaSettings(step=0.04, c=0.1, gamma=0.0, delay=1.0, momentum=0.5)
    tuner = Spsa(space, 1, settings)
    win, loss, equal = Tally(1, 0), Tally(0, 1), Tally(1, 1)

    def towards(trial: int) -> float:
        plus, minus = (float(v["x"]) for v in tuner.ask(trial))
        return math.copysign(1, plus - minus)

    way = towards(0)
    tuner.tell(0, [win, loss])
    assert tuner.path[-1][0] == pytest.approx(0.5 + 0.04 * way)
    # No result: the latest slope that was not zero goes on, less each time.
    gains = [0.04 * (2 / (2 + k)) ** 0.602 for k in range(4)]
    tuner.tell(1, [equal, equal])
    tuner.tell(2, [equal, equal])
    pushed = 0.5 * gains[1] + 0.25 * gains[2]
    assert tuner.path[-1][0] == pytest.approx(0.5 + way * (0.04 + pushed))
    before, new = tuner.path[-1][0], towards(3)
    tuner.tell(3, [win, loss])
    assert tuner.path[-1][0] == pytest.approx(before + gains[3] * (new + 0.125 * way))


def test_spsa_comes_to_rest_where_all_games_are_lost() -> None:
    tuner = Spsa(Space((Number("x", 0, 1),)), 1)
    tuner.tell(0, [Tally(1, 0), Tally(0, 1)])
    for trial in range(1, 500):
        tuner.tell(trial, [Tally(0, 1), Tally(0, 1)])
    assert 0.45 < tuner.path[-1][0] < 0.55


def test_spsa_stays_inside() -> None:
    tuner = Spsa(Space((Number("x", 0, 1, start=0.95),)), 1, SpsaSettings(step=0.5, c=0.3))
    for trial in range(20):
        points = [float(v["x"]) for v in tuner.ask(trial)]
        assert all(0 <= x <= 1 for x in points)
        best = points.index(max(points))
        tuner.tell(trial, [Tally(1, 0), Tally(0, 1)][:: 1 if best == 0 else -1])
        assert tuner.path[-1][0] <= 1


def test_the_quadratic_narrows_its_search(coin: Any, hill: Any) -> None:
    top = hill(2, 1)
    tuner = make_tuner("quadratic", top.space, 1, read_options("quadratic", {}, 10))
    log = Log(None, {})
    for _ in Run(tuner, log, 600, RunSettings(1)).play(serial(coin(top))):
        pass
    rates = [top(log.trials[trial][0]) for trial in range(600)]
    assert mean(rates[-100:]) > mean(rates[:100]) + 0.1


def test_errors_say_what_would_be_right() -> None:
    mixed = Space((Choice("c", ("a", "b")), Number("x", 0, 1)))
    many = Space(tuple(Number(f"x{i}", 0, 1) for i in range(7)))

    def make(method: str, space: Space, **options: object) -> Callable[[], Tuner]:
        return lambda: make_tuner(method, space, 0, read_options(method, options, 10))

    for call, message in [
        (make("spsa", mixed), "spsa tunes numbers only, and c is one of .* use method optuna"),
        (make("quadratic", mixed), "quadratic tunes numbers only"),
        (make("quadratic", many), "up to 6 parameters, got 7: use method spsa"),
        (make("clop", many), "unknown method 'clop': expected one of spsa, quadratic, optuna"),
        (make("spsa", many, c=0), "c must be above 0 and at most 0.5"),
        (make("spsa", many, momentum=2), "momentum must be from 0 to 1, got 2"),
        (make("spsa", many, delay=-1), "delay must be 0 or more"),
        (make("spsa", many, a=1), "spsa has no option a: expected one of step, c"),
        (make("quadratic", many, height=0), "height must be above 0"),
        (make("quadratic", many, uniform=0), "uniform must be 1 or more"),
        (make("quadratic", many, uniform=1.5), "uniform must be a whole number, got 1.5"),
        (make("quadratic", many, prior="x"), "prior must be a number, got 'x'"),
        (make("optuna", many, startup=0), "startup must be 1 or more"),
    ]:
        with pytest.raises(ValueError, match=message):
            call()


def test_a_missing_optuna_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "optuna", None)
    with pytest.raises(ValueError, match=r"Optuna is not installed: pip install 'keima\[tune\]'"):
        make_tuner("optuna", Space((Number("x", 0, 1),)), 0, {})
