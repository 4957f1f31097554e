"""What networks and searches think of the points of a position: values to draw (`keima.heat`).

Keller & Perez 2016 (section 3.3) look at their networks in this way.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from keima.colors import Color
from keima.engine import Engine, Limit
from keima.game import Game
from keima.models.shallow import FORMAT, brought_networks, load_shallow
from keima.playouts import make_playout

WHAT = ("policy", "ownership", "prior", "blend", "visits")
#: For networks that see owners.
PLAYOUTS = 10

Values = list[float | None]


def is_shallow(name: str, size: int) -> bool:
    """Is it a shallow network, by its name or by the beginning of its file?"""
    if f"{name}-{size}x{size}" in brought_networks():
        return True
    path = Path(name)
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return FORMAT.encode() in file.read(1000)


def network_opinion(game: Game, net: str, what: str) -> Values:
    """The policy of a network, or who it thinks owns the points, from 1 (Black) to -1. `net` is a
    shallow network or one of KataGo's format. Raises ValueError."""
    if game.width == game.height and is_shallow(net, game.width):
        if what != "policy":
            raise ValueError(f"{net} is a shallow network: it has nothing but a policy")
        return _shallow_policy(game, net)
    from keima.nets import Network

    found = Network(net).evaluate(game)
    if what == "policy":
        return [p if game.is_legal(point) else None for point, p in _points(game, found.policy)]
    if what == "ownership":
        sign = 1 if game.to_play == Color.BLACK else -1
        return [sign * float(owner) for row in found.ownership for owner in row]
    raise ValueError(f"a network says nothing of {what}: expected policy or ownership")


def search_opinion(game: Game, profile: str, what: str, playouts: int, seed: int = 1) -> Values:
    """Of a search with a profile: the priors of its heuristics alone or blended with its network's,
    the part of the visits, or who owns the points, from 1 (Black) to -1. Raises ValueError."""
    if what in ("prior", "blend"):
        alone = {"shallow_weight": 0} if what == "prior" else {}
        priors = Engine(profile, threads=1, seed=seed, **alone).priors(game)
        return [priors.get(point) for point in range(game.area)]
    engine = Engine(profile, threads=1, seed=seed)
    found = engine.search(game, Limit(playouts=playouts), analysis=True)
    if what == "ownership":
        if found.owners is None:
            raise ValueError(f"{profile} does not tell who owns the points")
        return list(found.owners)
    if what != "visits":
        raise ValueError(f"a search says nothing of {what}: expected one of {', '.join(WHAT[1:])}")
    total = sum(c.visits for c in found.candidates)
    visits = {game.parse(c.move): c.visits / total for c in found.candidates if c.visits}
    return [visits.get(point) for point in range(game.area)]


def _shallow_policy(game: Game, name: str) -> Values:
    net = load_shallow(name, game.width)
    last, before = [-1, -1, *(move.point for move in game.moves)][:-3:-1]
    owners = None
    if net.owner:
        color = int(game.to_play)
        sums = make_playout("pachi").run_many(game.board, color, PLAYOUTS, seed=1)[2]
        sign = 1 if color == 1 else -1
        owners = (sign * np.array(sums) / PLAYOUTS).astype(np.float32)
    told = net.predict(game.board, game.to_play, last, before, owners)
    return [p if p > 0 else None for p in told]


def _points(game: Game, policy: object) -> list[tuple[int, float]]:
    return [(p, float(x)) for p, x in enumerate(np.ravel(np.asarray(policy))[: game.area])]
