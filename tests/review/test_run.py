import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from keima import Game
from keima.colors import Color
from keima.engine import Engine
from keima.review.found import Found
from keima.review.journal import Journal
from keima.review.record import Record, read_record
from keima.review.run import Settings, analyse, analysis_key, review_game
from keima.sgf.convert import tree_of_game

SETTINGS = Settings("classic", playouts=40, threads=1)


@pytest.fixture(scope="module")
def played() -> Record:
    game = Game(5, komi=0.5)
    for move in ("C3", "C2", "D2", "B3", "B4", "D3", "C4"):
        game.play(move)
    return read_record(tree_of_game(game))


@pytest.fixture(scope="module")
def engine() -> Engine:
    return SETTINGS.engine()


@pytest.fixture
def journal(tmp_path: Path, played: Record) -> Iterator[Journal]:
    journal = Journal(tmp_path / "game.part", analysis_key(played, SETTINGS, None), None)
    journal.begin()
    yield journal
    journal.close()


def timeless(found: dict[int, Found]) -> list[Found]:
    return [replace(found[number], seconds=0.0) for number in sorted(found)]


class Stopped(Exception):
    pass


def test_every_position_is_searched(played: Record, engine: Engine, journal: Journal) -> None:
    told: list[tuple[int, int]] = []
    found = analyse(
        played, engine, SETTINGS, journal.found, journal.add, lambda *count: told.append(count)
    )
    assert told == [(done, 8) for done in range(9)]
    assert [found[number].visits for number in range(8)] == [40] * 8
    assert [found[number].color for number in range(3)] == [Color.BLACK, Color.WHITE, Color.BLACK]
    for number, turn in enumerate(played.turns):
        assert found[number].best.move in turn.game.legal_moves


@pytest.mark.parametrize("at", [1, 5])
def test_going_on_gives_the_same_and_does_nothing_twice(
    played: Record, engine: Engine, journal: Journal, at: int
) -> None:
    def stop(done: int, _: int) -> None:
        if done == at:
            raise Stopped

    with pytest.raises(Stopped):
        analyse(played, engine, SETTINGS, journal.found, journal.add, stop)
    journal.close()
    again = Journal(journal.path, analysis_key(played, SETTINGS, None), None)
    before = dict(again.found)
    assert sorted(before) == list(range(at))
    again.begin()
    resumed = analyse(played, SETTINGS.engine(), SETTINGS, again.found, again.add, lambda *_: None)
    again.close()
    assert all(resumed[number] == before[number] for number in before), "seconds too: not redone"
    again.found.clear()
    again.begin()
    whole = analyse(played, engine, SETTINGS, again.found, again.add, lambda *_: None)
    again.close()
    assert timeless(resumed) == timeless(whole)


def test_a_game_from_python() -> None:
    game = Game(5, komi=24)
    for move in ("C3", "C2", "A1"):
        game.play(move)
    told: list[tuple[int, int]] = []
    review = review_game(game, SETTINGS, tell=lambda *count: told.append(count))
    assert told[-1] == (4, 4) and len(review.judged) == 3
    assert review.judged[3].is_mistake, "the first line, in a fight"
    tree = tree_of_game(game)
    assert timeless(review_game(tree, SETTINGS).found) == timeless(review.found)


def test_the_limits_of_the_profile_hold_without_others(
    played: Record, engine: Engine, journal: Journal
) -> None:
    own = Settings("classic:playouts=17", threads=1)
    found = analyse(played, own.engine(), own, journal.found, journal.add, lambda *_: None)
    assert {each.visits for each in found.values()} == {17}


def test_what_makes_analyses_the_same(played: Record) -> None:
    key = analysis_key(played, SETTINGS, "n")
    assert key == analysis_key(played, replace(SETTINGS, threads=2), "n")
    for other in (
        analysis_key(played, replace(SETTINGS, playouts=41), "n"),
        analysis_key(played, replace(SETTINGS, seconds=1.0), "n"),
        analysis_key(played, replace(SETTINGS, seed=2), "n"),
        analysis_key(played, replace(SETTINGS, profile="brugmann"), "n"),
        analysis_key(played, SETTINGS, "m"),
    ):
        assert other != key


@pytest.mark.parametrize(
    "settings, message",
    [
        (Settings("nobody"), "nobody"),
        (Settings("classic", playouts=0), "playouts must be"),
        (Settings("classic", seconds=-1.0), "seconds must be"),
    ],
)
def test_wrong_settings(settings: Settings, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        settings.engine()


#: Runs the command and sends itself a signal when three positions are in the journal. What a shell
#: starts in the background ignores SIGINT, and its children too: here it is as at a terminal.
SUDDEN = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from keima.cli import main
from keima.review.journal import Journal
add = Journal.add
def sudden(self, found):
    add(self, found)
    if len(self.found) == 3:
        os.kill(os.getpid(), int(sys.argv.pop(1)))
Journal.add = sudden
main(sys.argv[2:])
"""


@pytest.mark.parametrize("number, code", [(signal.SIGKILL, -9), (signal.SIGINT, 130)])
def test_a_run_that_is_ended_has_kept_what_it_found(
    tmp_path: Path, played: Record, number: int, code: int
) -> None:
    from keima import sgf

    path = tmp_path / "game.sgf"
    sgf.save(played.tree, path)
    options = ["analyze", str(path), "--profile", "classic", "--playouts", "20", "--threads", "1"]
    words = [sys.executable, "-c", SUDDEN, str(int(number)), *options]
    ended = subprocess.run(words, capture_output=True, text=True, env=os.environ)
    assert ended.returncode == code, ended.stderr
    assert sorted(each.name for each in tmp_path.iterdir()) == [
        "game-analysis.keima-part",
        "game.sgf",
    ]
    assert len((tmp_path / "game-analysis.keima-part").read_text().splitlines()) == 1 + 3
    if number == signal.SIGINT:
        assert "what was found is kept" in ended.stderr


@pytest.mark.parametrize(("rules", "grade"), [("chinese", None), ("tromp-taylor", "mistake")])
def test_a_pass_while_dead_stones_stand(rules: str, grade: str | None) -> None:
    """C3 is dead. Where all that stands counts Black has to take it, and loses if he does not."""
    game = Game.from_drawing(
        ". X . X O .",
        "X X X X O O",
        ". . O X O .",
        "X X X X O O",
        ". X . X O .",
        rules=rules,
        komi=8,
    )
    game.play("pass"), game.play("pass")
    review = review_game(game, Settings("classic", playouts=200, threads=1, seed=1))
    assert set(review.judged) == {1} and review.judged[1].move == "pass"
    assert review.judged[1].grade == grade
