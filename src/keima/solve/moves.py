"""What every move of a position is worth: one proof after the other, a while each, with tables that
all of them share; on the smallest boards all positions at once, backwards."""

from __future__ import annotations

import json
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from keima import _core
from keima.files import read_text, write_file
from keima.game import Game
from keima.solve.backward import Told, usual_backward_megabytes
from keima.solve.bounds import Bounds
from keima.solve.checking import Fields
from keima.solve.facts import Fact, Facts, key_of, shipped
from keima.solve.mirroring import reduced
from keima.solve.proving import GoProof
from keima.solve.running import Runner, Stopped
from keima.solve.start import Start, start_of
from keima.solve.state import restore, state_of
from keima.solve.tables import Tables, situation

#: Boards of up to so many points are solved backwards under basic ko, by their shorter side: where
#: boards are narrow a search goes in circles.
BACKWARD = {1: 31, 2: 16}
BACKWARD_POINTS = 12
#: Megabytes that all positions of a board may take, at most.
BACKWARD_MB = 512
#: Positions whose proofs are remembered.
MOST_PROOFS = 20_000
#: Seconds for each move in the first round, and how much longer the next rounds are.
FIRST, LONGER = 0.5, 2.0
#: The file of proofs under way, beside their tables.
_STATES, _FORMAT = "proofs.json", f"keima proofs {_core.SOLVE_VERSION}"
_MOST_BYTES = 64 << 20
#: The same where all positions are solved, which cannot be done in parts, and the most.
FIRST_BACKWARD, LONGEST_BACKWARD = 8.0, 64.0


@dataclass(frozen=True)
class Worth:
    """What is proved of a move, in points for Black without komi."""

    #: The result with play without end as 0; None while it is not proved.
    value: int | None
    #: It is no less and no more than this.
    lower: int
    upper: int
    #: Plies that have been searched for it, or rounds backwards.
    depth: int


class Memory:
    """What proofs have found, for later ones: of any position of any board, turned and mirrored
    ones alike. For any thread; those who work with it take turns.

    `facts` are known at the start, by default those that come with Keima, and more are added. With
    a file what is proved is kept there, too."""

    def __init__(
        self, facts: Facts | None = None, tables: Tables | None = None, file: Path | None = None
    ) -> None:
        """Raises ValueError if the file is something else."""
        self.working = threading.Lock()
        self.facts = shipped() if facts is None else facts
        self._file, self._saved_at = file, time.monotonic()
        if file is not None:
            self.facts.take(Facts.load(file))
        self._saved = self.facts.text() if file is not None else ""
        self._tables = tables or Tables()
        self._states = Memory._read_states(self._tables.folder)
        self._proofs: OrderedDict[object, GoProof] = OrderedDict()
        self._backward: tuple[object, _core.GoRetrograde] | None = None

    def proof(self, start: Start, ko: str) -> GoProof:
        """The proof of a position, or of one that is the same when turned."""
        alike = start.to_play, start.fresh, start.passes, reduced(start)
        key = (start.width, start.height, ko, *alike)
        proof = self._proofs.pop(key, None)
        if proof is None:
            proof = GoProof(start, ko, 1, 1, (), None, 0, ends=False, tables=self._tables)
            if str(key) in self._states:
                restore(proof, self._states[str(key)])
        self._proofs[key] = proof
        fact = self.facts.of(start, ko)
        proof.bounds.learn(fact.lower, fact.cap, fact.floor, fact.upper)
        while len(self._proofs) > MOST_PROOFS:
            self._proofs.popitem(last=False)
        return proof

    def save(self, every: float = 0.0) -> None:
        """Writes what is proved to the file, and tables that are kept, if so many seconds have gone
        by. Raises OSError or ValueError if that fails."""
        with self.working:
            self.save_at_work(every)

    def save_at_work(self, every: float) -> None:
        """The same for who works with it."""
        if time.monotonic() - self._saved_at < every:
            return
        text = self.facts.text()
        if self._file is not None and text != self._saved:
            self.facts.save(self._file)
        self._saved = text
        self._tables.save()
        self._save_states()
        self._saved_at = time.monotonic()

    def _save_states(self) -> None:
        """Where proofs under way are, beside their tables: the next run goes on there."""
        if self._tables.folder is None:
            return
        for key, proof in self._proofs.items():
            if proof.bounds.proved:
                self._states.pop(str(key), None)
            elif proof.question is not None:
                self._states[str(key)] = state_of(proof)
        data = {"format": _FORMAT, "proofs": self._states}
        write_file(self._tables.folder / _STATES, json.dumps(data).encode())

    @staticmethod
    def _read_states(folder: Path | None) -> dict[str, Any]:
        """Raises ValueError if there is something else."""
        if folder is None or not (folder / _STATES).exists():
            return {}
        try:
            data = Fields(json.loads(read_text(folder / _STATES, _MOST_BYTES)))
            data.one_of("format", (_FORMAT,))
            proofs = data.take("proofs")
            if not isinstance(proofs, dict):
                raise ValueError("it has no proofs")
        except (ValueError, RecursionError) as error:
            raise ValueError(f"{folder / _STATES} is broken: {error}") from None
        return proofs

    def backward(self, start: Start) -> _core.GoRetrograde:
        """All positions of a board; of one board at a time."""
        board = start.width, start.height
        if self._backward is None or self._backward[0] != board:
            self._backward = None  # its memory goes before the new one comes
            most = min(BACKWARD_MB, usual_backward_megabytes())
            self._backward = board, _core.GoRetrograde(*board, situation(start), most)
        return self._backward[1]


class MoveValues:
    """Finds what each legal move of a game's position is worth. What one finds the next ones know,
    if they have the same memory.

    A move is worked on for twice as long in each round, for `longest` seconds at most. What is cut
    off in the middle of an iteration is done again, from the table: without such a limit all of
    it ends some day. The memory is saved every so many seconds, if wanted, also within a piece.

    >>> values = MoveValues(Game(3, komi=0))
    >>> while values.work():
    ...     pass
    >>> values.worths["B2"].value, values.worths["A1"].value
    (9, -9)
    """

    def __init__(
        self,
        game: Game,
        ko: str = "basic",
        memory: Memory | None = None,
        *,
        longest: float = float("inf"),
        save_every: float | None = None,
    ) -> None:
        """Raises ValueError if the board is too large for the solver."""
        self._memory, self._ko = memory or Memory(), ko
        self._longest, self._save_every = longest, save_every
        self._root = start_of(game)
        self._starts = {move: start_after(game, move) for move in game.legal_moves}
        self._classes = self._alike(game)
        # The empty board is the same for both sides.
        self._passed = _replies(game, "pass") if is_bare(self._root) else []
        self.worths = dict.fromkeys(self._starts, Worth(None, -game.area, game.area, 0))
        #: The move that is worked on, None if it is all of them, and positions seen so far.
        self.at: str | None = None
        self.positions = 0
        self._seconds = FIRST_BACKWARD if self._goes_backward else FIRST
        self._given_up: set[str] = set()
        with self._memory.working:
            if not self._goes_backward:
                self._relate()
            self._take_known()
        self._round = self._still_open()

    @property
    def known(self) -> int | None:
        """What the position itself is worth, if that is proved, by which move ever."""
        fact = self._memory.facts.of(self._root, self._ko)
        bounds = Bounds(self._root.points)
        bounds.learn(fact.lower, fact.cap, fact.floor, fact.upper)
        return bounds.value if bounds.proved else None

    def work(
        self, stop: threading.Event | None = None, tick: Callable[[], object] | None = None
    ) -> bool:
        """Works for some seconds, on one move mostly; `stop` ends it early, and nothing is lost.
        `tick` is called about ten times a second. Says whether there is more to do. Raises
        ValueError if memory does not suffice, and OSError or ValueError if saving fails."""
        if not self._round:
            return False
        runner = Runner(self._seconds, tick or _nothing, stop or threading.Event())
        with self._memory.working:
            if self._goes_backward:
                self._work_backward(runner)
            else:
                self._work_forward(runner)
        return bool(self._round)

    def _work_forward(self, runner: Runner) -> None:
        move = self.at = self._round[0]
        proof = self._memory.proof(self._starts[move], self._ko)
        tick = runner.tick

        def watch(_: object) -> None:
            self._take_proof(move, proof)
            if self._save_every is not None:
                self._memory.save_at_work(self._save_every)
            tick()

        solution = proof.run(runner, watch, None)
        fact = Fact.of(proof.bounds, proof.answered, proof.total_nodes)
        if self._memory.facts.learn(self._starts[move], self._ko, fact):
            self._relate()
        self._take_known()
        self._take_proof(move, proof)
        if solution.stopped == "interrupted":
            raise KeyboardInterrupt
        if solution.stopped is None and not solution.proved:
            self._given_up.add(move)
        if solution.stopped != "stopped":  # it had its time, or is done
            self._round.pop(0)
        self._round = [m for m in self._round if self.worths[m].value is None]
        if not self._round:
            self._seconds = min(self._seconds * LONGER, self._longest)
            self._round = self._still_open()

    def _work_backward(self, runner: Runner) -> None:
        core = self._memory.backward(self._root)
        tick = runner.tick

        def watch() -> None:
            self.positions = Told(*core.progress()).states
            tick()

        runner.tick = watch
        try:
            ended = runner.wait(core.run, core.stop)
        except Stopped:
            ended = False
            # What it does first begins anew when it is stopped.
            self._seconds = min(self._seconds * LONGER, LONGEST_BACKWARD)
        self._take_known()
        if ended or Told(*core.progress()).full:
            self._round = []

    @property
    def _goes_backward(self) -> bool:
        start = self._root
        most = BACKWARD.get(min(start.width, start.height), BACKWARD_POINTS)
        return self._ko == "basic" and start.points <= most

    # What is known

    def _still_open(self) -> list[str]:
        """Moves that are not proved and can be, one of each that are alike."""
        return [
            m for m in self._classes if self.worths[m].value is None and m not in self._given_up
        ]

    def _take_known(self) -> None:
        """Takes what the memory knows."""
        if not self._goes_backward:
            for move in self._classes:
                self._take_proof(move, self._memory.proof(self._starts[move], self._ko))
            return
        core = self._memory.backward(self._root)
        told = Told(*core.progress())
        self.positions = told.states
        for move in self._classes:
            start = self._starts[move]
            lower, upper = core.worth(situation(start))
            if start.sign < 0:
                lower, upper = -upper, -lower
            bounds = Bounds(start.points)
            bounds.know(lower, upper, all_of_it=told.done)
            self._note(move, bounds, told.rounds)

    def _take_proof(self, move: str, proof: GoProof) -> None:
        self.positions = proof.total_nodes
        known = self._memory.facts.of(self._starts[move], self._ko)
        self._note(move, proof.bounds, known.depth if proof.bounds.proved else proof.depth)

    def _relate(self) -> None:
        """Notes what follows from the moves for the position, and from the position for the moves;
        and after a pass, where the empty board has the same moves for the other side."""
        if self._ko != "basic":
            return
        facts = self._memory.facts
        if self._passed:
            relate(facts, self._starts["pass"], self._passed)
        relate(facts, self._root, list(self._starts.values()))

    def _note(self, move: str, bounds: Bounds, depth: int) -> None:
        worth = Worth(bounds.value if bounds.proved else None, *value_range(bounds), depth)
        self.worths |= dict.fromkeys(self._classes[move], worth)

    def _alike(self, game: Game) -> dict[str, list[str]]:
        """The moves in classes that lead to the same position when it is turned, by one of each.
        The middle comes first: the best moves are mostly there."""

        def distance(move: str) -> float:
            point = game.parse(move)
            if point == game.area:
                return float("inf")
            row, column = divmod(point, game.width)
            return abs(row - (game.height - 1) / 2) + abs(column - (game.width - 1) / 2)

        classes: dict[object, list[str]] = {}
        for move in sorted(self._starts, key=distance):
            start = self._starts[move]
            alike = reduced(start), start.fresh, start.passes
            classes.setdefault(alike, []).append(move)
        return {moves[0]: moves for moves in classes.values()}


def relate(facts: Facts, here: Start, after: list[Start]) -> None:
    """Notes what follows from all moves of a position for the position, and from the position for
    its moves. Under basic ko the way to a position does not count: what can be forced after a
    move can be forced before it. `after` may have fewer moves, where superko forbids some."""
    if here.ko_point >= 0 or here.fresh:
        return  # a pass lifts the ko, or has lifted it, and may count or not
    most, black = here.points, here.sign > 0

    def mine(fact: Fact) -> Fact:
        """As if Black were to move."""
        return fact if black else fact.turned

    alike = {key_of(start, "basic"): start for start in after}
    known = [mine(facts.of(start, "basic")) for start in alike.values()]
    complete = len(after) == len(here.game().legal_moves)
    found = Fact(
        lower=max(fact.lower for fact in known),
        cap=max(fact.cap for fact in known) if complete else most,
        floor=max(fact.floor for fact in known),
        upper=max(fact.upper for fact in known) if complete else most,
        depth=max(fact.depth for fact in known),
        nodes=sum(fact.nodes for fact in known),
    )
    facts.learn(here, "basic", mine(found))
    told = mine(facts.of(here, "basic"))
    for start in alike.values():
        facts.learn(start, "basic", mine(Fact(-most, told.cap, -most, told.upper)))


def start_after(game: Game, move: str) -> Start:
    """The position after a move, without what came before."""
    after = game.copy()
    after.play(move)
    return start_of(after)


def value_range(bounds: Bounds) -> tuple[int, int]:
    """Between which numbers the value lies, with play without end as 0.

    >>> bounds = Bounds(9)
    >>> bounds.know(3, 9, all_of_it=False)
    >>> value_range(bounds)
    (3, 9)
    """
    lower = bounds.lower if bounds.lower > 0 else min(0, bounds.floor)
    upper = bounds.upper if bounds.upper < 0 else max(0, bounds.cap)
    return lower, upper


def is_bare(start: Start) -> bool:
    """Is it an empty board on which nobody has passed?"""
    return not start.black and not start.white and not start.passes


def _replies(game: Game, move: str) -> list[Start]:
    """The positions after the answers to a move."""
    after = game.copy()
    after.play(move)
    return [start_after(after, reply) for reply in after.legal_moves]


def _nothing() -> None:
    """Nobody watches."""
