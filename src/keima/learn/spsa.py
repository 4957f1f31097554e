"""Trains the output layer of a shallow network by how the whole search does with it: SPSA with
momentum (Keller & Perez 2016, section 3.2.3).

All weights are moved at once, by plus and by minus the same random vector of +c and -c. A search
with each of the two networks looks at the same positions, with the same seeds, or they play each
other. The estimate of the slope is `(f(plus) - f(minus)) / delta` (equation 3.12, without a 2). A
step is

    weights += alpha * slope + mu * latest slope that was not zero

with `alpha = step * c * c`, so that the weights move by `step * c` if one side is always right and
the other never, and `mu = momentum * alpha`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from keima import _core
from keima.engine import Engine, Limit
from keima.files import read_text, write_file
from keima.game import Game
from keima.learn.packs import Pack
from keima.models.shallow import ShallowModel, write_shallow

Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Settings:
    """See the module."""

    c: float = 0.006
    step: float = 1.0
    momentum: float = 0.5
    #: Of the two sides of an estimate: the same positions, or pairs of games.
    positions: int = 16
    playouts: int = 200
    seed: int = 1


class Objective(Protocol):
    """How much better one network is than another, from -1 to 1. The same for the same trial."""

    def compare(self, plus: _core.ShallowNet, minus: _core.ShallowNet, trial: int) -> float: ...


@dataclass(frozen=True)
class Case:
    """A position and the move that was played in it."""

    game: Game
    move: str


def cases_of(packs: Sequence[Pack], part: int, count: int, seed: int) -> list[Case]:
    """Positions by chance, one of a game each, of the games of a part (-1: those to learn from);
    games that begin with stones on the board are left out."""
    rng = np.random.default_rng([seed, part + 1, 3])
    places = [
        (pack, game)
        for pack in packs
        for game in range(len(pack))
        if (pack.part(game) == part) or (part < 0 and pack.part(game) > 1)
    ]
    found: list[Case] = []
    for place in rng.permutation(len(places)):
        pack, number = places[place]
        if len(found) == count:
            break
        played = pack.game(number)
        if any(played.board.stones) or played.first != 1 or len(played.moves) < 4:
            continue
        at = int(rng.integers(2, len(played.moves)))
        game = Game(pack.size)
        try:
            for point in played.moves[:at]:
                game.play(point)
            legal = game.is_legal(played.moves[at])
        except ValueError:
            continue
        if played.moves[at] < game.area and legal:
            found.append(Case(game, game.name(played.moves[at])))
    if not found:
        raise ValueError("the packs have no positions to learn from")
    return found


class Prediction:
    """By the moves of games: which side's search plays them more often."""

    def __init__(self, engine: Engine, cases: Sequence[Case], settings: Settings) -> None:
        self._engine, self._cases, self._settings = engine, cases, settings

    def compare(self, plus: _core.ShallowNet, minus: _core.ShallowNet, trial: int) -> float:
        rng = np.random.default_rng([self._settings.seed, trial, 4])
        chosen = rng.choice(len(self._cases), min(self._settings.positions, len(self._cases)))
        cases = [self._cases[i] for i in chosen]
        return self.rate(plus, cases) - self.rate(minus, cases)

    def rate(self, net: _core.ShallowNet, cases: Sequence[Case]) -> float:
        """How often the search plays the move of the game."""
        right = 0
        for case in cases:
            self._engine.use_shallow(case.game, net)
            self._engine.new_game()
            found = self._engine.search(case.game, Limit(playouts=self._settings.playouts))
            right += bool(found.candidates) and found.candidates[0].move == case.move
        return right / len(cases)


class Games:
    """By games won: the two sides play each other, each colour once with the same seed."""

    def __init__(self, spec: str, size: int, settings: Settings) -> None:
        self._spec, self._size, self._settings = spec, size, settings

    def compare(self, plus: _core.ShallowNet, minus: _core.ShallowNet, trial: int) -> float:
        pairs = max(1, self._settings.positions // 2)
        total = 0.0
        for pair in range(pairs):
            seed = self._settings.seed * 1_000_003 + trial * 1009 + pair
            total += self._play(plus, minus, seed) - self._play(minus, plus, seed)
        return total / (2 * pairs)

    def _play(self, black: _core.ShallowNet, white: _core.ShallowNet, seed: int) -> float:
        """1 if Black wins, -1 if White does."""
        game = Game(self._size, komi=7.5, rules="chinese")
        engines = []
        for number, net in enumerate((black, white)):
            engine = Engine(self._spec, threads=1, seed=2 * seed + number)
            engine.use_shallow(game, net)
            engines.append(engine)
        limit = Limit(playouts=self._settings.playouts)
        while not game.is_over and len(game.moves) < 3 * game.area:
            turn = game.to_play
            found = engines[turn - 1].search(game, limit, cleanup=True)
            if found.move == "resign":
                return 1.0 if turn == 2 else -1.0
            game.play(found.move)
        return float(np.sign(game.score().margin))


class Spsa:
    """A run in a folder: `state.json` is what it goes on from, `network.bin` the best network so
    far, `log.jsonl` how it went."""

    def __init__(
        self,
        folder: Path,
        model: ShallowModel,
        objective: Objective,
        judge: Callable[[_core.ShallowNet], float],
        settings: Settings,
    ) -> None:
        """`judge` tells how good a network is, on what is not learnt from. Raises ValueError if
        the folder has something else."""
        self._folder, self._model, self._objective = folder, model, objective
        self._judge, self.settings = judge, settings
        self.weights: Array = model.shape.split(model.weights)["output"].ravel().astype(float)
        self._latest = np.zeros_like(self.weights)
        self.trial, self.still = 0, 0
        folder.mkdir(parents=True, exist_ok=True)
        if (folder / "state.json").exists():
            self._restore()
        else:
            self.first = self.best = judge(self.net(self.weights))
            self._keep_best()

    def run(
        self,
        trials: int,
        every: int,
        stopped: Callable[[], bool] = lambda: False,
        tell: Callable[[str], None] = lambda _: None,
    ) -> None:
        """Until there have been so many trials; judged, and saved, once in `every` of them."""
        while self.trial < trials and not stopped():
            self.step()
            if self.trial % every and self.trial < trials:
                continue
            accuracy = self._judge(self.net(self.weights))
            if accuracy > self.best:
                self.best = accuracy
                self._keep_best()
            self._save(accuracy)
            tell(
                f"{self.trial} trials, {self.still} without a difference: {accuracy:.4f}, "
                f"first {self.first:.4f}, best {self.best:.4f}"
            )

    def step(self) -> None:
        """One trial."""
        s = self.settings
        rng = np.random.default_rng([s.seed, self.trial, 5])
        delta = s.c * rng.choice([-1.0, 1.0], len(self.weights))
        plus, minus = self.net(self.weights + delta), self.net(self.weights - delta)
        slope = self._objective.compare(plus, minus, self.trial) / delta
        alpha = s.step * s.c**2
        self.weights = self.weights + alpha * slope + s.momentum * alpha * self._latest
        if slope.any():
            self._latest = slope
        else:
            self.still += 1
        self.trial += 1

    def net(self, output: Array) -> _core.ShallowNet:
        return self._with(output).native()

    def _with(self, output: Array) -> ShallowModel:
        weights = self._model.weights.copy()
        part = self._model.shape.split(weights)["output"]
        part[:] = output.reshape(part.shape)
        return ShallowModel(self._model.shape, weights, self._model.about)

    def _keep_best(self) -> None:
        write_shallow(self._folder / "network.bin", self._with(self.weights))

    def _save(self, accuracy: float) -> None:
        state: dict[str, Any] = {
            "trial": self.trial,
            "still": self.still,
            "first": self.first,
            "best": self.best,
            "weights": self.weights.tolist(),
            "latest": self._latest.tolist(),
        }
        write_file(self._folder / "state.json", json.dumps(state).encode())
        with (self._folder / "log.jsonl").open("a", encoding="utf-8") as log:
            log.write(json.dumps({"trial": self.trial, "accuracy": accuracy}) + "\n")

    def _restore(self) -> None:
        path = self._folder / "state.json"
        try:
            state = json.loads(read_text(path, 1 << 20))
            self.trial, self.still = int(state["trial"]), int(state["still"])
            self.first, self.best = float(state["first"]), float(state["best"])
            weights, latest = (np.array(state[k], float) for k in ("weights", "latest"))
            if weights.shape != self.weights.shape or latest.shape != weights.shape:
                raise ValueError("it is of another kind of network")
            self.weights, self._latest = weights, latest
        except (ValueError, KeyError, TypeError) as error:
            raise ValueError(f"cannot go on from {path}: {error}") from None
