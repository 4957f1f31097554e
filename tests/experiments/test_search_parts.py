"""What parts of the search are worth: every row changes one thing, at equal time."""

from collections.abc import Callable
from dataclasses import asdict

import pytest

from keima import Engine
from keima.arena.results import Results
from keima.experiments import load_experiment
from keima.experiments.experiment import Experiment
from keima.experiments.search_parts import (
    CLASSIC_PARTS,
    CLASSIC_SPEEDS,
    MODERN,
    MODERN_PARTS,
    MODERN_PLAYER,
    PLAYER,
)


@pytest.fixture
def experiment() -> Experiment:
    return load_experiment("keima-parts")


@pytest.fixture
def classic() -> Experiment:
    return load_experiment("classic-parts")


@pytest.mark.parametrize(
    "name, expected",
    [
        ("keima-parts", "0f66351b8381c5f7"),
        ("kata-parts", "7fbc1ff72c44f796"),
        ("classic-parts", "232133b6d8a39210"),
    ],
)
def test_the_plan_stays_what_it_is(
    name: str, expected: str, fingerprint: Callable[[Experiment], str]
) -> None:
    assert fingerprint(load_experiment(name)) == expected


def pairs(text: str) -> dict[str, float | str]:
    def value_of(word: str) -> float | str:
        try:
            return float(word)
        except ValueError:
            return word

    return {name: value_of(word) for name, word in (pair.split("=") for pair in text.split(","))}


def test_each_row_changes_the_profile_in_what_it_says(experiment: Experiment) -> None:
    plain = asdict(Engine(PLAYER).parameters)
    for cell in experiment.cells:
        change = cell.a.spec.removeprefix(f"{PLAYER},")
        assert cell.b.spec == PLAYER and cell.labels[2] == f"`{change}`"
        changed = asdict(Engine(cell.a.spec).parameters)
        for name, value in pairs(change).items():
            assert changed[name] != plain[name], cell.name
            assert changed[name] == value


def test_a_modern_network_has_the_parts_that_are_left_out() -> None:
    plain = asdict(Engine(MODERN_PLAYER.replace(MODERN, "keima-9x9")).parameters)
    for cell in load_experiment("kata-parts").cells:
        _, text = MODERN_PARTS[cell.name]
        assert cell.a.spec == f"{cell.b.spec},{text}" and cell.b.spec == MODERN_PLAYER
        assert all(plain[name] > value == 0 for name, value in pairs(text).items())


def test_classic_differs_in_the_part_and_in_simulations_alone(classic: Experiment) -> None:
    assert {cell.name for cell in classic.cells} == {
        f"{side}x{side}-{part}" for side, part in CLASSIC_SPEEDS
    }
    for cell in classic.cells:
        board, part = cell.name.split("-", 1)
        side = int(board.split("x")[0])
        without, with_part = (asdict(Engine(p.spec).parameters) for p in (cell.a, cell.b))
        changed = {name for name in without if without[name] != with_part[name]}
        _, on, off = CLASSIC_PARTS[part]
        speed = CLASSIC_SPEEDS[side, part]
        assert changed == {*pairs(off), *(["playouts"] if speed != 1 else [])}
        assert without["playouts"] == round(with_part["playouts"] * speed)
        for values, text in ((with_part, on), (without, off)):
            assert all(values[name] == value for name, value in pairs(text).items())


@pytest.mark.parametrize("name, cell", [("keima-parts", "bias"), ("classic-parts", "9x9-reading")])
def test_a_game_is_played(
    name: str, cell: str, play: Callable[..., int], database: Results
) -> None:
    experiment = load_experiment(name)
    assert play(experiment, database, cell, games=1) == 1
    [record] = database.records(experiment.tournament_of(experiment.cell(cell)))
    assert not record.faults
    changed = record.players["B"]["parameters"]
    assert changed["bias"] == 0.45 if name == "keima-parts" else changed["reader_nodes"] == 0
