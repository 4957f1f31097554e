"""The reader against a slow one that follows the grammar character by character.

Collection = { GameTree }           GameTree = "(" Node { Node } { GameTree } ")"
Node = ";" { Property }             Property = Name Value { Value }
"""

from __future__ import annotations

import random

import pytest

from keima.sgf import Collection, GameTree, SgfError, parse

SPACE = " \t\n\v\f\r"
PIECES = [
    *(["(", ")", ";", "(;", ");", "))", ";;"] * 2),
    *["B[aa]", "W[tt]", ";B[pd]", ";W[dp]", ";B[]", "b[aa]", "Black[aa]", "B[zz]", "B[aa][bb]"],
    *[
        "C[x]",
        "C[;]",
        "C[(;)]",
        "C[\\]]",
        "C[\\\\]",
        "C[a;\\\n]",
        "[y]",
        "X1[]",
        "aB[]",
        "AB[aa:bb]",
    ],
    *["B", "1", "]", "[", "\\", "?"],
    *([" ", "\n", "\t", "\r\n", "\f"] * 2),
]

# A node's properties and its children.
Tree = tuple[dict[str, list[str]], list["Tree"]]


class Reference:
    def __init__(self, text: str) -> None:
        self.text, self.pos = text, 0

    def skip(self) -> str:
        while self.pos < len(self.text) and self.text[self.pos] in SPACE:
            self.pos += 1
        return self.text[self.pos : self.pos + 1]

    def take(self, char: str) -> None:
        if self.skip() != char:
            raise ValueError(f"expected {char} at {self.pos}")
        self.pos += 1

    def tree(self) -> Tree:
        self.take("(")
        nodes = [self.node()]
        while self.skip() == ";":
            nodes.append(self.node())
        branches = []
        while self.skip() == "(":
            branches.append(self.tree())
        self.take(")")
        result = (nodes[-1], branches)
        for node in nodes[-2::-1]:
            result = (node, [result])
        return result

    def node(self) -> dict[str, list[str]]:
        self.take(";")
        properties: dict[str, list[str]] = {}
        while (char := self.skip()).isascii() and char.isalpha():
            name = ""
            while (char := self.text[self.pos : self.pos + 1]).isascii() and char.isalnum():
                name += char
                self.pos += 1
            upper = "".join(c for c in name if not c.islower())
            ident = upper if upper[:1].isalpha() else name.upper()
            values = [self.value()]
            while self.skip() == "[":
                values.append(self.value())
            properties.setdefault(ident, []).extend(values)
        return properties

    def value(self) -> str:
        self.take("[")
        value = ""
        while (char := self.text[self.pos : self.pos + 1]) != "]":
            if not char:
                raise ValueError("a value that never ends")
            step = 2 if char == "\\" else 1
            value += self.text[self.pos : self.pos + step]
            self.pos += step
        self.pos += 1
        return value


def as_reference(game: GameTree) -> Tree:
    def tree(path: list[int]) -> Tree:
        node = game.at(path)
        children = [tree([*path, index]) for index in range(len(node.children))]
        return {ident: node.raw(ident) for ident in node}, children

    return tree([])


def random_text(rng: random.Random) -> str:
    """A game of random pieces, some of them nodes and variations that belong together."""
    out, depth = ["(", rng.choice(["", "", " ", "\n"]), ";"], 1
    for _ in range(rng.randint(0, 12)):
        if rng.random() < 0.15:
            out.append(rng.choice(PIECES))
        elif rng.random() < 0.2:
            out.append("(;")
            depth += 1
        elif depth > 1 and rng.random() < 0.25:
            out.append(")")
            depth -= 1
        else:
            out.append(
                rng.choice([";B[aa]", ";W[bb]", ";", "C[x;y]", ";C[\\]]", "B[cc]", "N [a][b]"])
            )
        out.append(rng.choice(["", "", "", " ", "\n", "\t\f"]))
    return "".join(out) + ")" * depth


def compare(text: str) -> bool:
    """Fails if we differ from the reference; returns whether the text is good."""
    reference = Reference(text)
    try:
        trees = [reference.tree()]
        while reference.skip():
            trees.append(reference.tree())
    except ValueError:
        trees = []
    games: Collection | None
    try:
        games = parse(text)
    except SgfError:
        games = None
    if trees:
        assert games is not None, text
        assert [as_reference(game) for game in games] == trees, text
    elif games is not None:
        # Bad, and read all the same: only for text outside of whole games.
        assert games.warnings, text
        assert games.warnings[0].message.startswith("text outside"), text
    return bool(trees)


@pytest.mark.parametrize("seed", range(4))
def test_we_agree_with_the_grammar(seed: int) -> None:
    rng = random.Random(seed)
    good = sum(compare(random_text(rng)) for _ in range(2_000))
    assert 400 < good < 1_800


def test_we_agree_with_the_grammar_on_any_pieces() -> None:
    rng = random.Random(0)
    for _ in range(5_000):
        compare("".join(rng.choices(PIECES, k=rng.randint(0, 12))))
