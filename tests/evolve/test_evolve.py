"""Evolution: breeding, fitness, and runs that go on."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from keima import _core
from keima.cli.learn import app
from keima.evolve import FITNESS, Run, Settings
from keima.evolve.fitness import STEPS, Valuer
from keima.evolve.games import GnuGos, mixed_game, points
from keima.evolve.populations import Populations, node_fitness
from keima.gtp.client import GtpDied
from tests.learn.test_mlp import write_pack

SMALL = Settings(side=5, nodes=60, hidden=20, networks=8, games=2)
runner = CliRunner()


def populations(seed: int = 1) -> Populations:
    return Populations.random(SMALL, np.random.default_rng(seed))


def same(a: Run, b: Run) -> bool:
    parts = ("inputs", "outputs", "weights", "networks")
    return a.log == b.log and all(
        (getattr(a.populations, p) == getattr(b.populations, p)).all() for p in parts
    )


def test_connections_of_a_node_differ_also_after_breeding() -> None:
    genes = populations()
    fitness = np.arange(8.0)
    for generation in range(20):
        for rows, most in ((genes.inputs, 75), (genes.outputs, 25)):
            assert rows.max() < most
            assert all(len(set(row)) == len(row) for row in rows.tolist())
        genes.breed(fitness, SMALL, np.random.default_rng(generation))


def test_the_best_stay_and_the_worst_are_replaced() -> None:
    settings = Settings(side=5, nodes=60, hidden=20, networks=8, redraw=0, mutation=0)
    genes = Populations.random(settings, np.random.default_rng(1))
    before = genes.copy()
    fitness = np.array([0.0, 7, 1, 6, 2, 5, 3, 4])
    genes.breed(fitness, settings, np.random.default_rng(1))
    changed = (genes.networks != before.networks).any(axis=1)
    assert set(np.flatnonzero(changed)) <= {0, 2, 4, 6}  # two parents, four children
    assert changed.sum() >= 3
    worth = node_fitness(before.networks, fitness, 60, 5)
    best = np.argsort(-worth)[:20]
    assert (genes.weights[best] == before.weights[best]).all()


def test_children_have_genes_of_their_parents_only() -> None:
    settings = Settings(side=5, nodes=60, hidden=20, networks=8, redraw=0, mutation=0)
    genes = Populations.random(settings, np.random.default_rng(2))
    old = set(genes.weights.ravel().tolist())
    genes.breed(np.arange(8.0), settings, np.random.default_rng(2))
    assert set(genes.weights.ravel().tolist()) <= old
    wild = Settings(side=5, nodes=60, hidden=20, networks=8, mutation=1)
    genes.breed(np.arange(8.0), wild, np.random.default_rng(2))
    assert not set(genes.weights.ravel().tolist()) <= old


def test_the_fitness_of_a_node_is_that_of_its_best_networks() -> None:
    networks = np.array([[0, 1], [0, 2], [0, 2], [0, 0]], np.int32)
    found = node_fitness(networks, np.array([1.0, 0.5, 0.25, 0.0]), 4, 2)
    assert found.tolist() == [0.75, 1.0, 0.375, -1.0]


@pytest.mark.parametrize("fitness", ["random", "tournament"])
def test_a_run_is_the_same_however_often_it_is_stopped(fitness: str, tmp_path: Path) -> None:
    settings = Settings(side=5, nodes=60, hidden=20, networks=8, games=2, fitness=fitness)
    with ThreadPoolExecutor(1) as one, ThreadPoolExecutor(3) as many:
        whole = Run(settings)
        for _ in range(4):
            whole.step(one, None)
        part = Run(settings)
        for _ in range(4):
            part.step(many, None)
            part.save(tmp_path / "run.npz")
            part = Run.load(tmp_path / "run.npz")
    assert same(whole, part)
    assert part.generation == 4 and [row["generation"] for row in part.log] == [0, 1, 2, 3]


def test_a_game_that_is_too_long_costs_both() -> None:
    assert points(1, False, 1, SMALL) == 1 and points(1, False, 2, SMALL) == 0
    assert points(0, True, 1, SMALL) == -1 == points(0, True, 2, SMALL)
    hurried = Settings(side=5, nodes=60, hidden=20, networks=8, long_game=0.1)
    genes = Populations.random(hurried, np.random.default_rng(1))
    networks = [genes.network(i, hurried) for i in range(8)]
    with ThreadPoolExecutor(1) as pool:
        fitness = Valuer(hurried, pool, None).fitness(networks, 1, 0, 0)
    assert (fitness == -1).all()


def test_what_is_asked_for_evolves() -> None:
    """Networks are worth what their first weights are: soon these are large."""
    genes = populations()

    def worth() -> Any:
        return genes.weights[genes.networks, 0].mean(axis=1).astype(np.float64)

    before = worth()
    for generation in range(40):
        genes.breed(worth(), SMALL, np.random.default_rng(generation))
    assert worth().mean() > before.max() + 0.3


def test_the_stop_test_ends_at_the_first_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []

    def game(net: Any, share: float, *_: Any) -> float:
        asked.append(share)
        return float(share < 0.3)

    monkeypatch.setattr("keima.evolve.fitness.mixed_game", game)
    net = populations().network(0, SMALL)
    with ThreadPoolExecutor(1) as pool:
        valuer = Valuer(SMALL, pool, object())  # type: ignore[arg-type]
        assert valuer.steps_won(net, 1, 2) == 3
        assert asked == [0, 0, 0.1, 0.1, 0.2, 0.2, 0.3]
        monkeypatch.setattr("keima.evolve.fitness.mixed_game", lambda *_: 1.0)
        assert valuer.steps_won(net, 1, 2) == len(STEPS)
        run = Run(SMALL)
        run.step(pool, object(), stop_games=1)  # type: ignore[arg-type]
        assert run.done and run.generation == 0


def test_gnu_go_gets_a_greater_part_as_networks_win(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("keima.evolve.fitness.mixed_game", lambda *_: 1.0)
    settings = Settings(side=5, nodes=60, hidden=20, networks=8, games=1, fitness="gnugo", step=0.4)
    run = Run(settings)
    with ThreadPoolExecutor(1) as pool:
        for _ in range(5):
            run.step(pool, object())  # type: ignore[arg-type]
    told = [(row["share"], row["level"]) for row in run.log]
    assert told == [(0, 0), (0.4, 0), (0.8, 0), (1, 0), (1, 1)]


@pytest.mark.parametrize(("komi", "worth"), [(0.0, 0.0), (0.5, 1.0), (-0.5, 0.0)])
def test_a_drawn_game_with_gnu_go_is_not_won(komi: float, worth: float) -> None:
    """Both pass at once."""

    class Passes:
        def send(self, command: str) -> str:
            return "pass" if command.startswith("reg_genmove") else ""

    settings = replace(SMALL, komi=komi, cutoff=10.0)
    net = populations().network(0, settings)
    programs = SimpleNamespace(one=lambda: nullcontext(Passes()))
    assert mixed_game(net, 1.0, 0, settings, 1, programs) == worth  # type: ignore[arg-type]


def test_a_game_with_gnu_go(gnugo: str) -> None:
    programs = GnuGos()
    try:
        net = populations().network(0, SMALL)
        found = {mixed_game(net, share, 0, SMALL, 1, programs) for share in (0.5, 1.0)}
    finally:
        programs.close()
    assert found <= {0.0, 1.0, -1.0}


def run_command(*arguments: object) -> Any:
    size = ("--size", 5, "--nodes", 60, "--hidden", 20, "--networks", 8, "--games", 2)
    return runner.invoke(app, ["sane", *map(str, (*size, *arguments))])


def test_the_command_goes_on_from_its_file(tmp_path: Path) -> None:
    out, whole = tmp_path / "run.npz", tmp_path / "whole.npz"
    pack = write_pack(tmp_path / "games.npz")
    options = ("--judge", pack, "--judge-every", 2, "--fitness", "random", "--workers", 1)
    assert run_command("--out", out, "--generations", 2, *options).exit_code == 0
    result = run_command("--out", out, "--generations", 5, "--json", *options)
    assert result.exit_code == 0 and "going on after 2 generations" in result.stderr
    told = json.loads(result.stdout)
    assert told["generations"] == 5 and told["rank"] > 1
    assert run_command("--out", whole, "--generations", 5, *options).exit_code == 0
    assert same(Run.load(out), Run.load(whole))


def test_a_gnu_go_that_dies_ends_the_run_and_it_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(*_: object) -> float:
        raise GtpDied("gone")

    out, options = tmp_path / "run.npz", ("--fitness", "gnugo", "--generations", 1)
    monkeypatch.setattr("keima.evolve.games.gnugo_path", lambda: "gnugo")
    with monkeypatch.context() as changed:
        changed.setattr("keima.evolve.fitness.mixed_game", die)
        result = run_command("--out", out, *options)
        assert result.exit_code == 1 and "GNU Go: gone; the same command goes on" in result.stderr
    monkeypatch.setattr("keima.evolve.fitness.mixed_game", lambda *_: 1.0)
    assert run_command("--out", out, *options).exit_code == 0
    assert Run.load(out).generation == 1


def test_faulty_files_and_settings_are_told(tmp_path: Path) -> None:
    out = tmp_path / "run.npz"
    result = run_command("--out", out, "--fitness", "chess")
    assert result.exit_code == 1 and f"one of {', '.join(FITNESS)}" in result.stderr
    result = run_command("--out", out, "--set", "luck=1")
    assert result.exit_code == 1 and "unknown setting 'luck'" in result.stderr
    result = run_command("--out", out, "--set", "mutation=much")
    assert result.exit_code == 1 and "expected a number" in result.stderr
    assert not out.exists()
    assert run_command("--out", out, "--generations", 0).exit_code == 0
    result = run_command("--out", out, "--set", "mutation=0.5")
    assert result.exit_code == 1 and "other settings" in result.stderr
    for data in (b"alien", out.read_bytes()[:-100]):
        out.write_bytes(data)
        result = run_command("--out", out)
        assert result.exit_code == 1 and "is no evolution" in result.stderr


def test_a_file_whose_parts_do_not_fit_is_refused(tmp_path: Path) -> None:
    run = Run(SMALL)
    run.populations.networks[0, 0] = 60
    run.save(tmp_path / "run.npz")
    with pytest.raises(ValueError, match="a node that is not there"):
        Run.load(tmp_path / "run.npz")
    run.populations.networks = run.populations.networks[:4]
    run.save(tmp_path / "run.npz")
    with pytest.raises(ValueError, match="networks do not fit"):
        Run.load(tmp_path / "run.npz")


def test_examples_judge_a_network(tmp_path: Path) -> None:
    examples = _core.Examples(5)
    examples.add_game(_core.Board(5, 5), 1, [12, 7, 11], last=0, most_stones=25)
    net = populations().network(0, SMALL)
    rows = net.ranks(examples, 2)
    assert len(rows) == 2 and rows[0][2] == 25 and 1 <= rows[0][0] <= 25
