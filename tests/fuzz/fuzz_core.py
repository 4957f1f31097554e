"""Random calls into the native core, to be run under sanitizers: whatever Python passes, the
core answers or raises; it never touches memory that is not its own.

    ./test --sanitize          builds the core with sanitizers and runs this for a minute
"""

from __future__ import annotations

import argparse
import contextlib
import random
import time

from keima import _core

KO = ["simple", "positional", "situational", "full", "cycle"]
ENDINGS = ["two-passes", "three-passes", "fresh-ko"]


def strange_int(rng: random.Random, area: int) -> int:
    """Mostly a point of the board, sometimes anything."""
    if rng.random() < 0.95:
        return rng.randrange(area + 1)
    return rng.choice([-1, area + 1, -area, 2**15, 2**16, 2**31 - 1, -(2**31), 703, 702])


def one_board(rng: random.Random) -> int:
    """Plays and asks at random on one board; returns the number of calls."""
    width, height = rng.randint(1, 25), rng.randint(1, 25)
    if rng.random() < 0.7:
        width, height = rng.randint(1, 7), rng.randint(1, 7)
    area = width * height
    board = _core.Board(width, height)
    if rng.random() < 0.5:
        stones = [rng.choice([0, 0, 1, 2]) for _ in range(area)]
        with contextlib.suppress(ValueError):
            board = _core.Board.from_stones(width, height, stones)
    history = _core.History(
        board, rng.choice([1, 2]), rng.choice(KO), rng.random() < 0.5, rng.choice(ENDINGS)
    )
    calls = rng.randint(1, 3 * area + 10)
    for _ in range(calls):
        point, color = strange_int(rng, area), rng.choice([1, 2, 1, 2, 1, 2, 0, 3, -1, 255])
        ask = rng.randrange(13)
        try:
            if ask < 6:
                history.play(point, color)
            elif ask == 6:
                history.undo(rng.choice([0, 1, 2, 5, -1, 10**6]))
            elif ask == 7:
                history.legal_points(color)
            elif ask == 8:
                now = history.board
                now.group(point), now.liberties(point), now.code(point)
            elif ask == 9:
                now = history.board
                now.play(point, color, rng.random() < 0.5)
                now.is_eye(point, color)
                _core.count_stones_and_eyes(now)
            elif ask == 10:
                _core.pass_alive(history.board, color, rng.random() < 0.5)
            elif ask == 11:
                ask_tactics(rng, history.board, point, color)
            else:
                _core.area_owners(history.copy().board)
        except (ValueError, IndexError):
            pass
    return calls


def ask_tactics(rng: random.Random, board: _core.Board, point: int, color: int) -> None:
    if point < 0 or point >= board.area or not board.at(point):
        _core.is_real_eye(board, point, color), _core.is_false_eye(board, point, color)
        _core.is_simple_eye_shape(board, point, color)
        _core.is_bad_self_atari(board, point, color)
        _core.liberties_after(board, point, color)
        _core.is_seki_liberty(board, point)
        _core.nakade_point(board, point, color)
    else:
        nodes = rng.choice([-1, 0, 1, 10, 300, 3000])
        _core.can_be_killed(board, point, nodes)
        _core.can_be_saved(board, point, nodes)
        _core.is_captured_in_ladder(board, point)
        _core.ladder_move(board, point)
        _core.seki_partner(board, point)
        _core.dragons(board)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    end = time.monotonic() + options.seconds
    boards = calls = 0
    while time.monotonic() < end:
        calls += one_board(random.Random(options.seed + boards))
        boards += 1
    print(f"{boards} boards, {calls} calls, no fault (seeds from {options.seed})")


if __name__ == "__main__":
    main()
