"""How long to think, with clocks that are only simulated."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import keima.engine.clock as clock_module
from keima import Engine, Game
from keima.arena.clock import Clock
from keima.engine.clock import (
    SHORTEST,
    Delay,
    Position,
    TimeKeeper,
    TimeParameters,
    available,
    is_unclear,
    moves_beyond,
    plan_move,
    reserve,
    turns_left,
)
from keima.engine.limits import MOST_SECONDS, Limit
from keima.engine.result import Candidate
from keima.gtp.timing import KINDS, TimeLeft, TimeSettings

START19, START9 = Position(361, 361), Position(81, 81)
NO_DELAY = Delay(0.0, 0.0)
ONCE = TimeParameters(first=1.0, unclear=1.0)


def seconds(time: TimeSettings, left: TimeLeft, position: Position = START19) -> float:
    plan = plan_move(time, left, position, NO_DELAY, ONCE)
    assert plan is not None
    return plan.seconds


def test_no_limit() -> None:
    assert plan_move(TimeSettings(), TimeLeft(0), START19, NO_DELAY) is None


def test_equations_of_the_thesis() -> None:
    assert turns_left("thesis", START19) == 180.5
    assert turns_left("thesis", Position(361, 100)) == 50
    assert turns_left("thesis", Position(361, 10)) == 9.5
    absolute = TimeSettings("absolute", 1807)
    assert seconds(absolute, TimeLeft(1807)) == pytest.approx(10)
    # The larger of what main time and the period give.
    period = TimeSettings("canadian", 1806, 300, 10)
    assert seconds(period, TimeLeft(1805)) == pytest.approx(30)
    assert seconds(TimeSettings("canadian", 1806, 50, 10), TimeLeft(1806)) == pytest.approx(10)


def test_the_release_plans_for_other_turns() -> None:
    assert turns_left("release", START19) == pytest.approx(361 * 2 / 3 / 2.8)
    assert turns_left("release", Position(361, 61)) == pytest.approx(19 / 4 / 2.8)


def test_a_canadian_period_is_shared_among_its_stones() -> None:
    time = TimeSettings("canadian", 0, 300, 25)
    assert seconds(time, TimeLeft(300, 25)) == pytest.approx(12)
    assert seconds(time, TimeLeft(30, 1)) == pytest.approx(30 - 0.02 * 300)


def test_byoyomi_uses_its_period_and_main_time_uses_no_less() -> None:
    time = TimeSettings("byoyomi", 60, 30, 5)
    assert seconds(time, TimeLeft(30, 2)) == pytest.approx(0.98 * 30)
    assert seconds(time, TimeLeft(60)) == pytest.approx(30)
    fixed = plan_move(TimeSettings("byoyomi", 0, 10, 1), TimeLeft(10, 1), START9, Delay(0.1, 0.3))
    assert fixed is not None and fixed.seconds == fixed.most == pytest.approx(9.35)


def test_fischer_adds_the_increment_and_keeps_to_the_caps() -> None:
    plain = TimeSettings("fischer", 300, increment=10)
    assert seconds(plain, TimeLeft(300)) == pytest.approx(11.65, abs=0.1)
    capped = TimeSettings("fischer-capped", 300, increment=10, limit=300, most=3)
    assert 2 < seconds(capped, TimeLeft(300)) < 3
    # What the clock cannot hold is used at once.
    full = TimeSettings("fischer-capped", 100, increment=30, limit=100)
    assert seconds(full, TimeLeft(100)) >= 30
    # An increment that the clock cannot pay is not spent beforehand.
    assert seconds(plain, TimeLeft(1)) < 1


def test_the_first_search_and_unclear_positions_get_more() -> None:
    keeper = TimeKeeper(TimeParameters(), 0.0)
    absolute, game = TimeSettings("absolute", 100), Game(9)
    first = keeper.plan(absolute, TimeLeft(100), game)
    keeper.think(lambda limit: None, game, TimeSettings(), TimeLeft(0), Limit())
    second = keeper.plan(absolute, TimeLeft(100), game)
    assert first is not None and second is not None
    assert first.seconds == pytest.approx(2 * second.seconds, rel=0.01)
    assert second.most == pytest.approx(1.5 * second.seconds)


times = st.builds(
    TimeSettings,
    st.sampled_from([kind for kind in KINDS if kind != "none"]),
    main=st.floats(0, 1e9),
    period=st.floats(0.01, 1e6),
    count=st.integers(1, 1000),
    increment=st.floats(0, 1e5),
    limit=st.floats(0, 1e9),
    most=st.floats(0, 1e9),
)
parameters = st.builds(
    TimeParameters,
    formula=st.sampled_from(["thesis", "release"]),
    first=st.floats(1, 10),
    unclear=st.floats(1, 10),
)
delays = st.builds(
    lambda mean, more, known: Delay(mean, mean + more, known),
    st.floats(0, 5),
    st.floats(0, 5),
    st.booleans(),
)


@settings(max_examples=500, deadline=None)
@given(
    times,
    st.floats(0, 1e10),
    st.integers(0, 2**31 - 1),
    st.integers(1, 625).flatmap(lambda a: st.builds(Position, st.just(a), st.integers(0, a))),
    delays,
    parameters,
    st.floats(0.01, 25),
)
def test_no_plan_exceeds_what_is_left_less_the_reserve(
    time: TimeSettings,
    shown: float,
    stones: int,
    position: Position,
    delay: Delay,
    chosen: TimeParameters,
    factor: float,
) -> None:
    check_plan(time, shown, stones, position, delay, chosen, factor)


def check_plan(
    time: TimeSettings,
    shown: float,
    stones: int,
    position: Position,
    delay: Delay,
    chosen: TimeParameters,
    factor: float,
) -> None:
    left = TimeLeft(shown, stones if time.kind in ("canadian", "byoyomi") else 0)
    plan = plan_move(time, left, position, delay, chosen, factor)
    assert plan is not None and math.isfinite(plan.most)
    assert 0 < plan.seconds <= plan.most <= MOST_SECONDS
    kept = reserve(time, left, delay, moves_beyond(chosen.formula, position))
    assert 0 <= kept <= available(time, left)
    assert plan.most <= max(available(time, left) - kept, SHORTEST) * (1 + 1e-9)
    assert plan.most <= max(time.most, SHORTEST)


def test_nor_in_thousands_of_usual_situations() -> None:
    rng = random.Random(1)
    for _ in range(20_000):
        time = TimeSettings(
            rng.choice(KINDS[1:]),
            main=rng.choice([0, 1, 10, 600]) * rng.random(),
            period=rng.uniform(0.1, 60),
            count=rng.randint(1, 30),
            increment=rng.choice([0, 0.1, 1, 10]),
            limit=rng.choice([1, 60, math.inf]),
            most=rng.choice([0.1, 5, math.inf]),
        )
        area = rng.choice([1, 25, 81, 169, 361])
        mean = rng.expovariate(5)
        check_plan(
            time,
            rng.choice([0, 0.01, 0.5, 30, 600]) * rng.random(),
            rng.randint(0, 30),
            Position(area, rng.randint(0, area)),
            Delay(mean, mean + rng.expovariate(5), rng.random() < 0.5),
            TimeParameters(rng.choice(["thesis", "release"]), unclear=rng.uniform(1, 3)),
            rng.uniform(0.1, 5),
        )


@dataclass
class World:
    """A simulated controller: searches take what they are given, and everything else delays."""

    rng: random.Random
    delay: float
    jitter: float
    now: float = 0.0
    longest: float = 0.0
    candidates: list[Candidate] = field(default_factory=list)
    playouts: int = 1

    def search(self, limit: Limit) -> World:
        assert limit.seconds is not None
        share = 1.0 if self.rng.random() < 0.8 else self.rng.random()
        self.now += limit.seconds * share + self.rng.random() * self.jitter
        visits = (100, 95) if self.rng.random() < 0.5 else (100, 5)
        self.candidates = [Candidate("A1", v, 0.5, 0.0, 0.0) for v in visits]
        return self


SYSTEMS = [
    (TimeSettings("absolute", 3), 0.002),
    (TimeSettings("absolute", 30), 0.05),
    (TimeSettings("absolute", 900), 0.5),
    (TimeSettings("canadian", 10, 20, 10), 0.1),
    (TimeSettings("canadian", 0, 5, 1), 0.2),
    (TimeSettings("byoyomi", 10, 5, 1), 0.2),
    (TimeSettings("byoyomi", 0, 1, 3), 0.05),
    (TimeSettings("fischer", 10, increment=1), 0.1),
    (TimeSettings("fischer", 1, increment=0.2), 0.02),
    (TimeSettings("fischer-capped", 10, increment=0.5, limit=12, most=2), 0.05),
]


def play_game(
    time: TimeSettings, delay: float, seed: int, area: int, keeper: TimeKeeper, tell: bool
) -> Clock:
    """A long game of one side: the board fills up and stays nearly full."""
    rng = random.Random(seed)
    world = World(rng, delay, delay / 4)
    clock, own = Clock(time), Clock(time)
    game = Game(round(math.sqrt(area)))
    keeper.new_game()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clock_module.time, "monotonic", lambda: world.now)
        for move in range(3 * area // 4):
            position = Position(area, max(area - 2 * move, area // 20))
            patch.setattr(clock_module.Position, "of", lambda _, p=position: p)
            if tell:
                keeper.told(time, clock.left)
            began = world.now
            left = clock.left if tell else own.left
            keeper.think(world.search, game, time, left, Limit(), resumes=True)
            took = world.now - began
            own.spend(took + keeper.lag.assumed)
            assert clock.spend(took + delay * rng.uniform(0.5, 1.0)), (time, move, seed)
    return clock


@pytest.mark.parametrize("formula", ["thesis", "release"])
@pytest.mark.parametrize(("time", "delay"), SYSTEMS)
def test_no_simulated_game_is_lost_on_time(time: TimeSettings, delay: float, formula: str) -> None:
    for seed, area in enumerate([81, 169, 361] * 3):
        if time.kind == "absolute" and 1.5 * delay * area > time.main / 2:
            continue  # delays alone would use up the clock
        keeper = TimeKeeper(TimeParameters(formula, surprise=0.2, hurry=0.002), 1.25 * delay, seed)
        clock = play_game(time, delay, seed, area, keeper, tell=True)
        assert not clock.has_fallen


@pytest.mark.parametrize(("time", "delay"), SYSTEMS)
def test_nor_one_in_which_the_clock_is_not_told(time: TimeSettings, delay: float) -> None:
    if time.kind == "canadian" and time.main > 0:
        return  # when main time ends, and so every later period, only the controller knows
    for seed in range(3):
        if time.kind == "absolute" and 1.5 * delay * 81 > time.main / 2:
            continue
        keeper = TimeKeeper(TimeParameters(lag=delay * 1.5), 0.1, seed)
        assert not play_game(time, delay, seed, 81, keeper, tell=False).has_fallen


def test_most_of_a_clock_is_used() -> None:
    keeper = TimeKeeper(TimeParameters(), 0.1)
    clock = play_game(TimeSettings("absolute", 900), 0.1, 1, 361, keeper, tell=True)
    assert clock.left.seconds < 0.05 * 900


def candidates(*pairs: tuple[int, float | None]) -> list[Candidate]:
    return [Candidate("A1", visits, rate, 0.0, 0.0) for visits, rate in pairs]


def test_what_is_unclear() -> None:
    assert is_unclear(candidates((100, 0.5), (85, 0.4)))
    assert is_unclear(candidates((100, 0.5), (50, 0.6)))
    assert not is_unclear(candidates((100, 0.5), (50, 0.4), (5, 0.9)))
    assert not is_unclear(candidates((100, 0.5)))
    assert not is_unclear(candidates((100, None), (50, None)))
    assert not is_unclear([])


def limits_of(keeper: TimeKeeper, found: list[Candidate], **options: bool) -> list[Limit]:
    """What a search is asked for that takes all its time."""
    world = World(random.Random(1), 0, 0)
    asked: list[Limit] = []

    def search(limit: Limit) -> World:
        asked.append(limit)
        world.now += limit.seconds or 0
        world.candidates = found
        return world

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clock_module.time, "monotonic", lambda: world.now)
        time = TimeSettings("absolute", 100)
        keeper.think(search, Game(9), time, TimeLeft(100), Limit(), **options)
    return asked


def test_only_open_choices_are_extended_and_only_once() -> None:
    still_open, settled = candidates((100, 0.5), (90, 0.5)), candidates((100, 0.5), (10, 0.4))
    keeper = TimeKeeper(TimeParameters(first=1.0), 0.0)
    first, second = limits_of(keeper, still_open, resumes=True)
    assert (second.seconds or 0) == pytest.approx((first.seconds or 0) / 2)
    assert len(limits_of(keeper, still_open)) == 1
    assert len(limits_of(keeper, settled, resumes=True)) == 1


def test_rhythm() -> None:
    calm = candidates((100, 0.5), (10, 0.4))
    hurried = TimeKeeper(TimeParameters(first=1.0, hurry=0.01), 0.0)
    asked = [limits_of(hurried, calm)[0].seconds or 0 for _ in range(3)]
    assert asked[1] / asked[0] == pytest.approx(0.99)
    assert asked[2] / asked[1] == pytest.approx(0.99)
    steady = TimeKeeper(TimeParameters(first=1.0), 0.0)
    fair = limits_of(steady, calm)[0].seconds or 0
    odd = TimeKeeper(TimeParameters(first=1.0, surprise=1.0), 0.0)
    assert limits_of(odd, calm)[0].seconds == pytest.approx(2.5 * fair)
    limits_of(odd, candidates((100, 0.5), (90, 0.5)))
    assert limits_of(odd, calm)[0].seconds == pytest.approx(0.4 * fair)


def test_a_limit_of_its_own_holds_too() -> None:
    asked: list[Limit] = []
    keeper = TimeKeeper(TimeParameters(), 0.0)
    time = TimeSettings("absolute", 1000)
    keeper.think(asked.append, Game(9), time, TimeLeft(1000), Limit(50, 0.5))
    keeper.think(asked.append, Game(9), TimeSettings(), TimeLeft(0), Limit())
    assert asked == [Limit(50, 0.5), Limit()]


def test_parameters_of_an_engine() -> None:
    engine = Engine("classic:time_formula=release,time_first=1,time_lag=0.5,time_surprise=0.1")
    assert engine.time_parameters == TimeParameters("release", 1.0, 1.5, 0.5, 0.0, 0.1)
    assert engine.keeps_tree and not Engine("brugmann").keeps_tree
    with pytest.raises(ValueError, match="time_formula must be one of thesis, release"):
        Engine("classic:time_formula=magic")
    keeper = TimeKeeper(engine.time_parameters)
    keeper.told(TimeSettings("absolute", 9), TimeLeft(9))
    assert keeper.lag.seconds == 0.5
