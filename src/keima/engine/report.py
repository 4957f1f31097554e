"""What a search found in the words of other programs: the numbers that KataGo's protocols name,
and the JSON of the CGOS server."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Any

from keima.colors import Color
from keima.engine.result import Candidate, SearchResult
from keima.game import Game

MOST_MOVES = 20
"""So many candidates CGOS is told: nobody looks at more, and lines must not be endless."""
#: Standard deviations between a win rate and its lower bound: 97.5 % of the truth lies above.
DEVIATIONS = 1.96

_LETTERS = ascii_uppercase + ascii_lowercase + digits + "+/"


def lower_bound(winrate: float, visits: int) -> float:
    """The lower confidence bound of a win rate (Wilson's), never outside 0 to 1.

    >>> round(lower_bound(0.5, 100), 3), lower_bound(0.0, 5), lower_bound(0.7, 0)
    (0.404, 0.0, 0.0)
    """
    if visits < 1:
        return 0.0
    z = DEVIATIONS**2 / visits
    spread = math.sqrt(z * (winrate * (1 - winrate) + z / 4))
    return max(0.0, (winrate + z / 2 - spread) / (1 + z))


def bound_of(candidate: Candidate) -> float | None:
    """The lower confidence bound of a move's win rate: the player's own, or that of games won."""
    if candidate.winrate is None or candidate.lcb is not None:
        return candidate.lcb
    return lower_bound(candidate.winrate, candidate.visits)


def policy_of(candidates: Sequence[Candidate]) -> list[float | None]:
    """The policy of a network or, without, the priors as parts of their sum; None for all if the
    player has none."""
    policy = [candidate.policy for candidate in candidates]
    if None not in policy:
        return policy
    priors = [candidate.prior or 0.0 for candidate in candidates]
    total = sum(priors)
    return [prior / total for prior in priors] if total > 0 else [None] * len(priors)


def move_infos(
    result: SearchResult,
    most: int | None = None,
    flipped: bool = False,
    *,
    pv_visits: bool = False,
    owners: Color | None = None,
) -> list[dict[str, Any]]:
    """The candidates, best first, by KataGo's names; what the player does not know is left out.
    They are as the player to move sees them or, `flipped`, as the other does. `pv_visits` and
    `owners`, as that side sees them, are added only if they are wanted.

    >>> from keima import Engine, Game
    >>> infos = move_infos(Engine("brugmann:playouts=50", seed=1).search(Game(3)))
    >>> infos[0]["move"], infos[0]["order"], 0 <= infos[0]["lcb"] <= infos[0]["winrate"] <= 1
    ('B2', 0, True)
    """
    ranked = zip(result.candidates, policy_of(result.candidates), strict=True)
    return [
        _move_info(candidate, prior, order, result, flipped)
        | without_nothing(
            pvVisits=list(candidate.pv_visits) or None if pv_visits else None,
            ownership=seen_by(owners, candidate.owners) if owners else None,
        )
        for order, (candidate, prior) in enumerate(ranked)
        if most is None or order < most
    ]


def _move_info(
    candidate: Candidate, prior: float | None, order: int, result: SearchResult, flipped: bool
) -> dict[str, Any]:
    rate, lcb = candidate.winrate, bound_of(candidate)
    pv = candidate.pv or (result.pv if result.pv[:1] == [candidate.move] else ())
    return without_nothing(
        move=candidate.move,
        visits=candidate.visits,
        **_values(rate, _score(candidate.score, result), flipped),
        prior=prior,
        lcb=_seen(lcb, flipped),
        utilityLcb=_utility(_seen(lcb, flipped)),
        order=order,
        pv=list(pv) or [candidate.move],
    )


def root_info(result: SearchResult, flipped: bool = False) -> dict[str, Any]:
    """The position as a whole, by KataGo's names: its value is that of the best candidate."""
    best = result.candidates[0] if result.candidates else None
    visits = result.playouts if result.visits is None else result.visits
    rate = best.winrate if best else result.winrate
    score = _score(best.score if best else result.score, result)
    return {"visits": visits, **_values(rate, score, flipped)}


def _score(own: float | None, result: SearchResult) -> float | None:
    """A score or, if none was measured since the tree has the visits from an earlier search, that
    of the position: readers of KataGo's words expect one wherever there is a win rate."""
    scores = (own, result.score, *(candidate.score for candidate in result.candidates))
    return next((score for score in scores if score is not None), None)


def _values(rate: float | None, score: float | None, flipped: bool) -> dict[str, Any]:
    rate = _seen(rate, flipped)
    lead = None if score is None else -score if flipped else score
    return without_nothing(
        utility=_utility(rate), winrate=rate, scoreMean=lead, scoreLead=lead, scoreSelfplay=lead
    )


def _seen(rate: float | None, flipped: bool) -> float | None:
    return None if rate is None else 1 - rate if flipped else rate


def _utility(rate: float | None) -> float | None:
    return None if rate is None else 2 * rate - 1


def owners_for(result: SearchResult, view: Color) -> list[float] | None:
    """The mean owner of each point from the top left, +1 for one's own."""
    return seen_by(view, result.owners)


def seen_by(view: Color, owners: Sequence[float] | None) -> list[float] | None:
    """Owners as a side sees them, +1 for its own."""
    sign = 1 if view == Color.BLACK else -1
    return None if owners is None else [sign * owner + 0.0 for owner in owners]


def root_policy(game: Game, color: Color, result: SearchResult) -> list[float]:
    """A number for each point from the top left and for a pass: -1 if illegal, else what was
    thought of the move before the search; all legal moves alike if nothing was thought."""
    legal = {*game.native.legal_points(color), game.area}
    known = result.policy or {
        game.parse(candidate.move): prior
        for candidate, prior in zip(result.candidates, policy_of(result.candidates), strict=True)
        if prior is not None
    }
    rest = 0.0 if known else 1 / len(legal)
    return [known.get(move, rest) if move in legal else -1.0 for move in range(game.area + 1)]


def root_moves(
    game: Game,
    color: Color,
    avoid: Iterable[tuple[Color, Iterable[int]]] = (),
    allow: tuple[Color, Iterable[int]] | None = None,
) -> list[int] | None:
    """The moves of `color` that are left to consider; None for all. Raises ValueError if none
    is. What is said of the other side's moves is no matter here."""
    legal = [*game.native.legal_points(color), game.area]
    bad = {move for side, moves in avoid if side == color for move in moves}
    good = set(allow[1]) if allow and allow[0] == color else set(legal)
    left = [move for move in legal if move in good and move not in bad]
    if not left:
        raise ValueError(f"no move of {color.word} is left to consider")
    return None if len(left) == len(legal) else left


def cgos_analysis(result: SearchResult, color: Color) -> dict[str, Any]:
    """A search of Keima in the JSON of the CGOS server, as `color` sees it.

    >>> from keima import Engine, Game
    >>> result = Engine("brugmann:playouts=50", seed=1).search(Game(3))
    >>> analysis = cgos_analysis(result, Color.BLACK)
    >>> analysis["visits"], analysis["moves"][0]["move"], len(analysis["ownership"])
    (50, 'B2', 9)
    """
    moves = [
        without_nothing(
            move=c.move,
            visits=c.visits,
            winrate=rounded(c.winrate),
            score=rounded(c.score),
            pv=" ".join(c.pv[1:] or (result.pv[1:] if c.move == result.move else ())),
        )
        for c in result.candidates[:MOST_MOVES]
    ]
    owners = owners_for(result, color)
    return without_nothing(
        winrate=rounded(result.winrate),
        score=rounded(result.score),
        visits=result.playouts if result.visits is None else result.visits,
        moves=moves,
        ownership=None if owners is None else encode_ownership(owners),
    )


def encode_ownership(owners: Iterable[float]) -> str:
    """A letter for each point, of 63 from -1 (the opponent's) to +1 (one's own).

    >>> encode_ownership([-1, 0, 1, 7])
    'Af++'
    """
    return "".join(_LETTERS[round(31 * (min(max(owner, -1), 1) + 1))] for owner in owners)


def rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def without_nothing(**values: Any) -> dict[str, Any]:
    """What is known of some values."""
    return {name: value for name, value in values.items() if value is not None}
