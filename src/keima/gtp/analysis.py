"""Analysis in the dialects of Leela Zero, KataGo and Sabaki: arguments in, lines of `info` out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from keima.colors import Color
from keima.game import Game
from keima.gtp.arguments import Arguments, clip, shown, syntax_error
from keima.gtp.protocol import GtpError

if TYPE_CHECKING:
    from keima.engine import SearchResult

SHORTEST = 0.05
"""Seconds between two lines at least: searches look up no more often."""
MOST_CENTISECONDS = 10**9
KATA_FLAGS = (
    "rootInfo",
    "ownership",
    "ownershipStdev",
    "movesOwnership",
    "movesOwnershipStdev",
    "pvVisits",
    "pvEdgeVisits",
    "noResultValue",
)
"""What KataGo can be told to add. Keima knows rootInfo, ownership, movesOwnership and pvVisits;
the others are taken and add nothing, since controllers send them unasked."""

Entry = tuple[Color, list[int]]


@dataclass(frozen=True)
class Request:
    """What to analyse and how to say it."""

    color: Color
    #: Seconds between lines; None for no line before the end.
    every: float | None = 1.0
    most: int | None = None
    avoid: tuple[Entry, ...] = ()
    #: At most one for each side.
    allow: tuple[Entry, ...] = ()
    flags: frozenset[str] = frozenset()
    #: Leela Zero's format, in which win rates are whole numbers up to 10,000.
    lz: bool = False

    def line(self, result: SearchResult) -> str:
        """One line with all that is known."""
        from keima.engine.report import move_infos, owners_for, root_info

        infos = move_infos(
            result,
            self.most,
            pv_visits="pvVisits" in self.flags,
            owners=self.color if "movesOwnership" in self.flags else None,
        )
        if self.lz:
            return " ".join(map(_lz_info, infos))
        parts = [_info(info) for info in infos]
        if "rootInfo" in self.flags:
            parts.append(f"rootInfo {_pairs(root_info(result))}")
        if "ownership" in self.flags and (owners := owners_for(result, self.color)):
            parts.append(f"ownership {_owners(owners)}")
        return " ".join(parts)


def _lz_info(info: Mapping[str, Any]) -> str:
    scaled = {k: round(1e4 * info[k]) for k in ("winrate", "prior", "lcb") if k in info}
    numbers = {"visits": info["visits"], **scaled, "order": info["order"]}
    return f"info move {info['move']} {_pairs(numbers)} pv {' '.join(info['pv'])}"


def _info(info: Mapping[str, Any]) -> str:
    """All fractions have a point: Sabaki takes a win rate without one for a part of 10,000."""
    numbers = {k: v for k, v in info.items() if not isinstance(v, str | list)}
    text = f"info move {info['move']} {_pairs(numbers)} pv {' '.join(info['pv'])}"
    if "pvVisits" in info:
        text += f" pvVisits {' '.join(map(str, info['pvVisits']))}"
    if "ownership" in info:
        text += f" movesOwnership {_owners(info['ownership'])}"
    return text


def _owners(owners: Iterable[float]) -> str:
    return " ".join(f"{owner:.3f}" for owner in owners)


def _pairs(values: Mapping[str, float]) -> str:
    return " ".join(
        f"{key} {value:.6f}" if isinstance(value, float) else f"{key} {value}"
        for key, value in values.items()
    )


@dataclass
class _Reader:
    """Reads `[COLOR] [INTERVAL] [KEY VALUE...]...`."""

    game: Game
    args: Arguments
    place: int = 0
    fields: dict[str, Any] = field(default_factory=dict)
    avoid: list[Entry] = field(default_factory=list)
    allow: list[Entry] = field(default_factory=list)
    flags: set[str] = field(default_factory=set)

    def read(self, lz: bool) -> Request:
        self.fields["color"] = self.game.to_play
        if self._next().lower() in ("b", "w", "black", "white"):
            self.fields["color"] = self._color()
        if self.args.is_number(self.place):
            self._interval()
        keys: dict[str, Callable[[], None]] = {
            "interval": self._interval,
            "minmoves": self._minmoves,
            "maxmoves": self._maxmoves,
            "avoid": self._avoid,
            "allow": self._allow,
        }
        for flag in () if lz else KATA_FLAGS:
            keys[flag] = self._flag
        while key := self._next():
            if key not in keys:
                raise syntax_error(f"{shown(key)} is not one of {', '.join(keys)}")
            self.place += 1
            keys[key]()
        if {color for color, _ in self.avoid} & {color for color, _ in self.allow}:
            raise syntax_error("avoid and allow exclude each other")
        avoid, allow, flags = tuple(self.avoid), tuple(self.allow), frozenset(self.flags)
        return Request(**self.fields, avoid=avoid, allow=allow, flags=flags, lz=lz)

    def _next(self) -> str:
        return self.args.words[self.place] if self.place < len(self.args) else ""

    def _word(self) -> str:
        self.place += 1
        return self.args.word(self.place - 1)

    def _integer(self, least: int, most: int | None = None) -> int:
        self.place += 1
        return self.args.integer(self.place - 1, least, most)

    def _color(self) -> Color:
        self.place += 1
        return self.args.color(self.place - 1)

    def _interval(self) -> None:
        self.place += 1
        hundredths = self.args.number(self.place - 1, 0, MOST_CENTISECONDS)
        self.fields["every"] = max(hundredths / 100, SHORTEST) if hundredths else None

    def _minmoves(self) -> None:
        self._integer(0)  # every move that was looked at is told anyway

    def _maxmoves(self) -> None:
        self.fields["most"] = self._integer(0)

    def _flag(self) -> None:
        name = self.args.word(self.place - 1)
        word = self._word().lower()
        if word not in ("true", "false"):
            raise syntax_error(f"{name} must be true or false, got {shown(word)}")
        self.flags -= {name}
        self.flags |= {name} if word == "true" else set()

    def _avoid(self) -> None:
        self.avoid.append(self._entry())

    def _allow(self) -> None:
        self.allow.append(self._entry())
        if len({color for color, _ in self.allow}) < len(self.allow):
            raise syntax_error("allow can be given once for each side")

    def _entry(self) -> Entry:
        color = self._color()
        points = [_vertex(self.game, name) for name in self._word().split(",") if name]
        if not points:
            raise syntax_error("expected vertices with commas between them")
        self._integer(1)
        return color, points


def _vertex(game: Game, name: str) -> int:
    try:
        return game.parse(name)
    except ValueError as error:
        raise GtpError(f"invalid color or coordinate: {clip(str(error))}") from None


def read_request(game: Game, args: Arguments, lz: bool) -> tuple[Request, list[int] | None]:
    """The request, and the only moves to consider if not all are."""
    from keima.engine.report import root_moves

    request = _Reader(game, args).read(lz)
    allow = next((entry for entry in request.allow if entry[0] == request.color), None)
    try:
        moves = root_moves(game, request.color, request.avoid, allow)
    except ValueError as error:
        raise GtpError(str(error)) from None
    return request, moves


def board_of(game: Game, texts: Mapping[int, str], blank: str = ".") -> str:
    """A board of short texts in columns, from the top, without coordinates."""
    width = max(map(len, [blank, *texts.values()]))
    cells: Iterable[str] = (texts.get(p, blank).rjust(width) for p in range(game.area))
    row = list(cells)
    return "\n" + "\n".join(
        " ".join(row[start : start + game.width]) for start in range(0, game.area, game.width)
    )
