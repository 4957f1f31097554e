"""An evolution, generation by generation (Ferreira 2016, algorithm 1)."""

from __future__ import annotations

import io
import json
import zipfile
from concurrent.futures import Executor
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from keima import _core
from keima.evolve.fitness import STEPS, Valuer
from keima.evolve.games import GnuGos
from keima.evolve.populations import Populations
from keima.evolve.settings import Settings
from keima.files import read_file, write_file
from keima.learn.mlp import Score, judge

MOST_BYTES = 1 << 28
ARRAYS = ("inputs", "outputs", "weights", "networks")
#: What chance decides, each with its own numbers.
FIRST, GAMES, BREEDING, STOP = range(4)
#: GNU Go's highest level that is asked for.
MOST_LEVEL = 10


class Run:
    """Can be kept in a file after any generation, and goes on from there as if it had never
    stopped."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.populations = Populations.random(settings, self._rng(FIRST))
        self.generation = 0
        #: Part of GNU Go in the opponent's moves, and its level, if that is who is played against.
        self.share, self.level = 0.0, 0
        #: By generation what was seen.
        self.log: list[dict[str, Any]] = []
        #: Has a network won every game of the stop test?
        self.done = False

    def _rng(self, what: int) -> np.random.Generator:
        generation = 0 if what == FIRST else self.generation
        return np.random.default_rng([self.settings.seed, what, generation])

    def _seed(self, what: int) -> int:
        return int(self._rng(what).integers(2**62))

    def step(
        self,
        pool: Executor,
        gnugo: GnuGos | None,
        *,
        examples: _core.Examples | None = None,
        positions: int = 0,
        stop_games: int = 0,
    ) -> dict[str, Any]:
        """One generation: values the networks, looks at the best, and breeds, unless that is good
        enough. With examples it is also judged by so many of them; with games of the stop test,
        tested."""
        settings = self.settings
        valuer = Valuer(settings, pool, gnugo)
        networks = [self.populations.network(i, settings) for i in range(settings.networks)]
        fitness = valuer.fitness(networks, self._seed(GAMES), self.share, self.level)
        champion = networks[int(fitness.argmax())]
        row: dict[str, Any] = {
            "generation": self.generation,
            "best": float(fitness.max()),
            "mean": float(fitness.mean()),
        }
        if settings.fitness == "gnugo":
            row |= {"share": self.share, "level": self.level}
        if examples is not None:
            row |= asdict(judge_network(champion, examples, positions))
        if stop_games:
            row["steps"] = valuer.steps_won(champion, self._seed(STOP), stop_games)
        done = row.get("steps") == len(STEPS)
        next_one = self.populations
        if not done:
            next_one = self.populations.copy()
            next_one.breed(fitness, settings, self._rng(BREEDING))
        # All at once: what interrupts a run finds one generation or the next.
        self.populations, self.generation, self.log, (self.share, self.level), self.done = (
            next_one,
            self.generation + (not done),
            [*self.log, row],
            self._promoted(row["best"]),
            done,
        )
        return row

    def _promoted(self, best: float) -> tuple[float, int]:
        """GNU Go gets a greater part, or a higher level when it has all of it."""
        share, level = self.share, self.level
        if self.settings.fitness != "gnugo" or best < self.settings.promotion:
            return share, level
        if share >= 1:
            return share, min(level + 1, MOST_LEVEL)
        return min(1.0, round(share + self.settings.step, 6)), level

    def save(self, path: Path) -> None:
        """Keeps everything in a file."""
        about = {
            "settings": asdict(self.settings),
            "generation": self.generation,
            "share": self.share,
            "level": self.level,
            "done": self.done,
            "log": self.log,
        }
        arrays = {name: getattr(self.populations, name) for name in ARRAYS}
        data = io.BytesIO()
        np.savez(data, about=np.array(json.dumps(about)), **arrays)
        write_file(path, data.getvalue())

    @classmethod
    def load(cls, path: Path) -> Run:
        """Raises ValueError, which names the file, if it is no such run."""
        data = read_file(path, MOST_BYTES)
        try:
            with np.load(io.BytesIO(data), allow_pickle=False) as members:
                about = json.loads(str(members["about"]))
                arrays = {name: members[name] for name in ARRAYS}
            run = cls.__new__(cls)
            run.settings = Settings(**about["settings"])
            run.populations = Populations(**arrays)
            run.generation, run.level = int(about["generation"]), int(about["level"])
            run.share, run.done = float(about["share"]), bool(about["done"])
            run.log = list(about["log"])
            run._check()
        except (ValueError, KeyError, TypeError, zipfile.BadZipFile, OSError, EOFError) as error:
            raise ValueError(f"{path} is no evolution: {error}") from None
        return run

    def _check(self) -> None:
        s, p = self.settings, self.populations
        shapes = {
            "inputs": (s.nodes, 8),
            "outputs": (s.nodes, 6),
            "weights": (s.nodes, 14),
            "networks": (s.networks, s.hidden),
        }
        for name, shape in shapes.items():
            if getattr(p, name).shape != shape:
                raise ValueError(f"{name} do not fit")
        if p.networks.min() < 0 or p.networks.max() >= s.nodes:
            raise ValueError("a network has a node that is not there")
        p.network(0, s)


def judge_network(net: _core.SaneNetwork, examples: _core.Examples, positions: int) -> Score:
    """How well a network tells the moves of examples."""
    rows = np.array(net.ranks(examples, positions), np.float32).reshape(-1, 3)
    return judge(lambda _: rows, len(rows))
