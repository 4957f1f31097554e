from dataclasses import replace
from xml.etree import ElementTree

import pytest

from keima.arena.statistics import Tally
from keima.experiments.experiment import Experiment
from keima.experiments.figure import LEFT, RIGHT, WIDTH, draw, scale_of
from keima.experiments.results import CellResult

SVG = "{http://www.w3.org/2000/svg}"


def picture(small: Experiment, *tallies: Tally) -> ElementTree.Element:
    results = [CellResult(cell, tally) for cell, tally in zip(small.cells, tallies, strict=True)]
    return ElementTree.fromstring(draw("a < b & c", results))


def texts(tree: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in tree.iter(f"{SVG}text")]


def test_everything_is_labelled(small: Experiment) -> None:
    found = texts(picture(small, Tally(30, 20), Tally(10, 10), Tally(0, 0)))
    for text in ("a < b & c", "Strong 1", "Never 3", "ours", "the document", "50 games", "0 %"):
        assert text in found
    assert "not played" in found


def test_a_dot_for_each_result_on_the_picture(small: Experiment) -> None:
    # The document's 40 - 10 and 7 - 0 are far off to the right.
    tree = picture(small, Tally(30, 20), Tally(10, 10), Tally(0, 0))
    dots = [float(dot.get("cx", "")) for dot in tree.iter(f"{SVG}circle")]
    assert len(dots) == 3
    zero = dots[1]
    assert dots == [pytest.approx(dots[0]), zero, zero]
    assert zero < dots[0]
    assert all(LEFT <= x <= WIDTH - RIGHT for x in dots)


@pytest.mark.parametrize("tally", [Tally(0, 30), Tally(30, 0), Tally(1, 0), Tally(0, 0, 4)])
def test_clean_sheets_can_be_drawn(small: Experiment, tally: Tally) -> None:
    tree = picture(small, tally, tally, tally)
    assert tree.get("viewBox")


def test_nothing_is_loaded_from_elsewhere(small: Experiment) -> None:
    tree = picture(small, Tally(1, 1), Tally(1, 1), Tally(1, 1))
    names = {name for element in tree.iter() for name in element.attrib}
    assert not names & {"href", "src", f"{SVG}href"}


def test_rates_have_their_own_axis_and_room_for_names(small: Experiment) -> None:
    first, second, third = small.cells
    long = replace(first, labels=("a very long name of a row", "that is tried"))
    cells = (long, replace(second, paper=None), third)
    tallies = (Tally(3, 1), Tally(2, 2), Tally(0, 0))
    results = [CellResult(cell, tally) for cell, tally in zip(cells, tallies, strict=True)]
    tree = ElementTree.fromstring(draw("rates", results, scale_of("elo")))
    found = texts(tree)
    for text in ("0 %", "25 %", "50 %", "100 %", "games won and 95 % interval"):
        assert text in found
    dots = [float(dot.get("cx", "")) for dot in tree.iter(f"{SVG}circle")]
    # Ours, the document's, ours alone, the document's alone: 75, 80, 50 and 100 percent.
    assert len(dots) == 4
    assert dots[2] < dots[0] < dots[1] < dots[3] == WIDTH - RIGHT
    name = next(e for e in tree.iter(f"{SVG}text") if (e.text or "").startswith("a very"))
    assert float(name.get("x", "")) > LEFT
