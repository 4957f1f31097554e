"""A player with a network that writes opening books: see `keima.book.growing`."""

from __future__ import annotations

from keima.engine.engine import Engine
from keima.engine.limits import Limit
from keima.game import Game
from keima.nets import Network


class NetworkWriter:
    """Answers by a search of so many visits; the opponent's moves are as likely as the network's
    policy says. Raises NetworkError, as an engine does, for what is no network."""

    def __init__(self, net: str, size: int, visits: int, komi: float) -> None:
        self._engine = Engine("kata", net=net, threads=1, seed=1, resign_threshold=0)
        self._network = Network(net)
        self._size, self._komi = size, komi
        self._limit = Limit(playouts=visits)

    def answer(self, moves: list[str]) -> str | None:
        self._engine.new_game()
        move = self._engine.search(self._game(moves), self._limit).move
        return None if move in ("pass", "resign") else move

    def replies(self, moves: list[str]) -> list[tuple[str, float]]:
        game = self._game(moves)
        policy = self._network.evaluate(game).policy
        return [(game.name(point), float(policy[point])) for point in range(self._size**2)]

    def _game(self, moves: list[str]) -> Game:
        game = Game(self._size, komi=self._komi, rules="chinese")
        for move in moves:
            game.play(move)
        return game
