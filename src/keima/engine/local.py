"""The bare local model as a player (van der Werf 2004, 7.5.3): always the move that it ranks
first."""

from __future__ import annotations

import time
from dataclasses import dataclass

from keima import _core
from keima.engine.counting import area_komi
from keima.engine.parameters import SearchParameters, parameter
from keima.engine.passing import ends_game, without_lost
from keima.engine.player import Task
from keima.engine.result import Candidate, SearchResult
from keima.game import Game
from keima.models.local import local_for

#: Moves that are told.
TOLD = 20


@dataclass(frozen=True)
class LocalParameters(SearchParameters):
    """Of the player that asks a local model and does not search."""

    playouts: int | None = parameter(1, "Nothing is played out.", low=1, high=10**12)
    local: str = parameter(
        "auto",
        "The local model: `auto` for the one that Keima brings for the size of the board, another "
        "one by name, or a file.",
    )


class LocalPlayer:
    """Ranks all moves but those into own eyes and into points that nobody can change any more, and
    passes when there are no others, or when that ends a game that it has won as the stones stand.
    It does not know what it is worth, so it never resigns."""

    def __init__(self, parameters: LocalParameters) -> None:
        self._name = parameters.local

    def stop(self) -> None:
        """There is nothing to wait for."""

    def new_game(self) -> None:
        """Nothing is kept from one move to the next."""

    def prepare(self, game: Game, threads: int, tell: object = None) -> str | None:
        """Raises ValueError if there is no such model."""
        local_for(self._name, game.width, game.height)
        return None

    def search(self, task: Task) -> SearchResult:
        start = time.perf_counter()
        game = task.game
        model = local_for(self._name, game.width, game.height)
        last = game.last_move
        point = last.point if last and last.color != task.color else game.area
        chances = dict(model.predict(game.board, task.color, point))
        moves = sorted(self._moves(task), key=lambda move: (-chances[move], move))
        may_pass = task.moves is None or game.area in task.moves
        passes = not moves or (may_pass and not task.cleanup and _is_won(task))
        move = game.name(game.area if passes else moves[0])
        return SearchResult(
            move=move,
            winrate=None,
            score=None,
            pv=[move],
            candidates=[
                Candidate(game.name(m), 1, None, None, chances[m], prior=chances[m])
                for m in moves[:TOLD]
            ],
            playouts=0,
            seconds=time.perf_counter() - start,
            size=(game.width, game.height),
            owners=None,
        )

    def _moves(self, task: Task) -> list[int]:
        if task.moves is not None:
            return sorted(set(task.moves) - {task.game.area})
        moves = _core.playable_points(task.game.native, task.color, "usual")
        own = _core.pass_alive(task.game.board, task.color, task.game.rules.suicide)
        return [m for m in without_lost(task.game, task.color, moves) if not own[m]]


def _is_won(task: Task) -> bool:
    """Does a pass end the game, and is it won as the stones stand?"""
    game = task.game
    if not ends_game(game, task.color):
        return False
    margin = _core.count_area(game.board) - area_komi(game)
    return margin > 0 if task.color == 1 else margin < 0
