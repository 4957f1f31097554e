"""Win/loss states against the numbers of their authors' table."""

from __future__ import annotations

import hashlib
import random
from statistics import mean

import pytest

from keima.learn.wls import WinLossStates, draw_states, learn

RANKS = {
    (0, 0): 0,
    (0, 21): 1,
    (0, 1): 81,
    (1, 3): 112,
    (10, 21): 113,
    (1, 2): 122,
    (2, 4): 123,
    (10, 20): 131,
    (11, 21): 140,
    (2, 3): 141,
    (5, 8): 150,
    (10, 16): 158,
    (13, 21): 159,
    (1, 1): 172,
    (11, 16): 174,
    (2, 2): 208,
    (3, 3): 222,
    (20, 21): 236,
    (21, 21): 252,
}
#: From w wins in 21 games, for w = 0 to 20 and for w = 1 to 21.
AFTER_WIN = """0/7 1/9 1/10 2/11 3/13 4/14 5/15 6/16 7/18 9/19 10/20 11/20 11/19 12/18 11/16 11/15
11/14 11/13 10/11 10/10 9/9"""
AFTER_LOSS = """0/9 0/10 1/11 2/13 3/14 4/15 5/16 6/18 8/19 9/20 10/20 10/19 11/18 10/16 10/15 10/14
10/13 9/11 9/10 8/9 7/7"""


def written(states: WinLossStates, state: int) -> str:
    return "{}/{}".format(*states.record(state))


def test_ranks() -> None:
    states = WinLossStates()
    assert len(states) == 253
    assert {record: states.find(*record) for record in RANKS} == RANKS
    assert [states.find(*states.record(s)) for s in range(253)] == list(range(253))
    values = [states.value(s) for s in range(253)]
    assert values == sorted(values) and len(set(values)) == 253


@pytest.mark.parametrize(
    "prior, firsts, sums, hashes",
    [
        ((0, 0), (172, 81), (34520, 29498), ("6c8d34aa0d58253b", "6dbd31b813155646")),
        ((1, 1), (208, 122), (34556, 29539), ("766818b8fc0293fe", "b00bbfd04ae81c3b")),
    ],
)
def test_check_sums(
    prior: tuple[int, int], firsts: tuple[int, int], sums: tuple[int, int], hashes: tuple[str, str]
) -> None:
    states = WinLossStates(21, *prior)
    tables = [
        [step(s) for s in range(len(states))] for step in (states.after_win, states.after_loss)
    ]
    assert tuple(table[0] for table in tables) == firsts
    assert tuple(map(sum, tables)) == sums
    assert tuple(hashlib.sha256(bytes(table)).hexdigest()[:16] for table in tables) == hashes


def test_full_states_go_back_to_fewer_games() -> None:
    states = WinLossStates()
    wins = [written(states, states.after_win(states.find(w, 21))) for w in range(21)]
    losses = [written(states, states.after_loss(states.find(w, 21))) for w in range(1, 22)]
    assert wins == AFTER_WIN.split() and losses == AFTER_LOSS.split()
    best, worst = states.find(21, 21), states.find(0, 21)
    assert states.after_win(best) == best and states.after_loss(worst) == worst


def test_thresholds() -> None:
    states = WinLossStates()
    assert states.half == 122
    assert states.nearest(125, 200) == 174  # the same bound as 11 of 16
    assert states.nearest(1, 2) == 122 and states.nearest(0, 0) == 0
    assert states.nearest(1e6, 1e6) == 252 and states.nearest(0, 1e6) == 1


@pytest.mark.parametrize("end", [1, 2, 3, 4, 5, 8, 20, 22, 40, 255])
def test_a_win_is_never_worse_whatever_the_scale(end: int) -> None:
    states = WinLossStates(end)
    assert len(states) == (end + 1) * (end + 2) // 2
    for state in range(1, len(states)):
        assert states.after_win(state) >= state >= states.after_loss(state)
        assert states.record(states.after_win(state))[1] <= end
    assert states.record(states.half)[0] * 2 >= states.record(states.half)[1] > 0


def test_long_run_follows_the_part_of_games_won() -> None:
    states, rng = WinLossStates(), random.Random(1)
    expected = {0.25: 59.5, 0.4: 99.6, 0.5: 126.7, 0.6: 154, 0.75: 194}
    for part, rank in expected.items():
        state, seen = 0, []
        for _ in range(40_000):
            state = states.after_win(state) if rng.random() < part else states.after_loss(state)
            seen.append(state)
        assert mean(seen[1000:]) == pytest.approx(rank, abs=2.5)


def test_what_is_refused() -> None:
    for arguments in [(0,), (256,), (21, -1, 0), (21, 2, 1), (21, 1, 21)]:
        with pytest.raises(ValueError):
            WinLossStates(*arguments)
    states = WinLossStates(5)
    for call in (states.after_win, states.after_loss, states.record, states.value):
        for state in (-1, 21):
            with pytest.raises(ValueError, match="no state"):
                call(state)
    with pytest.raises(ValueError, match="3 wins in 2 games"):
        states.find(3, 2)
    with pytest.raises(ValueError, match="a result is"):
        learn(states, "+x")


def test_drawing_has_every_state_once() -> None:
    drawn = draw_states(WinLossStates(21)).split("\n")
    numbers = [int(word) for line in drawn[1:] for word in line.split()[1:]]
    assert sorted(numbers) == list(range(253))
