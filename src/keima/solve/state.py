"""A proof as plain values, to be saved and taken up again."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from keima.solve.bounds import NO, OPEN, YES, Bounds, Question
from keima.solve.checking import Fields, items, whole
from keima.solve.saving import SaveFile
from keima.solve.start import MOST_POINTS

if TYPE_CHECKING:
    from keima.solve.proving import GoProof

#: The deepest search that the core can do.
MOST_DEPTH = 199
#: No count of nodes comes to this.
_MOST_NODES = 1 << 63
#: Whose lines a proof keeps.
_KEPT = (YES, NO, f"{YES} endless", f"{NO} endless", "first")


@dataclass
class Best:
    """The line of the last answer that a side gave."""

    line: list[int]
    depth: int


def identity_of(proof: GoProof) -> dict[str, Any]:
    """What must be the same for a search to go on."""
    start = proof.start
    position = f"{start.black:x} {start.white:x} {start.sign} {start.ko_point} {start.passes}"
    if start.fresh != (start.ko_point >= 0):
        position += " a fresh ko lifted" if start.fresh else " no fresh ko"
    if start.past:
        position += f" after {sha256(repr(start.past).encode()).hexdigest()[:16]}"
    return {
        "game": "go",
        "board": f"{start.width}x{start.height}",
        "position": position,
        "ko": proof.ko,
        "megabytes": proof.megabytes,
        "without": sorted(proof.without),
    }


def state_of(proof: GoProof) -> dict[str, Any]:
    """All that is known, and what is being asked."""
    question = proof.question
    return {
        "bounds": proof.bounds.to_json(),
        "question": None if question is None else [question.points, question.endless],
        "depth": proof.depth,
        "answered": proof.answered,
        "answers": proof.answers,
        "best": {key: [best.line, best.depth] for key, best in proof.best.items()},
        "trees": proof.trees,
        "nodes": proof.total_nodes,
        "seconds": proof.total_seconds,
        "before": proof.asked_at,
    }


def take_state(proof: GoProof, file: SaveFile) -> None:
    """Goes on from a saved state; raises ValueError if it cannot be one of this proof."""
    try:
        _take(proof, Fields(file.state))
    except ValueError as error:
        raise ValueError(f"{file.state_path} is broken: {error}") from None


def restore(proof: GoProof, state: object) -> None:
    """Goes on from the state of another run; raises ValueError if that was of another proof."""
    _take(proof, Fields(state))


def _take(proof: GoProof, state: Fields) -> None:
    points = proof.start.points
    bounds = Bounds.from_json(state.take("bounds"))
    if (bounds.size, bounds.endless) != (points, proof.bounds.endless):
        raise ValueError("its bounds are of another board or rule")
    proof.bounds = bounds
    if state.take("question") is not None:
        asked, endless = state.items("question", 2)
        if asked is not None:
            whole("question", asked, -points, points + 1)
        proof.question = Question(asked, whole("question", endless, -1, 1))
    proof.depth = state.whole("depth", 0, MOST_DEPTH)
    proof.answered = state.whole("answered", 0, MOST_DEPTH)
    proof.answers = [_answer(Fields(a, "an answer")) for a in state.items("answers")]
    best = state.fields("best")
    for key in best.names(_KEPT):
        line, depth = best.items(key, 2)
        moves = [whole("a move", move, 0, points) for move in items("a line", line)]
        proof.best[key] = Best(moves, whole("depth", depth, 0, MOST_DEPTH))
    trees = state.fields("trees")
    proof.trees = {key: trees.text(key) for key in trees.names((YES, NO))}
    proof.parsed_trees()
    proof.nodes_before = state.whole("nodes", 0, _MOST_NODES)
    proof.seconds_before = state.number("seconds", 0)
    proof.asked_at = state.number("before", 0)


def _answer(told: Fields) -> dict[str, Any]:
    return {
        "question": told.text("question"),
        "komi": told.number("komi", -MOST_POINTS - 1, MOST_POINTS + 1),
        "answer": told.one_of("answer", (YES, NO, OPEN)),
        "depth": told.whole("depth", 0, MOST_DEPTH),
        "nodes": told.whole("nodes", 0, _MOST_NODES),
        "seconds": told.number("seconds", 0),
    }
