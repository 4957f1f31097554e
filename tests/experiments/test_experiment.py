from dataclasses import replace

import pytest

from keima.experiments import known_experiments, load_experiment
from keima.experiments.experiment import Experiment


def test_every_name_is_that_of_its_experiment() -> None:
    for name in known_experiments():
        assert load_experiment(name).name == name


def test_an_unknown_name_is_an_error_that_lists_the_known() -> None:
    with pytest.raises(
        ValueError, match=r"unknown experiment 'palsson-9': expected .*palsson-8\.4"
    ):
        load_experiment("palsson-9")


def test_an_unknown_cell_is_an_error_that_lists_the_known(small: Experiment) -> None:
    with pytest.raises(ValueError, match="small has no cell 'x': expected one of strong, even"):
        small.cell("x")
    with pytest.raises(ValueError, match="none: it is computed"):
        load_experiment("palsson-7.1").cell("x")


def test_a_cell_has_the_planned_number_of_games_with_both_colours(small: Experiment) -> None:
    cell = small.cell("strong")
    plans = list(small.plan(cell).plans())
    assert [plan.black.name for plan in plans] == ["strong", "weak"] * 2
    assert len({plan.seed for plan in plans}) == 4


def test_more_games_continue_those_there_are(small: Experiment) -> None:
    cell = small.cell("strong")
    more = list(small.plan(cell, 7).plans())
    assert more[:4] == list(small.plan(cell).plans())
    assert [small.game(cell, number) for number in range(7)] == more


@pytest.mark.parametrize("number", [-1, "1", 1.5, None])
def test_a_game_has_a_number(small: Experiment, number: object) -> None:
    with pytest.raises(ValueError, match="number of a game"):
        small.game(small.cell("even"), number)  # type: ignore[arg-type]


def test_a_cell_may_have_settings_and_a_colour_of_its_own(small: Experiment) -> None:
    settings = small.settings.replace(size=(5, 4))
    cell = replace(small.cell("strong"), settings=settings, a_plays="W")
    plans = list(small.plan(cell).plans())
    assert {plan.white.name for plan in plans} == {"strong"}
    assert {plan.settings for plan in plans} == {settings}
    assert small.game(cell, 2) == plans[2]


def test_cells_do_not_share_games(small: Experiment) -> None:
    assert len({small.tournament_of(cell) for cell in small.cells}) == 3
