"""Everything about an evolution that can be set. What the document does not give is marked."""

from __future__ import annotations

from dataclasses import dataclass

#: How networks are valued: against random play, against random play mixed with GNU Go's, against
#: each other.
FITNESS = ("random", "gnugo", "tournament")


@dataclass(frozen=True)
class Settings:
    """With the same ones a run is the same, however often it is stopped; games with GNU Go aside,
    as far as that repeats itself."""

    side: int = 9
    fitness: str = "tournament"
    #: Bits of a point: three, or two without liberties.
    bits: int = 3
    #: In the population. The document: 12,750 to 21,000 nodes, 2,250 to 3,750 of them in a network.
    nodes: int = 12_750
    hidden: int = 2_250
    #: Not given: how many networks there are.
    networks: int = 100
    #: Games for a network's fitness: in all as White, or in a tournament as first player.
    games: int = 5
    #: Not given: the best part of either population, which breeds; as many of the worst again are
    #: replaced by each parent's two children.
    breed: float = 0.25
    #: Not given: networks whose best give a node its fitness.
    best: float = 5
    #: Not given: how often a connection, and how often a weight, of a child is drawn anew.
    mutation: float = 0.01
    #: Not given, first phase: how often a child network takes the child of a node for the node,
    #: and how often any other node.
    to_child: float = 0.5
    to_any: float = 0.01
    #: Not given, second phase: how often one node of a child network is drawn anew.
    redraw: float = 0.1
    #: Not given: weights are drawn from [-range, range].
    weight_range: float = 1.0
    #: Not given: outputs below it are worse than a pass.
    cutoff: float = -1.0
    komi: float = 7.5
    #: Not given: a game of more moves, in boards, is too long, and costs both players so much.
    long_game: float = 3.0
    penalty: float = 1.0
    #: Not given, with GNU Go: its part grows by a step when the best network has won so much.
    step: float = 0.1
    promotion: float = 0.8
    seed: int = 1

    def __post_init__(self) -> None:
        """Raises ValueError for what cannot be."""
        rules = (
            (self.fitness in FITNESS, f"fitness must be one of {', '.join(FITNESS)}"),
            (1 < self.side <= 25, "side must be from 2 to 25"),
            (self.bits in (2, 3), "bits must be 2 or 3"),
            (self.side**2 >= 6 and self.bits * self.side**2 >= 8, "too small a board"),
            (self.networks >= 4, "there must be 4 networks or more"),
            (1 <= self.hidden <= self.nodes, "hidden must be from 1 to the number of nodes"),
            (self.nodes >= 4, "there must be 4 nodes or more"),
            (self.games >= 1 and self.best >= 1, "games and best must be 1 or more"),
            (0 < self.breed <= 0.25, "breed must be above 0 and at most 0.25"),
            (0 < self.weight_range < 1e6 and 0 < self.long_game < 1e6, "ranges must be above 0"),
            (0 < self.step <= 1, "step must be above 0 and at most 1"),
        )
        for name in ("mutation", "to_child", "to_any", "redraw", "promotion"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name} must be from 0 to 1")
        for holds, text in rules:
            if not holds:
                raise ValueError(text)

    @property
    def most_moves(self) -> int:
        return round(self.long_game * self.side**2)
