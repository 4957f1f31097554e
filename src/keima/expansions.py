"""How deep a search adds its positions: the histogram by which Keller & Perez 2016 (figure 4.1)
choose the depth where a fast network takes the place of a better one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

BAR = 50
#: Of the picture.
WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 640, 300, 60, 40, 36


def count_expansions(
    profile: str,
    size: int,
    *,
    playouts: int = 1000,
    positions: int = 10,
    seed: int = 1,
    progress: Callable[[int], object] | None = None,
) -> list[int]:
    """Positions added to the tree by the number of moves from the root, in searches of so many
    positions of a game that the profile plays with itself. Raises ValueError as Engine does.

    >>> found = count_expansions("pachi", 5, playouts=50, positions=2)
    >>> found[0] >= 1
    True
    """
    from keima.engine import Engine, Limit
    from keima.game import Game

    game, total = Game(size), [0]
    engine = Engine(profile, threads=1, seed=seed, early_stop=0)
    for done in range(positions):
        found = engine.search(game, Limit(playouts=playouts))
        if len(found.expansions) > len(total):
            total += [0] * (len(found.expansions) - len(total))
        for depth, made in enumerate(found.expansions):
            total[depth] += made
        if found.move in ("pass", "resign"):
            break
        game.play(found.move)
        if progress:
            progress(done + 1)
    return total


def draw_text(counts: Sequence[int]) -> str:
    """A bar for each depth.

    >>> print(draw_text([1, 4, 2]))
     0        1  14.3 % ############
     1        4  57.1 % ##################################################
     2        2  28.6 % #########################
    """
    most, total = max(1, *counts), max(1, sum(counts))
    return "\n".join(
        f"{depth:2} {count:8,} {100 * count / total:5.1f} % {'#' * (BAR * count // most)}"
        for depth, count in enumerate(counts)
    )


def draw_svg(counts: Sequence[int], title: str) -> str:
    """The same as a picture."""
    most, total = max(1, *counts), max(1, sum(counts))
    step = (WIDTH - LEFT - 20) / max(1, len(counts))
    full = HEIGHT - BOTTOM - TOP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12" fill="#222">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<text x="{LEFT}" y="20">{escape(title)}</text>',
    ]
    for depth, count in enumerate(counts):
        height = full * count / most
        x = LEFT + depth * step
        parts.append(
            f'<rect x="{x:.1f}" y="{HEIGHT - BOTTOM - height:.1f}" width="{0.8 * step:.1f}" '
            f'height="{height:.1f}" fill="#0a7d4f"/>'
        )
        if len(counts) <= 25 or depth % 5 == 0:
            parts.append(
                f'<text x="{x + 0.4 * step:.1f}" y="{HEIGHT - BOTTOM + 16}" '
                f'text-anchor="middle">{depth}</text>'
            )
    for part in (0, 0.5, 1):
        y = HEIGHT - BOTTOM - full * part
        parts.append(
            f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">'
            f"{100 * part * most / total:.0f} %</text>"
            f'<path d="M{LEFT - 4} {y:.1f}H{LEFT}" stroke="#222"/>'
        )
    parts.append(f'<text x="{LEFT}" y="{HEIGHT - 6}">moves from the root</text></svg>')
    return "".join(parts)
