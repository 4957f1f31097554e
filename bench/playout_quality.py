"""How well the mean of N playouts tells who wins and who owns what.

    python bench/playout_quality.py ogs9_a.npz ogs9_b.npz --positions 1000 --playouts 100

Takes positions from the second half of finished, counted 9x9 games whose recorded margin is the
area of the last position (so that nothing dead was left on the board, and the owner of every
point is known), and plays them out with each policy: with the same number of playouts, and with
`--equal-time` with as many as the slowest takes time for. Policies are written NAME or
NAME:parameter=value,parameter=value.

Accuracy: how often more than half of the playouts are won by the winner of the game. Log loss:
of the win rate after the best logistic recalibration on the games of the validation set, since a
search does not need calibrated rates; nats per game. Owner: mean squared difference between the
mean owner (-1 to 1) and the real one. Score: the mean absolute error of the mean score.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from keima import _core
from keima.playouts import make_playout


@dataclass
class Position:
    board: _core.Board
    to_play: int
    last: int
    before: int
    komi: float
    winner: int
    score: int
    owners: np.ndarray
    validation: bool


def read_positions(
    paths: list[str], count: int, early: float, late: float, seed: int, tune: bool
) -> list[Position]:
    """One position of each game: of the test and the validation set, or of all others."""
    found: list[Position] = []
    for path in paths:
        games = np.load(path)
        pack = {name: games[name] for name in games.files}
        found += positions_of(pack, early, late, np.random.default_rng(seed), tune)
    np.random.default_rng(seed).shuffle(found)  # type: ignore[arg-type]
    return found[:count]


def positions_of(
    pack: dict[str, np.ndarray], early: float, late: float, rng: np.random.Generator, tune: bool
) -> Iterator[Position]:
    size = int(pack["size"])
    order = rng.permutation(len(pack["winner"]))
    for game in order:
        part = int(game) % 20
        if tune != (part > 1) or pack["restype"][game] != 1:
            continue
        komi, margin, winner = (float(pack[name][game]) for name in ("komi", "margin", "winner"))
        if (
            not 0.5 <= komi <= 8
            or winner == 0
            or pack["setup_off"][game] != pack["setup_off"][game + 1]
        ):
            continue
        black, white = (int(area) for area in pack["tt_area"][game])
        area = black - white
        if abs(winner * margin + komi - area) > 1 or winner * (area - komi) <= 0:
            continue
        moves = pack["moves"][pack["off"][game] : pack["off"][game + 1]].astype(int).tolist()
        stones = [m for m in moves if m < size * size]
        if len(stones) < 30:
            continue
        at = int(len(stones) * rng.uniform(early, late))
        board = _core.Board(size, size)
        color = 1 + int(pack["first"][game]) if "first" in pack else 1
        start = None
        last, before = -1, -1
        for i, move in enumerate(moves):
            if i == at:
                start = (board.copy(), color, last, before)
            board.play(move, color)
            before, last = last, move if move < size * size else -1
            color = 3 - color
        assert start is not None
        position, to_play, last, before = start
        gone = [p for p in (last, before) if p >= 0 and position.at(p) == 0]
        if gone:
            before = -1 if before in gone else before
            last = -1 if last in gone else last
        owners = np.array([{0: 0, 1: 1, 2: -1}[c] for c in _core.area_owners(board)])
        yield Position(
            position,
            to_play,
            last,
            before,
            komi,
            int(winner),
            int(owners.sum()),
            owners,
            validation=part % 2 == 1,
        )


def parse_policy(text: str) -> tuple[str, dict[str, float]]:
    name, _, rest = text.partition(":")
    parameters = {}
    for item in filter(None, rest.split(",")):
        key, _, value = item.partition("=")
        parameters[key] = float(value)
    return name, parameters


def recalibrated_loss(logits: np.ndarray, won: np.ndarray, fit: np.ndarray) -> float:
    """Log loss outside `fit` of a logistic model of the logits that is fitted inside it."""
    design = np.stack([logits, np.ones_like(logits)], axis=1)
    weights = np.array([0.5, 0.0])
    for _ in range(30):
        p = 1 / (1 + np.exp(-design[fit] @ weights))
        gradient = design[fit].T @ (p - won[fit]) + 1e-3 * weights
        hessian = (design[fit] * (p * (1 - p))[:, None]).T @ design[fit] + 1e-3 * np.eye(2)
        weights -= np.linalg.solve(hessian, gradient)
    p = 1 / (1 + np.exp(-design[~fit] @ weights))
    return float(-np.mean(np.where(won[~fit], np.log(p), np.log(1 - p))))


def judge(policy: str, positions: list[Position], playouts: int) -> tuple[dict[str, float], float]:
    """The figures of a policy, and the seconds that it took."""
    name, parameters = parse_policy(policy)
    playout = make_playout(name, parameters)
    rates, errors, owner_errors = [], [], []
    seconds = 0.0
    for i, p in enumerate(positions):
        begin = time.thread_time()
        halves, scores, owners, _ = playout.run_many(
            p.board, p.to_play, playouts, p.last, p.before, p.komi, i
        )
        seconds += time.thread_time() - begin
        rates.append((halves / 2 + 0.5) / (playouts + 1))
        errors.append(abs(scores / playouts - p.score))
        owner_errors.append(np.mean((np.array(owners) / playouts - p.owners) ** 2))
    rate = np.array(rates)
    won = np.array([p.winner > 0 for p in positions])
    fit = np.array([p.validation for p in positions])
    figures = {
        "accuracy": float(np.mean((rate > 0.5) == won)),
        "log loss": recalibrated_loss(np.log(rate / (1 - rate)), won, fit),
        "owner": float(np.mean(owner_errors)),
        "score": float(np.mean(errors)),
    }
    return figures, seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="+", help="packs of games (.npz)")
    parser.add_argument("--policy", nargs="*", default=["uniform", "mogo", "pachi", "classic"])
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--playouts", type=int, default=100)
    parser.add_argument("--early", type=float, default=0.5, help="part of the game, at least")
    parser.add_argument("--late", type=float, default=0.8, help="part of the game, at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--equal-time", action="store_true")
    parser.add_argument("--tune", action="store_true", help="use the games to choose values on")
    arguments = parser.parse_args()
    positions = read_positions(
        arguments.games,
        arguments.positions,
        arguments.early,
        arguments.late,
        arguments.seed,
        arguments.tune,
    )
    print(f"{len(positions)} positions, {sum(p.winner > 0 for p in positions)} won by Black")
    counts = [arguments.playouts] * len(arguments.policy)
    if arguments.equal_time:
        sample = positions[:100]
        times = [judge(p, sample, arguments.playouts)[1] for p in arguments.policy]
        counts = [round(arguments.playouts * max(times) / t) for t in times]
    print("| policy | playouts | µs each | accuracy | log loss | owner | score |")
    print("|---|---|---|---|---|---|---|")
    for policy, count in zip(arguments.policy, counts, strict=True):
        f, seconds = judge(policy, positions, count)
        each = seconds / len(positions) / count * 1e6
        print(
            f"| {policy} | {count} | {each:.1f} | {f['accuracy']:.4f} | {f['log loss']:.4f} | "
            f"{f['owner']:.4f} | {f['score']:.2f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
