"""The regular parts of SGF's grammar, shared by everything that reads text.

Repeated groups are possessive only where a repetition cannot fail half way: Python before
3.11.5 leaves the half behind (python/cpython issue 106052). Other repetitions are bounded,
because each costs 64 bytes of the matcher's stack.
"""

import re

SPACE = r"[ \t\n\v\f\r]*+"
IDENT = r"[A-Za-z][A-Za-z0-9]*+"
VALUE_BODY = r"[^\]\\]*+(?:\\.[^\]\\]*+)*+"
VALUE = rf"\[{VALUE_BODY}\]"

#: Some nodes, or parts of them, all well-formed: plain moves first because most nodes are. A
#: value without a name continues the property before it, so none may follow a semicolon.
CHUNK = re.compile(
    rf"(?:;[BW]\[[a-t][a-t]\]{SPACE}"
    rf"|(?:;{SPACE})?{IDENT}{SPACE}{VALUE}{SPACE}"
    rf"|{VALUE}{SPACE}"
    rf"|;{SPACE}(?!\[)){{1,1000}}",
    re.DOTALL,
)

#: The start of a game, up to its first semicolon.
OPENING = re.compile(rf"\({SPACE}(?=;)")
CLOSING = re.compile(rf"(?:\){SPACE})*+")
#: A game tree or variation from its start to the first that starts inside it, or to the end of
#: as many as end together; or, of a long one, the first chunk.
BRANCH = re.compile(rf"{OPENING.pattern}({CHUNK.pattern}){CLOSING.pattern}", re.DOTALL)

#: One node of a text already known to be well-formed, without its semicolon.
NODE = re.compile(rf";([^;\[]*+(?:{VALUE}[^;\[]*+)*+)", re.DOTALL)

#: The names and values of a node already known to be well-formed.
PART = re.compile(rf"({IDENT})|\[({VALUE_BODY})\]", re.DOTALL)

#: A property of a node already known to be well-formed: its name and its first value.
_PROPERTY = re.compile(rf"({IDENT}){SPACE}\[({VALUE_BODY})\]{SPACE}(?:{VALUE}{SPACE})*+", re.DOTALL)

#: What shows that text outside of a game tree is a lost piece of one.
STRAY = re.compile(rf"[;(]{SPACE}[A-Z]{{1,2}}\[")

IS_VALUE = re.compile(VALUE_BODY, re.DOTALL)
IS_IDENT = re.compile(r"[A-Z][A-Z0-9]*+")

_LOWER = re.compile("[a-z]+")


def standard_ident(ident: str) -> str:
    """The FF[4] name: lower-case letters are dropped, as FF[3] wants, unless nothing would stay.

    >>> standard_ident("GaMe"), standard_ident("b"), standard_ident("KGSDE")
    ('GM', 'B', 'KGSDE')
    """
    if ident.isupper():
        return ident
    upper = _LOWER.sub("", ident)
    return upper if upper[:1].isalpha() else ident.upper()


def read_properties(node: str) -> dict[str, list[str]]:
    """The raw values of a well-formed node by name; a repeated property is merged.

    >>> read_properties("AB[aa][bb]C[x]AB[cc]")
    {'AB': ['aa', 'bb', 'cc'], 'C': ['x']}
    """
    properties: dict[str, list[str]] = {}
    values: list[str] = []
    for ident, value in PART.findall(node):
        if ident:
            values = properties.setdefault(standard_ident(ident), [])
        else:
            values.append(value)
    return properties


def first_value(node: str, ident: str) -> str | None:
    """The first raw value of a property of a well-formed node, found without the others.

    >>> first_value("FF[4]SZ[9]KM[7]", "SZ")
    '9'
    """
    for match in _PROPERTY.finditer(node):
        if standard_ident(match[1]) == ident:
            return match[2]
    return None


def split_nodes(run: str) -> list[str]:
    """The nodes of a well-formed run `;...;...`, after an empty string for what precedes the
    first semicolon, so that the pieces joined by semicolons are the run again."""
    # Without a backslash no value holds a ']', so if every semicolon follows one, none of them
    # is inside a value.
    if "\\" not in run:
        others = run.count(";") - 1 - run.count("];")
        if others and (others := others - run.count("]\n;")):
            others -= run.count("]\r\n;")
        if not others:
            return run.split(";")
    return ["", *NODE.findall(run)]
