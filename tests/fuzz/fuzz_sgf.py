"""Coverage-guided fuzzing of the SGF reader: any bytes give a tree or an SgfError.

    pip install atheris
    python tests/fuzz/fuzz_sgf.py -max_total_time=600 -max_len=400 [DIRECTORY]

The options are libFuzzer's; a directory keeps what it finds and goes on from there.
`tests/sgf/test_mutation.py` runs the same checks without atheris.
"""

from __future__ import annotations

import contextlib
import gc
import sys
import tempfile
from pathlib import Path
from types import FunctionType

from keima import sgf
from keima.sgf.convert import game_from_sgf
from keima.sgf.tree import Collection

EXAMPLES = [
    b"(;GM[1]FF[4]SZ[19]HA[2]AB[dp][pd]C[a \\[3k\\]: hi];W[dd];B[pp](;W[cc])(;W[qq];B[tt]))",
    b"mail (;FF[3]GaMe[1]SiZe[9]Black[ee];W[gc]LB[aa:1][bb:2]TR[cc:dd])\r\n(;SZ[13:9];B[])",
    "(;CA[GB2312]PB[柯洁]KM[375]RU[中国];B[pd]C[好\\\n手])".encode("gb2312"),
    "(;PB[趙治勲]DT[1996-05-06,07];B[pd]BL[30.5]OB[5])".encode("shift_jis"),
    b"(;AE[aa:ss]AB[aa];PL[W];W[ab]AW[ac]C[see [this] move];B[zz9]B[aa]))(;",
]

#: Pieces that a mutation of bytes would be long in finding.
WORDS = [
    *(b"(;", b")", b"]", b"[", b"\\", b"\\]", b":", b"\r\n", b"\n\r", b"\\\r", b"()", b"((", b";;"),
    *(b"B[aa]", b"W[]", b"B[tt]", b"AB[aa:cc]", b"AE[bb]", b"SZ[9]", b"SZ[13:9]", b"SZ[52]"),
    *(b"HA[2]", b"KM[6.5]", b"KM[375]", b"RU[Japanese]", b"RE[B+3.5]", b"DT[1996-05-06,07]"),
    *(b"LB[aa:x]", b"AR[aa:bb]", b"C[a\\]b\\:c]", b"FF[3]", b"GM[1]", b"GaMe[1]", b"PL[W]"),
    *(b"CA[UTF-8]", b"CA[GB2312]", b"CA[Shift_JIS]", b"CA[iso-2022-jp]", b"\xef\xbb\xbf"),
    *(b"\xff\xfe", "柯洁".encode("gb18030"), "趙治勲".encode("shift_jis"), "é".encode()),
]
LIMITS = sgf.Limits(size=1 << 20, nodes=10_000, depth=1_000, games=100, warnings=20)


def check(data: bytes) -> None:
    """Raises AssertionError, or whatever the reader should not have raised."""
    strict = None
    try:
        strict = sgf.parse(data, limits=LIMITS)
        _check_collection(strict)
    except sgf.SgfError as error:
        assert strict is None
        assert error.line is None or (error.line >= 1 and error.column and error.column >= 1)
    try:
        lenient = sgf.parse(data, lenient=True, limits=LIMITS)
    except sgf.SgfError as error:
        assert strict is None and error.message.startswith("more than"), error
        return
    assert len(lenient.warnings) <= LIMITS.warnings + 1
    if strict is None:
        _check_collection(lenient)
    else:
        assert lenient == strict


def _check_collection(collection: Collection) -> None:
    written = sgf.write(collection)
    if collection:
        again = sgf.parse(written)
        assert again == collection
        assert sgf.write(again) == written
    for tree in collection:
        _check_tree(tree)


def _move(node: sgf.Node) -> object:
    try:
        return node.move
    except sgf.SgfError as error:
        return str(error)


def _check_tree(tree: sgf.GameTree) -> None:
    fresh = tree.copy()
    for node in fresh.walk():
        move = _move(node)
        moves = [ident for ident in node if ident in ("B", "W")]
        # Now that the properties were read, it is found in another way.
        assert _move(node) == move
        assert (move is None) <= (not moves)
        for ident in node:
            with contextlib.suppress(sgf.SgfError):
                value = node[ident]
                raw = node.raw(ident)
                if value:
                    # What was read can be written, and says the same.
                    node[ident] = value
                    assert node[ident] == value, (ident, raw, value)
    with contextlib.suppress(sgf.SgfError):
        assert tree.moves() == [node.move for node in tree.main_line() if node.move]
    sgf.check(tree)
    with contextlib.suppress(sgf.SgfError):
        game_from_sgf(tree)
    with contextlib.suppress(sgf.SgfError):
        game_from_sgf(tree, lenient=True, warnings=[])


def main() -> None:
    import atheris

    def mutate(data: bytes, max_size: int, seed: int) -> bytes:
        data = atheris.Mutate(data, max_size)
        if seed % 3 == 0:
            at = seed // 3 % (len(data) + 1)
            data = data[:at] + WORDS[seed % len(WORDS)] + data[at:]
        return data[:max_size]

    # Not by atheris.instrument_imports, which does nothing for a package installed in place.
    for item in gc.get_objects():
        if isinstance(item, FunctionType) and str(item.__module__).startswith("keima.sgf"):
            atheris.instrument_func(item)
    with tempfile.TemporaryDirectory() as examples:
        for number, example in enumerate(EXAMPLES):
            (Path(examples) / str(number)).write_bytes(example)
        atheris.Setup([*sys.argv, examples], check, custom_mutator=mutate)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
