from pathlib import Path

import pytest

from keima.arena.openings import Opening, load_openings
from keima.game import Game


def test_a_text_file_has_an_opening_on_each_line(tmp_path: Path) -> None:
    book = tmp_path / "book.txt"
    book.write_text("# three openings\nE5 C3  # with a word\n\nc7 g3 pass\nE5\n")
    found = load_openings(book, 9)
    assert [opening.moves for opening in found] == [("E5", "C3"), ("c7", "g3", "pass"), ("E5",)]
    assert found[0].name == "book.txt:2"


def test_an_sgf_file_gives_an_opening_for_each_game(tmp_path: Path) -> None:
    file = tmp_path / "two.sgf"
    file.write_text("(;SZ[9];B[ee];W[cc])(;SZ[9]AB[gg][cg]AW[gc];W[ee])")
    first, second = load_openings(file, 9)
    assert first.moves == ("E5", "C7")
    assert (second.black, second.white, second.first) == (("G3", "C3"), ("G7",), "W")
    assert second.apply(Game(9)).to_play.letter == "B"


def test_a_folder_gives_those_of_its_files(tmp_path: Path) -> None:
    for name, move in (("b.sgf", "ee"), ("a.sgf", "cc")):
        (tmp_path / name).write_text(f"(;SZ[9];B[{move}])")
    (tmp_path / "notes.txt").write_text("not an opening")
    assert [opening.moves for opening in load_openings(tmp_path, 9)] == [("C7",), ("E5",)]


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("a.txt", "E5 E5", r"a.txt:1.*occupied"),
        ("a.txt", "E5\nE10", r"a.txt:2.*E10"),
        ("a.txt", "# nothing", "no openings"),
        ("a.sgf", "(;SZ[13];B[ee])", "13x13"),
        ("a.sgf", "(;SZ[9];B[ee];B[cc])", "alternate"),
    ],
)
def test_what_cannot_be_played_is_refused(tmp_path: Path, name: str, text: str, words: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(ValueError, match=words):
        load_openings(path, 9)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="nowhere"):
        load_openings(tmp_path / "nowhere.txt", 9)


def test_an_opening_survives_json() -> None:
    opening = Opening("x", ("A1",), ("B2",), ("C3",), "W")
    assert Opening.from_json(opening.to_json()) == opening
