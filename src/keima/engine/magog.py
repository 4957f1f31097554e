"""The player `magog`: learned knowledge and search put together (van der Werf 2004, chapter 11).

Selective alpha-beta whose leaves are judged by learned life and death and territory, whose moves
are those that the local model and the move model find likely and that capture searches find; what
is sure is taken from Benson's theorem, and from the solver, which an engine asks first.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from keima import _core
from keima.engine.alphabeta import (
    DEEPEST,
    Knowledge,
    RootMove,
    Search,
    Selection,
    Stopped,
    tactical_moves,
)
from keima.engine.counting import area_komi
from keima.engine.parameters import SearchParameters, parameter
from keima.engine.passing import choose, is_late, without_lost
from keima.engine.player import Task
from keima.engine.resigning import may_resign
from keima.engine.result import Candidate, SearchResult
from keima.engine.valuation import Tally
from keima.game import Game
from keima.models.local import local_for
from keima.models.moves import load_move_model
from keima.points import LARGE_SIDE
from keima.score import ownership
from keima.score.territory import learned_judge

#: Positions that a search without any limit judges.
POSITIONS = 2000
#: For each of them so many may be visited: on a small board they are the same again and again.
VISITS = 50
#: Random games for each move that is compared with a pass, and the part of the time for them, late
#: in the game.
GAMES, COMPARING = 100, 0.1
#: Seconds between two calls of `Task.progress`.
PROGRESS_EVERY = 0.05
#: How a lead in points becomes a chance to win: its scale when the board is full, and how fast that
#: grows with the part that is empty. Fitted to games of people.
SCALE, GROWTH = 1.3, 2.7


@dataclass(frozen=True)
class MagogParameters(SearchParameters):
    """Of the player that searches by alpha-beta. A playout is a position that is judged."""

    playouts: int | None = parameter(
        None, "Positions that a search judges at most.", low=1, high=10**12
    )
    local: str = parameter(
        "auto",
        "The local model: `auto` for the one that Keima brings for the size of the board, another "
        "one by name, or a file.",
    )
    model: str = parameter(
        "auto", "The move model: `auto`, another one that Keima brings by name, or a file."
    )
    width_root: int = parameter(20, "Moves that are tried at the root.", low=1, high=625)
    width: int = parameter(9, "Moves that are tried inside the tree.", low=1, high=625)
    width_last: int = parameter(7, "Moves that are tried before a leaf.", low=1, high=625)
    doubt: float = parameter(
        0.5,
        "Points that a move must be better by, for each time that it is e times less likely than "
        "the likeliest.",
        low=0,
        high=100,
    )
    passes: str = parameter(
        "settled",
        "When to pass: `settled`, when the game is won or nothing can be gained; `cleanup`, the "
        "same but dead stones are captured first.",
        choices=("settled", "cleanup"),
    )


class MagogPlayer:
    """Deepens until its time is up or it is stopped. It searches on one thread."""

    def __init__(self, parameters: MagogParameters) -> None:
        self._parameters = parameters
        self._stopped = False

    def stop(self) -> None:
        self._stopped = True

    def new_game(self) -> None:
        """Nothing is kept from one move to the next."""

    def prepare(self, game: Game, threads: int, tell: object = None) -> str | None:
        """Raises ValueError if there is no such model."""
        self._knowledge(game)
        return None

    def search(self, task: Task) -> SearchResult:
        self._stopped = False
        return _Search(
            self._parameters, self._knowledge(task.game), task, lambda: self._stopped
        ).run()

    def _knowledge(self, game: Game) -> Knowledge:
        name = self._parameters.model
        if name == "auto":
            name = "19x19" if min(game.width, game.height) >= LARGE_SIDE else "9x9"
        local = local_for(self._parameters.local, game.width, game.height)
        return Knowledge(learned_judge(), load_move_model(name), local)


class _Search:
    """One search: its limits, the best moves so far, and the decision."""

    def __init__(
        self,
        parameters: MagogParameters,
        knowledge: Knowledge,
        task: Task,
        stopped: Callable[[], bool],
    ) -> None:
        self.parameters, self.task, self.stopped = parameters, task, stopped
        self.start = self.told = self.reported = time.perf_counter()
        self.komi = area_komi(task.game)
        game = task.game
        self.board = game.board.copy()
        self.last, self.before = _last_two(game, task.color)
        selection = Selection(
            parameters.width_root, parameters.width, parameters.width_last, parameters.doubt
        )
        past = _past(game)
        self.tree = Search(knowledge, selection, self.komi, past, self._check)
        self.limit = task.limit.playouts if task.limit else POSITIONS
        may_pass = task.moves is None or game.area in task.moves
        self.compares = may_pass and not task.analysis
        self.late = self.compares and is_late(
            game, task.color, len(_core.playable_points(game.native, task.color, "usual"))
        )
        self.seconds = task.limit.seconds
        if self.seconds is not None and self.late:
            self.seconds *= 1 - COMPARING
        self.depth = 0
        self.ranked: Sequence[RootMove] = ()
        self.owners = knowledge.judge.owners(self.board, task.color).tolist()

    def run(self) -> SearchResult:
        self.ranked = self._root_moves()
        if self.ranked:
            self._deepen()
        chosen = self._choose()
        return self._result(chosen)

    def _root_moves(self) -> list[RootMove]:
        """The likeliest that the rules allow, with what the position is worth as it is."""
        task, game = self.task, self.task.game
        likely = self.tree.likely(self.board, task.color, self.last, self.before)
        if task.moves is not None:
            priors = dict(likely)
            likely = [(m, priors.get(m, 0.0)) for m in sorted(set(task.moves)) if m != game.area]
            likely.sort(key=lambda pair: -pair[1])
        else:
            sane = set(without_lost(game, task.color, [move for move, _ in likely]))
            own = _core.pass_alive(self.board, task.color, game.rules.suicide)
            likely = [
                (m, p)
                for m, p in likely
                if m in sane and not own[m] and game.is_legal(m, task.color)
            ]
            good = [
                pair
                for pair in likely
                if not _core.is_bad_self_atari(self.board, pair[0], task.color)
            ]
            kept = set(tactical_moves(self.board, task.color))
            kept |= {move for move, _ in good[: self.parameters.width_root]}
            likely = [pair for pair in likely if pair[0] in kept] or likely[:1]
        value = self._worth()
        return [RootMove(move, value, prior) for move, prior in likely]

    def _worth(self) -> float:
        area = float(sum(self.owners)) - self.komi
        return area if self.task.color == 1 else -area

    def _deepen(self) -> None:
        task = self.task
        try:
            for depth in range(1, DEEPEST):
                before, judged = self.ranked, self.tree.judged
                self.tree.root(
                    self.board, task.color, self.last, self.before, depth, before,
                    partial(self._take, before),
                )  # fmt: skip
                self.depth = depth
                only = len(self.ranked) < 2 and not task.analysis
                if only or self.tree.judged == judged:  # nothing new was seen
                    break
        except Stopped:
            pass

    def _take(self, before: Sequence[RootMove], done: Sequence[RootMove]) -> None:
        """Those that are done in this depth come first, then the others as they were."""
        seen = {move.move for move in done}
        self.ranked = [*done, *(move for move in before if move.move not in seen)]

    def _check(self, visited: int, judged: int) -> None:
        """Ends the search, or tells how far it is."""
        now = time.perf_counter()
        task = self.task
        if self.stopped():
            raise Stopped
        if self.limit is not None and (judged >= self.limit or visited >= VISITS * self.limit):
            raise Stopped
        if self.seconds is not None and now - self.start >= self.seconds:
            raise Stopped
        if task.progress is not None and now - self.told >= PROGRESS_EVERY:
            self.told = now
            task.progress(judged)
        if task.on_result is not None and now - self.reported >= task.every and self.depth:
            self.reported = now
            task.on_result(self._result(self.ranked[0].move))

    def _choose(self) -> int:
        task, game = self.task, self.task.game
        if not self.ranked:
            return game.area
        ranked = [move.move for move in self.ranked]
        if not self.compares:
            return ranked[0]
        played = ownership(self.board, playouts=2 * GAMES) if self.late else self.owners
        owners = [(a + b) / 2 for a, b in zip(played, self.owners, strict=True)]
        return choose(
            game,
            task.color,
            self.komi,
            ranked,
            owners,
            self._outcomes,
            late=self.late,
            cleanup=task.cleanup or self.parameters.passes == "cleanup",
        )

    def _outcomes(self, roots: list[int]) -> dict[int, Tally]:
        """Random games after some moves, as many as there is time for."""
        seconds = self.task.limit.seconds
        found = _core.FlatSearch().expected_outcome(
            self.board,
            self.task.color,
            roots,
            eyes="usual",
            komi=self.komi,
            seed=self.task.seed,
            threads=1,
            games=GAMES,
            seconds=0.0 if seconds is None else seconds * COMPARING,
        )
        return {m: Tally(*count) for m, count in zip(roots, found.moves, strict=True) if count[0]}

    def _result(self, chosen: int) -> SearchResult:
        task, game = self.task, self.task.game
        best = next((move for move in self.ranked if move.move == chosen), None)
        score = best.value if best else self._worth()
        winrate = self._winrate(score)
        hopeless = winrate < self.parameters.resign_threshold and may_resign(game)
        resigns = hopeless and chosen != game.area
        line = [] if resigns else self.tree.line(self.board, task.color, chosen)
        names = [game.name(move) for move in line]
        return SearchResult(
            move="resign" if resigns else names[0],
            winrate=winrate,
            score=score,
            pv=names,
            candidates=[self._candidate(move) for move in self.ranked],
            playouts=self.tree.judged,
            seconds=time.perf_counter() - self.start,
            size=(game.width, game.height),
            owners=tuple(self.owners),
            nodes=self.tree.judged,
            visits=self.tree.visited,
        )

    def _candidate(self, move: RootMove) -> Candidate:
        game = self.task.game
        line = self.tree.line(self.board, self.task.color, move.move)
        return Candidate(
            game.name(move.move),
            move.visits,
            self._winrate(move.value),
            move.value,
            move.value,
            prior=move.prior,
            pv=tuple(game.name(point) for point in line),
        )

    def _winrate(self, score: float) -> float:
        """A logistic function of the lead, steeper as the board fills."""
        empty = self.board.stones.count(0) / self.board.area
        scale = SCALE * math.exp(GROWTH * empty) * math.sqrt(self.board.area) / 9
        return 1 / (1 + math.exp(-max(-60.0, min(60.0, score / scale))))


def _last_two(game: Game, color: int) -> tuple[int, int]:
    """The opponent's last move and the one before, -1 where there is none."""
    moves = list(game.moves)
    if not moves or moves[-1].color == color:
        return -1, -1
    before = moves[-2].point if len(moves) > 1 else -1
    return moves[-1].point, before


def _past(game: Game) -> list[int]:
    """Hashes of all positions of a game, which must not come back."""
    board = game.native.start.copy()
    found = [board.hash]
    for color, point in game.moves:
        board.play(point, color, allow_suicide=True)
        found.append(board.hash)
    return found
