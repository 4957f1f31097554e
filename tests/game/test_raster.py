import struct
import zlib

import numpy as np
import pytest
from numpy.typing import NDArray

from keima import _core
from keima.drawing import INK, MARGIN, STEP, WOOD, draw_board, place_of
from keima.glyphs import strokes
from keima.points import COLUMNS
from keima.shapes import Circle, Line, Picture, Rect, Text


def decode(data: bytes) -> NDArray[np.uint8]:
    """The pixels of a PNG file, whose chunks must be sound."""
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    place, chunks = 8, {}
    while place < len(data):
        length = struct.unpack(">I", data[place : place + 4])[0]
        kind, body = data[place + 4 : place + 8], data[place + 8 : place + 8 + length]
        check = struct.unpack(">I", data[place + 8 + length : place + 12 + length])[0]
        assert check == zlib.crc32(kind + body)
        chunks[kind] = body
        place += 12 + length
    width, height, bits, colors = struct.unpack(">IIBB", chunks[b"IHDR"][:10])
    assert (bits, colors) == (8, 2) and list(chunks) == [b"IHDR", b"IDAT", b"IEND"]
    rows = np.frombuffer(zlib.decompress(chunks[b"IDAT"]), np.uint8).reshape(height, 1 + 3 * width)
    assert not rows[:, 0].any()
    return rows[:, 1:].reshape(height, width, 3)


def hexes(pixel: NDArray[np.uint8]) -> str:
    return "#" + "".join(f"{value:02x}" for value in pixel)


def test_shapes_cover_what_they_should() -> None:
    shapes = [Rect(0, 0, 20, 10, "#fff"), Rect(2, 2, 4, 4, "#f00"), Circle(14, 5, 3, "#00f")]
    pixels = decode(Picture(20, 10, shapes).png(2.0))
    assert pixels.shape == (20, 40, 3)
    assert hexes(pixels[8, 8]) == "#ff0000" and hexes(pixels[3, 8]) == "#ffffff"
    blue = (pixels == [0, 0, 255]).all(axis=2)
    # Of the circle of 6 pixels only the smooth edge is not blue.
    assert 75 < blue.sum() < np.pi * 36
    assert (255 - pixels[:, 20:, 0]).sum() / 255 == pytest.approx(np.pi * 36, rel=0.03)


def test_half_covered_is_half_as_strong() -> None:
    pixels = decode(
        Picture(2, 1, [Rect(0, 0, 0.5, 1, "#000"), Rect(1, 0, 1, 1, "#000", 0.5)]).png(1)
    )
    assert [hexes(pixel) for pixel in pixels[0]] == ["#808080", "#808080"]


def test_slanted_lines_and_rings() -> None:
    shapes = [Line(0, 0, 20, 20, "#000", 2), Circle(10, 10, 6, None, "#f00", 2)]
    pixels = decode(Picture(20, 20, shapes).png(1))
    assert pixels[3, 3].max() == 0 and pixels[1, 15].min() == 255
    assert hexes(pixels[10, 16])[1:3] == "ff" and pixels[10, 16, 1] < 128


def test_every_letter_of_a_board_is_drawn_and_none_like_another() -> None:
    drawn = {letter: tuple(strokes(letter)) for letter in COLUMNS + "0123456789+-.,:%"}
    assert all(drawn.values())
    same = [letter for letter in drawn if list(drawn.values()).count(drawn[letter]) > 1]
    assert same == ["O", "0"]
    assert all(
        0 <= x <= 4 and 0 <= y <= 7
        for each in drawn.values()
        for x in each[0][::2]
        for y in each[0][1::2]
    )
    assert list(strokes("?")) == []


def test_a_text_is_around_its_place() -> None:
    pixels = decode(Picture(40, 20, [Text(20, 10, "HH", "#000", 12)]).png(4))
    rows, columns = np.nonzero(pixels[..., 0] < 128)
    assert rows.mean() == pytest.approx(40, abs=1) and columns.mean() == pytest.approx(80, abs=1)
    assert rows.max() - rows.min() == pytest.approx(0.72 * 12 * 4, abs=8)


def test_a_board() -> None:
    board = _core.Board(3, 2)
    board.play(0, 1)
    board.play(5, 2)
    picture = draw_board(board, 5, owners={1: 1, 2: 2}, dead={5}, line=[(4, 1), (3, 2)], cross=2)
    pixels = decode(picture.png())
    assert pixels.shape == (2 * (2 * MARGIN + STEP), 2 * (2 * MARGIN + 2 * STEP), 3)

    def at(point: int, right: int = 0, down: int = 0) -> str:
        x, y = place_of(point, 3)
        return hexes(pixels[2 * (y + down), 2 * (x + right)])

    assert at(0) == "#111111" and hexes(pixels[-1, -1]) == WOOD
    assert at(1) == "#111111" and at(1, 12) == INK, "a mark of Black, and the line beside it"
    assert at(4, 7, 5) == "#111111" and at(3, 7, 5) == "#fafafa"
    faded = at(5, 7, 5)
    assert faded not in ("#fafafa", WOOD), "a dead stone"
    assert at(2)[1:3] == "dd", "crossed out"
