"""Values and visits of a search by a network's policy, beside a slow one that is written down."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from keima import Game, _core
from keima.engine.network import openvino_library
from keima.nets.graph import build_model
from keima.nets.random import random_network
from keima.nets.runtime import openvino

from .policy_reference import Reference

SIZE = 5
AREA = SIZE * SIZE
KOMI = 1.5


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A network of version 14: two policies, and it tells how sure it is."""
    net = random_network(version=14, channels=4, blocks="op", seed=3)

    def more(layer: Any, factor: float) -> Any:
        return replace(layer, weights=factor * layer.weights)

    net = replace(
        net,
        trunk=replace(net.trunk, conv=more(net.trunk.conv, 6)),
        policy=replace(net.policy, conv2=more(net.policy.conv2, 30)),
        value=replace(
            net.value,
            value_matmul=more(net.value.value_matmul, 8),
            score_matmul=more(net.value.score_matmul, 3),
        ),
    )
    path = tmp_path_factory.mktemp("network") / "model.xml"
    model = build_model(net, SIZE, SIZE)
    openvino().save_model(model, path, compress_to_fp16=False)
    return str(path)


@pytest.fixture
def network(path: str) -> _core.Network:
    return _core.Network(
        openvino_library(), path, SIZE, SIZE, version=14, errors=(0.25, 150.0), cache_mb=4
    )


def tree(network: _core.Network, **parameters: float) -> _core.TreeSearch:
    given = {"bandit": 3, "memory_mb": 32, "symmetry": 0, "optimism": 0, "root_optimism": 0}
    made = _core.TreeSearch("uniform", {}, given | parameters)
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
        "friendly_pass": True,
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


def small() -> Game:
    """Few moves are left, so that positions are soon reached in several ways."""
    rows = (". . X O .", "X X . O .", ". X O O .", "X X X O .", ". . O . .")
    return Game.from_drawing(*rows, komi=KOMI, rules="chinese")


MARGINS = {"score_static": 0.1, "score_dynamic": 0.3}
PARTS = {
    "tree": {"transpositions": 0},
    "graph": {},
    "margins": MARGINS,
    "noise": {"noise_pruning": 0.15},
    "good": {"good_exponent": 0.25},
    "uncertainty": {"uncertainty": 0.25, **MARGINS},
    "bias": {"bias": 0.45},
    "all": {
        "noise_pruning": 0.15,
        "good_exponent": 0.25,
        "uncertainty": 0.25,
        "bias": 0.45,
        "cpuct_base": 20,
        "cpuct_log": 1.5,
        **MARGINS,
    },
}


@pytest.mark.parametrize("name", PARTS)
def test_it_is_what_the_formulas_say(network: _core.Network, name: str) -> None:
    parameters: dict[str, float] = {"cpuct": 4.0, **PARTS[name]}
    game, count = small(), 160
    slow = Reference(network, game, KOMI, parameters)
    for _ in range(count - 1):
        slow.simulate()
    report = search(tree(network, **parameters), game, playouts=count)
    assert visits(report) == slow.visits
    assert len(slow.visits) > 3
    means = {edge.move: slow.root.sign * edge.child.mean for edge in slow.root.edges if edge.visits}
    found = {m["move"]: m["utility"] for m in report["moves"] if m["visits"]}
    assert found == pytest.approx(means, abs=2e-4)


def test_the_parts_make_a_difference(network: _core.Network) -> None:
    """Else the test above would say nothing of them."""
    game = small()
    base = {"cpuct": 4.0}
    plain = search(tree(network, **base), game, playouts=160)
    for name in PARTS:
        if name == "graph":
            continue
        other = search(tree(network, **(base | PARTS[name])), game, playouts=160)
        assert [m["utility"] for m in other["moves"]] != [m["utility"] for m in plain["moves"]], (
            name
        )


def test_a_position_is_asked_about_once(network: _core.Network) -> None:
    """However it was reached: what is known costs nothing."""
    game = small()
    asked = [
        search(tree(network, cpuct=4, transpositions=on), game, playouts=600)["nodes"]
        for on in (0, 1)
    ]
    assert asked[1] < asked[0] - 4


def test_how_sure_a_network_is(network: _core.Network) -> None:
    said = network.evaluate(start("C3").native, 2, komi=KOMI)
    assert said["win_error"] is not None and said["win_error"] > 0
    assert said["score_error"] is not None and said["score_error"] > 0


def test_a_kept_root_has_its_own_policy(network: _core.Network) -> None:
    """The tree is an optimist, the root is not."""
    game = start("C3")
    made = tree(network, optimism=1, root_optimism=0, cpuct=2)
    first = search(made, game, playouts=100)
    best = first["moves"][0]
    game.play(game.name(best["move"]))
    after = search(made, game, playouts=1)
    assert after["root_visits"] == best["visits"] + 1
    ask = {"komi": KOMI, "friendly_pass": True, "passing_hacks": True}
    plain = network.evaluate(game.native, game.to_play, **ask)["policy"]
    optimist = network.evaluate(game.native, game.to_play, optimism=1.0, **ask)["policy"]
    told = {m["move"]: m["prior_mean"] for m in after["moves"]}
    assert told == pytest.approx({m: p for m, p in enumerate(plain) if p > 0}, abs=1e-6)
    assert max(abs(optimist[m] - p) for m, p in told.items()) > 0.01


def test_a_kept_tree_counts_margins_from_the_new_centre(network: _core.Network) -> None:
    game = start("C3")
    before = Reference(network, game, KOMI, {"score_dynamic": 1.0})
    made = tree(network, cpuct=4, score_dynamic=1.0)
    best = search(made, game, playouts=300)["moves"][0]
    game.play(game.name(best["move"]))
    kept = search(made, game, playouts=1)
    assert kept["root_visits"] == best["visits"] + 1
    # Of positions that were visited once the network's own word is known.
    words = []
    for move in kept["moves"]:
        if move["visits"] == 1:
            after = game.copy()
            after.play(game.name(move["move"]))
            said = before.say(after)
            words.append((move["utility"], said))
    assert len(words) > 3

    def utility(said: Any, centre: float) -> float:
        before.centre = centre
        return said["loss"] - said["win"] + before.worth(-said["score"], said["stdev"])

    old = before.centre
    sign = 1 if game.to_play == 1 else -1
    centres = [c / 20 for c in range(-400, 401)]
    shown = [
        min(centres, key=lambda c, told=told, said=said: abs(utility(said, sign * c) - told))
        for told, said in words
    ]
    assert max(shown) - min(shown) < 0.2
    assert abs(sign * shown[0] - old) > 0.3


def test_other_rules_need_another_tree(network: _core.Network) -> None:
    game, made = start("C3"), tree(network)
    search(made, game, playouts=50)
    assert search(made, game, playouts=1)["root_visits"] == 51
    assert search(made, game, playouts=1, tax="seki")["root_visits"] == 1


class TestSymmetry:
    def found(self, network: _core.Network, game: Game, **options: Any) -> Any:
        return search(tree(network, root_symmetry=1, cpuct=5), game, playouts=300, **options)

    def test_one_move_for_its_mirror_images(self, network: _core.Network) -> None:
        report = self.found(network, start(), symmetry=True)
        # Six classes of points on an empty 5x5 board, and the pass.
        assert len(report["moves"]) == 7
        assert sum(visits(report).values()) == 299
        everything = self.found(network, start())
        assert len(everything["moves"]) == AREA + 1

    def test_a_ko_or_a_stone_breaks_it(self, network: _core.Network) -> None:
        assert len(self.found(network, start("C3"), symmetry=True)["moves"]) == 5 + 1
        assert len(self.found(network, start("C4"), symmetry=True)["moves"]) == 15 - 1 + 1
        assert len(self.found(network, start("C4", "B1"), symmetry=True)["moves"]) == AREA - 1

    def test_of_the_moves_given_alone(self, network: _core.Network) -> None:
        report = self.found(network, start(), symmetry=True, moves=[0, 4, 7])
        assert sorted(m["move"] for m in report["moves"]) in ([0, 7], [4, 7])


def test_passes_end_the_game_with_dead_stones_off(network: _core.Network) -> None:
    """Where dead stones are taken off, those in pass-alive territory are: both have passed, and the
    white stone in Black's eye does not stand."""
    rows = (". X . X O", "X X X X .", ". O X . .", ". . X . .", "X X X . .")
    game = Game.from_drawing(*rows, komi=KOMI, rules="chinese", to_play="white")
    game.play("pass")
    values = []
    for friendly in (True, False):
        report = search(
            tree(network), game, playouts=40, moves=[AREA], friendly_pass=friendly, komi=21.5
        )
        assert visits(report) == {AREA: 39}
        values.append(report["moves"][0]["score"])
    assert values[0] > values[1]


@pytest.mark.parametrize("part", ["ownership", "score_matmul"])
def test_what_is_no_number_ends_the_search(
    tmp_path: Path, network: _core.Network, part: str
) -> None:
    """And leaves a tree that can be used."""
    net = random_network(channels=4, blocks="o")
    layer = getattr(net.value, part)
    bad = replace(layer, weights=layer.weights * float("nan"))
    path = tmp_path / "model.xml"
    model = build_model(replace(net, value=replace(net.value, **{part: bad})), SIZE, SIZE)
    openvino().save_model(model, path, compress_to_fp16=False)
    made = tree(_core.Network(openvino_library(), str(path), SIZE, SIZE))
    with pytest.raises(RuntimeError, match="no number"):
        search(made, start(), playouts=10)
    made.set_evaluator(network)
    assert search(made, start(), playouts=10)["root_visits"] == 10
