"""Drawings of a point and the eight around it, as nine characters in reading order."""


def symmetries(cells: str) -> set[str]:
    """The drawing turned and mirrored."""
    found = set()
    for _ in range(4):
        cells = "".join(cells[i] for i in (6, 3, 0, 7, 4, 1, 8, 5, 2))
        found |= {cells, "".join(cells[i] for i in (2, 1, 0, 5, 4, 3, 8, 7, 6))}
    return found
