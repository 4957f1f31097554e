"""Whatever bytes come in: one well-formed reply for each command, and no change by failures."""

import itertools
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keima.gtp.protocol import LineReader, parse
from keima.gtp.registry import COMMANDS

names = st.sampled_from(sorted(COMMANDS)) | st.text(max_size=8)
words = st.one_of(
    st.sampled_from(["b", "w", "black", "WHITE", "e", "pass", "resign", "dead", "alive", "seki"]),
    st.sampled_from(["none", "absolute", "byoyomi", "canadian", "fischer", "fischer-capped"]),
    st.sampled_from(["japanese", "ko", "suicide", "SIMPLE", "true", "new_zealand", "N-1"]),
    st.sampled_from(["A1", "b2", "C3", "T19", "Z25", "I5", "J10", "AA1", "A0", "E5", "{}", "tt"]),
    st.sampled_from(["0", "1", "2", "5", "9", "19", "25", "26", "-1", "7.5", "1e400", "9" * 400]),
    st.sampled_from(["interval", "minmoves", "maxmoves", "avoid", "allow", "ownership"]),
    st.sampled_from(["rootInfo", "pvVisits", "false", "A1,B2", "c3,pass", ",", "A1,Z9", "10"]),
    st.sampled_from(["playouts", "seconds", "threads", "maxVisits", "seed", '{"seed":5}', "[]"]),
    st.integers().map(str),
    st.floats().map(str),
    st.text(max_size=6),
)
lines = st.builds(
    lambda number, name, args: " ".join([*number, name, *args]).encode("utf-8", "surrogatepass"),
    st.lists(st.sampled_from(["0", "7", "2147483647", "2147483648", "-1", "x"]), max_size=1),
    names,
    st.lists(words, max_size=6),
)
streams = st.lists(lines | st.binary(max_size=20), max_size=25).map(b"\n".join)


@settings(deadline=None, max_examples=300)
@given(data=streams)
def test_any_bytes(new_talk: Any, state: Any, data: bytes) -> None:
    talk = new_talk(files=False)
    talk("boardsize 5")
    reader = LineReader()
    for line in reader.feed(data) + reader.finish():
        if talk.session.closing:
            break
        before = state(talk.session)
        (reply,) = talk.raw(line + b"\n")
        number = parse(line).id
        assert reply[1:].split(b" ")[0] == (b"" if number is None else b"%d" % number)
        if reply.startswith(b"?"):
            assert state(talk.session) == before, line
        assert not reply.startswith(b"? internal error"), talk.log


@settings(deadline=None, max_examples=200)
@given(data=st.binary(max_size=300), cuts=st.lists(st.integers(0, 300), max_size=5))
def test_raw_bytes_in_any_pieces(new_talk: Any, data: bytes, cuts: list[int]) -> None:
    talk, whole = new_talk(files=False), new_talk(files=False)
    edges = [0, *sorted(cuts), len(data)]
    pieces = [data[a:b] for a, b in itertools.pairwise(edges)]
    rejoined = b"".join(pieces)
    assert [r for piece in pieces for r in talk.raw(piece)] == whole.raw(rejoined)


@pytest.mark.parametrize("name", sorted(set(COMMANDS) - {"quit"}))
def test_no_arguments_make_a_command_fail_badly(new_talk: Any, state: Any, name: str) -> None:
    """Each command with nothing, with too much, and with nonsense of every kind."""
    junk = ["", "x", "b", "b b", "-1", "1e5", "0", "b A1 w", "{", "\x00", "é", "a" * 5000, "9" * 50]
    for arguments in junk:
        talk = new_talk(files=False)
        before = state(talk.session)
        (reply,) = talk.raw(f"{name} {arguments}\n".encode())
        assert not reply.startswith(b"? internal error"), (arguments, talk.log)
        if reply.startswith(b"?"):
            assert state(talk.session) == before
