"""Games of SGF files as the positions to look at."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from keima import sgf
from keima.colors import Color
from keima.game import Game
from keima.sgf.convert import replay

_CHANGES = ("AB", "AW", "AE", "PL")
#: Positions of a game that are looked at; nobody has played as many moves.
MOST_POSITIONS = 2000


@dataclass(frozen=True)
class Turn:
    """A position of the main line, and the move that led to it, if it was one."""

    #: How many positions come before it.
    number: int
    #: How many moves.
    moves: int
    #: The place of its node in the main line.
    node: int
    color: Color | None
    move: str | None
    game: Game

    @property
    def label(self) -> str:
        """As in `move 12, B Q16`."""
        if self.color is None:
            return f"after move {self.moves}" if self.moves else "the start"
        return f"move {self.moves}, {self.color.letter} {self.move}"


@dataclass(frozen=True)
class Record:
    """A game that was read."""

    tree: sgf.GameTree
    #: The file's name and, if it holds several games, the number.
    name: str
    turns: tuple[Turn, ...]
    #: Why the game cannot be followed to its end, if so; and the node's place in the main line.
    problem: str | None = None
    problem_node: int = 0

    def color_at(self, number: int) -> Color:
        """Who moves next at a position: whoever did, or whose turn it is at the end."""
        following = self.turns[number + 1].color if number + 1 < len(self.turns) else None
        return following or self.turns[number].game.to_play

    @property
    def to_search(self) -> list[int]:
        """The positions in which a move can be made."""
        return [turn.number for turn in self.turns if not turn.game.is_over]

    @property
    def key(self) -> str:
        """A name of all that a search sees: the same for the same game."""
        first = self.turns[0].game
        facts = [
            [first.width, first.height, first.komi, first.handicap, first.rules.to_json()],
            [[turn.game.board.stones, turn.game.to_play] for turn in self.turns],
            [[turn.color, turn.move] for turn in self.turns],
        ]
        return hashlib.blake2b(json.dumps(facts).encode(), digest_size=16).hexdigest()

    def text(self, ident: str) -> str:
        """A text of the game's information, or nothing."""
        return self.tree.root.text(ident).strip()

    def player(self, color: Color) -> str:
        """The name and the rank."""
        letter = color.letter
        name = self.text(f"P{letter}") or color.word.capitalize()
        rank = self.text(f"{letter}R")
        return f"{name} ({rank})" if rank else name


def read_records(path: Path, only: int | None = None) -> list[Record]:
    """The games of a file, or the one at a place. Raises ValueError, which names the file, for one
    that cannot be read or holds no game of Go that can begin."""
    try:
        trees = sgf.load(path)
        if not trees:
            raise ValueError("there is no game in it")
        several = len(trees) > 1
        return [
            read_record(tree, f"{path.name}, game {place + 1}" if several else path.name)
            for place, tree in enumerate(trees)
            if only is None or place == only
        ]
    except OSError as error:
        raise ValueError(f"cannot read {path}: {error.strerror}") from None
    except ValueError as error:
        raise ValueError(f"cannot read {path}: {error}") from None


def read_record(tree: sgf.GameTree, name: str = "game") -> Record:
    """The main line of a tree, as far as it can be played. Raises SgfError if it cannot begin.

    >>> from keima import sgf
    >>> record = read_record(sgf.parse("(;SZ[9];B[ee];W[ee])")[0])
    >>> [turn.label for turn in record.turns]
    ['the start', 'move 1, B E5']
    >>> record.problem
    'move 2: white cannot play E5: the point is occupied'
    """
    turns: list[Turn] = []
    moves = place = 0
    line = replay(tree)
    while True:
        try:
            node, game = next(line)
        except StopIteration:
            return Record(tree, name, tuple(turns))
        except sgf.SgfError as error:
            if not turns:
                raise
            return Record(tree, name, tuple(turns), error.message, place)
        made = sum(ident in node for ident in ("B", "W"))
        moves += made
        changed = any(ident in node for ident in _CHANGES)
        if made or not turns or changed:
            if len(turns) == MOST_POSITIONS:
                problem = f"move {moves}: only {MOST_POSITIONS:,} positions are looked at"
                return Record(tree, name, tuple(turns), problem, place)
            last = game.last_move
            # What two moves, or stones put down by hand, were worth is nobody's move.
            single = made == 1 and last is not None and not changed
            turns.append(
                Turn(
                    number=len(turns),
                    moves=moves,
                    node=place,
                    color=last.color if single and last else None,
                    move=game.name(last.point) if single and last else None,
                    game=game.copy(),
                )
            )
        place += 1
