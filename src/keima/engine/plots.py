"""The result of a search by matplotlib, which is the extra `plot`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from keima.drawing import INK, STONES, WOOD, star_points
from keima.engine.pictures import BEST, OTHERS, caption, shown
from keima.engine.result import SearchResult
from keima.points import COLUMNS

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def plot_result(result: SearchResult, axes: Axes | None) -> Axes:
    """See `SearchResult.plot`."""
    if result.position is None:
        raise ValueError("the result of a search under way cannot be plotted: wait for its end")
    try:
        from matplotlib import pyplot
        from matplotlib.patches import Circle, Rectangle
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            f"plot() needs matplotlib ({error}): install it with pip install 'keima[plot]'"
        ) from None
    width, height = result.size
    if axes is None:
        _, axes = pyplot.subplots(figsize=(1.5 + 0.28 * width, 1.5 + 0.28 * height))
    axes.set_facecolor(WOOD)
    axes.vlines(range(width), 0, height - 1, colors=INK, linewidths=0.7, zorder=1)
    axes.hlines(range(height), 0, width - 1, colors=INK, linewidths=0.7, zorder=1)

    def at(point: int) -> tuple[int, int]:
        return point % width, height - 1 - point // width

    for point in star_points(width, height):
        axes.add_patch(Circle(at(point), 0.1, color=INK, zorder=1))
    for point, owner in enumerate(result.owners or ()):
        x, y = at(point)
        side = 0.9 * abs(owner) ** 0.5
        color = STONES[1 if owner > 0 else 2]
        square = (x - side / 2, y - side / 2)
        axes.add_patch(Rectangle(square, side, side, color=color, alpha=0.35, lw=0, zorder=2))
    for point, stone in enumerate(result.position.stones):
        if stone:
            axes.add_patch(Circle(at(point), 0.46, fc=STONES[stone], ec="#333", lw=0.7, zorder=3))
    if result.position.last is not None:
        axes.add_patch(
            Circle(at(result.position.last), 0.2, fill=False, ec="#d33", lw=1.5, zorder=4)
        )
    moves = shown(result)
    most = max((each.visits for _, each in moves), default=1)
    for number, (point, each) in enumerate(moves):
        part = 0.5 + 0.5 * each.visits / max(most, 1)
        axes.add_patch(
            Circle(at(point), 0.46, fc=OTHERS if number else BEST, ec="none", alpha=part, zorder=4)
        )
        if each.winrate is not None:
            words = axes.text(*at(point), f"{100 * each.winrate:.0f}", color="white", zorder=5)
            words.set(ha="center", va="center", fontsize=7)
    axes.set_xticks(range(width), list(COLUMNS[:width]))
    axes.set_yticks(range(height), [str(row + 1) for row in range(height)])
    axes.tick_params(length=0, labelsize=8)
    axes.set_xlim(-0.8, width - 0.2)
    axes.set_ylim(-0.8, height - 0.2)
    axes.set_aspect("equal")
    axes.set_title(caption(result), fontsize=10)
    return axes
