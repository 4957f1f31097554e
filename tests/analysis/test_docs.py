"""docs/analysis.md tells the truth."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from keima.analysis.query import IGNORED
from keima.gtp.server import COMMANDS

KEIMA = str(Path(sys.executable).with_name("keima"))
PAGE = (Path(__file__).parents[2] / "docs" / "analysis.md").read_text()


def shape(value: Any) -> Any:
    """A response without its numbers, which change with the player."""
    return {k: v if k in ("id", "error", "field", "action") else type(v) for k, v in value.items()}


def test_the_transcript() -> None:
    queries, answers = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    (command,) = re.findall(r"^keima (analysis .*) <", PAGE, re.MULTILINE)
    done = subprocess.run(
        [KEIMA, *command.split()], input=queries, capture_output=True, text=True, timeout=60
    )
    found, printed = (
        sorted((json.loads(line) for line in text.splitlines()), key=lambda value: value["id"])
        for text in (done.stdout, answers)
    )
    assert [shape(value) for value in found] == [shape(value) for value in printed]
    for key in ("rootInfo", "moveInfos"):
        ours, theirs = found[0][key], printed[0][key]
        assert set(ours[0] if key == "moveInfos" else ours) == set(
            theirs[0] if key == "moveInfos" else theirs
        )


def test_names_in_the_page_exist() -> None:
    for name in re.findall(r"`((?:lz|kata|cgos)-[a-z_-]+)", PAGE):
        assert name in COMMANDS, name
    for name in IGNORED:
        assert name not in PAGE.partition("## Analysis over GTP")[0]
