"""Pictures as PNG. They are boards: a few hundred lines, circles and short texts, which take a page
of numpy; a graphics library would be the largest thing that Keima depends on."""

from __future__ import annotations

import struct
import zlib

import numpy as np
from numpy.typing import NDArray

from keima.glyphs import HEIGHT, WIDTH, strokes
from keima.shapes import Circle, Line, Picture, Rect, Shape, Text

Pixels = NDArray[np.float64]

#: The height of a capital letter and the thickness of its strokes, in sizes.
_CAPITAL, _STROKE = 0.72, 0.115
#: From one letter to the next, in widths of a letter.
_ADVANCE = 1.45


def png(picture: Picture, scale: float) -> bytes:
    """The picture as a PNG file in eight bits a colour."""
    canvas = Canvas(round(picture.width * scale), round(picture.height * scale), scale)
    for shape in picture.shapes:
        canvas.draw(shape)
    pixels = np.clip(np.rint(canvas.pixels * 255), 0, 255).astype(np.uint8)
    height, width, _ = pixels.shape
    rows = np.concatenate([np.zeros((height, 1), np.uint8), pixels.reshape(height, -1)], axis=1)
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"".join(
        [
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", head),
            _chunk(b"IDAT", zlib.compress(rows.tobytes(), 9)),
            _chunk(b"IEND", b""),
        ]
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    body = kind + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))


class Canvas:
    """Pixels from 0 to 1, white at first. A shape covers a pixel as far as the distance of its
    middle from the shape's edge says, which is what smooth edges need."""

    def __init__(self, width: int, height: int, scale: float) -> None:
        self.pixels: Pixels = np.ones((height, width, 3))
        self._scale = scale

    def draw(self, shape: Shape) -> None:
        if isinstance(shape, Rect):
            self._rect(shape)
        elif isinstance(shape, Line):
            self._line(shape)
        elif isinstance(shape, Circle):
            self._circle(shape)
        else:
            self._text(shape)

    def _rect(self, shape: Rect) -> None:
        s = self._scale
        left, top = shape.x * s, shape.y * s
        right, bottom = left + shape.width * s, top + shape.height * s
        window, x, y = self._window(left, top, right, bottom)
        across = np.clip(np.minimum(x + 0.5, right) - np.maximum(x - 0.5, left), 0, 1)
        down = np.clip(np.minimum(y + 0.5, bottom) - np.maximum(y - 0.5, top), 0, 1)
        self._lay(window, across * down * shape.opacity, shape.fill)

    def _line(self, shape: Line) -> None:
        s = self._scale
        x1, y1, x2, y2 = (value * s for value in (shape.x, shape.y, shape.to_x, shape.to_y))
        half = shape.width * s / 2
        window, x, y = self._window(
            min(x1, x2) - half, min(y1, y2) - half, max(x1, x2) + half, max(y1, y2) + half
        )
        length = max((x2 - x1) ** 2 + (y2 - y1) ** 2, 1e-9)
        along = np.clip(((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length, 0, 1)
        distance = np.hypot(x - x1 - along * (x2 - x1), y - y1 - along * (y2 - y1))
        self._lay(window, np.clip(half + 0.5 - distance, 0, 1), shape.stroke)

    def _circle(self, shape: Circle) -> None:
        s = self._scale
        x0, y0, radius, half = shape.x * s, shape.y * s, shape.radius * s, shape.width * s / 2
        reach = radius + half
        window, x, y = self._window(x0 - reach, y0 - reach, x0 + reach, y0 + reach)
        distance = np.hypot(x - x0, y - y0)
        if shape.fill:
            self._lay(window, np.clip(radius + 0.5 - distance, 0, 1) * shape.opacity, shape.fill)
        if shape.stroke:
            ring = np.clip(half + 0.5 - np.abs(distance - radius), 0, 1)
            self._lay(window, ring * shape.opacity, shape.stroke)

    def _text(self, shape: Text) -> None:
        unit = _CAPITAL * shape.size / HEIGHT
        step = WIDTH * unit * _ADVANCE
        left = shape.x - (step * (len(shape.text) - 1) + WIDTH * unit) / 2
        top = shape.y - HEIGHT * unit / 2
        for place, letter in enumerate(shape.text):
            for x1, y1, x2, y2 in strokes(letter):
                x = left + place * step
                self._line(
                    Line(
                        *(x + x1 * unit, top + y1 * unit, x + x2 * unit, top + y2 * unit),
                        shape.fill,
                        _STROKE * shape.size,
                    )
                )

    def _window(
        self, left: float, top: float, right: float, bottom: float
    ) -> tuple[Pixels, Pixels, Pixels]:
        """The pixels that a shape can reach, and the places of their middles."""
        height, width, _ = self.pixels.shape
        x1, x2 = (int(np.clip(value, 0, width)) for value in (left - 1, right + 2))
        y1, y2 = (int(np.clip(value, 0, height)) for value in (top - 1, bottom + 2))
        return (
            self.pixels[y1:y2, x1:x2],
            np.arange(x1, x2, dtype=np.float64)[None, :] + 0.5,
            np.arange(y1, y2, dtype=np.float64)[:, None] + 0.5,
        )

    def _lay(self, window: Pixels, cover: Pixels, color: str) -> None:
        window += cover[..., None] * (_rgb(color) - window)


def _rgb(color: str) -> Pixels:
    digits = color.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(2 * digit for digit in digits)
    return np.array([int(digits[place : place + 2], 16) for place in (0, 2, 4)]) / 255
