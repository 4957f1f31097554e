"""How a person at the terminal names points: by letter and number from the bottom left, or, as
in Japanese records, by column and row from the top left."""

from __future__ import annotations

import re

from keima.game import Game


class European:
    """`E5`: a letter without I, and the row from the bottom."""

    example = "D6"

    def name(self, game: Game, point: int) -> str:
        return game.name(point)

    def parse(self, game: Game, text: str) -> int:
        """The point; raises ValueError if it is none."""
        return game.parse(text)

    def draw(self, game: Game) -> str:
        return str(game)


class Japanese(European):
    """`16-4`: the column from the left and the row from the top.

    >>> game = Game(19)
    >>> game.name(Japanese().parse(game, "16-4"))
    'Q16'
    """

    example = "4-6"

    def name(self, game: Game, point: int) -> str:
        if point == game.area:
            return "pass"
        row, column = divmod(point, game.width)
        return f"{column + 1}-{row + 1}"

    def parse(self, game: Game, text: str) -> int:
        if text.lower() == "pass":
            return game.area
        match = re.fullmatch(r"([0-9]{1,2})-([0-9]{1,2})", text)
        if not match:
            raise ValueError(f"{text!r} is not a point: expected column and row, as in 16-4")
        column, row = (int(number) - 1 for number in match.groups())
        if not (0 <= column < game.width and 0 <= row < game.height):
            raise ValueError(f"{text!r} is not on a {game.width}x{game.height} board")
        return row * game.width + column

    def draw(self, game: Game) -> str:
        """The usual drawing with other numbers around it."""
        rows = str(game).splitlines()[1:-1]
        numbers = range(1, game.width + 1)
        tens = "    " + " ".join(str(n // 10) if n > 9 else " " for n in numbers)
        ones = "    " + " ".join(str(n % 10) for n in numbers)
        edge = [tens.rstrip(), ones] if game.width > 9 else [ones]
        drawn = [
            f"{number:2}{row[2:].rstrip('0123456789')}{number}"
            for number, row in enumerate(rows, start=1)
        ]
        return "\n".join([*edge, *drawn, *edge])


COORDINATES = {"european": European, "japanese": Japanese}
