"""The framing of GTP version 2: bytes to commands, and answers to bytes.

Nothing here knows Go. Any bytes can come in; only well-formed replies go out.
"""

from collections.abc import Callable
from dataclasses import dataclass

MAX_LINE = 1 << 20
"""Bytes of a line after comments are gone; gogui-play_sequence sends whole games in one line."""
MAX_ID = 2**31 - 1
INTERRUPT = b"# interrupt"
"""The comment by which GoGui ends a search; no command looks like it."""

_CONTROLS = bytes(set(range(32)) - {9, 10}) + b"\x7f"
_HIDDEN = dict.fromkeys((*range(32), *range(127, 160), 0x2028, 0x2029), " ")


class GtpError(Exception):
    """A command that failed. `text` is the reply; `detail` goes to the log, for the errors whose
    text the specification fixes."""

    def __init__(self, text: str, detail: str = "") -> None:
        super().__init__(text)
        self.text = text
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Command:
    """One command line: an optional id, a name, and the rest of the line without outer spaces."""

    id: int | None
    name: str
    rest: str = ""


def preprocess(line: bytes | bytearray) -> bytes:
    """What is left of a line: no control characters, no comment, tabs as spaces, no outer spaces.

    >>> preprocess(b"play\\tblack \\x07D4 # a joseki\\r\\n")
    b'play black D4'
    """
    kept = line.translate(None, _CONTROLS + b"\n").partition(b"#")[0]
    return bytes(kept).replace(b"\t", b" ").strip(b" ")


class LineReader:
    """Cuts a stream of bytes into preprocessed lines that are not empty.

    A line longer than MAX_LINE comes out cut to MAX_LINE + 1 bytes, so that it can be told from
    one that is allowed; what a comment holds is never kept, however long it is.

    With `every` line, also those without a command come out, as empty ones or as INTERRUPT.

    >>> reader = LineReader()
    >>> reader.feed(b"na"), reader.feed(b"me\\n\\n# nothing\\n1 quit"), reader.finish()
    ([], [b'name'], [b'1 quit'])
    """

    def __init__(self, every: bool = False) -> None:
        self._every = every
        self._line = bytearray()
        self._comment = bytearray()
        self._in_comment = False

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that `data` completes."""
        lines: list[bytes] = []
        *whole, last = data.split(b"\n")
        for piece in whole:
            self._add(piece)
            lines += self.finish()
        self._add(last)
        return lines

    def finish(self) -> list[bytes]:
        """The line under way, as if a line feed had come."""
        line = preprocess(self._line)
        mark = b"#" + self._comment.rstrip()
        self._line.clear()
        self._comment.clear()
        self._in_comment = False
        if self._every and not line:
            return [INTERRUPT if mark == INTERRUPT else b""]
        return [line] if line else []

    def _add(self, piece: bytes) -> None:
        if self._in_comment:
            self._remark(piece)
            return
        kept, mark, comment = piece.translate(None, _CONTROLS).partition(b"#")
        self._in_comment = bool(mark)
        self._remark(comment)
        if not self._line:
            kept = kept.lstrip(b" \t")
        self._line += kept[: MAX_LINE + 1 - len(self._line)]

    def _remark(self, comment: bytes) -> None:
        """Keeps no more of a comment than it takes to know an interrupt."""
        self._comment += comment.translate(None, _CONTROLS)[: len(INTERRUPT) - len(self._comment)]


def parse(line: bytes) -> Command:
    """The command of a preprocessed line; raises nothing: a line of an id alone has no name.

    >>> parse(b"7 play b D4")
    Command(id=7, name='play', rest='b D4')
    >>> parse(b"2147483648 name").id is None
    True
    """
    text = line.decode("utf-8", "surrogateescape")
    head, _, tail = text.partition(" ")
    number = _id(head)
    if number is not None:
        head, _, tail = tail.lstrip(" ").partition(" ")
    return Command(number, head, tail.strip(" "))


def _id(word: str) -> int | None:
    if not (word.isascii() and word.isdigit()) or len(word.lstrip("0")) > len(str(MAX_ID)):
        return None
    number = int(word)
    return number if number <= MAX_ID else None


def clean(text: str) -> str:
    """The text as a reply may carry it: no control characters, no blank lines, spaces for tabs.
    A leading line feed stays, for drawings that must begin below the `=`.

    >>> clean("a\\tb\\n\\n  \\n c\\r\\n")
    'a b\\n c'
    >>> clean("\\n\\n X O")
    '\\n X O'
    """
    lines = [line.translate(_HIDDEN).rstrip() for line in text.split("\n")]
    body = "\n".join(line for line in lines if line)
    return "\n" + body if body and not lines[0] else body


def reply(success: bool, id: int | None, text: str) -> bytes:
    """One whole reply.

    >>> reply(True, 3, "Keima"), reply(False, None, "unknown command"), reply(True, None, "")
    (b'=3 Keima\\n\\n', b'? unknown command\\n\\n', b'= \\n\\n')
    """
    head = ("=" if success else "?") + ("" if id is None else str(id))
    return f"{head} {clean(text)}\n\n".encode("utf-8", "backslashreplace")


class Reply:
    """A reply that is written whole, or line by line while the command still runs.

    >>> out = bytearray()
    >>> answer = Reply(7, out.extend)
    >>> answer.line("info move D4")
    >>> answer.end(True, "play D4")
    >>> bytes(out)
    b'=7 \\ninfo move D4\\nplay D4\\n\\n'
    """

    def __init__(self, id: int | None, write: Callable[[bytes], object]) -> None:
        self._id, self._write = id, write
        self._begun = False

    @property
    def begun(self) -> bool:
        """Is it too late to say that the command failed?"""
        return self._begun

    def line(self, text: str = "") -> None:
        """Sends a line, or only the sign of success if the text is empty."""
        head = "" if self._begun else f"={'' if self._id is None else self._id} \n"
        self._begun = True
        self._write((head + _line(text)).encode("utf-8", "backslashreplace"))

    def end(self, success: bool, text: str) -> None:
        """Sends the rest. What goes wrong after the first line cannot be told any more."""
        if not self._begun:
            self._write(reply(success, self._id, text))
        else:
            rest = _line(text) if success else ""
            self._write(f"{rest}\n".encode("utf-8", "backslashreplace"))


def _line(text: str) -> str:
    cleaned = clean(text).lstrip("\n")
    return f"{cleaned}\n" if cleaned else ""
