"""Runs from TOML files."""

from pathlib import Path

import pytest

from keima.tune.files import load_tuning, read_tuning
from keima.tune.space import Choice, Number

FILE = """\
player = "brugmann:threads=1"
opponent = "gtp:gnugo --level 1"

[game]
size = 9
komi = 6.5

[parameters.playouts]
low = 10
high = 1000
log = true
"""


def read(text: str) -> object:
    return read_tuning(text, Path("run.toml"))


def test_a_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text(
        'method = "optuna"\ntrials = 7\ngames = 4\nahead = 2\nseed = 9\nlog = "y.jsonl"\n'
        "workers = 3\n" + FILE + "[parameters.eyes]\n[optuna]\nstartup = 3\n"
    )
    run = load_tuning(path)
    assert run.space.parameters == (
        Number("playouts", 10, 1000, log=True, integer=True),
        Choice("eyes", ("strict", "usual"), "strict"),
    )
    assert (run.method, run.options, run.trials) == ("optuna", {"startup": 3}, 7)
    assert (run.settings.games, run.settings.ahead, run.settings.seed) == (4, 2, 9)
    assert (run.log, run.workers) == (tmp_path / "y.jsonl", 3)
    assert run.games.settings.komi == 6.5
    assert run.games.opponent == "gtp:gnugo --level 1"


def test_what_is_left_out_has_defaults() -> None:
    run = read_tuning(FILE, Path("folder/run.toml"))
    assert (run.method, run.trials, run.settings.games) == ("spsa", 500, 2)
    assert run.options["delay"] == 50
    assert run.log == Path("folder/run.jsonl")
    assert run.workers is None


def test_the_number_of_trials_may_change_but_not_the_rest() -> None:
    base = 'method = "quadratic"\n' + FILE
    header = read_tuning(base, Path("run.toml")).header()
    assert read_tuning("trials = 9\n" + base, Path("run.toml")).header() == header
    assert read_tuning("seed = 9\n" + base, Path("run.toml")).header() != header
    assert read_tuning(base.replace("9\n", "7\n", 1), Path("run.toml")).header() != header


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", r"run\.toml: the key player is missing"),
        ("player = 1\n" + FILE.split("\n", 1)[1], r"run\.toml:1: player: expected text, got 1"),
        ('method = "clop"\n' + FILE, r"run\.toml:1: method: expected one of spsa, .* got 'clop'"),
        ("trials = 0\n" + FILE, r"run\.toml:1: trials: expected 1 or more, got 0"),
        ("games = 0\n" + FILE, r"games must be 1 or more, got 0"),
        ("speed = 1\n" + FILE, r"run\.toml:1: speed: unknown key: expected one of method"),
        (FILE + "[spsa]\nz = 1\n", r"run\.toml:12: spsa: spsa has no option z"),
        (FILE + "[optuna]\nstartup = 1\n", r"the method is spsa, not optuna"),
        (FILE.replace("9", "99", 1), r"run\.toml:5: game\.size: size must be from 1 to 25"),
        (FILE.replace("komi", "comi"), r"run\.toml:6: game\.comi: unknown key"),
        (FILE.replace("10\n", '"a"\n', 1), r"run\.toml:9: parameters\.playouts\.low: expected"),
        (FILE.replace("true", "1"), r"run\.toml:11: parameters\.playouts\.log: expected true or"),
        (FILE.replace("low", "lo"), r"run\.toml:8: parameters\.playouts: .* unknown key 'lo'"),
        (FILE.replace("playouts]", "depth]"), r"run\.toml:8: .* has no parameter 'depth'"),
        (FILE + "[parameters.eyes]\n", r"method: method spsa tunes numbers only"),
        (FILE + "[parameters.eyes]\nchoices = [true, 1]\n", r"choices: expected numbers or texts"),
        (FILE.replace("10\n", "0\n", 1).replace("true", "false"), r"must be a whole number from 1"),
        (FILE.replace('"gtp:gnugo --level 1"', '"nobody"'), r"run\.toml:2: opponent: unknown prof"),
        (FILE.replace("[parameters.playouts]", "[parameters]"), r"parameters\.low: expected a tab"),
        ('player = "a"\nopponent = "b"\n[parameters]\n', "there is no parameter to tune"),
        ("player =", r"run\.toml is not valid TOML"),
    ],
)
def test_errors_name_the_place(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read(text)


def test_unreadable_files(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"cannot read .*none\.toml: No such file"):
        load_tuning(tmp_path / "none.toml")
    bad = tmp_path / "bad.toml"
    bad.write_bytes(b"\xff")
    with pytest.raises(ValueError, match="is not UTF-8"):
        load_tuning(bad)
