"""The ko rules, passes, prisoners and the end of a game, in drawn positions."""

import pytest

from keima import Game, IllegalMove
from keima.colors import Color

KO_RULES = ["simple", "positional", "situational", "full", "cycle"]

# Black takes with one stone what White then takes back as two.
SEND_TWO = (". X .", "X O O", "X . X")
SEND_TWO_CYCLE = ["C3", "A3", "B3"]

# Three kos; White to take the first.
TRIPLE_KO = (
    ". X O .",
    "X . X O",
    ". X O .",
    ". X O .",
    "X O . O",
    ". X O .",
    ". X O .",
    "X . X O",
    ". X O .",
)
TRIPLE_KO_CYCLE = ["B8", "C5", "B2", "C8", "B5", "C2"]

# Each side in turn takes two stones and gives two.
ETERNAL_LIFE = ("O O . .", "X X O O", ". X O .")
ETERNAL_LIFE_CYCLE = ["C3", "A3", "D3", "B3"]


def start(rows: tuple[str, ...], ko: str, to_play: str = "black", **rules: object) -> Game:
    """A game under rules that differ from the simplest ones as said."""
    base = Game.from_drawing(*rows, to_play=to_play, rules="chinese")
    base.rules = base.rules.replace(ko=ko, **rules)
    return base


def play(game: Game, moves: list[str]) -> None:
    for move in moves:
        game.play(move)


@pytest.mark.parametrize("ko", KO_RULES)
def test_the_simple_ko_is_in_force_under_every_rule(ko: str) -> None:
    game = start((". X O .", "X . X O", ". X O ."), ko, "white")
    game.play("B2")
    assert game.captures("white") == 1
    with pytest.raises(IllegalMove, match="black cannot play C2: it retakes a ko"):
        game.play("C2")
    assert game.is_legal("C2", "white"), "the ko may be filled"


def test_a_ko_may_be_retaken_after_a_threat_and_its_answer() -> None:
    game = start((". X O .", "X . X O", ". X O .", ". . . ."), "simple", "white")
    play(game, ["B3", "A1", "B1"])
    assert game.is_legal("C3")


def test_a_snapback_is_no_ko() -> None:
    game = start(("X X X X X .", "X O O O X .", "X . . O X ."), "simple")
    play(game, ["C1", "B1"])
    assert game.captures("white") == 1
    game.play("C1")
    assert game.captures("black") == 5


def test_send_two_return_one() -> None:
    moves, last = SEND_TWO_CYCLE[:-1], SEND_TWO_CYCLE[-1]
    for ko, legal in {
        "simple": True,
        "positional": False,  # the same stones, though White is to move
        "situational": True,
        "full": True,
        "cycle": True,
    }.items():
        game = start(SEND_TWO, ko)
        play(game, moves)
        assert game.is_legal(last) is legal, ko


def test_sending_two_again_is_what_situational_superko_forbids() -> None:
    for ko, legal in {"simple": True, "situational": False, "full": False, "cycle": True}.items():
        game = start(SEND_TWO, ko)
        play(game, [*SEND_TWO_CYCLE, "pass"])
        assert game.is_legal("C3") is legal, ko


def test_whoever_passes_more_wins_a_cycle() -> None:
    game = start(SEND_TWO, "cycle")
    play(game, [*SEND_TWO_CYCLE, "pass"])
    assert not game.is_over
    game.play("C3")
    assert game.is_over and game.repeats
    score = game.score()
    assert score.winner is Color.WHITE and score.text == "W+"
    game.undo()
    assert not game.is_over


@pytest.mark.parametrize(
    "rows, moves, to_play",
    [(TRIPLE_KO, TRIPLE_KO_CYCLE, "white"), (ETERNAL_LIFE, ETERNAL_LIFE_CYCLE, "black")],
    ids=["triple ko", "eternal life"],
)
def test_balanced_cycles(rows: tuple[str, ...], moves: list[str], to_play: str) -> None:
    for ko in ("positional", "situational"):
        game = start(rows, ko, to_play)
        play(game, moves[:-1])
        with pytest.raises(IllegalMove, match=f"repeats an earlier position \\({ko} superko\\)"):
            game.play(moves[-1])
    moves = [*moves, moves[0]]
    game = start(rows, "full", to_play)
    play(game, moves[:-1] if rows == TRIPLE_KO else moves[:-2])
    assert not game.is_legal(moves[game.move_number])
    free = start(rows, "simple", to_play)
    play(free, moves)
    assert free.repeats and not free.is_over
    drawn = start(rows, "cycle", to_play)
    play(drawn, moves[: game.move_number + 1])
    assert drawn.is_over and drawn.score().winner is None and drawn.score().text == "0"


def test_a_ko_ban_makes_another_situation_under_full_superko() -> None:
    # The last capture brings the stones back, with a ko that the start position did not have.
    game = start(TRIPLE_KO, "full", "white")
    play(game, TRIPLE_KO_CYCLE)
    assert game.hash == start(TRIPLE_KO, "full").hash
    assert game.native.judge(game.parse("B8"), game.to_play) == "repeats"


def test_superko_looks_back_to_the_start_position_and_no_further() -> None:
    game = start(SEND_TWO, "positional")
    play(game, SEND_TWO_CYCLE[:-1])
    assert not game.is_legal("B3")
    game.setup()
    assert game.is_legal("B3")


@pytest.mark.parametrize("suicide", [False, True])
def test_suicide(suicide: bool) -> None:
    game = start((". X O .", "X X O .", "O O O ."), "simple", suicide=suicide)
    assert game.is_legal("A3") is suicide
    if not suicide:
        with pytest.raises(IllegalMove, match="black cannot play A3: it is suicide"):
            game.play("A3")
        assert game.move_number == 0
        return
    game.play("A3")
    assert [game.at(p) for p in ("A3", "B3", "A2", "B2")] == [Color.EMPTY] * 4
    assert game.captures("white") == 4 and game.captures("black") == 0
    game.undo()
    assert game.captures("white") == 0 and game.at("B2") == Color.BLACK


@pytest.mark.parametrize("suicide", [False, True])
def test_suicide_of_one_stone_is_never_allowed(suicide: bool) -> None:
    game = start((". O", "O ."), "simple", suicide=suicide)
    assert not game.is_legal("A2", "black")
    assert game.is_legal("A2", "white")


def test_a_capture_is_no_suicide() -> None:
    game = start((". O X", "O X .", "X . ."), "simple")
    assert game.is_legal("A3")
    game.play("A3")
    assert game.captures("black") == 2


def test_two_passes_end_the_game_and_play_may_go_on() -> None:
    game = Game(5)
    game.play("pass")
    assert not game.is_over
    game.play("pass")
    assert game.is_over
    game.play("C3")
    assert not game.is_over
    game.undo()
    assert game.is_over


def test_three_passes() -> None:
    game = Game(5, rules=Game(5).rules.replace(ending="three-passes"))
    for over in (False, False, True):
        game.play("pass")
        assert game.is_over is over


def test_a_fresh_ko_needs_three_passes() -> None:
    rows = (". X O .", "X . X O", ". X O .")
    game = Game.from_drawing(*rows, to_play="white", rules="migos")
    play(game, ["B2", "pass", "pass"])
    assert not game.is_over, "White may still fill or Black retake the ko"
    game.play("pass")
    assert game.is_over


def test_a_ko_that_answers_a_ko_is_not_fresh() -> None:
    game = Game.from_drawing(*TRIPLE_KO, to_play="white", rules="migos")
    play(game, ["B8", "C5", "pass", "pass"])
    assert game.is_over
    game = Game.from_drawing(*TRIPLE_KO, to_play="white", rules="migos")
    play(game, ["B8", "A9", "D9", "C5", "pass", "pass"])
    assert not game.is_over, "there was no ko on the board before C5"


def test_the_button_is_half_a_point_and_no_pass() -> None:
    game = Game(5, rules="aga-button", komi=0)
    play(game, ["C3", "pass", "pass"])
    assert not game.is_over
    game.play("pass")
    assert game.is_over
    assert game.score().margin == 25 - 0.5
    game.undo(3)
    play(game, ["B2", "pass"])
    assert game.score().margin == 0.5


def test_either_side_may_play_at_any_time() -> None:
    game = Game(3)
    game.play("A1", "white")
    game.play("B1", "white")
    assert game.to_play is Color.BLACK
    game.undo()
    assert game.to_play is Color.BLACK
    game.undo()
    assert game.to_play is Color.BLACK


def test_setting_the_player_to_move_survives_an_undo_of_later_moves() -> None:
    game = Game(3, rules="aga")
    game.play("A1")
    game.to_play = Color.BLACK
    game.play("B1")
    game.undo()
    assert game.to_play is Color.BLACK
    game.undo()
    assert game.to_play is Color.BLACK and game.move_number == 0


def test_unknown_rules_are_named() -> None:
    from keima import _core

    with pytest.raises(ValueError, match="unknown ko rule 'none': expected one of simple, pos"):
        _core.History(_core.Board(3, 3), 1, "none")
    with pytest.raises(ValueError, match="unknown ending 'soon'"):
        _core.History(_core.Board(3, 3), 1, "simple", False, "soon")
    with pytest.raises(ValueError, match="colour 3"):
        _core.History(_core.Board(3, 3), 3)


@pytest.mark.parametrize("count", [-1, 2**31 - 1, 2**62])
def test_prisoners_from_before_are_so_few_that_others_can_be_added(count: int) -> None:
    from keima import _core

    with pytest.raises(ValueError, match=f"prisoners must be from 0 to 1000000000, got {count}"):
        _core.History(_core.Board(3, 3), 1, prisoners=(0, count))
