"""`matilda-mlp`: Matilda with a small network."""

from __future__ import annotations

from pathlib import Path

import pytest

from keima import Engine, Game, Limit, _core
from keima.engine.profiles import load_profile
from keima.models.mlp import write_mlp


def test_it_is_matilda_and_the_network() -> None:
    plain, other = load_profile("matilda"), load_profile("matilda-mlp")
    added = {"mlp", "prior_mlp_best", "prior_mlp_rest", "mlp_least"}
    for table in ("parameters", "large"):
        ours, theirs = getattr(other, table), getattr(plain, table)
        assert {k: v for k, v in ours.items() if k not in added} == theirs
    assert other.parameters["mlp"] == "auto"


def test_other_profiles_have_it_off() -> None:
    for name, value, *_ in _core.tree_parameters():
        assert value == 0 or not name.startswith("prior_mlp"), name


def test_it_plays_and_repeats_itself() -> None:
    results = []
    for profile in ("matilda-mlp", "matilda-mlp", "matilda", "matilda-mlp:mlp=none"):
        result = Engine(profile, threads=1, seed=1).search(Game(9, komi=7.5), Limit(playouts=300))
        results.append([(c.move, c.visits) for c in result.candidates])
    assert results[0] == results[1] != results[2] == results[3]


@pytest.mark.parametrize("size", [(7, 7), (9, 13)])
def test_a_size_without_a_network_is_an_error_before_the_first_move(size: tuple[int, int]) -> None:
    engine = Engine("matilda-mlp")
    with pytest.raises(ValueError, match="no small network for boards of"):
        engine.prepare(Game(size))
    with pytest.raises(ValueError, match="no small network for boards of"):
        engine.search(Game(size), Limit(playouts=1))


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    net = _core.Perceptron(7, 4)
    net.randomize(1)
    write_mlp(tmp_path / "own.bin", net, {})
    engine = Engine(f"matilda-mlp:mlp={tmp_path / 'own.bin'}", threads=1)
    assert engine.search(Game(7), Limit(playouts=50)).playouts == 50
