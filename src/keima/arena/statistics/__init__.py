"""Everything numeric about results of games: pure functions of counts.

`Tally` holds the results of one player; `docs/statistics.md` says which function answers which
question.
"""

from keima.arena.statistics.elo import elo_difference, elo_from_rate, rate_from_elo
from keima.arena.statistics.intervals import (
    PAIR_SCORES,
    Comparison,
    agresti_coull,
    clopper_pearson,
    compare,
    likelihood_of_superiority,
    score_interval,
    wilson,
)
from keima.arena.statistics.palsson import (
    Detectable,
    RelativeStrength,
    acceptance_interval,
    detectable_difference,
    relative_strength,
)
from keima.arena.statistics.ratings import Pairing, Rating, Ratings, bradley_terry
from keima.arena.statistics.samples import games_for_margin, games_to_compare, games_to_detect
from keima.arena.statistics.sprt import Sprt, SprtExpectation, SprtState
from keima.arena.statistics.tally import Estimate, Interval, Tally

__all__ = [
    "PAIR_SCORES",
    "Comparison",
    "Detectable",
    "Estimate",
    "Interval",
    "Pairing",
    "Rating",
    "Ratings",
    "RelativeStrength",
    "Sprt",
    "SprtExpectation",
    "SprtState",
    "Tally",
    "acceptance_interval",
    "agresti_coull",
    "bradley_terry",
    "clopper_pearson",
    "compare",
    "detectable_difference",
    "elo_difference",
    "elo_from_rate",
    "games_for_margin",
    "games_to_compare",
    "games_to_detect",
    "likelihood_of_superiority",
    "rate_from_elo",
    "relative_strength",
    "score_interval",
    "wilson",
]
