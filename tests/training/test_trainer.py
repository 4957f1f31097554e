"""Training runs: they learn, and can be stopped and continued."""

from __future__ import annotations

import dataclasses
import json
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason="torch is not installed: pip install 'keima[train]'")

import torch
from typer.testing import CliRunner

from keima.cli.app import build_app
from keima.data.positions import read_data
from keima.data.record import LEARN, Record
from keima.data.shards import write_shard
from keima.files import alone_in
from keima.nets.description import Multipliers, NetworkError
from keima.nets.random import random_network
from keima.nets.writer import write_network
from keima.training.curves import read_log
from keima.training.settings import RATES, Settings
from keima.training.stream import Lessons, taught
from keima.training.teacher import Teacher, own_scores
from keima.training.trainer import NETWORK, Trainer, in_bfloat16
from tests.training.conftest import write_games


@pytest.fixture
def settings(games: Path) -> Settings:
    return Settings(
        blocks=2,
        channels=8,
        batch=32,
        rate=0.02,
        warm=10,
        data=(str(games),),
        validate=64,
        precision="f32",  # the same on all machines
    )


def weights(trainer: Trainer) -> list[Any]:
    return [value.numpy().copy() for value in trainer.net.state_dict().values()]


@pytest.mark.parametrize("optimizer", ["adamw", "muon"])
def test_the_loss_falls(settings: Settings, tmp_path: Path, optimizer: str) -> None:
    trainer = Trainer(tmp_path / "run", dataclasses.replace(settings, optimizer=optimizer))
    first = trainer.step()
    trainer.run(positions=32 * 60)
    last = trainer.step()
    assert last["policy"] < 0.5 * first["policy"]
    assert last["value"] < 0.5 * first["value"] and last["ownership"] < first["ownership"]
    # Averaged weights and the statistics of norms lag behind; chance would be 4 %.
    accuracy = trainer.validate()["games"]
    assert accuracy.top1 > 0.25 and accuracy.positions == 42


def test_bfloat16_learns_as_well(settings: Settings, tmp_path: Path) -> None:
    means = {}
    for precision in ("f32", "bf16"):
        trainer = Trainer(tmp_path / precision, dataclasses.replace(settings, precision=precision))
        parts = [trainer.step() for _ in range(40)]
        means[precision] = {name: np.mean([part[name] for part in parts]) for name in parts[0]}
        assert all(value.dtype == torch.float32 for value in trainer.net.parameters())
    for name in ("policy", "value", "ownership"):
        assert means["bf16"][name] == pytest.approx(means["f32"][name], rel=0.05)


def test_auto_is_bfloat16_where_the_processor_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for flags, found in (({"avx512f", "avx512_bf16"}, True), ({"avx512f"}, False), (set(), False)):
        monkeypatch.setattr("keima.training.trainer.flags", lambda flags=flags: flags)
        assert in_bfloat16("auto") == found
        assert in_bfloat16("bf16") and not in_bfloat16("f32")
    with pytest.raises(ValueError, match="one of auto, f32, bf16, got 'int8'"):
        in_bfloat16("int8")


@pytest.mark.parametrize("optimizer", ["adamw", "muon"])
def test_continuing_is_the_same_as_going_on(
    settings: Settings, tmp_path: Path, optimizer: str
) -> None:
    settings = dataclasses.replace(settings, optimizer=optimizer)
    whole = Trainer(tmp_path / "whole", settings)
    whole.run(positions=32 * 6)
    half = Trainer(tmp_path / "half", settings)
    half.run(positions=32 * 3)
    again = Trainer(tmp_path / "half", Settings.read(tmp_path / "half") or settings)
    assert again.progress.positions == 32 * 3
    again.run(positions=32 * 3)
    for one, two in zip(weights(whole), weights(again), strict=True):
        assert (one == two).all()
    files = [(tmp_path / run / NETWORK).read_bytes() for run in ("whole", "half")]
    assert files[0] == files[1]


def test_what_a_kill_loses(settings: Settings, tmp_path: Path) -> None:
    """Only what came after the last checkpoint; the log has it once."""
    trainer = Trainer(tmp_path / "run", settings)
    trainer.run(positions=32 * 3)
    for _ in range(3):
        trainer.step()
    trainer.validate()
    again = Trainer(tmp_path / "run", settings)
    assert again.progress.steps == 3
    again.run(positions=32 * 2)
    assert [row["steps"] for row in read_log(tmp_path / "run")] == [3, 3, 5, 5]


def test_what_may_not_change(settings: Settings) -> None:
    assert settings.changed(rate=0.1, blocks=None, channels=8).rate == 0.1
    with pytest.raises(ValueError, match="this run has blocks 2"):
        settings.changed(blocks=3)


def test_a_run_that_starts_from_a_file_has_its_size(settings: Settings, tmp_path: Path) -> None:
    write_network(tmp_path / "net.bin.gz", random_network(channels=8, blocks="op"))
    start = dataclasses.replace(settings, start=str(tmp_path / "net.bin.gz"))
    assert Trainer(tmp_path / "run", start).net.shape.blocks == 2
    with pytest.raises(ValueError, match=r"has 2 blocks of 8 channels.*give --blocks 2 --channels"):
        Trainer(tmp_path / "other", dataclasses.replace(start, channels=16))


def test_steps_are_as_long_as_is_usual_or_as_told(settings: Settings, tmp_path: Path) -> None:
    for optimizer, usual in RATES.items():
        other = dataclasses.replace(settings, optimizer=optimizer, rate=None)
        assert other.step_size == usual
        assert Trainer(tmp_path / optimizer, other).optimizer.param_groups[0]["lr"] == usual
    assert dataclasses.replace(settings, rate=0.5).step_size == 0.5


def test_weights_of_a_continued_run_fade_as_told(settings: Settings, tmp_path: Path) -> None:
    Trainer(tmp_path / "run", settings).run(positions=64)
    again = Trainer(tmp_path / "run", settings.changed(decay=0.5))
    assert {group["weight_decay"] for group in again.optimizer.param_groups} == {0.5, 0.0}


def test_anneal_ends_the_run(settings: Settings, tmp_path: Path) -> None:
    trainer = Trainer(tmp_path / "run", settings)
    trainer.run(positions=64)
    trainer.anneal(320)
    before = settings.step_size
    trainer.run(positions=160)
    again = Trainer(tmp_path / "run", settings)
    assert again.rate() < 0.6 * before
    again.run()
    assert again.progress.positions == 64 + 320 and again.rate() == 0


def test_the_average_is_short_while_the_rate_falls(settings: Settings, tmp_path: Path) -> None:
    trainer = Trainer(tmp_path / "run", settings)
    assert trainer.horizon() == 1000
    trainer.anneal(32 * 500)
    assert trainer.horizon() == 50
    trainer.anneal(32 * 50_000)
    assert trainer.horizon() == 1000


def test_parts_of_the_loss_count_as_told(settings: Settings, tmp_path: Path) -> None:
    for weight in (0.0, 1.0):
        told = dataclasses.replace(settings, ownership=weight, decay=0.0)
        trainer = Trainer(tmp_path / str(weight), told)
        before = trainer.net.value.ownership.weight.detach().clone()
        trainer.step()
        learnt = (trainer.net.value.ownership.weight != before).any()
        assert learnt == (weight > 0)


def test_log_and_curves(settings: Settings, tmp_path: Path) -> None:
    trainer = Trainer(tmp_path / "run", settings)
    trainer.run(positions=64)
    with (tmp_path / "run" / "log.jsonl").open("a") as file:
        file.write('{"positions": 12')  # killed while it wrote
    rows = read_log(tmp_path / "run")
    assert [sorted(set(row) & {"losses", "validation"}) for row in rows] == [
        ["losses"],
        ["validation"],
    ]
    picture = (tmp_path / "run" / "curves.svg").read_text()
    assert picture.startswith("<svg") and "policy" in picture and "64 positions" in picture


def test_a_damaged_checkpoint_is_refused(settings: Settings, tmp_path: Path) -> None:
    trainer = Trainer(tmp_path / "run", settings)
    trainer.run(positions=32)
    path = tmp_path / "run" / "checkpoint.pt"
    path.write_bytes(path.read_bytes()[:1000])
    with pytest.raises(ValueError, match="is no checkpoint"):
        Trainer(tmp_path / "run", settings)
    Trainer(tmp_path / "other", settings).save()
    (tmp_path / "other" / "checkpoint.pt").replace(path)
    with pytest.raises(ValueError, match="of another run"):
        Trainer(tmp_path / "run", Settings(blocks=1, channels=8, data=settings.data))


def test_learning_from_a_teacher(settings: Settings, tmp_path: Path) -> None:
    net = random_network(channels=8, blocks="op", name="teacher")
    write_network(tmp_path / "teacher.bin.gz", net)
    settings = settings.changed(
        teacher=str(tmp_path / "teacher.bin.gz"), reuse=2.0, teacher_precision="f32"
    )
    trainer = Trainer(tmp_path / "run", settings)
    [(pack, _)] = trainer.data
    first = trainer.step()
    trainer.run(positions=32 * 40)
    last = trainer.step()
    assert last["policy"] < first["policy"] and last["value"] < first["value"]
    assert last["ownership"] < first["ownership"] and last["score"] < first["score"]
    assert isinstance(trainer.stream, Lessons)
    labelled = trainer.stream.labelled
    needed = pack.count(LEARN) + 32 * 40 / 2
    assert needed - 512 <= labelled <= needed + 512
    # Labels are used again by the next run, and half a record is cut off.
    path = tmp_path / "run" / "labels-5x5.bin"
    with path.open("ab") as file:
        file.write(b"half")
    settings = settings.changed(labels=str(tmp_path / "run"))
    again = Trainer(tmp_path / "new", settings)
    assert isinstance(again.stream, Lessons) and again.stream.labelled == labelled
    # Those of another teacher are not.
    write_network(tmp_path / "teacher.bin.gz", random_network(channels=8, blocks="o"))
    with pytest.raises(ValueError, match="labels of another teacher"):
        Trainer(tmp_path / "new", settings)


def test_labels_belong_to_positions_not_to_file_names(settings: Settings, tmp_path: Path) -> None:
    write_network(tmp_path / "teacher.bin.gz", random_network(channels=8, blocks="o"))
    teacher = Teacher(tmp_path / "teacher.bin.gz", "f32")

    def lessons(games: Path) -> Lessons:
        return Lessons(read_data([str(games)]), 32, teacher, tmp_path / "labels", 2.0)

    [named] = settings.data
    moved = Path(named).rename(tmp_path / "moved.npz")
    lessons(moved).next(np.random.default_rng(1))
    assert lessons(moved).labelled > 0
    with pytest.raises(ValueError, match="other data"):
        lessons(write_games(tmp_path / "moved.npz", seed=2))  # as many games under this name


@pytest.fixture
def taught_by(settings: Settings, tmp_path: Path) -> Settings:
    write_network(tmp_path / "teacher.bin.gz", random_network(channels=8, blocks="o"))
    return dataclasses.replace(
        settings, teacher=str(tmp_path / "teacher.bin.gz"), teacher_precision="f32"
    )


def test_each_label_is_used_as_often_as_any_other(taught_by: Settings, tmp_path: Path) -> None:
    stream = Trainer(tmp_path / "run", dataclasses.replace(taught_by, reuse=3.0)).stream
    assert isinstance(stream, Lessons)
    uses: Counter[int] = Counter()
    labels, rng = stream.labels[5], np.random.default_rng(1)
    take = labels.take
    labels.take = lambda rows: uses.update(rows.tolist()) or take(rows)  # type: ignore[method-assign]
    for _ in range(200):
        stream.next(rng)
    window = len(labels) - stream.used[5] // 3
    whole = [uses[row] for row in range(window, stream.used[5] // 3)]
    thirds = np.array_split(whole, 3)
    assert [third.mean() for third in thirds] == pytest.approx([3, 3, 3], abs=0.4)


def test_a_run_ends_in_time_also_while_the_teacher_judges(
    taught_by: Settings, tmp_path: Path
) -> None:
    trainer = Trainer(tmp_path / "run", taught_by)
    trainer.run(seconds=0)
    assert isinstance(trainer.stream, Lessons)
    assert trainer.stream.labelled == trainer.progress.steps == 0
    assert (tmp_path / "run" / NETWORK).exists()


def test_a_kill_does_not_change_what_a_teacher_teaches(taught_by: Settings, tmp_path: Path) -> None:
    whole = Trainer(tmp_path / "whole", taught_by)
    whole.run(positions=32 * 6)
    killed = Trainer(tmp_path / "killed", taught_by)
    killed.run(positions=32 * 2)
    for _ in range(3):
        killed.step()
    again = Trainer(tmp_path / "killed", taught_by)
    again.run(positions=32 * 4)
    for one, two in zip(weights(whole), weights(again), strict=True):
        assert (one == two).all()


def test_validation_says_how_far_a_network_is_from_its_teacher(
    taught_by: Settings, tmp_path: Path
) -> None:
    """Nothing for the teacher itself."""
    itself = dataclasses.replace(taught_by, start=taught_by.teacher, blocks=1)
    Trainer(tmp_path / "itself", itself).validate()
    [row] = read_log(tmp_path / "itself")
    same = row["validation"]["games"]
    assert same["judged"] == same["positions"] == 42
    assert same["kl"] < 1e-6 and same["winrate_off"] < 1e-4

    Trainer(tmp_path / "run", taught_by).run(positions=32)
    other = read_log(tmp_path / "run")[-1]["validation"]["games"]
    assert other["kl"] > 0.01 and other["winrate_off"] > 0.001
    assert "divergence from" in (tmp_path / "run" / "curves.svg").read_text()


def test_without_a_teacher_validation_is_of_the_games(settings: Settings, tmp_path: Path) -> None:
    Trainer(tmp_path / "run", settings).validate()
    assert "kl" not in read_log(tmp_path / "run")[0]["validation"]["games"]


def test_games_without_results_have_no_word_on_them(settings: Settings, tmp_path: Path) -> None:
    """No number that is none: the log is JSON for any reader."""
    record = Record(5, [0, 1, 2, 3, 4, 5], komi=6.5)
    write_shard(tmp_path / "open.npz", [dataclasses.replace(record, part=n) for n in (1, LEARN)])
    one = dataclasses.replace(settings, data=(str(tmp_path / "open.npz"),))
    found = Trainer(tmp_path / "run", one).validate()["open"]
    assert found.value_loss is None and "no result known" in str(found)

    def refuse(name: str) -> None:
        raise AssertionError(f"{name} is no JSON")

    [line] = (tmp_path / "run" / "log.jsonl").read_text().splitlines()
    told = json.loads(line, parse_constant=refuse)["validation"]["open"]
    assert told["positions"] == 6 and told["winner"] is told["value_error"] is None
    assert "nan" not in json.dumps(read_log(tmp_path / "run")).lower()


def test_scores_of_a_teacher_are_learnt_in_own_units() -> None:
    theirs = Multipliers(score_mean=10.0, score_stdev=5.0, lead=40.0, variance_time=80.0)
    raw = np.random.default_rng(1).normal(0, 2, (50, 6))
    own = own_scores(raw, theirs)

    def meaning(score: np.ndarray, by: Multipliers) -> list[np.ndarray]:
        spread, left = np.logaddexp(0, score[:, 1]), np.logaddexp(0, score[:, 3])
        return [
            by.score_mean * score[:, 0],
            by.score_stdev * spread,
            by.lead * score[:, 2],
            by.variance_time * left,
        ]

    assert np.allclose(meaning(raw, theirs), meaning(own, Multipliers()))


def test_a_teacher_that_sees_other_planes_is_refused(settings: Settings, tmp_path: Path) -> None:
    net = random_network(version=15, channels=8, blocks="o", activation="mish")
    write_network(tmp_path / "t.bin.gz", dataclasses.replace(net, suicide_area=True))
    [(pack, _)] = read_data(settings.data)
    choice = pack.draw(LEARN, 2, np.random.default_rng(1))
    with pytest.raises(NetworkError, match="as if suicide were legal"):
        Teacher(tmp_path / "t.bin.gz", "f32").label(pack, 0, choice)


class Peek(Teacher):
    """Says that the next move is sure, wherever the board is turned, and White's stones stand on
    her own points."""

    def judge(self, planes: np.ndarray, numbers: np.ndarray) -> dict[str, np.ndarray]:
        raw = super().judge(planes, numbers)
        raw["policy"] = np.zeros_like(raw["policy"])
        raw["policy"][np.arange(len(planes)), 0, self.targets] = 50
        raw["ownership"] = 9 * (planes[:, 1] - planes[:, 2])
        return raw


def test_labels_turn_with_the_board(settings: Settings, tmp_path: Path) -> None:
    write_network(tmp_path / "teacher.bin.gz", random_network(channels=8, blocks="op"))
    [(pack, _)] = read_data(settings.data)
    rng = np.random.default_rng(1)
    choice = pack.draw(LEARN, 200, rng)
    teacher = Peek(tmp_path / "teacher.bin.gz", "f32")
    teacher.targets = pack.inputs(choice)[2]
    records = teacher.label(pack, 0, choice)
    batch = taught(pack, records, rng.integers(8, size=200))
    assert batch.policy is not None and (batch.policy.argmax(1) == batch.moves).all()
    stones = (batch.planes[:, 1] - batch.planes[:, 2]).reshape(200, -1)
    assert np.abs(batch.owners - stones).max() < 0.01
    # The owners at the end of games turn too.
    played = pack.batch(choice)
    won = played.value[:, 0] - played.value[:, 1]
    assert (np.sort(played.owners * won[:, None], 1)[:, :5] == 0).all()


def test_the_move_played_has_its_part(taught_by: Settings, tmp_path: Path) -> None:
    assert taught_by.teacher
    teacher, [named] = Teacher(taught_by.teacher, "f32"), taught_by.data
    rng = np.random.default_rng(3)
    [(alone, _)], [(mixed, weight)] = read_data([named]), read_data([f"{named}:2:0.25"])
    choice = alone.draw(LEARN, 50, rng)
    records, symmetries = teacher.label(alone, 0, choice), rng.integers(8, size=50)
    word, both = taught(alone, records, symmetries), taught(mixed, records, symmetries)
    assert weight == 2 and word.policy is not None and both.policy is not None
    expected = 0.75 * word.policy
    expected[np.arange(50), word.moves] += 0.25
    assert np.allclose(both.policy, expected, atol=1e-6)
    for wrong in ("0", "-1", "1:1.5", "1:-0.1"):
        with pytest.raises(ValueError, match="must be"):
            read_data([f"{named}:{wrong}"])
    alone_with = dataclasses.replace(taught_by, data=(f"{named}:1:0.25",), teacher=None)
    with pytest.raises(ValueError, match="is for --teacher"):
        Trainer(tmp_path / "run", alone_with)


def test_the_command(settings: Settings, tmp_path: Path) -> None:
    """Ctrl-C ends a run well, and without options it goes on."""
    folder = tmp_path / "run"
    words = [str(folder), "--data", settings.data[0], "--blocks", "1", "--channels", "8"]
    app = build_app("train")
    nothing = CliRunner().invoke(app, ["train", str(folder)])
    assert nothing.exit_code == 1 and "needs --data" in nothing.stderr
    running = subprocess.Popen(
        [sys.executable, "-m", "keima", "train", *words, "--batch", "16"],
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert running.stderr and "0 positions seen" in running.stderr.readline()
        running.send_signal(signal.SIGINT)
        out, _ = running.communicate(timeout=60)
    finally:
        running.kill()
    assert running.returncode == 0 and "network.bin.gz has seen" in out
    done = CliRunner().invoke(app, ["train", str(folder), "--positions", "32"])
    assert done.exit_code == 0, done.stderr
    assert json.loads((folder / "settings.json").read_text())["batch"] == 16
    with alone_in(folder):
        second = CliRunner().invoke(app, ["train", str(folder), "--positions", "32"])
    assert second.exit_code == 1 and "another process is at work in" in second.stderr
    wrong = CliRunner().invoke(app, ["train", str(folder), "--blocks", "2"])
    assert wrong.exit_code == 1 and "this run has blocks 1" in wrong.stderr
    absent = CliRunner().invoke(app, ["train", str(tmp_path / "x"), "--data", "none.npz"])
    assert absent.exit_code == 1 and "none.npz" in absent.stderr


def test_accuracy_of_a_file(settings: Settings, tmp_path: Path) -> None:
    """What OpenVINO finds for the file is what torch found for the averaged network."""
    trainer = Trainer(tmp_path / "run", settings)
    trainer.run(positions=32 * 10)
    found = trainer.validate()["games"]
    words = ["net", "accuracy", str(tmp_path / "run" / NETWORK), settings.data[0]]
    words += ["--part", "validation", "--precision", "f32", "--positions", "64", "--json"]
    done = CliRunner().invoke(build_app("net"), words)
    assert done.exit_code == 0, done.stderr
    assert json.loads(done.stdout)["games"] == pytest.approx(found.to_json(), abs=1e-4)
