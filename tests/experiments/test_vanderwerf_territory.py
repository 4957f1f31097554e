"""The experiments of van der Werf 2004, chapter 10."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from keima.experiments import load_experiment, report
from keima.experiments.vanderwerf_territory import DIRECT, TRAINED, paper_matrices, read_figures

TABLES = ("10.1", "10.2", "10.3", "10.4", "10.5")
FIGURES = {
    "positions": 40,
    "winners": 0.625,
    "points": 9.5,
    "late_positions": 10,
    "late_winners": 0.75,
    "late_points": 7.25,
    "matrix": [[40, 10, 0], [5, 35, 0], [5, 4, 1]],
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    head = {"experiment": "vanderwerf-10", "format": 1}
    names = ("distance/remove", "enhanced-mlp-60", "stones", "distance/hindsight")
    lines = [head, *({"method": name, **FIGURES} for name in names)]
    path = tmp_path / "figures.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


@pytest.mark.parametrize("name", [*DIRECT, *TRAINED])
def test_the_document_s_matrices_are_whole(name: str) -> None:
    matrices = paper_matrices(name)
    assert len(matrices) == (3 if name in DIRECT else 1)
    for matrix in matrices:
        assert [len(row) for row in matrix] == [3, 3, 3]
        assert sum(map(sum, matrix)) == pytest.approx(100, abs=0.5)


def test_the_document_s_numbers() -> None:
    assert all(len(row[1].split()) == len(row[2].split()) == 6 for row in DIRECT.values())
    assert DIRECT["bouzy-distance"][1].split()[:3] == ["63.4", "73.9", "73.9"]
    assert TRAINED["enhanced-mlp-60"][:2] == ("75.5", "12.5")


def test_ours_beside_theirs(file: Path) -> None:
    experiment = load_experiment("vanderwerf-10.1").with_file(file)
    headings, rows = report.table(experiment, [])
    row = next(dict(zip(headings, r, strict=True)) for r in rows if r[0].startswith("Distance"))
    assert row["winner %, remove"] == "62.5" and row["points, remove"] == "9.5"
    assert row["winner %, keep"] == "-"
    assert row["document: winner %, remove"] == "73.8"


def test_late_positions_and_matrices(file: Path) -> None:
    late = report.table(load_experiment("vanderwerf-10.3").with_file(file), [])[1]
    assert [r[2] for r in late if r[0].startswith("Distance")] == ["75.0"]
    matrices = report.table(load_experiment("vanderwerf-10.2").with_file(file), [])[1]
    row = next(r for r in matrices if r[0] == "Distance-based control, remove")
    assert row[1:6] == ["40 10 0", "5 35 0", "5 4 1", "10.0", "83.3"]


@pytest.mark.parametrize("table", TABLES)
def test_pages(table: str, file: Path) -> None:
    experiment = load_experiment(f"vanderwerf-{table}").with_file(file)
    text = report.as_markdown(experiment, [], None)
    assert ("Other games" in text and "62.5" in text) or "40 10 0" in text or "75.0" in text


@pytest.mark.parametrize(
    "text", ["", "{}", '{"experiment": "vanderwerf-10", "format": 1}\n{"method": "x"}\n', "[1]\n"]
)
def test_other_files_are_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "other.jsonl"
    path.write_text(text)
    with pytest.raises(ValueError, match=r"other\.jsonl has no figures of territory"):
        read_figures(path)
