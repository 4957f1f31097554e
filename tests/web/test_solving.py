"""Exact values of moves: rounds, symmetry, and what is not proved."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from keima.game import Game
from keima.solve import moves, solve_go
from keima.solve.facts import Fact, Facts
from keima.solve.moves import Memory, start_after
from keima.web import solving
from keima.web.solving import PROVED, SolveJob, check_solvable, kept_proofs
from keima.web.values import Refused


def solved(game: Game, memory: Memory | None = None) -> list[dict[str, Any]]:
    """All that a job tells."""
    told: list[dict[str, Any]] = []

    def tell(job: SolveJob, found: dict[str, Any] | str) -> None:
        assert isinstance(found, dict)
        told.append(found)

    job = SolveJob(game, 7, tell, memory)
    while job.turn():
        pass
    return told


@pytest.mark.parametrize("moves", [(), ("B2",), ("B2", "A2"), ("A1", "pass")])
def test_every_move_has_the_value_of_its_position(moves: tuple[str, ...]) -> None:
    game = Game((3, 2), komi=0.5)
    for move in moves:
        game.play(move)
    last = solved(game)[-1]
    assert last["done"] and last["node"] == 7
    assert set(last["moves"]) == set(game.legal_moves)
    for move, found in last["moves"].items():
        after = game.copy()
        after.play(move)
        value = solve_go(3, 2, position=after, megabytes=4, ends=False).value
        assert value is not None and found["value"] == value - 0.5
    sign = 1 if game.to_play == 1 else -1
    best = max(sign * found["value"] for found in last["moves"].values())
    assert last["value"] == sign * best
    for found in last["moves"].values():
        assert found["best"] == (sign * found["value"] == best)


def test_what_is_not_proved_stays_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "_MOST", 0.1)
    told = solved(Game(5), Memory(Facts()))
    assert told[-1]["done"] and told[-1]["moves"] == {} and told[-1]["value"] is None
    assert set(told[-1]["open"]) == set(Game(5).legal_moves)
    assert told[-1]["open"]["C3"]["depth"] > 0 and told[-1]["open"]["C3"]["lower"] is None


def test_the_value_is_known_when_nothing_can_be_better(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moves, "BACKWARD", {})
    monkeypatch.setattr(moves, "BACKWARD_POINTS", 0)
    told = solved(Game(3, komi=2))
    known = next(found for found in told if found["value"] is not None)
    assert known["value"] == 7 and known["open"]
    assert known["moves"]["B2"] == {"value": 7, "text": "B+7", "best": True}


def test_what_a_position_is_worth_may_be_known_before_its_moves() -> None:
    """Of 5x4 it is known what B2 is worth, but not how White should answer."""
    game = Game((5, 4), komi=0.5)
    game.play("B2")
    memory = Memory()
    memory.facts.learn(start_after(game, "pass"), "basic", Fact(20, 20, 20, 20))
    told: list[Any] = []
    job = SolveJob(game, 0, lambda job, found: told.append(found), memory)
    job.interrupt()
    job.turn()
    assert told[-1]["value"] == 0.5
    # Of the moves that are proved none is the best.
    assert told[-1]["moves"]["pass"] == {"value": 19.5, "text": "B+19.5", "best": False}
    assert len(told[-1]["open"]) == 19


def test_an_interruption_before_a_turn_has_begun_counts() -> None:
    told: list[Any] = []
    job = SolveJob(Game(5), 0, lambda job, found: told.append(found))
    job.interrupt()
    assert job.turn()
    assert told[-1]["positions"] == 0 and not told[-1]["done"]


@pytest.mark.parametrize("rules", ["japanese", "tromp-taylor", "aga-button", "stone-scoring"])
def test_rules_without_proofs(rules: str) -> None:
    with pytest.raises(Refused, match=rules):
        check_solvable(Game(3, rules=rules))


def test_boards_that_are_too_large_and_games_that_are_over() -> None:
    check_solvable(Game(5))
    with pytest.raises(Refused, match="6x5"):
        check_solvable(Game((6, 5)))
    game = Game(3)
    game.play("pass"), game.play("pass")
    with pytest.raises(Refused, match="over"):
        check_solvable(game)


def test_what_is_proved_is_kept_for_another_day(tmp_path: Path) -> None:
    memory = kept_proofs(tmp_path / PROVED)
    after = start_after(Game(5, komi=0), "C2")
    memory.facts.learn(after, "basic", Fact(3, 3, 3, 25, 30, 10**9))
    memory.save()
    told: list[Any] = []
    again = kept_proofs(tmp_path / PROVED)
    job = SolveJob(Game(5, komi=0), 0, lambda job, found: told.append(found), again)
    job.interrupt()
    assert job.turn()
    # One of the four that are alike.
    assert told[-1]["moves"]["D3"]["value"] == 3
    assert told[-1]["moves"]["A1"]["value"] == -25  # comes with Keima
    assert told[-1]["open"]["B2"]["lower"] is None


def test_a_file_that_is_broken_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / PROVED
    file.write_text("hello")
    with pytest.warns(UserWarning, match="not kept.*first line"):
        memory = kept_proofs(file)
    memory.save()
    assert file.read_text() == "hello"
