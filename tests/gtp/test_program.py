"""`keima gtp` as a program of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import keima
from keima.gtp.client import GtpClient

KEIMA = str(Path(sys.executable).with_name("keima"))


def run(*options: str, lines: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [KEIMA, "gtp", *options], input=lines, capture_output=True, text=True, timeout=60
    )


def seconds_to_the_name() -> float:
    """By the processor's clock, from the start of the program to its end."""
    process = subprocess.Popen([KEIMA, "gtp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin and process.stdout
    process.stdin.write(b"name\nquit\n")
    process.stdin.close()
    assert process.stdout.read() == b"= Keima\n\n= \n\n"
    process.stdout.close()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return used.ru_utime + used.ru_stime


def test_the_name_is_there_within_half_a_second() -> None:
    """The best of five: a first start may have to read everything from a disk."""
    assert min(seconds_to_the_name() for _ in range(5)) < 0.5


def test_nothing_heavy_is_imported_before_it_is_needed() -> None:
    program = (
        "import sys; sys.argv = ['keima', 'gtp']; from keima.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(*(m for m in ('numpy', 'scipy', 'rich', 'typer', 'keima.sgf') if m in sys.modules))"
    )
    result = subprocess.run(
        [sys.executable, "-c", program],
        input="name\nversion\nplay b E5\nquit\n",
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert result.stdout.startswith("= Keima\n\n= ")
    assert result.stdout.endswith("= \n\n= \n\n\n"), "nothing was imported"


def test_a_talk(tmp_path: Path) -> None:
    log = tmp_path / "talk.log"
    result = run("--log", str(log), lines="1 version\nfoo\n# nothing\n2 quit\n3 name\n")
    assert result.stdout == f"=1 {keima.__version__}\n\n? unknown command\n\n=2 \n\n"
    assert result.returncode == 0
    assert result.stderr == ""
    talk = log.read_text()
    assert talk.startswith("1 version\n") and talk.endswith("=2 \n\n")
    run("--log", str(log), lines="name\n")
    assert log.read_text() == talk + "name\n= Keima\n\n", "a log is appended to"


def test_a_full_disk_ends_the_log_and_not_the_server() -> None:
    result = run("--log", "/dev/full", lines="name\nprotocol_version\n")
    assert result.stdout == "= Keima\n\n= 2\n\n"
    assert result.returncode == 0
    assert result.stderr == "the log ends here: [Errno 28] No space left on device\n"


def test_a_last_line_without_end() -> None:
    assert run(lines="name").stdout == "= Keima\n\n"


def test_only_replies_go_to_standard_output() -> None:
    result = run(lines="boardsize 99\n")
    assert result.stdout == "? unacceptable size\n\n"
    assert result.stderr == "boardsize: unacceptable size: 99x99: sides are 1 to 25\n"


def test_options_set_the_first_game() -> None:
    result = run(
        *("--size", "7", "--komi", "3.5", "--rules", "japanese", "--playouts", "50"),
        *("--seed", "1", "--threads", "1", "--profile", "abramson"),
        lines="query_boardsize\nget_komi\ngomill-describe_engine\ngenmove b\n",
    )
    size, komi, description, move = result.stdout.split("\n\n")[:4]
    assert (size, komi) == ("= 7", "= 3.5")
    assert description.split("\n")[1:] == [
        "player: abramson:threads=1,seed=1",
        "limits: 50 playouts a move",
        "rules: japanese",
    ]
    assert move[2] in "ABCDEFG"


#: Threads that share a tree play in an order of their own.
ONE = ("--threads", "1")


def test_the_same_seed_makes_the_same_moves() -> None:
    lines = "boardsize 5\n" + "genmove b\ngenmove w\n" * 3
    first, second = (run(*ONE, "--seed", "7", "--playouts", "300", lines=lines) for _ in range(2))
    assert first.stdout == second.stdout


def test_a_seed_set_later_makes_the_same_moves() -> None:
    game = "set_random_seed {}\nclear_board\n" + "genmove b\ngenmove w\n" * 3
    lines = "boardsize 13\n" + "".join(game.format(seed) for seed in (7, 8, 7))
    replies = run(*ONE, "--playouts", "30", "--seed", "1", lines=lines).stdout.split("\n\n")[1:-1]
    games = [replies[i : i + 8] for i in (0, 8, 16)]
    assert games[0] == games[2] != games[1]
    lines = "boardsize 13\nget_random_seed\n" + "genmove b\ngenmove w\n" * 3
    replies = run(*ONE, "--playouts", "30", "--seed", "7", lines=lines).stdout.split("\n\n")[1:-1]
    assert replies == ["= 7", *games[0][2:]]


def test_files_can_be_forbidden() -> None:
    result = run("--no-files", lines="loadsgf x.sgf\nprintsgf x.sgf\n")
    assert result.stdout == "? cannot load file\n\n? cannot write file\n\n"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--profile", "nobody"], "unknown profile 'nobody': expected one of"),
        (["--profile", "brugmann:luck=1"], "unknown parameter 'luck'"),
        (["--threads", "0"], "threads must be a whole number from 1 to 256, got '0'"),
        (["--threads", "1000"], "threads must be a whole number from 1 to 256, got '1000'"),
        (["--size", "26"], "'26' is not a whole number, 1 to 25"),
        (["--playouts", "0"], "'0' is not a whole number"),
        (["--seconds", "-1"], "'-1' is not a number of seconds above 0"),
        (["--seconds", "inf"], "'inf' is not a number of seconds above 0"),
        (["--size", "0" * 19 + "9" * 3], "is not a whole number, 1 to 25"),
        (["--seed", "x"], "'x' is not a whole number"),
        (["--komi", "nan"], "komi nan is not a finite number"),
        (["--rules", "none"], "unknown rules 'none'"),
        (["--log", "/no/such/folder/log"], "cannot write /no/such/folder/log"),
        (["extra"], "unrecognized arguments: extra"),
    ],
)
def test_wrong_options_say_what_would_be_right(options: list[str], message: str) -> None:
    result = run(*options, lines="name\n")
    assert result.returncode == 2
    assert result.stdout == ""
    assert message in result.stderr


def test_help() -> None:
    assert "--playouts" in run("--help").stdout


def test_a_controller_that_goes_away_is_no_error() -> None:
    with subprocess.Popen(
        [KEIMA, "gtp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdout.close()
        process.stdin.write(b"name\n" * 3)
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0


def test_clocks_are_kept() -> None:
    """Two seconds for ten moves: the search must stop long before its usual end. A single thread
    uses at most as much of the processor's time."""
    profile = "brugmann:playouts=1000000000,threads=1"
    with GtpClient([KEIMA, "gtp", "--profile", profile], timeout=600) as client:
        client.send("boardsize 9")
        client.send("time_settings 0 2 10")
        client.send("genmove b")
        before = client.cpu_seconds()
        for color in "wbwbwb":
            client.send(f"time_left {color} 2 10")
            client.send(f"genmove {color}")
        assert client.cpu_seconds() - before < 6 * 0.2 + 2
