"""What was found, in the words of comments and pages."""

from __future__ import annotations

from keima.colors import Color
from keima.review.run import Review


def lead(score: float | None, places: int = 1) -> str:
    """Who is ahead by how much.

    >>> lead(3.25), lead(-0.5), lead(0.01)
    ('B+3.2', 'W+0.5', 'even')
    """
    if score is None:
        return "?"
    if abs(score) < 0.05:
        return "even"
    return f"{'B' if score > 0 else 'W'}+{abs(score):.{places}f}"


def chance(winrate: float | None) -> str:
    """Whose the better chances are.

    >>> chance(0.634), chance(0.2)
    ('Black 63 %', 'White 80 %')
    """
    if winrate is None:
        return "?"
    if winrate >= 0.5:
        return f"Black {100 * winrate:.0f} %"
    return f"White {100 * (1 - winrate):.0f} %"


def values(winrate: float | None, score: float | None) -> str:
    """Both, or the one that is known.

    >>> values(0.634, 3.25)
    'Black 63 %, B+3.2'
    """
    known = [chance(winrate)] if winrate is not None else []
    known += [lead(score)] if score is not None else []
    return ", ".join(known) or "nothing is known"


def effort(review: Review) -> str:
    """Who searched, and how much."""
    from keima import __version__

    how = review.analysis
    parts = [f"Keima {__version__}", f"profile {how['profile']}"]
    if how["network"]:
        parts.append(how["network"])
    limits = []
    if how["playouts"]:
        limits.append(f"{how['playouts']} playouts")
    if how["seconds"]:
        limits.append(f"{how['seconds']:g} seconds")
    parts.append(f"{' or '.join(limits) or 'the playouts of the profile'} a position")
    return ", ".join(parts)


def sides(review: Review) -> list[str]:
    """A line about each player."""
    lines = []
    for color in (Color.BLACK, Color.WHITE):
        play = review.plays[color.letter]
        if not play.moves:
            continue
        if play.points is not None:
            mean = f", {play.points:.2f} points lost a move"
        elif play.winrate is not None:
            mean = f", {100 * play.winrate:.1f} % lost a move"
        else:
            mean = ""
        word, name = color.word.capitalize(), review.record.player(color)
        lines.append(
            f"{word if name == word else f'{word}, {name}'}: "
            f"{count(play.moves, 'move')}, {100 * play.best / play.moves:.0f} % the best{mean}, "
            f"{count(play.mistakes, 'mistake')}, {count(play.blunders, 'blunder')}"
        )
    return lines


def count(number: int, noun: str) -> str:
    """
    >>> count(1, "mistake"), count(0, "mistake")
    ('1 mistake', '0 mistakes')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"
