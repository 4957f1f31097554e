"""Keima as a GTP program, in a process of its own."""

from collections.abc import Callable

import pytest

from keima.arena.play import Table, play_game
from keima.arena.settings import PlannedGame, parse_time
from keima.colors import Color
from keima.gtp.client import GtpClient

Plan = Callable[..., PlannedGame]
KEIMA = "brugmann:playouts=20"


def test_in_process_and_as_a_subprocess_play_the_same(plan: Plan) -> None:
    assert play_game(plan(KEIMA, KEIMA)).moves == play_game(plan("sub:" + KEIMA, KEIMA)).moves


def test_it_stays_alive_and_plays_the_same_game_again(plan: Plan) -> None:
    with Table() as table:
        games = [table.play(plan(KEIMA, "sub:" + KEIMA, seed=seed)) for seed in (1, 2, 1)]
    assert games[0].moves == games[2].moves != games[1].moves
    assert not any(game.faults for game in games)
    assert games[0].cpu_of(Color.WHITE) > 0


def test_one_program_plays_all_games(plan: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[GtpClient] = []
    really = GtpClient._start

    def start(client: GtpClient) -> None:
        started.append(client)
        really(client)

    monkeypatch.setattr(GtpClient, "_start", start)
    with Table() as table:
        for seed in (1, 2, 3):
            table.play(plan(KEIMA, "sub:" + KEIMA, seed=seed, move_limit=4))
    assert len(started) == 1


def test_a_seed_of_its_own_is_kept(plan: Plan) -> None:
    own = KEIMA + ",seed=3"
    with Table() as table:
        games = [
            table.play(plan(a + own, own, seed=seed)).moves for a in ("", "sub:") for seed in (1, 2)
        ]
    assert games == games[:1] * 4


def test_it_is_told_every_digit_of_komi(plan: Plan, sent: list[str]) -> None:
    record = play_game(plan(KEIMA, "sub:" + KEIMA, komi=-1234.5678, move_limit=4))
    assert "komi -1234.5678" in sent
    assert record.reason == "move-limit"


@pytest.mark.parametrize(
    "text", ["absolute 2", "canadian 0 1 9", "byoyomi 0 0.5 3", "fischer 2 0.2"]
)
def test_it_keeps_to_every_clock(plan: Plan, text: str) -> None:
    record = play_game(plan(KEIMA, "sub:brugmann", time=parse_time(text), move_limit=14))
    assert record.reason in ("score", "move-limit"), (record.result, record.faults)
