import pytest

from keima import Color, Game, _core
from keima.drawing import parse_text
from keima.rules import PRESETS, Rules
from keima.scoring import groups_of, handicap_bonus, quick_count, score_position

# Black has the left half and White the right one; the white stone at B4 is dead.
FINISHED = (
    ". . X O . .",
    ". O X O . .",
    ". . X O . .",
    "X X X O O O",
    ". . X O . .",
)

# White's corner group has one eye and shares B2 and C2 with Black, who has eyes elsewhere.
SEKI = (
    ". O X . X .",
    "O O X X X X",
    "O . . X . X",
    "X X X X X X",
)


def board(*rows: str) -> _core.Board:
    return _core.Board.from_stones(*parse_text(*rows))


def margin(rows: tuple[str, ...], rules: str | Rules, dead: str = "") -> float:
    return Game.from_drawing(*rows, komi=0, rules=rules).score(dead.split()).margin


def test_area_counts_stones_and_what_they_surround() -> None:
    assert margin(FINISHED, "chinese", "B4") == 15 - 15
    # With all stones alive the upper left is nobody's.
    assert margin(FINISHED, "tromp-taylor") == (7 + 2) - (15 + 1)


def test_territory_counts_empty_points_and_prisoners() -> None:
    assert margin(FINISHED, "japanese", "B4") == 8 + 1 - 8


def test_prisoners_of_the_game_count_for_territory_only() -> None:
    for rules, expected in (("japanese", 2 + 1), ("chinese", 9)):
        game = Game.from_drawing("X X .", "X O X", "X . X", komi=0, rules=rules)
        game.play("B1")
        assert game.captures("black") == 1
        assert game.score().margin == expected


def test_prisoners_from_before_the_start_count() -> None:
    game = Game.from_drawing(". X .", "X . X", ". X .", komi=0, rules="japanese")
    assert game.score().margin == 5
    game.native = _core.History(game.board, 1, prisoners=(2, 7))
    assert game.score().margin == 5 + 2 - 7


def test_dead_stones_are_named_by_any_stone_of_their_group() -> None:
    rows = ("X . . .", "X O O .", "X X X X")
    for dead in ("B2", "C2", "B2 C2"):
        assert margin(rows, "japanese", dead) == 6 + 2
    game = Game.from_drawing(*rows)
    assert game.score(["B2"]).dead == {game.parse("B2"), game.parse("C2")}


def test_what_is_not_a_dead_stone_is_named() -> None:
    game = Game.from_drawing("X . . .", "X O O .", "X X X X")
    with pytest.raises(ValueError, match="there is no stone at D2 that could be dead"):
        game.score(["D2"])
    with pytest.raises(ValueError, match="a pass is not a point"):
        game.score(["pass"])
    with pytest.raises(ValueError, match="\"find\", got 'B2'"):
        game.score("B2")  # type: ignore[arg-type]


def test_neutral_points_are_nobodys() -> None:
    score = Game.from_drawing("X . O", "X . O", komi=0).score()
    assert score.margin == 0
    assert [o.letter for o in score.owners] == ["B", ".", "W"] * 2
    assert margin((". . .", ". . ."), "chinese") == 0


def test_komi_and_the_text_of_a_result() -> None:
    game = Game(9, komi=7.5)
    assert game.score().text == "W+7.5"
    game.play("E5")
    assert game.score().text == "B+73.5"
    game.komi = 81
    score = game.score()
    assert score.text == str(score) == "0" and score.winner is None
    assert (score.black, score.white, score.komi) == (81, 81, 81)
    game.komi = 81.1
    assert game.score().text == "W+0.1"
    game.komi = -19
    assert game.score().text == "B+100"


@pytest.mark.parametrize(
    "rules, bonus",
    [("chinese", 4), ("aga", 3), ("new-zealand", 0), ("tromp-taylor", 0), ("japanese", 0)],
)
def test_handicap_bonus(rules: str, bonus: int) -> None:
    game = Game(9, komi=0.5, rules=rules)
    game.place_fixed_handicap(4)
    score = game.score()
    assert score.white == 0.5 + bonus
    assert score.black == (77 if rules == "japanese" else 81)


def test_one_stone_is_no_handicap() -> None:
    assert handicap_bonus(PRESETS["chinese"], 1) == 0
    assert handicap_bonus(PRESETS["aga"], 2) == 1


def test_who_is_in_seki() -> None:
    groups = {group.color: group for group in groups_of(board(*SEKI))}
    white, black = groups[Color.WHITE], groups[Color.BLACK]
    assert white.touches_dame and white.territory == 1 and white.in_seki
    assert black.touches_dame and len(black.eyes) == 3 and not black.in_seki


def test_points_in_seki_count_for_area_but_not_for_territory() -> None:
    assert margin(SEKI, "japanese") == 3 - 0
    assert margin(SEKI, PRESETS["japanese"].replace(tax="none")) == 3 - 1
    assert margin(SEKI, "chinese") == (14 + 3) - (4 + 1)
    assert margin(SEKI, PRESETS["chinese"].replace(tax="seki")) == (14 + 3) - 4
    game = Game.from_drawing(*SEKI, rules="japanese")
    owners = [game.score().owners[game.parse(name)].letter for name in ("A4", "B2", "D4", "E2")]
    assert owners == [".", ".", "B", "B"]


def test_a_living_group_that_touches_dame_keeps_its_points() -> None:
    two_eyes = (". X . O . O", "X X . O O O", ". X . O . O", "X X . O O O")
    assert not any(group.in_seki for group in groups_of(board(*two_eyes)))
    assert margin(two_eyes, "japanese") == 2 - 2
    wide = board(". . X . O .", ". . X . O .", "X X X . O .")
    assert [group.in_seki for group in groups_of(wide)] == [False, True]


def test_group_tax() -> None:
    rows = (
        ". X O . O .",
        "X X O O O O",
        "O O O X X X",
        "O . O X . X",
        "O O O X X .",
    )
    # Black's corner group has one point to lose, his other one two; White's only group two.
    tax = -(1 + 2) + 2
    assert margin(rows, "stone-scoring") == margin(rows, "chinese") + tax
    assert margin(rows, "ancient-territory") == (1 + 2) - 3 + tax


def test_the_fast_counts() -> None:
    drawn = board(
        ". X O O .",
        "X X O . O",
        ". . O O O",
        "X . . O .",
        ". X . O O",
    )
    assert quick_count(drawn, "stones") == 5 - 10
    assert quick_count(drawn, "eyes") == quick_count(drawn, "area") == (5 + 2) - (10 + 3)
    with pytest.raises(ValueError, match="unknown method 'guess': expected stones, eyes or area"):
        quick_count(drawn, "guess")  # type: ignore[arg-type]


def test_a_false_eye_and_wide_territory_are_area_but_no_eyes() -> None:
    drawn = board(". X O", "X O O", "O O O", ". . .")
    assert quick_count(drawn, "stones") == 2 - 6
    assert quick_count(drawn, "eyes") == 2 - 6
    assert quick_count(drawn, "area") == (2 + 1) - (6 + 3)


def test_counting_a_position_without_a_game() -> None:
    score = score_position(board("X . O"), PRESETS["japanese"], 6.5, prisoners=(3, 1))
    assert score.margin == 3 - 1 - 6.5
