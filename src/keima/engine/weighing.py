"""Whether a tree search's choice is played, or a pass."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TypeAlias

from keima import _core
from keima.colors import Color
from keima.engine.passing import (
    LATE,
    ends_game,
    is_late,
    is_won,
    quiet_moves,
    settled_owners,
    without_lost,
)
from keima.engine.player import Task
from keima.game import Game

#: What a pass may cost, in win rate and points, when nothing else seems left to do.
PASS_RATE, PASS_POINTS = 0.03, 0.75
#: Simulations without which a pass is not judged.
PASS_VISITS = 50

#: The opponent's best move in a game that has just been passed in; None if that is not known.
AnswerTo: TypeAlias = "Callable[[Game], _core.MoveReport | None]"


def choose_move(
    task: Task, komi: float, found: _core.TreeReport, answer_to: AnswerTo, cleanup: bool
) -> int:
    """The move to make after a search. Where stones cost nothing the search itself weighs a pass
    only when the board is nearly full, so late in the game the opponent's best answer to a pass is
    asked for."""
    game, color, moves = task.game, task.color, found["moves"]
    if not moves:  # none of those given is worth a thought
        return task.moves[0] if task.moves else game.area
    best = moves[0]
    if task.analysis:
        return best["move"]
    ranked = [m["move"] for m in moves if m["move"] != game.area]
    if task.moves is not None and game.area not in task.moves:
        return ranked[0]
    if not without_lost(game, color, ranked):
        return game.area
    settled = settled_owners(found["owner"])
    if not cleanup and ends_game(game, color) and is_won(game, color, komi, settled):
        return game.area
    # Where stones cost points the tree weighs a pass at any time.
    if not is_late(game, color, len(ranked)) and (
        game.rules.scoring == "area" or best["move"] != game.area
    ):
        return ranked[0]
    if best["move"] == game.area and _stands_out(moves, game.area):
        return game.area
    quiet = quiet_moves(game, color, ranked, settled)
    if _dead_stones_decide(game, color, komi, settled, cleanup):
        if (busy := _clean_up(moves, quiet, game.area)) is not None:
            return busy
        if not cleanup:  # any move is better than a pass that loses
            return ranked[0]
    if best["move"] == game.area or best["move"] in quiet:
        early = not is_late(game, color, len(ranked), LATE)
        if early and (busy := _open_move(color, komi, moves, quiet, game.area)) is not None:
            return busy
        return game.area if _pass_is_as_good(task, komi, best, answer_to) else ranked[0]
    if any(m["move"] == game.area and m["visits"] for m in moves):
        return ranked[0]  # the tree has weighed it
    if not is_late(game, color, len(ranked), LATE):
        return ranked[0]  # so much is in dispute that a small search of a pass says nothing
    return game.area if _pass_is_better(task, komi, best, answer_to) else ranked[0]


def choose_with_network(task: Task, komi: float, found: _core.TreeReport, cleanup: bool) -> int:
    """The same where a network weighs a pass as any other move. Its word is taken but for what it
    cannot know: how the players will count."""
    game, color, moves = task.game, task.color, found["moves"]
    if not moves:
        return task.moves[0] if task.moves else game.area
    best = moves[0]["move"]
    others = [m["move"] for m in moves if m["move"] != game.area]
    if task.analysis or not others or (task.moves is not None and game.area not in task.moves):
        return best
    settled = settled_owners(found["owner"])
    ends, won = ends_game(game, color), is_won(game, color, komi, settled)
    if ends and won and not cleanup:
        return game.area
    if best != game.area or won:
        return best
    # A pass, and yet the game is not won as it stands. If it is lost anyway, or the players agree
    # on what is dead and the opponent may still move, there is nothing to play for.
    sign = 1 if color == Color.BLACK else -1
    lost = sign * (settled.count(Color.BLACK) - settled.count(Color.WHITE) - komi) <= 0
    agreed = game.rules.friendly_pass or game.rules.scoring == "territory"
    if lost or (agreed and not ends and not cleanup):
        return best
    return others[0]


def winrate(move: _core.MoveReport) -> float:
    real = move["real_winrate"]
    return move["wins"] / move["visits"] if real is None else real


def margin(color: Color, komi: float, score: float | None) -> float | None:
    """What a side is ahead, from Black's area minus White's."""
    if score is None:
        return None
    return score - komi if color == Color.BLACK else komi - score


def _dead_stones_decide(
    game: Game, color: Color, komi: float, settled: Sequence[Color], cleanup: bool
) -> bool:
    """Must the opponent's dead stones go before a pass, to which he may answer by another? Where
    all stones stand at the end, if they would win the game for him; always if a clean-up is
    wanted."""
    if cleanup:
        stones = zip(game.board.stones, settled, strict=True)
        return any(stone == color.opponent and owner == color for stone, owner in stones)
    if game.rules.scoring != "area" or game.rules.friendly_pass:
        return False
    sign = 1 if color == Color.BLACK else -1
    standing = _core.count_area(game.board)
    agreed = settled.count(Color.BLACK) - settled.count(Color.WHITE)
    return sign * (standing - komi) <= 0 < sign * (agreed - komi)


def _clean_up(moves: Sequence[_core.MoveReport], quiet: set[int], area: int) -> int | None:
    """The best move where something is left to do, if it costs nothing."""
    tried = [m for m in moves if m["visits"] and m["move"] != area]
    least = max(map(winrate, tried), default=0.0) - PASS_RATE
    busy = (m["move"] for m in tried if m["move"] not in quiet and winrate(m) >= least)
    return next(busy, None)


def _open_move(
    color: Color, komi: float, moves: Sequence[_core.MoveReport], quiet: set[int], area: int
) -> int | None:
    """As `_clean_up`, if it costs no points either. Who is far ahead loses no games by a pass while
    much is open, but all that the opponent takes then."""
    best = margin(color, komi, moves[0]["score"])
    if best is None:
        return None

    def costs_nothing(move: _core.MoveReport) -> bool:
        ahead = margin(color, komi, move["score"])
        return ahead is not None and ahead >= best - PASS_POINTS

    return _clean_up([m for m in moves if costs_nothing(m)], quiet, area)


def _stands_out(moves: Sequence[_core.MoveReport], area: int) -> bool:
    """Is a pass better than all moves that were tried, if any were?"""
    rates = {m["move"]: winrate(m) for m in moves if m["visits"]}
    passing = rates.pop(area, None)
    return passing is not None and all(passing - rate > PASS_RATE for rate in rates.values())


def _pass_is_as_good(task: Task, komi: float, best: _core.MoveReport, answer_to: AnswerTo) -> bool:
    """Nothing seems left to gain: what if the opponent moves now?"""
    game, color = task.game, task.color
    after = _after_pass(task)
    if after.is_over:  # what is agreed on was asked before: this is the board as it stands
        sign = 1 if color == Color.BLACK else -1
        won = sign * (_core.count_area(game.board) - komi) > 0
        return won or best["move"] == game.area
    answer = answer_to(after)
    if answer is None or not best["visits"]:
        return best["move"] == game.area
    loss, points = _cost_of_pass(color, komi, best, answer)
    return loss <= PASS_RATE and points <= PASS_POINTS


def _pass_is_better(task: Task, komi: float, best: _core.MoveReport, answer_to: AnswerTo) -> bool:
    """The best move is in dispute, and the tree has not tried a pass: is the move worse, for
    certain? So nobody moves first in a seki."""
    after = _after_pass(task)
    if best["visits"] < PASS_VISITS:
        return False
    if after.is_over:
        stands = margin(task.color, komi, _core.count_area(task.game.board))
        moved = margin(task.color, komi, best["score"])
        return stands is not None and moved is not None and stands > max(0, moved + PASS_POINTS)
    if (answer := answer_to(after)) is None:
        return False
    loss, points = _cost_of_pass(task.color, komi, best, answer)
    # Who wins or loses anyway may well do so by more or less.
    decided = not PASS_RATE <= winrate(best) <= 1 - PASS_RATE
    return points < -PASS_POINTS and loss < (PASS_RATE if decided else -PASS_RATE)


def _after_pass(task: Task) -> Game:
    after = task.game.copy()
    after.play(after.area, task.color)
    return after


def _cost_of_pass(
    color: Color, komi: float, best: _core.MoveReport, answer: _core.MoveReport
) -> tuple[float, float]:
    """What a pass loses against the best move, in win rate and in points; infinitely many if
    that is not known."""
    mine, his = margin(color, komi, best["score"]), margin(color, komi, answer["score"])
    points = math.inf if mine is None or his is None else mine - his
    return winrate(best) - (1 - winrate(answer)), points
