"""Counting a finished position, by area or by territory, with the dead stones given."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Literal

from keima import _core
from keima.colors import Color
from keima.points import connected, neighbours, point_name
from keima.rules import Rules


def plain_number(value: float) -> str:
    """A number with at most 15 digits that count, without an exponent.

    >>> plain_number(7), plain_number(0.1 + 0.2), plain_number(-1e15)
    ('7', '0.3', '-1000000000000000')
    """
    text = f"{value + 0.0:.15g}"
    if "e" not in text:
        return text
    from decimal import Decimal  # seldom needed, and slow to import

    return format(Decimal(text), "f")


@dataclass(frozen=True)
class Score:
    """Points of both sides; White's include komi and any handicap bonus.

    >>> Score(44.0, 44.5, komi=7.5).text
    'W+0.5'
    >>> Score(81.0, 1e16).text
    'W+9999999999999920'
    """

    black: float
    white: float
    komi: float = 0.0
    #: Who each point belongs to, row by row from the top left.
    owners: tuple[Color, ...] = ()
    #: The stones taken off the board before counting.
    dead: frozenset[int] = frozenset()

    @property
    def margin(self) -> float:
        """Black's points minus White's; infinite if a repetition decided the game."""
        return self.black - self.white

    @property
    def winner(self) -> Color | None:
        """Who won, or None after a draw."""
        if self.margin == 0:
            return None
        return Color.BLACK if self.margin > 0 else Color.WHITE

    @property
    def text(self) -> str:
        """As GTP and SGF write it: `B+3.5`, `W+10`, `0`; `B+` if a repetition decided."""
        if self.winner is None:
            return "0"
        # Rounded, as a difference of fractions is not exact: 81 - 81.1 is not -0.1.
        points = plain_number(round(abs(self.margin), 9)) if math.isfinite(self.margin) else ""
        return f"{self.winner.letter}+{points}"

    def __str__(self) -> str:
        return self.text


#: The three fast methods of Ferreira 2016 (4.4), which take all stones as alive.
Method = Literal["stones", "eyes", "area"]


def quick_count(board: _core.Board, method: Method = "area") -> int:
    """Black's points minus White's, without komi: stones alone, stones and proper eyes, or
    stones and all empty regions that touch one colour only.

    >>> board = _core.Board.from_stones(5, 1, [0, 1, 0, 1, 0])
    >>> [quick_count(board, method) for method in ("stones", "eyes", "area")]
    [2, 5, 5]
    """
    match method:
        case "stones":
            return _core.count_stones(board)
        case "eyes":
            return _core.count_stones_and_eyes(board)
        case "area":
            return _core.count_area(board)
    raise ValueError(f"unknown method {method!r}: expected stones, eyes or area")


@dataclass(frozen=True)
class Group:
    """Stones of one colour and the territory that they touch, connected as one."""

    color: Color
    stones: frozenset[int]
    #: Its territory, one set of points for each separate region.
    eyes: tuple[frozenset[int], ...]
    #: Does it touch a neutral point?
    touches_dame: bool

    @property
    def territory(self) -> int:
        return sum(map(len, self.eyes))

    @property
    def in_seki(self) -> bool:
        """It has liberties in common with the enemy and no room for two eyes: at most one
        region, of at most three points."""
        return self.touches_dame and len(self.eyes) < 2 and self.territory <= 3


def groups_of(board: _core.Board) -> list[Group]:
    """The groups of a position from which dead stones were removed."""
    width, height = board.width, board.height
    stones = board.stones
    owners = _core.area_owners(board)
    groups = []
    owned = (p for p in range(board.area) if owners[p])
    for unit in connected(owned, lambda p, q: owners[p] == owners[q], width, height):
        own = frozenset(p for p in unit if stones[p])
        eyes = connected((p for p in unit if not stones[p]), lambda p, q: True, width, height)
        dame = any(not owners[q] for p in own for q in neighbours(width, height)[p])
        color = Color(owners[next(iter(unit))])
        groups.append(Group(color, own, tuple(map(frozenset, eyes)), dame))
    return groups


def whole_groups(board: _core.Board, dead: Iterable[int]) -> frozenset[int]:
    """All stones of the groups that the given stones belong to; raises ValueError if there is no
    stone at one of the points."""
    stones: set[int] = set()
    for point in dead:
        if point in stones:
            continue
        if not 0 <= point < board.area or not board.at(point):
            name = point_name(point, board.width, board.height)
            raise ValueError(f"there is no stone at {name} that could be dead")
        stones.update(board.group(point))
    return frozenset(stones)


def without(board: _core.Board, dead: Collection[int]) -> _core.Board:
    """The position without the given stones."""
    if not dead:
        return board
    stones = board.stones
    for p in dead:
        stones[p] = Color.EMPTY
    return _core.Board.from_stones(board.width, board.height, stones)


def score_position(
    board: _core.Board,
    rules: Rules,
    komi: float,
    *,
    dead: Iterable[int] = (),
    handicap: int = 0,
    prisoners: tuple[int, int] = (0, 0),
    button: Color | None = None,
) -> Score:
    """Counts a finished position.

    `dead` names at least one stone of each dead group; `prisoners` are the stones captured by
    Black and by White during the game; `button` is who took the button.
    """
    dead = whole_groups(board, dead)
    cleared = without(board, dead)
    if rules.count == "nearest":
        # Under superko a block with one liberty is not surely capturable (5.1.3).
        owners = _core.nearest_owners(cleared, remove_ataris=rules.ko != "full")
        found = {p for p, s in enumerate(cleared.stones) if s and s != owners[p]}
        dead |= found
        cleared = without(cleared, found)
    else:
        owners = _core.area_owners(cleared)
    after, before = cleared.stones, board.stones
    groups = groups_of(cleared) if rules.tax != "none" else []
    if rules.tax == "seki":
        for group in groups:
            if group.in_seki:
                for eye in group.eyes:
                    for p in eye:
                        owners[p] = Color.EMPTY

    points = {Color.BLACK: 0.0, Color.WHITE: 0.0}
    for color in points:
        if rules.scoring == "area":
            points[color] = owners.count(color)
        else:
            points[color] = (
                sum(o == color and not s for o, s in zip(owners, after, strict=True))
                + prisoners[color - 1]
                + before.count(color.opponent)
                - after.count(color.opponent)
            )
    if rules.tax == "all":
        for group in groups:
            points[group.color] -= min(2, group.territory)
    if rules.button and button:
        points[button] += 0.5
    points[Color.WHITE] += komi + handicap_bonus(rules, handicap)
    return Score(
        points[Color.BLACK], points[Color.WHITE], komi, tuple(Color(o) for o in owners), dead
    )


def handicap_bonus(rules: Rules, handicap: int) -> int:
    """What White gets for `handicap` stones of Black."""
    if handicap < 2:
        return 0
    return {"0": 0, "N-1": handicap - 1, "N": handicap}[rules.handicap_bonus]
