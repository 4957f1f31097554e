"""The networks and figures of van der Werf 2004, tables 10.1 to 10.5, from packs of games."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path

import numpy as np

from keima.files import read_file, write_file
from keima.learn.finals import Final
from keima.learn.territory import HIDDEN, Examples, Sight, collect, learn
from keima.learn.territory_figures import (
    BASELINES,
    Figures,
    Teller,
    mean_teller,
    measure,
    teller,
    with_hindsight,
)
from keima.models.territory import load_territory, write_territory
from keima.score.life import alive_by_playouts
from keima.score.territory import METHODS, STONES, Method, learned

#: Learned values so near to 0 leave a point undecided, in the tables: about as many points as the
#: document's networks leave.
TABLE_WINDOW = 0.05
RADII = (3, 4, 5)
DIRECT = tuple(name for name, method in METHODS.items() if name not in ("smlp", "emlp"))
#: Of a file of examples.
MOST_BYTES = 1 << 29

#: The games of a part, `test`, `validation` or `training`, in an order of chance.
Games = Callable[[str], Iterator[Final]]
Tell = Callable[[str], object]


@dataclass(frozen=True)
class Plan:
    """How many of each."""

    examples: int = 200_000
    choice: int = 25_000
    games: int = 300
    playouts: int = 50
    trials: int = 3
    epochs: int = 300
    seed: int = 1


@dataclass(frozen=True)
class Architecture:
    """One of the twelve of table 10.4."""

    enhanced: bool
    hidden: int
    radius: int

    @property
    def name(self) -> str:
        """
        >>> Architecture(True, 0, 4).name
        'enhanced-linear-40'
        """
        kind = "enhanced" if self.enhanced else "simple"
        return f"{kind}-{'mlp' if self.hidden else 'linear'}-{Sight(self.radius).points}"


ARCHITECTURES = tuple(
    Architecture(enhanced, hidden, radius)
    for enhanced in (False, True)
    for hidden in (0, HIDDEN)
    for radius in RADII
)

#: The one that is looked at in more ways.
BEST = Architecture(True, HIDDEN, max(RADII))


def make_networks(folder: Path, games: Games, plan: Plan, tell: Tell) -> None:
    """Trains those of the twelve that are not in the folder yet. Examples are kept there too, so
    that a run that was stopped goes on."""
    for enhanced in (False, True):
        missing = [
            a
            for a in ARCHITECTURES
            if a.enhanced == enhanced and not (folder / f"{a.name}.bin").exists()
        ]
        if not missing:
            continue
        sight = Sight(max(RADII), enhanced)
        found = _examples(folder, "training", plan.examples, sight, games, plan, tell)
        choice = _examples(folder, "validation", plan.choice, sight, games, plan, tell)
        for a in missing:
            net, trained = learn(
                found.narrowed(sight, a.radius),
                choice.narrowed(sight, a.radius),
                Sight(a.radius, enhanced),
                hidden=a.hidden,
                trials=plan.trials,
                epochs=plan.epochs,
                seed=plan.seed,
            )
            about = {
                "made": f"{len(found.targets)} examples of {found.games} games, "
                f"{trained.epochs} epochs, {plan.playouts} playouts, seed {plan.seed}",
                "error": round(trained.error, 5),
            }
            write_territory(folder / f"{a.name}.bin", net, about)
            tell(f"{a.name}: error {trained.error:.4f} after {trained.epochs} epochs")


def _examples(
    folder: Path, part: str, count: int, sight: Sight, games: Games, plan: Plan, tell: Tell
) -> Examples:
    path = folder / f"{part}-{'enhanced' if sight.enhanced else 'simple'}.npz"
    if path.exists():
        try:
            with np.load(io.BytesIO(read_file(path, MOST_BYTES)), allow_pickle=False) as data:
                return Examples(data["inputs"], data["targets"], int(data["games"]))
        except (ValueError, KeyError, OSError, zipfile.BadZipFile) as error:
            raise ValueError(f"{path} has no examples: {error}; delete it") from None
    tell(f"examples for {path.name}")
    alive = partial(alive_by_playouts, playouts=plan.playouts)
    found = collect(games(part), count, sight, alive=alive, seed=plan.seed)
    data = io.BytesIO()
    np.savez(data, inputs=found.inputs, targets=found.targets, games=found.games)
    write_file(path, data.getvalue())
    return found


def all_tellers(folder: Path) -> dict[str, Teller]:
    """All that the tables have, by name: baselines, direct methods as `name/stones`, and the
    networks of the folder; some also with hindsight, which says what knowing life and death would
    be worth."""
    found = dict(BASELINES)
    for name in DIRECT:
        for stones in STONES:
            found[f"{name}/{stones}"] = teller(METHODS[name], stones)
    for a in ARCHITECTURES:
        path = folder / f"{a.name}.bin"
        if path.exists():
            load_territory(str(path))
            method = Method(a.name, learned(str(path)), TABLE_WINDOW, weighs=a.enhanced)
            found[a.name] = teller(method, "remove" if a.enhanced else "keep")
            if a == BEST:
                found[f"{a.name}, mean"] = mean_teller(method)
                found[f"{a.name}, hindsight"] = with_hindsight(found[a.name])
    for name in ("distance", "bouzy-distance"):
        found[f"{name}/hindsight"] = with_hindsight(found[f"{name}/remove"])
    return found


def make_table(
    folder: Path, games: Games, plan: Plan, packs: list[str], tell: Tell
) -> Mapping[str, Figures]:
    """Measures all on games of the test and writes `vanderwerf-10.jsonl` into the folder."""
    tellers = all_tellers(folder)
    found = measure(
        islice(games("test"), plan.games),
        tellers,
        playouts=plan.playouts,
        seed=plan.seed,
        tell=lambda done, positions: tell(f"{done} games, {positions} positions"),
    )
    head = {
        "experiment": "vanderwerf-10",
        "format": 1,
        "packs": packs,
        "games": plan.games,
        "playouts": plan.playouts,
        "window": TABLE_WINDOW,
    }
    lines = [head, *({"method": name, **figures.to_json()} for name, figures in found.items())]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    write_file(folder / "vanderwerf-10.jsonl", text.encode())
    return found
