import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from keima import Game, sgf
from keima.cli.app import build_app
from keima.cli.watching import lines
from keima.solve import Progress


def run(*arguments: object) -> tuple[int, str, str]:
    result = CliRunner().invoke(build_app("solve"), ["solve", *map(str, arguments)])
    return result.exit_code, result.stdout, result.stderr


def test_a_board() -> None:
    code, output, _ = run("go", "3x3", "--mb", 16)
    assert code == 0
    told = output.splitlines()
    assert told[:2] == [
        "3x3, basic ko: B+9 (proved)",
        "Black gets +9: both sides can force it.",
    ]
    assert told[2].startswith("best: B2; line: B2 ")


def test_each_question_of_several() -> None:
    code, output, _ = run("go", "2x2", "--ko", "ssk", "--mb", 16)
    assert code == 0
    *_, first, second = output.splitlines()
    assert first.startswith("who wins? yes: depth 11, ") and " nodes, 0." in first
    assert second.startswith("does Black get 2 or more? no: depth ")


def test_json() -> None:
    code, output, _ = run("go", "2x2", "--ko", "ssk", "--mb", 16, "--json")
    answer = json.loads(output)
    assert code == 0
    assert (answer["value"], answer["proved"], answer["result"]) == (1, True, "B+1")
    assert (answer["lower"], answer["upper"]) == (1, 1)
    assert {"best", "nodes", "depth", "seconds"} <= set(answer)
    assert [a["answer"] for a in answer["answers"]] == ["yes", "no"]


def test_parts_left_out_and_an_opening() -> None:
    options = ("--open", "A1", "--mb", 16, "--json")
    plain = json.loads(run("go", "3x3", *options)[1])
    bare = json.loads(run("go", "3x3", *options, "--without", "history")[1])
    assert plain["value"] == bare["value"] == -9
    assert plain["best"] == "B2"
    assert plain["nodes"] != bare["nodes"]


def test_stopped_by_depth() -> None:
    code, output, _ = run("go", "4x4", "--depth", 3, "--mb", 16)
    assert code == 0
    assert "4x4, basic ko: ? (not proved)" in output
    assert "open: who wins?" in output


def test_a_time_that_is_no_number() -> None:
    code, _, error = run("go", "2x2", "--seconds", "nan")
    assert code == 2 and "nan is not a number" in error


def test_a_file(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    game = Game(3, komi=0)
    game.play("A1")
    game.play("B2")
    file.write_text(game.to_sgf())
    assert json.loads(run("sgf", file, "--mb", 16, "--json")[1])["value"] == -9
    first = json.loads(run("sgf", file, "--move", 1, "--mb", 16, "--json")[1])
    assert (first["value"], first["best"]) == (9, "B2")


def test_line_and_proof_as_sgf(tmp_path: Path) -> None:
    out = tmp_path / "proof.sgf"
    code, _, _ = run("go", "3x3", "--mb", 16, "--sgf", out, "--proof-depth", 3)
    assert code == 0
    line, proof = sgf.load(out)
    assert str(line.root["RE"]) == "B+9"
    assert len(proof.root.children[0].children) == 9  # all answers to the centre, and a pass


def test_a_saved_search(tmp_path: Path) -> None:
    path = tmp_path / "search"
    options = ("go", "3x3", "--mb", 16, "--save", path, "--json")
    first, again = (json.loads(run(*options)[1]) for _ in range(2))
    assert first["line"] == again["line"]
    path.with_name("search.json").write_text("nonsense")
    code, _, error = run(*options)
    assert code == 1
    assert error == f"keima solve: {path}.json is broken or no saved search\n"


def test_the_table_of_boards(tmp_path: Path) -> None:
    options = ("table", "--points", 4, "--mb", 16, "--save", tmp_path)
    code, output, _ = run(*options)
    assert code == 0
    rows = output.splitlines()[2:]
    assert [row.split("|")[1].strip() for row in rows] == ["1x1", "1x2", "1x3", "1x4", "2x2"]
    assert "| 1x3 | basic | B+3 | +3 | +3 | A2 |" in rows[2]
    assert run(*options)[1] == output
    data = json.loads(run(*options, "--json")[1])
    assert [board["proved"] for board in data] == [True] * 5


def test_rules_that_a_table_tries() -> None:
    options = ("table", "--points", 4, "--mb", 1, "--json")
    boards = json.loads(run(*options, "--ko", "ssk", "--ko", "basic")[1])
    assert {board["ko"] for board in boards} == {"ssk"}
    assert {board["board"]: board["value"] for board in boards}["2x2"] == 1  # 0 under basic ko


def test_a_line_goes_backwards() -> None:
    code, output, _ = run("go", "1x8")
    assert code == 0
    assert output.splitlines()[:2] == [
        "1x8, basic ko: 0 (proved)",
        "Neither can force anything: play has no end.",
    ]
    searched = json.loads(run("go", "1x3", "--method", "search", "--json")[1])
    back = json.loads(run("go", "1x3", "--json")[1])
    assert (searched["value"], back["value"]) == (3, 3)
    assert searched["answers"]
    assert not back["answers"]
    assert set(searched) == set(back)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("go", "1x3", "--method", "backward", "--ko", "ssk"), "backwards goes basic ko alone"),
        (
            ("go", "1x3", "--method", "backward", "--ask", 3),
            "without depth, nodes, a result to ask",
        ),
        (("go", "3x3", "--ask", 10), "nobody gets 10 points on a board of 9"),
        (("go", "9x9"), "a board of 9x9 is too large: the solver takes 64 points"),
        (("go", "three"), "'three' is not a board size: expected 5 or 5x4"),
        (("go", "3x3", "--mb", 900_000_000), "does not fit"),
        (("go", "3x3", "--open", "Z9"), "'Z9' is not on a 3x3 board"),
        (("go", "3x3", "--without", "luck"), "the solver has no part 'luck'"),
        (("go", "3x3", "--proof-depth", 2), "a proof tree needs a file: give --sgf"),
        (("sgf", "nowhere.sgf"), "there is no file nowhere.sgf"),
        (("go", "3x3", "--sgf", "nowhere/a.sgf"), "cannot write nowhere/a.sgf"),
        (("capture", "3x3", "--sgf", "nowhere/a.sgf"), "cannot write nowhere/a.sgf"),
    ],
)
def test_errors_are_one_line(arguments: tuple[object, ...], words: str) -> None:
    code, output, error = run(*arguments)
    assert code == 1
    assert output == ""
    assert error.startswith("keima solve: ")
    assert words in error
    assert error.count("\n") == 1


def test_an_illegal_position_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "bad.sgf"
    file.write_text("(;SZ[3]AB[aa]AW[ab][ba])")
    code, _, error = run("sgf", file)
    assert code == 1
    assert "no liberty" in error


def test_what_is_shown() -> None:
    shown = lines(Progress("who wins?", 7, "[+1, ?]", ("B2",), 1_234_567, 2.0, 617_283.0, 0.5))
    assert shown == [
        "who wins? depth 7",
        "known: [+1, ?]",
        "line: B2",
        "1,234,567 nodes, 617,283 a second, 2 s, table 50 % full",
    ]


def test_the_capture_game(tmp_path: Path) -> None:
    out, path = tmp_path / "line.sgf", tmp_path / "search"
    options = ("capture", "3x3", "--mb", 16, "--save", path)
    code, output, _ = run(*options, "--sgf", out)
    assert code == 0
    assert output.startswith("3x3: black wins in 7 moves\n")
    [tree] = sgf.load(out)
    assert len(list(tree.main_line())) == 8
    answer = json.loads(run(*options, "--json")[1])
    assert (answer["winner"], answer["plies"], answer["proved"]) == ("black", 7, True)
    assert len(answer["line"]) == 7
    assert run("go", "3x3", "--mb", 16, "--save", path)[0] == 1


def test_starts_of_the_capture_game() -> None:
    options = ("--start", "crosscut", "--mb", 16, "--json")
    answer = json.loads(run("capture", "4x4", *options)[1])
    assert answer["winner"] == "black"
    assert run("capture", "5x5", *options)[2] == (
        "keima solve: a board of 5x5 has no middle of four points\n"
    )
    stopped = run("capture", "6x6", "--depth", 3, "--mb", 16)[1]
    assert stopped.startswith("6x6: not proved (so many plies were wanted)\n")


def test_a_position_of_the_capture_game(tmp_path: Path) -> None:
    file, out = tmp_path / "game.sgf", tmp_path / "line.sgf"
    file.write_text("(;GM[1]SZ[3];B[aa];W[cc])")
    options = ("capture", "3x3", "--position", file, "--mb", 1)
    code, output, _ = run(*options, "--sgf", out)
    assert code == 0
    [tree] = sgf.load(out)
    stones = {name: tree.root[name] for name in ("AB", "AW")}
    assert {name: len(points) for name, points in stones.items()} == {"AB": 1, "AW": 1}
    same = run("capture", "3x3", "--open", "A3", "--open", "C1", "--mb", 1)[1]
    assert output.splitlines()[:2] == same.splitlines()[:2]
    file.write_text("(;GM[1]SZ[3];B[aa];W[ab];B[cc];W[ba])")  # White takes the corner
    assert run(*options)[2] == "keima solve: the game is over: white has captured 1 of 1\n"
    assert run("capture", "3x3", "--position", tmp_path / "none.sgf")[0] == 1


def test_what_is_proved_is_not_open() -> None:
    code, output, _ = run("go", "2x2", "--mb", 16, "--value-only")
    assert code == 0
    assert output.startswith("2x2, basic ko: 0 (proved)\n")
    assert "open" not in output


@pytest.mark.parametrize("game", ["go", "capture"])
def test_interrupted(monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("keima.solve.running.Runner.run", interrupted)
    code, output, _ = run(game, "4x4", "--mb", 1, "--json")
    assert code == 130
    assert json.loads(output)["stopped"] == "interrupted"


def test_every_move() -> None:
    code, output, _ = run("moves", "3x3")
    assert code == 0
    assert output.splitlines() == [
        "3x3, basic ko: +9 for Black, 10 of 10 moves proved",
        " 3 -9 +3 -9",
        " 2 +3 +9 +3",
        " 1 -9 +3 -9",
        "    A  B  C",
        "pass -9",
    ]


def test_every_move_after_others_as_json() -> None:
    code, output, _ = run("moves", "3x3", "--open", "B2", "--plies", 2, "--json")
    told = json.loads(output)
    assert code == 0
    assert (told["value"], told["to_play"], told["proved"]) == (9, "W", True)
    assert set(told["best"]) == set(told["moves"]) and len(told["moves"]) == 9
    found = told["moves"]["A1"]
    assert (found["value"], found["lower"], found["upper"]) == (9, 9, 9)


def test_moves_that_are_not_proved_have_bounds_and_it_goes_on(tmp_path: Path) -> None:
    file, folder = tmp_path / "proved.txt", tmp_path / "tables"
    options = ("--proved", file, "--save", folder, "--anew", "--mb", 8)
    code, output, _ = run("moves", "4x4", "--seconds", 0.05, *options)
    assert code == 0
    assert output.startswith("4x4, basic ko: ? for Black, ") and "pass ?" in output
    code, output, _ = run("moves", "4x4", *options)
    assert output.startswith("4x4, basic ko: +1 for Black, 17 of 17 moves proved")
    # What the file has is not searched again.
    began = file.read_text()
    code, output, _ = run("moves", "4x4", "--seconds", 0.001, *options)
    assert output.startswith("4x4, basic ko: +1 for Black, 17 of 17 moves proved")
    assert file.read_text() == began


def test_moves_of_what_cannot_be(tmp_path: Path) -> None:
    assert "too large" in run("moves", "9x9")[2]
    assert run("moves", "3x3", "--open", "Z9")[0] == 1
    assert "does not fit" in run("moves", "4x4", "--mb", 10**8)[2]
    other = tmp_path / "game.sgf"
    other.write_text("(;)")
    code, _, error = run("moves", "3x3", "--proved", other)
    assert code == 1 and "no file of proved positions" in error
    assert other.read_text() == "(;)"
