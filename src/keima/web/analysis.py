"""What a search has found, as JSON for the page: all of it as Black sees it."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from typing import Any

from keima.colors import Color
from keima.engine import Engine, SearchResult
from keima.engine.report import bound_of, policy_of
from keima.game import Game
from keima.playouts import make_playout

VIEWS = ("ownership", "territory", "policy", "priors", "rave", "criticality", "visits")
#: Candidates and moves of a line that are told.
_MOVES, _LINE = 30, 30
#: Playouts whose first moves show the policy of playouts.
_SAMPLES = 400

View = list[float | None]


def analysis_json(
    game: Game,
    node: int,
    profile: str,
    network: str | None,
    result: SearchResult,
    views: dict[str, View],
) -> dict[str, Any]:
    """An *analysis* of docs/web-api.md, of a search that is not running any more."""
    white = game.to_play is Color.WHITE
    best = result.candidates[0] if result.candidates else None
    visits = result.playouts if result.visits is None else result.visits
    moves = []
    shares = policy_of(result.candidates)
    for candidate, prior in list(zip(result.candidates, shares, strict=True))[:_MOVES]:
        line = candidate.pv or (result.pv if result.pv[:1] == [candidate.move] else ())
        moves.append(
            {
                "move": candidate.move,
                "visits": candidate.visits,
                "winrate": _rate(candidate.winrate, white),
                "score": _points(candidate.score, white),
                "prior": None if prior is None else round(prior, 4),
                "lcb": _rate(bound_of(candidate), white),
                "pv": list(line[:_LINE]) or [candidate.move],
            }
        )
    owners = None if result.owners is None else [round(owner, 2) for owner in result.owners]
    return {
        "node": node,
        "profile": profile,
        "network": network,
        "visits": visits,
        "winrate": _rate(best.winrate if best else result.winrate, white),
        "score": _points(best.score if best else result.score, white),
        "to_play": game.to_play.letter,
        "running": True,
        "moves": moves,
        "ownership": owners,
        "views": views,
    }


def views_of(
    engine: Engine,
    game: Game,
    result: SearchResult,
    wanted: Collection[str],
    known: dict[str, View],
) -> dict[str, View]:
    """The views asked for that the player has. `known` keeps what is the same for every search of a
    position."""
    found: dict[str, View] = {}
    if "visits" in wanted:
        total = sum(c.visits for c in result.candidates) or 1
        found["visits"] = _points_of(game, {c.move: c.visits / total for c in result.candidates})
    if "priors" in wanted:
        priors = {c.move: c.prior for c in result.candidates if c.prior is not None}
        if result.policy is not None:
            found["priors"] = _row(game, result.policy)
        elif priors:
            found["priors"] = _points_of(game, priors)
    for name, seen in (("rave", result.rave), ("criticality", result.criticality)):
        if name in wanted and seen is not None:
            found[name] = _row(game, seen)
    if "policy" in wanted:
        if "policy" not in known:
            known["policy"] = _policy(engine, game, result)
        if any(value is not None for value in known["policy"]):
            found["policy"] = known["policy"]
    if "territory" in wanted:
        if "territory" not in known:
            known["territory"] = _territory(game)
        found["territory"] = known["territory"]
    return found


def _territory(game: Game) -> View:
    """Whose points they look like without a search, from 1 (Black) to -1."""
    from keima.score.territory import expected_owners

    return [round(float(value), 2) for value in expected_owners(game.board, game.to_play)]


def _policy(engine: Engine, game: Game, result: SearchResult) -> View:
    """What the network or, if the search has none, the playouts would play first."""
    if result.policy is not None:
        return _row(game, result.policy)
    # Those of flat players, which have no choice of policies, are uniform.
    policy = getattr(engine.parameters, "policy", "uniform")
    last, before = [-1, -1, *(move.point for move in game.moves)][:-3:-1]
    playout = make_playout(policy)
    first = playout.run_many(game.board, game.to_play, _SAMPLES, last, before, seed=1)[3]
    return [round(n / _SAMPLES, 4) if n else None for n in first[: game.area]]


def _row(game: Game, values: Mapping[int, float]) -> View:
    found: View = [None] * game.area
    for point, value in values.items():
        if point < game.area:
            found[point] = round(float(value), 4)
    return found


def _points_of(game: Game, values: dict[str, float]) -> View:
    return _row(game, {game.parse(move): value for move, value in values.items()})


def _rate(rate: float | None, white: bool) -> float | None:
    if rate is None or not math.isfinite(rate):
        return None
    return round(1 - rate if white else rate, 4)


def _points(score: float | None, white: bool) -> float | None:
    if score is None or not math.isfinite(score):
        return None
    return round(-score if white else score, 2) + 0.0
