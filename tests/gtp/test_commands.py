"""Every command: what it answers, what it refuses and in which words."""

import json
from collections.abc import Callable
from typing import Any

import pytest

import keima
from keima.colors import Color
from keima.gtp.registry import COMMANDS, command
from keima.gtp.timing import TimeLeft, TimeSettings

Talk = Any  # tests/gtp/conftest.py


# Administrative


def test_who_is_there(talk: Talk) -> None:
    assert talk("name") == "= Keima"
    assert talk("protocol_version") == "= 2"
    assert talk("version") == f"= {keima.__version__}"


def test_ids_come_back(talk: Talk) -> None:
    assert talk("0 name") == "=0 Keima"
    assert talk("2147483647 name") == "=2147483647 Keima"
    assert talk("12 nonsense") == "?12 unknown command"
    assert talk("2147483648 name") == "? unknown command"
    assert talk("5") == "?5 syntax error: an id without a command"


def test_known_commands(talk: Talk) -> None:
    assert talk("known_command genmove") == "= true"
    assert talk("known_command GENMOVE") == "= false"
    assert talk("known_command") == "? syntax error: expected 1 arguments, got 0"
    listed = talk("list_commands")[2:].split("\n")
    assert listed == sorted(COMMANDS)
    assert all(talk(f"known_command {name}") == "= true" for name in listed)


REQUIRED = """protocol_version name version known_command list_commands quit boardsize clear_board
    komi play genmove fixed_handicap place_free_handicap set_free_handicap loadsgf reg_genmove
    undo time_settings time_left final_score final_status_list showboard"""
EXTENSIONS = """rectangular_boardsize set_position kgs-genmove_cleanup kgs-time_settings
    kgs-game_over kgs-rules kata-get-rules kata-set-rules kata-set-rule kata-time_settings
    kata-list_time_settings gogui-analyze_commands gogui-setup gogui-setup_player
    gogui-play_sequence printsgf gg-undo cputime gomill-cpu_time gomill-describe_engine"""


@pytest.mark.parametrize("name", (REQUIRED + " " + EXTENSIONS).split())
def test_the_commands_of_the_protocol_are_all_there(name: str) -> None:
    assert name in COMMANDS


def test_unknown_commands(talk: Talk) -> None:
    for name in ("foo", "NAME", "=", "?", "play_", "[31m"):
        assert talk(name) == "? unknown command"


def test_quit_answers_and_nothing_after_it_is_read(talk: Talk) -> None:
    assert talk.raw(b"1 quit\n2 name\n") == [b"=1 \n\n"]
    assert talk.raw(b"name\n") == []
    assert talk.session.closing


def test_quit_with_arguments_goes_on(talk: Talk) -> None:
    assert talk("quit now").startswith("? syntax error")
    assert talk("name") == "= Keima"


def test_help(talk: Talk) -> None:
    assert talk("help") == talk("list_commands")
    assert talk("help play").startswith("= play COLOR VERTEX\nPlays a move")
    assert talk("help foo") == "? unknown command"


def test_echo(talk: Talk) -> None:
    assert talk("echo hello  you") == "= hello  you"
    assert talk("echo_err careful") == "= careful"
    assert talk.log == ["careful"]
    assert talk("echo") == "="


def test_commands_without_arguments_take_none(talk: Talk) -> None:
    for name, entry in COMMANDS.items():
        if not entry.usage:
            assert talk(f"{name} x") == "? syntax error: expected 0 arguments, got 1", name


def test_a_command_has_one_function_with_a_docstring() -> None:
    def undocumented(session: Any, args: Any) -> None: ...

    with pytest.raises(ValueError, match="two commands are called name"):
        command("name")(undocumented)
    with pytest.raises(ValueError, match="no docstring"):
        command("brand-new")(undocumented)
    assert "brand-new" not in COMMANDS


# The board


def test_board_sizes(talk: Talk) -> None:
    for size in (1, 2, 9, 19, 25):
        assert talk(f"boardsize {size}") == "="
        assert talk("query_boardsize") == f"= {size}"
    for size in ("0", "26", "-9", "1000000"):
        assert talk(f"boardsize {size}") == "? unacceptable size"
    assert talk("boardsize nine") == "? syntax error: 'nine' is not an integer"
    assert talk("boardsize").startswith("? syntax error")
    assert talk("query_boardsize") == "= 25"


def test_rectangular_boards(talk: Talk) -> None:
    for given in ("boardsize 9 5", "boardsize 9:5", "rectangular_boardsize 9 5"):
        assert talk("clear_board", given, "query_boardsize") == "= 9 5"
        assert talk("play b J5") == "="
        assert talk("play w A6").startswith("? invalid color or coordinate")
    assert talk("boardsize 9:26") == "? unacceptable size"
    assert talk("rectangular_boardsize 0 9") == "? unacceptable size"
    assert talk("rectangular_boardsize 9") == "? syntax error: expected 2 arguments, got 1"


def test_a_new_board_keeps_rules_and_komi(talk: Talk) -> None:
    talk("komi 0.5", "kata-set-rules japanese", "boardsize 13", "clear_board")
    assert talk("get_komi") == "= 0.5"
    assert talk.session.game.rules.name == "japanese"


def test_clear_board(talk: Talk) -> None:
    talk("play b E5", "clear_board")
    assert talk("list_stones b") == "="
    assert talk("undo") == "? cannot undo"


@pytest.mark.parametrize("komi", ["0", "-7.5", "1000000", "6.1234567", "1e-3"])
def test_any_komi_is_accepted(talk: Talk, komi: str) -> None:
    assert talk(f"komi {komi}") == "="
    assert float(talk("get_komi")[2:]) == float(komi)


@pytest.mark.parametrize("komi", ["nan", "inf", "-inf", "1e999", "seven", "7,5", "7 5", ""])
def test_what_is_not_a_komi(talk: Talk, komi: str) -> None:
    assert talk(f"komi {komi}").startswith("? syntax error")
    assert talk("get_komi") == "= 7.5"


def test_set_position(talk: Talk) -> None:
    talk("play b E5", "set_position b A1 w A2 B B1")
    assert talk("list_stones b") == "= A1 B1"
    assert talk("list_stones w") == "= A2"
    assert talk("undo") == "? cannot undo"
    assert talk("set_position") == "="
    assert talk("list_stones b") == "="


@pytest.mark.parametrize(
    ("stones", "text"),
    [
        ("b A1 w A1", "invalid position: a point is named twice"),
        ("b A1 b A1", "invalid position: a point is named twice"),
        ("w A1 b A2 b B1", "invalid position: the group at A1 would have no liberty"),
        ("b pass", "invalid color or coordinate: a pass cannot be set up"),
        ("b", "syntax error: expected pairs of a colour and a vertex"),
        ("b A1 x A2", "invalid color or coordinate: 'x' is not a colour"),
        ("b A10", "invalid color or coordinate: 'A10' is not on a 9x9 board"),
    ],
)
def test_positions_that_cannot_be(talk: Talk, stones: str, text: str) -> None:
    talk("play b E5")
    for name in ("set_position", "gogui-setup"):
        if name == "gogui-setup":
            talk("clear_board")
        assert talk(f"{name} {stones}").startswith(f"? {text}")
    assert talk("list_stones b") == "="


# Playing


def test_play(talk: Talk) -> None:
    assert talk("play black E5") == "="
    assert talk("play W e6") == "="
    assert talk("play b PASS") == "="
    assert talk("list_stones b") == "= E5"
    assert talk("move_history") == "= black pass\nwhite E6\nblack E5"


def test_one_side_may_play_twice(talk: Talk) -> None:
    assert talk("play b E5", "play b E6", "play b E7", "list_stones b") == "= E7 E6 E5"


def test_illegal_moves(talk: Talk) -> None:
    talk("play b E5")
    assert talk("play w E5") == "? illegal move"
    assert talk.log == ["play: illegal move: white cannot play E5: the point is occupied"]
    talk("play b A2", "play b B1")
    assert talk("play w A1") == "? illegal move"


def test_ko(talk: Talk) -> None:
    talk.board(". X O .", "X . X O", ". X O .", ". . . .")
    assert talk("play w B3") == "="
    assert talk("play b C3") == "? illegal move"
    assert talk("play b D1", "play w A1", "play b C3") == "="


def test_superko_is_the_rules_affair(talk: Talk) -> None:
    """White takes one stone, Black takes it back after two passes: the first position again."""
    for rules, answer in (("chinese", "="), ("chinese-kgs", "? illegal move")):
        talk.board(". X O .", "X . X O", ". X O .", ". . . .")
        talk(f"kata-set-rules {rules}", "play w B3", "play b pass", "play w pass")
        assert talk("play b C3") == answer


@pytest.mark.parametrize(
    "arguments", ["b Z9", "b E0", "b E10", "b I5", "b 55", "b E", "x E5", "b E5x", "b resign"]
)
def test_moves_that_are_no_moves(talk: Talk, arguments: str) -> None:
    assert talk(f"play {arguments}").startswith("? invalid color or coordinate: ")


def test_play_needs_two_arguments(talk: Talk) -> None:
    assert talk("play") == "? syntax error: expected 2 arguments, got 0"
    assert talk("play b") == "? syntax error: expected 2 arguments, got 1"
    assert talk("play b E5 E6") == "? syntax error: expected 2 arguments, got 3"


def test_genmove_plays_what_it_answers(talk: Talk) -> None:
    assert talk("genmove b") == "= A9"
    assert talk("genmove w") == "= B9"
    assert talk("genmove w") == "= C9"
    assert talk("move_history") == "= white C9\nwhite B9\nblack A9"
    assert talk("genmove").startswith("? syntax error")
    assert talk("genmove red").startswith("? invalid color")


def test_genmove_can_pass_and_resign(talk: Talk, result: Callable[..., Any]) -> None:
    talk("genmove b")
    talk.players[0].planned = [result("pass"), result("resign")]
    assert talk("genmove w") == "= pass"
    assert talk("genmove b") == "= resign"
    assert talk("move_history") == "= white pass\nblack A9"


def test_genmove_still_answers_after_the_end(talk: Talk) -> None:
    talk("play b pass", "play w pass")
    assert talk("genmove b") == "= A9"


def test_reg_genmove_changes_nothing(talk: Talk) -> None:
    talk("play b A9")
    before = talk.session.game.copy()
    assert talk("reg_genmove w") == talk("reg_genmove w") == "= B9"
    assert talk.session.game == before
    assert [p.seed for p in talk.players] == [1, 1]
    assert talk("reg_genmove").startswith("? syntax error")


def test_undo(talk: Talk) -> None:
    talk("play b E5", "play w E6")
    assert talk("undo", "move_history") == "= black E5"
    assert talk("play w E5") == "? illegal move"
    assert talk("undo", "undo") == "? cannot undo"


def test_undo_restores_captures(talk: Talk) -> None:
    talk("play w A1", "play b A2", "play b B1")
    assert talk("captures b") == "= 1"
    assert talk("undo", "list_stones w") == "= A1"
    assert talk("captures b") == "= 0"


def test_gg_undo(talk: Talk) -> None:
    talk("gogui-play_sequence b A1 w B2 b C3 w D4")
    assert talk("gg-undo 3", "move_history") == "= black A1"
    assert talk("gg-undo 2") == "? cannot undo"
    assert talk("gg-undo 0") == "="
    assert talk("gg-undo", "move_history") == "="
    assert talk("gg-undo -1").startswith("? syntax error: -1 is too small")
    assert talk("gg-undo x").startswith("? syntax error")


# Handicap


def test_fixed_handicap(talk: Talk) -> None:
    assert talk("boardsize 19", "fixed_handicap 5") == "= D4 Q16 D16 Q4 K10"
    assert talk("get_handicap") == "= 5"
    assert talk("undo") == "? cannot undo"
    assert talk("fixed_handicap 2") == "? board not empty"
    for count in (-1, 0, 1, 10, 1000):
        assert talk("clear_board", f"fixed_handicap {count}") == "? invalid number of stones"
    assert talk("fixed_handicap two").startswith("? syntax error")
    assert talk("boardsize 6", "fixed_handicap 2") == "? invalid number of stones"
    assert talk("list_stones b") == "="


def test_place_free_handicap(talk: Talk) -> None:
    points = talk("boardsize 9", "place_free_handicap 12")[2:].split()
    assert len(set(points)) == 12
    assert sorted(talk("list_stones b")[2:].split()) == sorted(points)
    assert talk("place_free_handicap 2") == "? board not empty"
    for count in (1, 81):
        assert talk("clear_board", f"place_free_handicap {count}") == "? invalid number of stones"
    assert talk("place_free_handicap").startswith("? syntax error")


def test_set_free_handicap(talk: Talk) -> None:
    assert talk("set_free_handicap A1 E5 C3") == "="
    assert talk("list_stones b") == "= E5 C3 A1"
    assert talk("get_handicap") == "= 3"
    assert talk("undo") == "? cannot undo"
    assert talk("set_free_handicap A1 E5") == "? board not empty"
    for bad in ("", "A1", "A1 A1", "A1 Z9", "A1 pass", "A1 x"):
        assert talk("clear_board", f"set_free_handicap {bad}") == "? bad vertex list"


def test_moves_after_a_handicap_can_be_undone(talk: Talk) -> None:
    talk("fixed_handicap 2", "play w E5")
    assert talk("undo") == "="
    assert talk("undo") == "? cannot undo"


# Time


def test_time_settings(talk: Talk) -> None:
    assert talk("time_settings 600 30 5") == "="
    assert talk.session.time_settings == TimeSettings("canadian", 600, 30, 5)
    talk("time_settings 600 0 0")
    assert talk.session.time_settings == TimeSettings("absolute", 600)
    talk("time_settings 0 1 0")
    assert talk.session.time_settings == TimeSettings()
    for bad in ("", "600", "600 30", "a b c", "-1 0 0", "1 -1 0", "1 1 -1", "1 1 1.5", "1 2 3 4"):
        assert talk(f"time_settings {bad}").startswith("? syntax error")


def test_time_left(talk: Talk) -> None:
    assert talk("time_left b 100 0") == talk("time_left W 30.5 7") == "="
    assert talk.session.clocks == {Color.BLACK: TimeLeft(100), Color.WHITE: TimeLeft(30.5, 7)}
    assert talk("time_left b -3 0") == "="
    assert talk.session.clocks[Color.BLACK] == TimeLeft(0)
    assert talk("time_left x 1 0").startswith("? invalid color")
    for bad in ("b", "b 1", "b x 0", "b 1 x", "b 1 -1", "b nan 0"):
        assert talk(f"time_left {bad}").startswith("? syntax error")


@pytest.mark.parametrize(
    ("words", "settings"),
    [
        ("none", TimeSettings()),
        ("absolute 300", TimeSettings("absolute", 300)),
        ("canadian 300 30.5 5", TimeSettings("canadian", 300, 30.5, 5)),
        ("byoyomi 300 30 5", TimeSettings("byoyomi", 300, 30, 5)),
        ("byoyomi 300 30 0", TimeSettings("absolute", 300)),
        ("fischer 60.5 2147483647", TimeSettings("fischer", 60.5, increment=2**31 - 1)),
        (
            "fischer-capped 60 5 90 20",
            TimeSettings("fischer-capped", 60, increment=5, limit=90, most=20),
        ),
        ("fischer-capped 60 5 -1 -1", TimeSettings("fischer-capped", 60, increment=5)),
    ],
)
def test_time_systems(talk: Talk, words: str, settings: TimeSettings) -> None:
    assert talk(f"kata-time_settings {words}") == "="
    assert talk.session.time_settings == settings
    talk("kata-time_settings none")
    if words.startswith("fischer"):
        assert talk(f"kgs-time_settings {words}").startswith("? syntax error: 'fischer")
    else:
        assert talk(f"kgs-time_settings {words}") == "="
        assert talk.session.time_settings == settings


@pytest.mark.parametrize(
    "words",
    [
        "",
        "none 5",
        "bronstein 5 5",
        "absolute",
        "absolute x",
        "absolute -1",
        "absolute inf",
        "canadian 1 2",
        "canadian 1 2 0",
        "byoyomi 1 2",
        "fischer 5",
        "fischer-capped 1 2 3",
    ],
)
def test_what_is_not_a_time_system(talk: Talk, words: str) -> None:
    talk("time_settings 600 0 0")
    for name in ("kgs-time_settings", "kata-time_settings"):
        assert talk(f"{name} {words}").startswith("? syntax error")
    assert talk.session.time_settings == TimeSettings("absolute", 600)


def test_list_of_time_systems(talk: Talk) -> None:
    expected = "= none absolute canadian byoyomi fischer fischer-capped"
    assert talk("kata-list_time_settings") == expected


def test_moves_keep_to_the_clock(new_talk: Callable[..., Any]) -> None:
    talk = new_talk(playouts=1000, seconds=20.0)
    talk("genmove b")
    (limit,) = talk.players[0].limits
    assert (limit.playouts, limit.seconds) == (1000, 20.0)
    talk("time_settings 0 10 1", "time_left w 10 1", "genmove w")
    assert 9 < talk.players[0].limits[-1].seconds < 10
    talk("time_settings 0 100 1", "genmove w")
    assert talk.players[0].limits[-1].seconds == 20.0


def test_the_clock_runs_without_time_left(talk: Talk) -> None:
    talk("time_settings 10 0 0", "genmove b")
    assert 9 < talk.session.clocks[Color.BLACK].seconds < 10
    assert Color.WHITE not in talk.session.clocks
    talk("clear_board")
    assert talk.session.clock(Color.BLACK) == TimeLeft(10)


def test_delays_are_measured_from_time_left(talk: Talk) -> None:
    talk("time_settings 100 0 0", "time_left b 99.5 0", "genmove b", "time_left b 98.5 0")
    lag = talk.session.keeper(Color.BLACK).lag
    assert lag.is_measured and 0.9 < lag.seconds <= 1.0
    talk("clear_board")
    assert lag.is_measured and 0.9 < lag.seconds <= 1.0


# Rules


def test_rules(talk: Talk) -> None:
    assert talk("kata-set-rules tromp-taylor") == "="
    rules = json.loads(talk("kata-get-rules")[2:])
    assert rules["ko"] == "POSITIONAL" and rules["suicide"] is True
    assert talk("kata-set-rule ko SITUATIONAL") == "="
    assert talk("kata-set-rule suicide false") == "="
    rules = json.loads(talk("kata-get-rules")[2:])
    assert rules["ko"] == "SITUATIONAL" and rules["suicide"] is False
    assert talk("kata-set-rules " + json.dumps(rules)) == "="
    assert json.loads(talk("kata-get-rules")[2:]) == rules
    assert talk("get_komi") == "= 7.5"


@pytest.mark.parametrize(
    "bad",
    [
        "kata-set-rules",
        "kata-set-rules go",
        "kata-set-rules {",
        'kata-set-rules {"ko":"X"}',
        "kata-set-rules [1]",
        "kata-set-rules " + "[" * 5000,
        "kata-set-rules " + '{"a":' * 5000,
        "kata-set-rule",
        "kata-set-rule ko",
        "kata-set-rule ko maybe",
        "kata-set-rule colour red",
        "kata-set-rule suicide 1",
        "kgs-rules",
        "kgs-rules korean",
        "kgs-rules chinese aga",
    ],
)
def test_rules_that_do_not_exist(talk: Talk, bad: str) -> None:
    before = talk("kata-get-rules")
    assert talk(bad).startswith("? syntax error")
    assert talk("kata-get-rules") == before


@pytest.mark.parametrize("command", ['kata-set-rules {"komi":3}', "kata-set-rule komi 3"])
def test_komi_is_none_of_the_rules(talk: Talk, command: str) -> None:
    before = talk("kata-get-rules")
    text = "? syntax error: komi is not one of the rules here: use the command komi"
    assert talk(command) == text
    assert talk("kata-get-rules") == before
    assert talk("get_komi") == "= 7.5"


@pytest.mark.parametrize(
    ("komi", "text"),
    [
        ("1e15", "1000000000000000"),
        ("-2.5e17", "-250000000000000000"),
        ("1e-7", "0.0000001"),
        ("0.1", "0.1"),
        ("7", "7"),
        ("-0", "0"),
    ],
)
def test_komi_is_written_without_an_exponent(talk: Talk, komi: str, text: str) -> None:
    assert talk(f"komi {komi}", "get_komi") == f"= {text}"


@pytest.mark.parametrize(
    ("name", "preset"),
    [
        ("chinese", "chinese-kgs"),
        ("aga", "aga"),
        ("japanese", "japanese"),
        ("new_zealand", "new-zealand"),
    ],
)
def test_kgs_rules(talk: Talk, name: str, preset: str) -> None:
    assert talk(f"kgs-rules {name}") == "="
    assert talk.session.game.rules.name == preset


def test_rules_cannot_make_played_moves_illegal(talk: Talk) -> None:
    talk("kata-set-rules new-zealand", "gogui-play_sequence w A2 w B2 w C1 b A1 b B1", "name")
    assert talk("list_stones b") == "=", "suicide of two stones"
    text = "? cannot change rules: the moves of this game are not legal under chinese rules"
    assert talk("kata-set-rules chinese") == text
    assert talk.session.game.rules.name == "new-zealand"


def test_rules_for_goguis_dialog(talk: Talk) -> None:
    assert talk("keima-rules").startswith("= [list/simple/positional/situational] ko simple\n")
    assert "\n[bool] suicide 0\n" in talk("keima-rules")
    assert talk("keima-rules suicide 1") == talk("keima-rules ko positional") == "="
    assert "\n[bool] suicide 1\n" in talk("keima-rules")
    assert talk("keima-rules suicide 2").startswith("? syntax error")
    assert talk("keima-rules suicide").startswith("? syntax error")


# GoGui


def test_analyze_commands_are_commands(talk: Talk) -> None:
    types = "bwboard cboard dboard eplist gfx hstring hpstring none param plist pspairs pstring"
    types += " sboard string var varb varc varp varpo varw"
    for line in talk("gogui-analyze_commands")[2:].split("\n"):
        kind, label, text = line.split("/", 2)
        assert kind in types.split() and label
        assert text.split()[0] in COMMANDS


def test_gogui_setup(talk: Talk) -> None:
    assert talk("gogui-setup b A1 w A2") == "="
    assert talk("gogui-setup_player w") == "="
    assert talk.session.game.to_play == Color.WHITE
    assert talk("list_stones b") == "= A1"
    assert talk("undo") == "? cannot undo"
    assert talk("gogui-setup b C3") == "? board not empty"
    assert talk("gogui-setup_player").startswith("? syntax error")
    assert talk("gogui-setup_player red").startswith("? invalid color")


def test_gogui_play_sequence_is_all_or_nothing(talk: Talk) -> None:
    assert talk("gogui-play_sequence b E5 w E6 b pass") == "="
    assert talk("gogui-play_sequence w A1 b A1") == "? illegal move"
    assert talk("gogui-play_sequence w A1 b Z1").startswith("? invalid color or coordinate")
    assert talk("gogui-play_sequence w A1 b").startswith("? syntax error: expected pairs")
    assert talk("move_history") == "= black pass\nwhite E6\nblack E5"
    assert talk("gogui-play_sequence") == "="


def test_gogui_title(talk: Talk) -> None:
    assert talk("gogui-title") == "= Keima (first legal)"


def test_area_and_pass_alive(talk: Talk) -> None:
    talk.board(". X . X O", "X X X X O", "O O O O .", ". . . . .")
    assert talk("keima-area") == "= \nb b b b w\nb b b b w\nw w w w w\nw w w w w"
    assert talk("keima-pass_alive b") == "= A4 B4 C4 D4 A3 B3 C3 D3"
    assert talk("keima-pass_alive w") == "="
    assert talk("keima-pass_alive").startswith("? syntax error")


# Looking


def test_showboard(talk: Talk) -> None:
    talk("play b E5")
    text = talk("showboard")
    assert text.startswith("= \n    A B C D E F G H J\n 9  . .")
    assert "(X)" in text
    assert text.endswith("White to play, move 2, chinese rules, komi 7.5")


def test_points(talk: Talk) -> None:
    talk("play b E5", "play w E6", "play b F5")
    assert talk("color E5") == "= black"
    assert talk("color E6") == "= white"
    assert talk("color A1") == "= empty"
    assert talk("color pass").startswith("? invalid color or coordinate")
    assert talk("color").startswith("? syntax error")
    assert talk("countlib E5") == "= 5"
    assert talk("findlib E5") == "= F6 D5 G5 E4 F4"
    assert talk("findlib A1") == "? no stone at A1"
    assert talk("countlib Z1").startswith("? invalid color or coordinate")


def test_legal_moves(talk: Talk) -> None:
    talk("boardsize 2", "play b A1", "play b B2")
    assert talk("is_legal w A2") == "= 0"
    assert talk("is_legal b A2") == "= 1"
    assert talk("is_legal w pass") == "= 1"
    assert talk("is_legal w Z1").startswith("? invalid color or coordinate")
    assert talk("is_legal w").startswith("? syntax error")
    assert talk("all_legal b") == "= A2 B1"
    assert talk("all_legal w") == "="


def test_last_move(talk: Talk) -> None:
    assert talk("last_move") == "? no previous move known"
    assert talk("play b E5", "last_move") == "= black E5"
    assert talk("play w pass", "last_move") == "= white pass"


def test_times_and_descriptions(talk: Talk) -> None:
    for name in ("cputime", "gomill-cpu_time"):
        assert 0 < float(talk(name)[2:]) < 1000
    assert talk("gomill-describe_engine") == (
        f"= Keima {keima.__version__}\nplayer: first legal\n"
        "limits: the player's own\nrules: chinese"
    )


def test_limits_in_the_description(new_talk: Callable[..., Any]) -> None:
    text = new_talk(playouts=100, seconds=0.5)("gomill-describe_engine")
    assert "\nlimits: 100 playouts a move, 0.5 s a move\n" in text


def test_clear_cache_and_new_games_reach_the_player(talk: Talk) -> None:
    talk("genmove b")
    (player,) = talk.players
    for count, text in enumerate(("clear_cache", "clear_board", "boardsize 5", "set_position"), 1):
        talk(text)
        assert player.games == count
    talk("genmove b", "undo", "play b A1")
    assert player.games == 4


def test_kgs_game_over(talk: Talk) -> None:
    assert talk("kgs-game_over") == "="


# Faults


def test_a_fault_of_the_player_is_a_reply_and_changes_nothing(
    talk: Talk, result: Callable[..., Any]
) -> None:
    talk("genmove b")
    talk.players[0].planned = [result("A9")]
    assert talk("genmove w").startswith("? internal error: IllegalMove: white cannot play A9")
    assert "Traceback" in talk.log[-1]
    assert talk("move_history") == "= black A9"
    assert talk("genmove w") == "= B9"


def test_a_line_that_is_too_long(talk: Talk) -> None:
    (reply,) = talk.raw(b"7 echo " + b"x" * (1 << 20) + b"\n")
    assert reply == b"?7 line too long: at most 1048576 bytes are read\n\n"
    assert talk("name") == "= Keima"


def test_an_unfinished_last_line_is_a_command(talk: Talk) -> None:
    assert list(talk.server.feed(b"name\nversi")) == [b"= Keima\n\n"]
    assert list(talk.server.feed(b"on")) == []
    assert list(talk.server.finish()) == [f"= {keima.__version__}\n\n".encode()]
    assert list(talk.server.finish()) == []


def test_random_seed(talk: Talk) -> None:
    talk("set_random_seed 7", "play b E5")
    assert talk("get_random_seed") == "= 7"
    assert talk.session.player is talk.players[-1]
    assert talk.players[-1].seed == 7
    assert talk(f"set_random_seed {2**64 - 1}", "get_random_seed") == f"= {2**64 - 1}"
    made = len(talk.players)
    for bad in ("", "x", "-1", "1.5", str(2**64), "9" * 5000, "1 2", "\u0663"):
        assert talk(f"set_random_seed {bad}").startswith("? syntax error"), bad
    assert talk("get_random_seed 1").startswith("? syntax error")
    assert len(talk.players) == made
    assert talk("color E5") == "= black", "the game goes on"
