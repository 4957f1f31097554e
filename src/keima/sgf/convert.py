"""Between game trees and `keima.Game`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator

from keima.colors import Color
from keima.game import Game
from keima.points import MAX_SIDE
from keima.rules import PRESETS, Rules
from keima.scoring import plain_number
from keima.sgf.errors import SgfError, SgfWarning
from keima.sgf.node import Node
from keima.sgf.tree import Collection, GameTree
from keima.sgf.writer import write

# What RU says, in the standard and elsewhere, against our presets.
_RULE_WORDS = (
    (r"japan|日本", "japanese"),
    (r"korea|韩国|韓国|한국", "korean"),
    (r"chin|中国|中國", "chinese"),
    (r"\baga\b|american", "aga"),
    (r"\bbga\b|british", "bga"),
    (r"\bnz\b|zealand", "new-zealand"),
    (r"\b(?:goe|ing)\b|tromp", "tromp-taylor"),
)
_RULE_NAMES = {
    "japanese": "Japanese",
    "korean": "Korean",
    "chinese": "Chinese",
    "aga": "AGA",
    "new-zealand": "NZ",
}
_KATAGO_RULES = re.compile(
    r"ko(?P<ko>[A-Z]+)score(?P<scoring>[A-Z]+)tax(?P<tax>[A-Z]+)sui(?P<suicide>[01])"
    r"(?:button(?P<hasButton>[01]))?(?:whb(?P<whiteHandicapBonus>0|N-1|N))?"
    r"(?:fpok(?P<friendlyPassOk>[01]))?"
)

Warn = Callable[[str, Node], None]


def game_from_sgf(
    source: Collection | GameTree | Node,
    move_number: int | None = None,
    *,
    lenient: bool = False,
    warnings: list[SgfWarning] | None = None,
) -> Game:
    """The game along a line: to a node, or the main line of a tree or of a file's first tree.

    With `move_number` the game ends before that move, counted from 1, or at its end if it has
    fewer. Raises SgfError, with line, column and `path`, for what a Game cannot hold: another
    game than Go, a board over 25x25, a value that cannot be read, an illegal move. If
    `lenient`, the game ends before such a node, and `warnings` receives what was wrong; a size
    or game that is impossible is an error all the same.

    >>> from keima.sgf import parse
    >>> game = game_from_sgf(parse("(;SZ[9]KM[7];B[ee];W[gc];B[cc])"), move_number=3)
    >>> game.move_number, game.komi, str(game.to_play.word)
    (2, 7.0, 'black')
    """
    if move_number is not None and move_number < 0:
        raise ValueError(f"move number {move_number}: expected 0 or more")
    line = _line(source)
    found: list[SgfWarning] = [] if warnings is None else warnings

    def warn(message: str, node: Node) -> None:
        found.append(SgfWarning(message, *(node.place() or (None, None))))

    replay = _Replay(_new_game(line, warn), move_number, warn)
    for node in line:
        try:
            if not replay.play(node):
                break
        except ValueError as error:
            failure = _located(error, node, replay.played + 1)
            if not lenient:
                raise failure from None
            found.append(SgfWarning(failure.message, failure.line, failure.column))
            break
    return replay.game


def replay(source: Collection | GameTree | Node) -> Iterator[tuple[Node, Game]]:
    """Each node of a line (see `game_from_sgf`) with the game after it. It is one game, which goes
    on with the line: copy what shall stay. Raises SgfError at a node that cannot be played.

    >>> from keima.sgf import parse
    >>> [game.move_number for node, game in replay(parse("(;SZ[9];B[ee];C[well];W[gc])"))]
    [0, 1, 1, 2]
    """
    line = _line(source)
    playing = _Replay(_new_game(line, _ignore), None, _ignore)
    for node in line:
        try:
            playing.play(node)
        except ValueError as error:
            raise _located(error, node, playing.played + 1) from None
        yield node, playing.game


def _ignore(message: str, node: Node) -> None:
    """For who has no use for warnings."""


def _line(source: Collection | GameTree | Node) -> list[Node]:
    if isinstance(source, Node):
        return source.line()
    if isinstance(source, GameTree):
        return list(source.main_line())
    if not source:
        raise SgfError("no game: expected at least one")
    return list(source[0].main_line())


def _located(error: ValueError, node: Node, number: int) -> SgfError:
    """The error with the node's place and path."""
    if isinstance(error, SgfError):
        message, place = error.message, (error.line, error.column)
    else:
        message = f"move {number}: {error}"
        place = node.place() or (None, None)
    return SgfError(message, *place, path=node.path)


def _new_game(line: list[Node], warn: Warn) -> Game:
    root, end = line[0], line[-1]
    if root.number("GM", 1) != 1:
        raise root.error("GM", "expected 1, the game of Go")
    width, height = root.tree.size
    if max(width, height) > MAX_SIDE:
        raise root.error("SZ", f"expected a size of at most {MAX_SIDE}")
    rules = _rules(end, warn)
    handicap = _handicap(end, warn)
    game = Game((width, height), komi=_komi(end, handicap, warn), rules=rules)
    game.handicap = handicap
    return game


def _rules(end: Node, warn: Warn) -> Rules:
    node = end.find("RU")
    text = node.text("RU").strip() if node else ""
    if not node or not text:
        return PRESETS["chinese"]
    try:
        if match := _KATAGO_RULES.fullmatch(text):
            given: dict[str, object] = dict(match.groupdict("0"))
            for key in ("suicide", "hasButton", "friendlyPassOk"):
                given[key] = given[key] == "1"
            return Rules.parse(given)
        return Rules.parse(text)
    except ValueError:
        pass
    for words, name in _RULE_WORDS:
        if re.search(words, text.lower()):
            return PRESETS[name]
    warn(f"RU[{text[:40]}]: unknown rules, read as chinese", node)
    return PRESETS["chinese"]


def _handicap(end: Node, warn: Warn) -> int:
    node = end.find("HA")
    if not node:
        return 0
    try:
        stones = node.number("HA") or 0
    except SgfError as error:
        warn(f"{error.message}, read as 0", node)
        return 0
    return stones if 2 <= stones < node.tree.width * node.tree.height else 0


def _komi(end: Node, handicap: int, warn: Warn) -> float | None:
    """The komi in points; None if the file does not say."""
    node = end.find("KM")
    try:
        komi = node.real("KM") if node else None
    except SgfError as error:
        assert node
        warn(f"{error.message}, left out", node)
        komi = None
    if node is None or komi is None:
        return 0.5 if handicap else None
    if end.tree.root.text("AP").startswith("Keima"):
        return komi  # What we wrote is meant as it stands.
    given = komi
    if abs(komi) >= 100 and komi == int(komi):
        # Servers that write hundredths.
        komi /= 100
    if komi * 2 != int(komi * 2) and komi * 4 == int(komi * 4):
        # Chinese records count stones, each worth two points: 3.75 is 7.5.
        komi *= 2
    if komi != given:
        warn(f"KM[{plain_number(given)}]: read as {plain_number(komi)} points", node)
    return komi


class _Replay:
    """Plays the nodes of a line into a game."""

    def __init__(self, game: Game, move_number: int | None, warn: Warn) -> None:
        self.game, self.warn = game, warn
        self.move_number = move_number
        # Set-up stones in the middle start the game's own count anew.
        self.played = 0

    def play(self, node: Node) -> bool:
        """Applies a node; returns False, before anything of it, at the end that was asked for.

        Raises ValueError for what the game refuses.
        """
        moves = [(ident, node[ident]) for ident in node if ident in ("B", "W")]
        if moves and self._is_end():
            return False
        self._set_up(node)
        if len(moves) > 1:
            self.warn("moves of both colours in one node: played in their order", node)
        for ident, point in moves:
            if self._is_end():
                return False
            color = Color.parse(ident)
            if self.played == 0 and color is Color.WHITE:
                self._place_handicap(node)
            self.game.play(point, color)
            self.played += 1
        return True

    def _is_end(self) -> bool:
        return self.move_number is not None and self.played + 1 >= self.move_number

    def _set_up(self, node: Node) -> None:
        black, white, empty = (node.points(ident) for ident in ("AB", "AW", "AE"))
        to_play = node.color("PL")
        stones = bool(black or white or empty)
        if stones and to_play is None and self.game.handicap and self.played == 0:
            to_play = Color.WHITE
        if stones or (to_play is not None and node.is_root):
            try:
                self.game.setup(black, white, empty, to_play)
            except ValueError as error:
                place = node.place() or (None, None)
                raise SgfError(f"set-up stones: {error}", *place) from None
        elif to_play is not None:
            self.game.to_play = to_play

    def _place_handicap(self, node: Node) -> None:
        """Places the stones of a game whose file has HA, no AB, and White moving first."""
        stones = self.game.handicap
        if not stones or any(self.game.board.stones):
            return
        try:
            self.game.place_fixed_handicap(stones)
        except ValueError as error:
            self.warn(f"HA[{stones}] without AB: no stones placed ({error})", node)
        else:
            self.warn(f"HA[{stones}] without AB: stones placed on the fixed points", node)


def game_to_sgf(game: Game) -> str:
    """The game as FF[4]: start position, rules, komi, handicap and moves.

    >>> game = Game(9, komi=7)
    >>> _ = game.play("E5"), game.play("pass")
    >>> game_from_sgf(tree_of_game(game)) == game
    True
    """
    return write(tree_of_game(game))


def tree_of_game(game: Game) -> GameTree:
    """The game as a tree, to which comments and variations can be added."""
    from keima import __version__

    tree = GameTree((game.width, game.height))
    root = tree.root
    root["AP"] = ("Keima", __version__)
    root["RU"] = _rule_text(game.rules)
    root["KM"] = game.komi
    start, first = game.native.start, Color(game.native.start_to_play)
    stones = start.stones
    for ident, color in (("AB", Color.BLACK), ("AW", Color.WHITE)):
        if points := [point for point, stone in enumerate(stones) if stone == color]:
            root[ident] = points
    moves = game.moves
    # Without stones and with White to move, readers would place them (and so would we).
    if game.handicap and ("AB" in root or not moves or moves[0].color is Color.BLACK):
        root["HA"] = game.handicap
    if "AB" in root or "AW" in root or first is not Color.BLACK:
        root["PL"] = first
    node, following = root, first
    for color, point in moves:
        node = node.add_move(color, point)
        following = color.opponent
    if game.to_play is not following:
        node.add_child()["PL"] = game.to_play
    return tree


def _rule_text(rules: Rules) -> str:
    preset = PRESETS.get(rules.name)
    if preset is None or preset.replace(komi=rules.komi) != rules:
        return json.dumps(rules.to_json())
    return _RULE_NAMES.get(rules.name, rules.name)
