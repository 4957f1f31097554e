"""The escapes and line breaks of SGF's texts."""

from __future__ import annotations

import re

_SPECIAL = re.compile(r"\\(?:\r\n|\n\r|\r|\n)|\\(.)|(\r\n|\n\r|\r|\n)|[\t\v\f]", re.DOTALL)
_ESCAPED = re.compile(r"[\]\\]")
_NEWLINE = re.compile(r"\r\n|\n\r|\r|\n")
_FIRST_COLON = re.compile(r"([^:\\]*+(?:\\.[^:\\]*+)*+):", re.DOTALL)
_COLON = re.compile(r"(\\.)|:", re.DOTALL)


def read_text(value: str) -> str:
    r"""What a Text value says: escapes and escaped line breaks are gone, other line breaks are
    `\n` and other white space is blanks.

    >>> read_text("a\\]b\\\r\nc\r\nd\te")
    'a]bc\nd e'
    """
    return _SPECIAL.sub(_text_of, value)


def _text_of(match: re.Match[str]) -> str:
    char, newline = match[1], match[2]
    if newline:
        return "\n"
    if char:
        return " " if char in "\t\v\f" else char
    return "" if match[0][0] == "\\" else " "


def read_simple_text(value: str) -> str:
    r"""What a SimpleText value says: like `read_text`, on one line.

    >>> read_simple_text("a\nb")
    'a b'
    """
    return read_text(value).replace("\n", " ")


def write_text(text: str) -> str:
    r"""The value that says `text`.

    >>> write_text("[1] a\\b")
    '[1\\] a\\\\b'
    """
    return _ESCAPED.sub(r"\\\g<0>", text)


def write_simple_text(text: str) -> str:
    return write_text(_NEWLINE.sub(" ", text))


def split_pair(value: str) -> tuple[str, str] | None:
    r"""The two raw parts of a composed value, at its first colon that is not escaped; None if
    it has none.

    >>> split_pair("a\\:b:c")
    ('a\\:b', 'c')
    """
    match = _FIRST_COLON.match(value)
    return (match[1], value[match.end() :]) if match else None


def escape_colons(value: str) -> str:
    r"""A raw text as part of a composed value.

    >>> escape_colons("a:b")
    'a\\:b'
    """
    return _COLON.sub(lambda match: match[1] or r"\:", value)
