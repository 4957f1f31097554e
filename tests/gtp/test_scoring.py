"""Which stones are dead, who has won, and the clean-up phase of KGS."""

import time
from collections.abc import Callable
from typing import Any

import pytest

from keima import Color, Engine, Game
from keima.gtp.server import Server
from keima.gtp.session import Session

Talk = Any  # tests/gtp/conftest.py
Make = Callable[..., Any]


def plan(talk: Talk, *results: Any) -> None:
    talk("gogui-title")  # makes the player
    talk.players[0].planned = list(results)


def test_what_is_certain_is_counted_without_a_search(talk: Talk) -> None:
    """Black's eyes at the top; the white stone at B3 has no hope inside Black's area."""
    talk.board(
        ". X . X O .",
        "X X X X O O",
        ". O . X O .",
        "X X X X O O",
        "O O O O O .",
    )
    assert talk("final_status_list dead") == "= B3"
    assert talk("final_score") == "= B+2"
    assert not talk.players[0].limits, "no search was needed"


def test_dead_stones_are_found(talk: Talk) -> None:
    """Neither side is alive for certain here, but random games leave no doubt."""
    talk.board(
        ". . X O .",
        ". O X O .",
        ". . X O X",
        ". . X O .",
        ". . X O .",
    )
    assert talk("final_status_list dead") == "= B4\nE3"
    assert talk("final_status_list alive") == "= C5 C4 C3 C2 C1\nD5 D4 D3 D2 D1"
    assert talk("final_score") == "= B+5"
    assert not talk.players[0].limits, "no search was needed"


@pytest.mark.parametrize("to_play", ["black", "white"])
def test_seki_is_seki_whoever_is_to_play(talk: Talk, to_play: str) -> None:
    talk.board(
        "O O X . O X X",
        "O O X . O X X",
        "O O X O O X X",
        "O O O X X X X",
        ". O O X X . X",
        "O . O X . X X",
    )
    talk(f"gogui-setup_player {to_play}")
    assert talk("final_status_list dead") == "="
    assert talk("final_status_list seki") == "= C6 C5 C4\nE6 E5 D4 E4"
    assert talk("komi 0", "final_score") == "= B+2"


def test_a_draw_is_zero(talk: Talk) -> None:
    talk.board(". . .", ". . .")
    assert talk("komi 0", "final_score") == "= 0"


def test_komi_decides_the_empty_board(talk: Talk) -> None:
    assert talk("komi 7.5", "final_score") == "= W+7.5"
    assert talk("komi -3", "final_score") == "= B+3"


def test_bad_statuses(talk: Talk) -> None:
    assert talk("final_status_list DEAD") == "="
    assert talk("final_status_list").startswith("? syntax error")
    assert talk("final_status_list dame").startswith("? invalid status: expected alive, seki or")


def test_rules_without_agreement_count_every_stone(talk: Talk) -> None:
    """Tromp-Taylor: what stands on the board at the end is alive."""
    talk("kata-set-rules tromp-taylor", "play b E5", "play w A1")
    assert talk("final_status_list dead") == "="
    assert talk("final_status_list alive") == "= E5\nA1"
    assert talk("final_score") == "= W+7.5"


def test_territory_counts_dead_stones_as_prisoners(talk: Talk) -> None:
    """Black has ten points and a prisoner, White five and one."""
    talk.board(". . X O .", ". O X O .", ". . X O X", ". . X O .", ". . X O .")
    talk("kata-set-rules japanese", "komi 0")
    assert talk("final_score") == "= B+5"


def test_scoring_changes_nothing(talk: Talk) -> None:
    talk("play b E5", "play w pass", "time_settings 10 0 0")
    before = talk.session.game.copy()
    assert talk("final_score") == "= B+73.5"
    assert talk.session.game == before
    assert not talk.session.clocks


def test_estimates_at_any_time(talk: Talk) -> None:
    assert talk("komi 7", "estimate_score").endswith("(upper bound: 88.0, lower: -74.0)")
    talk.board(". X O .", "X X O O", ". X O .", "X X O O")
    assert talk("komi 0", "estimate_score") == "= W+0.0 (upper bound: 0.0, lower: 0.0)"
    talk.board(". X . X O .", "X X X X O O", ". O . X O .", "X X X X O O", "O O O O O .")
    assert talk("estimate_score") == "= B+2.0 (upper bound: -2.0, lower: -2.0)"
    assert talk("estimate_score now").startswith("? syntax error")


# A real search

# Black's stones on the right are dead, the seki at the top is none of them.
CLEANUP = (
    "O O X . O X X",
    "O O X . O X X",
    "O O X O O X X",
    "O O O X X X X",
    ". O O X X . O",
    "O . O X . X .",
)


def real(*rows: str, komi: float, to_play: str = "black") -> Server:
    game = Game.from_drawing(*rows, komi=komi, to_play=to_play)
    make = lambda seed: Engine("classic:playouts=300,score_playouts=1000", threads=1, seed=1)  # noqa: E731
    return Server(Session(make, game, log=lambda text: None))


def ask(server: Server, line: str) -> str:
    return server.answer(line.encode()).decode()[:-2]


def test_a_search_judges_what_is_dead() -> None:
    server = real(*CLEANUP, komi=0)
    assert ask(server, "final_status_list dead") == "= G2"
    assert ask(server, "final_status_list seki") == "= C6 C5 C4\nE6 E5 D4 E4"
    assert ask(server, "final_score") == "= B+2"
    assert ask(server, "mtld-final_position").split("\n")[-6:] == [
        "O O X . O X X",
        "O O X . O X X",
        "O O X O O X X",
        "O O O X X X X",
        "O O O X X X X",
        "O O O X X X X",
    ]


@pytest.mark.parametrize("komi", [-20.5, 0.5, 20.5])
def test_all_dead_stones_are_taken_off_and_no_more(komi: float) -> None:
    """Won or lost: until White's stone is gone, and then it passes; the seki stays."""
    server = real(*CLEANUP, komi=komi)
    for _ in range(3):
        move = ask(server, "kgs-genmove_cleanup b")
        assert move in ("= G1", "= F2", "= E1", "= pass"), move
        if move == "= pass":
            break
        ask(server, "play w pass")
    assert "G2" not in ask(server, "list_stones w")
    assert {"D6", "D5"}.isdisjoint(ask(server, "list_stones b").split())


# kgs-genmove_cleanup


def test_cleanup_plays_what_the_search_wants(talk: Talk) -> None:
    assert talk("kgs-genmove_cleanup b") == "= A9"
    assert talk("kgs-genmove_cleanup").startswith("? syntax error")
    assert talk("kgs-genmove_cleanup red").startswith("? invalid color")


def test_cleanup_looks_for_dead_stones_before_a_pass_only_and_in_its_own_time(
    talk: Talk, result: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def find_dead(session: Session) -> frozenset[int]:
        asked.append(session)
        time.sleep(0.02)
        return frozenset()

    monkeypatch.setattr(Session, "find_dead", find_dead)
    talk("time_settings 100 0 0")
    plan(talk, result("E5", "E5"), result("pass", "C3"))
    assert talk("kgs-genmove_cleanup b") == "= E5"
    assert not asked
    before = talk.session.clock(Color.BLACK).seconds
    assert talk("kgs-genmove_cleanup b") == "= pass"
    assert len(asked) == 1
    assert talk.session.clock(Color.BLACK).seconds <= before - 0.02


def test_cleanup_does_not_pass_while_a_dead_stone_is_there(talk: Talk, result: Make) -> None:
    talk.board(
        ". X . X O .",
        "X X X X O O",
        ". O . X O .",
        "X X X X O O",
        "O O O O O .",
    )
    # A5 and C5 would fill eyes; A3 and C3 attack the stone at B3.
    plan(talk, result("pass", "A5", "pass", "C5", "C3", "A3"), result("pass", "A5", "A3"))
    assert talk("kgs-genmove_cleanup b") == "= C3"
    assert talk("list_stones w").split()[1:].count("B3") == 1
    assert talk("kgs-genmove_cleanup b") == "= A3"
    assert "B3" not in talk("list_stones w")


def test_cleanup_passes_when_every_enemy_stone_is_safe(talk: Talk, result: Make) -> None:
    talk.board(
        ". X . X O .",
        "X X X X O O",
        ". . . X O .",
        "X X X X O O",
        "O O O O O .",
    )
    plan(talk, result("pass", "A3", "B3", "C3"))
    assert talk("kgs-genmove_cleanup b") == "= pass"


def test_cleanup_passes_when_only_harmful_moves_are_left(talk: Talk, result: Make) -> None:
    """White's stone cannot be approached: all that Black could play fills its own eyes."""
    talk.board(". X . X . O", "X X X X X X", ". . . . . .")
    plan(talk, result("pass", "A3", "C3"))
    assert talk("kgs-genmove_cleanup b") == "= pass"


def test_cleanup_never_plays_an_illegal_candidate(talk: Talk, result: Make) -> None:
    talk.board(". . X O .", ". O X O .", ". . X O X", ". . X O .", ". . X O .")
    plan(talk, result("resign", "B4", "D1", "A4"))
    assert talk("kgs-genmove_cleanup b") == "= A4"


def test_cleanup_leaves_a_seki_alone(talk: Talk, result: Make) -> None:
    talk.board(
        "O O X . O X X",
        "O O X . O X X",
        "O O X O O X X",
        "O O O X X X X",
        ". O O X X . X",
        "O . O X . X X",
    )
    plan(talk, result("pass", "D6", "D5"))
    assert talk("kgs-genmove_cleanup b") == "= pass"


@pytest.mark.parametrize("color", ["b", "w"])
def test_cleanup_on_an_empty_board_may_pass(talk: Talk, result: Make, color: str) -> None:
    plan(talk, result("pass", "E5"))
    assert talk(f"kgs-genmove_cleanup {color}") == "= pass"
