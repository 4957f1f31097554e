"""Where handicap stones go (GTP version 2, section 4.1.1)."""


def max_fixed_handicap(width: int, height: int) -> int:
    """The most stones that have a fixed place: 9, 4 on even sides and 7x7, else 0."""
    if width < 7 or height < 7:
        return 0
    return 4 if 7 in (width, height) or width % 2 == 0 or height % 2 == 0 else 9


def fixed_handicap(count: int, width: int, height: int) -> list[int]:
    """The points of `count` stones in the order in which GTP lists them.

    >>> from keima.points import point_name
    >>> [point_name(p, 19, 19) for p in fixed_handicap(5, 19, 19)]
    ['D4', 'Q16', 'D16', 'Q4', 'K10']
    """
    most = max_fixed_handicap(width, height)
    if not 2 <= count <= most:
        known = f"2 to {most}" if most else "none"
        raise ValueError(f"{count} fixed handicap stones on {width}x{height}: expected {known}")
    near, low = (3 if width >= 13 else 2), (3 if height >= 13 else 2)
    left, middle, right = near, width // 2, width - 1 - near
    top, centre, bottom = low, height // 2, height - 1 - low
    corners = [(left, bottom), (right, top), (left, top), (right, bottom)]
    sides = [(left, centre), (right, centre), (middle, bottom), (middle, top)]
    places = (corners + sides)[: count if count < 5 else count - count % 2]
    if count >= 5 and count % 2:
        places.append((middle, centre))
    return [row * width + column for column, row in places]


def free_handicap(count: int, width: int, height: int) -> list[int]:
    """A sensible placement of up to width*height - 1 stones: the fixed points as far as they
    go, then the points farthest from all others and from the edge."""
    if not 2 <= count < width * height:
        raise ValueError(
            f"{count} handicap stones on {width}x{height}: expected 2 to {width * height - 1}"
        )
    chosen = (
        fixed_handicap(min(count, most), width, height)
        if (most := max_fixed_handicap(width, height))
        else []
    )

    def distance(a: int, b: int) -> int:
        return abs(a // width - b // width) + abs(a % width - b % width)

    free = sorted(set(range(width * height)) - set(chosen))
    # How much room each point has: to the edge, and to the nearest stone chosen so far.
    room = {
        p: min(
            2 * (1 + min(p // width, height - 1 - p // width, p % width, width - 1 - p % width)),
            min((distance(p, q) for q in chosen), default=width + height),
        )
        for p in free
    }
    while len(chosen) < count:
        best = max(room, key=lambda p: (room[p], -p))
        del room[best]
        chosen.append(best)
        for p in room:
            room[p] = min(room[p], distance(p, best))
    return chosen
