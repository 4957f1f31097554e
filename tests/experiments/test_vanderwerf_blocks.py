"""The experiments of van der Werf 2004, chapter 8."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from keima.experiments import load_experiment, report
from keima.experiments.vanderwerf_blocks import CLASSIFIERS, RAW, RECURSION, read_figures


@pytest.fixture
def file(tmp_path: Path) -> Path:
    lines = [
        {"experiment": "vanderwerf-8", "format": 1},
        {
            "table": "8.1",
            "row": "RPNC 1000",
            "training_error": 0.004,
            "test_error": 0.0123,
            "seconds": 2,
        },
        {"table": "8.3", "row": "1000", **{f"test_error_{i}": i / 1000 for i in range(1, 5)}},
    ]
    path = tmp_path / "figures.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def test_the_document_s_numbers_are_whole() -> None:
    assert all(len(cell.split()) == 3 for row in CLASSIFIERS.values() for cell in row)
    assert all(len(row.split()) == 3 for row in RAW.values())
    assert all(len(row.split()) == 4 for row in RECURSION.values())


def test_ours_beside_theirs(file: Path) -> None:
    headings, rows = report.table(load_experiment("vanderwerf-8.1").with_file(file), [])
    row = next(dict(zip(headings, r, strict=True)) for r in rows if r[0] == "RPNC, 1,000")
    assert row["test error %"] == "1.2" and row["seconds"] == "2"
    assert row["document: test error %"] == "1.7"
    headings, rows = report.table(load_experiment("vanderwerf-8.3").with_file(file), [])
    assert rows[0][:5] == ["1,000", "0.10", "0.20", "0.30", "0.40"]
    assert rows[1][1] == "-"


@pytest.mark.parametrize("text", ["", "{}", '{"experiment": "vanderwerf-10", "format": 1}'])
def test_no_figures(tmp_path: Path, text: str) -> None:
    path = tmp_path / "other.jsonl"
    path.write_text(text)
    with pytest.raises(ValueError, match="no figures of blocks"):
        read_figures(path)
