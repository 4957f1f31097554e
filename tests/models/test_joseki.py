"""The joseki dictionary: what it knows, where it is asked, and how it is made and kept."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from keima import Engine, Game, _core
from keima.cli.learn import app
from keima.models import load_joseki
from keima.models.joseki import read_joseki, write_joseki

BLACK, WHITE = 1, 2


def known(*moves: str, size: int = 19) -> set[str]:
    """The moves of the dictionary after these."""
    game = Game(size)
    for move in moves:
        game.play(move)
    joseki = load_joseki("19x19")
    color = BLACK if len(moves) % 2 == 0 else WHITE
    legal = game.native.legal_points(color)
    return {game.name(p) for p in legal if joseki.has(game.board, p, color)}


def test_the_first_moves_of_a_corner() -> None:
    found = known()
    assert {"Q16", "Q17", "R16", "D4", "C4", "D3"} <= found
    assert not {"A1", "T19", "B2", "K10"} & found
    assert len(found) % 4 == 0  # the corners are alike


def test_answers_in_the_same_corner_whatever_the_others_look_like() -> None:
    star = known("Q16", "F17", "D16", "R14")  # Black approaches nowhere yet
    assert {"R6", "F3"} & known("Q16", "D4", "D16")  # White's 4-4 stone is enclosed or approached
    assert "O17" in star  # the answer on the other side of the approach at R14
    empty = {m for m in known() if m[0] in "ABCDEFGHJ" and int(m[1:]) < 10}
    assert {m for m in known("Q16", "Q4") if m[0] in "ABCDEFGHJ" and int(m[1:]) < 10} == empty


def test_a_reflected_corner_with_other_colours_is_the_same() -> None:
    board, turned = _core.Board(19, 19), _core.Board(19, 19)
    at = lambda x, y: y * 19 + x  # noqa: E731
    board.play(at(3, 3), BLACK)
    board.play(at(5, 2), WHITE)
    turned.play(at(15, 15), WHITE)
    turned.play(at(16, 13), BLACK)
    keys = _core.Joseki.keys_of(board, at(2, 5), BLACK)
    assert keys == _core.Joseki.keys_of(turned, at(13, 16), WHITE)
    assert keys != _core.Joseki.keys_of(board, at(2, 5), WHITE)


@pytest.mark.parametrize("size", [1, 9, 13, 17])
def test_boards_without_corners_of_their_own(size: int) -> None:
    assert known(size=size) == set()


def test_pachi_asks_it_on_large_boards_only() -> None:
    priors = []
    for spec in ("pachi:playouts=30", "pachi:playouts=30,prior_joseki=0"):
        found = Engine(spec, threads=1, seed=1).search(Game(19), moves=["D4", "K10"])
        priors.append({c.move: c.prior for c in found.candidates})
    assert priors[0]["D4"] > priors[1]["D4"] + 0.1
    results = [
        Engine(f"pachi:playouts=30,{change}", threads=1, seed=1).search(Game(9)).candidates
        for change in ("joseki=19x19,prior_joseki=40", "joseki=none")
    ]
    assert results[0] == results[1]


def test_it_is_counted_from_games(tmp_path: Path) -> None:
    four_four, three_three, pass_ = 3 * 19 + 3, 2 * 19 + 2, 361
    games = [[four_four, 0], [four_four, four_four], [three_three, pass_, 288]] * 4
    flat = [move for game in games for move in game]
    pack, out = tmp_path / "games.npz", tmp_path / "joseki.bin"
    offsets = np.cumsum([0, *map(len, games)])
    part = np.full(len(games), 7, np.uint8)
    np.savez(pack, size=np.array(19), off=offsets, moves=np.array(flat, np.uint16), part=part)
    result = CliRunner().invoke(app, ["joseki", str(pack), "--out", str(out), "--least", "4"])
    assert result.exit_code == 0, result.output
    found = load_joseki(str(out))
    board = _core.Board(19, 19)
    assert [found.has(board, p, BLACK) for p in (four_four, three_three, 0)] == [True, True, False]
    board.play(four_four, BLACK)
    assert found.has(board, 0, WHITE)
    assert len(found) == 3


def test_broken_files(tmp_path: Path) -> None:
    good = tmp_path / "good.bin"
    write_joseki(good, [3, 5], {"made": "by hand"})
    data = good.read_bytes()
    assert list(read_joseki(data)) == [3, 5]
    line, _, keys = data.partition(b"\n")
    about = json.loads(line)
    other = json.dumps({**about, "version": 2}).encode()
    unsaid = json.dumps({k: v for k, v in about.items() if k != "keys"}).encode()
    broken = [b"", b"x", b"[]\n", data[:-1], other + b"\n" + keys, unsaid + b"\n" + keys]
    broken.append(line + b"\n" + keys[4:] + keys[:4])
    for number, wrong in enumerate(broken):
        path = tmp_path / f"{number}.bin"
        path.write_bytes(wrong)
        with pytest.raises(ValueError, match=rf"{number}\.bin: not a joseki dictionary"):
            load_joseki(str(path))
    with pytest.raises(ValueError, match="ascend"):
        write_joseki(good, [5, 3], {})
    with pytest.raises(ValueError, match="no/such"):
        Engine("pachi:joseki=no/such")
