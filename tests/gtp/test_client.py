"""The client against a real program and against programs that misbehave in every way."""

import contextlib
import gc
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from keima.gtp.client import (
    GtpBadReply,
    GtpClient,
    GtpClientError,
    GtpDied,
    GtpFailure,
    GtpTimeout,
)

#: A polite engine whose command `x` is replaced by each test.
ENGINE = """
import os, signal, sys, time
def out(text):
    sys.stdout.write(text)
    sys.stdout.flush()
for line in sys.stdin:
    number, name, *args = line.split()
    if name == "quit":
        out(f"={number} \\n\\n")
        break
    elif name == "name":
        out(f"={number} Tester\\n\\n")
    elif name == "protocol_version":
        out(f"={number} 2\\n\\n")
    elif name == "x":
        BODY
    else:
        out(f"?{number} unknown command\\n\\n")
"""


def engine(body: str) -> list[str]:
    """A program that does `body` when it is sent `x`."""
    return [sys.executable, "-c", ENGINE.replace("BODY", body)]


def descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def children() -> set[str]:
    """The processes that this one has started, dead ones not yet waited for included."""
    found = set()
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            if path.read_text().rpartition(")")[2].split()[1] == str(os.getpid()):
                found.add(path.parent.name)
    return found


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    """After every test: no thread, no open file and no child more than before."""
    gc.collect()
    threads, files, processes = threading.active_count(), descriptors(), children()
    yield
    gc.collect()
    assert threading.active_count() == threads
    assert descriptors() == files
    assert children() <= processes


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The signals that clients send, in order; they are sent indeed."""
    signals: list[int] = []
    really = os.killpg

    def note(group: int, number: int) -> None:
        signals.append(number)
        really(group, number)

    monkeypatch.setattr(os, "killpg", note)
    return signals


def test_gnu_go_answers(gnugo: str) -> None:
    with GtpClient([gnugo, "--mode", "gtp", "--seed", "1"]) as client:
        assert client.send("name") == "GNU Go"
        assert client.send("boardsize 9") == ""
        assert client.knows("genmove") and not client.knows("genmoves")
        assert client.send("genmove black")[0] in "CDEFG"
        assert client.send("showboard").splitlines()[0].split() == list("ABCDEFGHJ")
        with pytest.raises(GtpFailure, match="refused 'boardsize 99'") as caught:
            client.send("boardsize 99")
        assert caught.value.text == "unacceptable size"
        assert client.try_send("boardsize 99") is None
    assert not client.is_alive()


def test_a_command_line_may_be_one_string(gnugo: str) -> None:
    with GtpClient(f"'{gnugo}' --mode gtp") as client:
        assert client.send("protocol_version") == "2"


def test_gnu_go_ends_one_reply_with_a_single_line_feed(gnugo: str) -> None:
    with GtpClient([gnugo, "--mode", "gtp"], probe_after=0.2) as client:
        assert client.send("all_move_values") == ""
        assert client.send("name") == "GNU Go"
    with GtpClient([gnugo, "--mode", "gtp"], probe_after=None) as client:
        with pytest.raises(GtpTimeout):
            client.send("all_move_values", 0.3)
        assert client.send("name") == "GNU Go"


def test_a_slow_second_line_is_not_taken_for_the_end() -> None:
    """It comes when the client has already asked where the reply ends."""
    body = "out(f'={number} \\n'); probe = sys.stdin.readline().split()[0]; "
    body += "out(f'late\\n\\n={probe} 2\\n\\n')"
    with GtpClient(engine(body), probe_after=0.1) as client:
        assert client.send("x") == "late"
        assert client.send("name") == "Tester"


def test_replies_of_many_lines() -> None:
    with GtpClient(engine("out(f'={number} a\\n  b\\t\\r\\nc\\x07d\\n\\n')")) as client:
        assert client.send("x") == "a\n  b\ncd"
        assert client.send("name") == "Tester"


def test_garbage_before_a_reply_is_skipped() -> None:
    garbage = "out('Loading...\\n\\n=====\\n?what\\n=99 old\\nmore\\n\\n' + chr(0x263a) + '\\n')"
    with GtpClient(engine(f"{garbage}; out(f'={{number}} ok\\n\\n')")) as client:
        assert client.send("x") == "ok"
        assert client.send("name") == "Tester"


def test_bytes_that_are_no_text_do_no_harm() -> None:
    body = "sys.stdout.buffer.write(b'\\xff\\x00\\n=%s \\xfe\\n\\n' % number.encode()); out('')"
    with GtpClient(engine(body)) as client:
        assert client.send("x") == "�"


def test_a_late_reply_is_not_the_next_one() -> None:
    """It comes when the next command has been sent."""
    body = "after = sys.stdin.readline().split()[0]; "
    body += "out(f'={number} late\\n\\n={after} Tester\\n\\n')"
    with GtpClient(engine(body)) as client:
        with pytest.raises(GtpTimeout, match=r"did not answer 'x' within 0\.1 s"):
            client.send("x", 0.1)
        assert client.send("name") == "Tester"


def test_a_program_that_hangs() -> None:
    with GtpClient(engine("time.sleep(1000)"), grace=0.1) as client:
        with pytest.raises(GtpTimeout):
            client.send("x", 0.2)
        assert client.is_alive()
    assert not client.is_alive()


def test_a_program_that_dies_tells_its_last_words() -> None:
    with GtpClient(engine("sys.exit('out of memory')")) as client:
        with pytest.raises(GtpDied, match=r"answered 'x': exit status 1.*'out of memory'"):
            client.send("x")
        with pytest.raises(GtpDied, match="not running"):
            client.send("name")


def test_a_program_that_is_killed() -> None:
    with (
        GtpClient(engine("os.kill(os.getpid(), signal.SIGKILL)")) as client,
        pytest.raises(GtpDied, match="killed by signal 9"),
    ):
        client.send("x")


def test_a_program_that_dies_in_the_middle_of_a_reply() -> None:
    with (
        GtpClient(engine("out(f'={number} half\\n'); sys.exit(3)")) as client,
        pytest.raises(GtpDied, match="exit status 3"),
    ):
        client.send("x")


def test_a_program_that_was_dead_before_it_was_asked() -> None:
    with GtpClient([sys.executable, "-c", "raise SystemExit(7)"]) as client:
        os.waitid(os.P_PID, client.pid, os.WEXITED | os.WNOWAIT)
        with pytest.raises(GtpDied, match="exit status 7"):
            client.send("name")


def test_a_program_that_closes_its_output_and_lives_on(sent: list[int]) -> None:
    with (
        GtpClient(engine("os.close(1); time.sleep(1000)"), grace=0.1) as client,
        pytest.raises(GtpDied, match=r"killed by signal (15|9)"),
    ):
        client.send("x")
    assert sent[0] == signal.SIGTERM


def test_a_program_that_floods_stderr() -> None:
    body = "sys.stderr.write('e' * 3_000_000 + 'END'); out(f'={number} ok\\n\\n')"
    with GtpClient(engine(body)) as client:
        assert client.send("x") == "ok"
        client.close()
        assert client.stderr.endswith("END")
        assert len(client.stderr) == 1 << 16


@pytest.mark.parametrize(
    "body",
    [
        "while True: out('x' * 100_000)",
        "while True: out('line\\n' * 10_000)",
        "out(f'={number} ')\n        while True: out('line\\n' * 10_000)",
    ],
    ids=["one endless line", "endless garbage", "an endless reply"],
)
def test_output_without_end(body: str) -> None:
    with (
        GtpClient(engine(body), max_reply=500_000, grace=0.1) as client,
        pytest.raises(GtpBadReply, match="more than 500000 bytes"),
    ):
        client.send("x", 30)


def test_a_reply_as_long_as_allowed() -> None:
    body = "out(f'={number} ' + 'y' * int(args[0]) + '\\n\\n')"
    with GtpClient(engine(body), max_reply=100_000, grace=0.1) as client:
        assert len(client.send("x 99990")) == 99990
        with pytest.raises(GtpBadReply):
            client.send("x 100000")


def test_a_program_that_does_not_read() -> None:
    """A command longer than any pipe cannot be written to it, and nothing can be after it: it
    would become a part of that line."""
    program = "import time; time.sleep(1000)"
    with GtpClient([sys.executable, "-c", program], grace=0.1) as client:
        with pytest.raises(GtpTimeout):
            client.send("echo " + "y" * 1_000_000, 0.3)
        with pytest.raises(GtpDied, match="given up after a timeout"):
            client.send("name", 0.3)
        client.restart()
        with pytest.raises(GtpTimeout):
            client.send("name", 0.1)


def test_a_program_that_answers_before_it_has_read_all() -> None:
    """Both sides write more than a pipe holds, and neither waits for the other for ever."""
    program = "import sys; sys.stdout.write('z\\n' * 200_000); sys.stdout.flush(); "
    program += "line = sys.stdin.readline(); print(f'=1 {len(line)}\\n')"
    with GtpClient([sys.executable, "-c", program]) as client:
        assert client.send("echo " + "y" * 1_000_000, 30) == str(1_000_000 + 8)


def test_a_program_without_numbers() -> None:
    program = "while True:\n    input(); print('= fine\\n', flush=True)"
    with (
        GtpClient([sys.executable, "-c", program]) as client,
        pytest.raises(GtpBadReply, match="expected a reply to command 1, got '= fine'"),
    ):
        client.send("name")
    with GtpClient([sys.executable, "-c", program], ids=False) as client:
        assert client.send("name") == "fine"
        assert client.send("name") == "fine"


def test_without_numbers_a_timeout_is_final() -> None:
    program = "input(); input(); print('= late\\n', flush=True)"
    with GtpClient([sys.executable, "-c", program], ids=False) as client:
        with pytest.raises(GtpTimeout):
            client.send("name", 0.05)
        with pytest.raises(GtpDied, match="not running"):
            client.send("name")


def test_a_program_that_ignores_quit_and_sigterm(sent: list[int]) -> None:
    program = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
    program += "input(); print('=1 ready\\n', flush=True)\nwhile True: time.sleep(1)"
    client = GtpClient([sys.executable, "-c", program], grace=0.2)
    assert client.send("name") == "ready"
    client.close()
    assert sent[:2] == [signal.SIGTERM, signal.SIGKILL]
    assert not client.is_alive()
    client.close()


def test_children_of_a_program_end_with_it() -> None:
    """A wrapper that starts the real engine and dies leaves nothing behind."""
    program = "import subprocess, sys\n"
    program += "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(1000)'])\n"
    program += "input(); print(f'=1 {child.pid}\\n', flush=True); input()"
    with GtpClient([sys.executable, "-c", program], grace=0.2) as client:
        child = int(client.send("name"))
        os.kill(child, 0)
    deadline = time.monotonic() + 60
    while Path(f"/proc/{child}").exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    state = Path(f"/proc/{child}/stat")
    assert not state.exists() or state.read_text().rpartition(")")[2].split()[0] == "Z"


def test_quit_is_asked_before_force_is_used(tmp_path: Path) -> None:
    mark = tmp_path / "quit"
    body = "pass"
    program = ENGINE.replace("BODY", body).replace(
        'if name == "quit":', f'if name == "quit":\n        open({str(mark)!r}, "w").close()'
    )
    with GtpClient([sys.executable, "-c", program]):
        pass
    assert mark.exists()


def test_a_program_that_cannot_be_started() -> None:
    with pytest.raises(GtpDied, match="cannot start"):
        GtpClient("/no/such/program --mode gtp")
    with pytest.raises(GtpDied, match="command is empty"):
        GtpClient("")
    with pytest.raises(GtpDied, match="No closing quotation"):
        GtpClient("gnugo 'x")


@pytest.mark.parametrize("command", ["", "  ", "name\nquit", "name\r", "play b D4 # good", "\x00"])
def test_only_single_lines_can_be_sent(command: str) -> None:
    with GtpClient(engine("pass")) as client:
        with pytest.raises(ValueError, match="not one line"):
            client.send(command)
        assert client.send("name") == "Tester"


def test_restart() -> None:
    with GtpClient(engine("sys.exit(1)")) as client:
        first = client.pid
        with pytest.raises(GtpDied):
            client.send("x")
        client.restart()
        assert client.send("name") == "Tester"
        assert client.pid != first
        client.restart()
        assert client.send("name") == "Tester"


def test_processor_time() -> None:
    body = "end = time.process_time() + 0.3\n"
    body += "        while time.process_time() < end: pass\n"
    body += "        out(f'={number} ok\\n\\n')"
    with GtpClient(engine(body)) as client:
        client.send("name")  # its start is over
        before = client.cpu_seconds()
        client.send("x")
        assert 0.25 <= client.cpu_seconds() - before < 1
        running = client.cpu_seconds()
    assert client.cpu_seconds() >= running


def test_a_forgotten_client_leaves_nothing() -> None:
    client = GtpClient(engine("pass"), grace=0.5)
    pid = client.pid
    assert client.send("name") == "Tester"
    del client
    gc.collect()
    assert not Path(f"/proc/{pid}").exists()


def test_all_errors_are_of_one_family() -> None:
    for error in (GtpBadReply, GtpDied, GtpFailure, GtpTimeout):
        assert issubclass(error, GtpClientError)
