"""The command line as a whole: what it lists, and how little it loads."""

from __future__ import annotations

import importlib
import subprocess
import sys

import pytest
import typer
from typer.testing import CliRunner

import keima
import keima.cli
from keima.cli.app import COMMANDS, build_app

runner = CliRunner()


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "keima", *arguments], capture_output=True, text=True, timeout=60
    )


@pytest.mark.parametrize("arguments", [["--help"], ["-h"]])
def test_help_lists_the_commands(arguments: list[str]) -> None:
    result = runner.invoke(build_app(None), arguments)
    assert result.exit_code == 0
    for name in COMMANDS:
        assert f"\n  {name} " in result.output


def test_version() -> None:
    done = run("--version")
    assert (done.returncode, done.stdout) == (0, f"keima {keima.__version__}\n")


def test_unknown_command_suggests_a_known_one() -> None:
    done = run("ply")
    assert done.returncode == 2
    assert "No such command 'ply'. Did you mean 'play'?" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_the_short_help_is_that_of_the_command(name: str) -> None:
    command = COMMANDS[name]
    target = getattr(importlib.import_module(command.module), command.attribute)
    text = target.info.help if isinstance(target, typer.Typer) else target.__doc__
    assert text.strip().splitlines()[0] == command.help


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str) -> None:
    result = runner.invoke(build_app(name), [name, "--help"])
    assert result.exit_code == 0
    assert "--help" in result.output


def test_gtp_loads_neither_rich_nor_numpy_nor_another_command() -> None:
    code = (
        "import sys, keima.cli\n"
        "try: keima.cli.main(['gtp', '--help'])\n"
        "except SystemExit: pass\n"
        "print(*(m for m in ('rich', 'numpy', 'keima.cli.play', 'keima.engine') "
        "if m in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == ""


@pytest.mark.parametrize(
    ("given", "address"), [(["--ray"], "local"), (["--ray", "auto"], "auto"), (["--ray=x"], "x")]
)
def test_ray_alone_is_a_cluster_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    given: list[str],
    address: str,
) -> None:
    def play_on_ray(plans: object, address: str, workers: int | None) -> None:
        raise ValueError(f"asked for {address}")

    monkeypatch.setattr("keima.arena.ray.play_on_ray", play_on_ray)
    with pytest.raises(SystemExit):
        keima.cli.main(["match", "brugmann", "abramson", "--games", "2", *given, "--json"])
    assert f"asked for {address}" in capsys.readouterr().err
