"""The experiment of van der Werf 2004, chapter 9."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from keima.experiments import load_experiment, report
from keima.experiments.vanderwerf_life import CLASSIFIERS, JUDGES, SIZES, rows


@pytest.fixture
def file(tmp_path: Path) -> Path:
    lines = [
        {"experiment": "vanderwerf-9.1", "format": 1},
        {"cell": "GDXNC-25 5000", "test_error": 0.0987},
        {"cell": "25 units, all", "examples": 161436, "test_error": 0.0888},
        {"cell": "the cascade", "test_error": 0.088, "before_10": 0.039, "before_0": 0.0147},
    ]
    path = tmp_path / "cells.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def test_the_document_s_numbers_are_whole() -> None:
    assert all(len(row.split()) == len(SIZES) for row in CLASSIFIERS.values())
    assert all(len(row) == 4 for row in JUDGES.values())


def test_ours_beside_theirs(file: Path) -> None:
    headings, found = report.table(load_experiment("vanderwerf-9.1").with_file(file), [])
    told = {row[0]: dict(zip(headings, row, strict=True)) for row in found}
    key = "5,000 examples: error %"
    assert told["GDXNC-25"][key] == "9.9" and told["GDXNC-25"][f"document: {key}"] == "12.8"
    assert told["NMC"][key] == "-"
    assert told["25 units, 161,436 examples"]["25,000 examples: error %"] == "8.9"
    assert found[-1][1:4] == ["8.8", "3.9", "1.5"] and found[-1][4:] == ["11.7", "5", "<1"]


@pytest.mark.parametrize("text", ["", "{}", '{"experiment": "vanderwerf-8", "format": 1}'])
def test_no_figures(tmp_path: Path, text: str) -> None:
    path = tmp_path / "other.jsonl"
    path.write_text(text)
    with pytest.raises(ValueError, match=r"other\.jsonl"):
        rows(path)


def test_what_is_measured_is_beside_the_page() -> None:
    """The page's file holds every cell that the table can have."""
    page = Path(__file__).parents[2] / "docs" / "experiments" / "vanderwerf-9.1.jsonl"
    one_layer = [row for row in rows(page) if row.ours[0].count("-") < 2]
    assert all(row.ours[3] != "-" for row in one_layer)
