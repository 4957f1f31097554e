"""The score of a finished game by the rules of section 5.1 of van der Werf 2004, slowly."""

from __future__ import annotations

from functools import cache

from .reference import Point, Points, State, around, beside, board_points, parts


def vital(region: Points, block: Points, empty: Points) -> bool:
    """Is every empty point of the region a liberty of the block, and does the region touch it?"""
    return region & empty <= around(block) and bool(region & around(block))


def benson(mine: Points, theirs: Points, everything: Points) -> tuple[Points, Points]:
    empty = everything - mine - theirs
    blocks, regions = parts(mine), parts(everything - mine)
    while True:
        alive = [b for b in blocks if sum(vital(r, b, empty) for r in regions) > 1]
        stones = frozenset[Point]().union(*alive)
        closed = [r for r in regions if around(r) & mine <= stones]
        if (alive, closed) == (blocks, regions):
            break
        blocks, regions = alive, closed
    eyes = [r for r in regions if any(vital(r, b, empty) for b in blocks)]
    return stones, frozenset[Point]().union(*eyes)


def is_ring(region: Points) -> bool:
    """Does the complement fall apart, where diagonals connect?"""
    xs, ys = [x for x, _ in region], [y for _, y in region]
    rest = {
        (x, y) for x in range(min(xs) - 1, max(xs) + 2) for y in range(min(ys) - 1, max(ys) + 2)
    } - region
    todo = [rest.pop()]
    while todo:
        x, y = todo.pop()
        near = {(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)} & rest
        rest -= near
        todo.extend(near)
    return bool(rest)


def diagonal(p: Point) -> Points:
    x, y = p
    return frozenset({(x - 1, y - 1), (x + 1, y - 1), (x - 1, y + 1), (x + 1, y + 1)})


def closed_region(
    region: Points, alive: Points, mine: Points, theirs: Points, everything: Points
) -> Points:
    """What of a region within alive stones of `mine` is of `mine` for sure."""
    space = region - theirs - around(alive)
    hollow = frozenset(
        p for p in space if len(diagonal(p) & alive) > (1 if beside(p) <= everything else 0)
    )
    if is_ring(region):
        hollow = frozenset()
    eyes = set(space - hollow)
    for p in hollow & mine:
        if not beside(p) & mine:
            eyes -= beside(p) - mine - theirs
    if len(eyes) < 2 or (len(eyes) == 2 and len(parts(frozenset(eyes))) == 1):
        return region
    stones = frozenset(eyes) & mine
    if not stones or len(stones) > 2 or eyes - stones - around(stones):
        return frozenset()
    if len(stones) == 1:
        return region
    if len(parts(stones)) == 2:
        return frozenset()
    liberties = frozenset(eyes) - stones
    apart = [p for p in liberties if not beside(p) & liberties]
    four = len(apart) == 4 and all(len(beside(s) & liberties) == 2 for s in stones)
    seki = {4: four, 5: len(apart) > 1, 6: True}.get(len(liberties), False)
    return stones if seki else region


def sure(mine: Points, theirs: Points, everything: Points) -> Points:
    alive, eyes = benson(mine, theirs, everything)
    if not alive:
        return frozenset()
    enemy, _ = benson(theirs, mine, everything)
    found = alive | eyes
    for region in parts(everything - alive):
        if not region & enemy and not region <= found:
            found |= closed_region(region, alive, mine, theirs, everything)
    return found


@cache
def _score(black: Points, white: Points, width: int, height: int, superko: bool) -> int:
    everything = board_points(width, height)
    empty = everything - black - white
    own, other = sure(black, white, everything), sure(white, black, everything)
    near, far = black, white
    if not superko:
        for block in parts(black) + parts(white):
            if block - own - other and len(around(block) & empty) == 1:
                near -= block
                far -= block
    near, far = (near - other) | own, (far - own) | other
    neutral = frozenset[Point]()
    while True:
        open_points = everything - near - far - neutral
        n, f = around(near) & open_points, around(far) & open_points
        if not n | f:
            return 2 * (len(near) - len(far))
        near, far, neutral = near | (n - f), far | (f - n), neutral | (n & f)


def score(state: State, superko: bool) -> int:
    """Half points for Black when the game ends here."""
    return _score(state.black, state.white, state.width, state.height, superko)
