"""Opening positions: from SGF files, or from a text file with one line of moves for each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from keima.colors import Color
from keima.game import Game


@dataclass(frozen=True)
class Opening:
    """Stones and moves with which a game begins, by names of points.

    >>> opening = Opening("centre", moves=("E5", "C3"))
    >>> opening.apply(Game(9)).to_play
    <Color.BLACK: 1>
    """

    name: str = ""
    black: tuple[str, ...] = ()
    white: tuple[str, ...] = ()
    #: Moves of alternating colours, the first by `first`.
    moves: tuple[str, ...] = ()
    first: str = "B"

    def apply(self, game: Game) -> Game:
        """Plays the opening in a new game and returns it; raises ValueError that names the
        opening if that is not possible."""
        try:
            if self != Opening():
                game.setup(self.black, self.white, to_play=self.first)
            for move in self.moves:
                game.play(move)
        except ValueError as error:
            raise ValueError(f"opening {self.name or self.moves}: {error}") from None
        return game

    @property
    def colored_moves(self) -> list[tuple[Color, str]]:
        first = Color.parse(self.first)
        return [(first if i % 2 == 0 else first.opponent, m) for i, m in enumerate(self.moves)]

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "black": list(self.black),
            "white": list(self.white),
            "moves": list(self.moves),
            "first": self.first,
        }

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Self:
        return cls(
            value["name"],
            tuple(value["black"]),
            tuple(value["white"]),
            tuple(value["moves"]),
            value["first"],
        )


def load_openings(path: str | Path, size: int | tuple[int, int]) -> list[Opening]:
    """The openings of a file, or of all SGF files in a folder, in the order of their names.

    An SGF file (`.sgf`) gives an opening for each of its games: set-up stones and the moves of
    the main line. Any other file is text: a line is an opening, moves apart by spaces, Black's
    first; what follows `#` does not count. Raises ValueError that names file and line for what
    cannot be played on a board of that size, and if there is none at all.
    """
    path = Path(path)
    try:
        if path.is_dir():
            files = sorted(p for p in path.iterdir() if p.suffix.lower() == ".sgf")
            found = [opening for file in files for opening in _from_sgf(file, size)]
        elif path.suffix.lower() == ".sgf":
            found = _from_sgf(path, size)
        else:
            found = _from_text(path, size)
    except OSError as error:
        raise ValueError(f"cannot read openings {path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise ValueError(f"openings {path} are not UTF-8 text: {error.reason}") from None
    if not found:
        raise ValueError(f"there are no openings in {path}")
    return found


def _from_text(path: Path, size: int | tuple[int, int]) -> list[Opening]:
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if moves := tuple(line.partition("#")[0].split()):
            opening = Opening(f"{path.name}:{number}", moves=moves)
            opening.apply(Game(size))
            found.append(opening)
    return found


def _from_sgf(path: Path, size: int | tuple[int, int]) -> list[Opening]:
    import keima.sgf as sgf

    found = []
    wanted = (size, size) if isinstance(size, int) else size
    try:
        trees = list(sgf.load(path))
    except sgf.SgfError as error:
        raise ValueError(f"{path}: {error}") from None
    for number, tree in enumerate(trees, 1):
        name = path.name if len(trees) == 1 else f"{path.name}:{number}"
        if tree.size != wanted:
            raise ValueError(
                f"opening {name} is on a {tree.width}x{tree.height} board, "
                f"the games are on {wanted[0]}x{wanted[1]}"
            )
        game = Game(tree.size)
        root = tree.root
        moves = tree.moves()
        first = moves[0][0] if moves else root.color("PL", Color.BLACK)
        opening = Opening(
            name,
            _names(game, root.points("AB")),
            _names(game, root.points("AW")),
            _names(game, (point for _, point in moves)),
            (first or Color.BLACK).letter,
        )
        if [color for color, _ in opening.colored_moves] != [color for color, _ in moves]:
            raise ValueError(f"opening {name}: the colours do not alternate")
        opening.apply(game)
        found.append(opening)
    return found


def _names(game: Game, points: Iterable[int]) -> tuple[str, ...]:
    return tuple(game.name(point) for point in points)
