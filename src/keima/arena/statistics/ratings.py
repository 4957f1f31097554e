"""Elo ratings of any number of players: the model of Bradley & Terry (1952) with draws and an
advantage of Black, fitted by maximum likelihood.

For Black with strength `b` and White with strength `w` (in nats; Elo = nats * 400 / ln 10), an
advantage of Black `c` and a tendency to draw `d`, the results have the weights

    Black wins exp((b - w + c) / 2),    White wins exp(-(b - w + c) / 2),    draw exp(d).

That is Davidson's treatment of draws (1970), rather than that of Rao & Kupper (1967), because a
draw then counts as exactly half a win and half a loss: the total score of every player and the
number of draws are sufficient statistics, as everywhere else in this package. It also makes the
logarithm of the likelihood concave in all of its parameters, so that Newton's method finds the
one maximum, and the observed information is the expected one (Fisher's).
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING, NamedTuple

from keima.arena.statistics.elo import ELO_PER_NAT
from keima.arena.statistics.tally import Estimate, Tally, quantile

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

# A difference at which the weaker side would score once in e^25 games is one without a limit.
_INFINITE = 25.0


class Pairing(NamedTuple):
    """Results of games between two players with fixed colours."""

    black: str
    white: str
    black_wins: int
    white_wins: int
    draws: int = 0


class Rating(NamedTuple):
    """A player's place: Elo, its standard error and interval, and the games it comes from."""

    name: str
    elo: float
    error: float
    low: float
    high: float
    tally: Tally


@dataclass(frozen=True)
class Ratings:
    """A fitted model. `players` are ordered by strength; `covariance` is theirs, in Elo squared
    and in the same order. `colour` is Black's advantage in Elo, `draws` the share of draws
    between equal players (without an advantage); each is None if it was not fitted."""

    players: tuple[Rating, ...]
    covariance: tuple[tuple[float, ...], ...]
    colour: Estimate | None
    draws: Estimate | None
    log_likelihood: float
    confidence: float

    def __getitem__(self, name: str) -> Rating:
        return self.players[self._place(name)]

    def difference(self, first: str, second: str) -> Estimate:
        """How much stronger the first is, in Elo; the error takes account of the correlation."""
        i, j = self._place(first), self._place(second)
        c = self.covariance
        error = math.sqrt(max(0.0, c[i][i] + c[j][j] - 2 * c[i][j]))
        value = self.players[i].elo - self.players[j].elo
        half = quantile(self.confidence) * error
        return Estimate(value, error, value - half, value + half)

    def superiority(self, first: str, second: str) -> float:
        """Probability that the first is stronger than the second (normal approximation)."""
        value, error, *_ = self.difference(first, second)
        return NormalDist().cdf(value / error) if error else 0.5

    def expect(self, black: str, white: str) -> tuple[float, float, float]:
        """Probabilities that Black wins, that the game is drawn, and that White wins."""
        elo = self[black].elo - self[white].elo + (self.colour.value if self.colour else 0.0)
        win = math.exp(elo / ELO_PER_NAT / 2)
        share = self.draws.value if self.draws else 0.0
        draw = 2 * share / (1 - share)
        total = win + draw + 1 / win
        return win / total, draw / total, 1 / win / total

    def _place(self, name: str) -> int:
        for place, player in enumerate(self.players):
            if player.name == name:
                return place
        names = ", ".join(p.name for p in self.players)
        raise ValueError(f"no player {name!r} has a rating: expected one of {names}")


def bradley_terry(
    pairings: Iterable[Pairing],
    *,
    colour: bool = True,
    prior: float | None = None,
    anchor: str | None = None,
    anchor_elo: float = 0.0,
    confidence: float = 0.95,
) -> Ratings:
    """Ratings that make the results most likely.

    The mean of all players is 0, or the `anchor` has `anchor_elo` (and then no error: all errors
    are relative to it). With `colour`, Black's advantage is fitted too. `prior`, in Elo, is the
    standard deviation of a normal distribution that strengths are drawn from (and the advantage,
    and the logarithm of the tendency to draw): with it, say 1000, there is always an answer.
    Without it, raises ValueError if some strength would be infinite or cannot be told: a player,
    or a group of them, that won or lost everything or never met the others.

    >>> ratings = bradley_terry([
    ...     Pairing("a", "b", 35, 15), Pairing("b", "a", 25, 25),
    ...     Pairing("b", "c", 30, 20), Pairing("c", "b", 20, 30),
    ... ], anchor="c")
    >>> [(p.name, round(p.elo), round(p.error)) for p in ratings.players]
    [('a', 142, 50), ('b', 71, 36), ('c', 0, 0)]
    >>> round(ratings.colour.value)
    36
    """
    import numpy as np

    games = _Games(pairings)
    if anchor is not None and anchor not in games.names:
        raise ValueError(
            f"the anchor {anchor!r} has played no game: expected one of {', '.join(games.names)}"
        )
    if prior is not None and not (math.isfinite(prior) and prior > 0):
        raise ValueError(f"the prior must be an Elo difference above 0, got {prior!r}")
    if prior is None:
        _check_connected(games)
        if colour:
            _check_colours(games)
    model = _Model(games, colour, 0.0 if prior is None else (ELO_PER_NAT / prior) ** 2)
    theta = model.maximise()
    covariance = model.covariance(theta)

    n = len(games.names)
    # Only differences are known: shift all so that the mean, or the anchor, is where it must be.
    reference = np.full(n, 1 / n)
    if anchor is not None:
        reference = np.eye(n)[games.names.index(anchor)]
    centre = np.eye(n) - np.outer(np.ones(n), reference)
    elos = centre @ theta[:n] * ELO_PER_NAT + (anchor_elo if anchor is not None else 0.0)
    spread = centre @ covariance[:n, :n] @ centre.T * ELO_PER_NAT**2
    z = quantile(confidence)

    def estimate(value: float, variance: float) -> Estimate:
        error = math.sqrt(max(0.0, variance))
        return Estimate(value, error, value - z * error, value + z * error)

    order = sorted(range(n), key=lambda i: (-elos[i], games.names[i]))
    players = tuple(
        Rating(games.names[i], *estimate(float(elos[i]), float(spread[i, i])), games.tallies[i])
        for i in order
    )
    advantage = draws = None
    if model.colour is not None:
        k = model.colour
        advantage = estimate(
            float(theta[k]) * ELO_PER_NAT, float(covariance[k, k]) * ELO_PER_NAT**2
        )
    if model.draw is not None:
        k = model.draw
        value, error, low, high = estimate(float(theta[k]), float(covariance[k, k]))
        share = _draw_share(value)
        # The share is e^d / (2 + e^d), whose derivative by d is share (1 - share).
        draws = Estimate(share, share * (1 - share) * error, _draw_share(low), _draw_share(high))
    return Ratings(
        players,
        tuple(tuple(float(spread[i, j]) for j in order) for i in order),
        advantage,
        draws,
        model.log_likelihood(theta),
        confidence,
    )


def _draw_share(tendency: float) -> float:
    return 1 / (1 + 2 * math.exp(-tendency))


class _Games:
    """Pairings as arrays, one row for each pair of players and colours."""

    def __init__(self, pairings: Iterable[Pairing]) -> None:
        import numpy as np

        rows: dict[tuple[str, str], list[int]] = {}
        for black, white, *counts in pairings:
            if min(counts) < 0:
                raise ValueError(f"{black} - {white}: counts must be 0 or more, got {counts}")
            if sum(counts):
                row = rows.setdefault((black, white), [0, 0, 0])
                for k, count in enumerate(counts):
                    row[k] += count
        if not rows:
            raise ValueError("there are no games to rate: expected at least one")
        self.names = sorted({name for pair in rows for name in pair})
        place = {name: i for i, name in enumerate(self.names)}
        self.black = np.array([place[b] for b, _ in rows])
        self.white = np.array([place[w] for _, w in rows])
        self.won, self.lost, self.drawn = np.array(list(rows.values()), dtype=float).T
        self.tallies = [Tally(0, 0)] * len(self.names)
        for (black, white), (won, lost, drawn) in rows.items():
            if black == white:
                continue
            for name, tally in ((black, Tally(won, lost, drawn)), (white, Tally(lost, won, drawn))):
                self.tallies[place[name]] += tally


class _Model:
    """Log-likelihood with its derivatives. Parameters: strengths, then advantage of Black and
    tendency to draw where they are fitted."""

    def __init__(self, games: _Games, colour: bool, precision: float) -> None:
        self.games = games
        self.precision = precision
        n = len(games.names)
        self.colour = n if colour else None
        # Without a draw the most likely share of draws is 0, which has no logarithm.
        self.draw = n + colour if games.drawn.any() else None
        self.size = n + colour + (self.draw is not None)

    def _weights(self, theta: Floats) -> tuple[Floats, Floats, Floats]:
        import numpy as np

        g = self.games
        half = (theta[g.black] - theta[g.white]) / 2
        if self.colour is not None:
            half = half + theta[self.colour] / 2
        tendency = -np.inf if self.draw is None else theta[self.draw]
        return half, -half, np.full_like(half, tendency)

    def log_likelihood(self, theta: Floats) -> float:
        import numpy as np

        g = self.games
        win, loss, draw = self._weights(theta)
        total = np.logaddexp(np.logaddexp(win, loss), draw)
        value = (g.won * (win - total) + g.lost * (loss - total)).sum()
        if self.draw is not None:
            value += (g.drawn * (draw - total)).sum()
        return float(value)

    def _objective(self, theta: Floats) -> float:
        return self.log_likelihood(theta) - self.precision / 2 * float(theta @ theta)

    def derivatives(self, theta: Floats) -> tuple[Floats, Floats]:
        """Gradient, and information (minus the second derivatives), of the objective."""
        import numpy as np

        g = self.games
        win, loss, draw = self._weights(theta)
        total = np.logaddexp(np.logaddexp(win, loss), draw)
        p_win, p_loss, p_draw = np.exp(win - total), np.exp(loss - total), np.exp(draw - total)
        n = g.won + g.lost + g.drawn
        mean = (p_win - p_loss) / 2  # of the sufficient statistic +1/2, -1/2, 0
        slope = (g.won - g.lost) / 2 - n * mean
        curve = n * ((p_win + p_loss) / 4 - mean**2)
        rows = [(g.black, 1), (g.white, -1)]
        gradient = -self.precision * theta
        information = self.precision * np.eye(self.size)
        if self.colour is not None:
            rows.append((np.full_like(g.black, self.colour), 1))
        for at, sign in rows:
            np.add.at(gradient, at, sign * slope)
            for other, factor in rows:
                np.add.at(information, (at, other), sign * factor * curve)
        if self.draw is not None:
            gradient[self.draw] += (g.drawn - n * p_draw).sum()
            information[self.draw, self.draw] += (n * p_draw * (1 - p_draw)).sum()
            cross = -n * p_draw * mean
            for at, sign in rows:
                np.add.at(information[self.draw], at, sign * cross)
                np.add.at(information[:, self.draw], at, sign * cross)
        return gradient, information

    def _free(self) -> slice:
        """Without a prior only differences are determined: the first strength stays 0."""
        return slice(None) if self.precision else slice(1, None)

    def maximise(self) -> Floats:
        """Newton's method with step halving; the objective is concave."""
        import numpy as np

        theta = np.zeros(self.size)
        value = self._objective(theta)
        free = self._free()
        for _ in range(500):
            gradient, information = self.derivatives(theta)
            step = np.zeros(self.size)
            step[free] = np.linalg.solve(information[free, free], gradient[free])
            # The quadratic model holds only nearby: no odds change by more than e^4 at a time.
            step *= min(1.0, 4 / max(1e-300, float(np.abs(step).max())))
            while (new := self._objective(theta + step)) < value - 1e-9 * abs(value):
                step /= 2
            theta, value = theta + step, new
            if not self.precision:
                self._check_finite(theta)
            if float(np.abs(step).max(initial=0.0)) < 1e-10:
                break
        return theta

    def covariance(self, theta: Floats) -> Floats:
        """Inverse of Fisher's information."""
        import numpy as np

        free = self._free()
        _, information = self.derivatives(theta)
        result = np.zeros((self.size, self.size))
        result[free, free] = np.linalg.inv(information[free, free])
        return result

    def _check_finite(self, theta: Floats) -> None:
        import numpy as np

        win, _, draw = self._weights(theta)
        worst = int(np.abs(win).argmax())
        if abs(win[worst]) > _INFINITE / 2:
            g = self.games
            raise ValueError(
                f"the results of {g.names[g.black[worst]]} as Black against "
                f"{g.names[g.white[worst]]} need infinite differences: give a prior, for "
                "example prior=1000"
            )
        if self.draw is not None and draw[0] > _INFINITE:
            raise ValueError("all games are draws: give a prior, for example prior=1000")


def _check_connected(games: _Games) -> None:
    """Ford's condition (1957): in every division of the players into two groups, each group has
    scored against the other."""
    n = len(games.names)
    scored: list[set[int]] = [set() for _ in range(n)]
    for b, w, won, lost, drawn in zip(
        games.black, games.white, games.won, games.lost, games.drawn, strict=True
    ):
        if won or drawn:
            scored[b].add(int(w))
        if lost or drawn:
            scored[w].add(int(b))
    beaten_by = [{i for i in range(n) if j in scored[i]} for j in range(n)]
    for edges, what in ((scored, "never scored against"), (beaten_by, "never lost a point to")):
        reached, queue = {0}, [0]
        while queue:
            new = edges[queue.pop()] - reached
            reached |= new
            queue += new
        if len(reached) < n:
            # Nothing leads from the group out, or into it from outside.
            inside = ", ".join(games.names[i] for i in sorted(reached))
            outside = ", ".join(games.names[i] for i in range(n) if i not in reached)
            raise ValueError(
                f"strengths would be infinite or unknown: {inside} {what} {outside}; "
                "give a prior, for example prior=1000"
            )


def _check_colours(games: _Games) -> None:
    """Black's advantage adds to the difference of each pairing: it must not be a difference of
    strengths itself, as it is when somebody has always Black."""
    import numpy as np

    rows = np.arange(len(games.black))
    design = np.zeros((len(rows), len(games.names) + 1))
    np.add.at(design, (rows, games.black), 1)
    np.add.at(design, (rows, games.white), -1)
    design[:, -1] = 1
    # Strengths alone have one degree of freedom less than there are players.
    if np.linalg.matrix_rank(design) < len(games.names):
        raise ValueError(
            "the advantage of Black cannot be told from the strengths, because players did not "
            "exchange colours: give colour=False, or a prior"
        )
