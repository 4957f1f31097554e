"""docs/gtp.md tells the truth."""

import os
import re
from pathlib import Path

import pytest

from keima.gtp.server import COMMANDS

PAGE = Path(__file__).parents[2] / "docs" / "gtp.md"


def table() -> str:
    """The table of commands as the page must have it."""
    rows = []
    for name, entry in sorted(COMMANDS.items()):
        usage = f"{name} {entry.usage}".strip().replace("|", r"\|")
        rows.append(f"| `{usage}` | {entry.summary} |")
    return "\n".join(["| command | what it does |", "|---|---|", *rows])


def test_the_table_of_commands_is_the_register() -> None:
    found = re.search(r"\| command \|.*?(?=\n\n)", PAGE.read_text(), re.DOTALL)
    assert found and found[0] == table(), f"put this into {PAGE.name}:\n{table()}"


def test_options_in_the_page_exist() -> None:
    from keima.gtp.program import _parser

    known = {option for action in _parser()._actions for option in action.option_strings}
    for line in re.findall(r"keima gtp[^\n`\"]*", PAGE.read_text()):
        for option in re.findall(r"(?<= )--[a-z-]+", line):
            assert option in known, line


def test_the_examples_run(
    gnugo: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(Path(gnugo).parent), prepend=os.pathsep)
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert blocks
    for block in blocks:
        exec(compile(block, PAGE.name, "exec"), {})
    assert capsys.readouterr().out.startswith("unacceptable size\n")
