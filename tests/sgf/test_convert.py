"""Between trees and games."""

import random
from pathlib import Path

import pytest

from keima.colors import Color
from keima.game import Game
from keima.rules import PRESETS, Rules
from keima.sgf import SgfError, SgfWarning, parse
from keima.sgf.convert import game_from_sgf, game_to_sgf, tree_of_game


def game_of(text: str, move_number: int | None = None) -> Game:
    return game_from_sgf(parse(text), move_number)


def lenient(text: str) -> tuple[Game, list[str]]:
    warnings: list[SgfWarning] = []
    game = game_from_sgf(parse(text), lenient=True, warnings=warnings)
    return game, [str(warning) for warning in warnings]


def stones(game: Game) -> str:
    return str(game)


def test_size_komi_rules_and_moves() -> None:
    game = game_of("(;SZ[13:9]KM[5.5]RU[Japanese];B[aa];W[mi];B[])")
    assert (game.width, game.height, game.komi, game.rules.name) == (13, 9, 5.5, "japanese")
    assert game.moves == [(Color.BLACK, 0), (Color.WHITE, 116), (Color.BLACK, 117)]
    assert game.to_play is Color.WHITE


@pytest.mark.parametrize(("number", "played"), [(0, 0), (1, 0), (2, 1), (3, 2), (4, 3), (99, 3)])
def test_move_number_is_the_move_before_which_the_game_stands(number: int, played: int) -> None:
    text = "(;SZ[9];B[aa];C[x];W[bb];B[cc])"
    assert game_of(text, number).move_number == played
    assert game_of(text).move_number == 3
    with pytest.raises(ValueError, match="move number -1: expected 0 or more"):
        game_of(text, -1)


def test_set_up_after_the_last_move_asked_for_still_counts() -> None:
    game = game_of("(;SZ[9];B[aa];AW[bb]PL[B];B[cc])", 2)
    assert game.at("B8") is Color.WHITE
    assert game.to_play is Color.BLACK


def test_any_line_can_be_followed() -> None:
    tree = parse("(;SZ[9];B[aa](;W[bb];B[cc])(;W[dd]))")[0]
    assert game_from_sgf(tree).moves[1].point == 10
    assert game_from_sgf(tree.at([0, 1])).moves[1].point == 30
    assert game_from_sgf(tree.at([0])).move_number == 1
    with pytest.raises(SgfError, match="no game"):
        game_from_sgf(parse("", lenient=True))


def test_either_colour_may_move_at_any_time() -> None:
    assert [color for color, _ in game_of("(;SZ[9];B[aa];B[bb];W[cc];W[dd])").moves] == [1, 1, 2, 2]


def test_handicap_stones() -> None:
    game = game_of("(;SZ[19]HA[2]AB[dp][pd];W[dd])")
    assert game.handicap == 2
    assert game.move_number == 1
    assert game_of("(;HA[2]AB[dp][pd])").to_play is Color.WHITE
    assert game_of("(;HA[2]AB[dp][pd]PL[B])").to_play is Color.BLACK
    assert game_of("(;AB[dp][pd])").to_play is Color.BLACK
    assert game_of("(;HA[2];AB[dp][pd])").to_play is Color.WHITE


def test_handicap_without_stones_is_placed_if_white_moves_first() -> None:
    game, warnings = lenient("(;SZ[9]HA[4];W[ee])")
    assert [game.at(name) for name in ("C3", "G7", "C7", "G3")] == [Color.BLACK] * 4
    assert game.at("E5") is Color.WHITE
    assert warnings == ["line 1, column 14: HA[4] without AB: stones placed on the fixed points"]
    strict = game_of("(;SZ[9]HA[4];W[ee])")
    assert strict == game


@pytest.mark.parametrize(
    "text",
    ["(;SZ[9]HA[4];B[ee])", "(;SZ[9]HA[4])", "(;SZ[9]HA[1];W[ee])", "(;SZ[9]HA[4]AB[ee];W[aa])"],
)
def test_handicap_is_not_placed_otherwise(text: str) -> None:
    game, warnings = lenient(text)
    assert game.at("C3") is Color.EMPTY
    assert warnings == []


def test_handicap_that_has_no_fixed_points() -> None:
    game, warnings = lenient("(;SZ[5]HA[4];W[cc])")
    assert game.move_number == 1
    assert "no stones placed" in warnings[0]


def test_set_up_in_the_middle_starts_a_new_history() -> None:
    game = game_of("(;SZ[9];B[ee];W[cc];AE[ee]AB[aa]AW[bb]PL[B];B[dd])")
    assert game.at("E5") is Color.EMPTY
    assert game.at("A9") is Color.BLACK
    assert game.moves == [(Color.BLACK, 30)]


def test_a_node_with_stones_and_moves_of_both_colours() -> None:
    game, warnings = lenient("(;SZ[9];AB[aa]W[bb]B[cc])")
    assert [color for color, _ in game.moves] == [2, 1]
    assert "moves of both colours" in warnings[0]
    assert game_from_sgf(parse("(;SZ[9];AB[aa]W[bb]B[cc])"), 2).move_number == 1


def test_pl_after_moves() -> None:
    assert game_of("(;SZ[9];B[aa];PL[B])").to_play is Color.BLACK


@pytest.mark.parametrize(
    ("text", "line", "column", "path", "message"),
    [
        ("(;SZ[9];B[aa]\n;W[aa])", 2, 2, (0, 0), "move 2: white cannot play A9: the point is"),
        ("(;SZ[9];B[aa];W[zz])", 1, 16, (0, 0), "W[zz]: not on a 9x9 board"),
        ("(;SZ[9];AB[zz])", 1, 11, (0,), "AB[zz]: not on a 9x9 board"),
        ("(;SZ[2]AB[aa:bb];B[aa])", 1, 3, (), "set-up stones: the group at"),
    ],
)
def test_what_cannot_be_played(
    text: str, line: int, column: int, path: tuple[int, ...], message: str
) -> None:
    with pytest.raises(SgfError) as caught:
        game_of(text)
    error = caught.value
    assert message in error.message
    assert (error.line, error.column, error.path) == (line, column, path)
    game, warnings = lenient(text)
    assert game.move_number == max(len(path) - 1, 0)
    assert warnings == [str(error)]


@pytest.mark.parametrize("text", ["(;GM[2])", "(;SZ[26])", "(;SZ[9:26])", "(;SZ[x])", "(;GM[x])"])
def test_what_no_game_can_hold_is_an_error_in_both_modes(text: str) -> None:
    with pytest.raises(SgfError, match="line 1, column 5"):
        game_of(text)
    with pytest.raises(SgfError, match="expected"):
        lenient(text)


@pytest.mark.parametrize(
    ("text", "komi"),
    [
        ("KM[6.5]", 6.5),
        ("KM[0]", 0),
        ("KM[-5,5]", -5.5),
        ("", 7.5),
        ("RU[Japanese]", 6.5),
        ("HA[2]AB[aa][bb]", 0.5),
        ("KM[375]", 7.5),
        ("KM[650]", 6.5),
        ("KM[3.75]", 7.5),
        ("KM[six]", 7.5),
    ],
)
def test_komi(text: str, komi: float) -> None:
    assert lenient(f"(;{text})")[0].komi == komi


@pytest.mark.parametrize(
    "komi", [100, -650, 3.75, 7.25, 1e20, 1e-7, 5e-324, -1.7976931348623157e308]
)
def test_our_own_komi_is_not_guessed_at(komi: float) -> None:
    game = Game(9, komi=komi)
    assert Game.from_sgf(game.to_sgf()).komi == komi


def test_strange_information_is_a_warning() -> None:
    _, warnings = lenient("(;HA[two]KM[375]RU[my own])")
    assert warnings == [
        "line 1, column 3: RU[my own]: unknown rules, read as chinese",
        "line 1, column 3: HA[two]: expected an integer, as in 5, read as 0",
        "line 1, column 3: KM[375]: read as 7.5 points",
    ]
    assert "left out" in lenient("(;KM[x])")[1][0]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Japanese", "japanese"),
        ("japanese rules", "japanese"),
        ("Chinese", "chinese"),
        ("中国", "chinese"),
        ("Korean", "korean"),
        ("AGA", "aga"),
        ("NZ", "new-zealand"),
        ("New Zealand", "new-zealand"),
        ("GOE", "tromp-taylor"),
        ("Tromp-Taylor", "tromp-taylor"),
        ("koPOSITIONALscoreAREAtaxNONEsui1", "tromp-taylor"),
        ("koSIMPLEscoreTERRITORYtaxSEKIsui0button0whb0", "japanese"),
        ("", "chinese"),
    ],
)
def test_rules(text: str, name: str) -> None:
    game, warnings = lenient(f"(;RU[{text}])")
    assert game.rules.scoring == PRESETS[name].scoring
    assert game.rules.ko == PRESETS[name].ko
    assert game.rules.suicide == PRESETS[name].suicide
    assert warnings == []


@pytest.mark.parametrize("rules", PRESETS)
@pytest.mark.parametrize("size", [(9, 9), (5, 7)])
def test_any_game_survives(rules: str, size: tuple[int, int]) -> None:
    rng = random.Random(f"{rules}{size}")
    game = Game(size, rules=rules, komi=rng.randint(-20, 20) / 2)
    if rng.random() < 0.5:
        game.place_free_handicap(3)
    for _ in range(60):
        game.play(rng.choice(list(game.legal_moves)))
    assert game_from_sgf(parse(game_to_sgf(game))) == game
    for _ in range(5):
        count = rng.randint(0, 60)
        earlier = game.copy()
        earlier.undo(60 - count)
        assert game_from_sgf(parse(game_to_sgf(game)), count + 1) == earlier


def test_turns_and_positions_survive() -> None:
    game = Game(9)
    game.setup(black=["A1", "B2"], white=["C3"], to_play="white")
    game.play("D4", "black")
    game.to_play = "black"
    assert game_from_sgf(tree_of_game(game)) == game
    white_first = Game(9)
    white_first.setup(to_play="white")
    assert game_from_sgf(tree_of_game(white_first)) == white_first


def test_handicap_without_stones_is_not_invented_by_ourselves() -> None:
    game = Game(9)
    game.handicap = 4
    game.play("E5", "white")
    again = game_from_sgf(tree_of_game(game))
    assert again.board.stones == game.board.stones


def test_rules_without_a_name_survive() -> None:
    rules = Rules.parse("chinese").replace(name="custom", suicide=True, tax="all")
    again = game_from_sgf(tree_of_game(Game(9, rules=rules))).rules
    assert (again.suicide, again.tax, again.handicap_bonus) == (True, "all", "N")


def test_a_game_is_written_as_clean_ff4(tmp_path: Path) -> None:
    game = Game(9, komi=7, rules="japanese")
    game.place_fixed_handicap(2)
    game.play("E5")
    game.play("pass")
    text = game_to_sgf(game)
    assert text.startswith("(;FF[4]CA[UTF-8]GM[1]SZ[9]AP[Keima:")
    assert text.endswith("RU[Japanese]KM[7]AB[gc][cg]HA[2]PL[W]\n;W[ee];B[])\n")
