"""Tuning over real games."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from keima.arena.openings import Opening
from keima.arena.play import Table
from keima.arena.players import EnginePlayer
from keima.arena.pool import play_in_pool
from keima.arena.ray import play_on_ray
from keima.arena.settings import GameSettings
from keima.tune.games import Games, check_space, make_parameter, with_values
from keima.tune.log import GameId, Log
from keima.tune.methods import make_tuner, read_options
from keima.tune.run import Backend, Job, Run, RunSettings, serial
from keima.tune.space import Choice, Number, Space

SETTINGS = GameSettings(size=(5, 5), score="keima")
GAMES = Games("brugmann", "brugmann:playouts=30", SETTINGS)


def job(number: int = 0, **values: object) -> Job:
    return Job(GameId(0, 0, number), values, number, 17)  # type: ignore[arg-type]


def test_colours_alternate_and_the_score_is_that_of_the_player() -> None:
    for number in (0, 1):
        strong = GAMES(job(number, playouts=400))
        assert strong.details["color"] == "BW"[number]
        won = strong.details["result"].startswith("BW"[number])
        assert strong.score == float(won)
        assert strong.details["moves"] > 2


def test_a_job_always_ends_the_same() -> None:
    first, second = (GAMES(job(3, playouts=50)) for _ in range(2))
    assert first.details["result"] == second.details["result"]


def test_each_opening_is_played_with_both_colours() -> None:
    openings = (Opening("a", moves=("C3",)), Opening("b", moves=("B2",)))
    games = Games("brugmann", "abramson", SETTINGS, openings)
    plans = [games.plan(job(number, playouts=5), number) for number in range(6)]
    assert [p.settings.opening.name for p in plans] == ["a", "a", "b", "b", "a", "a"]
    assert [p.black.spec for p in plans] == ["brugmann:playouts=5", "abramson"] * 3


def test_faults_are_kept_and_a_void_game_says_nothing() -> None:
    dead = f"gtp:{sys.executable} -c pass"
    lost = Games(dead + " {x}", "brugmann:playouts=5", SETTINGS)(job(0, x=1))
    assert lost.score == 0
    assert any("crash" in fault for fault in lost.details["faults"])
    void = Games(dead + " {x}", dead, SETTINGS)(job(0, x=1))
    assert void.score is None


def test_values_in_specs() -> None:
    assert with_values("brugmann", {"playouts": 5}) == "brugmann:playouts=5"
    assert with_values("sub:brugmann:seed=1", {"playouts": 5}) == "sub:brugmann:seed=1,playouts=5"
    assert with_values("brugmann:playouts={p},threads=1", {"p": 5, "eyes": "usual"}) == (
        "brugmann:playouts=5,threads=1,eyes=usual"
    )
    assert with_values("gtp:x -a {a} -b {b} -s {seed}", {"a": 0.5, "b": "c"}) == (
        "gtp:x -a 0.5 -b c -s {seed}"
    )


def test_ranges_come_from_the_profile() -> None:
    assert make_parameter("brugmann:playouts=50", "playouts", {"high": 100, "log": True}) == (
        Number("playouts", 1, 100, log=True, integer=True, start=50)
    )
    # The profile's own 10,000 playouts are outside.
    assert make_parameter("brugmann", "playouts", {"high": 100}).start is None
    resign = make_parameter("brugmann", "resign_threshold", {})
    assert resign == Number("resign_threshold", 0, 1, start=0.0)
    eyes = make_parameter("sub:brugmann", "eyes", {})
    assert eyes == Choice("eyes", ("strict", "usual"), "strict")
    passes = make_parameter("brugmann", "passes", {"choices": ["cleanup", "last"]})
    assert passes == Choice("passes", ("cleanup", "last"))
    assert make_parameter("gtp:x {level}", "level", {"low": 1, "high": 9, "integer": True}) == (
        Number("level", 1, 9, integer=True)
    )


def test_errors_name_player_and_parameter() -> None:
    for player, name, table, message in [
        ("brugmann", "width", {}, "brugmann has no parameter 'width': expected one of playouts,"),
        ("nobody", "playouts", {}, "unknown profile 'nobody'"),
        ("gtp:x {level}", "level", {"low": 1}, "high is missing, and no profile has it"),
        ("brugmann", "playouts", {"hi": 3}, "unknown key 'hi': expected one of low, high"),
        ("brugmann", "eyes", {"low": 3}, "unknown key 'low': expected one of choices"),
        ("brugmann", "playouts", {"low": 9, "high": 3}, "low must be below high, got 9 and 3"),
    ]:
        with pytest.raises(ValueError, match=message):
            make_parameter(player, name, table)
    space = Space((Number("playouts", 0, 10, integer=True),))
    with pytest.raises(ValueError, match="playouts must be a whole number from 1"):
        check_space(GAMES, space)
    with pytest.raises(ValueError, match="unknown profile 'nobody'"):
        check_space(Games("brugmann", "nobody"), Space((Number("playouts", 1, 10, integer=True),)))


def results_of(backend: Backend) -> tuple[object, object]:
    """What is asked for in a short run, and how its games end."""
    space = Space((Number("playouts", 5, 200, log=True, integer=True),))
    log = Log(None, {})
    tuner = make_tuner("quadratic", space, 1, read_options("quadratic", {"uniform": 4}, 10))
    for _ in Run(tuner, log, 12, RunSettings(games=2)).play(backend):
        pass
    return log.trials, {place: played.details["result"] for place, played in log.games.items()}


def test_the_pool_plays_the_same_games_as_one_process() -> None:
    pool = GAMES.backend(lambda plans: play_in_pool(plans, 2, 3))
    assert results_of(pool) == results_of(serial(GAMES))


@pytest.mark.slow
def test_a_cluster_plays_the_same_games_as_one_process() -> None:
    cluster = GAMES.backend(lambda plans: play_on_ray(plans, "local", 2, 3))
    assert results_of(cluster) == results_of(serial(GAMES))


def test_a_table_keeps_the_latest_players(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = []
    monkeypatch.setattr(EnginePlayer, "close", lambda player: closed.append(player.spec))
    with Table(keep=3) as table:
        for number in range(6):
            record = table.play(GAMES.plan(job(number, playouts=number + 1), number))
            described = record.players["BW"[number % 2]]["parameters"]
            assert described["playouts"] == number + 1
        # Never the opponent, and of the others only those of earlier games.
        assert closed == [f"brugmann:playouts={n}" for n in range(1, 5)]
    with pytest.raises(ValueError, match="2 or more players, got 1"):
        Table(keep=1)


FILE = """
method = "spsa"
player = "brugmann"
opponent = "brugmann:playouts=30"
trials = 40
games = 2
workers = 2
[game]
size = 5
score = "keima"
[parameters.playouts]
low = 5
high = 300
log = true
"""


def test_a_run_killed_at_random_moments_loses_nothing(tmp_path: Path) -> None:
    file, log = tmp_path / "run.toml", tmp_path / "run.jsonl"
    file.write_text(FILE)
    command = [sys.executable, "-m", "keima", "tune", str(file), "--json"]
    rng = random.Random(1)
    kills, before = 0, b""
    while kills < 5:
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        # When it has written something new, more or less of it.
        wanted = len(before) + rng.randint(200, 2000)
        deadline = time.monotonic() + 60
        while (not log.exists() or log.stat().st_size <= wanted) and (
            process.poll() is None and time.monotonic() < deadline
        ):
            time.sleep(0.01)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        kills += 1
        data = log.read_bytes()
        assert data[: before.rfind(b"\n") + 1] == before[: before.rfind(b"\n") + 1]
        before = data
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    report = json.loads(done.stdout)
    assert (report["trials"], report["games"]) == (40, 160)
    places = [
        (line["trial"], line["point"], line["game"])
        for line in map(json.loads, log.read_text().splitlines())
        if "game" in line and "point" in line
    ]
    assert len(places) == len(set(places)) == 160

    # As if nothing had happened.
    log.unlink()
    again = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(again.stdout) == report
