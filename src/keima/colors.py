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
    def parse(cls, color: "str | Color") -> "Color":
        """Reads b, w, black or white in any case, or one of the two colours; raises ValueError
        for anything else.

        >>> Color.parse("red")
        Traceback (most recent call last):
        ...
        ValueError: 'red' is not a colour: expected b, w, black or white
        """
        match color.lower() if isinstance(color, str) else color:
            case "b" | "black" | cls.BLACK:
                return cls.BLACK
            case "w" | "white" | cls.WHITE:
                return cls.WHITE
        raise ValueError(f"{color!r} is not a colour: expected b, w, black or white")

    @property
    def opponent(self) -> "Color":
        return Color(self ^ 3) if self else self

    @property
    def letter(self) -> str:
        return ".BW"[self]

    @property
    def word(self) -> str:
        return self.name.lower()
