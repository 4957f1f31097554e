"""Proving who wins the capture game."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from keima import _core
from keima.colors import Color
from keima.game import Game
from keima.points import point_name
from keima.solve.capture import CaptureProof, best_line, centre, prove
from keima.solve.checking import Fields
from keima.solve.memory import check_memory, usual_megabytes
from keima.solve.running import Runner, Stopped
from keima.solve.saving import SaveFile
from keima.solve.solution import Progress, Watcher
from keima.solve.start import game_from, start_of


@dataclass(frozen=True)
class CaptureSolution:
    """Who captures first, and when."""

    width: int
    height: int
    #: The stones that must be captured.
    captures: int
    #: None if it is not proved.
    winner: Color | None
    #: Moves of the shortest win, the capture included.
    plies: int | None
    best: str | None
    line: tuple[str, ...]
    nodes: int
    #: The depth of the last search that ran to its end.
    depth: int
    seconds: float
    stopped: str | None = None

    @property
    def proved(self) -> bool:
        return self.winner is not None

    @property
    def text(self) -> str:
        """As in `B in 7`; a question mark if nothing is proved."""
        return f"{self.winner.letter} in {self.plies}" if self.winner else "?"

    def to_json(self) -> dict[str, Any]:
        names = "captures plies proved best line nodes depth seconds stopped"
        return {
            "game": "capture",
            "board": f"{self.width}x{self.height}",
            "winner": self.winner.word if self.winner else None,
            **{name: getattr(self, name) for name in names.split()},
        }


def solve_capture(
    width: int,
    height: int | None = None,
    *,
    start: str | None = None,
    position: Game | None = None,
    opening: Iterable[str] = (),
    captures: int = 1,
    ladders: bool = False,
    megabytes: int | None = None,
    threads: int = 1,
    seconds: float | None = None,
    depth: int = 190,
    without: Sequence[str] = (),
    progress: Watcher | None = None,
    save: str | PathLike[str] | None = None,
    stop: threading.Event | None = None,
) -> CaptureSolution:
    """Proves who is the first to capture, and in how many moves.

    `start` puts four stones in the middle: `stable` or `crosscut`. What was captured in `position`
    and by `opening` counts. The other arguments are as those of `solve_go`; raises ValueError as
    that does, and if the game is over before the search.

    >>> solve_capture(3, 3, megabytes=16).text
    'B in 7'
    """
    sides = width, width if height is None else height
    if start is not None:
        if position is not None:
            raise ValueError("a position and a start by name do not go together")
        position = centred(*sides, start)
    opening = tuple(opening)
    if "pass" in map(str.lower, opening):
        raise ValueError("nobody passes in the capture game")
    begin = game_from(*sides, position, opening)
    if megabytes is None:
        megabytes = usual_megabytes(begin.area)
    check_memory(megabytes)
    run = _Run(begin, captures, ladders, megabytes, threads, tuple(without), progress)
    runner = Runner(seconds, stop=stop or threading.Event())
    return run.run(runner, depth, None if save is None else Path(save))


def centred(width: int, height: int, name: str) -> Game:
    """A board with four stones in the middle."""
    black, white = centre(width, height, name)
    game = Game((width, height), komi=0)
    game.setup(
        black=[p for p in range(game.area) if black >> p & 1],
        white=[p for p in range(game.area) if white >> p & 1],
    )
    return game


class _Run:
    def __init__(
        self,
        begin: Game,
        captures: int,
        ladders: bool,
        megabytes: int,
        threads: int,
        without: tuple[str, ...],
        progress: Watcher | None,
    ) -> None:
        start = self.start = start_of(begin)
        self.captures, self.watcher = captures, progress
        taken = {color: begin.captures(color) for color in (Color.BLACK, Color.WHITE)}
        for color, stones in taken.items():
            if 1 <= captures <= stones:
                raise ValueError(
                    f"the game is over: {color.word} has captured {stones} of {captures}"
                )
        position = f"{start.black:x} {start.white:x} {start.sign} {start.ko_point}"
        if any(taken.values()):
            position += f" taken {taken[Color.BLACK]} {taken[Color.WHITE]}"
        self.identity = {
            "game": "capture",
            "board": f"{start.width}x{start.height}",
            "position": position,
            "captures": captures,
            "ladders": ladders,
            "megabytes": megabytes,
            "without": sorted(without),
        }
        try:
            self.solver = _core.CaptureSolver(
                start.width,
                start.height,
                start.black,
                start.white,
                white_to_move=start.sign < 0,
                captures=captures,
                taken_by_black=taken[Color.BLACK],
                taken_by_white=taken[Color.WHITE],
                ko_point=start.ko_point if captures > 1 else -1,
                ladders=ladders,
                megabytes=megabytes,
                threads=threads,
                without=without,
            )
        except MemoryError:
            raise ValueError(f"a table of {megabytes} MB does not fit into memory") from None
        self.depth = 0
        self.line: list[int] = []
        self.nodes, self.seconds = 0, 0.0  # of runs before

    def run(self, runner: Runner, depth: int, save: Path | None) -> CaptureSolution:
        self.runner = runner
        file = None if save is None else SaveFile(save, self.identity)
        if file is not None and file.state is not None:
            try:
                state = Fields(file.state)
                self.nodes = state.whole("nodes", 0, 1 << 63)
                self.seconds = state.number("seconds", 0)
            except ValueError as error:
                raise ValueError(f"{file.state_path} is broken: {error}") from None
            file.restore(self.solver)

        def tick() -> None:
            if self.watcher is not None:
                self.watcher(self.progress())
            if file is not None:
                file.tick(self.solver, self._state)

        def search(plies: int, alpha: int, beta: int) -> tuple[int, int, bool, bool]:
            found = runner.run(self.solver, plies, alpha, beta)
            self.depth, self.line = plies, self.solver.line()
            return found

        runner.tick = tick
        stopped, proof = None, None
        try:
            proof = prove(self.solver, most=depth, search=search)
            if proof is not None:
                self.line = best_line(self.solver, proof)
        except Stopped as why:
            stopped = str(why)
        except KeyboardInterrupt:
            stopped = "interrupted"
        if file is not None:
            self.solver.go_on()
            file.save(self.solver, self._state())
        return self._solution(proof, stopped)

    def _state(self) -> dict[str, Any]:
        return {
            "nodes": self.nodes + self.solver.nodes,
            "seconds": self.seconds + self.runner.spent,
        }

    def progress(self) -> Progress:
        spent = self.seconds + self.runner.spent
        nodes = self.nodes + self.solver.nodes
        return Progress(
            question="who captures first?",
            depth=self.depth,
            known="nothing yet",
            line=self._names(self.line),
            nodes=nodes,
            seconds=spent,
            nodes_per_second=nodes / spent if spent > 0 else 0.0,
            fill=self.solver.fill,
        )

    def _names(self, moves: Iterable[int]) -> tuple[str, ...]:
        return tuple(point_name(m, self.start.width, self.start.height) for m in moves)

    def _solution(self, proof: CaptureProof | None, stopped: str | None) -> CaptureSolution:
        mine, state = self.start.to_play, self._state()
        line = self._names(self.line)
        return CaptureSolution(
            width=self.start.width,
            height=self.start.height,
            captures=self.captures,
            winner=None if proof is None else mine if proof.wins else mine.opponent,
            plies=proof.plies if proof else None,
            best=line[0] if line else None,
            line=line,
            nodes=state["nodes"],
            depth=proof.depth if proof else self.depth,
            seconds=state["seconds"],
            stopped=stopped or (None if proof else "so many plies were wanted"),
        )
