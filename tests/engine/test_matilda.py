"""The profile `matilda`: what the release 1.11 of Matilda has, for small boards and for large."""

from __future__ import annotations

import pytest

from keima import Engine
from keima.playouts import playout_parameters

#: Below 12x12, and from there on; tuned there by 29,179 games on 9x9.
RELEASE = {
    "exploration": (0.867924, 0.854524),
    "prior_even": (13, 14),
    "prior_nakade": (72, 33),
    "prior_self_atari": (16, 63),
    "prior_attack": (43, 10),
    "prior_defend": (13, 12),
    "prior_pattern": (21, 25),
    "prior_near_1": (6, 3),
    "prior_open_line_1": (38, 25),
    "prior_open_line_2": (57, 38),
    "prior_open_line_3": (61, 1),
    "prior_open_line_4": (40, 4),
    "prior_line_1": (3, 3),
    "prior_line_2": (4, 4),
    "prior_line_3": (3, 3),
    "prior_corner": (34, 2),
    "prior_scale": (1.24271, 1.4),
    "criticality_visits": (450, 450),
    "open_distance": (3, 3),
    "prune_distance": (3, 3),
    "prune_self_atari": (2, 2),
    "resign_threshold": (0.1, 0.1),
    # A draw is lost for both; nodes are made at the first visit.
    "draw": (0, 0),
    "expand_after": (0, 0),
}
#: What the thesis kept (Ferreira 2016, 4.3 and 5.1), and what it tried and left.
ON = (
    *("rave_priors", "criticality", "replies", "prune_nakade", "prune_long_eyes", "prune_miai"),
    *("prune_corners", "skip_living"),
)
OFF = (
    *("effectivity", "dynamic_komi", "grouping", "widening", "rave_smoothing", "playout_replies"),
    *("prior_grandparent", "prior_playouts", "prior_new_ko", "prior_extend", "prior_atari"),
    *("prior_capture_one", "prior_capture_many", "prior_near_2", "prior_near_3", "prior_owned"),
)


@pytest.fixture(params=[False, True], ids=["small", "large"])
def large(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.fixture
def values(large: bool) -> dict[str, object]:
    """All parameters on boards of that kind."""
    engine = Engine("matilda", threads=1)
    return vars(engine._for_board(large, engine.parameters, {}))


def test_values_of_the_release(values: dict[str, object], large: bool) -> None:
    wrong = {n: values[n] for n, both in RELEASE.items() if values[n] != both[large]}
    assert not wrong


def test_the_bandit_is_ucb1_tuned_with_the_b_of_the_release(
    values: dict[str, object], large: bool
) -> None:
    assert (values["policy"], values["bandit"]) == ("mogo", 2)
    b = (0.397353, 0.842882)[large]
    assert values["rave_equivalence"] == pytest.approx(1 / (4 * b * b), rel=1e-3)


def test_what_the_thesis_kept_is_on_and_the_rest_is_off(values: dict[str, object]) -> None:
    assert all(values[name] for name in ON)
    assert not any(values[name] for name in OFF)


def test_playouts_of_the_release() -> None:
    known = {p.name: p.default for p in playout_parameters("mogo")}
    assert known["mercy"] == 0.2 and known["length"] == pytest.approx(1 / 3)
    assert (known["safe_weight"], known["pattern_first"], known["self_atari"]) == (2, 0, 0)
