import json

import pytest

from keima import Engine, Game
from keima.arena.players import PlayerFault
from keima.colors import Color
from keima.online.analysis import MOST_MOVES, encode_ownership, of_result, read_reply, to_line


def test_a_search_is_told_as_the_player_to_move_sees_it() -> None:
    game = Game(5, komi=0.5)
    for point in ("C1", "C2", "C3", "C4", "C5"):
        game.play(point, "black")
    result = Engine("brugmann:playouts=200", seed=1).search(game, color="white")
    analysis = of_result(result, Color.WHITE)
    assert analysis["score"] < 0
    assert analysis["winrate"] < 0.5
    # Black's wall is the opponent's.
    assert analysis["ownership"][2] < "f"
    assert of_result(result, Color.BLACK)["ownership"][2] in "0123456789+"


def test_an_analysis_is_one_short_line() -> None:
    result = Engine("brugmann:playouts=100", seed=1).search(Game(19))
    line = to_line(result.move, of_result(result, Color.BLACK))
    assert "\n" not in line
    assert len(line) < 1 << 13
    assert len(json.loads(line.partition(" ")[2])["moves"]) == MOST_MOVES


def test_what_is_not_known_is_left_out(gnugo: str) -> None:
    result = Engine("gnugo-first:first=1,gnugo_level=0", seed=1).search(_after_two())
    analysis = of_result(result, Color.BLACK)
    assert "winrate" not in analysis
    assert set(analysis["moves"][0]) == {"move", "visits", "pv"}


def _after_two() -> Game:
    game = Game(9)
    game.play("E5")
    game.play("E3")
    return game


def test_a_resignation_is_told_alone() -> None:
    assert to_line("resign", {"winrate": 0.01}) == "resign"


def test_ownership_has_63_letters() -> None:
    letters = encode_ownership(i / 31 - 1 for i in range(63))
    assert len(set(letters)) == 63
    assert letters[0] + letters[-1] == "A+"


KATA = (
    "info move D4 visits 30 edgeVisits 30 utility 0.1 winrate 0.55 scoreMean 1.2 scoreStdev 9 "
    "scoreLead 1.5 prior 0.3 lcb 0.5 order 0 pv D4 pass C3 pvVisits 30 20 10 "
    "info move C3 visits 10 winrate 0.5 scoreLead 0.5 prior 0.1 order 1 pv C3 "
    "ownership 1 0 -1 0.5 rootInfo visits 99"
)


def test_kata_lines() -> None:
    move, analysis = read_reply(f"info move A1 visits 1\n{KATA}\nplay D4")
    assert move == "D4"
    assert analysis is not None
    first, second = analysis["moves"]
    assert first == {
        "move": "D4",
        "visits": 30,
        "winrate": 0.55,
        "score": 1.5,
        "prior": 0.3,
        "pv": "pass C3",
    }
    assert second["pv"] == ""
    assert (analysis["winrate"], analysis["score"]) == (0.55, 1.5)
    assert analysis["ownership"] == encode_ownership([1, 0, -1, 0.5])


def test_lz_lines() -> None:
    text = "info move Q16 visits 5 winrate 4790 prior 1234 lcb 4700 order 0 pv Q16 D4\nplay Q16"
    move, analysis = read_reply(text, in_hundredths=True)
    assert move == "Q16"
    assert analysis is not None
    assert (analysis["winrate"], analysis["visits"]) == (0.479, 5)
    assert analysis["moves"][0]["prior"] == 0.1234


@pytest.mark.parametrize(
    "line",
    [
        "{nonsense",
        '{"winrate":NaN}',
        "{" * 100_000,
        "info move D4 winrate 0,5",
        "info move D4 winrate nan",
        "info move D4 winrate 0.5 ownership 0 nan",
        "info visits 3",
        "info move D4 visits 1.5",
        "info ",
        "talk",
        "",
    ],
)
def test_an_analysis_that_makes_no_sense_is_dropped(line: str) -> None:
    assert read_reply(f"{line}\nplay D4") == ("D4", None)


def test_a_reply_without_a_move_is_a_fault() -> None:
    with pytest.raises(PlayerFault, match="no move"):
        read_reply(KATA)
