"""Positions valued by a network in the tree search, with tiny networks of random weights."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from keima import Game, _core
from keima.engine.network import openvino_library
from keima.nets.graph import build_model
from keima.nets.random import random_network
from keima.nets.runtime import openvino

BLACK = 1
KOMI = 7.5
SIZE = 5
AREA = SIZE * SIZE

Make = Callable[..., _core.Network]


@pytest.fixture(scope="session")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("network") / "model.xml"
    net = random_network(channels=4, blocks="op")
    # Random weights prefer no move to another: these do, and value positions differently.
    moves, values = net.policy.conv2, net.value.value_matmul
    moves = replace(moves, weights=400 * moves.weights)
    values = replace(values, weights=5 * values.weights)
    net = replace(
        net,
        policy=replace(net.policy, conv2=moves),
        value=replace(net.value, value_matmul=values),
    )
    openvino().save_model(build_model(net, SIZE, SIZE), path, compress_to_fp16=False)
    return str(path)


@pytest.fixture
def network(model: str) -> Make:
    def make(**options: Any) -> _core.Network:
        return _core.Network(openvino_library(), model, SIZE, SIZE, **options)

    return make


def tree(network: _core.Evaluator, **parameters: float) -> _core.TreeSearch:
    made = _core.TreeSearch("uniform", {}, {"bandit": 3, "memory_mb": 32, **parameters})
    made.set_evaluator(network)
    return made


def search(made: _core.TreeSearch, game: Game, **options: Any) -> Any:
    last = [move.point for move in game.moves[-2:]]
    given = {
        "last": last[-1] if last else AREA,
        "before": last[0] if len(last) == 2 else AREA,
        "komi": KOMI,
        "last_was_pass": game.last_was_pass,
        "history": game.native,
        "friendly_pass": game.rules.friendly_pass,
        "early_stop": False,
        "seed": 1,
    }
    return made.search(game.board, game.to_play, **{**given, **options})


def visits(report: Any) -> dict[int, int]:
    return {m["move"]: m["visits"] for m in report["moves"] if m["visits"]}


def start(*moves: str) -> Game:
    game = Game(SIZE, komi=KOMI, rules="chinese")
    for move in moves:
        game.play(move)
    return game


def test_one_thread_repeats_exactly(network: Make) -> None:
    game = start("C3", "C2")
    first, second = (search(tree(network()), game, playouts=300) for _ in range(2))
    assert first["moves"] == second["moves"]
    assert first["owner"] == second["owner"]
    assert first["playouts"] == first["root_visits"] == 300
    assert sum(visits(first).values()) == 299


def test_the_cache_changes_nothing_but_time(network: Make) -> None:
    game = start("C3", "C2")
    shared = network(cache_mb=16)
    found = [search(tree(shared), game, playouts=300) for _ in range(2)]
    without = search(tree(network(cache_mb=0)), game, playouts=300)
    assert found[0]["moves"] == found[1]["moves"] == without["moves"]
    # Some may have taken the place of others.
    assert found[1]["evaluations"] < 30 < without["evaluations"]
    assert shared.cache_hits > 200


def test_a_cache_is_as_small_as_it_is_told(network: Make) -> None:
    small = network(cache_mb=0.002)
    game = start()
    for _ in range(2):
        search(tree(small), game, playouts=200)
    assert small.cache_hits < 20


def test_a_single_playout_is_the_bare_policy(network: Make) -> None:
    game = start("C3")
    made = network()
    report = search(tree(made, symmetry=0, root_optimism=0), game, playouts=1)
    said = made.evaluate(
        game.native, game.to_play, komi=KOMI, friendly_pass=True, passing_hacks=True
    )
    assert report["playouts"] == report["root_visits"] == 1
    assert not visits(report)
    order = sorted(range(AREA + 1), key=lambda move: -said["policy"][move])
    legal = [move for move in order if said["policy"][move] > 0]
    assert [m["move"] for m in report["moves"]] == legal
    assert report["moves"][0]["prior_mean"] == pytest.approx(max(said["policy"]))
    assert report["winrate"] == pytest.approx(said["win"] + said["no_result"] / 2, abs=1e-5)
    assert report["score"] == pytest.approx(KOMI - said["lead"], abs=1e-4)
    assert report["owner"] == pytest.approx([-owner for owner in said["ownership"]], abs=1e-5)


def test_policy_is_of_legal_moves(network: Make) -> None:
    game = start("C3", "C2")
    said = network().evaluate(game.native, game.to_play, komi=KOMI)
    assert sum(said["policy"]) == pytest.approx(1, abs=1e-5)
    assert all((p > 0) == (game.board.stones[i] == 0) for i, p in enumerate(said["policy"][:-1]))


def test_a_sure_policy_leaves_no_legal_move_out(tmp_path: Path) -> None:
    net = random_network(channels=4, blocks="o")
    sure = replace(net.policy.conv2, weights=1e5 * net.policy.conv2.weights)
    path = tmp_path / "model.xml"
    model = build_model(replace(net, policy=replace(net.policy, conv2=sure)), SIZE, SIZE)
    openvino().save_model(model, path, compress_to_fp16=False)
    game = start("C3")
    searching = tree(_core.Network(openvino_library(), str(path), SIZE, SIZE), symmetry=0)
    report = search(searching, game, playouts=20)
    assert {m["move"] for m in report["moves"]} == set(range(AREA + 1)) - {game.parse("C3")}
    unlikely = min(report["moves"], key=lambda m: m["prior_mean"])["move"]
    assert visits(search(searching, game, playouts=5, moves=[unlikely])) == {unlikely: 5}


def test_a_pass_is_never_all(tmp_path: Path) -> None:
    net = random_network(channels=4, blocks="o")
    passes = net.policy.pass_matmul
    sure = replace(passes, weights=120 * abs(passes.weights))
    net = replace(net, policy=replace(net.policy, pass_matmul=sure))
    path = tmp_path / "model.xml"
    openvino().save_model(build_model(net, SIZE, SIZE), path, compress_to_fp16=False)
    made, game = _core.Network(openvino_library(), str(path), SIZE, SIZE), start("C3")
    plain, capped = (
        made.evaluate(game.native, 2, komi=KOMI, passing_hacks=hacks)["policy"]
        for hacks in (False, True)
    )
    assert plain[-1] > 0.96
    assert capped[-1] == pytest.approx(0.95)
    assert sum(capped) == pytest.approx(1, abs=1e-3)


def test_symmetries_turn_there_and_back(network: Make) -> None:
    """A turned position seen as it is and a position seen turned are the same to a network."""
    made = network()
    straight, turned = start("B2"), start("D4")  # upside down and left to right: symmetry 3
    one = made.evaluate(straight.native, 2, komi=KOMI, symmetry=3)
    two = made.evaluate(turned.native, 2, komi=KOMI)
    assert one["win"] == pytest.approx(two["win"], abs=1e-5)
    assert one["policy"][:AREA][::-1] == pytest.approx(two["policy"][:AREA], abs=1e-5)
    assert one["ownership"][::-1] == pytest.approx(two["ownership"], abs=1e-5)


@pytest.mark.parametrize("count", [2, 8])
def test_at_the_root_several_symmetries_have_their_say(network: Make, count: int) -> None:
    """All that is told of the root is the mean over the first of them."""
    game, made = start("C4", "B2"), network()
    told = {"komi": KOMI, "friendly_pass": True, "passing_hacks": True}
    said = [made.evaluate(game.native, game.to_play, symmetry=s, **told) for s in range(count)]
    report = search(tree(made, root_symmetries=count, root_optimism=0), game, playouts=1)
    for move in report["moves"]:
        mean = sum(one["policy"][move["move"]] for one in said) / count
        assert move["prior_mean"] == pytest.approx(mean, abs=1e-5)
    won = sum(one["win"] + one["no_result"] / 2 for one in said) / count
    assert report["winrate"] == pytest.approx(won, abs=1e-5)
    lead = sum(one["lead"] for one in said) / count
    assert report["score"] == pytest.approx(KOMI + lead, abs=1e-4)
    owners = [sum(one["ownership"][i] for one in said) / count for i in range(AREA)]
    assert report["owner"] == pytest.approx(owners, abs=1e-5)


def test_in_all_symmetries_equal_moves_are_equally_likely(network: Make) -> None:
    report = search(tree(network(), root_symmetries=8), start(), playouts=1)
    chances = {move["move"]: move["prior_mean"] for move in report["moves"]}
    for corners in ((0, 4, 20, 24), (6, 8, 16, 18), (2, 10, 14, 22)):
        assert len({round(chances[corner], 5) for corner in corners}) == 1


def test_several_symmetries_repeat_exactly_and_cost_one_evaluation_each(network: Make) -> None:
    game = start("C3", "C2")
    first, second = (
        search(tree(network(), root_symmetries=8), game, playouts=100) for _ in range(2)
    )
    assert first["moves"] == second["moves"] and first["owner"] == second["owner"]
    bare = search(tree(network(), root_symmetries=8), game, playouts=1)
    assert bare["evaluations"] == 8


def test_if_so_told_the_bare_policy_alone_is_of_all_symmetries(network: Make) -> None:
    game = start("C3", "C2")
    bare = search(tree(network(), root_symmetries=0), game, playouts=1)
    assert bare["moves"] == search(tree(network(), root_symmetries=8), game, playouts=1)["moves"]
    assert bare["evaluations"] == 8
    longer = search(tree(network(), root_symmetries=0), game, playouts=50)
    once = search(tree(network(), root_symmetries=1), game, playouts=50)
    assert longer["moves"] == once["moves"]


def test_a_board_that_is_no_square_has_four_symmetries(tmp_path: Path) -> None:
    path = tmp_path / "model.xml"
    model = build_model(random_network(channels=4, blocks="o"), 5, 4)
    openvino().save_model(model, path, compress_to_fp16=False)
    game = Game((5, 4), komi=KOMI, rules="chinese")
    made = tree(_core.Network(openvino_library(), str(path), 5, 4), root_symmetries=8)
    report = search(made, game, playouts=1, last=20, before=20)
    assert report["evaluations"] == 4


class Reference:
    """PUCT as it is written down, slowly: nodes by the moves that lead to them."""

    def __init__(self, network: _core.Network, game: Game, p: dict[str, float]) -> None:
        self.network, self.game, self.p = network, game, p
        self.nodes: dict[tuple[int, ...], Any] = {}
        self.keys: dict[Any, tuple[int, ...]] = {}

    def evaluate(self, path: tuple[int, ...]) -> float:
        """Makes a node; returns its value for Black, from 0 to 1."""
        game = self.game.copy()
        for move in path:
            game.play(game.name(move))
        said = self.network.evaluate(
            game.native, game.to_play, komi=KOMI, friendly_pass=True, passing_hacks=True
        )
        value = 0.5 + (said["win"] - said["loss"]) / 2
        value = value if game.to_play == BLACK else 1 - value
        edges = [[move, p, 0, 0.0] for move, p in enumerate(said["policy"]) if p > 0]
        edges.sort(key=lambda edge: -edge[1])
        self.nodes[path] = {"black": game.to_play == BLACK, "net": value, "edges": edges}
        self.nodes[path] |= {"values": [value]}
        return value

    def choose(self, path: tuple[int, ...]) -> Any:
        node, p = self.nodes[path], self.p
        sign = 1 if node["black"] else -1
        utilities = [sign * (2 * value - 1) for value in node["values"]]
        n = len(utilities)
        mean = sum(utilities) / n
        square = sum(u * u for u in utilities) / n
        deviation = 0.4
        if n > 1:
            variance = ((mean**2 + 0.16) * 2 + square * n) / (n + 1) - mean**2
            deviation = math.sqrt(variance)
        total = sum(edge[2] for edge in node["edges"])
        mass = sum(edge[1] for edge in node["edges"] if edge[2])
        known = min(1, mass**2)
        reduction = p["root_fpu_reduction"] if not path else p["fpu_reduction"]
        first = known * mean + (1 - known) * sign * (2 * node["net"] - 1)
        first -= reduction * math.sqrt(mass)
        factor = p["cpuct"] + p["cpuct_log"] * math.log((total + p["cpuct_base"]) / p["cpuct_base"])
        factor *= math.sqrt(total + 0.01) * (1 + p["cpuct_deviation"] * (deviation / 0.4 - 1))

        def urgency(edge: Any) -> float:
            _, policy, count, wins = edge
            value = 2 * wins / count - 1 if count else first
            return float(value + factor * policy / (1 + count))

        return max(node["edges"], key=urgency)

    def simulate(self) -> None:
        if not self.nodes:
            self.evaluate(())
            return
        path: tuple[int, ...] = ()
        steps = []
        while True:
            edge = self.choose(path)
            steps.append((path, edge))
            path = (*path, edge[0])
            if path[-2:] == (AREA, AREA):
                stones = self.game.copy()
                for move in path:
                    stones.play(stones.name(move))
                value = 1.0 if _core.count_area(stones.board) > KOMI else 0.0
                break
            if path not in self.nodes:
                value = self.evaluate(path)
                break
        for at, edge in steps:
            node = self.nodes[at]
            node["values"].append(value)
            edge[2] += 1
            edge[3] += value if node["black"] else 1 - value


def test_selection_is_what_the_formula_says(network: Make) -> None:
    parameters = {
        "cpuct": 1.3,
        "cpuct_log": 2.0,
        "cpuct_base": 20,
        "cpuct_deviation": 0.5,
        "fpu_reduction": 0.3,
        "root_fpu_reduction": 0.05,
    }
    game, made = start("C3", "B2", "C2"), network()
    slow = Reference(made, game, parameters)
    for _ in range(30):
        slow.simulate()
    # No position is reached in two ways, which the tree would see and this does not.
    stones = {(tuple(sorted(path[::2])), tuple(sorted(path[1::2]))) for path in slow.nodes}
    assert len(stones) == len(slow.nodes)
    expected = {edge[0]: edge[2] for edge in slow.nodes[()]["edges"] if edge[2]}
    given = {"symmetry": 0.0, "optimism": 0.0, "root_optimism": 0.0}
    report = search(tree(made, **given, **parameters), game, playouts=30)
    assert visits(report) == expected
    assert len(expected) > 2
    wins = {edge[0]: edge[3] for edge in slow.nodes[()]["edges"] if edge[2]}
    assert {m["move"]: m["wins"] for m in report["moves"] if m["visits"]} == pytest.approx(wins)


def test_noise_is_by_seed(network: Make) -> None:
    game, made = start(), network()
    plain = search(tree(made), game, playouts=200)
    one, same, other = (
        search(tree(made, root_noise=0.9), game, playouts=200, seed=seed) for seed in (1, 1, 2)
    )
    assert visits(one) == visits(same)
    assert visits(one) != visits(other)
    assert visits(one) != visits(plain)
    # What is reported is the network's policy, without the noise.
    policies = [sorted(m["prior_mean"] for m in report["moves"]) for report in (one, plain)]
    assert policies[0] == policies[1]


def test_temperature_makes_the_root_broader(network: Make) -> None:
    game, made = start(), network()
    sharp, even = (
        len(visits(search(tree(made, root_temperature=t, cpuct=5), game, playouts=60)))
        for t in (0.02, 10)
    )
    assert sharp < even


@pytest.mark.parametrize("parallel", [0, 1])
def test_threads_share_the_work(network: Make, parallel: int) -> None:
    made = network(streams=2)
    searching = tree(made, parallel=parallel)
    report = search(searching, start(), playouts=1000, threads=2)
    assert report["playouts"] == 1000
    assert sum(visits(report).values()) == 1000 - (2 if parallel else 1)
    assert 0 <= report["moves"][0]["wins"] <= report["moves"][0]["visits"]


def test_many_threads_on_one_position(network: Make) -> None:
    """They wait for each other's evaluations, and all come back."""
    searching = tree(network(streams=8), pass_below=1)
    for _ in range(20):
        searching.clear()
        assert search(searching, start("C3"), playouts=20, threads=8)["playouts"] == 20


def test_stop_and_go_on(network: Make) -> None:
    searching, game = tree(network()), start()
    stopper = threading.Timer(0, searching.stop)
    stopper.start()
    stopped = search(searching, game, playouts=10**9, seconds=60)
    stopper.join()
    searching.reset()
    went_on = search(searching, game, playouts=50)
    assert went_on["root_visits"] == stopped["root_visits"] + 50
    best = game.copy()
    best.play(game.name(went_on["moves"][0]["move"]))
    after = search(searching, best, playouts=1)
    # The node after the best move is the root now; its own evaluation is among its visits.
    assert after["root_visits"] == went_on["moves"][0]["visits"] + 1


@pytest.mark.parametrize(("threads", "parallel"), [(1, 0), (2, 0), (2, 1)])
def test_memory_is_a_hard_limit(network: Make, threads: int, parallel: int) -> None:
    searching = tree(network(streams=threads), memory_mb=1, parallel=parallel)
    for _ in range(3):
        report = search(searching, start(), playouts=1000, threads=threads)
        assert report["bytes"] <= 1 << 20
        assert report["playouts"] == 1000


def test_who_looks_on_is_told_however_often_a_tree_is_full(network: Make) -> None:
    # Trees of a few nodes make room every few milliseconds.
    told: list[int] = []
    small = tree(network(streams=2), memory_mb=1, parallel=1)
    search(small, start(), seconds=2.0, threads=12, observer=told.append)
    assert len(told) > 10


def test_a_full_tree_finds_what_a_large_one_does(network: Make) -> None:
    # Where nothing is left out, moves that have no room keep their first value, and the one that
    # was valued too well gets all visits: a win rate of 0.35 in place of 0.5.
    small, large = (
        search(tree(network(), memory_mb=memory_mb), start(), playouts=6000)
        for memory_mb in (1, 32)
    )
    assert small["bytes"] <= 1 << 20 < large["bytes"]
    for report in (small, large):
        best = report["moves"][0]
        assert best["wins"] / best["visits"] == pytest.approx(0.5, abs=0.02)
        assert len(best["pv"]) > 4
    assert small["moves"][0]["move"] == large["moves"][0]["move"]


def test_an_early_end(network: Make) -> None:
    """At the very visit after which the other moves cannot catch up."""
    report = search(tree(network()), start(), playouts=400, moves=[7], early_stop=True)
    assert report["playouts"] == 201 and visits(report) == {7: 200}


def test_only_the_moves_given(network: Make) -> None:
    report = search(tree(network()), start(), playouts=100, moves=[3, 7])
    assert set(visits(report)) <= {3, 7}
    assert sum(visits(report).values()) == 99


def test_margins_may_count(network: Make) -> None:
    game, made = start("C3"), network()
    plain = search(tree(made), game, playouts=50)
    scored = search(tree(made, score_static=0.5, score_dynamic=0.5), game, playouts=50)
    assert plain["moves"] != scored["moves"]
    # Win rates are told without them.
    assert all(0 <= m["real_winrate"] <= 1 for m in scored["moves"] if m["visits"])


def test_playouts_and_network_are_mixed(network: Make) -> None:
    game, made = start("C3"), network()
    rates = []
    for weight in (0, 0.5, 1):
        searching = tree(made, value_weight=weight)
        report = search(searching, game, playouts=200)
        rates.append(report["winrate"])
        assert all(-1.001 <= owner <= 1.001 for owner in report["owner"])
    assert rates[0] != rates[1] != rates[2]


def test_a_policy_as_experience_for_rave(network: Make) -> None:
    game, made = start("C3"), network()
    parameters = {"prior_network": 2000, "value_weight": 0, "expand_after": 2, "symmetry": 0}
    searching = tree(made, bandit=0, **parameters)
    report = search(searching, game, playouts=300)
    said = made.evaluate(game.native, game.to_play, komi=KOMI)
    best = max(report["moves"], key=lambda m: m["prior_visits"] * m["prior_mean"])
    assert best["prior_visits"] > 100
    assert report["evaluations"] > 0
    assert said["policy"][best["move"]] == max(said["policy"][:AREA])


@pytest.mark.parametrize(
    ("parameters", "words"),
    [({"parallel": 2}, "parallel=2"), ({"bandit": 0, "frisbee": 0.5}, "Frisbee")],
)
def test_what_does_not_go_together(network: Make, parameters: dict[str, float], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        tree(network(), **parameters)


def test_a_search_by_policy_needs_a_network() -> None:
    searching = _core.TreeSearch("uniform", {}, {"bandit": 3})
    with pytest.raises(ValueError, match="no network"):
        search(searching, start(), playouts=1)


@pytest.mark.parametrize("streams", [1, 2])
def test_networks_that_share_a_model_say_the_same(network: Make, streams: int) -> None:
    positions = [start(*moves) for moves in ((), ("C3",), ("C3", "D4"), ("B2", "pass", "D4"))]
    alone = [
        search(tree(network(cache_mb=0)), game, playouts=60, network_seed=7) for game in positions
    ]
    sharing = [network(shared=True, streams=streams, cache_mb=0) for _ in positions]
    found: dict[int, Any] = {}

    def ask(number: int) -> None:
        made = tree(sharing[number])
        for _ in range(20):
            made.clear()
            found[number] = search(made, positions[number], playouts=60, network_seed=7)
            if visits(found[number]) != visits(alone[number]):
                return

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(len(positions))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number, expected in enumerate(alone):
        assert visits(found[number]) == visits(expected)
        assert found[number]["score"] == expected["score"]


def test_a_network_is_for_one_size(network: Make, model: str) -> None:
    other = Game(7)
    with pytest.raises(ValueError, match="another size"):
        tree(network()).search(other.board, BLACK, last=49, before=49, playouts=1)
    with pytest.raises(RuntimeError, match="size of board"):
        _core.Network(openvino_library(), model, 7, 7)


def test_what_is_no_network(tmp_path: Path) -> None:
    path = tmp_path / "model.xml"
    path.write_text("<net/>")
    with pytest.raises(RuntimeError, match="OpenVINO cannot compile"):
        _core.Network(openvino_library(), str(path), SIZE, SIZE)
    with pytest.raises(RuntimeError, match="cannot be loaded"):
        _core.Network(str(path), str(path), SIZE, SIZE)
