"""Players with a network: profiles, files, moves, passes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from keima import Engine, Game, Limit, _core
from keima.engine.counting import area_komi
from keima.engine.network import SearchNetwork
from keima.engine.player import Task
from keima.engine.weighing import choose_with_network
from keima.gtp.server import Server
from keima.gtp.session import Session
from keima.nets.random import random_network
from keima.nets.writer import write_network


@pytest.fixture(scope="module")
def net(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("nets") / "tiny.bin.gz"
    write_network(path, random_network(channels=4, blocks="op"))
    return str(path)


@pytest.fixture(autouse=True, scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KEIMA_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


def engine(net: str, **changes: Any) -> Engine:
    given = {"threads": 1, "seed": 1, "net_precision": "f32", "playouts": 40}
    return Engine("kata", net=net, **{**given, **changes})


def test_it_plays(net: str) -> None:
    game = Game(7, rules="chinese")
    player = engine(net)
    result = player.search(game)
    assert result.move in game.legal_moves
    assert result.winrate is not None and 0 <= result.winrate <= 1
    assert result.score is not None
    assert result.ownership is not None and abs(result.ownership).max() <= 1
    assert result.pv[0] == result.move == result.candidates[0].move
    assert 0 < sum(c.prior or 0 for c in result.candidates) <= 1.001
    assert result.to_json() == engine(net).search(game).to_json() | {"seconds": result.seconds}


def test_a_bare_policy_still_knows_who_wins(net: str) -> None:
    result = engine(net, playouts=1).search(Game(7))
    assert result.playouts == 1 and not result.candidates
    assert result.winrate is not None and result.score is not None


def test_a_bare_policy_resigns_when_it_has_seen_no_hope_three_times(net: str) -> None:
    """One look at a position may be wrong; a search of some size need not wait."""
    game = Game(9)
    game.setup(black=range(20), white=range(27, 36))
    bare = engine(net, resign_threshold=1)
    moves = []
    for _ in range(3):
        moves.append(bare.search(game, Limit(playouts=1), moves=[60, 61]).move)
        assert bare.search(game, Limit(playouts=1), moves=[60, 61]).move == moves[-1]
        bare.search(game, Limit(playouts=1), "white", moves=[60, 61])
        game.play(80 - 2 * len(game.moves))
        game.play(79 - 2 * len(game.moves))
    assert [move == "resign" for move in moves] == [False, False, True]
    other = engine(net, resign_threshold=1)
    assert other.search(game, Limit(playouts=1), moves=[60, 61]).move != "resign"
    assert other.search(game, Limit(playouts=120), moves=[60, 61]).move == "resign"


def test_one_engine_on_boards_of_several_sizes(net: str) -> None:
    player = engine(net)
    for size in (5, (7, 5), 5):
        assert player.search(Game(size), Limit(playouts=10), analysis=True).playouts == 10


def test_more_threads_than_before(net: str) -> None:
    player = engine(net)
    player.search(Game(5))
    player.change(threads=2)
    assert player.search(Game(5), Limit(playouts=50), analysis=True).playouts == 50


def test_moves_by_chance(net: str) -> None:
    game = Game(7)
    moves = {
        engine(net, playouts=1, temperature=1, seed=seed).search(game).move for seed in range(4)
    }
    assert len(moves) > 1
    same = [engine(net, playouts=1, temperature=1, seed=5).search(game).move for _ in range(2)]
    assert same[0] == same[1]


@pytest.mark.parametrize("rules", ["chinese", "japanese", "aga", "tromp-taylor"])
def test_a_whole_game_ends(net: str, rules: str) -> None:
    game = Game(5, rules=rules)
    player = engine(net, playouts=8)
    for _ in range(150):
        move = player.search(game).move
        if move == "resign":
            break
        game.play(move)
        if game.is_over:
            break
    assert game.moves


def test_it_is_told_what_is_wrong_at_once(tmp_path: Path, net: str) -> None:
    with pytest.raises(ValueError, match="needs a network: give net="):
        Engine("kata")
    with pytest.raises(ValueError, match=r"there is no network file .*nothing\.bin\.gz"):
        Engine("kata", net=str(tmp_path / "nothing.bin.gz"))
    cut = tmp_path / "cut.bin.gz"
    cut.write_bytes(Path(net).read_bytes()[:-500])
    with pytest.raises(ValueError, match=r"cut\.bin\.gz"):
        Engine("kata", net=str(cut))
    alien = tmp_path / "alien.bin.gz"
    alien.write_bytes(b"PNG and more")
    with pytest.raises(ValueError, match=r"alien\.bin\.gz"):
        Engine("kata", net=str(alien))


def test_gtp_says_it_before_the_first_command(tmp_path: Path) -> None:
    missing = tmp_path / "nothing.bin.gz"
    done = subprocess.run(
        [sys.executable, "-m", "keima", "gtp", "--profile", f"kata:net={missing}"],
        input="name\n",
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode != 0
    assert "there is no network file" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_raw_evaluation_in_kata_words(net: str) -> None:
    session = Session(lambda seed: engine(net), game=Game((5, 4)))
    session.game.play("C3")
    said = session.player.evaluate(session.game)  # type: ignore[attr-defined]

    def ask(line: str) -> str:
        return Server(session).answer(line.encode()).decode()

    answer = ask("kata-raw-nn 1")
    assert "symmetry 1" in answer and "policyPass" in answer
    plain = ask("kata-raw-nn 0").splitlines()
    assert f"whiteWin {said['win']:.6f}" in plain
    first = plain.index("policy") + 1
    policy = [word for line in plain[first : first + 4] for word in line.split()]
    assert policy[7] == "NAN" and len(policy) == 20
    assert float(policy[0]) == pytest.approx(said["policy"][0], abs=1e-6)
    assert ask("kata-raw-nn all").count("symmetry") == 4
    assert ask("kata-raw-nn 7").startswith("?")


def test_a_raw_evaluation_for_either_side_and_with_optimism(net: str) -> None:
    session = Session(lambda seed: engine(net), game=Game((5, 4)))

    def ask(line: str) -> str:
        return Server(session).answer(line.encode()).decode()

    assert ask("kata-raw-nn 0") == ask("kata-raw-nn B 0") != ask("kata-raw-nn white 0")
    assert ask("kata-raw-nn w all 0.5").count("policyPass") == 4
    assert ask("kata-raw-nn 0 1").startswith("= symmetry 0")
    for wrong in ("b", "0 0 0", "w all 1.5", "0 -1", "w 0 x", "b 0 0 0", "red 0", ""):
        assert ask(f"kata-raw-nn {wrong}").startswith("? syntax error"), wrong


def test_it_is_ready_before_the_clock_runs(net: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[int, int]] = []
    monkeypatch.setattr(
        SearchNetwork,
        "evaluator",
        lambda _, width, height, *more: made.append((width, height)),
    )
    session = Session(lambda seed: engine(net))
    Server(session).answer(b"boardsize 7")
    assert made == [(7, 7)]


def test_it_says_which_network_it_has(net: str) -> None:
    said: list[str] = []
    session = Session(lambda seed: engine(net), log=said.append)
    for command in (b"boardsize 7", b"clear_board", b"boardsize 5"):
        Server(session).answer(command)
    assert [line for line in said if "preparing" not in line] == ["network tiny, f32"]


def test_moves_by_chance_have_each_its_own_probability(net: str) -> None:
    """On an empty board a search tries one of those that are the same; who draws has all."""
    game = Game(7)
    drawn = engine(net, playouts=1, temperature=1).search(game).policy
    searched = engine(net, playouts=1).search(game).policy
    assert drawn and searched and len(drawn) == 50
    assert sum(drawn.values()) == pytest.approx(1, abs=0.01)
    assert sum(searched.values()) < 0.9


class TestPassing:
    """What is played when a network says pass."""

    SETTLED = (
        ". X . O .",
        "X X X O O",
        ". X O O .",
        "X X O . O",
        ". X O O O",
    )

    def choose(self, game: Game, moves: list[str], owners: float | None = None, **more: Any) -> str:
        task = Task(game, game.to_play, Limit(playouts=1), 1, 1, **more)
        found: Any = {
            "moves": [{"move": game.parse(name), "visits": 5} for name in moves],
            "owner": [{1: 1.0, 2: -1.0}.get(o, 0.0) for o in _core.area_owners(game.board)]
            if owners is None
            else [owners] * game.area,
        }
        return game.name(choose_with_network(task, area_komi(game), found, False))

    def game(self, komi: float, **more: Any) -> Game:
        return Game.from_drawing(*self.SETTLED, komi=komi, **more)

    def test_a_pass_that_wins_is_played(self) -> None:
        assert self.choose(self.game(-20.5), ["A5", "pass"]) == "A5"
        assert self.choose(self.passed(-20.5), ["A5", "pass"]) == "pass"

    def passed(self, komi: float) -> Game:
        game = self.game(komi)
        game.to_play = "white"
        game.play("pass")
        return game

    def test_a_won_game_is_not_passed_away(self) -> None:
        """The network thinks that all is Black's, but the stones that stand say otherwise."""
        game = self.passed(20.5)
        assert self.choose(game, ["pass", "A5"], owners=1.0) == "A5"

    def test_a_lost_game_may_be(self) -> None:
        assert self.choose(self.passed(20.5), ["pass", "A5"]) == "pass"

    def test_analysis_is_not_talked_out_of_it(self) -> None:
        assert self.choose(self.passed(20.5), ["pass", "A5"], owners=1.0, analysis=True) == "pass"


def test_a_broken_network_among_the_added_ones_is_left_out(
    net: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KEIMA_NETWORKS", str(tmp_path))
    (tmp_path / "sound.bin.gz").write_bytes(Path(net).read_bytes())
    (tmp_path / "broken.bin.gz").write_bytes(Path(net).read_bytes()[:-100] + bytes(9999))
    said: list[str] = []
    network = SearchNetwork("best", "f32", 1)
    network.evaluator(7, 7, 1, said.append)
    assert network.in_use == "network sound, f32"
    assert any("broken is left out" in text for text in said)
