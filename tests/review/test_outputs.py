import json
from pathlib import Path

import pytest

from keima import sgf
from keima.review.outputs import Outputs, names_file
from keima.review.run import Review


def test_all_formats(tmp_path: Path, review: Review) -> None:
    outputs = Outputs(tmp_path / "new" / "game-analysis")
    outputs.check()
    outputs.write(review)
    assert [path.name for path in outputs.files] == [
        "game-analysis.sgf",
        "game-analysis.json",
        "game-analysis.html",
    ]
    assert sgf.load(outputs.files[0])[0].root["PB"] == "Ann"
    told = json.loads(outputs.files[1].read_text())
    assert told["analysis"] == review.analysis and told["players"]["white"]["blunders"] == 1
    assert [each["position"] for each in told["positions"]] == [0, 1, 2, 3]
    assert told["positions"][2] | {"choices": 0} == {
        "position": 2,
        "move_number": 2,
        "color": "W",
        "move": "A1",
        "loss": 8.0,
        "winrate_loss": 0.38,
        "rank": None,
        "grade": "blunder",
        "to_play": "B",
        "winrate": 0.9,
        "score": 8.5,
        "visits": 100,
        "seconds": 0.1,
        "choices": 0,
    }
    assert outputs.files[2].read_text().startswith("<!doctype html>")


def test_a_name_with_dots_keeps_them(tmp_path: Path) -> None:
    outputs = Outputs(tmp_path / "2026.11.17-analysis", ("json",))
    assert [path.name for path in outputs.files] == ["2026.11.17-analysis.json"]
    assert outputs.journal.name == "2026.11.17-analysis.keima-part"


def test_what_cannot_be_written_is_told_before(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ValueError, match=r"cannot write into .*file"):
        Outputs(tmp_path / "file" / "game").check()
    (tmp_path / "game.html").mkdir()
    with pytest.raises(ValueError, match=r"cannot write .*game.html: it is not a regular file"):
        Outputs(tmp_path / "game").check()
    Outputs(tmp_path / "game", ("sgf", "json")).check()


def test_a_folder_may_be_called_like_a_file(tmp_path: Path) -> None:
    (tmp_path / "games.sgf").mkdir()
    assert not names_file(tmp_path / "games.sgf") and names_file(tmp_path / "other.sgf")
    assert not names_file(tmp_path / "folder")
