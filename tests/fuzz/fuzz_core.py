"""Random calls into the native core, to be run under sanitizers: whatever Python passes, the
core answers or raises; it never touches memory that is not its own.

    ./test --sanitize                              builds the core with sanitizers and runs this
    python tests/fuzz/fuzz_core.py --seconds 60    runs it with the core as it is installed
"""

from __future__ import annotations

import argparse
import contextlib
import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from keima import _core
from keima.models import load_move_model
from keima.playouts import load_patterns

KO = ["simple", "positional", "situational", "full", "cycle"]
ENDINGS = ["two-passes", "three-passes", "fresh-ko"]
TAXES = ["none", "seki", "all"]
EYES = ["usual", "strict"]
EXTREMES = [-1, 0, 3, 255, 2**15, 2**16, 2**31 - 1, -(2**31), 2**31, 2**63 - 1, -(2**63), 2**64]
FLOATS = [0.0, -0.0, 7.5, -1e308, 1e308, float("inf"), float("-inf"), float("nan")]


class State:
    """A game and the next arguments, drawn at random."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        width, height = rng.randint(1, 25), rng.randint(1, 25)
        if rng.random() < 0.7:
            width, height = rng.randint(1, 7), rng.randint(1, 7)
        self.area = width * height
        board = _core.Board(width, height)
        if rng.random() < 0.5:
            stones = [rng.choice([0, 0, 1, 2]) for _ in range(self.area)]
            with contextlib.suppress(ValueError):
                board = _core.Board.from_stones(width, height, stones)
        self.search = _core.FlatSearch()
        self.tree = _core.TreeSearch("mogo", {}, {"memory_mb": 1})
        prisoners = (0, 0) if self.chance(0.9) else (self.strange(0), self.strange(1))
        self.history = self.made(board, prisoners)

    def made(self, board: _core.Board, prisoners: tuple[int, int]) -> _core.History:
        color = self.rng.choice([1, 2])
        with contextlib.suppress(ValueError, TypeError):
            return _core.History(board, color, *self.rules(), prisoners=prisoners)
        return _core.History(board, color, *self.rules())

    def chance(self, part: float) -> bool:
        return self.rng.random() < part

    def rules(self) -> tuple[str, bool, str, bool]:
        rng = self.rng
        return rng.choice(KO), self.chance(0.5), rng.choice(ENDINGS), self.chance(0.3)

    def point(self) -> int:
        """Mostly a point of the board or a pass, sometimes anything."""
        if self.chance(0.95):
            return self.rng.randrange(self.area + 1)
        return self.rng.choice([*EXTREMES, self.area + 1, -self.area, 702, 703])

    def color(self) -> int:
        return self.strange(self.rng.choice([1, 2]))

    def strange(self, usual: int) -> int:
        """A number that is mostly `usual`."""
        return usual if self.chance(0.95) else self.rng.choice(EXTREMES)

    def eyes(self) -> str:
        return self.rng.choice(EYES) if self.chance(0.97) else "blind"

    def options(self, games: int) -> dict[str, Any]:
        """Of a search that is soon over."""
        return {
            "eyes": self.eyes(),
            "komi": self.rng.choice(FLOATS),
            "seed": self.strange(self.rng.getrandbits(64)),
            "threads": self.rng.choice([1, 2]) if self.chance(0.95) else 257,
            "games": games if self.chance(0.95) else -1,
            "seconds": self.rng.choice([0.0, 1e-9, 0.001]) if self.chance(0.3) else 10.0,
            "observer": None if self.chance(0.5) else lambda done: None,
        }


def play(state: State) -> None:
    state.history.play(state.point(), state.color())


def undo(state: State) -> None:
    state.history.undo(state.rng.choice([0, 1, 2, 5, -1, 10**6]))


def change_rules(state: State) -> None:
    history = state.history
    moves = history.moves
    history.set_rules(*state.rules())
    assert history.moves == moves


def change_turn(state: State) -> None:
    color = state.color()
    state.history.to_play = color
    assert state.history.to_play == color


def ask_history(state: State) -> None:
    history, point, color = state.history, state.point(), state.color()
    assert history.is_legal(point, color) == (history.judge(point, color) == "legal")
    legal = history.legal_points(color)
    assert set(_core.playable_points(history, color, state.eyes())) <= set(legal)
    _ = history.repeats, history.cycle_balance, history.button, history.is_over, history.turns
    _ = history.prisoners(color), history.last_move, history.start, history.at(point)


def ask_board(state: State) -> None:
    now, point = state.history.board, state.point()
    now.code(point), now.is_eye(point, state.color()), now.is_strict_eye(point, state.color())
    assert point in now.group(point)
    assert len(now.liberties(point)) > 0


def play_on_board(state: State) -> None:
    now = state.history.board
    now.play(state.point(), state.color(), state.chance(0.5))
    _core.count_stones_and_eyes(now), _core.count_stones(now)
    assert _core.Board.from_stones(now.width, now.height, now.stones).hash == now.hash


def owners(state: State) -> None:
    board = state.history.copy().board
    _core.area_owners(board), _core.count_area(board)
    _core.pass_alive(board, state.color(), state.chance(0.5))
    blocks = _core.BlockFeatures(board)
    blocks.statics()
    count = len(blocks) if state.chance(0.9) else state.rng.randint(0, 9)
    value = state.rng.choice([0, 0.5, 1, -1, float("inf"), float("nan")])
    with contextlib.suppress(ValueError):
        blocks.recursive(np.full(count, value, np.float32))
    with contextlib.suppress(ValueError, TypeError):
        blocks.extra(state.color() if state.chance(0.9) else state.rng.choice(EXTREMES))
    assert len(_core.unconditional_territory(board, state.color())) == state.area
    assert len(_core.nearest_owners(board, state.chance(0.5))) == state.area


def play_out(state: State) -> None:
    seed, policy = state.rng.getrandbits(64), state.rng.choice(["uniform", "board", "none"])
    _core.play_out(state.history.board, state.color(), seed, state.eyes(), policy)


def light_board(state: State) -> None:
    words = state.strange(state.rng.choice([0, 2, 3, 6, 11, 12]))
    light = _core.LightBoard(state.history.board, state.color(), state.eyes(), words)
    color = state.rng.choice([1, 2])
    for _ in range(5):
        playable = light.playable(color)
        light.play(state.rng.choice(playable) if playable else state.area, color)
        color = 3 - color
    light.play(state.point(), state.color())
    _ = light.ko, light.score, light.stones, light.owners


def record_games(state: State) -> None:
    games = state.strange(state.rng.randint(1, 3))
    board, seed = state.history.board, state.rng.getrandbits(64)
    assert len(_core.record_games(board, state.color(), games, seed, state.eyes())) == games


def all_moves_as_first(state: State) -> None:
    games = state.rng.randint(1, 70)
    result = state.search.all_moves_as_first(
        state.history.board, state.color(), **state.options(games)
    )
    assert 0 < result.all[0] <= games
    assert sum(result.owner) == result.all[1]


def expected_outcome(state: State) -> None:
    """After some of the moves, not all of them legal."""
    color = state.color()
    moves = [state.point() for _ in range(state.rng.randint(0, 3))]
    if state.chance(0.8):
        moves = [*state.history.legal_points(color)[: state.rng.randint(0, 4)], state.area]
    games = state.rng.randint(1, 40)
    result = state.search.expected_outcome(
        state.history.board, color, moves, **state.options(games)
    )
    assert len(result.moves) == len(moves)
    assert sum(count[0] for count in result.moves) == result.all[0] <= games * len(moves)


def stop(state: State) -> None:
    state.search.stop()
    if state.chance(0.5):
        state.search.reset()


def ask_tactics(state: State) -> None:
    board, point, color = state.history.board, state.point(), state.color()
    if point < 0 or point >= board.area or not board.at(point):
        _core.is_real_eye(board, point, color), _core.is_false_eye(board, point, color)
        _core.is_simple_eye_shape(board, point, color)
        _core.is_bad_self_atari(board, point, color)
        _core.liberties_after(board, point, color)
        _core.is_seki_liberty(board, point)
        _core.nakade_point(board, point, color)
    else:
        nodes = state.rng.choice([-1, 0, 1, 10, 300, 3000])
        _core.can_be_killed(board, point, nodes), _core.can_be_saved(board, point, nodes)
        _core.is_captured_in_ladder(board, point), _core.ladder_move(board, point)
        _core.seki_partner(board, point)
        _core.dragons(board)


def search_tree(state: State) -> None:
    """With any parts, kept or not from the last search."""
    rng = state.rng
    if state.chance(0.3):
        parameters = {
            name: rng.choice([value, low, min(high, max(low, rng.choice([0.5, 1, 2, 10, 50])))])
            for name, value, low, high, _ in _core.tree_parameters()
            if name not in ("memory_mb", "prior_playouts")
        }
        parameters["prior_playouts"] = rng.choice([0, 0, 0, 1])
        policy = rng.choice(["uniform", "mogo", "pachi", "softmax"])
        patterns = load_patterns("mogo") if policy == "softmax" or state.chance(0.5) else None
        model = load_move_model("9x9") if state.chance(0.5) else None
        given = {**parameters, "memory_mb": 1}
        state.tree = _core.TreeSearch(policy, {}, given, patterns, model)
    board, playouts = state.history.board, rng.randint(1, 60)
    found = state.tree.search(
        board,
        state.color(),
        last=state.point(),
        before=state.point(),
        last_was_pass=state.chance(0.3),
        komi=rng.choice([0.0, 7.5, -3.0, float("nan"), float("inf")]),
        stones=rng.choice([None, 0, -3]),
        handicap=rng.choice([0, 0, 5, 625]),
        earlier=[state.history.board] * rng.choice([0, 1, 7]),
        superko=state.chance(0.5),
        move_owner=state.chance(0.3),
        moves=[state.point() for _ in range(rng.choice([0, 0, 0, 3]))],
        seed=rng.getrandbits(64),
        threads=rng.choice([1, 1, 2]),
        playouts=playouts,
    )
    assert found["playouts"] <= playouts
    assert found["bytes"] <= 1 << 20


def see(state: State) -> None:
    """What a network sees of the game."""
    rng, board = state.rng, state.history.board
    rules = (rng.choice(KO), state.chance(0.5), state.chance(0.3), rng.choice(TAXES), True)
    planes, numbers = _core.history_inputs(
        state.history,
        state.color(),
        state.strange(rng.randrange(8)),
        rules,
        rng.choice(FLOATS),
        state.chance(0.3),
        state.chance(0.3),
        state.chance(0.3),
        rng.choice(FLOATS),
    )
    assert planes.shape == (22, board.height, board.width)
    assert np.isin(planes, (0, 1)).all() and len(numbers) == 19


def see_games(state: State) -> None:
    """The same of many positions at once, of games that may be nonsense."""
    rng, size = state.rng, state.rng.randint(1, 9)
    games = rng.randint(1, 3)
    moves = [rng.randrange(size * size + state.chance(0.1)) for _ in range(rng.randint(0, 40))]
    cuts = sorted(rng.randint(0, len(moves)) for _ in range(games - 1))
    setup = rng.sample(range(size * size), rng.randint(0, size))
    pack = _core.InputPack(
        state.strange(size),
        np.array(moves, np.uint16),
        np.array([0, *cuts, len(moves)], np.int64) + (not state.chance(0.95)),
        np.array([rng.randrange(2) for _ in range(games)], np.uint8),
        np.array([p | rng.choice([0, 0x8000]) for p in setup], np.uint16),
        np.array([0] * games + [len(setup)], np.int64),
        np.array([rng.choice([7.5, -1e30, 1e30]) for _ in range(games)], np.float32),
        np.zeros(games, np.uint8),
        [(rng.choice(KO), state.chance(0.5), state.chance(0.3), rng.choice(TAXES), True)],
    )
    count = rng.randint(0, 20)
    chosen = np.array([rng.randrange(games) for _ in range(count)], np.int32)
    after = np.array([rng.randint(0, pack.moves_of(int(g))) for g in chosen], np.int32)
    if count and state.chance(0.1):
        after[0] = rng.choice([-1, 10**6])
    turns = np.array([rng.randrange(8) for _ in chosen], np.uint8)
    numbers, targets = np.empty((count, 19), np.float32), np.empty(count, np.int32)
    if state.chance(0.5):
        planes = np.empty((count, 22, size, size), np.float32)
        pack.fill(chosen, after, turns, planes, numbers, targets, state.chance(0.5))
    else:
        packed = np.empty((count, 22, (size * size + 7) // 8), np.uint8)
        pack.fill_packed(chosen, after, turns, packed, numbers, targets)
    assert ((targets >= -1) & (targets <= size * size)).all()


#: What is called, and how often.
CALLS: dict[Callable[[State], None], int] = {
    play: 60,
    undo: 8,
    change_rules: 4,
    change_turn: 4,
    ask_history: 10,
    ask_board: 8,
    play_on_board: 8,
    owners: 8,
    play_out: 4,
    light_board: 4,
    record_games: 2,
    all_moves_as_first: 3,
    expected_outcome: 3,
    ask_tactics: 8,
    search_tree: 3,
    see: 6,
    see_games: 3,
    stop: 1,
}


def one_board(rng: random.Random) -> int:
    """Plays and asks at random in one game; returns the number of calls."""
    state = State(rng)
    calls = rng.randint(1, 3 * state.area + 10)
    for call in rng.choices(list(CALLS), list(CALLS.values()), k=calls):
        # A number that no C++ type holds is a TypeError.
        with contextlib.suppress(ValueError, IndexError, TypeError):
            call(state)
    return calls


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
