"""A review as one HTML page: no script, no other file."""

from __future__ import annotations

import os
from collections.abc import Sequence
from html import escape
from typing import NamedTuple
from urllib.parse import quote

from keima.colors import Color
from keima.drawing import draw_board
from keima.review.graph import graph
from keima.review.moves import GOOD, Judged, Play, worst
from keima.review.run import Review
from keima.review.words import count, effort, lead, values
from keima.scoring import plain_number

#: Mistakes that are shown with a board.
SHOWN = 12
#: Moves of a line that are numbered on a board.
NUMBERED = 9

_STYLE = """
:root { color-scheme: light dark; --text: #23211e; --page: #fbfaf8; --card: #fff; --rule: #dedad2;
  --quiet: #6b655c; --panel: #ece8e0; --grid: #cfc9be; --area: #3a3733; --curve: #23211e;
  --black: #c0392b; --white: #2471a3; }
@media (prefers-color-scheme: dark) { :root { --text: #e4e0d8; --page: #1b1a18; --card: #242220;
  --rule: #403c37; --quiet: #a49d92; --panel: #33302c; --grid: #57514a; --area: #d8d3c8;
  --curve: #f2efe9; --black: #f0705f; --white: #66b2e8; } }
* { box-sizing: border-box; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 1040px;
  padding: 1.5rem 1rem; color: var(--text); background: var(--page); overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; margin: 0 0 .2rem; } h2 { font-size: 1.15rem; margin: 2rem 0 .6rem; }
.quiet { color: var(--quiet); margin: .1rem 0; }
.problem { border-left: 4px solid var(--black); padding: .3rem .8rem; background: var(--card); }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
.scroll { overflow-x: auto; }
th, td { padding: .3rem .8rem; text-align: right; border-bottom: 1px solid var(--rule); }
td { white-space: nowrap; } td:first-child { white-space: normal; }
th { font-weight: 600; } th:first-child, td:first-child { text-align: left; padding-left: 0; }
.graph { display: block; width: 100%; min-width: 620px; height: auto; }
.graph { font: 12px system-ui, sans-serif; }
.graph text { fill: var(--quiet); } .graph rect { fill: var(--panel); }
.graph .grid { stroke: var(--grid); fill: none; } .graph .area { fill: var(--area); opacity: .28; }
.graph .curve { fill: none; stroke: var(--curve); stroke-width: 1.6; stroke-linejoin: round; }
.graph .column { fill: transparent; } .graph .column:hover { fill: var(--area); opacity: .12; }
.dot circle { stroke: var(--page); } .graph .black { fill: var(--black); }
.graph .white { fill: var(--white); }
.key::before { content: ""; display: inline-block; width: .7em; height: .7em; border-radius: 50%;
  margin-right: .35em; background: currentColor; }
.key.black { color: var(--black); } .key.white { color: var(--white); margin-left: 1rem; }
.mistakes { display: grid; gap: 1rem;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 400px), 1fr)); }
.card { background: var(--card); border: 1px solid var(--rule); border-radius: 8px; padding: .8rem;
  scroll-margin-top: 1rem; }
.card:target { outline: 2px solid var(--black); }
.card h3 { font-size: 1rem; margin: 0; display: flex; justify-content: space-between; gap: .5rem; }
.card h3 b { color: var(--black); font-weight: 600; } .card p { margin: .3rem 0; }
.card svg { display: block; width: 100%; height: auto; border-radius: 4px; }
@media print { body { max-width: none; } .card { break-inside: avoid; } }
"""


def html_page(review: Review) -> str:
    """The page of a game."""
    record = review.record
    title = f"{record.player(Color.BLACK)} - {record.player(Color.WHITE)}"
    body = [
        f"<h1>{escape(title)}</h1>",
        f'<p class="quiet">{escape(_about(review))}</p>',
        f'<p class="quiet">{escape(effort(review))}</p>',
    ]
    if record.problem:
        body.append(
            f'<p class="problem">The game could not be followed to its end: '
            f"{escape(record.problem)}</p>"
        )
    if review.found:
        body += ["<h2>Course of the game</h2>", _wide(graph(review)), _key()]
    body += ["<h2>Players</h2>", _players(review), "<h2>Biggest mistakes</h2>", _mistakes(review)]
    return document(title, "".join(body))


class Row(NamedTuple):
    """A game in a list of games."""

    name: str
    black: str
    white: str
    result: str
    plays: tuple[Play, Play]
    #: The address of its page, from the list's own folder; None if there is none.
    page: str | None = None


def index_page(title: str, rows: Sequence[Row]) -> str:
    """A list of games, with links to their pages."""
    head = ("game", "Black", "White", "result", "moves", "lost by a move", "mistakes", "blunders")
    lines = ["".join(f"<th>{name}</th>" for name in head)]
    for row in rows:
        name = escape(row.name)
        if row.page is not None:
            name = f'<a href="{escape(quote(os.fsencode(row.page)))}">{name}</a>'
        cells = [escape(text) for text in (row.black, row.white, row.result)]
        cells.append(str(sum(play.moves for play in row.plays)))
        for each in (_mean, lambda play: str(play.mistakes), lambda play: str(play.blunders)):
            cells.append(" : ".join(each(play) for play in row.plays))
        lines.append("".join(f"<td>{cell}</td>" for cell in (name, *cells)))
    table = f'<div class="scroll"><table><tr>{"</tr><tr>".join(lines)}</tr></table></div>'
    note = '<p class="quiet">Where there are two numbers, the first is Black\'s.</p>'
    return document(title, f"<h1>{escape(title)}</h1>{note}{table}")


def _mean(play: Play) -> str:
    """What a move lost on average."""
    if play.points is not None:
        return f"{play.points:.2f}"
    return "?" if play.winrate is None else f"{100 * play.winrate:.1f} %"


def document(title: str, body: str) -> str:
    """A page that needs nothing but itself."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(title)}</title>"
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{_STYLE}</style></head><body>{body}</body></html>\n"
    )


def _about(review: Review) -> str:
    record = review.record
    game = record.turns[0].game
    parts = [record.text(ident) for ident in ("EV", "RO", "DT", "PC")]
    parts += [f"{game.width}x{game.height}", f"{game.rules.name} rules"]
    parts.append(f"komi {plain_number(game.komi)}")
    if game.handicap:
        parts.append(f"{game.handicap} handicap stones")
    parts.append(count(record.turns[-1].moves, "move"))
    if result := record.text("RE"):
        parts.append(f"result {result}")
    return ", ".join(part for part in parts if part)


def _key() -> str:
    return (
        '<p class="quiet"><span class="key black">mistakes of Black</span>'
        '<span class="key white">mistakes of White</span></p>'
    )


def _wide(content: str) -> str:
    """What is wider than a phone is moved in a frame of its own, by keys too."""
    return f'<div class="scroll" tabindex="0">{content}</div>'


def _players(review: Review) -> str:
    names = {color: review.record.player(color) for color in (Color.BLACK, Color.WHITE)}
    plays = [review.plays[color.letter] for color in names]

    def part(play: Play, number: int) -> str:
        return f"{number} ({100 * number / play.moves:.0f} %)" if play.moves else "0"

    unit = "points" if any(play.points is not None for play in plays) else "win rate"
    rows = [
        ("", *(_side(color, name) for color, name in names.items())),
        ("moves judged", *(str(play.moves) for play in plays)),
        ("the best move", *(part(play, play.best) for play in plays)),
        (f"among the best {GOOD}", *(part(play, play.good) for play in plays)),
        (f"{unit} lost by a move, on average", *(_mean(play) for play in plays)),
        (f"mistakes, {review.threshold} or more", *(part(play, play.mistakes) for play in plays)),
        ("of these blunders", *(str(play.blunders) for play in plays)),
    ]
    lines = []
    for number, row in enumerate(rows):
        tag = "td" if number else "th"
        lines.append("".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in row))
    return _wide(f"<table><tr>{'</tr><tr>'.join(lines)}</tr></table>")


def _side(color: Color, name: str) -> str:
    word = color.word.capitalize()
    return name if name == word else f"{word}: {name}"


def _mistakes(review: Review) -> str:
    shown = worst(review.judged.values(), SHOWN)
    if not shown:
        return f'<p class="quiet">No move lost {escape(str(review.threshold))} or more.</p>'
    cards = "".join(_card(review, each) for each in shown)
    more = sum(each.is_mistake for each in review.judged.values()) - len(shown)
    note = f'<p class="quiet">And {count(more, "smaller mistake")}.</p>' if more > 0 else ""
    legend = (
        "The cross is what was played, after the move with the ring; numbers are the better line."
    )
    return f'<p class="quiet">{legend}</p><div class="mistakes">{cards}</div>{note}'


def _card(review: Review, move: Judged) -> str:
    before = review.record.turns[move.turn.number - 1].game
    best = move.before.best
    colors = (move.before.color, move.before.color.opponent)
    line = [
        (before.parse(name), colors[place % 2]) for place, name in enumerate(best.line[:NUMBERED])
    ]
    played = before.parse(move.move)
    last = before.last_move
    picture = draw_board(before.board, last.point if last else None, line=line, cross=played)
    after, label = move.after, move.turn.label
    return (
        f'<section class="card" id="move-{move.turn.moves}"><h3><span>'
        f"{escape(label[0].upper() + label[1:])}</span><b>{move.lost}</b></h3>"
        f"<p>{escape(values(move.before.winrate, move.before.score))} → "
        f"{escape(values(after.winrate, after.score))}</p>"
        f"<p>Better: {escape(' '.join(best.line))} ({escape(lead(best.score))})</p>"
        f"{picture.svg()}</section>"
    )
