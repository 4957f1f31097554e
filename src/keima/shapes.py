"""Pictures made of a few shapes, as SVG and PNG."""

from __future__ import annotations

from typing import NamedTuple

#: How far the foot of a letter is below its middle, in sizes.
_FOOT = 0.36


class Rect(NamedTuple):
    x: float
    y: float
    width: float
    height: float
    fill: str
    opacity: float = 1.0

    def svg(self) -> str:
        place = f'x="{self.x:g}" y="{self.y:g}" ' if self.x or self.y else ""
        seen = f' fill-opacity="{self.opacity:.2f}"' if self.opacity < 1 else ""
        return (
            f'<rect {place}width="{self.width:g}" height="{self.height:g}" '
            f'fill="{self.fill}"{seen}/>'
        )


class Line(NamedTuple):
    """A straight line, along an axis or not."""

    x: float
    y: float
    to_x: float
    to_y: float
    stroke: str
    width: float = 1.0

    def svg(self) -> str:
        thick = f' stroke-width="{self.width:g}"' if self.width != 1 else ""
        return (
            f'<path d="M{self.x:g} {self.y:g}L{self.to_x:g} {self.to_y:g}" '
            f'stroke="{self.stroke}"{thick}/>'
        )


class Circle(NamedTuple):
    x: float
    y: float
    radius: float
    fill: str | None
    stroke: str | None = None
    width: float = 1.0
    opacity: float = 1.0

    def svg(self) -> str:
        border = f' stroke="{self.stroke}"' if self.stroke else ""
        border += f' stroke-width="{self.width:g}"' if self.stroke and self.width != 1 else ""
        seen = f' opacity="{self.opacity:.2f}"' if self.opacity < 1 else ""
        return (
            f'<circle cx="{self.x:g}" cy="{self.y:g}" r="{self.radius:g}" '
            f'fill="{self.fill or "none"}"{border}{seen}/>'
        )


class Text(NamedTuple):
    """A text whose middle is at a place."""

    x: float
    y: float
    text: str
    fill: str
    size: float = 10.0

    def svg(self) -> str:
        from html import escape  # it has a large table, which games without pictures do not need

        size = f' font-size="{self.size:g}"' if self.size != 10 else ""
        return (
            f'<text x="{self.x:g}" y="{self.y + _FOOT * self.size:g}" fill="{self.fill}"{size}>'
            f"{escape(self.text)}</text>"
        )


Shape = Rect | Line | Circle | Text


class Picture(NamedTuple):
    """Shapes in the order in which they are laid on each other. Colours are as in #e3b567 or
    #fff."""

    width: int
    height: int
    shapes: list[Shape]

    def svg(self) -> str:
        """A self-contained SVG picture."""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" '
            f'width="{self.width}" height="{self.height}" font-family="sans-serif" '
            f'font-size="10" text-anchor="middle">{"".join(s.svg() for s in self.shapes)}</svg>'
        )

    def png(self, scale: float = 2.0) -> bytes:
        """A PNG picture, so many pixels for each unit of the SVG picture."""
        from keima.raster import png

        return png(self, scale)
