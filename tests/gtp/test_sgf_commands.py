"""loadsgf and printsgf."""

import os
from pathlib import Path
from typing import Any

import pytest

from keima.game import Game

Talk = Any  # tests/gtp/conftest.py

GAME = "(;GM[1]FF[4]SZ[9]KM[5.5]RU[Japanese];B[ee];W[ec];B[];W[cc])"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.sgf"
    path.write_text(GAME)
    return path


def test_loading_a_whole_game(talk: Talk, file: Path) -> None:
    talk("boardsize 19", "play b K10")
    assert talk(f"loadsgf {file}") == "="
    assert talk("query_boardsize") == "= 9"
    assert talk("get_komi") == "= 5.5"
    assert talk("move_history") == "= white C7\nblack pass\nwhite E7\nblack E5"
    assert talk("undo") == "="


@pytest.mark.parametrize(("number", "moves"), [(0, 0), (1, 0), (2, 1), (4, 3), (5, 4), (10**20, 4)])
def test_a_number_gives_the_position_before_that_move(
    talk: Talk, file: Path, number: int, moves: int
) -> None:
    assert talk(f"loadsgf {file} {number}") == "="
    assert talk.session.game.move_number == moves


def test_rules_and_clocks_stay(talk: Talk, file: Path) -> None:
    talk("kata-set-rules aga", "time_settings 60 0 0", f"loadsgf {file}", "name")
    assert talk.session.game.rules.name == "aga"
    assert talk.session.time_settings.main == 60


def test_moves_that_only_the_file_allows_bring_its_rules(talk: Talk, tmp_path: Path) -> None:
    path = tmp_path / "suicide.sgf"
    path.write_text("(;SZ[9]RU[NZ];W[ah];B[];W[bh];B[];W[ci];B[ai];W[];B[bi])")
    assert talk(f"loadsgf {path}") == "="
    assert talk.session.game.rules.name == "new-zealand"
    assert talk("list_stones b") == "="


def test_set_up_stones_are_not_moves(talk: Talk, tmp_path: Path) -> None:
    path = tmp_path / "handicap.sgf"
    path.write_text("(;SZ[9]HA[2]AB[cc][gg];W[ee])")
    assert talk(f"loadsgf {path}", "undo", "list_stones b") == "= C7 G3"
    assert talk("undo") == "? cannot undo"
    assert talk("get_handicap") == "= 2"


def test_names_with_spaces_are_quoted(talk: Talk, tmp_path: Path) -> None:
    path = tmp_path / "my game.sgf"
    path.write_text(GAME)
    assert talk(f'loadsgf "{path}" 2') == "="
    assert talk("move_history") == "= black E5"
    assert talk(f'printsgf "{tmp_path}/your game.sgf"') == "="
    assert Game.from_sgf(tmp_path / "your game.sgf") == talk.session.game


def test_names_that_are_not_ascii(talk: Talk, tmp_path: Path) -> None:
    path = tmp_path / "対局.sgf"
    path.write_text(GAME)
    assert talk(f"loadsgf {path}") == "="


def unreadable(folder: Path) -> list[Path]:
    """Everything that is not a small regular file with a game in it."""
    for name, text in [
        ("empty.sgf", ""),
        ("broken.sgf", "(;SZ[9];B[ee"),
        ("text.sgf", "not a game"),
        ("chess.sgf", "(;GM[3])"),
        ("illegal.sgf", "(;SZ[9];B[ee];W[ee])"),
        ("huge.sgf", "(;SZ[52])"),
    ]:
        (folder / name).write_text(text)
    with (folder / "long.sgf").open("wb") as file:
        file.truncate((16 << 20) + 1)
    os.mkfifo(folder / "pipe.sgf")
    (folder / "folder.sgf").mkdir()
    (folder / "link.sgf").symlink_to(folder / "missing.sgf")
    return [*folder.iterdir(), folder / "missing.sgf", Path("/dev/zero"), Path("/dev/stdin")]


def test_files_that_cannot_be_loaded_change_nothing(talk: Talk, tmp_path: Path) -> None:
    talk("play b E5")
    before = talk.session.game.copy()
    paths = unreadable(tmp_path)
    assert len(paths) > 12
    for path in paths:
        assert talk(f"loadsgf {path}") == "? cannot load file", path
        assert talk.log[-1].startswith("loadsgf: cannot load file: "), path
    assert talk("loadsgf bad\x00name") == "? cannot load file"
    assert talk("loadsgf " + "x" * 5000) == "? cannot load file"
    assert talk.session.game == before


def test_wrong_arguments(talk: Talk, file: Path) -> None:
    for bad in ("", f"{file} x", f"{file} -1", f"{file} 1 2", f'"{file}'):
        assert talk(f"loadsgf {bad}").startswith("? syntax error")


def test_printing_a_game(talk: Talk) -> None:
    talk("play b E5", "play w pass", "komi 3.5")
    text = talk("printsgf")
    assert text.startswith("= (;")
    assert Game.from_sgf(text[2:]) == talk.session.game
    assert talk("printsgf -") == text


def test_saving_a_game(talk: Talk, tmp_path: Path) -> None:
    talk("fixed_handicap 2", "play w E5")
    path = tmp_path / "saved.sgf"
    assert talk(f"printsgf {path}") == "="
    assert Game.from_sgf(path) == talk.session.game
    assert talk(f"loadsgf {path}", "get_handicap") == "= 2"
    assert talk(f"printsgf {tmp_path}") == "? cannot write file"
    assert talk("printsgf /no/such/folder/x.sgf") == "? cannot write file"
    assert talk(f"printsgf {path} x").startswith("? syntax error")


def test_saving_over_a_longer_file_leaves_nothing_of_it(talk: Talk, tmp_path: Path) -> None:
    path = tmp_path / "saved.sgf"
    path.write_text("x" * 10_000)
    assert talk(f"printsgf {path}") == "="
    assert path.read_text() == talk.session.game.to_sgf() + "\n"


def test_no_file_that_is_no_game_is_written_over(talk: Talk, tmp_path: Path) -> None:
    other, game, empty = (tmp_path / name for name in ("settings", "game", "empty"))
    game.write_text("\ufeff\n( ;GM[1])")
    empty.touch()
    for text in ("root:x:0:0\n", "(setq size 9)\n"):
        other.write_text(text)
        assert talk(f"printsgf {other}") == "? cannot write file"
        assert "is there, and it is no game" in talk.log[-1]
        assert other.read_text() == text
    for path in (game, empty):
        assert talk(f"printsgf {path}") == "="
        assert path.read_text() == talk.session.game.to_sgf() + "\n"


@pytest.mark.parametrize("has_reader", [False, True])
def test_a_game_is_not_written_into_a_pipe(talk: Talk, tmp_path: Path, has_reader: bool) -> None:
    path = tmp_path / "pipe.sgf"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK) if has_reader else None
    assert talk(f"printsgf {path}") == "? cannot write file"
    if reader is not None:
        assert os.read(reader, 100) == b""
        os.close(reader)
    assert talk("printsgf /dev/null") == "? cannot write file"
