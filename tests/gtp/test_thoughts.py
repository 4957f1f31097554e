"""What the player says about its last search."""

import re
from typing import Any

import pytest

from keima import Engine, Game
from keima.gtp.server import Server
from keima.gtp.session import Session


@pytest.fixture
def real() -> Any:
    session = Session(lambda seed: Engine("classic:playouts=200", threads=1, seed=seed or 1))
    session.game = Game(5, komi=0.5)
    server = Server(session)
    return lambda line: server.answer(line.encode()).decode()[:-2]


def test_before_any_search(talk: Any) -> None:
    for name in ("gomill-explain_last_move", "top_moves", "mtld-last_evaluation"):
        assert talk(name) == "? no search yet"
    assert talk("all_move_values") == "="
    talk("genmove b")
    assert talk("top_moves").startswith("= A9 1.00 ")
    talk("clear_board")
    assert talk("top_moves") == "? no search yet"


def test_values(real: Any) -> None:
    real("genmove b")
    lines = real("all_move_values")[2:].split("\n")
    assert all(re.fullmatch(r"([A-E][1-5]|pass) [0-9]+\.[0-9]{2}", line) for line in lines)
    values = [float(line.split(" ")[1]) for line in lines]
    assert values == sorted(values, reverse=True)
    best = real("top_moves")[2:].split(" ")
    assert " ".join(best[:2]) == lines[0] and len(best) <= 20
    for name in ("top_moves_black", "top_moves_white"):
        assert re.fullmatch(r"=( ([A-E][1-5]|pass) [0-9]+\.[0-9]{2})+", real(name))


def test_values_of_a_move_that_is_not_played(real: Any) -> None:
    move = real("reg_genmove b")[2:]
    assert real("all_move_values")[2:].startswith(f"{move} "), "as GNU Go has them"
    assert real("gomill-explain_last_move").startswith(f"= black {move}: ")


def test_the_last_move_is_explained(real: Any) -> None:
    move = real("genmove b")[2:]
    head, *rest = real("gomill-explain_last_move")[2:].split("\n")
    shape = rf"black {move}: win rate [0-9.]+ %, score [+-][0-9.]+, [0-9]+ playouts in [0-9.]+ s"
    assert re.fullmatch(shape, head)
    assert 1 <= len(rest) <= 10 and rest[0].startswith(f"{move}: ")


def test_boards(real: Any) -> None:
    real("play b C3")
    real("genmove w")
    rows = real("mtld-last_evaluation").split("\n")[1:]
    assert len(rows) == 5 and rows[2].split()[2] == "X"
    assert all(re.fullmatch(r"[0-9]+|X|\.", word) for row in rows for word in row.split())


def test_priors_as_a_board(real: Any) -> None:
    real("play b C3")
    rows = [row.split() for row in real("keima-priors").split("\n")[1:]]
    assert len(rows) == 5 and rows[2][2] == "X"
    percents = [int(word) for row in rows for word in row if word.isdigit()]
    assert len(set(percents)) > 2 and max(percents) <= 100


def test_the_end_is_judged(talk: Any) -> None:
    talk.board(". X . O .", "X X O O O", ". X O . O", "X X O O O", ". X . O .")
    drawn = talk("mtld-final_position").split("\n")
    assert drawn[-5:] == ["X X . O O", "X X O O O", "X X O O O", "X X O O O", "X X . O O"]


def test_thinking_for_a_time(real: Any) -> None:
    assert real("mtld-ponder 0.05").startswith("= black ")
    assert real("list_stones b") == "= "


def test_a_review_has_a_line_for_each_move(real: Any) -> None:
    for move in ("play b C3", "play w A1", "play b pass"):
        real(move)
    lines = real("mtld-review_game 0.05").split("\n")
    assert lines[0] == "= "
    shape = r"{} {}, best ([A-E][1-5]|pass), win rate [0-9.]+ %(, loss [0-9.]+ %)?"
    for line, what in zip(
        lines[1:], [("1 black", "C3"), ("2 white", "A1"), ("3 black", "pass")], strict=True
    ):
        assert re.fullmatch(shape.format(*what), line), line
    assert real("move_history").count("\n") == 2


@pytest.mark.parametrize("name", ["mtld-ponder", "mtld-review_game"])
@pytest.mark.parametrize("seconds", ["", "0", "-1", "x", "nan", "1e9", "1 2"])
def test_wrong_times(talk: Any, name: str, seconds: str) -> None:
    assert talk(f"{name} {seconds}").startswith("? syntax error")


def test_cleanup_is_asked_of_the_player(talk: Any) -> None:
    talk("kgs-genmove_cleanup b")
    assert talk.players[0].options["cleanup"] is True
    talk("genmove w")
    assert "cleanup" not in talk.players[0].options


def test_cgos_is_heard(talk: Any) -> None:
    for line in ("cgos-opponent_name x y", "cgos-opponent_rating 1800?", "cgos-gameover B+3.5"):
        assert talk(line) == "="
    heard = ["opponent: x y", "opponent's rating: 1800?", "result: B+3.5"]
    assert talk.log == heard
    for name in ("cgos-opponent_name", "cgos-opponent_rating", "cgos-gameover"):
        assert talk(name) == "? syntax error: expected at least 1 arguments, got 0"
    assert talk.log == heard


def test_a_board_without_a_network_is_an_error() -> None:
    session = Session(lambda seed: Engine("pachi-nn:playouts=10", threads=1, seed=1))
    session.game = Game(13)
    answer = Server(session).answer(b"genmove b").decode()
    assert answer.startswith("? there is no shallow network 'ht' for 13x13")
