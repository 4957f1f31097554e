"""A player with a network that writes opening books: see `keima.book.growing`."""

from __future__ import annotations

from keima.engine.engine import Engine
from keima.engine.limits import Limit
from keima.game import Game
from keima.models.moves import load_move_model
from keima.nets import Network
from keima.points import parse_point


class NetworkWriter:
    """Answers by a search of so many visits; the opponent's moves are as likely as the network's
    policy says and, with the name of a move model, half of them as likely as that says: people
    play much that a strong network does not think of. Raises NetworkError, as an engine does, for
    what is no network, and ValueError for what is no model."""

    def __init__(
        self, net: str, size: int, visits: int, komi: float, model: str | None = None
    ) -> None:
        self._model = None if model is None else load_move_model(model)
        self._engine = Engine("kata", net=net, threads=1, seed=1, resign_threshold=0)
        self._network = Network(net)
        self._size, self._komi = size, komi
        self._limit = Limit(playouts=visits)

    def answer(self, moves: list[str]) -> str | None:
        self._engine.new_game()
        move = self._engine.search(self._game(moves), self._limit).move
        return None if move in ("pass", "resign") else move

    def loss(self, moves: list[str], played: str, best: str) -> float:
        """How much less `played` wins than `best`, by a search after each."""
        return self._after([*moves, best]) - self._after([*moves, played])

    def _after(self, moves: list[str]) -> float:
        """The chances of who has just played."""
        self._engine.new_game()
        winrate = self._engine.search(self._game(moves), self._limit, analysis=True).winrate
        assert winrate is not None  # a network always says one
        return 1 - winrate

    def replies(self, moves: list[str]) -> list[tuple[str, float]]:
        game = self._game(moves)
        policy = self._network.evaluate(game).policy
        chances = [float(policy[point]) for point in range(self._size**2)]
        if self._model is not None:
            chances = [chance / 2 for chance in chances]
            points = [parse_point(move, self._size, self._size) for move in moves[:-3:-1]]
            for point, chance in self._model.predict(game.board, game.to_play, *points):
                chances[point] += chance / 2
        return [(game.name(point), chance) for point, chance in enumerate(chances)]

    def _game(self, moves: list[str]) -> Game:
        game = Game(self._size, komi=self._komi, rules="chinese")
        for move in moves:
            game.play(move)
        return game
