"""The count of a finished game, explained part by part."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from keima.colors import Color
from keima.game import Game
from keima.scoring import Score, groups_of, handicap_bonus, whole_groups, without

SIDES = (Color.BLACK, Color.WHITE)


def toggled(game: Game, dead: Collection[int], point: int) -> frozenset[int]:
    """The dead stones after the group at a point was said to be dead, or alive again. Raises
    ValueError if there is no stone."""
    group = whole_groups(game.board, [point])
    return frozenset(dead) - group if point in dead else frozenset(dead) | group


def explain(game: Game, score: Score) -> list[dict[str, Any]]:
    """The parts of a count in order; their sums are `score.black` and `score.white`."""
    rules = game.rules
    before = game.board.stones
    after = without(game.board, score.dead).stones
    owners = score.owners
    parts: list[tuple[str, list[float]]] = []
    territory = [
        float(sum(o == side and not s for o, s in zip(owners, after, strict=True)))
        for side in SIDES
    ]
    if rules.scoring == "area":
        stones = [
            float(sum(o == side == s for o, s in zip(owners, after, strict=True))) for side in SIDES
        ]
        parts.append(("stones", stones))
        parts.append(("territory", territory))
    else:
        parts.append(("territory", territory))
        parts.append(("prisoners", [float(game.captures(side)) for side in SIDES]))
        taken = [float(before.count(s.opponent) - after.count(s.opponent)) for s in SIDES]
        parts.append(("dead", taken))
    parts.append(("komi", [0.0, game.komi]))
    if bonus := handicap_bonus(rules, game.handicap):
        parts.append(("handicap", [0.0, float(bonus)]))
    if rules.tax == "all":
        tax = [0.0, 0.0]
        for group in groups_of(without(game.board, score.dead)):
            tax[group.color - 1] -= min(2, group.territory)
        parts.append(("tax", tax))
    if rules.button and game.native.button:
        parts.append(("button", [0.5 * (game.native.button == side) for side in SIDES]))
    return [{"label": label, "black": black, "white": white} for label, (black, white) in parts]


def score_json(game: Game, dead: Collection[int]) -> dict[str, Any]:
    """The score of a state, with these stones off."""
    score = game.score(dead)
    return {
        "black": score.black,
        "white": score.white,
        "text": score.text,
        "owners": [int(owner) for owner in score.owners],
        "dead": [game.name(point) for point in sorted(score.dead)],
        "explain": explain(game, score),
    }
