"""The terminal board, played through pipes and through a terminal."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from keima import Color, Engine, Game
from keima.cli import terminal
from keima.cli.coordinates import European, Japanese
from keima.cli.terminal import TerminalGame

PLAY = [sys.executable, "-m", "keima", "play", "--seed", "1", "--playouts", "100"]

#: What a terminal starts: Ctrl-C ends it, even if whoever started the tests ignores Ctrl-C, and
#: a sign of life is shown soon.
IN_TERMINAL = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from keima.cli import main, terminal
terminal.PATIENCE = 0.1
main()
"""

#: Seconds, far more than anything here needs.
LONG = 120


def play(typed: str, *arguments: str, cwd: Path | None = None) -> str:
    """What is printed when these lines are typed; the game must end cleanly."""
    done = subprocess.run(
        [*PLAY, *arguments], input=typed, capture_output=True, text=True, timeout=60, cwd=cwd
    )
    assert done.returncode == 0
    assert done.stderr == ""
    return done.stdout


def refused(*arguments: str) -> str:
    done = subprocess.run([*PLAY, *arguments], input="", capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    return " ".join(done.stderr.split())


# Through pipes


def test_opening() -> None:
    text = play("e5\nquit\n", "--size", "9", "--komi", "6.5")
    assert "9x9, chinese rules, komi 6.5" in text
    assert "White (O): keima\nBlack (X): human\nPlays (0):\n" in text
    assert "Your turn (X): " in text
    assert "Plays (1): B E5\n" in text
    assert (
        "    A B C D E F G H J\n"
        " 9  . . . . . . . . . 9\n"
        " 8  . . . . . . . . . 8\n"
        " 7  . . + . + . + . . 7\n"
        " 6  . . . . . . . . . 6\n"
        " 5  . . + .(X). + . . 5\n"
    ) in text
    assert "Keima plays " in text
    assert "Plays (2): B E5, W " in text
    assert text.endswith("Your turn (X): Goodbye.\n")


def test_every_digit_of_komi_is_shown() -> None:
    text = play("score\nquit\n", "--size", "5", "--komi", "-1234.5678")
    assert "5x5, chinese rules, komi -1234.5678\n" in text
    assert "B+1234.5678." in text


def test_undo_takes_back_both_moves() -> None:
    text = play("e5\nundo\nundo\nquit\n")
    assert text.count("Plays (0):") == 2
    assert "there is no move of yours to take back" in text


def test_undo_keeps_the_first_move_of_keima() -> None:
    text = play("undo\na1\nundo\nquit\n", "--color", "white")
    assert "there is no move of yours to take back" in text
    assert text.count("Plays (1): B") == 2


def test_score_and_hint() -> None:
    options = ("--size", "5", "--komi", "0.5", "--profile", "brugmann")
    text = play("score\nhint\nquit\n", *options)
    assert "Score, all stones alive: W+0.5." in text
    assert "Keima would play " in text
    assert text.split("Its favourites: ")[1].count(",") == 4


def test_a_finished_game() -> None:
    text = play("pass\nmaybe\nno\npass\nyes\n", "--size", "5")
    assert text.count("Both have passed.\nScore, all stones alive: W+7.5.") == 2
    assert "Play on" in text
    assert text.endswith("Thank you for the game.\n")


def test_resigning() -> None:
    assert play("resign\n").endswith("You resign: W+R.\n")


def test_keima_resigns() -> None:
    """When a quarter of the board has been played on."""
    table = ("--size", "5", "--color", "white", "--komi", "30.5")
    text = play("pass\n" * 6, "--profile", "classic", *table)
    assert text.endswith("Keima resigns: W+R. Well played!\n")


def test_end_of_input_leaves_cleanly() -> None:
    assert play("e5\n").endswith("\nGoodbye.\n")


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("foo", "'foo' is not a point"),
        ("z9", "'z9' is not on a 9x9 board"),
        ("e5\ne5", "black cannot play E5: the point is occupied"),
        ("save", "save needs the name of a file"),
        ("save /nowhere/game.sgf", "cannot write /nowhere/game.sgf: No such file or directory"),
        ("save /", "/ exists: choose another name"),
        ("save ~nosuchuser/x", "cannot write ~nosuchuser/x: Could not determine home directory"),
        ("save " + "x" * 400, "x: File name too long"),
    ],
)
def test_mistakes_are_explained_and_change_nothing(line: str, answer: str) -> None:
    text = play(f"{line}\n\nhelp\nquit\n")
    assert answer in text
    assert "take back your last move" in text
    assert text.endswith("Goodbye.\n")


def test_bytes_that_are_no_text_are_a_mistake_too() -> None:
    done = subprocess.run(PLAY, input=b"\xff\xfe\x00\nquit\n", capture_output=True, timeout=60)
    assert done.returncode == 0
    assert b"is not a point" in done.stdout


def test_save(tmp_path: Path) -> None:
    (tmp_path / "old.sgf").write_text("mine")
    text = play(
        "save old.sgf\ne5\nsave game.sgf\nsave game.sgf\nquit\n", "--size", "9", cwd=tmp_path
    )
    assert "old.sgf exists: choose another name" in text
    assert text.count("Saved to game.sgf.") == 2
    assert (tmp_path / "old.sgf").read_text() == "mine"
    game = Game.from_sgf(tmp_path / "game.sgf")
    assert game.at("E5") == Color.BLACK
    assert game.move_number == 2


def test_handicap_and_rectangles() -> None:
    text = play("quit\n", "--size", "13", "--handicap", "4", "--color", "black")
    assert "Plays (1): W" in text
    assert text.count("X") > 8
    text = play("a1\nquit\n", "--size", "7x5", "--handicap", "2", "--color", "white")
    assert "Plays (1): W A1\n" in text
    assert "7x5, chinese rules" in text


def test_japanese_coordinates() -> None:
    text = play("3-1\n16-4\n10-1\nquit\n", "--size", "13x5", "--coordinates", "japanese")
    assert "Plays (1): B 3-1\n" in text
    assert "'16-4' is not on a 13x5 board" in text
    assert "                      1 1 1 1\n    1 2 3 4 5 6 7 8 9 0 1 2 3\n 1  . .(X). ." in text


def test_a_random_colour_follows_the_seed() -> None:
    texts = {
        play("", "--color", "random", "--seed", str(seed)).partition("Plays")[0]
        for seed in range(6)
    }
    assert len(texts) == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--size", "26"], "board size"),
        (["--size", "big"], "'big' is not a board size: expected 9 or 13x9"),
        (["--size", "9x"], "'9x' is not a board size: expected 9 or 13x9"),
        (["--profile", "nix"], "unknown profile 'nix': expected one of abramson, brugmann"),
        (["--profile", "brugmann:speed=1"], "unknown parameter 'speed'"),
        (["--rules", "chess"], "unknown rules 'chess'"),
        (["--komi", "nan"], "komi nan is not a finite number"),
        (["--handicap", "99"], "99 handicap stones on 9x9: expected 2 to 80"),
        (["--handicap", "-1"], "-1 handicap stones on 9x9: expected 2 to 80"),
        (["--color", "red"], "'red'"),
        (["--seconds", "0"], "0"),
    ],
)
def test_wrong_options(arguments: list[str], message: str) -> None:
    assert message in refused(*arguments)


# Through a terminal


@contextmanager
def in_terminal(*arguments: str) -> Iterator[tuple[subprocess.Popen[bytes], Callable[..., str]]]:
    """The game in a terminal of its own, and a function that types a line and returns what is
    shown until a text appears."""
    controller, terminal_end = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", IN_TERMINAL, "play", "--seed", "1", *arguments],
        stdin=terminal_end,
        stdout=terminal_end,
        stderr=terminal_end,
        start_new_session=True,
    )
    os.close(terminal_end)

    def talk(typed: str, until: str) -> str:
        os.write(controller, typed.encode())
        shown, deadline = "", time.monotonic() + LONG
        while until not in shown:
            left = max(0.0, deadline - time.monotonic())
            assert select.select([controller], [], [], left)[0], shown
            try:
                shown += os.read(controller, 65536).decode()
            except OSError:  # the other end is closed
                break
        assert until in shown
        return shown.replace("\r\n", "\n")

    try:
        yield process, talk
    finally:
        process.kill()
        process.wait()
        os.close(controller)


def test_a_game_in_a_terminal() -> None:
    with in_terminal("--size", "5", "--komi", "0.5", "--playouts", "100") as (process, talk):
        talk("", "Your turn (X): ")
        shown = talk("c3\n", "Your turn (X): ")
        assert "Plays (1): B C3\n" in shown
        assert "Plays (2): B C3, W " in shown
        assert "Plays (0):" in talk("undo\n", "Your turn (X): ")
        assert "W+0.5" in talk("score\n", "Your turn (X): ")
        assert "Both have passed." in talk("pass\n", "Is that right?")
        talk("yes\n", "Thank you for the game.")
        assert process.wait(LONG) == 0


def test_control_d_leaves_cleanly() -> None:
    with in_terminal() as (process, talk):
        talk("", "Your turn (X): ")
        assert "Traceback" not in talk("\x04", "Goodbye.")
        assert process.wait(LONG) == 0


def wait_until_asleep(process: subprocess.Popen[bytes]) -> None:
    """Until it waits for a key. Python does not notice a signal that comes between a prompt and
    the wait for an answer before there is one."""
    deadline = time.monotonic() + LONG
    while Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[0] != "S":
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.mark.parametrize("thinking", [False, True])
def test_control_c_leaves_cleanly(thinking: bool) -> None:
    options = ["--color", "white", "--seconds", "100000"] if thinking else []
    with in_terminal(*options) as (process, talk):
        talk("", "Keima is thinking" if thinking else "Your turn (X): ")
        wait_until_asleep(process)
        process.send_signal(signal.SIGINT)
        assert "Traceback" not in talk("", "Goodbye.")
        assert process.wait(LONG) == 130


# In process


def test_long_thinking_shows_a_sign_of_life(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "PATIENCE", 0.1)
    engine = Engine("brugmann:seconds=100000", seed=1)
    said: list[str] = []

    class Spinner:
        def update(self, text: str) -> None:
            said.append(text)
            engine.stop()

    @contextmanager
    def spinner(text: str) -> Iterator[Spinner]:
        said.append(text)
        yield Spinner()
        said.append("gone")

    lines = iter(["hint", "quit"])
    TerminalGame(
        Game(9),
        engine,
        Color.BLACK,
        lambda prompt: next(lines),
        lambda text: None,
        spinner=spinner,
    ).run()
    assert said[0].startswith("Keima is thinking ... ")
    assert len(said) > 2
    assert said[-1] == "gone"


def test_a_repetition_is_not_called_passing() -> None:
    # Each side in turn takes two stones and gives two.
    game = Game.from_drawing("O O . .", "X X O O", ". X O .", rules="migos")
    for move in ("C3", "A3", "D3", "B3", "C3"):
        if not game.is_over:
            game.play(move)
    said: list[str] = []
    engine = Engine("brugmann:playouts=100", seed=1)
    TerminalGame(game, engine, Color.BLACK, lambda prompt: "yes", said.append).run()
    assert "The position has repeated." in said
    assert "Both have passed." not in said


def test_a_spinner_in_a_terminal() -> None:
    with in_terminal("--color", "white", "--seconds", "100000") as (_, talk):
        talk("", "Keima is thinking ... ")


@pytest.mark.parametrize("notation", [European(), Japanese()])
def test_names_of_points_can_be_read_back(notation: European) -> None:
    for size in ((1, 1), (9, 9), (25, 13)):
        game = Game(size)
        for point in range(game.area + 1):
            assert notation.parse(game, notation.name(game, point)) == point


@pytest.mark.parametrize("text", ["", "4", "4-", "0-1", "1-0", "20-1", "a-b", "1-1-1", "\u0661-1"])
def test_what_is_no_japanese_point(text: str) -> None:
    with pytest.raises(ValueError, match="is not"):
        Japanese().parse(Game(19), text)
