"""What an experiment is: a table of a document, its cells, and the document's numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from keima.arena.settings import Entrant, GameSettings, PlannedGame
from keima.arena.statistics import Tally
from keima.arena.tournament import Colors, Match, Tournament
from keima.experiments.solving import Run

SEED = 1
"""Of a cell's games, if it has none of its own: the seeds of games come from it."""


@dataclass(frozen=True)
class Cell:
    """A match of a table: its first player is what is tried, the second what it is tried on."""

    #: What it is called on the command line.
    name: str
    #: What stands in the first columns of its row.
    labels: tuple[str, ...]
    a: Entrant
    b: Entrant
    #: The document's result of `a`; None if it has none, and the cell is our own.
    paper: Tally | None
    #: Games that are played unless another number is asked for.
    games: int
    #: Those of the table unless they are given.
    settings: GameSettings | None = None
    a_plays: Colors = "both"
    #: The cell that this one changes in one thing, by name: the report has the difference.
    base: str = ""
    #: Which the seeds of its games come from, for games that nobody has seen yet.
    seed: int = SEED
    #: The document's games that `a` won as Black and as White, if it says so.
    paper_colors: tuple[int, int] | None = None


@dataclass(frozen=True)
class ComputedRow:
    """A row that needs no games: our values and the document's, as printed. Its first value is what
    the row is called."""

    ours: tuple[str, ...]
    paper: tuple[str, ...]


@dataclass(frozen=True)
class Experiment:
    """A table of a document. It has cells that are played, or rows that are computed, or rows that
    are read from the file of a long computation. One of our own has no number of a table and no
    cell with a document's result."""

    name: str
    document: str
    table: str
    title: str
    #: Headings of the columns that name a row.
    columns: tuple[str, ...]
    settings: GameSettings = field(default_factory=GameSettings)
    cells: tuple[Cell, ...] = ()
    compute: Callable[[], list[ComputedRow]] | None = None
    #: Are computed rows to be the document's to the last digit?
    exact: bool = True
    #: Rows from a file of results, and the command that makes it.
    read: Callable[[Path], list[ComputedRow]] | None = None
    made_by: str = ""
    #: Makes the file, or goes on with it, by so many games (None: as many as the document).
    make: Callable[[Path, int | None], None] | None = None
    #: Searches that make this file.
    runs: tuple[Run, ...] = ()
    #: Are games won as Black and as White told, and how many games are different ones?
    colors: bool = False
    #: Is it told what processor time a move took, of both players?
    seconds: bool = False
    #: What stands beside the rate of games won, and what the figure shows: the relative playing
    #: strength, or the difference in Elo and the rate.
    measure: Literal["strength", "elo"] = "strength"
    #: Whose intervals of rates, and with them of Elo, are told.
    interval: Literal["Wilson", "Agresti and Coull"] = "Wilson"
    #: What a reader must know to compare: what is done differently, and why.
    notes: tuple[str, ...] = ()

    @property
    def compares(self) -> bool:
        """Is there a document's table to stand beside ours?"""
        return bool(self.table)

    def tournament_of(self, cell: Cell) -> str:
        """What a cell's games are called in a database."""
        return f"{self.name}/{cell.name}"

    def plan(self, cell: Cell, games: int | None = None) -> Tournament:
        """A cell's games. More of them continue those there are."""
        match = self._match(cell, games or cell.games)
        return Tournament(self.tournament_of(cell), (match,), cell.seed)

    def _match(self, cell: Cell, games: int) -> Match:
        settings = cell.settings or self.settings
        return Match(cell.a, cell.b, games, settings, a_plays=cell.a_plays)

    def game(self, cell: Cell, number: int) -> PlannedGame:
        """One of the games that `plan` gives, whatever its number."""
        if not isinstance(number, int) or number < 0:
            raise ValueError(f"the number of a game must be 0 or more, got {number!r}")
        match = self._match(cell, number + 1)
        return match.plan(self.tournament_of(cell), cell.seed, number, number)

    def with_file(self, path: Path) -> Experiment:
        """The same with the rows of a file of results; raises ValueError if it is something
        else."""
        if self.read is None:
            raise ValueError(f"{self.name} is not read from a file of results")
        rows = self.read(path)
        return replace(self, compute=lambda: rows, exact=False)

    def against(self, spec: str) -> Experiment:
        """The same with another opponent in all cells; its games have names of their own.

        >>> from keima.experiments import load_experiment
        >>> load_experiment("basaldua-5").against("gtp:fuego --quiet").cells[0].name
        'base-fuego'
        """
        if not self.cells:
            raise ValueError(f"{self.name} has no opponent")
        name = spec.removeprefix("gtp:").split()[0].split(":")[0].rsplit("/", 1)[-1]
        cells = (
            replace(cell, name=f"{cell.name}-{name}", base=cell.base and f"{cell.base}-{name}")
            for cell in self.cells
        )
        return replace(self, cells=tuple(replace(cell, b=Entrant(name, spec)) for cell in cells))

    def run(self, name: str) -> Run:
        """A search by name; raises ValueError that lists those there are."""
        for run in self.runs:
            if run.name == name:
                return run
        known = ", ".join(run.name for run in self.runs)
        raise ValueError(f"{self.name} has no cell {name!r}: expected one of {known}")

    def cell(self, name: str) -> Cell:
        """A cell by name; raises ValueError that lists those there are."""
        for cell in self.cells:
            if cell.name == name:
                return cell
        known = ", ".join(cell.name for cell in self.cells) or "none: it is computed"
        raise ValueError(f"{self.name} has no cell {name!r}: expected one of {known}")
