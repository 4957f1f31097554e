import multiprocessing
import os
import signal
from pathlib import Path

import pytest

from keima import Game
from keima.review.folder import do_all, find_games
from keima.review.job import Wish
from keima.review.moves import Threshold
from keima.review.outputs import FORMATS
from keima.review.run import Settings


def game(*moves: str) -> str:
    played = Game(5, komi=0.5)
    for move in moves:
        played.play(move)
    return played.to_sgf()


SHORT = game("C3", "C2")
LONG = game(*("C3", "C2", "D2", "B3", "B4", "D3", "C4", "D4", "E4", "B2", "D5", "A4", "E3", "A5"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "games"
    (folder / "below").mkdir(parents=True)
    (folder / "a.sgf").write_text(LONG)
    (folder / "b.SGF").write_text(LONG)
    (folder / "below" / "c.sgf").write_text(SHORT)
    (folder / "a-analysis.sgf").write_text(SHORT)
    (folder / "notes.txt").write_text("no game")
    return folder


def wish(playouts: int) -> Wish:
    return Wish(Settings("classic", playouts, threads=1), Threshold())


def test_the_games_of_a_folder(folder: Path, tmp_path: Path) -> None:
    jobs, failures = find_games([folder], tmp_path / "out", FORMATS)
    assert failures == [] and [job.name for job in jobs] == ["a.sgf", "b.SGF", "c.sgf"]
    assert [job.positions for job in jobs] == [15, 15, 3]
    assert jobs[2].outputs.stem == tmp_path / "out" / "below" / "c-analysis"


def test_files_that_are_no_games_are_told(folder: Path) -> None:
    (folder / "d.sgf").write_text("hello")
    jobs, failures = find_games([folder], None, FORMATS)
    assert len(jobs) == 3 and len(failures) == 1 and "d.sgf" in failures[0]


def test_no_game_is_written_over_by_the_review_of_another(folder: Path) -> None:
    with pytest.raises(ValueError, match=r"a-analysis.sgf is itself a game"):
        find_games([folder / "a.sgf", folder / "a-analysis.sgf"], None, FORMATS)


def test_two_names_of_a_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    with pytest.raises(ValueError, match="would both be written"):
        find_games([Path("a.sgf"), folder / "a.sgf"], None, FORMATS)


def test_no_games(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="there are no games in"):
        find_games([tmp_path], None, FORMATS)
    (tmp_path / "a.sgf").write_text("hello")
    with pytest.raises(ValueError, match=r"cannot read .*a.sgf"):
        find_games([tmp_path], None, FORMATS)


def test_games_need_names_of_their_own(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"3 games cannot be written into .*my.html"):
        find_games([folder], tmp_path / "my.html", FORMATS)
    (tmp_path / "a.sgf").write_text(SHORT)
    with pytest.raises(ValueError, match="would both be written to"):
        find_games([tmp_path / "a.sgf", folder / "a.sgf"], tmp_path / "out", FORMATS)


def test_several_processes_write_what_one_writes(folder: Path, tmp_path: Path) -> None:
    written = [_written(folder, tmp_path / f"out{number}", number) for number in (1, 2)]
    assert written[0] == written[1] and len(written[0]) == 3


def _written(folder: Path, out: Path, processes: int) -> dict[str, str]:
    jobs, _ = find_games([folder], out, ["sgf"])
    for job in jobs:
        job.outputs.check()
    told: list[int] = []
    outcomes = list(do_all(jobs, wish(20), processes, lambda done, _: told.append(done)))
    assert sorted(each.name for each in outcomes) == ["a.sgf", "b.SGF", "c.sgf"]
    assert all(each.failure is None for each in outcomes) and told[-1] == 33
    return {path.name: path.read_text() for path in out.rglob("*.sgf")}


def test_a_process_that_dies_costs_its_game_only(folder: Path, tmp_path: Path) -> None:
    jobs, _ = find_games([folder], tmp_path / "out", ["json"])
    for job in jobs:
        job.outputs.check()
    killed: list[int] = []

    def kill_once(done: int, text: str) -> None:
        if not killed:
            for child in multiprocessing.active_children():
                assert child.pid
                killed.append(child.pid)
                os.kill(child.pid, signal.SIGKILL)

    outcomes = {each.name: each for each in do_all(jobs, wish(2000), 2, kill_once)}
    assert len(killed) == 2
    assert outcomes["a.sgf"].failure == outcomes["b.SGF"].failure == "its process ended with -9"
    assert outcomes["c.sgf"].failure is None and outcomes["c.sgf"].files[0].exists()
