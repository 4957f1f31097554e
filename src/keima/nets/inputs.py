"""What a network sees of a game: 22 planes and 19 numbers (see docs/inputs.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from keima import _core
from keima.colors import Color
from keima.game import Game
from keima.rules import Rules

PLANES = 22
GLOBALS = 19

#: The numbers of rules in packs of games. Without a rule nothing is known but that there were two
#: players: Chinese rules then.
PACK_RULES = ("chinese", "japanese", "korean", "chinese", "aga", "new-zealand", "ing")

Floats = NDArray[np.float32]
_Integer = TypeVar("_Integer", bound=np.integer[Any])


def native_rules(rules: Rules) -> tuple[str, bool, bool, str, bool]:
    """The rules as the core takes them for inputs."""
    territory = rules.scoring == "territory"
    return rules.ko, rules.suicide, territory, rules.tax, rules.friendly_pass


def handicap_bonus(rules: Rules, stones: int) -> int:
    """What White gets for so many handicap stones; one stone is none.

    >>> [handicap_bonus(Rules.parse(name), 4) for name in ("chinese", "aga")]
    [4, 3]
    """
    if stones < 2:
        return 0
    return {"0": 0, "N-1": stones - 1, "N": stones}[rules.handicap_bonus]


def inputs_of(
    game: Game,
    color: str | Color | None = None,
    symmetry: int = 0,
    *,
    passing_hacks: bool = False,
    playout_doublings: float = 0.0,
    suicide_area: bool = False,
) -> tuple[Floats, Floats]:
    """Planes [22, height, width], row 0 at the top, and globals [19] of a game for a side, by
    default the one to play.

    Symmetry: bit 1 turns the board upside down, 2 swaps left and right, 4 then swaps rows and
    columns, which only square boards can. With `passing_hacks` a player who would not win by
    ending the game does not see that a pass would. `suicide_area` shows the area of pass-alive
    groups as if suicide were legal, for networks that want it so.

    >>> game = Game(9)
    >>> _ = game.play("E5")
    >>> planes, numbers = inputs_of(game)
    >>> planes.shape, float(planes[2, 4, 4]), round(20 * float(numbers[5]), 1)
    ((22, 9, 9), 1.0, 7.5)
    """
    rules = game.rules
    side = game.to_play if color is None else Color.parse(color)
    over = game.is_over
    return _core.history_inputs(
        game.native,
        side,
        symmetry,
        native_rules(rules),
        game.komi + handicap_bonus(rules, game.handicap),
        over or _pass_ends(game),
        over,
        passing_hacks,
        playout_doublings,
        suicide_area,
    )


def _pass_ends(game: Game) -> bool:
    if not game.last_was_pass:
        return False
    after = game.copy()
    after.play("pass")
    return after.is_over


def symmetry_map(width: int, height: int, symmetry: int) -> NDArray[np.int64]:
    """Where each point goes, row-major: `after[symmetry_map(w, h, s)] = before`.

    >>> symmetry_map(2, 2, 1).tolist()
    [2, 3, 0, 1]
    """
    return np.array(_core.symmetry_map(width, height, symmetry))


def pack_inputs(
    size: int,
    moves: NDArray[Any],
    offsets: NDArray[Any],
    *,
    first: NDArray[Any] | None = None,
    setup: NDArray[Any] | None = None,
    setup_offsets: NDArray[Any] | None = None,
    komi: NDArray[Any] | float = 7.5,
    rules: NDArray[Any] | int = 0,
    kinds: Sequence[str | Rules] = PACK_RULES,
) -> _core.InputPack:
    """Games from which batches can be filled (`_core.InputPack.fill`), copied once.

    Game i has the moves from `offsets[i]` to `offsets[i + 1]`: row-major points, `size * size` a
    pass, in turn from `first` (0 Black, 1 White). `setup` are stones placed before, plus 0x8000 for
    White; Black stones alone are a handicap, for which White gets what the rules say beside the
    `komi`. `rules` are indices into `kinds`. Raises ValueError for what does not fit together.

    >>> pack = pack_inputs(3, np.array([4, 9, 0]), np.array([0, 2, 3]), komi=0.5)
    >>> planes, numbers = np.empty((1, 22, 3, 3), np.float32), np.empty((1, 19), np.float32)
    >>> games, after, symmetries = np.int32([0]), np.int32([1]), np.uint8([0])
    >>> target = np.empty(1, np.int32)
    >>> pack.fill(games, after, symmetries, planes, numbers, target)
    >>> planes[0, 2].tolist(), target.tolist()
    ([[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.0]], [9])
    """
    games = max(len(offsets) - 1, 0)
    stones = _exactly("setup", [] if setup is None else setup, np.uint16)
    starts = np.zeros(games + 1, np.int64)
    if setup_offsets is not None:
        starts = _exactly("setup_offsets", setup_offsets, np.int64)
    if len(starts) != games + 1:
        raise ValueError("setup_offsets must have as many numbers as offsets")
    played = [Rules.parse(kind) for kind in kinds]
    numbers = np.ascontiguousarray(np.broadcast_to(_exactly("rules", rules, np.uint8), games))
    points = np.array(np.broadcast_to(np.asarray(komi, np.float32), games))
    for i in np.flatnonzero(np.diff(starts)):
        own = stones[starts[i] : starts[i + 1]]
        if numbers[i] < len(played) and not (own & 0x8000).any():
            points[i] += handicap_bonus(played[numbers[i]], len(own))
    return _core.InputPack(
        size,
        _exactly("moves", moves, np.uint16),
        _exactly("offsets", offsets, np.int64),
        _exactly("first", np.zeros(games) if first is None else first, np.uint8),
        stones,
        starts,
        points,
        numbers,
        [native_rules(kind) for kind in played],
    )


def _exactly(what: str, given: ArrayLike, kind: type[_Integer]) -> NDArray[_Integer]:
    """The same numbers as integers of a kind. Raises ValueError if they are others then."""
    array = np.asarray(given)
    with np.errstate(invalid="ignore"):
        found = array.astype(kind, order="C")
    if not np.array_equal(found, array):
        raise ValueError(f"{what} must be integers of {8 * found.itemsize} bits")
    return found
