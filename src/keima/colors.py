"""The two colours."""

from enum import IntEnum


class Color(IntEnum):
    """The owner of a point; the numbers are the core's.

    >>> Color.parse("White").opponent
    <Color.BLACK: 1>
    >>> Color.BLACK.letter, Color.BLACK.word
    ('B', 'black')
    """

    EMPTY = 0
    BLACK = 1
    WHITE = 2

    @classmethod
    def parse(cls, text: "str | Color") -> "Color":
        """Reads b, w, black or white in any case; raises ValueError for anything else."""
        if isinstance(text, Color):
            return text
        match text.lower():
            case "b" | "black":
                return cls.BLACK
            case "w" | "white":
                return cls.WHITE
        raise ValueError(f"{text!r} is not a colour: expected b, w, black or white")

    @property
    def opponent(self) -> "Color":
        return Color(self ^ 3) if self else self

    @property
    def letter(self) -> str:
        return ".BW"[self]

    @property
    def word(self) -> str:
        return self.name.lower()
