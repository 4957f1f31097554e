"""Search by a network's policy as it is written down, slowly: for tests."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from keima import Color, Game, _core

DEFAULTS = {
    "cpuct": 1.0,
    "cpuct_log": 0.45,
    "cpuct_base": 500.0,
    "cpuct_deviation": 0.85,
    "fpu_reduction": 0.2,
    "root_fpu_reduction": 0.1,
    "transpositions": 1.0,
    "uncertainty": 0.0,
    "uncertainty_most": 8.0,
    "noise_pruning": 0.0,
    "good_exponent": 0.0,
    "bias": 0.0,
    "bias_exponent": 0.85,
    "score_static": 0.0,
    "score_static_scale": 2.0,
    "score_dynamic": 0.0,
    "score_dynamic_scale": 0.75,
}


@dataclass
class Edge:
    move: int
    policy: float
    visits: int = 0
    child: Node | None = None


@dataclass
class Node:
    """All values are Black's."""

    sign: int
    utility: float
    weight: float
    edges: list[Edge] = field(default_factory=list)
    over: bool = False
    visits: int = 1
    weights: float = 0.0
    mean: float = 0.0
    square: float = 0.0
    bias: Any = None
    put: tuple[float, float] = (0.0, 0.0)


def atan_mean(mean: float, deviation: float, centre: float, scale: float) -> float:
    """By a finer sum than the search has."""
    steps = [z / 10 for z in range(-30, 31)] if deviation > 0 else [0.0]
    weights = [math.exp(-z * z / 2) for z in steps]
    values = [math.atan((mean + z * deviation - centre) / scale) for z in steps]
    return 2 / math.pi * sum(map(math.prod, zip(weights, values, strict=True))) / sum(weights)


def student(t: float) -> float:
    """Student's t with three degrees of freedom, by steps."""
    steps = 300
    low, high = min(0.0, t), max(0.0, t)
    width = (high - low) / steps
    density = [(1 + (low + (i + 0.5) * width) ** 2 / 3) ** -2 for i in range(steps)]
    part = 2 / (math.pi * math.sqrt(3)) * sum(density) * width
    return 0.5 + math.copysign(part, t)


class Reference:
    def __init__(
        self, network: _core.Network, game: Game, komi: float, p: dict[str, float]
    ) -> None:
        self.network, self.game, self.komi = network, game, komi
        self.p = DEFAULTS | p
        self.side = math.sqrt(game.area)
        self.nodes: dict[Any, Node] = {}
        self.table: dict[Any, list[float]] = {}
        said = self.say(game)
        self.tells = said["win_error"] is not None
        sign = 1 if game.to_play == Color.BLACK else -1
        expected = sign * said["score"]
        most = self.p["score_dynamic_scale"] * self.side
        self.centre = min(max(0.8 * expected, expected - most), expected + most)
        self.root = self.make(game, [])
        self.evaluated = 1

    def say(self, game: Game) -> _core.Evaluation:
        return self.network.evaluate(
            game.native, game.to_play, komi=self.komi, friendly_pass=True, passing_hacks=True
        )

    def worth(self, score: float, deviation: float) -> float:
        p = self.p
        value = p["score_static"] * atan_mean(
            score, deviation, 0, p["score_static_scale"] * self.side
        )
        scale = p["score_dynamic_scale"] * self.side
        return value + p["score_dynamic"] * atan_mean(score, deviation, self.centre, scale)

    def weight(self, score: float, said: _core.Evaluation) -> float:
        p = self.p
        if not p["uncertainty"] or said["win_error"] is None or said["score_error"] is None:
            return 1.0
        slope = (self.worth(score + 0.001, 0) - self.worth(score - 0.001, 0)) / 0.002
        error = said["win_error"] + slope * said["score_error"]
        return p["uncertainty"] / (error + p["uncertainty"] / p["uncertainty_most"])

    def make(self, game: Game, path: list[int]) -> Node:
        said = self.say(game)
        sign = 1 if game.to_play == Color.BLACK else -1
        score = sign * said["score"]
        utility = sign * (said["win"] - said["loss"]) + self.worth(score, said["stdev"])
        node = Node(sign, utility, self.weight(score, said))
        node.edges = [Edge(move, x) for move, x in enumerate(said["policy"]) if x > 0]
        node.edges.sort(key=lambda edge: -edge.policy)
        if self.p["bias"] and path:
            node.bias = self.local(game)
        self.refresh(node)
        return node

    @staticmethod
    def local(game: Game) -> Any:
        """The stones around the last move before it was made, with those in atari."""
        moves = [move.point for move in game.moves]
        before = game.copy()
        before.undo()
        board = before.board
        move, width = moves[-1], game.width
        last = moves[-2] if len(moves) > 1 else game.area
        if move == game.area:
            return (before.to_play, last, move)
        row, column = divmod(move, width)
        near = [
            (q, board.at(q), len(board.liberties(q)) == 1)
            for q in range(game.area)
            if abs(q // width - row) <= 2 and abs(q % width - column) <= 2 and board.at(q)
        ]
        return (before.to_play, last, move, tuple(near))

    def end(self, game: Game) -> Node:
        margin = _core.count_area(game.board) - self.komi
        utility = (1 if margin > 0 else -1) + self.worth(margin, 0)
        sure = self.p["uncertainty"] and self.tells
        node = Node(1, utility, self.p["uncertainty_most"] if sure else 1.0, over=True, visits=0)
        self.refresh(node)
        return node

    def refresh(self, node: Node) -> None:
        if node.over:
            node.weights = node.weight * max(1, node.visits)
            node.mean, node.square = node.utility, node.utility**2
            return
        p = self.p
        tried = [edge for edge in node.edges if edge.visits]
        parts = []
        for edge in tried:
            child = edge.child
            assert child is not None
            weight = child.weights * edge.visits / max(1, child.visits)
            parts.append([weight, node.sign * child.mean, edge.policy, child.square])
        if p["noise_pruning"] and len(parts) > 1:
            prune_noise(parts, p["noise_pruning"])
        if p["good_exponent"] and len(parts) > 1:
            prefer_good(parts, p["good_exponent"])
        below = sum(part[0] for part in parts)
        found = sum(part[0] * part[1] for part in parts)
        own = node.sign * node.utility
        if node.bias is not None:
            entry = self.table.setdefault(node.bias, [0.0, 0.0])
            if parts:
                weight = below ** p["bias_exponent"]
                put = ((found / below - own) * weight, weight)
                entry[0] += put[0] - node.put[0]
                entry[1] += put[1] - node.put[1]
                node.put = put
            if entry[1] > 0.001:
                own += p["bias"] * entry[0] / entry[1]
        node.visits = 1 + sum(edge.visits for edge in tried)
        node.weights = below + node.weight
        node.mean = node.sign * (found + node.weight * own) / node.weights
        squares = sum(part[0] * part[3] for part in parts)
        node.square = (squares + node.weight * own * own) / node.weights

    def choose(self, node: Node) -> Edge:
        p = self.p
        mean, n = node.sign * node.mean, node.weights
        deviation = 0.4
        if node.visits > 1 and n > 1:
            square = max(node.square, mean**2)
            deviation = math.sqrt(((mean**2 + 0.16) * 2 + square * n) / (n + 1) - mean**2)

        def of(edge: Edge) -> tuple[float, float]:
            child = edge.child
            assert child is not None
            return child.weights * edge.visits / max(1, child.visits), node.sign * child.mean

        total = sum(of(edge)[0] for edge in node.edges if edge.visits)
        mass = min(1.0, sum(edge.policy for edge in node.edges if edge.visits))
        known = mass**2
        reduction = p["root_fpu_reduction"] if node is self.root else p["fpu_reduction"]
        first = known * mean + (1 - known) * node.sign * node.utility - reduction * math.sqrt(mass)
        factor = p["cpuct"] + p["cpuct_log"] * math.log((total + p["cpuct_base"]) / p["cpuct_base"])
        factor *= math.sqrt(total + 0.01) * (1 + p["cpuct_deviation"] * (deviation / 0.4 - 1))

        def urgency(edge: Edge) -> float:
            weight, value = of(edge) if edge.visits else (0.0, first)
            return value + factor * edge.policy / (1 + weight)

        return max(node.edges, key=urgency)

    def simulate(self) -> None:
        """One visit. The first is that of the root itself: see __init__."""
        game, node = self.game.copy(), self.root
        steps: list[tuple[Node, Edge]] = []
        path: list[int] = []
        while True:
            edge = self.choose(node)
            steps.append((node, edge))
            path.append(edge.move)
            game.play(game.name(edge.move))
            made = False
            if edge.child is None:
                board = game.board
                key = (
                    tuple(board.stones),
                    board.ko,
                    game.to_play,
                    game.last_was_pass,
                    game.is_over,
                )
                if not self.p["transpositions"] or key not in self.nodes:
                    made = not game.is_over
                    self.nodes[key] = self.end(game) if game.is_over else self.make(game, path)
                    self.evaluated += made
                edge.child = self.nodes[key]
            if made:
                break
            shared = bool(self.p["transpositions"]) and edge.visits < edge.child.visits
            if edge.child.over and not shared:
                edge.child.visits += 1
                self.refresh(edge.child)
            if edge.child.over or shared:
                break
            node = edge.child
        for node, edge in reversed(steps):
            edge.visits += 1
            self.refresh(node)

    @property
    def visits(self) -> dict[int, int]:
        return {edge.move: edge.visits for edge in self.root.edges if edge.visits}


def prune_noise(parts: list[list[float]], scale: float) -> None:
    for i in range(1, len(parts)):
        weight = sum(part[0] for part in parts[:i])
        mean = sum(part[0] * part[1] for part in parts[:i]) / weight
        share = weight * parts[i][2] / sum(part[2] for part in parts[:i])
        gap, excess = mean - parts[i][1], parts[i][0] - 2 * share
        if gap > 0 and excess > 0:
            parts[i][0] -= excess * (1 - math.exp(-gap / scale))


def prefer_good(parts: list[list[float]], exponent: float) -> None:
    total = sum(part[0] for part in parts)
    mean = sum(part[0] * part[1] for part in parts) / total
    for part in parts:
        deviation = math.sqrt(1 / (1.5 * math.sqrt(part[0])))
        part[0] *= (student((part[1] - mean) / deviation) + 0.0001) ** exponent
    scale = total / sum(part[0] for part in parts)
    for part in parts:
        part[0] *= scale
