"""The driver of a proof: one question after the other, each with a table of its own."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from keima import _core
from keima.points import point_name
from keima.solve.bounds import NO, OPEN, YES, Bounds, Question
from keima.solve.running import NODES_SPENT, Iteration, Runner, Stopped
from keima.solve.saving import SaveFile
from keima.solve.solution import Progress, Solution, Watcher, signed
from keima.solve.start import Start
from keima.solve.state import MOST_DEPTH, Best, identity_of, state_of, take_state

if TYPE_CHECKING:
    from keima.sgf import GameTree
    from keima.solve.tables import Tables

#: Plies that the first question is searched beyond an answer, for a better one.
SETTLE = 2


class GoProof:
    """What is known, what is asked, and how it goes on; see `keima.solve.go.solve_go`. A run that
    was stopped can be followed by another, which goes on. With `tables` the searches are in tables
    that several proofs share: one proof runs at a time then."""

    def __init__(
        self,
        start: Start,
        ko: str,
        megabytes: int,
        threads: int,
        without: tuple[str, ...],
        depth: int | None,
        proof_depth: int,
        ends: bool = True,
        nodes: int | None = None,
        tables: Tables | None = None,
        ask: int | None = None,
    ) -> None:
        self.start, self.ko, self.tables = start, ko, tables
        self.megabytes, self.threads, self.without = megabytes, threads, without
        self.most_depth, self.proof_depth, self.ends = depth, proof_depth, ends
        self.most_nodes, self.ask = nodes, ask
        self.bounds = Bounds(start.points, endless=not ko.startswith("ssk"))
        self.question: Question | None = None
        self.solver: _core.GoSolver | None = None
        self.depth = 0  # of the last iteration that ran to its end
        self.answered = 0  # the depth of the last answer
        self.answers: list[dict[str, Any]] = []
        self.best: dict[str, Best] = {}
        self.trees: dict[str, str] = {}
        self.nodes_before = 0  # of questions and runs before
        self.nodes_at = 0  # of the table, when this search began in it
        self.seconds_before = 0.0  # of runs before
        self.asked_at = 0.0  # seconds until this question
        self.runner: Runner | None = None  # of the run under way
        self._line: tuple[str, ...] = ()

    # The run

    def run(
        self, runner: Runner, progress: Watcher | None, save: str | PathLike[str] | None
    ) -> Solution:
        file = None if save is None else SaveFile(Path(save), identity_of(self))
        self.runner = runner
        if file is not None and file.state is not None:
            take_state(self, file)
        stopped = None

        def tick() -> None:
            if progress is not None:
                progress(self.progress())
            if file is not None and self.solver is not None:
                file.tick(self.solver, lambda: state_of(self))

        runner.tick = tick
        try:
            resumed = self.question
            while (question := resumed or self.bounds.next(self.ends, self.ask)) is not None:
                if resumed is None:
                    self.question, self.depth = question, 0
                    if file is not None:
                        file.new_question(state_of(self))
                self.solver = None  # the old table goes before the new one comes
                self.solver = self._make(question)
                if resumed is not None and file is not None:
                    file.restore(self.solver)
                resumed = None
                self._ask(question)
        except Stopped as why:
            stopped = str(why)
        except KeyboardInterrupt:
            stopped = "interrupted"
        if file is not None:
            file.save(self.solver if self.question else None, state_of(self))
        if self.tables is not None and self.solver is not None:
            self.nodes_before, self.solver = self.total_nodes, None
        solution = self._solution(stopped)
        self.seconds_before, self.runner = self.total_seconds, None
        return solution

    def _make(self, question: Question) -> _core.GoSolver:
        start = self.start
        if self.tables is not None:
            shared = self.tables.lend(start, self.ko, question)
            self.nodes_at = shared.nodes
            return shared
        try:
            return _core.GoSolver(
                start.width,
                start.height,
                start.black,
                start.white,
                white_to_move=start.sign < 0,
                ko_point=start.ko_point,
                fresh=start.fresh,
                passes=start.passes,
                past=start.past,
                ko=self.ko,
                komi=question.komi,
                endless=question.endless,
                megabytes=self.megabytes,
                threads=self.threads,
                without=self.without,
            )
        except MemoryError:
            raise ValueError(f"a table of {self.megabytes} MB does not fit into memory") from None

    def _ask(self, question: Question) -> None:
        assert self.solver is not None and self.runner is not None
        better = None  # where the best answer was found
        value = 0
        while self.depth < self._limit():
            left = self.nodes_left
            if left is not None and left <= 0:
                raise Stopped(NODES_SPENT)
            window = self._window(question)
            found = self.runner.run(self.solver, self.depth + 1, *window, nodes=left)
            self.depth += 1
            self._line = self._names(self.solver.line())
            if abs(found.value) > max(value, _core.SOLVE_FINAL):
                better, value = self.depth, abs(found.value)
                self._answer(question, found)
            if found.exhausted or (better is not None and self._settled(question, better)):
                break
            if not window[0] < found.value < window[1]:
                break
        if better is not None:
            self._close()
            return
        self._note(question, OPEN)
        if question.points is None:
            self.best.setdefault("first", Best(self.solver.line(), self.depth))
        self.bounds.take(question, OPEN)
        self._close()

    def _window(self, question: Question) -> tuple[int, int]:
        """Between which values a search has to tell them apart: how large a win is matters as far
        as it could be forced, and not at all where the winner needs play without end."""
        yes = 2 * self.bounds.cap - question.komi if question.endless <= 0 else 1
        no = question.komi - 2 * self.bounds.floor if question.endless >= 0 else 1
        least, most = -_core.SOLVE_FINAL - max(1, no), _core.SOLVE_FINAL + max(1, yes)
        return (least, most) if self.start.sign > 0 else (-most, -least)

    def _settled(self, question: Question, better: int) -> bool:
        """Is an answer as good as it gets? A win is often larger a few plies deeper: that costs
        less than another question, which starts anew."""
        return question.points is not None or self.depth >= better + SETTLE

    def _limit(self) -> int:
        """How deep a question is searched."""
        if self.most_depth is not None:
            return min(self.most_depth, MOST_DEPTH)
        points = self.start.points
        # The first question may have no answer, the others always have one.
        more = 2 * points + 10 if self.question == Question() else 4 * points + 20
        return min(self.answered + more, MOST_DEPTH)

    def _answer(self, question: Question, found: Iteration) -> None:
        assert self.solver is not None
        value = found.value * self.start.sign
        black = value > 0
        half = (abs(value) - _core.SOLVE_FINAL) * (1 if black else -1) + question.komi
        # Bounds: more for Black is at least, less for White at most.
        points = -(-half // 2) if black else half // 2
        answer = YES if black else NO
        # Does the winner need play without end?
        forced = question.endless != (1 if black else -1)
        # An answer by play without end says more than the one before it until the value is proved.
        better = answer not in self.trees or not (self.bounds.proved or answer in self.best)
        self.bounds.take(question, answer, points if forced else None)
        self.answered = self.depth
        key = answer if forced else f"{answer} endless"
        self.best[key] = Best(self.solver.line(), self.depth)
        self._note(question, answer)
        if self.proof_depth and (forced or better):
            from keima.solve.proof import proof_tree

            tree = proof_tree(self, black, self.proof_depth)
            self.trees[answer] = tree

    def _note(self, question: Question, answer: str) -> None:
        assert self.solver is not None
        told = {
            "question": str(question),
            "komi": question.komi / 2,
            "answer": answer,
            "depth": self.depth,
            "nodes": self.solver.nodes - self.nodes_at,
            "seconds": round(self.total_seconds - self.asked_at, 3),
        }
        if self.answers and self.answers[-1]["question"] == told["question"]:
            self.answers.pop()  # a better answer to the same question
        self.answers.append(told)

    def _close(self) -> None:
        assert self.solver is not None
        self.nodes_before = self.total_nodes
        self.asked_at = self.total_seconds
        self.question, self.solver = None, None

    # What is known

    @property
    def total_seconds(self) -> float:
        return self.seconds_before + (self.runner.spent if self.runner else 0.0)

    @property
    def total_nodes(self) -> int:
        return self.nodes_before + (self.solver.nodes - self.nodes_at if self.solver else 0)

    @property
    def nodes_left(self) -> int | None:
        return None if self.most_nodes is None else self.most_nodes - self.total_nodes

    def _names(self, moves: Iterable[int]) -> tuple[str, ...]:
        return tuple(point_name(m, self.start.width, self.start.height) for m in moves)

    def known(self) -> str:
        points = self.start.points
        low = signed(self.bounds.lower) if self.bounds.lower > -points else "?"
        high = signed(self.bounds.upper) if self.bounds.upper < points else "?"
        return f"[{low}, {high}]"

    def progress(self) -> Progress:
        spent = self.total_seconds
        return Progress(
            question=str(self.question or ""),
            depth=self.depth,
            known=self.known(),
            line=self._line,
            nodes=self.total_nodes,
            seconds=spent,
            nodes_per_second=self.total_nodes / spent if spent > 0 else 0.0,
            fill=self.solver.fill if self.solver else 0.0,
        )

    def _solution(self, stopped: str | None) -> Solution:
        bounds = self.bounds
        mine = self._best_line()
        unanswered = [str(question) for question in bounds.given_up()]
        if stopped and self.question:
            unanswered.append(str(self.question))
        return Solution(
            width=self.start.width,
            height=self.start.height,
            ko=self.ko,
            value=bounds.value,
            lower=bounds.lower,
            upper=bounds.upper,
            proved=bounds.proved,
            complete=bounds.complete,
            best=self._names(mine.line[:1])[0] if mine and mine.line else None,
            line=self._names(mine.line) if mine else (),
            nodes=self.total_nodes,
            depth=mine.depth if mine else self.depth,
            seconds=self.total_seconds,
            stopped=stopped,
            unanswered=tuple(unanswered),
            answers=tuple(self.answers),
            trees=self.parsed_trees(),
        )

    def _best_line(self) -> Best | None:
        """The line that shows what the player to move can get."""
        wins, losses = (YES, NO) if self.start.sign > 0 else (NO, YES)
        if self.solver is not None and not self.best:
            return Best(self.solver.line(), self.depth)
        for key in (wins, f"{wins} endless", "first", losses, f"{losses} endless"):
            if key in self.best:
                return self.best[key]
        return None

    def parsed_trees(self) -> tuple[GameTree, ...]:
        from keima.sgf import parse

        return tuple(parse(self.trees[key])[0] for key in (YES, NO) if key in self.trees)
