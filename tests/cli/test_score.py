import json
from functools import partial
from pathlib import Path

import pytest
from typer.testing import CliRunner

from keima import Game
from keima.cli.app import build_app
from keima.score.life import alive_by_both, alive_by_learning
from keima.score.winner import chance_of_black

# Black at the left, White at the right, and a dead white stone at B5.
FINISHED = (
    ". . X O . .",
    ". O X O . .",
    ". . X O . .",
    "X X X O O O",
    ". X X O . O",
    "X . X O O .",
)


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    game = Game.from_drawing(*FINISHED, komi=0.5, rules="chinese")
    file = tmp_path / "game.sgf"
    file.write_text(game.to_sgf())
    return file


def run(*arguments: object) -> tuple[int, str]:
    result = CliRunner().invoke(build_app("score"), ["score", *map(str, arguments)])
    return result.exit_code, result.output


def test_a_finished_game(finished: Path) -> None:
    code, output = run(finished)
    assert code == 0
    assert output.splitlines()[0].split() == list("ABCDEF")
    assert output.splitlines()[-2:] == [
        "dead: B5",
        "W+0.5 (black 18, white 18.5 with komi 0.5; chinese rules)",
    ]


def test_a_game_without_passes_may_be_unfinished(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    record = "(;SZ[5]KM[0];B[cb];W[cc];B[bb];W[bc]%s)"
    for end, told in ((";B[];W[]", False), ("", True)):
        file.write_text(record % end)
        code, output = run(file)
        assert code == 0 and ("does not end with two passes" in output) is told
    assert "two passes" not in run(file, "--dead", "none")[1]
    assert "two passes" not in run(file, "--method", "emlp")[1]


def test_as_json(finished: Path) -> None:
    code, output = run(finished, "--json")
    answer = json.loads(output)
    assert code == 0
    owners = answer.pop("owners")
    assert owners.count("B") == owners.count("W") == 18
    assert answer == {
        "score": "W+0.5",
        "winner": "white",
        "margin": -0.5,
        "black": 18,
        "white": 18.5,
        "komi": 0.5,
        "rules": "chinese",
        "dead": ["B5"],
    }


@pytest.mark.parametrize(
    "options, score",
    [
        (["--dead", "none"], "W+7.5"),
        (["--dead", "B5"], "W+0.5"),
        (["--dead", "b5, D6"], "B+35.5"),
        (["--rules", "japanese"], "B+0.5"),
    ],
)
def test_options(finished: Path, options: list[str], score: str) -> None:
    code, output = run(finished, "--json", *options)
    assert code == 0 and json.loads(output)["score"] == score


@pytest.mark.parametrize(
    "options, message",
    [
        (["--dead", "B1"], "there is no stone at B1 that could be dead"),
        (["--dead", "Q16"], "'Q16' is not on a 6x6 board"),
        (["--rules", "house"], "unknown rules 'house'"),
    ],
)
def test_wrong_options(finished: Path, options: list[str], message: str) -> None:
    code, output = run(finished, *options)
    assert code == 1 and f"keima score: {message}" in output


def test_no_such_file(tmp_path: Path) -> None:
    code, output = run(tmp_path / "none.sgf")
    assert code == 1 and "keima score: there is no file" in output


def test_no_sgf(tmp_path: Path) -> None:
    file = tmp_path / "text.sgf"
    file.write_text("hello")
    code, output = run(file)
    assert code == 1 and output.startswith("keima score: ")


def test_every_digit_of_komi_is_shown(finished: Path) -> None:
    game = Game.from_sgf(finished)
    game.komi = 1234.5678
    finished.write_text(game.to_sgf())
    assert run(finished)[1].splitlines()[-1] == (
        "W+1234.5678 (black 18, white 1252.5678 with komi 1234.5678; chinese rules)"
    )


def test_the_picture_shows_what_was_counted(finished: Path) -> None:
    lines = run(finished)[1].splitlines()
    assert lines[1].split() == ["6", "b", "b", "X", "O", "w", "w", "6"]
    assert lines[2].split() == ["5", "b", "o", "X", "O", "w", "w", "5"]
    assert lines[8] == "X O stones, x o dead stones, b w points of Black and White"


@pytest.mark.parametrize("name, start", [("a.svg", b"<svg "), ("a.PNG", b"\x89PNG\r\n")])
def test_a_picture_in_a_file(finished: Path, name: str, start: bytes) -> None:
    picture = finished.parent / name
    code, output = run(finished, "--image", picture, "--json")
    assert code == 0 and json.loads(output)["score"] == "W+0.5"
    assert picture.read_bytes().startswith(start)


@pytest.mark.parametrize(
    "name, message",
    [
        ("a.gif", "expected a name that ends with .svg or .png"),
        ("none/a.svg", "there is no folder"),
        ("folder.svg", "Is a directory"),
    ],
)
def test_pictures_that_cannot_be_written(finished: Path, name: str, message: str) -> None:
    (finished.parent / "folder.svg").mkdir()
    code, output = run(finished, "--image", finished.parent / name)
    assert code == 1 and output.startswith("keima score: ") and message in output


@pytest.fixture
def unfinished(tmp_path: Path) -> Path:
    rows = (". . . X . O .", ". . O X . O .", ". . . X . O .", "X X X X . O O")
    game = Game.from_drawing(*rows, komi=0.5, rules="chinese")
    file = tmp_path / "unfinished.sgf"
    file.write_text(game.to_sgf())
    return file


def test_an_estimate(unfinished: Path) -> None:
    code, output = run(unfinished, "--method", "distance", "--dead", "C3")
    assert code == 0
    lines = output.splitlines()
    assert lines[1:5] == [
        " 4  b b b X . O w 4",
        " 3  b b o X . O w 3",
        " 2  b b b X . O w 2",
        " 1  X X X X . O O 1",
    ]
    assert lines[-2:] == [
        "dead: C3",
        "B+7.5 (by distance, black 16, white 8.5 with komi 0.5; chinese rules)",
    ]


@pytest.mark.parametrize(
    "method, options, score",
    [
        ("direct", ["--stones", "keep"], "W+1.5"),
        ("direct", ["--dead", "C3"], "B+3.5"),
        ("direct", ["--dead", "C3", "--stones", "reverse"], "B+4.5"),
        ("direct", ["--dead", "none"], "W+1.5"),
    ],
)
def test_estimates_as_json(unfinished: Path, method: str, options: list[str], score: str) -> None:
    code, output = run(unfinished, "--json", "--method", method, *options)
    answer = json.loads(output)
    assert code == 0 and answer["score"] == score
    assert answer["method"] == method and len(answer["owners"]) == 28


@pytest.mark.parametrize("method", ["zobrist", "bouzy", "bouzy-4-13", "smlp", "emlp"])
def test_every_method_has_an_answer(unfinished: Path, method: str) -> None:
    code, output = run(unfinished, "--method", method)
    assert code == 0 and f"(by {method}, black" in output


def test_who_wins_by_the_network_that_reads_an_estimate(tmp_path: Path) -> None:
    """With a white wall dead Black has more of the board than if all lives."""
    file = tmp_path / "walls.sgf"
    game = Game.from_drawing(*[". . . X O . . . ."] * 9, komi=5.5, rules="chinese")
    file.write_text(game.to_sgf())
    chances = []
    for dead in ("none", "E5"):
        answer = json.loads(run(file, "--method", "emlp", "--dead", dead, "--json")[1])
        chances.append(answer["black_wins"])
    assert 0 < chances[0] < chances[1] < 1
    output = run(file, "--method", "emlp", "--dead", "E5")[1]
    assert f"if people play on, Black wins {chances[1]:.0%} of such games" in output.splitlines()
    assert "black_wins" not in json.loads(run(file, "--method", "smlp", "--json")[1])


def test_who_wins_is_told_as_it_was_learnt(tmp_path: Path) -> None:
    file = tmp_path / "walls.sgf"
    game = Game.from_drawing(*[". . . . X O . . ."] * 9, komi=5.5, rules="chinese")
    file.write_text(game.to_sgf())
    position = Game.from_sgf(file)
    told = {
        life: json.loads(run(file, "--method", "emlp", "--life", life, "--json")[1])["black_wins"]
        for life in ("both", "learned")
    }
    chance = partial(chance_of_black, position.board, position.to_play, 5.5)
    assert told["both"] == round(chance(), 3) != round(chance(alive=alive_by_both), 3)
    assert told["learned"] == round(chance(alive=alive_by_learning), 3) != told["both"]


def test_who_wins_is_told_on_9x9_with_an_ordinary_komi(unfinished: Path, tmp_path: Path) -> None:
    """White has a bonus for stones of a handicap, too, by Chinese rules."""
    file = tmp_path / "handicap.sgf"
    for komi, handicap, told in ((5.5, 0, True), (0.5, 0, False), (6.5, 3, False)):
        game = Game(9, komi=komi, rules="chinese")
        if handicap:
            game.place_fixed_handicap(handicap)
        file.write_text(game.to_sgf())
        answer = json.loads(run(file, "--method", "emlp", "--json")[1])
        assert ("black_wins" in answer) == told
    assert "people" not in run(unfinished, "--method", "emlp")[1]


@pytest.mark.parametrize("judge", ["both", "learned", "playouts"])
def test_who_tells_the_dead_stones(tmp_path: Path, judge: str) -> None:
    file = tmp_path / "large.sgf"
    file.write_text(Game.from_drawing(*LARGE).to_sgf())
    answer = json.loads(run(file, "--method", "distance", "--life", judge, "--json")[1])
    assert answer["dead"] == ["B8", "H2"]


def test_a_picture_of_an_estimate(unfinished: Path, tmp_path: Path) -> None:
    image = tmp_path / "estimate.svg"
    code, _ = run(unfinished, "--method", "distance", "--image", image)
    assert code == 0 and image.read_text().startswith("<svg")


@pytest.mark.parametrize(
    "options, message",
    [
        (
            ["--method", "moyo"],
            "unknown method 'moyo': expected one of count, playouts, csa",
        ),
        (["--method", "direct", "--stones", "eat"], "cannot 'eat' dead stones: expected keep"),
        (["--method", "direct", "--dead", "A1,E1"], "there is no stone at E1"),
        (
            ["--method", "direct", "--life", "cat"],
            "unknown judge of life 'cat': expected one of both",
        ),
    ],
)
def test_estimates_that_cannot_be(unfinished: Path, options: list[str], message: str) -> None:
    code, output = run(unfinished, *options)
    assert code == 1 and message in output


# White's B8 and Black's H2 are dead; nobody has E5.
LARGE = (
    ". . . X O . . . .",
    ". O . X O . O . .",
    ". . X X O . . . .",
    "X X X O O O O O .",
    ". . X X . O . . .",
    "X X . X O O O O O",
    ". . X X O . . . .",
    ". . . X O O . X .",
    ". . . X X O . . .",
)


def test_learned_judgement(tmp_path: Path) -> None:
    file = tmp_path / "large.sgf"
    file.write_text(Game.from_drawing(*LARGE, komi=0.5, rules="japanese").to_sgf())
    code, output = run(file, "--method", "csa")
    assert code == 0
    assert "dead: B8 H2" in output and "dame: E5" in output
    answer = json.loads(run(file, "--method", "csa", "--json")[1])
    assert answer["dead"] == ["B8", "H2"]
    assert answer["dame"] == ["E5"] and answer["open"] == []
    assert answer["territory"] == answer["score"]
    game = Game.from_drawing(*LARGE, komi=0.5, rules="chinese")
    assert answer["area"] == game.score(["B8", "H2"]).text
    for method in ("count", "playouts"):
        assert json.loads(run(file, "--method", method, "--json")[1])["score"] == answer["score"]
