"""The examples of docs/tuning.md work."""

import re
from pathlib import Path

import pytest

from keima.tune.files import read_tuning

TEXT = (Path(__file__).parents[2] / "docs" / "tuning.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("toml", re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL))
def test_the_runs_can_be_read(toml: str) -> None:
    run = read_tuning(toml, Path("run.toml"))
    assert run.trials > 0
    # What is said to be the default is.
    bare = re.split(r"\n\[(?:spsa|quadratic)\]", toml)[0]
    assert read_tuning(bare, Path("run.toml")).options == run.options
