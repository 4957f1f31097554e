"""The tables are those of the document, and every cell can be played."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from keima.arena.play import Table
from keima.arena.results import Results
from keima.arena.settings import Entrant
from keima.engine import Engine
from keima.experiments import load_experiment
from keima.experiments.experiment import Cell, Experiment
from keima.experiments.ferreira import EXPERIMENTS, PRIORS, PRUNING
from keima.experiments.results import results_of

TABLES = sorted(EXPERIMENTS)
# As printed: win rate in percent, games.
PRINTED = {
    "ferreira-3.1": "52 490, 58.1 903, 59.4 1086, 58.4 476, 55.1 748",
    "ferreira-3.2": "41.8 3427, 43.1 3984, 42.2 3540, 42.5 3736, 41.8 3427, 42.2 3246",
    "ferreira-3.3": "50.3 435, 69.5 488, 82.1 431, 92 512, 94 468, 96.6 468",
    "ferreira-4.1": "91.6 136, 33.3 216",
    "ferreira-5.1": "58.4 358, 26.4 307, 54.4 320, 52.9 780, 48.4 440, 44 450, 7.1 326",
    "ferreira-5.2": "81.1 201, 77.5 209",
}


@pytest.mark.parametrize("name", TABLES)
def test_results_of_the_document_give_its_printed_rates(name: str) -> None:
    papers = [cell.paper for cell in load_experiment(name).cells if cell.paper]
    # Games are whole: the nearest number of them may be half a game away.
    for paper, text in zip(papers, PRINTED[name].split(","), strict=True):
        rate, games = map(float, text.split())
        assert paper.games == games
        assert 100 * paper.rate == pytest.approx(rate, abs=max(0.05, 50 / games))


@pytest.mark.parametrize("name", TABLES)
def test_the_documents_numbers_stand_beside_matilda_only(name: str) -> None:
    for cell in load_experiment(name).cells:
        assert cell.a.spec.startswith("matilda") or cell.paper is None


def test_growth_is_that_of_the_printed_elo_differences() -> None:
    from keima.arena.statistics import elo_difference

    cells = load_experiment("ferreira-3.3").cells
    found = [elo_difference(cell.paper).value for cell in cells if cell.paper]
    assert found == pytest.approx([2, 143, 265, 424, 478, 581], abs=2)


@pytest.mark.parametrize("profile", ["matilda", "classic"])
def test_without_prior_values_is_without_all_of_them(profile: str) -> None:
    """Those that are not named must be off; so must be, for `classic`, other ways of pruning."""
    named = {"prior_scale", *(f"prior_{n}" for n in PRIORS), *(f"prune_{n}" for n in PRUNING)}
    kinds = ("prior_", "prune_") if profile == "classic" else ("prior_",)
    used = {
        name
        for name, value in vars(Engine(profile, seed=1).parameters).items()
        if name.startswith(kinds) and value
    }
    assert used <= named


CHANGED = {
    "ucb": {"bandit"},
    "rave": {"rave_equivalence"},
    "criticality": {"criticality"},
    "replies": {"replies"},
    "model": {"prior_model"},
    "playouts": {"policy"},
    "doubtful": {"prior_doubtful"},
    "with-ucb": {"bandit", "exploration"},
    "with-criticality": {"criticality"},
    "trained": {"classic_weighted"},
    "with-replies": {"replies"},
    "ucb-for-rave": {"bandit", "exploration", "rave_equivalence"},
}


@pytest.mark.parametrize("cell", load_experiment("ferreira-5.1").cells[1:], ids=lambda c: c.name)
def test_a_part_is_all_that_changes(cell: Cell) -> None:
    """Beside the row without a change, or beside the opponent but for equal time."""
    whole = load_experiment("ferreira-5.1").cell(cell.base).a if cell.base else cell.b
    before, after = (vars(Engine(p.spec, seed=1).parameters) for p in (whole, cell.a))
    changed = {name for name in before if before[name] != after[name]}
    if not cell.base:
        changed.discard("playouts")
    part = cell.name.split("-", 1)[1]
    if part in ("priors", "pruning"):
        assert changed
        assert all(name.startswith(part[:3]) and after[name] == 0 for name in changed)
    else:
        assert changed == CHANGED[part]


def test_matilda_is_white_in_table_4_1() -> None:
    experiment = load_experiment("ferreira-4.1")
    for cell in experiment.cells:
        games = [experiment.game(cell, number) for number in range(3)]
        assert {game.white for game in games} == {cell.a}
    clock = experiment.game(experiment.cell("matilda-13"), 0).settings
    assert (clock.size, clock.time.kind, clock.time.main) == ((13, 13), "absolute", 600)


@pytest.mark.parametrize(
    ("name", "plans"),
    [
        ("ferreira-3.1", "50edf4558f48cdae"),
        ("ferreira-3.2", "fb3760ca642fe00d"),
        ("ferreira-3.3", "980c39762054d717"),
        ("ferreira-4.1", "53dea8abed5a0710"),
        ("ferreira-5.1", "fac4094dd215084c"),
        ("ferreira-5.2", "5d86f4a986809e31"),
    ],
)
def test_the_plans_stay_what_they_are(
    name: str, plans: str, fingerprint: Callable[[Experiment], str]
) -> None:
    assert fingerprint(load_experiment(name)) == plans


def few_playouts(spec: str, playouts: int = 4) -> str:
    """The same player in a hurry."""
    few = f"playouts={playouts},memory_mb=4"
    return re.sub(r"playouts=\d+", few, spec) if "playouts=" in spec else f"{spec}:{few}"


@pytest.mark.parametrize("name", TABLES)
def test_every_cell_plays_a_whole_game(name: str) -> None:
    """By its own rules and clock, but on a small board, with few playouts and no GNU Go."""
    experiment = load_experiment(name)
    with Table(keep=2) as table:
        for cell in experiment.cells:
            opponent = Entrant("opponent", "abramson:playouts=1")
            if not cell.b.spec.startswith("gtp:"):
                opponent = Entrant("opponent", few_playouts(cell.b.spec))
            settings = (cell.settings or experiment.settings).replace(
                size=(5, 5), score="keima", referee="keima"
            )
            hurried = replace(
                cell,
                a=Entrant(cell.a.name, few_playouts(cell.a.spec)),
                b=opponent,
                settings=settings,
            )
            record = table.play(experiment.game(hurried, 0))
            assert not record.faults, cell.name
            assert record.reason in ("score", "resign"), cell.name
            assert len(record.moves) > 5, cell.name


def test_a_game_with_gnu_go(gnugo: str, play: Callable[..., int], database: Results) -> None:
    """GNU Go takes the rules and the options it is given, and counts."""
    given = load_experiment("ferreira-5.1")
    cell = given.cell("matilda-ucb")
    cell = replace(cell, a=Entrant(cell.a.name, few_playouts(cell.a.spec, 20)))
    experiment = replace(given, cells=(cell,))
    assert play(experiment, database, cell.name, games=1) == 1
    [record] = database.records("ferreira-5.1/matilda-ucb")
    assert not record.faults
    assert record.counts.get("referee", record.result) == record.result
    [result] = results_of(experiment, database)
    assert result.tally.games == 1
