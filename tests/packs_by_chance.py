"""Packs of games for tests of what learns from them."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from keima import _core


def write_pack(path: Path, games: int = 40) -> None:
    """Games of 20 moves on 7x7 by chance."""
    rng = np.random.default_rng(2)
    moves: list[int] = []
    for _ in range(games):
        board, color = _core.Board(7, 7), 1
        for _ in range(20):
            legal = [p for p in range(49) if board.is_legal(p, color)]
            moves.append(int(rng.choice(legal)))
            board.play(moves[-1], color)
            color = 3 - color
    np.savez(
        path,
        size=7,
        off=np.arange(0, 20 * games + 1, 20),
        moves=np.array(moves, np.uint16),
        first=np.zeros(games, np.uint8),
        setup=np.zeros(0, np.uint16),
        setup_off=np.zeros(games + 1, np.int64),
    )
