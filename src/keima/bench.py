"""How fast the core is, and whether it still does the same. `keima bench` prints these numbers."""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from keima import _core
from keima.playouts import make_playout

if TYPE_CHECKING:
    from keima.game import Game

#: The work is done in slices of this many seconds. The best of them tells what the machine can
#: do when nothing else runs on it.
SLICE = 0.1
MOST_THREADS = 256

#: Policies of the light board and its yardstick; all others are made by name.
LIGHT = ("uniform", "board")


@dataclass(frozen=True)
class PlayoutSpeed:
    """Playouts from an empty board."""

    width: int
    height: int
    policy: str
    eyes: str
    threads: int
    seconds: float
    playouts: int
    #: Playouts of all threads together in a second, over the whole time.
    playouts_per_second: float
    #: The same in the best slice.
    best_playouts_per_second: float
    #: Stones played in a playout; passes do not count.
    moves_per_playout: float
    #: How many moves each part of the policy made, passes too, if it counts them.
    steps: dict[str, int]


@dataclass(frozen=True)
class BoardSpeed:
    """Operations of the full board, by the positions of uniform playouts. Each is the best of
    many rounds."""

    width: int
    height: int
    copy_nanoseconds: float
    play_nanoseconds: float
    #: Whether one empty point is legal and whether it is an eye.
    test_nanoseconds: float
    moves_per_second: float


@dataclass(frozen=True)
class SolveSpeed:
    """A proof's search from the empty board, deeper and deeper."""

    width: int
    height: int
    threads: int
    megabytes: int
    seconds: float
    #: The last depth that was searched to its end, and positions visited.
    depth: int
    nodes: int
    nodes_per_second: float


def measure_playouts(
    width: int,
    height: int,
    policy: str = "uniform",
    *,
    eyes: str = "usual",
    threads: int = 1,
    seconds: float = 3.0,
    seed: int = 1,
    parameters: Mapping[str, float] | None = None,
    progress: Callable[[float], object] | None = None,
) -> PlayoutSpeed:
    """Runs playouts for some seconds; calls `progress` with the seconds that are over. A policy
    that learns does so in each thread apart.

    Raises ValueError for an unknown policy, parameter or eye rule or a board that does not exist.

    >>> speed = measure_playouts(5, 5, seconds=0.01)
    >>> speed.playouts > 0 and 20 < speed.moves_per_playout < 75
    True
    """
    if not 1 <= threads <= MOST_THREADS:
        raise ValueError(f"cannot run on {threads} threads: expected 1 to {MOST_THREADS}")
    board = _core.Board(width, height)
    players: list[_core.Playout] = []
    if policy not in LIGHT:
        if eyes != "usual":
            raise ValueError(f"the policy {policy} has its own rule of eyes")
        players = [make_playout(policy, parameters) for _ in range(threads)]
    elif parameters:
        raise ValueError(f"the policy {policy} has no parameters here")

    def run(part: float, seed: int, thread: int) -> tuple[int, int, int, float]:
        if players:
            return players[thread].measure(board, 1, part, seed)
        return _core.run_playouts(board, 1, part, seed, eyes, policy)

    playouts = moves = 0
    best = 0.0
    begin = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        while (spent := time.perf_counter() - begin) < seconds:
            if progress:
                progress(spent)
            part = min(SLICE, seconds - spent)
            start = time.perf_counter()
            seeds = range(seed, seed + threads)
            totals = list(pool.map(partial(run, part), seeds, range(threads)))
            seed += threads
            done = sum(total[0] for total in totals)
            best = max(best, done / (time.perf_counter() - start))
            playouts += done
            moves += sum(total[1] for total in totals)
    steps: dict[str, int] = {}
    for player in players:
        for step, made in player.steps():
            steps[step] = steps.get(step, 0) + made
    return PlayoutSpeed(
        width,
        height,
        policy,
        eyes,
        threads,
        spent,
        playouts,
        playouts / spent,
        best,
        moves / playouts,
        steps,
    )


def measure_board(width: int, height: int, *, seconds: float = 1.0, seed: int = 1) -> BoardSpeed:
    """Times the board's operations for about some seconds.

    Raises ValueError for a board that does not exist.

    >>> measure_board(9, 9, seconds=0.01).copy_nanoseconds < measure_board(
    ...     19, 19, seconds=0.01
    ... ).copy_nanoseconds
    True
    """
    copy, play, test = _core.time_board(width, height, seconds, seed)
    return BoardSpeed(width, height, copy, play, test, 1e9 / play)


@dataclass(frozen=True)
class SearchSpeed:
    """A search of the empty board."""

    width: int
    height: int
    profile: str
    threads: int
    seconds: float
    simulations: int
    simulations_per_second: float
    #: Positions in the tree, and what it takes.
    nodes: int
    memory_mb: float
    move: str
    #: The part of the threads' time that a network took; 0 if there is none.
    network_part: float
    #: By the time that the process was given: tells more on a machine that others use, too.
    simulations_per_cpu_second: float


def measure_search(
    width: int,
    height: int,
    profile: str = "classic",
    *,
    threads: int = 1,
    seconds: float = 5.0,
    seed: int = 1,
    position: Game | None = None,
    progress: Callable[[float], object] | None = None,
) -> SearchSpeed:
    """Searches the empty board, or a position of a board of that size, with a profile that has a
    tree.

    Raises ValueError for a profile without one, and as Engine and Game do.

    >>> measure_search(5, 5, seconds=0.3).nodes > 1
    True
    """
    from keima.engine import Engine, Limit
    from keima.game import Game

    game = position or Game((width, height))
    try:
        engine = Engine(profile, threads=threads, seed=seed, book="none")
        if not hasattr(engine.parameters, "early_stop"):
            raise ValueError("it has no tree; expected a profile that has one, as classic")
        engine.change(early_stop=0)
        engine.prepare(game)
    except ValueError as error:
        raise ValueError(f"{profile} cannot be measured: {error}") from None
    begin, given = time.perf_counter(), time.process_time()
    tell = progress and (lambda done: progress(time.perf_counter() - begin))
    result = engine.search(game, Limit(seconds=seconds), progress=tell)
    given = time.process_time() - given
    return SearchSpeed(
        width,
        height,
        profile,
        threads,
        result.seconds,
        result.playouts,
        result.playouts / result.seconds,
        result.nodes or 0,
        (result.memory or 0) / 2**20,
        result.move,
        result.network_seconds / (threads * result.seconds),
        result.playouts / given,
    )


def signatures() -> dict[str, str]:
    """Fingerprints of what must not change by accident, by name: with the same seed the core
    plays the same moves on every machine.

    >>> sorted(signatures())[:2]
    ['playouts-board-13x13', 'playouts-classic-19x19']
    """
    found = {}
    for name, width, height, eyes, policy in (
        ("playouts-usual-9x9", 9, 9, "usual", "uniform"),
        ("playouts-usual-13x13", 13, 13, "usual", "uniform"),
        ("playouts-usual-19x19", 19, 19, "usual", "uniform"),
        ("playouts-usual-25x25", 25, 25, "usual", "uniform"),
        ("playouts-usual-7x4", 7, 4, "usual", "uniform"),
        ("playouts-strict-9x9", 9, 9, "strict", "uniform"),
        ("playouts-board-13x13", 13, 13, "usual", "board"),
    ):
        board = _core.Board(width, height)
        found[name] = f"{_core.playout_signature(board, 1, 100, 1, eyes, policy):016x}"
    policies: dict[str, tuple[str, dict[str, float]]] = {
        name: (name, {}) for name in ("mogo", "pachi", "classic", "softmax", "isgo")
    }
    policies["isgo-learning"] = ("isgo", {"node": 1, "edge": 1})
    for name, (policy, parameters) in policies.items():
        for size in (9, 19):
            made = make_playout(policy, parameters).signature(_core.Board(size, size), 1, 100, 1)
            found[f"playouts-{name}-{size}x{size}"] = f"{made:016x}"
    for size in (9, 19):
        found[f"search-classic-{size}x{size}"] = _search_signature(size)
    return found


def _search_signature(size: int) -> str:
    from keima.engine import Engine, Limit
    from keima.game import Game

    engine = Engine("classic", threads=1, seed=1, book="none")
    result = engine.search(Game(size), Limit(playouts=400))
    return signature({c.move: str(c.visits) for c in result.candidates})


def signature(parts: dict[str, str]) -> str:
    """One fingerprint of all.

    >>> signature({"a": "1"}) == signature({"a": "2"})
    False
    """
    text = " ".join(f"{name}={value}" for name, value in sorted(parts.items()))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def measure_solve(
    width: int,
    height: int,
    *,
    seconds: float = 5.0,
    threads: int = 1,
    megabytes: int = 256,
    without: Sequence[str] = (),
) -> SolveSpeed:
    """How many positions the Go solver visits in a second, the making of its table left out; ends
    earlier when the board is solved."""
    solver = _core.GoSolver(width, height, megabytes=megabytes, threads=threads, without=without)
    timer = threading.Timer(seconds, solver.stop)
    timer.daemon = True
    start = time.perf_counter()
    timer.start()
    depth = 0
    for deeper in range(1, 190):
        value, _, complete, exhausted = solver.search(deeper)
        if not complete:
            break
        depth = deeper
        if exhausted or abs(value) > _core.SOLVE_FINAL:
            break
    spent = time.perf_counter() - start
    timer.cancel()
    nodes = solver.nodes
    return SolveSpeed(width, height, threads, megabytes, spent, depth, nodes, nodes / spent)
