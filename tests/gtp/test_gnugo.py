"""Whole games against GNU Go, both programs driven over GTP."""

import sys
from pathlib import Path

import pytest

from keima.engine import Engine
from keima.game import Game
from keima.gtp.client import GtpClient
from keima.gtp.server import Server
from keima.gtp.session import Session

KEIMA = str(Path(sys.executable).with_name("keima"))


def referee(gnugo: str, seed: int) -> list[str]:
    options = "--mode gtp --level 1 --chinese-rules --capture-all-dead --never-resign"
    return [gnugo, *options.split(), "--seed", str(seed)]


def keima(playouts: int, seed: int) -> list[str]:
    options = f"--profile brugmann:passes=cleanup --playouts {playouts} --seed {seed} --threads 1"
    return [KEIMA, "gtp", *options.split()]


def stones(client: GtpClient, color: str) -> set[str]:
    return set(client.send(f"list_stones {color}").split())


# How the two are made to agree honestly: both are asked to leave no dead stone on the board
# (`--capture-all-dead`, `passes=cleanup`), so that what they count is the position and not an
# opinion about it. A third count, every stone alive, must give the same.
@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "handicap", "keima_plays", "playouts"),
    [
        (9, 0, "white", 500),
        (9, 4, "black", 3000),
        (13, 0, "white", 500),
        (13, 9, "black", 2000),
        (19, 0, "black", 200),
    ],
)
def test_a_game_ends_with_the_same_score_on_both_sides(
    gnugo: str, size: int, handicap: int, keima_plays: str, playouts: int
) -> None:
    seed = 2
    game = Game(size, komi=7.5, rules="chinese")
    with GtpClient(keima(playouts, seed)) as us, GtpClient(referee(gnugo, seed)) as them:
        for client in (us, them):
            client.send(f"boardsize {size}")
            client.send("clear_board")
            client.send("komi 7.5")
        if handicap:
            placed = set(game.place_fixed_handicap(handicap))
            for client in (us, them):
                assert set(client.send(f"fixed_handicap {handicap}").split()) == placed
        sides = {"black": (us, them), "white": (them, us)}
        if keima_plays == "white":
            sides = {"black": (them, us), "white": (us, them)}
        while not game.is_over:
            assert game.move_number < 5 * size * size, f"no end:\n{game}"
            color = game.to_play.word
            mover, other = sides[color]
            move = mover.send(f"genmove {color}")
            game.play(move, color)
            other.send(f"play {color} {move}")
        for color in ("black", "white"):
            assert stones(us, color) == stones(them, color)
        assert us.send("final_status_list dead") == them.send("final_status_list dead") == ""
        scores = us.send("final_score"), them.send("final_score"), game.score().text
        assert len(set(scores)) == 1, f"{scores}\n{game}"


def finished_game(gnugo: str, size: int, seed: int) -> tuple[Game, set[str]]:
    """A game of GNU Go against itself, and the stones that it calls dead."""
    command = [word for word in referee(gnugo, seed) if word != "--capture-all-dead"]
    game = Game(size, komi=7.5, rules="chinese")
    with GtpClient(command) as client:
        client.send(f"boardsize {size}")
        while not game.is_over:
            color = game.to_play.word
            game.play(client.send(f"genmove {color}"), color)
        return game, set(client.send("final_status_list dead").split())


@pytest.mark.slow
def test_dead_stones_are_mostly_those_of_gnu_go(gnugo: str) -> None:
    """Playouts without knowledge misjudge some games; most of them they judge like GNU Go."""
    agreed, with_dead = 0, 0
    for seed in range(1, 9):
        game, dead = finished_game(gnugo, 9, seed)
        session = Session(lambda seed: Engine("brugmann", threads=1, seed=1), game, playouts=3000)
        reply = Server(session).answer(b"final_status_list dead").decode()
        agreed += set(reply[2:].split()) == dead
        with_dead += bool(dead)
    assert with_dead >= 4
    assert agreed >= 6, f"{agreed} of 8"
