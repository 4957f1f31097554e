from pathlib import Path

import pytest

from keima import sgf
from keima.colors import Color
from keima.review.record import MOST_POSITIONS, Record, read_record, read_records


def labels(text: str) -> list[str]:
    return [turn.label for turn in read_record(sgf.parse(text)[0]).turns]


def test_each_move_is_a_turn(record: Record) -> None:
    assert [turn.label for turn in record.turns] == [
        "the start",
        "move 1, B E5",
        "move 2, W A1",
        "move 3, B G7",
    ]
    assert [turn.game.move_number for turn in record.turns] == [0, 1, 2, 3], "copies, not one game"
    assert record.player(Color.BLACK) == "Ann (5k)" and record.player(Color.WHITE) == "Bob"


def test_nodes_without_a_move_are_no_turns() -> None:
    assert labels("(;SZ[9];C[hello];B[ee];C[well];W[cc])") == [
        "the start",
        "move 1, B E5",
        "move 2, W C7",
    ]


def test_set_up_stones_are_a_turn_of_nobody() -> None:
    found = labels("(;SZ[9];B[ee];AW[cc];B[gg])")
    assert found == ["the start", "move 1, B E5", "after move 1", "move 2, B G3"]


def test_who_moves_next_is_who_did() -> None:
    record = read_record(sgf.parse("(;SZ[9];W[ee];W[cc];B[])")[0])
    assert [record.color_at(number).letter for number in range(4)] == ["W", "W", "B", "W"]


def test_no_search_after_the_end() -> None:
    record = read_record(sgf.parse("(;SZ[9];B[ee];W[];B[])")[0])
    assert record.turns[-1].game.is_over and record.to_search == [0, 1, 2]


def test_an_illegal_move_ends_the_line() -> None:
    record = read_record(sgf.parse("(;SZ[9];B[ee];W[cc];B[ee];W[gg])")[0])
    assert len(record.turns) == 3 and record.problem_node == 3
    assert record.problem == "move 3: black cannot play E5: the point is occupied"


def test_the_key_is_of_all_that_a_search_sees() -> None:
    def key(text: str) -> str:
        return read_record(sgf.parse(text)[0]).key

    game = "(;SZ[9]KM[7];B[ee];W[cc])"
    assert key(game) == key("(;SZ[9]KM[7]PB[Ann];B[ee]C[hello](;W[cc])(;W[gc];B[gg]))")
    for other in (
        "(;SZ[9]KM[6];B[ee];W[cc])",
        "(;SZ[9]KM[7]RU[Japanese];B[ee];W[cc])",
        "(;SZ[9]KM[7];B[cc];W[ee])",
        "(;SZ[9]KM[7]AB[gg];B[ee];W[cc])",
        "(;SZ[9]KM[7];B[ee];W[cc];PL[W])",
    ):
        assert key(game) != key(other), other


def test_games_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "two.sgf"
    path.write_text("(;SZ[9];B[ee])(;SZ[5];B[cc])")
    assert [record.name for record in read_records(path)] == ["two.sgf, game 1", "two.sgf, game 2"]
    [second] = read_records(path, 1)
    assert (second.name, second.turns[0].game.width) == ("two.sgf, game 2", 5)
    assert read_records(path, 2) == []


def test_endless_records_are_cut_off() -> None:
    record = read_record(sgf.parse("(;SZ[5]" + ";PL[B];PL[W]" * MOST_POSITIONS + ")")[0])
    assert len(record.turns) == MOST_POSITIONS
    assert record.problem == "move 0: only 2,000 positions are looked at"


@pytest.mark.parametrize(
    "text, message",
    [
        ("hello", "cannot read .*game.sgf: "),
        ("(;GM[2])", "cannot read .*game.sgf: .*the game of Go"),
        ("(;SZ[9]AB[zz])", "cannot read .*game.sgf: "),
    ],
)
def test_what_is_no_game(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "game.sgf"
    path.write_text(text)
    with pytest.raises(ValueError, match=message):
        read_records(path)


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"cannot read .*none.sgf: No such file"):
        read_records(tmp_path / "none.sgf")
