from collections.abc import Callable
from dataclasses import replace

import pytest

from keima.arena.pool import void_record
from keima.arena.results import Results
from keima.arena.statistics import Tally
from keima.experiments.experiment import Experiment
from keima.experiments.results import CellResult, finding, results_of


def verdict(small: Experiment, ours: Tally) -> bool | None:
    return CellResult(small.cell("strong"), ours).agrees  # the document has 40 of 50


def test_what_was_played_is_counted_for_the_first_player(
    small: Experiment, play: Callable[..., int], database: Results
) -> None:
    assert play(small, database, "strong", "even") == 6
    strong, even, never = results_of(small, database)
    records = list(database.records("small/strong"))
    won = sum(r.result[0] == ("B" if r.plan.black.name == "strong" else "W") for r in records)
    assert strong.tally == Tally(won, 4 - won)
    assert even.tally.games == 2
    assert (never.tally.games, never.agrees) == (0, None)


def test_time_of_a_move_is_told_of_both_players(
    small: Experiment, play: Callable[..., int], database: Results
) -> None:
    play(small, database, "strong")
    strong = results_of(replace(small, seconds=True), database)[0]
    games = list(database.records("small/strong"))
    assert strong.seconds is not None and len(games) == 4
    for number, entrant in enumerate((strong.cell.a, strong.cell.b)):
        used = [
            each
            for record in games
            for each in record.cpus[record.plan.black.name != entrant.name :: 2]
        ]
        assert strong.seconds[number] == pytest.approx(sum(used) / len(used))
    assert strong.different == 0  # nobody has looked
    assert results_of(small, database)[0].seconds is None
    assert results_of(replace(small, seconds=True), database)[2].seconds is None  # never played


def test_void_games_are_left_out(small: Experiment, database: Results) -> None:
    cell = small.cell("strong")
    database.begin(small.tournament_of(cell), "")
    database.add(void_record(small.game(cell, 0), "died"))
    [strong, *_] = results_of(small, database)
    assert (strong.tally.games, strong.void) == (0, 1)


def test_agreement_is_within_1_96_standard_errors(small: Experiment) -> None:
    assert verdict(small, Tally(40, 10)) is True
    assert verdict(small, Tally(0, 0)) is None
    # Of 100 games: the standard error of the difference is 0.0748.
    assert verdict(small, Tally(66, 34)) is True
    assert verdict(small, Tally(65, 35)) is False
    assert verdict(small, Tally(600, 400)) is False


def test_agreement_does_not_take_a_clean_sheet_for_certain(small: Experiment) -> None:
    # One game won has a rate of 100 % but says little.
    assert verdict(small, Tally(1, 0)) is True
    assert verdict(small, Tally(0, 1)) is True
    assert verdict(small, Tally(0, 20)) is False


@pytest.mark.parametrize(
    ("tally", "text"),
    [
        (Tally(0, 0), "-"),
        (Tally(4195, 3605), "stronger"),
        (Tally(1541, 1459), "open"),
        (Tally(300, 350), "weaker"),
        (Tally(20, 0), "stronger"),
        (Tally(0, 20), "weaker"),
    ],
)
def test_findings(tally: Tally, text: str) -> None:
    assert finding(tally) == text
