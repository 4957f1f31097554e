"""GNU Go with a Monte Carlo valuation inside (Palsson 2008)."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Any

from keima.engine.engine import Engine
from keima.engine.parameters import SearchParameters, parameter
from keima.engine.player import Task
from keima.engine.profiles import load_profile, parse_spec
from keima.engine.result import Candidate, SearchResult
from keima.gtp.client import GtpClientError
from keima.hybrids.gnugo import GnuGo, Valuation, gnugo_path
from keima.hybrids.strategies import highest, ranked, weighted, within
from keima.hybrids.values import MEASURES, tree_values
from keima.models.errors import CannotPlay


@dataclass(frozen=True)
class HybridParameters(SearchParameters):
    """Parameters of GNU Go with Monte Carlo."""

    strategy: str = parameter(
        "range",
        "Who decides: `first`, Monte Carlo plays the first moves; `best`, Monte Carlo chooses "
        "among GNU Go's best moves; `weighted`, both values are added; `range`, Monte Carlo "
        "chooses among the moves that are not much worse than GNU Go's best.",
        choices=("first", "best", "weighted", "range"),
    )
    first: int = parameter(1, "Strategy `first`: up to which move of the game.", low=1, high=1000)
    best: int = parameter(2, "Strategy `best`: how many moves.", low=1, high=1000)
    weight: float = parameter(
        0.15, "Strategy `weighted`: the part of Monte Carlo in the sum.", low=0, high=1
    )
    range: float = parameter(
        10.0, "Strategy `range`: percent below GNU Go's best value.", low=0, high=100
    )
    valuer: str = parameter(
        "brugmann",
        "The profile that gives the Monte Carlo values, with parameters after a colon if it needs "
        "any.",
    )
    valuation: str = parameter(
        "signed",
        "How flat valuers, `abramson` and `brugmann`, value: see there.",
        choices=("signed", "literal"),
    )
    measure: str = parameter(
        "winrate",
        "How tree searches value: `winrate`, the least that the win rate of a move may be; "
        "`score`, its mean margin; `visits`, the number of its games.",
        choices=tuple(MEASURES),
    )
    gnugo_level: int = parameter(10, "GNU Go's level.", low=0, high=50)
    blunder_check: int = parameter(
        1, "Refuse moves of Monte Carlo whose stone GNU Go can capture: 1 yes, 0 no.", low=0, high=1
    )


class HybridPlayer:
    """Asks GNU Go for the values of moves and lets Monte Carlo change the choice."""

    def __init__(self, parameters: HybridParameters) -> None:
        self._parameters = parameters
        given: dict[str, Any] = {}
        player = load_profile(parse_spec(parameters.valuer)[0]).player
        if player == "gnugo":
            raise ValueError(
                f"valuer cannot be {parameters.valuer}, which asks GNU Go itself: expected a flat "
                "player or a tree search, as brugmann or classic"
            )
        self._is_tree = player != "flat"
        if not self._is_tree:
            given = {"valuation": parameters.valuation, "passes": "last"}
        gnugo_path()  # said at once if it is missing, not in the middle of a game
        self._engine = Engine(parameters.valuer, **given)
        #: Does it value only those moves that it is asked for?
        self._by_move = getattr(self._engine.parameters, "model", "") != "brugmann"
        self._gnugo = GnuGo(parameters.gnugo_level)
        self._fresh = True

    def stop(self) -> None:
        self._engine.stop()

    def new_game(self) -> None:
        self._engine.new_game()
        self._fresh = True

    def outside_cpu_seconds(self) -> float:
        return self._gnugo.cpu_seconds()

    def abandon(self) -> None:
        self._gnugo.abandon()

    def search(self, task: Task) -> SearchResult:
        """Raises CannotPlay if GNU Go does not know such a board, has died or talks nonsense."""
        try:
            return self._choose(task)
        except GtpClientError as error:
            raise CannotPlay(str(error)) from error

    def _choose(self, task: Task) -> SearchResult:
        start = time.perf_counter()
        p, game, color = self._parameters, task.game, task.color
        if self._fresh:
            self._gnugo.new_game(task.seed)
            self._fresh = False
        valuation = self._gnugo.value_moves(game, color)
        order, mc = self._order(task, valuation)
        chosen = game.area if valuation.choice is None else valuation.choice
        for move in order:
            safe = move == valuation.choice or not p.blunder_check
            if safe or not self._gnugo.is_blunder(game, color, move):
                chosen = move
                break
        move_name = game.name(chosen)
        if mc is None:
            candidates = [
                Candidate(game.name(m), 0, None, None, value)
                for m, value in sorted(valuation.values.items(), key=lambda item: -item[1])
            ]
            return SearchResult(
                move=move_name,
                winrate=None,
                score=None,
                pv=[move_name],
                candidates=candidates,
                playouts=0,
                seconds=time.perf_counter() - start,
                size=(game.width, game.height),
                owners=None,
            )
        by_name = {c.move: c for c in mc.candidates}
        own = by_name.get(move_name)
        return replace(
            mc,
            move=move_name,
            winrate=own.winrate if own else mc.winrate,
            score=own.score if own else mc.score,
            pv=[move_name],
            candidates=[by_name[n] for m in order if (n := game.name(m)) in by_name],
            seconds=time.perf_counter() - start,
        )

    def _order(self, task: Task, valuation: Valuation) -> tuple[list[int], SearchResult | None]:
        """The moves in order of preference, and the Monte Carlo result if one was needed."""
        p, game, gnugo = self._parameters, task.game, valuation.values
        if valuation.choice is None:
            return [], None
        match p.strategy:
            case "first":
                if game.move_number >= p.first:
                    return [valuation.choice], None
                values, result = self._monte_carlo(task, None)
                return ranked(values), result
            case "best":
                candidates = highest(gnugo, p.best)
            case "range":
                candidates = within(gnugo, p.range)
            case _:
                values, result = self._monte_carlo(task, list(gnugo))
                return ranked(weighted(gnugo, values, p.weight)), result
        if len(candidates) < 2:
            return candidates or [valuation.choice], None
        values, result = self._monte_carlo(task, candidates)
        return ranked(values, candidates), result

    def _monte_carlo(
        self, task: Task, among: list[int] | None
    ) -> tuple[dict[int, float], SearchResult | None]:
        """Monte Carlo values. A valuer that plays games after each move, or in a tree, is asked
        for the moves in question only; one that values all moves at once is asked for all, so
        that its values are relative to the lowest on the board."""
        engine, game = self._engine, task.game
        engine.seed, engine.threads = task.seed, task.threads
        moves = None
        if among is not None and self._by_move:
            moves = [m for m in among if game.is_legal(m, task.color)]
            if not moves:
                return {}, None
        result = engine.search(game, task.limit, task.color, moves=moves, progress=task.progress)
        if not self._is_tree:
            return {game.parse(c.move): c.value for c in result.candidates}, result
        values = tree_values(result.candidates, self._parameters.measure)
        return {m: v for name, v in values.items() if (m := game.parse(name)) != game.area}, result
