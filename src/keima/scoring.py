"""Counting a finished position, by area or by territory, with the dead stones given."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from keima import _core
from keima.colors import Color
from keima.rules import Rules


@dataclass(frozen=True)
class Score:
    """Points of both sides; White's include komi and any handicap bonus.

    >>> Score(44.0, 44.5).text
    'W+0.5'
    """

    black: float
    white: float
    #: Who each point belongs to, row by row from the top left.
    owners: tuple[Color, ...] = ()

    @property
    def margin(self) -> float:
        """Black's points minus White's."""
        return self.black - self.white

    @property
    def winner(self) -> Color | None:
        if self.margin == 0:
            return None
        return Color.BLACK if self.margin > 0 else Color.WHITE

    @property
    def text(self) -> str:
        """As GTP and SGF write it: `B+3.5`, `W+10`, `0`."""
        if self.winner is None:
            return "0"
        return f"{self.winner.letter}+{abs(self.margin):g}"

    def __str__(self) -> str:
        return self.text


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
    width, area = board.width, board.area
    stones = [Color(c) for c in board.stones]
    owners = [Color(c) for c in _core.area_owners(board)]

    def neighbours(p: int) -> list[int]:
        column = p % width
        return [
            q
            for q, inside in (
                (p - width, True),
                (p + width, True),
                (p - 1, column > 0),
                (p + 1, column < width - 1),
            )
            if inside and 0 <= q < area
        ]

    def spread(start: int, same: list[Color], within: set[int] | None = None) -> set[int]:
        found, queue = {start}, [start]
        for p in queue:
            for q in neighbours(p):
                if q not in found and same[q] == same[start] and (within is None or q in within):
                    found.add(q)
                    queue.append(q)
        return found

    groups: list[Group] = []
    seen: set[int] = set()
    for start in range(area):
        if start in seen or not stones[start]:
            continue
        unit = spread(start, owners)
        seen |= unit
        empty = {p for p in unit if not stones[p]}
        eyes: list[frozenset[int]] = []
        while empty:
            eye = spread(next(iter(empty)), stones, empty)
            eyes.append(frozenset(eye))
            empty -= eye
        own = frozenset(p for p in unit if stones[p])
        dame = any(not owners[q] for p in own for q in neighbours(p))
        groups.append(Group(stones[start], own, tuple(eyes), dame))
    return groups


def without(board: _core.Board, dead: Iterable[int]) -> _core.Board:
    """The position with the groups of the given stones removed."""
    stones = board.stones
    for point in dead:
        if not 0 <= point < board.area or not stones[point]:
            if 0 <= point < board.area and board.at(point):
                continue  # removed with another stone of its group
            raise ValueError(f"there is no stone at point {point}")
        for p in board.group(point):
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
    first_pass: Color | None = None,
) -> Score:
    """Counts a finished position.

    `dead` names at least one stone of each dead group; `prisoners` are the stones captured by
    Black and by White during the game; `first_pass` is who passed first (for the button).
    """
    cleared = without(board, dead)
    owners = [Color(c) for c in _core.area_owners(cleared)]
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
            after, before = cleared.stones, board.stones
            points[color] = (
                sum(o == color and not s for o, s in zip(owners, after, strict=True))
                + prisoners[color - 1]
                + before.count(color.opponent)
                - after.count(color.opponent)
            )
    if rules.tax == "all":
        for group in groups:
            points[group.color] -= min(2, group.territory)
    if rules.button and first_pass:
        points[first_pass] += 0.5
    points[Color.WHITE] += komi + handicap_bonus(rules, handicap)
    return Score(points[Color.BLACK], points[Color.WHITE], tuple(owners))


def handicap_bonus(rules: Rules, handicap: int) -> int:
    """What White gets for `handicap` stones of Black."""
    if handicap < 2 or rules.scoring == "territory":
        return 0
    return {"0": 0, "N-1": handicap - 1, "N": handicap}[rules.handicap_bonus]
