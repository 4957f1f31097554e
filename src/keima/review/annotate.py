"""A review in its game record: comments, marks and variations that SGF editors show."""

from __future__ import annotations

from keima import sgf
from keima.colors import Color
from keima.review.found import Choice
from keima.review.moves import Judged, worst
from keima.review.run import Review
from keima.review.words import count, effort, sides, values

#: The worst mistakes are listed at the start.
LISTED = 10
#: Less than this part of a mistake is nothing.
FINE = 0.25
#: The standard's judgements of a move, of which a node may have one.
_JUDGEMENTS = ("BM", "DO", "IT", "TE")
_MARKS = ("CR", "MA", "SL", "SQ", "TR")


def annotate(review: Review, *, every_variation: bool = False) -> sgf.GameTree:
    """A copy of the game's tree with what was found in it.

    Each position has a comment, the win rate for Sabaki's graph (SBKV) and the score (V), both
    Black's. Mistakes are marked as doubtful (DO) or bad (BM), and have a hot spot (HO), a label on
    the better move, and that move with what should follow it as a variation; with
    `every_variation` so have all moves that were not the best. All that was in the tree stays,
    but for an older SBKV or V; a comment, a mark or a move that is there already is not added
    again.
    """
    tree = review.record.tree.copy()
    line = list(tree.main_line())
    _comment(tree.root, _summary(review))
    judged = review.judged
    for turn in review.record.turns:
        node = line[turn.node]
        lines = []
        found = review.found.get(turn.number)
        if found is not None:
            if found.winrate is not None:
                node.set_raw("SBKV", [f"{100 * found.winrate:.2f}"])
            if found.score is not None:
                node["V"] = found.score
            lines.append(values(found.winrate, found.score))
        if turn.number in judged:
            lines += _judge(node, judged[turn.number])
        if found is not None:
            lines.append(f"Best now: {' '.join(found.best.line)}")
        if lines:
            _comment(node, "\n".join(["Keima: " + lines[0], *lines[1:]]))
    for number in sorted(judged):
        move = judged[number]
        if move.rank != 1 and (move.is_mistake or every_variation):
            _add_line(line[move.turn.node], move)
    if review.record.problem:
        node = line[review.record.problem_node]
        _comment(node, f"Keima: the analysis ends before this: {review.record.problem}")
    return tree


def _comment(node: sgf.Node, text: str) -> None:
    old = node.comment
    if text not in old:
        node.comment = f"{old.rstrip()}\n\n{text}" if old.strip() else text


def _judge(node: sgf.Node, move: Judged) -> list[str]:
    """Marks a mistake; returns what is to be said about the move."""
    if not move.is_mistake:
        if move.rank == 1:
            return [f"{move.move} was the best move."]
        return [f"{move.move} is fine." if move.times < FINE else f"{move.move} lost {move.lost}."]
    if not any(ident in node for ident in _JUDGEMENTS):
        node["BM" if move.is_blunder else "DO"] = 1
    if "HO" not in node:
        node["HO"] = 2 if move.is_blunder else 1
    best = move.before.best
    label = _label(node, move, best)
    shown = f"{best.move} ({label} on the board)" if label else best.move
    return [
        f"{move.grade.capitalize() if move.grade else ''}: {move.move} lost {move.lost}. "
        f"Better was {shown}, {values(best.winrate, best.score)}: {' '.join(best.line)}"
    ]


def _label(node: sgf.Node, move: Judged, best: Choice) -> str | None:
    """Puts a letter on the better move, unless there is a stone or a mark; or the one that is
    there."""
    game = move.turn.game
    point = game.parse(best.move)
    if point == game.area or game.at(point) != Color.EMPTY:
        return None
    try:
        labels = list(node.get("LB", []))
        marked = any(point in node.points(ident) for ident in _MARKS)
    except sgf.SgfError:  # marks that nobody can read stay as they are
        return None
    if (known := dict(labels).get(point)) is not None:
        return str(known)
    if marked:
        return None
    used = {text for _, text in labels}
    letter = next((each for each in "ABCDEFGHJKLMNOPQRSTUVWXYZ" if each not in used), None)
    if letter:
        node["LB"] = [*labels, (point, letter)]
    return letter


def _add_line(played: sgf.Node, move: Judged) -> None:
    """Adds the best line beside a move that was played, along nodes that are there already."""
    node = played.parent
    assert node
    best, color = move.before.best, move.before.color
    point_of = move.turn.game.parse
    for place, name in enumerate(best.line):
        wanted = color, point_of(name)
        following = next((child for child in node.children if _move(child) == wanted), None)
        node = following or node.add_move(*wanted)
        if place == 0:
            _comment(
                node,
                f"Keima: better than {move.move}: {values(best.winrate, best.score)}\n"
                f"{' '.join(best.line)}",
            )
            if not any(ident in node for ident in _JUDGEMENTS) and move.is_mistake:
                node["TE"] = 1
            if "SBKV" not in node and best.winrate is not None:
                node.set_raw("SBKV", [f"{100 * best.winrate:.2f}"])
        color = color.opponent


def _move(node: sgf.Node) -> tuple[Color, int] | None:
    """What is played in a node, if that can be read: only the main line is known to be sound."""
    try:
        return node.move
    except sgf.SgfError:
        return None


def _summary(review: Review) -> str:
    lines = [f"Analysed by {effort(review)}.", *sides(review)]
    mistakes = worst(review.judged.values(), LISTED)
    if mistakes:
        lines.append(f"The biggest mistakes (from {review.threshold} on):")
        lines += [
            f"{each.turn.label}: {each.lost}; better was {each.before.best.move}"
            for each in mistakes
        ]
    else:
        lines.append(f"{count(0, 'mistake')} of {review.threshold} or more.")
    return "\n".join(lines)
