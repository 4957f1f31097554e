import pytest

from keima.arena.referee import GnuGoReferee, KeimaReferee, read_result, write_result
from keima.colors import Color
from keima.game import Game

# Black holds the left, White the right; the white stone at B3 is dead.
ROWS = (
    ". X X O O .",
    "X X X O O O",
    ". . X O O O",
    ". O X O O .",
    "X X X O O O",
    ". X X O . O",
)


def position(rules: str) -> Game:
    stones = "".join(ROWS).replace(" ", "")
    game = Game(6, komi=0.5, rules=rules)
    game.setup(
        [p for p, c in enumerate(stones) if c == "X"], [p for p, c in enumerate(stones) if c == "O"]
    )
    game.play("pass")
    game.play("pass")
    return game


def test_keima_and_gnugo_count_alike() -> None:
    gnugo = GnuGoReferee()
    for rules, result in (("chinese", "W+0.5"), ("japanese", "B+3.5"), ("aga", "W+0.5")):
        game = position(rules)
        assert KeimaReferee().count(game) == gnugo.count(game) == result, rules
    gnugo.close()


def test_prisoners_count_for_gnugo_too() -> None:
    game = Game(5, komi=0.5, rules="japanese")
    moves = "B1 A1 A2 pass B2 E5 C2 D4 D2 D3 E2 E3 pass C3 pass B3 pass A3 pass"
    for move in moves.split():
        game.play(move)
    game.play("pass", Color.WHITE)
    gnugo = GnuGoReferee()
    assert game.captures("b") == 1
    assert gnugo.count(game) == KeimaReferee().count(game)
    gnugo.close()


def test_gnugo_counts_a_handicap_as_the_rules_say() -> None:
    gnugo = GnuGoReferee()
    for rules, result in (("chinese", "W+3.5"), ("aga", "W+2.5"), ("japanese", "B+3.5")):
        game = position(rules)
        game.handicap = 3
        assert gnugo.count(game) == KeimaReferee().count(game) == result, rules
    gnugo.close()


def test_under_tromp_taylor_rules_stones_stay_where_they_are() -> None:
    assert KeimaReferee().count(position("tromp-taylor")) == "W+5.5"


def test_gnugo_needs_a_square_board() -> None:
    with pytest.raises(ValueError, match="5x6"):
        GnuGoReferee().count(Game((5, 6)))


@pytest.mark.parametrize("margin", [0.0, 3.5, -0.5, 100.0, 1234.5678, -1234567.5])
def test_results_are_written_as_they_are_read(margin: float) -> None:
    assert read_result(write_result(margin)) == margin
    assert "e" not in write_result(margin)


def test_every_digit_of_komi_counts() -> None:
    game = position("chinese")
    game.komi = -1234.5678
    gnugo = GnuGoReferee()
    assert KeimaReferee().count(game) == gnugo.count(game) == "B+1234.5678"
    gnugo.close()


def test_what_is_no_count() -> None:
    assert [read_result(text) for text in (None, "", "B+R", "?", "W+T")] == [None] * 5
