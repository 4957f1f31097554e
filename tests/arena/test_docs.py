"""The examples of docs/arena.md work."""

import re
from pathlib import Path

import pytest

from keima.arena.files import read_tournament

TEXT = (Path(__file__).parents[2] / "docs" / "arena.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("toml", re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL))
def test_the_tournaments_can_be_read(toml: str) -> None:
    assert read_tournament(toml, Path("cup.toml")).tournament.games > 0


def test_the_python_example_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    [code] = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    monkeypatch.chdir(tmp_path)
    exec(code.replace("(9, 9)", "(3, 3)"), {})
    assert (tmp_path / "cup.db").exists()
