"""Values of all moves: the same as proofs of each, shared tables, and what is kept."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from keima.game import Game
from keima.solve import moves, solve_go
from keima.solve.bounds import NO, YES, Bounds, Question
from keima.solve.facts import Facts
from keima.solve.mirroring import reduced, turns
from keima.solve.moves import Memory, MoveValues, start_after, value_range
from keima.solve.start import start_of
from keima.solve.tables import Tables


def worked(values: MoveValues) -> MoveValues:
    while values.work():
        pass
    return values


def expected(game: Game, ko: str = "basic") -> dict[str, int | None]:
    found = {}
    for move in game.legal_moves:
        after = game.copy()
        after.play(move)
        solution = solve_go(
            game.width, game.height, ko=ko, position=after, megabytes=16, ends=False
        )
        assert solution.proved
        found[move] = solution.value
    return found


@pytest.mark.parametrize("points", [0, 12], ids=["forwards", "backwards"])
@pytest.mark.parametrize("size", [(3, 2), (3, 3), (4, 2)])
@pytest.mark.parametrize("played", [(), ("B1",), ("B2", "A2", "pass")])
def test_each_move_is_worth_what_its_position_is(
    size: tuple[int, int],
    played: tuple[str, ...],
    points: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(moves, "BACKWARD_POINTS", points)
    monkeypatch.setattr(moves, "BACKWARD", {})
    game = Game(size, komi=0)
    for move in played:
        game.play(move)
    values = worked(MoveValues(game))
    assert {move: worth.value for move, worth in values.worths.items()} == expected(game)


def test_japanese_ko() -> None:
    game = Game((3, 2), komi=0)
    values = worked(MoveValues(game, "japanese"))
    found = {move: worth.value for move, worth in values.worths.items()}
    assert found == expected(game, "japanese")


def test_a_walk_with_one_memory_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moves, "BACKWARD_POINTS", 0)
    game, memory = Game(3, komi=0), Memory()
    for move in ("B2", "B3", "A3", "C3", "A2"):
        values = worked(MoveValues(game, memory=memory))
        assert {m: worth.value for m, worth in values.worths.items()} == expected(game), move
        game.play(move)


def test_what_was_proved_is_known_at_once() -> None:
    game, memory = Game((4, 3), komi=0), Memory()
    worked(MoveValues(game, memory=memory))
    again = MoveValues(game, memory=memory)
    assert not again.work()
    assert again.worths["B2"].value == 4


def test_a_turned_position_is_known_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moves, "BACKWARD_POINTS", 0)
    memory = Memory()
    for corner in ("A1", "C3"):
        game = Game(3, komi=0)
        game.play(corner)
        values = MoveValues(game, memory=memory)
        assert values.work() == (corner == "A1")
        worked(values)


def test_a_stop_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moves, "FIRST", 0.02)
    game = Game(4, komi=0)
    values = MoveValues(game, memory=Memory(Facts()))
    stop, seen = threading.Event(), 0
    stop.set()
    assert values.work(stop)  # nothing was done
    while values.work():
        assert values.positions >= 0
        seen = max(seen, *(worth.depth for worth in values.worths.values()))
    assert seen > 10
    found = {move: worth.value for move, worth in values.worths.items()}
    assert (found["B2"], found["A1"], found["B1"], found["pass"]) == (1, -16, -16, -1)
    assert len(set(found.values())) == 3


@pytest.mark.parametrize("longest", [0.02, float("inf")])
def test_pieces_grow_to_the_longest_that_is_wanted(
    longest: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moves, "FIRST", 0.01)
    values = MoveValues(Game(5, komi=0), memory=Memory(Facts()), longest=longest)
    for _ in range(5 * len(values._round)):
        assert values.work()
    assert values._seconds == min(longest, 0.32)


def test_a_long_piece_is_saved_on_the_way(tmp_path: Path) -> None:
    memory = Memory(Facts(), Tables(tmp_path, 4))
    values = MoveValues(Game(5, komi=0), memory=memory, save_every=0.0)
    seen: list[bool] = []
    values.work(tick=lambda: seen.append((tmp_path / "proofs.json").exists()))
    assert seen and seen[-1]
    assert Memory(Facts(), Tables(tmp_path, 4))._states


def test_bounds_are_told_on_the_way() -> None:
    game = Game(4, komi=0)
    values = MoveValues(game, memory=Memory(Facts()))
    told: list[tuple[int, int]] = []

    def tick() -> None:
        told.extend((w.lower, w.upper) for w in values.worths.values())

    while values.work(tick=tick):
        pass
    assert (1, 16) in told or (-16, -1) in told
    assert all(lower <= upper for lower, upper in told)


def test_what_a_value_can_still_be() -> None:
    bounds = Bounds(16)
    assert value_range(bounds) == (-16, 16)
    bounds.take(Question(), YES, 2)
    assert value_range(bounds) == (2, 16)
    bounds.take(Question(3, -1), NO)
    assert value_range(bounds) == (2, 2) and bounds.proved


def test_positions_that_are_the_same_when_turned() -> None:
    assert len(turns(3, 3)) == 8 and len(turns(3, 2)) == 4
    game = Game((3, 2), komi=0)
    assert len({reduced(start_after(game, move)) for move in ("A1", "C1", "A2", "C2")}) == 1
    assert reduced(start_after(game, "B1")) != reduced(start_after(game, "A1"))
    ko = Game.from_drawing(". X O .", "X O . O", ". X O .", ". . . .", to_play="black")
    ko.play("C3")
    assert reduced(start_of(ko))[2] >= 0


def test_an_interrupt_ends_the_work() -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    values = MoveValues(Game(5, komi=0), memory=Memory(Facts()))
    with pytest.raises(KeyboardInterrupt):
        values.work(tick=interrupt)
