"""The words and arrays of a network file, one after the other."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from keima.nets.description import Floats, NetworkError

#: More than any network needs; a file with more is not read.
MOST_FILE = 1 << 30
#: What a file may unpack to: so much, and for larger files so many times their size.
FREE_BYTES, MOST_BYTES, MOST_TIMES = 1 << 26, 1 << 31, 20
MOST_WORD, MOST_SPACE, MOST_TEXT_NUMBER = 200, 100, 64
#: Numbers in one array, and those of a text that are taken apart at once.
MOST_NUMBERS, WORDS_AT_ONCE = 1 << 26, 1 << 16

_SPACE = b" \t\r\n\v\f"
_WORD = re.compile(rb"[^ \t\r\n\v\f]{1,%d}" % (MOST_WORD + 1))
_INTEGER = re.compile(rb"-?[0-9]{1,9}")
_NUMBER = re.compile(rb"[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]{1,4})?")


class Source:
    """Reads on through the unpacked bytes. Whatever is not as expected is a NetworkError that says
    in which part of the network and at which byte."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0
        self._parts: list[str] = []

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        """What is read meanwhile belongs to this part of the network."""
        self._parts.append(name)
        yield
        self._parts.pop()

    def error(self, message: str) -> NetworkError:
        where = ", ".join([*self._parts, f"byte {self._at:,}"])
        return NetworkError(f"{message} ({where})")

    def has(self, text: bytes) -> bool:
        """Does it come anywhere in the file?"""
        return text in self._data

    def word(self, what: str) -> str:
        self._skip_space()
        found = _WORD.match(self._data, self._at)
        if found is None:
            raise self.error(f"the file ends where {what} should be")
        if len(found[0]) > MOST_WORD:
            raise self.error(f"{_shown(found[0])} where {what} should be")
        self._at = found.end()
        text = found[0].decode(errors="replace")
        # What is printed later must not steer a terminal.
        if not text.isprintable() or "\ufffd" in text:
            raise self.error(f"{_shown(found[0])} where {what} should be")
        return text

    def integer(self, what: str, least: int, most: int) -> int:
        word = self.word(what)
        if not _INTEGER.fullmatch(word.encode()):
            raise self.error(f"{_shown(word.encode())} where {what} should be")
        if not least <= int(word) <= most:
            raise self.error(f"{what} is {word}, not between {least} and {most}")
        return int(word)

    def number(self, what: str) -> float:
        word = self.word(what)
        if not _NUMBER.fullmatch(word.encode()) or not np.isfinite(float(word)):
            raise self.error(f"{_shown(word.encode())} where {what} should be")
        return float(word)

    def array(self, *shape: int) -> Floats:
        """So many numbers, binary or in words."""
        count = 1
        for side in shape:
            count *= side
        if count > MOST_NUMBERS:
            raise self.error(f"an array of {count:,} numbers")
        self._skip_space()
        binary = self._data.startswith(b"@BIN@", self._at)
        found = self._binary(count) if binary else self._text(count)
        if not np.isfinite(found).all():
            raise self.error("a weight that is not finite")
        return found.reshape(shape)

    def end(self) -> None:
        """Nothing may follow."""
        rest = self._data[self._at : self._at + 100].strip(_SPACE)
        if rest:
            raise self.error(f"{_shown(rest)} after the last layer")

    def _skip_space(self) -> None:
        for _ in range(MOST_SPACE):
            if self._at >= len(self._data) or self._data[self._at] not in _SPACE:
                return
            self._at += 1
        raise self.error("a lot of empty space")

    def _binary(self, count: int) -> Floats:
        start = self._at + len(b"@BIN@")
        if len(self._data) - start < 4 * count:
            raise self.error(f"the file ends within an array of {count:,} numbers")
        self._at = start + 4 * count
        return np.frombuffer(self._data, "<f4", count, start).astype(np.float32, copy=False)

    def _text(self, count: int) -> Floats:
        """In pieces: as words the numbers need many times the memory."""
        found = np.empty(count, np.float32)
        for start in range(0, count, WORDS_AT_ONCE):
            size = min(WORDS_AT_ONCE, count - start)
            room = self._data[self._at : self._at + (size + 1) * MOST_TEXT_NUMBER]
            words = room.split(None, size)
            rest = words.pop() if len(words) > size else b""
            if len(words) < size:
                raise self.error(f"the file ends within an array of {count:,} numbers")
            for word in words:
                if len(word) > MOST_TEXT_NUMBER or not _NUMBER.fullmatch(word):
                    raise self.error(f"{_shown(word)} where one of {count:,} numbers should be")
            self._at += len(room) - len(rest)
            with np.errstate(over="ignore"):
                found[start : start + size] = [float(word) for word in words]
        return found


def unpack(data: bytes) -> bytes:
    """What gzip made smaller. Raises NetworkError."""
    if not data:
        raise NetworkError("the file is empty")
    if not data.startswith(b"\x1f\x8b"):
        raise NetworkError(f"not packed by gzip: it starts with {_shown(data[:16])}")
    most = min(max(FREE_BYTES, MOST_TIMES * len(data)), MOST_BYTES)
    unpacker = zlib.decompressobj(wbits=31)
    try:
        found = unpacker.decompress(data, most + 1)
    except zlib.error as error:
        raise NetworkError(f"damaged: gzip says {error}") from None
    if len(found) > most:
        raise NetworkError(f"{len(data):,} bytes that unpack to more than {most:,}")
    if not unpacker.eof:
        raise NetworkError(f"cut off: gzip's data end early, after {len(found):,} bytes")
    if unpacker.unused_data.strip(b"\0"):
        raise NetworkError(f"{len(unpacker.unused_data):,} bytes after the end of gzip's data")
    return found


def _shown(data: bytes) -> str:
    """A little of what was found."""
    text = data[:24].decode("ascii", "backslashreplace")
    return repr(text if len(data) <= 24 else text + "...")
