"""From bytes to text, whatever a file says about its charset or leaves out.

The first that fits: a byte order mark; the charset that CA names; UTF-8; GB18030 or Shift-JIS
if nearly all that is not ASCII is ordinary Chinese or Japanese in it; Latin-1, which always fits.
"""

from __future__ import annotations

import codecs
import re
from collections import Counter
from dataclasses import dataclass

# Names that files use for subsets of what they contain.
_SUPERSETS = {
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "big5": "big5hkscs",
}
# What a file may ask for. Python knows codecs that are no charsets, such as zip and rot13.
_CHARSET = re.compile(
    r"utf-8|ascii|gb18030|big5hkscs|cp932|cp949|euc_jp\w*|iso2022_\w+|hz|johab|koi8-\w"
    r"|shift_jis\w*|iso8859-\d+|cp\d+|windows-\d+|mac-\w+|tis-620"
)
_SYNTAX = rb"(;AZaz09[\]:)"
_STATEFUL = re.compile(r"iso2022_\w+|hz")

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CA = re.compile(rb"C[a-z]*+A[a-z]*+\s*+\[\s*+([^\]\s]{1,40})\s*+\]")
_TREE = re.compile(rb"\(\s*+;")


@dataclass(frozen=True)
class Decoded:
    """A text, the Python name of its charset, and what was wrong with the bytes (or "")."""

    text: str
    charset: str
    problem: str = ""


def decode(data: bytes, encoding: str | None = None) -> Decoded:
    """Decodes a file; `encoding`, if given, overrides whatever the file says.

    Never raises for any bytes; raises LookupError for an `encoding` that does not exist.

    >>> decode("(;CA[GB2312]PB[柯洁])".encode("gb2312"))
    Decoded(text='(;CA[GB2312]PB[柯洁])', charset='gb18030', problem='')
    >>> decode("(;PB[Müller])".encode("latin-1")).charset
    'iso8859-1'
    """
    if encoding is not None:
        return _decode_as(data, codecs.lookup(encoding).name)
    for bom, charset in _BOMS:
        if data.startswith(bom):
            return _decode_marked(data[len(bom) :], charset)
    head = data[:1000]
    if b"(\0;\0" in head:
        return _decode_marked(data, "utf-16-le")
    if b"\0(\0;" in head:
        return _decode_marked(data, "utf-16-be")
    declared = _declared(data)
    if len({name for _, name in declared}) < 2:
        return _decode_part(data, declared[0][1] if declared else "")
    return _decode_parts(data, declared)


def known_charset(name: str) -> str | None:
    """The Python codec for a charset's name in a file, if it is one that a file may use."""
    try:
        codec = codecs.lookup(name).name
    except (LookupError, ValueError):
        return None
    codec = _SUPERSETS.get(codec, codec)
    if not _CHARSET.fullmatch(codec) or _SYNTAX.decode(codec, "replace") != _SYNTAX.decode():
        return None
    return codec


def _declared(data: bytes) -> list[tuple[int, str]]:
    """Where the games that name a charset start, and the names."""
    return [
        (match.start(), match[1].decode("latin-1").lower())
        for match in _CA.finditer(data)
        if not data[max(match.start() - 1, 0) : match.start()].isalpha()
    ]


def _decode_parts(data: bytes, declared: list[tuple[int, str]]) -> Decoded:
    """Decodes a collection whose games name different charsets."""
    end, first = declared[0]
    starts = [(0, first)]
    for at, name in declared[1:]:
        roots = [match.start() for match in _TREE.finditer(data, end, at)]
        if roots and name != starts[-1][1]:
            starts.append((roots[-1], name))
        end = at
    ends = [start for start, _ in starts[1:]] + [len(data)]
    parts = [
        _decode_part(data[start:stop], name)
        for (start, name), stop in zip(starts, ends, strict=True)
    ]
    charsets = list(dict.fromkeys(part.charset for part in parts))
    problems = list(dict.fromkeys(part.problem for part in parts if part.problem))
    return Decoded("".join(p.text for p in parts), " ".join(charsets), "; ".join(problems))


def _decode_part(data: bytes, declared: str) -> Decoded:
    charset = known_charset(declared) if declared else None
    if data.isascii() and not (charset and _STATEFUL.fullmatch(charset)):
        return Decoded(data.decode("ascii"), charset or "utf-8")
    problem = f"unknown charset CA[{declared}]" if declared and not charset else ""
    if charset:
        try:
            return Decoded(data.decode(charset), charset)
        except UnicodeError:
            problem = f"the text is not {declared}, as CA says"
    try:
        return Decoded(data.decode("utf-8"), "utf-8", problem)
    except UnicodeError:
        pass
    for name, common, rare in _GUESSES:
        if _is_mostly(data, name, common, rare):
            part = _decode_as(data, name)
            problems = [part.problem] if name == charset else [problem, part.problem]
            return Decoded(part.text, name, "; ".join(filter(None, problems)))
    for likely in (charset, "utf-8"):
        if likely and _is_damaged(data, likely):
            return _decode_as(data, likely)
    return Decoded(data.decode("latin-1"), "iso8859-1", problem)


def _decode_marked(data: bytes, charset: str) -> Decoded:
    decoded = _decode_as(data, charset)
    if decoded.problem and charset == "utf-8" and not _is_damaged(data, charset):
        return _decode_part(data, "")
    return decoded


def _decode_as(data: bytes, charset: str) -> Decoded:
    try:
        return Decoded(data.decode(charset), charset)
    except UnicodeError:
        text = data.decode(charset, "replace")
        return Decoded(text, charset, f"some bytes are not {charset}: replaced by U+FFFD")


# Charsets to guess, with the double bytes of punctuation, kana and the characters of level 1,
# and those of level 2, which names are full of.
_GUESSES = (
    (
        "gb18030",
        re.compile(rb"[\xa1-\xa3\xb0-\xd7][\xa1-\xfe]"),
        re.compile(rb"[\xd8-\xf7][\xa1-\xfe]"),
    ),
    (
        "cp932",
        re.compile(rb"[\x81-\x83\x88-\x97].|\x98[\x40-\x72]", re.DOTALL),
        re.compile(rb"[\x98-\x9f\xe0-\xea].", re.DOTALL),
    ),
)
_SAMPLE = 1 << 16


def _is_mostly(
    data: bytes, charset: str, common: re.Pattern[bytes], rare: re.Pattern[bytes]
) -> bool:
    """Is at least four fifths of what is not ASCII, and some of it common, in this charset?"""
    text = data[:_SAMPLE].decode(charset, "replace")
    counts = {c.encode(charset, "replace"): n for c, n in Counter(text).items() if not c.isascii()}
    good = sum(n for char, n in counts.items() if common.fullmatch(char))
    fair = sum(n for char, n in counts.items() if rare.fullmatch(char))
    return good > 0 and (good + fair) * 5 >= sum(counts.values()) * 4


def _is_damaged(data: bytes, charset: str) -> bool:
    """Is the text in this charset but for a few bytes?"""
    text = data[:_SAMPLE].decode(charset, "replace")
    foreign = sum(not c.isascii() for c in text)
    return 0 < text.count("\ufffd") * 5 <= foreign
