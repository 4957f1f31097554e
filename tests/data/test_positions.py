"""Positions of packs: their rules, and what of a game is its truth."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from keima.data.positions import ANY_KIND, KINDS, Positions
from keima.data.record import LEARN, Record
from keima.data.shards import write_shard
from keima.learn.packs import Pack, read_pack


def pack_of(path: Path, *records: Record) -> Pack:
    write_shard(path, records)
    return read_pack(path)


@pytest.fixture
def many(tmp_path: Path) -> Pack:
    """Games under Japanese rules, komi 6.5."""
    return pack_of(tmp_path / "g.npz", *(Record(5, [12, 7], komi=6.5, rules=1) for _ in range(900)))


def test_results_of_games_are_learnt_under_their_own_rules(many: Pack) -> None:
    positions = Positions(many)
    assert (positions.rules == 1).all() and (positions.komi == 6.5).all()


def test_a_teacher_is_asked_about_all_kinds_of_rules(many: Pack) -> None:
    positions = Positions(many, vary=True)
    counts = np.bincount(positions.rules, minlength=len(KINDS)) / len(many)
    own, chinese = counts[1], counts[3]
    assert own == pytest.approx((1 - ANY_KIND) / 2, abs=0.08)
    assert chinese == pytest.approx((1 - ANY_KIND) / 2, abs=0.08)
    assert (counts > 0).all()
    assert 1 - own - chinese == pytest.approx(ANY_KIND, abs=0.05)


def test_every_rule_of_the_inputs_is_seen(many: Pack) -> None:
    """Superko, suicide, territory, taxes; territory and the tax on seki also one by one."""
    positions = Positions(many, vary=True)
    _, numbers, _ = positions.inputs(positions.draw(LEARN, 900, np.random.default_rng(1)))
    assert (numbers[:, 6:12].std(0) > 0).all()
    assert (numbers[:, 9] != numbers[:, 10]).any()


def test_who_loses_on_time_may_have_been_winning(tmp_path: Path) -> None:
    """Only what was counted, resigned or drawn is the truth about a position."""
    known = {1: "counted", 2: "resigned", 5: "draw", 6: "not said"}
    unknown = {0: "unknown", 3: "time", 4: "forfeit"}
    for reason in known | unknown:
        winner = 0 if reason in (0, 5) else 1
        pack = pack_of(tmp_path / "g.npz", Record(5, [12, 7], winner=winner, reason=reason))
        positions = Positions(pack)
        batch = positions.batch(positions.draw(LEARN, 4, np.random.default_rng(1)))
        assert (batch.has_value == (reason in known)).all(), reason


def test_the_digest_is_that_of_the_positions(tmp_path: Path) -> None:
    """Not of the file; a move, a stone set up, komi, rules, the part: each makes another one."""

    def digest(name: str = "a.npz", **changes: object) -> str:
        given = {"moves": [12, 7], "setup": [3], "komi": 6.5, "rules": 1, "part": LEARN} | changes
        return Positions(pack_of(tmp_path / name, Record(5, **given))).digest

    assert digest() == digest("b.npz")
    others = [{"moves": [12, 8]}, {"setup": [4]}, {"komi": 7.5}, {"rules": 3}, {"part": 1}]
    assert len({digest(), *(digest(**other) for other in others)}) == 1 + len(others)
