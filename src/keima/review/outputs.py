"""Where a review is written to."""

from __future__ import annotations

import json
import os
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from keima import sgf
from keima.files import write_file
from keima.review.annotate import annotate
from keima.review.page import html_page
from keima.review.report import to_json
from keima.review.run import Review

FORMATS = ("sgf", "json", "html")
#: What the names of files end with, before the format's own ending.
SUFFIX = "-analysis"


@dataclass(frozen=True)
class Outputs:
    """The files of one game."""

    #: Without ending.
    stem: Path
    formats: tuple[str, ...] = FORMATS

    def path(self, kind: str) -> Path:
        return self.stem.with_name(f"{self.stem.name}.{kind}")

    @property
    def journal(self) -> Path:
        """What is known while the work is under way; it stays if there is no JSON to go on from."""
        return self.path("keima-part")

    @property
    def finished(self) -> Path | None:
        return self.path("json") if "json" in self.formats else None

    @property
    def files(self) -> list[Path]:
        return [self.path(kind) for kind in self.formats]

    def check(self) -> None:
        """Makes the folder. Raises ValueError if a file could not be written after the work."""
        folder = self.stem.parent
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ValueError(f"cannot write into {folder}: {error.strerror}") from None
        if not os.access(folder, os.W_OK | os.X_OK):
            raise ValueError(f"cannot write into {folder}: no permission")
        for path in (*self.files, self.journal):
            if os.path.lexists(path) and not path.is_file():
                raise ValueError(f"cannot write {path}: it is not a regular file")
            if path.exists() and not os.access(path, os.W_OK):
                raise ValueError(f"cannot write {path}: no permission")

    def write(self, review: Review, *, every_variation: bool = False) -> None:
        """Raises OSError."""
        for kind in self.formats:
            if kind == "sgf":
                tree = annotate(review, every_variation=every_variation)
                text = sgf.write(tree)
            elif kind == "json":
                text = json.dumps(to_json(review), indent=1) + "\n"
            else:
                text = html_page(review)
            write_file(self.path(kind), text.encode("utf-8", "replace"))


def outputs_for(
    source: Path, number: int | None, out: Path | None, below: Path | None, formats: Collection[str]
) -> Outputs:
    """The files for a game of a file: beside it, or in the folder `out`, in the same place there
    as the file has `below` its own folder; or `out` itself, if that names a file by its ending.
    `number` is that of the game in a file of several.

    >>> outputs_for(Path("a/game.sgf"), None, None, None, ["sgf"]).files
    [PosixPath('a/game-analysis.sgf')]
    >>> outputs_for(Path("a/b/game.sgf"), 2, Path("out"), Path("a"), ["html"]).files
    [PosixPath('out/b/game-2-analysis.html')]
    >>> outputs_for(Path("game.sgf"), None, Path("my.html"), None, ["sgf", "json"]).files
    [PosixPath('my.html')]
    """
    if out is not None and names_file(out):
        return Outputs(out.with_suffix(""), (out.suffix[1:].lower(),))
    folder = source.parent
    if out is not None:
        folder = out / (folder.relative_to(below) if below else "")
    name = source.stem if number is None else f"{source.stem}-{number}"
    return Outputs(folder / f"{name}{SUFFIX}", tuple(each for each in FORMATS if each in formats))


def names_file(out: Path) -> bool:
    """Is it a file of one of the formats, not a folder?"""
    return out.suffix[1:].lower() in FORMATS and not out.is_dir()
