"""A query for analysis: from JSON to positions to search."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from keima.analysis.fields import Fields, QueryError, location, placed, player, shown
from keima.colors import Color
from keima.engine.limits import MOST_PLAYOUTS, MOST_SECONDS, Limit
from keima.engine.parameters import Parameter
from keima.engine.report import root_moves
from keima.game import Game, IllegalMove
from keima.points import MAX_SIDE
from keima.rules import Rules, named, with_field

MOST_KOMI = 400.0
MOST_PRIORITY = 2**63 - 1
PERSPECTIVES = ("BLACK", "WHITE", "SIDETOMOVE")
#: KataGo's names of parameters of Keima.
ALIASES = {
    "maxVisits": "playouts",
    "maxPlayouts": "playouts",
    "maxTime": "seconds",
    "numSearchThreads": "threads",
}
#: Fields that are taken, and that change nothing here.
IGNORED = (
    "rootPolicyTemperature",
    "rootFpuReductionMax",
    "includeOwnershipStdev",
    "includeMovesOwnershipStdev",
    "includeNoResultValue",
)


@dataclass(frozen=True)
class Shape:
    """What a response holds."""

    perspective: str = "BLACK"
    ownership: bool = False
    policy: bool = False
    pv_length: int | None = None
    pv_visits: bool = False
    move_owners: bool = False

    def view(self, mover: Color) -> Color:
        """Who looks at the numbers."""
        return {"BLACK": Color.BLACK, "WHITE": Color.WHITE}.get(self.perspective, mover)


@dataclass
class Work:
    """One position of a query."""

    id: str
    turn: int
    priority: int
    game: Game
    color: Color
    #: The only moves to consider; None for all.
    moves: list[int] | None
    limit: Limit | None
    #: Seconds between reports; None for none before the end.
    every: float | None
    shape: Shape
    #: Parameters of the player that differ from the usual ones.
    parameters: Mapping[str, object] = field(default_factory=dict)
    stopped: bool = False


@dataclass
class Query:
    works: list[Work]
    #: Field and text of each.
    warnings: list[tuple[str, str]]


Entries = list[tuple[Color, list[int]]]


class QueryReader:
    """Reads one query; `known` are the player's parameters by name."""

    def __init__(
        self, values: Mapping[str, Any], known: Mapping[str, Parameter], perspective: str
    ) -> None:
        self._fields = Fields(values)
        self._known = known
        self._perspective = perspective
        self._warnings: list[tuple[str, str]] = []

    def read(self) -> Query:
        fields = self._fields
        id = fields.string("id")
        start = self._start()
        moves = [placed(start, pair, "moves") for pair in fields.items("moves")]
        turns = self._turns(len(moves))
        settings = self._settings()
        shape = Shape(
            settings.pop("reportAnalysisWinratesAs", self._perspective),
            fields.flag("includeOwnership"),
            fields.flag("includePolicy"),
            self._optional("analysisPVLen", lambda name: fields.integer(name, 1, 1000)),
            fields.flag("includePVVisits"),
            fields.flag("includeMovesOwnership"),
        )
        limit = self._limit(settings)
        every = self._optional(
            "reportDuringSearchEvery", lambda name: fields.number(name, 0.001, MOST_SECONDS)
        )
        avoid, allow = self._entries(start, "avoidMoves"), self._entries(start, "allowMoves")
        if avoid and allow:
            raise QueryError("Cannot specify both avoidMoves and allowMoves", "allowMoves")
        if len({color for color, _ in allow}) < len(allow):
            raise QueryError("Must hold at most one entry for each player", "allowMoves")
        priorities = self._priorities(turns)
        works = []
        for turn, game, color in _positions(start, moves, set(turns)):
            only = next((entry for entry in allow if entry[0] == color), None)
            try:
                left = root_moves(game, color, avoid, only)
            except ValueError as error:
                raise QueryError(str(error), "allowMoves" if allow else "avoidMoves") from None
            works.append(
                Work(
                    *(id, turn, priorities[turn], game, color, left),
                    *(limit, every, shape, settings),
                )
            )
        self._warn()
        return Query(works, self._warnings)

    def _optional(self, name: str, read: Callable[[str], Any]) -> Any:
        return read(name) if self._fields.has(name) else None

    def _start(self) -> Game:
        """The position before the first move."""
        fields = self._fields
        width = fields.integer("boardXSize", 1, MAX_SIDE)
        height = fields.integer("boardYSize", 1, MAX_SIDE)
        rules = self._rules()
        komi = self._optional("komi", lambda name: fields.number(name, -MOST_KOMI, MOST_KOMI))
        if komi is not None and komi * 2 != int(komi * 2):
            raise QueryError(f"Must be a whole or half number, got {komi}", "komi")
        game = Game((width, height), komi=komi, rules=rules)
        stones = self._optional("initialStones", fields.items) or []
        _place(game, [placed(game, pair, "initialStones") for pair in stones])
        moves = fields.items("moves")
        if fields.has("initialPlayer"):
            game.to_play = player(fields.get("initialPlayer"), "initialPlayer")
        elif moves:
            game.to_play = placed(game, moves[0], "moves")[0]
        return game

    def _rules(self) -> Rules:
        value = self._fields.get("rules")
        if not isinstance(value, str | dict):
            raise QueryError(f"Must be a name or an object, got {shown(value)}", "rules")
        try:
            rules = Rules.parse(value)
        except (ValueError, TypeError) as error:
            raise QueryError(f"Could not parse rules: {error}", "rules") from None
        if not self._fields.has("whiteHandicapBonus"):
            return rules
        bonus = self._fields.get("whiteHandicapBonus")
        try:
            return named(with_field(rules, "whiteHandicapBonus", str(bonus)))
        except ValueError:
            raise QueryError(
                f'Must be "0", "N" or "N-1", got {shown(bonus)}', "whiteHandicapBonus"
            ) from None

    def _turns(self, moves: int) -> list[int]:
        if not self._fields.has("analyzeTurns"):
            return [moves]
        turns = self._fields.integers("analyzeTurns", 0, moves)
        if not turns:
            raise QueryError("Must hold at least one turn", "analyzeTurns")
        return turns

    def _priorities(self, turns: list[int]) -> dict[int, int]:
        fields, most = self._fields, MOST_PRIORITY
        one = self._optional("priority", lambda name: fields.integer(name, -most, most)) or 0
        if not fields.has("priorities"):
            return dict.fromkeys(turns, one)
        if not fields.has("analyzeTurns"):
            raise QueryError("Can only be given with analyzeTurns", "priorities")
        each = fields.integers("priorities", -most, most)
        if len(each) != len(turns):
            raise QueryError(
                f"Must be as many as analyzeTurns, got {len(each)} for {len(turns)}", "priorities"
            )
        return dict(zip(turns, each, strict=True))

    def _settings(self) -> dict[str, Any]:
        """What overrideSettings change, by Keima's names."""
        found: dict[str, Any] = {}
        for key, value in self._fields.mapping("overrideSettings").items():
            name = ALIASES.get(key, key)
            if key == "reportAnalysisWinratesAs":
                if value not in PERSPECTIVES:
                    allowed = ", ".join(PERSPECTIVES)
                    raise QueryError(
                        f"{key} must be one of {allowed}, got {shown(value)}", "overrideSettings"
                    )
                found[key] = value
            elif name in self._known:
                try:
                    found[name] = self._known[name].read(value)
                except ValueError as error:
                    raise QueryError(str(error), "overrideSettings") from None
            else:
                self._warnings.append(("overrideSettings", f"Unknown setting {shown(key)}"))
        return found

    def _limit(self, settings: dict[str, Any]) -> Limit | None:
        """The query's own limit, taken out of the settings."""
        playouts, seconds = settings.pop("playouts", None), settings.pop("seconds", None)
        if self._fields.has("maxVisits"):
            playouts = self._fields.integer("maxVisits", 1, MOST_PLAYOUTS)
        return Limit(playouts, seconds) or None

    def _entries(self, game: Game, name: str) -> Entries:
        found: Entries = []
        for entry in self._optional(name, self._fields.items) or []:
            if not isinstance(entry, dict):
                raise QueryError(f"Must be a list of objects, got {shown(entry)}", name)
            inner = Fields(entry)
            try:
                inner.integer("untilDepth", 1, 10**9)
                moves = [location(game, move, name) for move in inner.items("moves")]
                found.append((player(inner.get("player"), name), moves))
            except QueryError as error:
                where = f"{error.field}: " if error.field != name else ""
                raise QueryError(f"{where}{error}", name) from None
        return found

    def _warn(self) -> None:
        for name in IGNORED:
            if self._fields.has(name) and self._fields.get(name) is not False:
                self._warnings.append((name, "Not known to Keima, and ignored"))
        for name in self._fields.unused():
            self._warnings.append((name, "Unexpected or unused field"))


def _place(game: Game, stones: list[tuple[Color, int]]) -> None:
    """Stones before the first move. Black stones alone are a handicap."""
    points: dict[Color, list[int]] = {Color.BLACK: [], Color.WHITE: []}
    for color, point in stones:
        if point == game.area:
            raise QueryError("A pass is not a stone", "initialStones")
        points[color].append(point)
    try:
        if len(points[Color.BLACK]) > 1 and not points[Color.WHITE]:
            game.set_free_handicap(points[Color.BLACK])
        elif stones:
            game.setup(points[Color.BLACK], points[Color.WHITE])
    except ValueError as error:
        raise QueryError(f"Could not place the stones: {error}", "initialStones") from None


def _positions(
    start: Game, moves: list[tuple[Color, int]], turns: set[int]
) -> list[tuple[int, Game, Color]]:
    """The wanted positions, and who is to move in each."""
    found = []
    game = start.copy()
    for turn in range(len(moves) + 1):
        color = moves[turn][0] if turn < len(moves) else game.to_play
        if turn in turns:
            found.append((turn, game.copy(), color))
        if turn < len(moves):
            try:
                game.play(moves[turn][1], color)
            except IllegalMove as error:
                raise QueryError(f"Illegal move {turn}: {error}", "moves") from None
    return found
