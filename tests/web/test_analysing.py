"""Analyses, and what becomes of them when the rules change."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from keima.web import actions, limits
from keima.web.actions import perform
from keima.web.analysing import Analyses, positions_of
from keima.web.club import Club
from keima.web.games import from_sgf, new_game
from keima.web.store import Store
from keima.web.thinking import Thinker
from keima.web.values import Refused


class Watcher:
    """Somebody who remembers what he was told of beginnings and ends."""

    def __init__(self) -> None:
        self.told: list[tuple[bool, str]] = []

    def send(self, message: str, slot: str | None = None) -> None:
        told: dict[str, Any] = json.loads(message)
        if told["type"] == "analysing":
            self.told.append((told["on"], told["why"]))


def run(folder: Path, story: Callable[[Club, Analyses], Awaitable[None]]) -> None:
    async def open_and_close() -> None:
        club = Club(Store(folder / "games.sqlite"), Thinker(1), "brugmann")
        try:
            await story(club, Analyses(club))
        finally:
            club.close()

    asyncio.run(open_and_close())


@pytest.mark.parametrize("setting", [{"komi": 50}, {"rules": "japanese"}])
def test_other_rules_end_whole_games_and_proofs(tmp_path: Path, setting: dict[str, Any]) -> None:
    async def story(club: Club, analyses: Analyses) -> None:
        club.add(from_sgf("x", "(;SZ[5]KM[7];B[cc];W[bb])"))
        line, proof = Watcher(), Watcher()
        analyses.begin_all(line, club.game("x"), "brugmann", 10_000)
        analyses.solve(proof, club.game("x"))
        await perform(club, "x", {"do": "settings", **setting})
        for watcher in (line, proof):
            assert watcher.told == [(True, "asked"), (False, "the rules have changed")]
        # What was told before that waits here, and comes too late.
        await asyncio.sleep(0)
        assert club.game("x").values == {}

    run(tmp_path, story)


def test_other_rules_begin_analyses_anew_once(tmp_path: Path) -> None:
    async def story(club: Club, analyses: Analyses) -> None:
        club.add(from_sgf("x", "(;SZ[5]KM[7];B[cc]KM[0])"))
        watcher = Watcher()
        analyses.begin(watcher, club.game("x"), "brugmann", False, [])
        [analysis] = analyses._analyses
        first = analysis.job
        # Komi is another at the next node, which is nothing new.
        await perform(club, "x", {"do": "go", "node": 1})
        assert analysis.job is first
        await perform(club, "x", {"do": "settings", "komi": 1})
        second = analysis.job
        assert second is not None and second is not first and second.game.komi == 1
        await perform(club, "x", {"do": "comment", "node": 0, "text": "x"})
        assert analysis.job is second
        # One that has found enough goes on too.
        analyses._told(analysis, second, None)
        await perform(club, "x", {"do": "settings", "komi": 2})
        assert analysis.job is not None and analysis.job.game.komi == 2
        assert watcher.told[-2:] == [(False, "enough"), (True, "the rules have changed")]

    run(tmp_path, story)


def test_a_hint_for_other_rules_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(actions, "HINT_SECONDS", 0.05)

    async def story(club: Club, analyses: Analyses) -> None:
        club.add(new_game("x", (5, 5), "chinese", None, 0))
        hint = asyncio.create_task(perform(club, "x", {"do": "hint"}))
        await asyncio.sleep(0)
        await perform(club, "x", {"do": "settings", "komi": 50})
        with pytest.raises(Refused, match="rules have changed") as refused:
            await hint
        assert refused.value.status == 409 and club.game("x").values == {}
        assert (await perform(club, "x", {"do": "hint"}))["hint"]["move"]

    run(tmp_path, story)


def test_positions_where_the_game_has_ended_are_left_out() -> None:
    """Wherever they are in the line, with a move or only a comment, unless play was resumed."""
    record = "(;SZ[5];B[cc];W[];B[];C[well];W[bb];B[];W[];B[dd])"
    game = from_sgf("x", record)
    assert [number for number, _ in positions_of(game)] == [0, 1, 2, 5, 6, 8]
    game.resumed.add(3)
    assert [number for number, _ in positions_of(game)] == [0, 1, 2, 3, 5, 6, 8]


def test_the_largest_record_of_passes_takes_no_time() -> None:
    """In the thread of the event loop, so all who play would wait."""
    game = from_sgf("x", f"(;SZ[5]{';B[];W[]' * (limits.NODES // 2 - 1)})")
    begun = time.process_time()
    assert [number for number, _ in positions_of(game)] == [0, 1]
    assert time.process_time() - begun < 10


def test_what_cannot_be_played_hides_nothing_before_it() -> None:
    game = from_sgf("x", "(;SZ[5];B[cc];W[];B[];W[cc];B[dd])")
    assert [number for number, _ in positions_of(game)] == [0, 1, 2, 4, 5]
