"""Proof trees: every move of the side that loses a question, and an answer that wins it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from keima import _core
from keima.colors import Color
from keima.sgf import Node, write
from keima.solve.records import new_tree
from keima.solve.running import Runner, Stopped
from keima.solve.solution import signed
from keima.solve.start import Situation

if TYPE_CHECKING:
    from keima.solve.proving import GoProof

#: Searches for what the table has forgotten: their depth, the nodes of each, and those of all of
#: them.
MOST_DEPTH = 100
AGAIN_NODES = 4_000_000
ALL_NODES = 40_000_000
#: Where such a search has a table of its own, its size.
AGAIN_MB = 16
#: Positions of a tree at most.
MOST_NODES = 100_000


class Proved(NamedTuple):
    """Why a position is won: the winner's move if it is his turn, or words if it needs none."""

    move: int | None
    words: str = ""


def proof_tree(proof: GoProof, black: bool, depth: int) -> str:
    """The tree, as SGF, of the question that has just been answered, for Black or against him."""
    return _Builder(proof, black, depth).build()


class _Builder:
    def __init__(self, proof: GoProof, black: bool, depth: int) -> None:
        assert proof.solver is not None
        assert proof.question is not None
        self.start, self.ko, self.question = proof.start, proof.ko, proof.question
        self.proof, self.runner = proof, proof.runner or Runner()
        self.solver, self.without, self.depth = proof.solver, proof.without, depth
        self.winner = Color.BLACK if black else Color.WHITE
        found = self.solver.probe([])
        #: Does the winner need play without end?
        self.endless = self.question.endless == (1 if black else -1)
        #: Half points beyond the komi by which the winner wins at least, everywhere in the tree.
        self.margin = 1
        if found and proved(found[0]) and not self.endless:
            most = 2 * self.start.points - self.question.komi * (1 if black else -1)
            self.margin = min(most, abs(found[0]) - _core.SOLVE_FINAL)
        self.again = self.nodes = 0

    def build(self) -> str:
        game = self.start.game()
        self.pass_ = game.area
        name = "Black" if self.winner is Color.BLACK else "White"
        if self.winner is Color.BLACK:
            asked = f"Black gets {signed((self.question.komi + self.margin + 1) // 2)} or more"
        else:
            asked = f"Black gets {signed((self.question.komi - self.margin) // 2)} or fewer"
        if self.endless:
            asked += ", or play has no end"
        size = f"{self.start.width}x{self.start.height}"
        tree = new_tree(
            game,
            f"{size}, {self.ko} ko, proof for {name}",
            f"{asked}: to every move an answer, {self.depth} plies deep.",
        )
        self._grow(tree.root, [], self.depth)
        return write(tree)

    def _grow(self, node: Node, moves: list[int], left: int) -> None:
        self.nodes += 1
        color = self.start.to_play if len(moves) % 2 == 0 else self.start.to_play.opponent
        if not self._may_play(moves, self.pass_):
            node.comment = "the end"
            return
        if left == 0 or self.nodes >= MOST_NODES:
            return
        if color is self.winner:
            found = self._answer(moves)
            if found is None:
                node.comment = "the table has forgotten the answer"
                return
            if found.move is None:
                node.comment = found.words
                return
            self._grow(node.add_move(color, found.move), [*moves, found.move], left - 1)
            return
        if words := self._decided(moves):
            node.comment = words
            return
        for move in [*self._legal(moves), self.pass_]:
            self._grow(node.add_move(color, move), [*moves, move], left - 1)

    # What a position of the tree is

    def _legal(self, moves: list[int]) -> list[int]:
        """Points where the side to move may play."""
        return [point for point in range(self.pass_) if self._may_play(moves, point)]

    def _may_play(self, moves: list[int], move: int) -> bool:
        """A pass may be played until the game is over."""
        try:
            self.solver.probe([*moves, move])
        except ValueError:
            return False
        return True

    def _wins(self, value: int, bound: str, by_winner: bool) -> bool:
        """Does what the table says of a position, for the side to move, decide it?"""
        least = _core.SOLVE_FINAL + self.margin
        if by_winner:
            return bound != "upper" and value >= least
        return bound != "lower" and value <= -least

    def _answer(self, moves: list[int]) -> Proved | None:
        """The winner's move, from the table or by a look at the positions after each move."""
        found = self.solver.probe(moves)
        # Under superko the past may forbid what was right on another path.
        if (
            found
            and found[2] >= 0
            and self._wins(found[0], found[3], True)
            and self._may_play(moves, found[2])
        ):
            return Proved(found[2])
        if words := self._decided(moves):
            return Proved(None, words)
        for move in [*self._legal(moves), self.pass_]:
            after = self.solver.probe([*moves, move])
            if after and self._wins(after[0], after[3], False):
                return Proved(move)
        return self._search(moves)

    def _decided(self, moves: list[int]) -> str:
        """Says so if what both sides keep whatever happens is enough."""
        if "territory" in self.without:
            return ""
        black, white, *_ = self.solver.situation(moves)
        mine, theirs = _core.solve_sure(self.start.width, self.start.height, black, white)
        points = self.start.points
        sure = mine if self.winner is Color.BLACK else theirs
        least = 2 * (2 * sure.bit_count() - points)
        komi = self.question.komi * (1 if self.winner is Color.BLACK else -1)
        return "decided: the territory is safe" if least - komi >= self.margin else ""

    def _search(self, moves: list[int]) -> Proved | None:
        """Finds a forgotten answer again, if time and nodes suffice."""
        superko = self.ko.startswith("ssk")
        solver = self._alone(moves) if superko else self.solver
        before = solver.nodes
        try:
            if not superko:
                solver.move_to(moves)
            return self._deepen(solver)
        except Stopped:
            return None
        finally:
            self.again += solver.nodes - before
            if not superko:
                solver.move_to([])

    def _deepen(self, solver: _core.GoSolver) -> Proved | None:
        least, most = _core.SOLVE_FINAL + self.margin, solver.nodes + self._most_nodes()
        for depth in range(1, MOST_DEPTH):
            left = most - solver.nodes
            if left <= 0:
                break
            found = self.runner.run(solver, depth, least - 1, least, left)
            if found.value >= least:
                return Proved(found.best)
            if found.exhausted or found.value < -_core.SOLVE_FINAL:
                break
        return None

    def _most_nodes(self) -> int:
        """Those that a search may take."""
        left = self.proof.nodes_left
        most = min(AGAIN_NODES, ALL_NODES - self.again)
        return most if left is None else min(most, left)

    def _alone(self, moves: list[int]) -> _core.GoSolver:
        """One that begins after some moves with a table of its own: under superko what was found
        before could go where they have been."""
        along = (self._situation(moves[:ply]) for ply in range(len(moves)))
        here = self._situation(moves)
        return _core.GoSolver(
            self.start.width,
            self.start.height,
            here.black,
            here.white,
            white_to_move=here.white_to_move,
            ko_point=here.ko_point,
            fresh=here.fresh,
            passes=here.passes,
            past=(*self.start.past, *along),
            ko=self.ko,
            komi=self.question.komi,
            endless=self.question.endless,
            megabytes=AGAIN_MB,
            without=self.without,
        )

    def _situation(self, moves: list[int]) -> Situation:
        return Situation(*self.solver.situation(moves))


def proved(value: int) -> bool:
    return abs(value) > _core.SOLVE_FINAL
