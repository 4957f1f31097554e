import pytest

from keima import Color


@pytest.mark.parametrize("text", ["b", "B", "black", "Black", "BLACK", Color.BLACK])
def test_black(text: str | Color) -> None:
    assert Color.parse(text) is Color.BLACK


@pytest.mark.parametrize("text", ["w", "W", "white", "wHiTe", Color.WHITE])
def test_white(text: str | Color) -> None:
    assert Color.parse(text) is Color.WHITE


@pytest.mark.parametrize("text", ["", "empty", "x", "bl", "blackk", Color.EMPTY, None, 7])
def test_what_is_no_colour(text: str) -> None:
    with pytest.raises(ValueError, match="is not a colour: expected b, w, black or white"):
        Color.parse(text)


def test_opponents() -> None:
    assert Color.BLACK.opponent is Color.WHITE
    assert Color.WHITE.opponent is Color.BLACK
    assert Color.EMPTY.opponent is Color.EMPTY
    assert [c.letter for c in Color] == [".", "B", "W"]
