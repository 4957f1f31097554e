"""How much a reader takes before it refuses."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Limits of one file; passing one is an SgfError, also in lenient mode."""

    #: Bytes, or characters of a str.
    size: int = 1 << 28
    #: Nodes in all games together.
    nodes: int = 20_000_000
    #: Variations inside one another.
    depth: int = 1_000_000
    games: int = 1_000_000
    #: Warnings that are listed; more are only counted as one. Never an error.
    warnings: int = 1_000


USUAL_LIMITS = Limits()
