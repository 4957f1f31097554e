"""Which move a search chooses."""

from __future__ import annotations

import random
from typing import Any

from keima import Engine, Game, Limit, SearchResult
from keima.engine.choosing import drawn, lower_bound, ranked, rate_at_bound
from keima.engine.report import lower_bound as rate_bound
from keima.engine.report import move_infos
from keima.engine.result import Candidate


def move(name: int, visits: int, utility: float, deviation: float = 0.5, prior: float = 0.0) -> Any:
    return {
        "move": name,
        "visits": visits,
        "utility": utility if visits else None,
        "deviation": deviation if visits else None,
        "samples": float(visits) if visits else None,
        "prior_mean": prior,
    }


def played(name: int, visits: int, wins: float) -> Any:
    """A move that games tell of, not a network."""
    return {
        **dict.fromkeys(("utility", "deviation", "samples")),
        "move": name,
        "visits": visits,
        "wins": wins,
    }


def names(moves: Any) -> list[int]:
    return [m["move"] for m in moves]


def test_the_lower_bound_rises_with_visits() -> None:
    assert lower_bound(move(0, 100, 0.5)) == 0.25
    assert lower_bound(move(0, 10_000, 0.5)) == 0.475
    assert lower_bound(move(0, 2, 0.5)) == -float("inf")


def test_by_visits_and_by_bound() -> None:
    moves = [move(1, 1000, 0.1), move(2, 900, 0.3), move(3, 10, 0.9), move(4, 0, 0)]
    assert names(ranked(moves, "visits")) == [1, 2, 3, 4]
    # The third has too few visits for its value to count.
    assert names(ranked(moves, "lcb")) == [2, 1, 3, 4]
    assert ranked([], "lcb") == []


def test_the_bound_that_is_told_is_the_one_that_ranks() -> None:
    # Utilities are twice as far apart as win rates.
    assert rate_at_bound(move(0, 100, 0.2), 0.6) == 0.6 - 0.25 / 2
    assert rate_at_bound(move(0, 100, -0.9), 0.05) == rate_at_bound(move(0, 2, 0.5), 0.7) == 0
    assert rate_at_bound(played(0, 100, 50), 0.5) is None


def test_programs_are_told_the_bound_that_ranks() -> None:
    engine = Engine("kata:net=keima-9x9,playouts=80", threads=1, seed=1, early_stop=0)
    found = engine.search(Game(9), analysis=True)
    infos = move_infos(found)
    assert [info["lcb"] for info in infos] == [c.lcb for c in found.candidates]
    assert all(0 <= info["lcb"] <= info["winrate"] for info in infos)
    many = [i for i in infos if i["visits"] >= 3 and i["visits"] >= 0.15 * found.playouts]
    wilson = [rate_bound(info["winrate"], info["visits"]) for info in many]
    assert many and [info["lcb"] for info in many] != wilson


def test_by_games_won() -> None:
    # The second is better, the third for sure, but it has too few visits.
    moves = [played(1, 1000, 600), played(2, 900, 580), played(3, 300, 250), played(4, 0, 0)]
    assert names(ranked(moves, "lcb")) == [2, 1, 3, 4]
    # By luck, perhaps.
    assert names(ranked([played(1, 1000, 600), played(2, 420, 255)], "lcb")) == [1, 2]
    # Few wins are better than none, and six of seven better than three of three.
    assert names(ranked([played(1, 1000, 3), played(2, 400, 0)], "lcb")) == [1, 2]
    assert names(ranked([played(1, 7, 6), played(2, 3, 3)], "lcb")) == [1, 2]
    # Margins may count as more than a win.
    assert lower_bound(played(0, 10, 10.5)) == lower_bound(played(0, 10, 10))


def test_if_the_first_is_not_played_the_next_best_is() -> None:
    moves = [played(1, 1000, 450), played(2, 900, 540), played(81, 600, 372)]
    assert names(ranked(moves, "lcb")) == [81, 2, 1]


def test_a_search_by_games_chooses_as_it_is_told() -> None:
    """And shows its moves in that order, on the way too."""
    game = Game(9, komi=7.5)
    for name in ("E5", "C3", "G3"):
        game.play(name)
    differ = 0
    for seed, playouts in ((1, 300), (2, 300), (1, 3000), (2, 3000)):
        for choice in ("visits", "lcb"):
            shown: list[SearchResult] = []
            engine = Engine("classic", book="none", choice=choice, threads=1, seed=seed)
            limit = Limit(playouts=playouts)
            result = engine.search(game, limit, analysis=True, on_result=shown.append, every=0.0)
            assert shown or playouts < 3000
            for found in (*shown, result):
                first, most = found.candidates[0], max(c.visits for c in found.candidates)
                best = max(bound(c) for c in found.candidates if c.visits >= 0.4 * most)
                assert first.visits == most if choice == "visits" else bound(first) == best
            differ += result.candidates[0].visits != most
    assert differ


def bound(candidate: Candidate) -> float:
    assert candidate.winrate is not None
    return rate_bound(candidate.winrate, candidate.visits)


def test_without_visits_the_policy_decides() -> None:
    moves = [move(1, 0, 0, prior=0.6), move(2, 0, 0, prior=0.4)]
    assert names(ranked(moves, "lcb")) == [1, 2]


def test_chance_follows_visits_and_temperature() -> None:
    moves = [move(1, 60, 0), move(2, 30, 0), move(3, 0, 0)]

    def part(temperature: float) -> float:
        chance = random.Random(1)
        firsts = [drawn(moves, temperature, chance)[0]["move"] for _ in range(2000)]
        assert 3 not in firsts
        return firsts.count(1) / 2000

    assert abs(part(1.0) - 2 / 3) < 0.05
    assert abs(part(0.5) - 4 / 5) < 0.05
    assert names(drawn(moves, 0, random.Random(1))) == [1, 2, 3]


def test_chance_follows_a_bare_policy() -> None:
    moves = [move(1, 0, 0, prior=0.5), move(2, 0, 0, prior=0.5)]
    chance = random.Random(1)
    assert {drawn(moves, 1, chance)[0]["move"] for _ in range(50)} == {1, 2}
