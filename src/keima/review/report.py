"""A review as JSON."""

from __future__ import annotations

from typing import Any

from keima.colors import Color
from keima.review.moves import Judged
from keima.review.record import Turn
from keima.review.run import Review


def to_json(review: Review) -> dict[str, Any]:
    """Everything that is known, in plain values; win rates and scores are Black's, losses are of
    the player who moved. See docs/review.md."""
    record, judged = review.record, review.judged
    first = record.turns[0].game
    return {
        "analysis": review.analysis,
        "name": record.name,
        "size": [first.width, first.height],
        "rules": first.rules.name,
        "komi": first.komi,
        "handicap": first.handicap,
        "result": record.text("RE") or None,
        "problem": record.problem,
        "threshold": str(review.threshold),
        "players": {
            color.word: {"name": record.player(color)} | review.plays[color.letter].to_json()
            for color in (Color.BLACK, Color.WHITE)
        },
        "positions": [_position(review, turn, judged.get(turn.number)) for turn in record.turns],
    }


def _position(review: Review, turn: Turn, judged: Judged | None) -> dict[str, Any]:
    found = review.found.get(turn.number)
    told: dict[str, Any] = {
        "move_number": turn.moves,
        "color": turn.color.letter if turn.color else None,
        "move": turn.move,
        "loss": judged.points if judged else None,
        "winrate_loss": judged.winrate if judged else None,
        "rank": judged.rank if judged else None,
        "grade": judged.grade if judged else None,
    }
    return told | (found.to_json() if found else {"position": turn.number})
