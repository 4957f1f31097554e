import json
from collections.abc import Callable

import pytest

from keima.arena.clock import Clock
from keima.arena.openings import Opening
from keima.arena.play import Table, play_game
from keima.arena.players import EnginePlayer
from keima.arena.records import GameRecord
from keima.arena.settings import PlannedGame, parse_time
from keima.colors import Color
from keima.game import Game

Plan = Callable[..., PlannedGame]
Rogue = Callable[[str], str]
KEIMA = "brugmann:playouts=20"


def test_two_profiles_play_to_the_end(plan: Plan) -> None:
    record = play_game(plan(KEIMA, "abramson:playouts=2"))
    assert record.reason == "score"
    assert record.moves[-2:] == ("pass", "pass")
    assert len(record.times) == len(record.cpus) == len(record.moves)
    assert record.counts == {"referee": record.result}
    assert not record.faults
    assert 0 < record.engine_seconds <= record.seconds


def test_a_game_is_told_by_its_seed(plan: Plan) -> None:
    with Table() as table:
        first = table.play(plan(KEIMA, KEIMA, seed=1))
        other = table.play(plan(KEIMA, KEIMA, seed=2))
        again = table.play(plan(KEIMA, KEIMA, seed=1))
    assert first.moves == again.moves != other.moves


def test_a_program_that_stays_alive_plays_the_same_game_again(plan: Plan) -> None:
    white = "gtp:gnugo --level 0"
    with Table() as table:
        games = [table.play(plan(KEIMA, white, seed=seed)) for seed in (1, 2, 1)]
    fresh = play_game(plan(KEIMA, white, seed=1))
    assert games[0].moves == games[2].moves == fresh.moves != games[1].moves
    assert not any(game.faults for game in games)
    assert games[0].cpu_of(Color.WHITE) > 0


@pytest.mark.parametrize(
    ("mode", "kind"),
    [
        ("crash", "crash"),
        ("illegal", "illegal"),
        ("gibberish", "illegal"),
        ("nonsense", "nonsense"),
        ("fail", "failure"),
    ],
)
def test_what_a_program_does_wrong_costs_the_game(
    plan: Plan, rogue: Rogue, mode: str, kind: str
) -> None:
    with Table() as table:
        for _ in range(2):  # the second time it has been started anew
            record = table.play(plan(KEIMA, rogue(mode)))
            assert (record.result, record.reason) == ("B+F", "forfeit")
            [fault] = record.faults
            assert (fault.color, fault.kind) == ("W", kind)
            assert "> genmove w" in fault.transcript
            assert len(record.side(record.times, Color.WHITE)) >= 2
    if mode == "crash":
        assert "exit status 7" in fault.message
        assert "about to die" in fault.transcript


def test_a_program_that_hangs_is_given_up(plan: Plan, rogue: Rogue) -> None:
    record = play_game(plan(rogue("hang"), KEIMA, timeout=0.5))
    assert (record.result, record.faults[0].kind) == ("W+F", "hang")
    assert record.seconds < 20


def test_a_program_that_cannot_start_loses_and_two_make_a_void_game(
    plan: Plan, rogue: Rogue
) -> None:
    record = play_game(plan(rogue("deaf"), KEIMA))
    assert (record.result, record.faults[0].kind) == ("W+F", "crash")
    record = play_game(plan(rogue("deaf"), rogue("deaf")))
    assert record.is_void
    assert record.winner is None
    assert len(record.faults) == 2


def test_stray_output_is_a_fault_but_the_game_goes_on(plan: Plan, rogue: Rogue) -> None:
    record = play_game(plan(KEIMA, rogue("stray"), move_limit=12))
    assert [fault.kind for fault in record.faults] == ["move-limit", "stray"]
    assert "thinking aloud" in record.faults[1].message


def test_resignation(plan: Plan, rogue: Rogue) -> None:
    record = play_game(plan(KEIMA, rogue("resign")))
    assert (record.result, record.reason, record.faults) == ("B+R", "resign", ())


def test_the_move_limit_ends_a_game_that_the_referee_counts(plan: Plan) -> None:
    record = play_game(plan(KEIMA, KEIMA, move_limit=3))
    assert len(record.moves) == 3
    assert record.reason == "move-limit"
    assert record.counts["referee"] == record.result


class Slow(EnginePlayer):
    """Needs 0.6 seconds for its third move and no time for all others, by a clock of its own."""

    def __init__(self) -> None:
        super().__init__(KEIMA)
        self.now, self.moves = 0.0, 0

    def perf_counter(self) -> float:
        return self.now

    def genmove(self, game: Game, color: Color, clock: Clock) -> str:
        self.moves += 1
        if self.moves == 3:
            self.now += 0.6
        return super().genmove(game, color, clock)


@pytest.mark.parametrize(("clock", "falls"), [("byoyomi 0 0.25 2", True), ("absolute 30", False)])
def test_a_flag_falls(plan: Plan, clock: str, falls: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow()
    monkeypatch.setattr("keima.arena.play.time", slow)
    with Table() as table:
        table._players["slow", 0] = slow
        record = table.play(plan(KEIMA, "slow", time=parse_time(clock), move_limit=9))
    [fault] = record.faults
    if falls:
        assert (record.result, record.reason) == ("B+T", "time")
        assert (fault.color, fault.kind) == ("W", "time")
        assert fault.message == "took 0.600 s for a move, had 0.500 s"
    else:
        assert fault.kind == record.reason == "move-limit"


@pytest.mark.parametrize(
    "text", ["absolute 2", "canadian 0 1 9", "byoyomi 0 0.3 3", "fischer 1 0.1"]
)
def test_keima_keeps_to_every_clock(plan: Plan, text: str) -> None:
    record = play_game(plan("brugmann", "brugmann", time=parse_time(text), move_limit=14))
    assert record.reason in ("score", "move-limit"), (record.result, record.faults)


def test_players_who_agree_decide_the_result(plan: Plan) -> None:
    record = play_game(plan(KEIMA, KEIMA, score="players"))
    assert record.counts == {"B": record.result, "W": record.result}
    assert not record.disagreement


def test_players_who_disagree_leave_it_to_the_referee(plan: Plan, rogue: Rogue) -> None:
    record = play_game(plan(KEIMA, rogue("boast"), score="players"))
    assert record.counts["W"] == "B+999"
    assert record.disagreement
    assert record.result == record.counts["referee"] == record.counts["B"]


def test_one_player_who_can_count_is_enough(plan: Plan, rogue: Rogue) -> None:
    record = play_game(plan(KEIMA, rogue("unscored"), score="players"))
    assert record.counts == {"B": record.result}


def test_gnugo_counts(plan: Plan) -> None:
    record = play_game(plan(KEIMA, KEIMA, score="gnugo"))
    assert record.counts == {"referee": record.result}


def test_an_opening_is_played_first_by_all(plan: Plan) -> None:
    opening = Opening("test", black=("C3",), moves=("B2", "D4", "B4"), first="W")
    record = play_game(plan(KEIMA, "gtp:gnugo --level 0", opening=opening))
    assert record.moves[:3] == ("B2", "D4", "B4")
    assert not record.faults
    assert (record.opening, record.first) == (3, "W")
    assert len(record.times) == len(record.moves) - 3 + (record.reason == "resign")
    assert len(record.side(record.times, Color.BLACK)) == (len(record.times) + 1) // 2


def test_a_handicap_game(plan: Plan) -> None:
    record = play_game(plan("gtp:gnugo --level 0", KEIMA, size=(9, 9), handicap=3))
    assert record.first == "W"
    assert not record.faults
    assert record.to_sgf().root.number("HA") == 3


def test_a_record_survives_json(plan: Plan, rogue: Rogue) -> None:
    record = play_game(plan(KEIMA, rogue("crash"), time=parse_time("fischer-capped 9 1 20 -1")))
    assert GameRecord.from_json(json.loads(json.dumps(record.to_json()))) == record


def test_the_sgf_says_all_that_is_needed_to_play_the_game_again(plan: Plan) -> None:
    record = play_game(plan(KEIMA, KEIMA, seed=5))
    tree = record.to_sgf()
    moves = [tree.width * (5 - int(m[1])) + "ABCDE".index(m[0]) for m in record.moves[:-2]]
    assert [point for _, point in tree.moves()][:-2] == moves
    comment = tree.root.comment
    assert "seed 5\n" in comment
    assert f"black: {KEIMA}" in comment
    assert tree.root.text("RE") == record.result
