"""Games of evolved networks: by themselves in the core, or with GNU Go, move by move."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from queue import Empty, SimpleQueue

from keima import _core
from keima.evolve.settings import Settings
from keima.gtp.client import GtpClient
from keima.hybrids.gnugo import gnugo_path
from keima.points import parse_point, point_name

BLACK, WHITE = 1, 2
NAMES = {BLACK: "black", WHITE: "white"}


def points(winner: int, too_long: bool, color: int, settings: Settings) -> float:
    """What a game is worth to a side: 1 won, 0 lost or drawn, less if it was too long."""
    return -settings.penalty if too_long else float(winner == color)


def random_game(net: _core.SaneNetwork, settings: Settings, seed: int) -> float:
    """As White against random play."""
    winner, too_long, _ = _play(None, net, settings, seed)
    return points(winner, too_long, WHITE, settings)


def game_between(
    black: _core.SaneNetwork, white: _core.SaneNetwork, settings: Settings
) -> tuple[float, float]:
    """What it is worth to both."""
    winner, too_long, _ = _play(black, white, settings, 0)
    return (
        points(winner, too_long, BLACK, settings),
        points(winner, too_long, WHITE, settings),
    )


def _play(
    black: _core.SaneNetwork | None, white: _core.SaneNetwork | None, settings: Settings, seed: int
) -> tuple[int, bool, int]:
    return _core.play_sane_game(
        settings.side,
        black,
        white,
        komi=settings.komi,
        most_moves=settings.most_moves,
        cutoff=settings.cutoff,
        seed=seed,
    )


class GnuGos:
    """As many GNU Gos as are needed at the same time; they end with it."""

    def __init__(self) -> None:
        self._path = gnugo_path()
        self._free: SimpleQueue[GtpClient] = SimpleQueue()
        self._all: list[GtpClient] = []

    @contextmanager
    def one(self) -> Iterator[GtpClient]:
        try:
            client = self._free.get_nowait()
        except Empty:
            rules = ("--chinese-rules", "--positional-superko")
            client = GtpClient([self._path, "--mode", "gtp", *rules])
            self._all.append(client)
        try:
            yield client
        finally:
            self._free.put(client)

    def close(self) -> None:
        for client in self._all:
            client.close()


def mixed_game(
    net: _core.SaneNetwork, share: float, level: int, settings: Settings, seed: int, gnugo: GnuGos
) -> float:
    """As White against an opponent whose moves are GNU Go's, each with a chance of `share`, or at
    random. Superko is not enforced on GNU Go's moves, which it may not know of."""
    if share <= 0:
        return random_game(net, settings, seed)
    with gnugo.one() as client:
        return _mixed(net, share, level, settings, seed, client)


def _mixed(
    net: _core.SaneNetwork,
    share: float,
    level: int,
    settings: Settings,
    seed: int,
    gnugo: GtpClient,
) -> float:
    chance, side = random.Random(seed), settings.side
    board = _core.Board(side, side)
    game = _core.History(board, BLACK, ko="positional")
    for command in (
        f"boardsize {side}",
        "clear_board",
        f"komi {settings.komi:g}",
        f"level {level}",
    ):
        gnugo.send(command)
    while not game.is_over:
        if len(game) >= settings.most_moves:
            return points(0, True, WHITE, settings)
        color = game.to_play
        if color == WHITE:
            move = net.move(game, color, settings.cutoff)
        elif chance.random() < share:
            name = gnugo.send("reg_genmove black")
            move = parse_point("pass" if name.lower() == "resign" else name, side, side)
            if not game.is_legal(move, color):  # it may repeat a position: then any other move
                move = _core.sane_random_move(game, color, chance.getrandbits(64))
        else:
            move = _core.sane_random_move(game, color, chance.getrandbits(64))
        game.play(move, color)
        gnugo.send(f"play {NAMES[color]} {point_name(move, side, side)}")
    margin = _core.count_area(game.board) - settings.komi
    winner = BLACK if margin > 0 else WHITE if margin < 0 else 0
    return points(winner, False, WHITE, settings)
