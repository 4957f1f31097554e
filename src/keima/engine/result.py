"""What a search found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    from keima.game import Game


class Position(NamedTuple):
    """What a search looked at, to be drawn: stones from the top left, the side that it searched
    for, and the last move if it was a stone."""

    stones: tuple[int, ...]
    color: int
    last: int | None

    @classmethod
    def of(cls, game: Game, color: int) -> Position:
        last = game.last_move
        point = last.point if last and last.point < game.area else None
        return cls(tuple(game.board.stones), color, point)


@dataclass(frozen=True)
class Candidate:
    """A move that was considered. Win rate and score are for the player to move."""

    move: str
    #: Games that count for it.
    visits: int
    winrate: float | None
    #: Expected margin in points, komi included.
    score: float | None
    #: What the player ranks by; its meaning is the player's.
    value: float
    #: What was thought of it before it was tried, from 0 to 1, if anything.
    prior: float | None = None
    #: The probability that a network gives it, where moves are selected by that.
    policy: float | None = None
    #: Expected play, starting with the move; empty if unknown.
    pv: tuple[str, ...] = ()
    #: Games through each move of `pv`, if they are known.
    pv_visits: tuple[int, ...] = ()
    #: Mean owner of each point after the move, from the top left, if that was asked for.
    owners: tuple[float, ...] | None = field(default=None, repr=False)
    #: Lower bound of the win rate, where moves are ranked by another than that of games won.
    lcb: float | None = None


@dataclass(frozen=True)
class SearchResult:
    """The move found and what was learnt on the way. Win rate and score are for the player to
    move; `move` is a point's name, `pass` or `resign`."""

    move: str
    winrate: float | None
    score: float | None
    #: Expected play from here, starting with `move`.
    pv: list[str]
    #: The moves considered, best first.
    candidates: list[Candidate]
    #: Games played in all.
    playouts: int
    seconds: float
    #: Width and height of the board, and mean owner of each point from the top left.
    size: tuple[int, int] = field(repr=False)
    owners: tuple[float, ...] | None = field(repr=False)
    #: Positions in the tree and bytes that it takes, if there is one.
    nodes: int | None = field(default=None, repr=False)
    memory: int | None = field(default=None, repr=False)
    #: Games that count for the position, those kept from earlier searches too, if it is known.
    visits: int | None = None
    #: Positions that a network was asked for and the time that it took, of all threads.
    evaluations: int = 0
    network_seconds: float = 0.0
    #: What a network thought of moves before the search, by point; also of those not tried.
    policy: Mapping[int, float] | None = field(default=None, repr=False)
    #: Of tree searches, by point: the part of the simulations won in which the player to move came
    #: first to the point, sooner or later; and how much the game depends on its owner, if counted.
    rave: Mapping[int, float] | None = field(default=None, repr=False)
    criticality: Mapping[int, float] | None = field(default=None, repr=False)
    #: Positions added to the tree, by the number of moves from here.
    expansions: tuple[int, ...] = field(default=(), repr=False)
    #: How many moves of the playouts each part of their policy made, if it counts them.
    steps: Mapping[str, int] = field(default_factory=dict, repr=False)

    #: What was searched; results of searches under way have none.
    position: Position | None = field(default=None, repr=False, compare=False)

    @property
    def ownership(self) -> NDArray[np.float64] | None:
        """Mean final owner of each point, rows from the top: +1 Black, -1 White."""
        if self.owners is None:
            return None
        import numpy

        width, height = self.size
        return numpy.array(self.owners).reshape(height, width)

    def _repr_svg_(self) -> str | None:
        """The board with the moves considered, for notebooks."""
        from keima.engine.pictures import draw_result

        picture = draw_result(self)
        return picture.svg() if picture else None

    def plot(self, axes: Axes | None = None) -> Axes:
        """Draws the board with its owners and the moves considered by matplotlib, into `axes` or a
        new figure. Raises ModuleNotFoundError if matplotlib is not there (the extra `plot`), and
        ValueError for the result of a search that was under way."""
        from keima.engine.plots import plot_result

        return plot_result(self, axes)

    def to_json(self) -> dict[str, Any]:
        """As plain values, for tools that print JSON."""
        return {
            "move": self.move,
            "winrate": self.winrate,
            "score": self.score,
            "pv": self.pv,
            "candidates": [vars(candidate) for candidate in self.candidates],
            "playouts": self.playouts,
            "seconds": self.seconds,
            "ownership": None if self.owners is None else list(self.owners),
        }
