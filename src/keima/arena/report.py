"""What the games of a tournament say, as numbers."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from statistics import mean, median
from typing import Any

from keima.arena.records import GameRecord
from keima.arena.results import Results
from keima.arena.run import tally_of
from keima.arena.statistics import (
    Pairing,
    Ratings,
    Sprt,
    Tally,
    agresti_coull,
    bradley_terry,
    elo_difference,
    relative_strength,
    wilson,
)
from keima.colors import Color

PRIOR = 1000.0
"""Elo: the spread of strengths assumed where a player has won or lost everything."""


@dataclass
class MatchGames:
    """The games of a pairing, seen by its first player."""

    a: str
    b: str
    #: Points by the order of the games, void ones left out.
    points: list[float] = field(default_factory=list)
    #: By the colour of the first player.
    colors: dict[Color, list[float]] = field(
        default_factory=lambda: {Color.BLACK: [], Color.WHITE: []}
    )

    @property
    def tally(self) -> Tally:
        return tally_of(self.points)

    def sprt(self, test: Sprt) -> dict[str, Any]:
        """Where a test stands, or when and how it ended."""
        tally, games = Tally(0, 0), 0
        state = None
        for games, points in enumerate(self.points, 1):  # noqa: B007 -- wanted after the loop
            tally += tally_of([points])
            state = test.games(tally)
            if state.verdict:
                break
        return {
            "elo0": test.elo0,
            "elo1": test.elo1,
            "llr": state.llr if state else 0.0,
            "lower": test.lower,
            "upper": test.upper,
            "verdict": state.verdict if state else None,
            "games": games,
        }


@dataclass
class PlayerGames:
    """What a player did."""

    name: str
    spec: str
    games: int = 0
    points: float = 0.0
    moves: int = 0
    seconds: float = 0.0
    cpu: float = 0.0
    faults: Counter[str] = field(default_factory=Counter)


class Report:
    """The numbers of one tournament, taken in one pass over its games."""

    def __init__(self, name: str, records: Iterable[GameRecord], sprt: Sprt | None = None) -> None:
        self.name, self.sprt = name, sprt
        self.games = self.void = self.disagreements = 0
        self.matches: dict[str, MatchGames] = {}
        self.players: dict[str, PlayerGames] = {}
        self.lengths: list[int] = []
        self.reasons: Counter[str] = Counter()
        self.faults: Counter[str] = Counter()
        #: Of all games: who had what fault, in which game.
        self.fault_list: list[dict[str, Any]] = []
        self.black_points: list[float] = []
        self.pairings: dict[tuple[str, str], list[int]] = {}
        for record in records:
            self._add(record)
        self.ratings, self.used_prior = self._rate()

    @classmethod
    def of(cls, results: Results, tournament: str) -> Report:
        return cls(tournament, results.records(tournament), results.sprt(tournament))

    def _add(self, record: GameRecord) -> None:
        plan = record.plan
        self.games += 1
        self.reasons[record.reason] += 1
        self.disagreements += record.disagreement
        for color, entrant in ((Color.BLACK, plan.black), (Color.WHITE, plan.white)):
            player = self.players.setdefault(entrant.name, PlayerGames(entrant.name, entrant.spec))
            player.games += 1
            player.moves += len(record.side(record.cpus, color))
            player.seconds += record.seconds_of(color)
            player.cpu += record.cpu_of(color)
            if not record.is_void:
                player.points += record.points if color == Color.BLACK else 1 - record.points
        for fault in record.faults:
            self.faults[fault.kind] += 1
            who = {"B": plan.black.name, "W": plan.white.name}.get(fault.color, "")
            if who:
                self.players[who].faults[fault.kind] += 1
            self.fault_list.append(
                {"game": plan.index, "player": who, "kind": fault.kind, "message": fault.message}
            )
        if plan.match not in self.matches:
            # The first game of a match has its first player as Black, unless that was void.
            a, b = plan.black.name, plan.white.name
            if plan.match == f"{b} - {a}":
                a, b = b, a
            self.matches[plan.match] = MatchGames(a, b)
        if record.is_void:
            self.void += 1
            return
        match = self.matches[plan.match]
        color = Color.BLACK if plan.black.name == match.a else Color.WHITE
        points = record.points if color == Color.BLACK else 1 - record.points
        match.points.append(points)
        match.colors[color].append(points)
        self.black_points.append(record.points)
        self.lengths.append(len(record.moves))
        counts = self.pairings.setdefault((plan.black.name, plan.white.name), [0, 0, 0])
        counts[{1.0: 0, 0.0: 1}.get(record.points, 2)] += 1

    def _rate(self) -> tuple[Ratings | None, bool]:
        pairings = [Pairing(*pair, *counts) for pair, counts in self.pairings.items()]
        if not pairings:
            return None, False
        try:
            return bradley_terry(pairings), False
        except ValueError:
            return bradley_terry(pairings, prior=PRIOR), True

    # As data

    def to_json(self) -> dict[str, Any]:
        """Plain values; what is infinite is null."""
        return {
            "tournament": self.name,
            "games": self.games,
            "void": self.void,
            "faults": sum(self.faults.values()),
            "faults_by_kind": dict(self.faults),
            "fault_list": self.fault_list,
            "disagreements": self.disagreements,
            "reasons": dict(self.reasons),
            "matches": [match_json(m, self.sprt) for m in self.matches.values()],
            "ratings": self._ratings_json(),
            "black": tally_json(tally_of(self.black_points)),
            "length": self._length_json(),
            "players": [_player_json(player) for player in self.players.values()],
            "cross_table": self.cross_table(),
        }

    def _ratings_json(self) -> dict[str, Any] | None:
        if self.ratings is None:
            return None
        colour, draws = self.ratings.colour, self.ratings.draws
        return {
            "players": [
                {
                    "name": p.name,
                    "elo": p.elo,
                    "error": p.error,
                    "low": p.low,
                    "high": p.high,
                    "games": p.tally.games,
                    "score": p.tally.score,
                }
                for p in self.ratings.players
            ],
            "black_advantage": colour._asdict() if colour else None,
            "draws": draws._asdict() if draws else None,
            "prior": PRIOR if self.used_prior else None,
        }

    def _length_json(self) -> dict[str, float] | None:
        if not self.lengths:
            return None
        return {
            "mean": mean(self.lengths),
            "median": median(self.lengths),
            "min": min(self.lengths),
            "max": max(self.lengths),
        }

    def cross_table(self) -> dict[str, dict[str, list[float]]]:
        """Points and games of each player against each other."""
        table: dict[str, dict[str, list[float]]] = {name: {} for name in self.players}
        for (black, white), (won, lost, drawn) in self.pairings.items():
            for me, other, points in (
                (black, white, won + drawn / 2),
                (white, black, lost + drawn / 2),
            ):
                cell = table[me].setdefault(other, [0.0, 0])
                cell[0] += points
                cell[1] += won + lost + drawn
        return table


def tally_json(tally: Tally) -> dict[str, Any]:
    rate = tally.rate if tally.games else None
    return {"won": tally.wins, "lost": tally.losses, "drawn": tally.draws, "rate": rate}


def match_json(match: MatchGames, sprt: Sprt | None = None) -> dict[str, Any]:
    """Everything about one pairing; `rate_a`, intervals and Elo are its first player's."""
    tally = match.tally
    value: dict[str, Any] = {
        "a": match.a,
        "b": match.b,
        "games": tally.games,
        "wins_a": tally.wins,
        "wins_b": tally.losses,
        "draws": tally.draws,
        "rate_a": None,
        "ci95": None,
        "agresti_coull": None,
        "relative_strength": None,
        "elo": None,
        "elo_ci95": None,
        "a_black": tally_json(tally_of(match.colors[Color.BLACK])),
        "a_white": tally_json(tally_of(match.colors[Color.WHITE])),
    }
    if tally.games:
        elo = elo_difference(tally)
        value |= {
            "rate_a": tally.rate,
            "ci95": list(wilson(tally)),
            "agresti_coull": list(agresti_coull(tally)),
            "relative_strength": [finite(x) for x in relative_strength(tally)],
            "elo": finite(elo.value),
            "elo_ci95": [finite(elo.low), finite(elo.high)],
        }
    if sprt is not None:
        value["sprt"] = match.sprt(sprt)
    return value


def finite(value: float) -> float | None:
    """The number, or None if JSON has no word for it."""
    return value if math.isfinite(value) else None


def _player_json(player: PlayerGames) -> dict[str, Any]:
    moves = max(player.moves, 1)
    return {
        "name": player.name,
        "spec": player.spec,
        "games": player.games,
        "points": player.points,
        "moves": player.moves,
        "seconds_per_move": player.seconds / moves,
        "cpu_per_move": player.cpu / moves,
        "seconds_per_game": player.seconds / max(player.games, 1),
        "faults": dict(player.faults),
    }
