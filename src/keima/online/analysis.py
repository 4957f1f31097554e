"""What a player thought of its move, in the JSON of the server's `genmove_analyze` extension.

The server keeps it with the move and its viewer shows it: `winrate`, `score` and `visits` of the
position, `moves` with the same and the moves that are expected to follow (`pv`), and
`ownership`, a letter for every point from the top left. Everything is as the player to move sees
it.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from keima.arena.clock import Clock
from keima.arena.players import EnginePlayer, Player, PlayerFault
from keima.arena.programs import GtpPlayer
from keima.colors import Color
from keima.engine.report import MOST_MOVES, encode_ownership, rounded, without_nothing
from keima.engine.report import cgos_analysis as of_result
from keima.game import Game

COMMANDS = {
    "cgos-genmove_analyze": "cgos-genmove_analyze {}",
    "kata-genmove_analyze": "kata-genmove_analyze {} ownership true",
    "lz-genmove_analyze": "lz-genmove_analyze {} 100000",
}
"""What a program is asked with, the first that it knows."""

#: Words of an `info` line and what they are called in JSON.
_NAMES = {
    "move": "move",
    "visits": "visits",
    "winrate": "winrate",
    "scoreLead": "score",
    "scoreMean": "score",
    "prior": "prior",
    "pv": "pv",
    "ownership": "ownership",
}
_WORD = re.compile(r"(?!(?:pass|nan|inf)\b)[a-z][A-Za-z]+")


def genmove_analyze(
    player: Player, game: Game, color: Color, clock: Clock
) -> tuple[str, dict[str, Any] | None]:
    """A player's move, and what it thought if it can tell."""
    if isinstance(player, EnginePlayer):
        move = player.genmove(game, color, clock)
        return move, of_result(player.last, color) if player.last else None
    if isinstance(player, GtpPlayer):
        for name, command in COMMANDS.items():
            if player.knows(name):
                text = player.genmove(game, color, clock, command.format(color.letter.lower()))
                return read_reply(text, in_hundredths=name.startswith("lz"))
    return player.genmove(game, color, clock), None


def read_reply(text: str, in_hundredths: bool = False) -> tuple[str, dict[str, Any] | None]:
    """The move and the analysis in a program's reply: a line of JSON or lines of `info`, and
    `play MOVE`. What cannot be understood of the analysis is dropped; without a move PlayerFault
    is raised. `in_hundredths`: win rates are whole numbers up to 10,000.

    >>> read_reply("info move D4 visits 9 winrate 0.6 pv D4 Q16 C3\\nplay D4")[1]["moves"]
    [{'move': 'D4', 'visits': 9, 'winrate': 0.6, 'pv': 'Q16 C3'}]
    """
    lines = [line.strip() for line in text.splitlines()]
    moves = [line[5:].strip() for line in lines if line.startswith("play ")]
    if not moves:
        raise PlayerFault("nonsense", f"no move in the reply {text[-80:]!r}")
    for line in reversed(lines):
        if line.startswith("{"):
            return moves[-1], _read_json(line)
        if line.startswith("info "):
            return moves[-1], _read_info(line, 10_000 if in_hundredths else 1)
    return moves[-1], None


def to_line(move: str, analysis: dict[str, Any] | None) -> str:
    """The client's answer to `genmove`.

    >>> to_line("D4", {"winrate": 0.5})
    'D4 {"winrate":0.5}'
    """
    if analysis is None or move == "resign":
        return move
    return f"{move} {json.dumps(analysis, separators=(',', ':'))}"


def _read_json(line: str) -> dict[str, Any] | None:
    try:
        value = json.loads(line)
        # Once more, strictly: the server's JSON has no NaN.
        json.dumps(value, allow_nan=False)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _read_info(line: str, scale: float) -> dict[str, Any] | None:
    try:
        fields = [_info_fields(words) for words in _infos(line.split())]
        moves = [_info_move(one, scale) for one in fields]
        owners = next((one["ownership"] for one in fields if one["ownership"]), None)
        return without_nothing(
            winrate=moves[0].get("winrate"),
            score=moves[0].get("score"),
            visits=sum(move["visits"] for move in moves),
            moves=moves[:MOST_MOVES],
            ownership=encode_ownership(map(_number, owners)) if owners else None,
        )
    except (ValueError, IndexError):
        return None


def _infos(words: Sequence[str]) -> Iterator[list[str]]:
    """The parts of a line that begin with `info`."""
    starts = [place for place, word in enumerate(words) if word == "info"]
    for start, end in zip(starts, [*starts[1:], len(words)], strict=True):
        yield list(words[start + 1 : end])


def _info_fields(words: Iterable[str]) -> dict[str, list[str]]:
    fields: dict[str, list[str]] = {name: [] for name in _NAMES.values()}
    current: list[str] = []
    for word in words:
        if word in _NAMES:
            current = fields[_NAMES[word]] = []
        elif _WORD.fullmatch(word):  # something else begins
            current = []
        else:
            current.append(word)
    return fields


def _info_move(fields: dict[str, list[str]], scale: float) -> dict[str, Any]:
    def number(name: str, scale: float = 1) -> float | None:
        return rounded(_number(fields[name][0]) / scale) if fields[name] else None

    return without_nothing(
        move=fields["move"][0],
        visits=int(fields["visits"][0]) if fields["visits"] else 0,
        winrate=number("winrate", scale),
        score=number("score"),
        prior=number("prior", scale),
        pv=" ".join(fields["pv"][1:]),
    )


def _number(text: str) -> float:
    if not math.isfinite(value := float(text)):
        raise ValueError(f"{text} is no number")
    return value
