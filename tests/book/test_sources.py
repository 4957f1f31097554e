"""Files, folders and archives of games."""

from __future__ import annotations

import gzip
import json
import sqlite3
import tarfile
import zipfile
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from keima.book import Book, BookBuilder, BookError
from keima.book.reduction import reduce
from keima.book.sources import add_source, even_games
from keima.cli.book import app
from keima.game import Game

MOVES = ";B[ee];W[ge];B[ce];W[cc];B[gg];W[gc];B[cg];W[ec];B[eg];W[ea];B[ei]"
GAME = f"(;SZ[9]RU[Chinese]{MOVES})"


def read(path: Path, size: int | None = None, rules: str | None = None) -> BookBuilder:
    builder = BookBuilder(support=1)
    add_source(builder, path, size, rules)
    return builder


def test_a_file_with_several_games(tmp_path: Path) -> None:
    path = tmp_path / "games.sgf"
    path.write_text(GAME * 3)
    assert read(path).report.games == 3


def test_folders_and_archives(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    (folder / "inner").mkdir(parents=True)
    (folder / "a.sgf").write_text(GAME)
    (folder / "inner" / "b.SGF").write_text(GAME)
    (folder / "readme").write_text("nothing")
    (folder / "rules.txt").write_text("# rules\n9 | E5\n\n")
    with zipfile.ZipFile(tmp_path / "g.zip", "w") as archive:
        archive.write(folder / "a.sgf", "a.sgf")
    with tarfile.open(tmp_path / "g.tar.gz", "w:gz") as tar:
        tar.add(folder, "games")
    (tmp_path / "a.sgf.gz").write_bytes(gzip.compress(GAME.encode()))
    assert (read(folder).report.games, read(folder).report.lines) == (2, 1)
    assert read(tmp_path / "g.zip").report.games == 1
    assert read(tmp_path / "g.tar.gz").report.games == 2
    assert read(tmp_path / "a.sgf.gz").report.games == 1


@pytest.mark.parametrize(
    "text",
    [
        "(;SZ[9]AB[aa]" + MOVES + ")",
        "(;SZ[9];W[aa]" + MOVES[6:] + ")",
        "(;SZ[9];B[ee])",
        "(;SZ[9];B[zz]" + MOVES + ")",
        "(;SZ[9",
        "no game",
    ],
)
def test_games_that_are_left_out(tmp_path: Path, text: str) -> None:
    path = tmp_path / "game.sgf"
    path.write_text(text)
    report = read(path).report
    assert (report.games, report.rejected) == (0, 1)


def test_filters(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text(GAME)
    assert read(path, size=9, rules="chinese").report.games == 1
    assert read(path, size=19).report.games == 0
    assert read(path, rules="japanese").report.games == 0


def test_what_is_no_source(tmp_path: Path) -> None:
    with pytest.raises(BookError, match="cannot read"):
        read(tmp_path / "none.sgf")
    (tmp_path / "bad.zip").write_bytes(b"PK nothing")
    (tmp_path / "bad.tar.gz").write_bytes(b"nothing")
    (tmp_path / "bad.sgf.gz").write_bytes(b"nothing")
    (tmp_path / "cut.sgf.gz").write_bytes(gzip.compress(GAME.encode())[:-9])
    for name in ("bad.zip", "bad.tar.gz", "bad.sgf.gz", "cut.sgf.gz"):
        with pytest.raises(BookError, match=r"cannot read|not an archive"):
            read(tmp_path / name)
    (tmp_path / "picture.png").write_bytes(b"x")
    with pytest.raises(BookError, match="no games and no rules"):
        read(tmp_path / "picture.png")
    (tmp_path / "rules.txt").write_text("9 | E5\n9 E5 | E5\n")
    with pytest.raises(BookError, match="line 2: E5 is not a legal move of white"):
        read(tmp_path / "rules.txt")


def test_the_command(tmp_path: Path) -> None:
    (tmp_path / "games.sgf").write_text(GAME * 4)
    book = str(tmp_path / "my.book")
    run = CliRunner().invoke
    made = run(app, ["build", book, str(tmp_path / "games.sgf"), "--json"])
    assert made.exit_code == 0
    report = json.loads(made.stdout)
    assert (report["games"], report["rules"]) == (4, 9)
    assert "4 games" in run(app, ["build", book, str(tmp_path / "games.sgf")]).stdout
    shown = json.loads(run(app, ["show", book, "--size", "9", "--json"]).stdout)
    assert shown == {
        "sizes": {"9x9": 9},
        "support": 4,
        "answers": [{"move": "E5", "chance": 1.0}],
    }
    assert "100.0 %" in run(app, ["show", book, "E5", "--size", "9"]).stdout
    assert "not in the book" in run(app, ["show", book, "A1", "--size", "9"]).stdout
    (tmp_path / "short.sgf").write_text("(;SZ[9];B[ee];W[cc])")
    empty = run(app, ["build", book, str(tmp_path / "short.sgf")])
    assert empty.exit_code == 1 and "0 games, with 1 left out: expected even games" in empty.stderr
    assert json.loads(run(app, ["show", book, "--size", "9", "--json"]).stdout) == shown
    for wrong in (["show", "no.book"], ["show", book, "Z1"], ["build", book, "no.sgf"]):
        assert run(app, wrong).exit_code == 1


def test_what_another_book_knows_is_kept(tmp_path: Path) -> None:
    (tmp_path / "old.txt").write_text("9 | E5\n9 E5 | E7\n")
    (tmp_path / "new.txt").write_text("9 | C3\n9 C3 | G7\n")

    def build(*words: str | Path) -> Result:
        return CliRunner().invoke(app, ["build", *map(str, words)])

    assert build(tmp_path / "old.book", tmp_path / "old.txt").exit_code == 0
    new = [tmp_path / "new.book", tmp_path / "new.txt", "--from", tmp_path / "old.book"]
    assert "3 rules of 3 positions" in build(*new).output
    book = Book(tmp_path / "new.book")
    for moves, answer in (("", "C3"), ("C3", "G7"), ("E5", "E7")):
        game = Game(9)
        for move in moves.split():
            game.play(move)
        found = book.find(game)
        assert found is not None
        # The same by symmetry.
        expected = Game(9)
        for move in [*moves.split(), answer]:
            expected.play(move)
        game.play(found.answers[0].move)
        assert key_of(game) == key_of(expected)
    assert "there is no book" in build(*new[:3], tmp_path / "nowhere.book").output
    # Where its positions are too rare to count, or on boards that are not asked for.
    (tmp_path / "games.sgf").write_text(GAME)
    rare = [tmp_path / "rare.book", tmp_path / "games.sgf", "--from", tmp_path / "old.book"]
    assert "2 rules" in build(*rare).output
    assert "no position for a book" in build(*rare, "--size", "13").output


@pytest.mark.parametrize(
    "change",
    [
        "answers = '[[1e999,1]]'",
        "answers = '[]'",
        "width = 'x'",
        "support = 'many'",
        "stones = 'text'",
    ],
)
def test_another_book_that_is_damaged(tmp_path: Path, change: str) -> None:
    builder = BookBuilder()
    builder.add_line("9 | E5")
    builder.save(tmp_path / "old.book")
    with sqlite3.connect(tmp_path / "old.book") as file:
        file.execute(f"UPDATE rule SET {change}")
    file.close()
    with pytest.raises(BookError, match="is damaged"):
        builder.add_book(Book(tmp_path / "old.book"))


def key_of(game: Game) -> bytes:
    return reduce(game.board.stones, game.to_play, 9, 9).stones


def test_even_games_of_one_size_with_their_roots(tmp_path: Path) -> None:
    named = f"(;SZ[9]PB[one]{MOVES})"
    (tmp_path / "a.sgf").write_text(named + "(;SZ[9]AB[aa];W[bb])(;SZ[13];B[aa])(;SZ[9];W[aa])")
    (tmp_path / "b.sgf").write_text("no game")
    with zipfile.ZipFile(tmp_path / "g.zip", "w") as archive:
        archive.write(tmp_path / "a.sgf", "a.sgf")
    found = list(even_games(tmp_path, 9))
    assert [root["PB"] for root, _ in found] == ["one", "one"]
    assert all(moves[:2] == [40, 42] and len(moves) == 11 for _, moves in found)


def test_games_that_cannot_be_opened_are_an_error(tmp_path: Path) -> None:
    (tmp_path / "g.zip").write_bytes(b"no archive")
    with pytest.raises(BookError, match="not an archive"):
        list(even_games(tmp_path / "g.zip", 9))
    with pytest.raises(BookError, match="cannot read"):
        list(even_games(tmp_path / "missing.sgf", 9))
