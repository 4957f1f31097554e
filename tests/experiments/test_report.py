import json
from dataclasses import replace

from keima.arena.statistics import Tally
from keima.experiments import load_experiment
from keima.experiments.experiment import Experiment
from keima.experiments.report import as_json, as_markdown, as_text, summary, table
from keima.experiments.results import CellResult


def played(small: Experiment, *tallies: Tally) -> list[CellResult]:
    given = [*tallies, Tally(0, 0), Tally(0, 0), Tally(0, 0)]
    return [CellResult(cell, tally) for cell, tally in zip(small.cells, given, strict=False)]


def test_ours_and_theirs_stand_side_by_side_with_intervals(small: Experiment) -> None:
    headings, rows = table(small, played(small, Tally(35, 15)))
    row = dict(zip(enumerate(headings), rows[0], strict=True))
    assert row[0, "who"] == "Strong"
    assert row[2, "ours"] == "35 - 15"
    assert row[3, "rate %"] == "70.0 (56.2 to 80.9)"
    assert row[4, "strength %"] == "+133.3 (+28.0 to +419.6)"
    assert row[5, "document"] == "40 - 10"
    assert row[6, "rate %"].startswith("80.0 (")
    assert row[7, "strength %"].startswith("+300.0 (")
    assert row[8, "findings"] == "stronger, stronger"
    assert row[9, "agree"] == "yes"


def test_cells_that_were_not_played_and_clean_sheets(small: Experiment) -> None:
    _, rows = table(small, played(small, Tally(5, 0), Tally(1, 1, 1)))
    assert rows[0][2] == "5 - 0"
    assert rows[0][4] == "∞ (+28.2 to ∞)"
    assert rows[1][2] == "1 - 1 - 1"
    assert rows[2][2:5] == ["-"] * 3
    assert rows[2][-2:] == ["-, stronger", "-"]


def test_the_verdict_in_a_sentence(small: Experiment) -> None:
    assert summary(small, played(small)) == "No games have been played."
    results = played(small, Tally(1000, 1000), Tally(1, 1))
    results[1] = CellResult(results[1].cell, results[1].tally, void=3)
    assert summary(small, results) == (
        "2,002 games; 1 of 2 cells played agree, 1 not played; 3 void games are not counted."
    )


def test_text_has_columns_in_line(small: Experiment) -> None:
    lines = as_text(small, played(small, Tally(35, 15))).splitlines()
    assert lines[0] == "Nobody 2001, table 1: Strong < weak & others"
    assert max(map(len, lines)) <= 120
    assert lines[1].index("ours") == lines[3].index("35 - 15")
    assert lines[-1] == "50 games; 1 of 1 cells played agree, 2 not played."


def test_json_is_plain(small: Experiment) -> None:
    value = json.loads(json.dumps(as_json(small, played(small, Tally(5, 0))), allow_nan=False))
    first, second, _ = value["cells"]
    assert first["ours"]["rate"] == 1
    assert first["ours"]["strength"] is None
    assert first["ours"]["finding"] == "stronger"
    assert first["paper"]["strength"] == 3
    assert (second["ours"]["wins"], second["agree"]) == (0, None)
    assert "rate" not in second["ours"]


def test_json_of_what_is_computed() -> None:
    value = as_json(load_experiment("palsson-7.1"), [])
    assert [row["agree"] for row in value["rows"]] == [True] * 6  # type: ignore[attr-defined]


def test_a_page_has_verdict_figure_table_and_differences(small: Experiment) -> None:
    page = as_markdown(small, played(small, Tally(35, 15)), "small.svg", "keima experiment x")
    assert page.startswith("# Nobody 2001, table 1")
    assert "**50 games; 1 of 1 cells played agree, 2 not played.**" in page
    assert "(small.svg)" in page
    assert "- The board is small." in page
    assert "```sh\nkeima experiment x\n```" in page
    rows = [line for line in page.splitlines() if line.startswith("|")]
    assert len(rows) == 5
    assert len({row.count("|") for row in rows}) == 1


def own(small: Experiment) -> Experiment:
    """The same with rates and Elo, and a second cell of our own that changes the first."""
    first, second, third = small.cells
    second = replace(second, paper=None, base="strong")
    third = replace(third, base="strong")
    return replace(small, cells=(first, second, third), measure="elo")


def test_cells_of_our_own_and_changes(small: Experiment) -> None:
    experiment = own(small)
    results = played(experiment, Tally(35, 15), Tally(20, 30))
    headings, rows = table(experiment, results)
    numbers = ["rate %", "Elo", "change"]
    assert headings[2:] == ["ours", *numbers, "document", *numbers, "findings", "agree"]
    assert rows[0][4:6] == ["+147 (+44 to +251)", "-"]
    assert rows[1][2:6] == ["20 - 30", "40.0 (27.6 to 53.8)", "-70 (-167 to +27)", "-30.0 ± 18.6"]
    assert rows[1][6:10] == ["-"] * 4
    assert rows[1][10:] == ["open, -", "-"]
    # Seven won of seven: as if it were less certain than it looks.
    assert rows[2][6:10] == ["7 - 0", "100.0 (64.6 to 100.0)", "∞ (+104 to ∞)", "+20.0 ± 17.9"]
    assert summary(experiment, results) == (
        "100 games; 1 of 1 cells played agree, 1 cells of our own played, 1 not played."
    )
    assert as_json(experiment, results)["cells"][1]["paper"] is None  # type: ignore[index]
    page = as_markdown(experiment, results, "x.svg")
    assert "*Elo*" in page
    assert "*Change*" in page
    assert "*Strength*" not in page


def test_only_cells_of_our_own_were_played(small: Experiment) -> None:
    results = played(own(small), Tally(0, 0), Tally(1, 1))
    assert summary(own(small), results) == "2 games; 1 cells of our own played, 2 not played."


def test_a_page_of_what_is_computed_has_no_figure() -> None:
    page = as_markdown(load_experiment("palsson-7.1"), [], None)
    assert "**6 of 6 rows are the same.**" in page
    assert "](" not in page
