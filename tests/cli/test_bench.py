"""`keima bench`, and the fingerprints that must not change by accident."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from keima.bench import measure_playouts, signature, signatures
from keima.cli.bench import app

runner = CliRunner()


def run(*arguments: str) -> str:
    result = runner.invoke(app, list(arguments))
    assert result.exit_code == 0, result.output
    return result.output


def test_playouts_as_json() -> None:
    found = json.loads(
        run("playouts", "--size", "9", "--policy", "uniform", "--seconds", "0.3", "--json")
    )
    assert (found["width"], found["height"], found["threads"]) == (9, 9, 1)
    assert 0 < found["playouts_per_second"] <= found["best_playouts_per_second"] * 1.001
    assert found["playouts"] / found["seconds"] == pytest.approx(found["playouts_per_second"])
    assert found["moves_per_playout"] == pytest.approx(107.4, abs=2)


def test_playouts_for_people() -> None:
    lines = run("playouts", "--size", "7x3", "--seconds", "0.05", "--threads", "2").splitlines()
    assert lines[0] == "7x3, uniform, 2 threads"
    assert [line.split(maxsplit=1)[1] for line in lines[1:]] == [
        "playouts a second",
        "in the best tenth of a second",
        "moves a playout",
    ]


@pytest.mark.parametrize("command", ["playouts", "board", "search", "solve", "shallow"])
def test_a_time_that_is_no_number(command: str) -> None:
    result = runner.invoke(app, [command, "--seconds", "nan"])
    assert result.exit_code == 2 and "nan is not a number" in result.output


@pytest.mark.parametrize("policy", ["uniform", "board"])
@pytest.mark.parametrize("eyes", ["usual", "strict"])
def test_every_policy_runs(policy: str, eyes: str) -> None:
    found = json.loads(
        run("playouts", "--policy", policy, "--eyes", eyes, "--seconds", "0.05", "--json")
    )
    assert (found["policy"], found["eyes"]) == (policy, eyes)
    # The strict rule calls fewer points eyes, so more are filled.
    assert 100 < found["moves_per_playout"] < (115 if eyes == "usual" else 140)


def test_steps_of_a_policy_that_counts() -> None:
    words = ["playouts", "--policy", "isgo", "--set", "node=1", "--seconds", "0.3"]
    shown = run(*words)
    assert "% node" in shown and "% improved shape" in shown
    steps = json.loads(run(*words, "--threads", "2", "--json"))["steps"]
    assert steps["node"] > 0 and steps["edge"] == 0
    for wrong, why in (("node", "NAME=NUMBER"), ("nodes=1", "unknown playout parameter")):
        result = runner.invoke(app, [*words, "--set", wrong], env={"COLUMNS": "200"})
        assert result.exit_code == 2 and why in result.output
    result = runner.invoke(app, ["playouts", "--set", "node=1"], env={"COLUMNS": "200"})
    assert result.exit_code == 2 and "has no parameters here" in result.output


@pytest.mark.parametrize("policy", ["mogo", "pachi", "classic", "softmax", "isgo"])
def test_policies_with_rules(policy: str) -> None:
    found = json.loads(run("playouts", "--policy", policy, "--seconds", "0.05", "--json"))
    assert found["policy"] == policy
    assert 80 < found["moves_per_playout"] < 110


def test_progress_is_told() -> None:
    spent: list[float] = []
    measure_playouts(3, 3, seconds=0.25, progress=spent.append)
    # How often depends on what else the machine does.
    assert spent == sorted(spent)
    assert spent and spent[0] >= 0


def test_board_as_json() -> None:
    found = json.loads(run("board", "--size", "9", "--seconds", "0.05", "--json"))
    assert 0 < found["copy_nanoseconds"] < 1e6
    assert found["moves_per_second"] == pytest.approx(1e9 / found["play_nanoseconds"])
    assert "ns to copy the board" in run("board", "--size", "5x25", "--seconds", "0.05")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["playouts", "--size", "26"], "26x26 is not between 1x1 and 25x25"),
        (["board", "--size", "0x3"], "0x3 is not between 1x1 and 25x25"),
        (["playouts", "--size", "nine"], "'nine' is not a board size: expected 9 or 13x9"),
        (["playouts", "--threads", "0"], "0 is not in the range"),
        (["playouts", "--threads", "257"], "257 is not in the range 1<=x<=256"),
        (["playouts", "--policy", "mogo", "--eyes", "strict"], "mogo has its own rule of eyes"),
        (["playouts", "--policy", "clever"], "'clever' is not one of"),
        (["solve", "--without", "luck"], "the solver has no part 'luck'"),
        (["solve", "--size", "9"], "a board of 9x9 has not from 1 to 64 points"),
    ],
)
def test_wrong_options(arguments: list[str], message: str) -> None:
    result = runner.invoke(app, arguments, env={"COLUMNS": "200"})
    assert result.exit_code == 2
    assert message in result.output


def test_search_as_json() -> None:
    found = json.loads(run("search", "--size", "7", "--seconds", "0.2", "--json"))
    assert (found["width"], found["profile"], found["threads"]) == (7, "classic", 1)
    assert found["simulations"] / found["seconds"] == pytest.approx(found["simulations_per_second"])
    assert found["nodes"] > 10 and found["memory_mb"] > 0
    # One thread is given no more time than goes by, but for a little of the one that waits.
    assert found["simulations_per_cpu_second"] > 0.7 * found["simulations_per_second"]


def test_search_for_people() -> None:
    lines = run("search", "--size", "5", "--seconds", "0.1", "--threads", "2").splitlines()
    assert lines[0] == "5x5, classic, 2 threads"
    assert [line.split(maxsplit=1)[1] for line in lines[1:]] == [
        "simulations a second",
        "a second of processor time",
        "positions in the tree",
        "MB",
    ]


def test_search_needs_a_tree() -> None:
    result = runner.invoke(app, ["search", "--profile", "brugmann"])
    assert result.exit_code == 2
    assert "brugmann cannot be measured: it has no tree; expected" in result.output


def test_solve() -> None:
    options = ["solve", "--size", "4x3", "--seconds", "0.2", "--mb", "4"]
    told = json.loads(run(*options, "--json"))
    assert told["nodes"] > 1000
    assert told["nodes_per_second"] == pytest.approx(told["nodes"] / told["seconds"])
    assert 1 <= told["depth"] <= 20
    assert "positions a second" in run(*options, "--without", "territory")


def test_signature() -> None:
    # If this fails, playouts with a fixed seed have changed. When that was meant, put the new
    # numbers here.
    parts = {
        "playouts-usual-9x9": "46d5dfb2076f4af6",
        "playouts-usual-13x13": "fb897a2c384286e5",
        "playouts-usual-19x19": "5a8213a9708f539d",
        "playouts-usual-25x25": "247dfb9e0e59bc6e",
        "playouts-usual-7x4": "1ed4793ad45ac9b3",
        "playouts-strict-9x9": "a69e3380126b4dfb",
        "playouts-board-13x13": "f61a82cd13e2fe42",
        "playouts-mogo-9x9": "a39d5dc4eed0092e",
        "playouts-mogo-19x19": "52e6264e191deab8",
        "playouts-pachi-9x9": "6363ec802f4ad5d7",
        "playouts-pachi-19x19": "819981d1ffb0856e",
        "playouts-classic-9x9": "bb3b57c4ab344e94",
        "playouts-classic-19x19": "59ae1de5d62ef7f0",
        "playouts-softmax-9x9": "c23669bc87d028fd",
        "playouts-softmax-19x19": "747f883e15fe46fb",
        "playouts-isgo-9x9": "9e54bbe05ae5f463",
        "playouts-isgo-19x19": "763a154234c48b51",
        "playouts-isgo-learning-9x9": "566ed0a1c264b96b",
        "playouts-isgo-learning-19x19": "8c8cb271d815f488",
        "search-classic-9x9": "473643aae6a66ceb",
        "search-classic-19x19": "16996b54c0a4de42",
    }
    assert signatures() == parts
    found = json.loads(run("signature", "--json"))
    assert found == {"signature": signature(parts), "parts": parts}
    assert run("signature").splitlines()[-1] == f"{signature(parts)}  all"


def test_search_of_the_end_of_a_record(tmp_path: Path) -> None:
    record = tmp_path / "game.sgf"
    record.write_text("(;SZ[3:2];B[aa];W[ba])")
    found = json.loads(run("search", "--sgf", str(record), "--seconds", "0.05", "--json"))
    assert (found["width"], found["height"]) == (3, 2)
    assert found["move"] in ("A1", "B1", "C1", "C2", "pass", "resign")
    missing = runner.invoke(app, ["search", "--sgf", str(tmp_path / "none.sgf")])
    assert missing.exit_code == 2 and "there is no file" in missing.output
