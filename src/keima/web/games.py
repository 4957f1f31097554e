"""A game that is open on the server: its record as a tree, where we are in it, and who plays."""

from __future__ import annotations

import json
import math
from collections import OrderedDict, deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from keima import __version__, sgf
from keima.colors import Color
from keima.game import Game
from keima.gtp.timing import TimeLeft, TimeSettings
from keima.sgf import GameTree, Limits, Node, SgfError
from keima.sgf.convert import game_from_sgf, tree_of_game
from keima.web import limits
from keima.web.clocks import Clock, read_settings, settings_json
from keima.web.players import Seat
from keima.web.values import Refused, text
from keima.web.winrates import forget_value, value_in

if TYPE_CHECKING:
    from keima.web.searching import MoveJob

SIDES = (Color.BLACK, Color.WHITE)
#: Positions and analyses that a game keeps, the latest used.
_POSITIONS = 16
_ANALYSES = 100
#: Changes of the tree that are told.
_CHANGES = 8
#: Changes between two that are saved, at most.
_UNTOLD = 1000


@dataclass(frozen=True)
class Position:
    """The game at a node, the number of moves to it, and what of its line cannot be played."""

    game: Game
    number: int
    fault: str | None = None


@dataclass
class Count:
    """Counting under way. `by_hand` says that somebody has marked stones."""

    dead: frozenset[int] = frozenset()
    by_hand: bool = False


class OpenGame:
    """A game and all that belongs to it. Its nodes have numbers that stay, over restarts too."""

    def __init__(self, ident: str, tree: GameTree, ids: Iterable[int] | None = None) -> None:
        self.id = ident
        self.tree = tree
        nodes = list(tree.walk())
        numbers = list(range(len(nodes))) if ids is None else list(ids)
        self._nodes = dict(zip(numbers, nodes, strict=True))
        self._ids = {node: number for number, node in self._nodes.items()}
        self._next = max(numbers) + 1
        #: Nodes with smaller numbers came with a record; the others were played here.
        self.own_from = self._next
        self.node = self._ids[tree.root]
        self.title = ""
        self.seats = dict.fromkeys(SIDES, Seat())
        self.clock: Clock | None = None
        self.version = 1
        self.tree_version = 1
        #: Goes up with each change of komi or rules: what was found before does not hold after.
        self.rules_version = 0
        self.count: Count | None = None
        #: The node at which the game ended, and those with two passes where play goes on.
        self.ended: int | None = None
        self.resumed: set[int] = set()
        #: Engines wait for the next action.
        self.paused = False
        self.error: str | None = None
        #: An engine that looks for a move, and for which node.
        self.thinking: MoveJob | None = None
        self.values: dict[int, list[float | None]] = {}
        #: The last changes of nodes, each with the version of the tree that it made.
        self.changes: deque[tuple[int, int]] = deque(maxlen=_CHANGES)
        #: How many changes of nodes are kept beside the record; None if it must be written whole.
        self.edits: int | None = None
        # As texts, which take a tenth of the memory.
        self._analyses: OrderedDict[int, str] = OrderedDict()
        self._positions: OrderedDict[int, Position] = OrderedDict()

    # Nodes

    def at(self, number: int) -> Node:
        """A node by its number; refuses if there is none."""
        node = self._nodes.get(number)
        if node is None:
            raise Refused(f"there is no node {number} in this game", 404)
        return node

    def id_of(self, node: Node) -> int:
        return self._ids[node]

    @property
    def current(self) -> Node:
        return self._nodes[self.node]

    @property
    def ids(self) -> list[int]:
        """The numbers of all nodes in the order of the record."""
        return [self._ids[node] for node in self.tree.walk()]

    def __len__(self) -> int:
        return len(self._nodes)

    def line(self) -> list[Node]:
        """From the root over the current node to the end of its first variation."""
        return [*self.current.line()[:-1], *self.current.main_line()]

    def add_move(self, color: Color, point: int) -> int:
        """The child of the current node with a move, which is made if there is none."""
        for child in self.current.children:
            if move_of(child) == (color, point):
                return self._ids[child]
        if len(self._nodes) >= limits.NODES:
            raise Refused(f"the game has {len(self._nodes):,} nodes: more are not kept", 413)
        position = self.position()
        game = position.game.copy()
        game.play(point, color)
        node = self.current.add_move(color, point)
        number, self._next = self._next, self._next + 1
        self._nodes[number], self._ids[node] = node, number
        self._keep(number, Position(game, position.number + 1))
        self.changed(number)
        return number

    def changed(self, number: int) -> None:
        """Notes that a node is new, or looks different in the tree."""
        self.tree_version += 1
        self.changes.append((self.tree_version, number))

    def remove(self, number: int) -> None:
        """Takes a node with all below it out of the record. If we were there, we are above."""
        node = self.at(number)
        parent = node.parent
        if parent is None:
            raise Refused("the first node cannot be removed: expected one below it")
        below = {self._ids[each] for each in node.walk()}
        if self.node in below:
            self.go(self._ids[parent])
        node.remove()
        for each in below:
            del self._ids[self._nodes.pop(each)]
            for kept in (self._positions, self._analyses, self.values):
                kept.pop(each, None)
            self.resumed.discard(each)
        if self.ended in below:
            self.set_result(None)
        self.tree_version += 1

    def promote(self, number: int) -> None:
        """Makes the variation of a node the main line."""
        for node in self.at(number).line():
            node.promote()
        self.tree_version += 1

    def go(self, number: int) -> None:
        self.at(number)
        if number != self.node:
            self.node = number
            self.count = None

    # Positions

    def position(self, number: int | None = None) -> Position:
        """The game at a node, by default the current one; not to be changed. What cannot be played
        is left out with all after it."""
        wanted = self.node if number is None else number
        found = self._positions.get(wanted)
        if found is None:
            found = _position(self.at(wanted))
        self._keep(wanted, found)
        return found

    def _keep(self, number: int, position: Position) -> None:
        self._positions[number] = position
        self._positions.move_to_end(number)
        while len(self._positions) > _POSITIONS:
            self._positions.popitem(last=False)

    @property
    def game(self) -> Game:
        """At the current node; not to be changed."""
        return self.position().game

    @property
    def is_over(self) -> bool:
        return self.ended == self.node or self.has_ended(self.node)

    def has_ended(self, number: int) -> bool:
        """Is the game over at a node by its rules, so that there is no move to look for?"""
        return number not in self.resumed and self.position(number).game.is_over

    @property
    def rests(self) -> bool:
        """Is it over, being counted, or paused?"""
        return self.is_over or self.count is not None or self.paused

    @property
    def result(self) -> str | None:
        return self.tree.root.text("RE").strip()[:40] or None

    @property
    def has_result(self) -> bool:
        """Is the result that of the current node? Of a record it is that of its main line's end."""
        if self.ended is not None:
            return self.ended == self.node
        *_, last = self.tree.main_line()
        return self.current == last and self.result is not None

    def set_result(self, result: str | None) -> None:
        """Ends the game at the current node, or opens it again."""
        root = self.tree.root
        self.ended = None if result is None else self.node
        if result is not None:
            root.set_raw("RE", [result])
        elif "RE" in root:
            del root["RE"]

    # Settings

    def set_seat(self, color: Color, seat: Seat) -> None:
        was = self.seats[color]
        self.seats[color] = seat
        ident = f"P{color.letter}"
        root = self.tree.root
        if seat.is_engine:
            root[ident] = seat.name
        elif was.is_engine and ident in root:
            del root[ident]

    def set_clock(self, settings: TimeSettings | None) -> None:
        self.clock = Clock(settings) if settings else None

    def set_rules(self, rules: str) -> None:
        """Refuses, and changes nothing, if the moves up to here are illegal under them."""
        try:
            changed = self.game.copy()
            changed.rules = rules
        except ValueError as error:
            raise Refused(str(error)) from None
        self._rewrite("RU", tree_of_game(changed).root.raw("RU"))

    def set_komi(self, komi: float) -> None:
        self._rewrite("KM", [f"{komi:.15g}"])

    def _rewrite(self, ident: str, values: list[str]) -> None:
        """Sets a value of the whole game: what other nodes say otherwise goes, and so does what was
        found without it."""
        for node in self.tree.walk():
            if ident in node:
                del node[ident]
            forget_value(node)
        self.tree.root.set_raw(ident, values)
        for found in (self._positions, self._analyses, self.values):
            found.clear()
        self.rules_version += 1

    # Analyses

    def keep_analysis(self, number: int, analysis: dict[str, Any]) -> dict[str, Any]:
        """Keeps what was found of a node, in place of what was found before, unless that says more.
        Returns what is kept."""
        before = self.analysis(number)
        if before is not None and _says_more(before, analysis):
            analysis = before
        else:
            self._analyses[number] = json.dumps(analysis | {"running": False})
        self._analyses.move_to_end(number)
        while len(self._analyses) > _ANALYSES:
            self._analyses.popitem(last=False)
        self.values[number] = [analysis["winrate"], analysis["score"]]
        return analysis

    def analysis(self, number: int) -> dict[str, Any] | None:
        """What was found of a node last, if it is still known."""
        kept = self._analyses.get(number)
        return None if kept is None else json.loads(kept)

    def has(self, number: int) -> bool:
        return number in self._nodes

    # Keeping

    def settings(self) -> dict[str, Any]:
        """All that is no part of the record, as plain values; `load` reads it."""
        clock = self.clock
        left = {c.letter: clock.now(c) for c in SIDES} if clock else {}
        return {
            "title": self.title,
            "players": {c.letter: seat.to_json() for c, seat in self.seats.items()},
            "clock": settings_json(clock.settings) if clock else None,
            "left": {letter: [time.seconds, time.stones] for letter, time in left.items()},
            "node": self.node,
            "next": self._next,
            "own_from": self.own_from,
            "version": self.version,
            "tree_version": self.tree_version,
            "rules_version": self.rules_version,
            # What failed is tried again.
            "paused": self.paused and self.error is None,
            "ended": self.ended,
            "resumed": sorted(self.resumed),
            "dead": sorted(self.count.dead) if self.count else None,
        }

    def edit(self, number: int) -> dict[str, Any]:
        """A node and its place as plain values; `apply` reads it."""
        node = self.at(number)
        parent = node.parent
        return {
            "node": number,
            "parent": None if parent is None else self._ids[parent],
            "properties": {ident: node.raw(ident) for ident in node},
        }

    def apply(self, edit: dict[str, Any]) -> None:
        """Makes a node what an edit says; one that is not there becomes the last child."""
        number = edit["node"]
        node = self._nodes.get(number)
        if node is None:
            node = self._nodes[edit["parent"]].add_child()
            self._nodes[number], self._ids[node] = node, number
        for ident in list(node):
            del node[ident]
        for ident, values in edit["properties"].items():
            node.set_raw(ident, values)


def _says_more(before: dict[str, Any], after: dict[str, Any]) -> bool:
    """Has the same player looked longer, and been asked for all that it is asked for now?"""
    same = all(before[key] == after[key] for key in ("profile", "network"))
    has_all = before["views"].keys() >= after["views"].keys()
    return same and has_all and before["visits"] > after["visits"]


def load(
    ident: str,
    record: str,
    settings: dict[str, Any],
    values: dict[str, list[float | None]],
    ids: list[int] | None = None,
    edits: Iterable[dict[str, Any]] = (),
) -> OpenGame:
    """A game as it was kept."""
    game = OpenGame(ident, sgf.parse(record)[0], ids)
    for edit in edits:
        game.apply(edit)
    game._next = settings["next"]
    for name in ("title", "node", "own_from", "version", "tree_version", "ended"):
        setattr(game, name, settings[name])
    # Older files know nothing of these.
    game.rules_version = settings.get("rules_version", 0)
    game.paused = settings.get("paused", False)
    for color in SIDES:
        try:
            game.seats[color] = Seat.read(settings["players"][color.letter])
        except Refused as error:
            game.error = f"nobody plays {color.name.lower()}: {error.message}"
    game.set_clock(read_settings(settings["clock"]))
    if game.clock:
        for c in SIDES:
            game.clock.left[c] = TimeLeft(*settings["left"][c.letter])
    # Changes that need not be kept may have been told with higher numbers.
    game.version += _UNTOLD
    game.resumed = set(settings["resumed"])
    if settings["dead"] is not None:
        game.count = Count(frozenset(settings["dead"]), by_hand=True)
    game.values = {int(number): value for number, value in values.items()}
    return game


def new_game(
    ident: str,
    size: tuple[int, int],
    rules: str,
    komi: float | None,
    handicap: int,
) -> OpenGame:
    """A game that begins. Handicap stones are on their fixed points as far as there are such."""
    try:
        game = Game(size, rules=rules, komi=komi)
        if handicap:
            _place(game, handicap)
    except ValueError as error:
        raise Refused(str(error)) from None
    if handicap and komi is None:
        game.komi = 0.5
    opened = OpenGame(ident, tree_of_game(game))
    opened.own_from = 1
    return opened


def _place(game: Game, handicap: int) -> None:
    try:
        game.place_fixed_handicap(handicap)
    except ValueError:
        game.place_free_handicap(handicap)


def from_sgf(ident: str, record: str) -> OpenGame:
    """The first game of an SGF text, at its root. What is not well-formed is read as far as it
    can be; refuses what is no game of Go at all."""
    record = text(record, "sgf", limits.SGF_BYTES)
    try:
        games = sgf.parse(
            record, lenient=True, limits=Limits(limits.SGF_BYTES, limits.NODES, limits.NODES, 1000)
        )
        if not games:
            raise Refused("this is no SGF: expected a text such as (;SZ[9];B[ee])")
        tree = games[0]
        start = game_from_sgf(tree.root, lenient=True)
    except SgfError as error:
        raise Refused(f"this SGF cannot be read: {error}") from None
    if not math.isfinite(start.komi) or abs(start.komi) > limits.KOMI:
        raise Refused(f"komi {start.komi:g} is not between -{limits.KOMI} and {limits.KOMI}")
    root = tree.root
    root["AP"] = ("Keima", __version__)
    root.set_raw("KM", [f"{start.komi:.15g}"])
    opened = OpenGame(ident, tree)
    opened.title = title_of(root)
    for node in tree.walk():
        if (value := value_in(node)) is not None:
            opened.values[opened.id_of(node)] = value
    return opened


def title_of(root: Node) -> str:
    """What a record calls itself: its name, or its players."""
    name = root.text("GN") or root.text("EV")
    players = " - ".join(filter(None, (root.text("PB"), root.text("PW"))))
    return (name or players)[: limits.TITLE]


def move_of(node: Node) -> tuple[Color, int] | None:
    """The move of a node; None also if it cannot be read."""
    try:
        return node.move
    except SgfError:
        return None


def _position(node: Node) -> Position:
    number = sum(move_of(each) is not None for each in node.line())
    try:
        return Position(game_from_sgf(node), number)
    except SgfError as error:
        return Position(game_from_sgf(node, lenient=True), number, str(error))
