import json
from collections.abc import Callable
from pathlib import Path

import pytest

from keima.review.found import Found
from keima.review.journal import Journal

KEY = {"profile": "p", "playouts": 5}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.part"


def write(path: Path, *entries: Found) -> None:
    journal = Journal(path, KEY, None)
    journal.begin()
    for entry in entries:
        journal.add(entry)
    journal.close()


def test_what_was_added_is_known_to_the_next(path: Path, found_of: Callable[..., Found]) -> None:
    first, second = found_of(0, "B", 0.5, 1.0, "E5"), found_of(1, "W", 0.4, 0.5, "C3")
    write(path, first)
    write(path, second)
    assert Journal(path, KEY, None).found == {0: first, 1: second}


@pytest.mark.parametrize("cut", [1, 10, 40])
def test_a_line_cut_short_is_none(path: Path, found_of: Callable[..., Found], cut: int) -> None:
    first, second = found_of(0, "B", 0.5, 1.0, "E5"), found_of(1, "W", 0.4, 0.5, "C3")
    write(path, first, second)
    path.write_bytes(path.read_bytes()[: -1 - cut])
    write(path, second)
    assert Journal(path, KEY, None).found == {0: first, 1: second}


@pytest.mark.parametrize("text", ["", "\n", "{", "[1]\n", '{"profile": "p"}\n{}\n'])
def test_a_damaged_file_says_nothing(path: Path, text: str) -> None:
    path.write_text(text)
    assert Journal(path, KEY, None).found == {}


def test_another_analysis_is_not_used(path: Path, found_of: Callable[..., Found]) -> None:
    write(path, found_of(0, "B", 0.5, 1.0, "E5"))
    other = Journal(path, KEY | {"playouts": 6}, None)
    assert other.found == {} and other.was_other
    assert not Journal(path, KEY, None).was_other


def test_again(path: Path, found_of: Callable[..., Found]) -> None:
    write(path, found_of(0, "B", 0.5, 1.0, "E5"))
    assert Journal(path, KEY, None, again=True).found == {}


def test_again_is_begun_anew_in_the_file(path: Path, found_of: Callable[..., Found]) -> None:
    write(path, found_of(0, "B", 0.5, 1.0, "E5"), found_of(1, "W", 0.4, 0.5, "C3"))
    journal = Journal(path, KEY, None, again=True)
    journal.begin()
    newer = found_of(0, "B", 0.6, 1.0, "E4")
    journal.add(newer)
    journal.close()
    assert Journal(path, KEY, None).found == {0: newer}


def test_other_settings_take_nothing_away(path: Path, found_of: Callable[..., Found]) -> None:
    long_run = found_of(0, "B", 0.5, 1.0, "E5"), found_of(1, "W", 0.4, 0.5, "C3")
    write(path, *long_run)
    mistyped = Journal(path, KEY | {"playouts": 50}, None)
    mistyped.begin()
    mistyped.add(found_of(0, "B", 0.5, 1.0, "A1"))
    mistyped.close()
    assert Journal(path, KEY, None).found == dict(enumerate(long_run))
    mistyped.begin()
    mistyped.remove()  # it came to its end
    assert Journal(path, KEY, None).found == dict(enumerate(long_run))
    assert Journal(path, KEY | {"playouts": 50}, None).found == {}
    right = Journal(path, KEY, None)
    right.begin()
    right.remove()
    assert not path.exists()


def test_one_run_at_a_time(path: Path, found_of: Callable[..., Found]) -> None:
    first, second = Journal(path, KEY, None), Journal(path, KEY, None)
    first.begin()
    entry = found_of(0, "B", 0.5, 1.0, "E5")
    first.add(entry)
    with pytest.raises(ValueError, match="another run analyses this game"):
        second.begin()
    first.close()
    second.begin()
    assert second.found == {0: entry}
    second.remove()
    assert not path.exists()


def test_a_finished_analysis_is_used(path: Path, found_of: Callable[..., Found]) -> None:
    entry = found_of(0, "B", 0.5, 1.0, "E5")
    finished = path.with_suffix(".json")
    finished.write_text(
        json.dumps({"analysis": KEY, "positions": [entry.to_json(), {"position": 1}]})
    )
    assert Journal(path, KEY, finished).found == {0: entry}
    finished.write_text("[]")
    assert Journal(path, KEY, finished).found == {}
