"""The tree search player (Ferreira 2016, chapter 3)."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, make_dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from keima import _core
from keima.colors import Color
from keima.engine.choosing import drawn, ranked, rate_at_bound
from keima.engine.counting import area_komi, stones_played
from keima.engine.decided import Decided
from keima.engine.judging import JUDGING, network_owners, searched_owners
from keima.engine.limits import Limit
from keima.engine.network import SearchNetwork
from keima.engine.parameters import SearchParameters, parameter
from keima.engine.passing import is_late, without_lost
from keima.engine.player import Task
from keima.engine.resigning import SURE_TURNS, SURE_VISITS, Streak, best_rate, may_resign
from keima.engine.result import Candidate, SearchResult
from keima.engine.shallow import SearchShallow
from keima.engine.weighing import (
    PASS_VISITS,
    choose_move,
    choose_with_network,
    margin,
    winrate,
)
from keima.game import Game
from keima.models import load_joseki, load_move_model, mlp_for
from keima.models.errors import CannotPlay
from keima.playouts import GAMMAS, POLICIES, TRAINED, load_patterns

if TYPE_CHECKING:
    from keima.nets.preparing import Precision

#: Positions before that a search knows: for cycles, and for kos.
EARLIER = 10
#: The value of `bandit` that needs a network.
PUCT = 3
#: Part of the playouts, on top of them, and of the time, out of it, for judging a pass.
PASS_PART = 4
PASS_TIME = 0.2
PASS_MEMORY = 0.125


@dataclass(frozen=True)
class TreeBase(SearchParameters):
    """The parameters of the tree search that are not numbers of the core."""

    policy: str = parameter("mogo", "How playouts choose their moves.", choices=POLICIES)
    patterns: str = parameter("mogo", "The 3x3 patterns: a set that Keima brings, or a file.")
    model: str = parameter(
        "", "The move model for `prior_model`: one that Keima brings, a file, or `none`."
    )
    joseki: str = parameter(
        "none", "The dictionary for `prior_joseki`: one that Keima brings, a file, or `none`."
    )
    mlp: str = parameter(
        "none",
        "The small network for `prior_mlp_best` and `prior_mlp_rest`: `auto` for the one that "
        "Keima brings for the size of the board, a file, or `none`.",
    )
    local: str = parameter(
        "auto",
        "The local model for `prior_local`: `auto` for the one that Keima brings for the size of "
        "the board, another one by name, a file, or `none`.",
    )
    net: str = parameter(
        "none",
        "The network that values positions: one that Keima knows by name, a file of KataGo's "
        "format, `best` for the largest that was added or else Keima's own, or `none`.",
    )
    shallow: str = parameter(
        "none",
        "The shallow network for priors, see `shallow_weight`: one that Keima brings for the size "
        "of the board, a file, or `none`.",
    )
    shallow_deep: str = parameter(
        "none", "A second one, for nodes from `shallow_depth` on; or `none`."
    )
    net_precision: str = parameter(
        "auto",
        "How it computes: in `int8`, in `f32`, or `auto`, in int8 if that is faster and nearly "
        "the same.",
        choices=("auto", "f32", "int8"),
    )
    net_cache_mb: float = parameter(
        64, "Memory for what the network has said before.", low=0, high=65536
    )
    choice: str = parameter(
        "visits",
        "Which move is the best: the one with most `visits`, or, by `lcb`, that with the best "
        "lower confidence bound of those with many.",
        choices=("visits", "lcb"),
    )
    temperature: float = parameter(
        0.0,
        "With a network: the move is drawn by its part of the visits, or of the policy if there is "
        "but one playout, to the power of 1 / temperature; 0 for the best.",
        low=0,
        high=100,
    )
    gammas: str = parameter(
        GAMMAS,
        "Trained weights of moves, for `softmax` and `mogo_weighted`: a set that Keima brings, or "
        "a file.",
    )
    trained: str = parameter(
        TRAINED,
        "Trained playouts, for `classic_weighted` and `pachi_weighted`: a policy that Keima "
        "brings, or a file.",
    )
    early_stop: int = parameter(
        1, "End when the most visited move cannot change any more: 1 yes, 0 no.", low=0, high=1
    )
    ponder: int = parameter(
        0, "Think in the opponent's time, over GTP: 1 yes, 0 no.", low=0, high=1
    )
    passes: str = parameter(
        "settled",
        "When to pass: `settled`, when the game is won or nothing can be gained; `cleanup`, the "
        "same but dead stones are captured first.",
        choices=("settled", "cleanup"),
    )
    decided_part: float = parameter(
        1.0,
        "Part of its playouts and time that a search gets where learned judgement finds nothing "
        "open and the search before was sure of the same winner; 1 for all.",
        low=0.01,
        high=1,
    )
    score_playouts: int = parameter(
        0,
        "Simulations by which final positions are judged, beside plain random games; 0 for these "
        "alone.",
        low=0,
        high=10**6,
    )


def _native_fields() -> list[tuple[str, type, Any]]:
    lists = [("", _core.tree_parameters())]
    lists += [(f"{policy}_", _core.playout_parameters(policy)) for policy in POLICIES]
    return [
        (prefix + name, float, parameter(value, meaning, low=min(value, low), high=high))
        for prefix, listed in lists
        for name, value, low, high, meaning in listed
    ]


#: All of them, those of the core included.
TreeParameters = cast(
    type[TreeBase],
    make_dataclass("TreeParameters", _native_fields(), bases=(TreeBase,), frozen=True),
)


class TreePlayer:
    """Keeps its tree from move to move."""

    keeps_tree = True

    def __init__(self, parameters: TreeParameters) -> None:  # type: ignore[valid-type]
        self._parameters: TreeBase = parameters
        self._by_policy = getattr(parameters, "bandit") == PUCT  # noqa: B009
        self._network: SearchNetwork | None = None
        if self._parameters.net != "none":
            self._network = SearchNetwork(
                self._parameters.net,
                cast("Precision", self._parameters.net_precision),
                self._parameters.net_cache_mb,
            )
        elif self._by_policy:
            raise ValueError(
                "selection by a network's policy needs a network: give net=, its name or file"
            )
        if self._network and getattr(parameters, "frisbee"):  # noqa: B009
            raise ValueError("Frisbee Go is for players without a network, such as classic")
        self._shallow = SearchShallow(
            self._parameters.shallow,
            self._parameters.shallow_deep,
            getattr(parameters, "shallow_weight"),  # noqa: B009
        )
        self._native = self._make()
        #: For the question what a pass would cost: the tree itself is kept for the game.
        self._judge: _core.TreeSearch | None = None
        #: For scores.
        self._scorer: _core.TreeSearch | None = None
        self._hopeless = {color: Streak() for color in (Color.BLACK, Color.WHITE)}
        self._decided = Decided(self._parameters.decided_part)

    def _make(self, **changed: float) -> _core.TreeSearch:
        policy, model = self._parameters.policy, self._parameters.model
        made = _core.TreeSearch(
            policy,
            self._values(f"{policy}_", _core.playout_parameters(policy)),
            self._values("", _core.tree_parameters()) | changed,
            load_patterns(
                self._parameters.patterns, self._parameters.gammas, self._parameters.trained
            ),
            load_move_model(model) if model not in ("", "none") else None,
        )
        if self._parameters.joseki not in ("", "none"):
            made.set_joseki(load_joseki(self._parameters.joseki))
        return made

    def use_shallow(self, near: _core.ShallowNet, deep: _core.ShallowNet | None) -> None:
        """Searches with these networks from now on, in place of those of the parameters."""
        self._shallow.use(near, deep)

    def network_judge(
        self, game: Game, threads: int
    ) -> Callable[[_core.Board], list[float]] | None:
        """What tells who ends up with each point of a position, as the network thinks; None if
        there is none that values positions, or none for boards of this size."""
        if not self._network or not self._by_policy:
            return None
        try:
            network = self._network.evaluator(game.width, game.height, threads)
        except ValueError:
            return None
        komi, rules = area_komi(game), game.rules
        return lambda board: network_owners(network, board, komi, rules)

    def judge(self) -> Callable[[_core.Board], list[float]] | None:
        """What tells who ends up with each point, by searches of a position, until `stop`; the
        tree of the game is left as it is. None if the parameters want it otherwise."""
        playouts = self._parameters.score_playouts
        if not playouts or self._by_policy:  # which values no position as finished
            return None
        scorer = self._scorer = self._scorer or self._make(**JUDGING)
        scorer.reset()
        return lambda board: searched_owners(scorer, board, playouts)

    def _values(
        self, prefix: str, listed: Iterable[tuple[str, float, float, float, str]]
    ) -> dict[str, float]:
        return {name: getattr(self._parameters, prefix + name) for name, *_ in listed}

    def prepare(
        self, game: Game, threads: int, tell: Callable[[str], None] | None = None
    ) -> str | None:
        self._shallow.give(self._native, game)
        self._mlp(game)
        self._local(game)
        if not self._network:
            return None
        self._network.evaluator(game.width, game.height, threads, tell)
        return self._network.in_use

    def _mlp(self, game: Game) -> _core.Perceptron | None:
        """The small network for a game; raises ValueError if there is none for its board."""
        name = self._parameters.mlp
        return None if name in ("", "none") else mlp_for(name, game.width, game.height)

    def _local(self, game: Game) -> _core.LocalModel | None:
        """The local model for a game, if there is a use for it; raises ValueError if it cannot be
        read."""
        name, wanted = self._parameters.local, getattr(self._parameters, "prior_local")  # noqa: B009
        if name in ("", "none") or not wanted:
            return None
        from keima.models.local import local_for

        return local_for(name, game.width, game.height)

    def _position_judge(self) -> _core.PositionJudge | None:
        """The learned judgement of positions, if there is a use for it."""
        if not any(getattr(self._parameters, name) for name in ("prior_settled", "prior_life")):
            return None
        from keima.score.territory import learned_judge

        return learned_judge()

    def evaluate(
        self, game: Game, color: Color, threads: int, symmetry: int, optimism: float | None
    ) -> _core.Evaluation:
        """What the network says of a position; raises ValueError if there is none."""
        if not self._network:
            raise ValueError("the player has no network: give net=, its name or file")
        own: float = getattr(self._parameters, "root_optimism")  # noqa: B009
        return self._network.evaluator(game.width, game.height, threads).evaluate(
            game.native,
            color,
            komi=area_komi(game),
            territory=game.rules.scoring == "territory",
            tax=game.rules.tax,
            friendly_pass=game.rules.friendly_pass,
            symmetry=symmetry,
            optimism=own if optimism is None else optimism,
        )

    def priors(self, game: Game, color: Color, seed: int) -> dict[int, float]:
        """What is thought of each move before it is tried, from 0 to 1. Forgets the tree."""
        self._native.clear()
        task = Task(game, color, Limit(playouts=1), seed, 1, analysis=True)
        moves = [*game.native.legal_points(color), game.area]
        found = self._run(game, color, task.limit, task, area_komi(game), moves, 0.0)
        return {move["move"]: move["prior_mean"] for move in found["moves"]}

    def stop(self) -> None:
        for search in (self._native, self._judge, self._scorer):
            if search:
                search.stop()

    def new_game(self) -> None:
        self._native.clear()
        self._judge = None
        self._decided.new_game()
        self._hopeless = {color: Streak() for color in (Color.BLACK, Color.WHITE)}

    def search(self, task: Task) -> SearchResult:
        start = time.perf_counter()
        self._native.reset()
        if self._judge:
            self._judge.reset()
        komi = area_komi(task.game)
        moves = self._moves(task)
        limit = self._first_limit(task, moves)
        if not task.analysis:
            limit = self._decided.limit(task.game, task.color, komi, limit)
        found = self._run(task.game, task.color, limit, task, komi, moves, start)
        cleanup = task.cleanup or self._parameters.passes == "cleanup"
        if self._by_policy:
            found["moves"] = self._ranked(task, found["moves"])
            point = choose_with_network(task, komi, found, cleanup)
        else:
            found["moves"] = ranked(found["moves"], self._parameters.choice)
            point = choose_move(
                task,
                komi,
                found,
                lambda after: self._answer_to_pass(task, komi, after, start),
                cleanup,
            )
        return self._or_resigned(task, self._result(task, komi, found, point, start))

    def _ranked(self, task: Task, moves: list[_core.MoveReport]) -> list[_core.MoveReport]:
        """The best first, or one by chance if a temperature says so."""
        if self._parameters.temperature > 0 and not task.analysis:
            chance = random.Random(task.seed + len(task.game.moves))
            return drawn(moves, self._parameters.temperature, chance)
        return ranked(moves, self._parameters.choice)

    def _first_limit(self, task: Task, moves: list[int]) -> Limit:
        """What is left for the moves when a pass may have to be judged too."""
        limit = task.limit
        if self._by_policy:  # a pass is a move like others
            return limit
        if limit.seconds is None or task.analysis or task.game.area not in moves:
            return limit
        if not is_late(task.game, task.color, len(moves) - 1):
            return limit
        return Limit(limit.playouts, limit.seconds * (1 - PASS_TIME))

    def _result(
        self, task: Task, komi: float, found: _core.TreeReport, point: int, start: float
    ) -> SearchResult:
        game, color = task.game, task.color
        tried = [m for m in found["moves"] if m["visits"]]
        candidates = [_candidate(game, color, komi, m, self._by_policy) for m in tried]
        move = game.name(point)
        own = next((c for c in candidates if c.move == move), None)
        winrate, score = (own.winrate, own.score) if own else (None, None)
        if own is None and self._by_policy:  # the network has seen the position alone
            winrate, score = found["winrate"], margin(color, komi, found["score"])
        return SearchResult(
            move=move,
            winrate=winrate,
            score=score,
            pv=list(own.pv) if own else [move],
            candidates=candidates,
            playouts=found["playouts"],
            seconds=time.perf_counter() - start,
            size=(game.width, game.height),
            owners=tuple(found["owner"]),
            nodes=found["nodes"],
            memory=found["bytes"],
            visits=found["root_visits"],
            evaluations=found["evaluations"],
            network_seconds=found["network_seconds"],
            policy=(
                {m["move"]: m["prior_mean"] for m in found["moves"]} if self._by_policy else None
            ),
            rave=None if self._by_policy else _rave(found["moves"]),
            criticality=_criticality(found["moves"]),
            expansions=tuple(found["expansions"]),
            steps=found["steps"],
        )

    def _or_resigned(self, task: Task, found: SearchResult) -> SearchResult:
        """The same, or resigned if there is no hope: by a search of some size, or by what a network
        has said several turns in a row."""
        rate = best_rate(found)
        if not task.analysis:
            self._decided.said(task.game, task.color, rate)
        hopeless = rate is not None and rate < self._parameters.resign_threshold
        turns = 0
        if not task.analysis:
            turns = self._hopeless[task.color].count(len(task.game.moves), hopeless)
        sure = (found.visits or 0) >= SURE_VISITS or (self._by_policy and turns >= SURE_TURNS)
        if not (hopeless and sure and may_resign(task.game)) or found.move == "pass":
            return found
        return replace(found, move="resign", pv=[])

    def _observer(self, task: Task, komi: float, start: float) -> Callable[[int], object] | None:
        """Tells the number of playouts and, at intervals, what is known so far."""
        if task.on_result is None:
            return task.progress
        tell, told = task.on_result, start

        def observe(done: int) -> None:
            nonlocal told
            if task.progress is not None:
                task.progress(done)
            now = time.perf_counter()
            if now - told < task.every:
                return
            found = self._native.report()
            if found is None or not found["playouts"]:
                return
            told = now
            found["moves"] = ranked(found["moves"], self._parameters.choice)
            tell(self._result(task, komi, found, found["moves"][0]["move"], start))

        return observe

    def _moves(self, task: Task) -> list[int]:
        """What may be played at the root: superko is judged here, with the whole game, and what
        is lost for certain is left out, unless all is."""
        if task.moves is not None:
            return list(task.moves)
        points = task.game.native.legal_points(task.color)
        return [*(without_lost(task.game, task.color, points) or points), task.game.area]

    def _run(
        self,
        game: Game,
        color: Color,
        limit: Limit,
        task: Task,
        komi: float,
        moves: list[int],
        start: float | None = None,
    ) -> _core.TreeReport:
        last, before = _last_two(game)
        native = self._native
        if start is None:
            memory: float = getattr(self._parameters, "memory_mb")  # noqa: B009
            self._judge = self._judge or self._make(memory_mb=max(1.0, PASS_MEMORY * memory))
            native = self._judge
        self._shallow.give(native, game)
        native.set_mlp(self._mlp(game))
        native.set_local(self._local(game))
        native.set_judge(self._position_judge())
        if self._network:
            native.set_evaluator(
                self._network.evaluator(game.width, game.height, task.threads),
            )
        try:
            return native.search(
                game.board,
                color,
                last=last,
                before=before,
                last_was_pass=game.last_was_pass,
                komi=komi,
                stones=stones_played(game) if game.rules.scoring == "territory" else None,
                handicap=game.handicap,
                earlier=_earlier(game, color),
                superko=game.rules.ko not in ("simple", "cycle"),
                moves=moves,
                seed=(task.seed + len(game.moves)) % 2**64,
                threads=task.threads,
                playouts=limit.playouts or 0,
                seconds=limit.seconds or 0.0,
                early_stop=bool(self._parameters.early_stop) and not task.analysis,
                move_owner=task.move_owners and start is not None,
                # Who draws a move by chance must have all of them, each with its own probability.
                symmetry=not (task.analysis or self._parameters.temperature) and task.moves is None,
                history=game.native if self._network else None,
                tax=game.rules.tax,
                friendly_pass=game.rules.friendly_pass,
                network_seed=task.seed,
                observer=task.progress if start is None else self._observer(task, komi, start),
            )
        except MemoryError:
            given: float = getattr(self._parameters, "memory_mb")  # noqa: B009
            raise CannotPlay(
                f"there is no memory for a tree of {given:g} MB: make memory_mb smaller"
            ) from None

    def _answer_to_pass(
        self, task: Task, komi: float, after: Game, start: float
    ) -> _core.MoveReport | None:
        """The opponent's best move after a pass; None if it is not known well enough, or if no time
        was kept for it."""
        seconds = _rest(task.limit.seconds, time.perf_counter() - start)
        if seconds == 0:
            return None
        limit = Limit(task.limit.playouts and max(1, task.limit.playouts // PASS_PART), seconds)
        other = task.color.opponent
        moves = [*after.native.legal_points(other), after.area]
        reply = self._run(after, other, limit, task, komi, moves)
        if not reply["moves"] or reply["root_visits"] < PASS_VISITS:
            return None
        return ranked(reply["moves"], self._parameters.choice)[0]


def _rave(moves: Iterable[_core.MoveReport]) -> dict[int, float] | None:
    seen = (m for m in moves if m["amaf_visits"] > 0)
    return {m["move"]: m["amaf_wins"] / m["amaf_visits"] for m in seen} or None


def _criticality(moves: Iterable[_core.MoveReport]) -> dict[int, float] | None:
    return {m["move"]: m["criticality"] for m in moves if m["criticality"] is not None} or None


def _rest(seconds: float | None, used: float) -> float | None:
    """The time for judging a pass: its part of the limit, or what is left if that is a little less;
    0 if it is much less, as the clock will not wait."""
    if seconds is None:
        return None
    part = seconds * PASS_TIME
    left = seconds - used
    return min(part, left) if left >= part / 2 else 0.0


def _last_two(game: Game) -> tuple[int, int]:
    points = [move.point for move in game.moves[-2:]]
    last = points[-1] if points else game.area
    return last, points[0] if len(points) == 2 else game.area


def _earlier(game: Game, color: Color) -> list[_core.Board]:
    """The positions before, the last one first, as long as the players took turns."""
    moves = game.moves[-EARLIER:]
    turns = 0
    while turns < len(moves) and moves[-1 - turns].color == color.opponent:
        turns, color = turns + 1, color.opponent
    history, boards = game.native.copy(), list[_core.Board]()
    history.undo(turns)
    for move in moves[len(moves) - turns :]:
        boards.append(history.board)
        history.play(move.point, move.color)
    return boards[::-1]


def _candidate(
    game: Game, color: Color, komi: float, move: _core.MoveReport, by_policy: bool
) -> Candidate:
    rate = winrate(move)
    return Candidate(
        move=game.name(move["move"]),
        visits=move["visits"],
        winrate=rate,
        score=margin(color, komi, move["score"]),
        value=float(move["visits"]),
        prior=move["prior_mean"],
        policy=move["prior_mean"] if by_policy else None,
        pv=tuple(game.name(p) for p in move["pv"]),
        pv_visits=tuple(move["pv_visits"]),
        owners=tuple(move["owner"]) or None,
        lcb=rate_at_bound(move, rate),
    )
