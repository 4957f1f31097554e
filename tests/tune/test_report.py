"""Reports: data, table and page."""

import io
import json
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from keima.tune.log import GameId, Log, Played
from keima.tune.methods import METHODS, make_tuner, read_options
from keima.tune.report import Report, html_page, print_report
from keima.tune.run import Run, RunSettings, check, serial
from keima.tune.space import Choice, Number, Space

NUMBERS = Space((Number("x", 0, 1, start=0.5), Number("n", 1, 1000, log=True, integer=True)))
MIXED = Space((*NUMBERS, Choice("<c>", ("a&b", "d"))))


def make(method: str, coin: Any, path: Path | None = None, trials: int = 40) -> Report:
    space = MIXED if method == "optuna" else NUMBERS
    options = read_options(method, {}, trials)
    header = {
        "method": method,
        "options": options,
        "parameters": space.to_json(),
        "player": "brugmann",
        "opponent": "abramson",
        "games": 2,
        "ahead": 4,
        "seed": 3,
    }
    log = Log(None, header) if path is None else Log.open(path, header)
    objective = coin(lambda v: 0.7 - abs(float(v["x"]) - 0.3) * 0.5)
    tuner = make_tuner(method, space, 3, options)
    run = Run(tuner, log, trials, RunSettings(2, 4, 3))
    for _ in run.play(serial(objective)):
        pass
    if trials:
        for _ in check(tuner.best().values, log, 50, 3, serial(objective)):
            pass
    report = Report.of(log)
    assert report.best == tuner.best()
    log.close()
    return report


@pytest.mark.parametrize("method", METHODS)
def test_data(coin: Any, method: str, tmp_path: Path) -> None:
    report = make(method, coin, tmp_path / "run.jsonl")
    data = json.loads(json.dumps(report.to_json()))
    assert data["trials"] == 40
    assert data["games"] == 80 * (2 if method == "spsa" else 1)
    assert data["check"]["games"] == 50
    assert data["check"]["ci95"][0] < data["check"]["rate"] < data["check"]["ci95"][1]
    assert data["ci95"][0] <= data["rate"] <= data["ci95"][1]
    assert data["spec"].startswith(f"brugmann:x={data['best']['x']},n={data['best']['n']}")
    assert Report.read(tmp_path / "run.jsonl").to_json() == report.to_json()


@pytest.mark.parametrize("method", METHODS)
def test_table(coin: Any, method: str) -> None:
    report = make(method, coin)
    out = io.StringIO()
    print_report(report, Console(file=out, width=200))
    text = out.getvalue()
    for part in ("parameter", "0 to 1", "1 to 1000, log", "in 50 new games", report.spec):
        assert part in text


@pytest.mark.parametrize("method", METHODS)
def test_page(coin: Any, method: str) -> None:
    page = html_page(make(method, coin))
    assert page.startswith("<!doctype html>")
    assert "http" not in page.replace("http-equiv", "")
    assert "<script" not in page
    assert "<c>" not in page
    figures = []
    for part in page.split('<svg viewBox="0 0 720')[1:]:
        svg = ET.fromstring('<svg viewBox="0 0 720' + part.split("</svg>")[0] + "</svg>")
        figures.append(svg)
        for element in svg.iter():
            for key in ("cx", "cy", "x1", "x2", "y1", "y2", "x", "y"):
                if key in element.attrib:
                    assert -1 <= float(element.attrib[key]) <= 721
    # The course, two for each number, one for a choice.
    assert len(figures) == (6 if method == "optuna" else 5)
    lines = {"spsa": 4 - 2, "quadratic": 2, "optuna": 0}[method]
    assert sum("line1" in ET.tostring(f, "unicode") for f in figures) == lines


@pytest.mark.parametrize("method", METHODS)
def test_a_run_that_has_not_begun(coin: Any, method: str) -> None:
    report = make(method, coin, trials=0)
    assert report.to_json()["check"]["rate"] is None
    assert "nothing played yet" in html_page(report)


def test_games_under_way_do_not_count_as_trials(coin: Any, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    make("spsa", coin, path)
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:20]) + lines[20][:9])
    report = Report.read(path)
    assert 0 < report.trials < 10
    assert report.tally.games >= 4 * report.trials


def test_faults_and_void_games_are_named(coin: Any) -> None:
    report = make("spsa", coin)
    report.log.games[GameId(0, 0, 0)] = Played(None, {"faults": ["B crash", "W crash"]})
    out = io.StringIO()
    print_report(report, Console(file=out, width=200))
    assert "2 faults, 1 games void" in out.getvalue()


def test_a_log_without_its_settings_is_named(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_text('{"format": "keima tune 1", "seed": 1}\n')
    with pytest.raises(ValueError, match="lacks 'parameters' in its first line"):
        Report.read(path)
