"""The analysis commands: what they print, what ends them, what they refuse."""

import json
import os
import re
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keima import Engine, Game
from keima.gtp.server import Server
from keima.gtp.session import Session

KEIMA = str(Path(sys.executable).with_name("keima"))
VERTEX = r"(?:[A-HJ-T]1?[0-9]|pass)"
PV = rf"pv {VERTEX}(?: {VERTEX})*"
F = r"-?[0-9]+\.[0-9]{6}"
N = r"[0-9]+"
LZ_INFO = rf"info move {VERTEX} visits {N} winrate {N} prior {N} lcb {N} order {N} {PV}"
SCORES = rf"scoreMean {F} scoreLead {F} scoreSelfplay {F}"
KATA_INFO = (
    rf"info move {VERTEX} visits [0-9]+ utility {F} winrate {F} {SCORES} "
    rf"prior {F} lcb {F} utilityLcb {F} order [0-9]+ {PV}"
)
ROOT = rf"rootInfo visits [0-9]+ utility {F} winrate {F} {SCORES}"
OWNERS = r"ownership(?: -?[01]\.[0-9]{3})+"
FLAT_INFO = KATA_INFO.replace(rf"prior {F} ", "")


def several(info: str) -> str:
    return rf"{info}(?: {info})*"


class Process:
    """`keima gtp`, read line by line with a time limit."""

    def __init__(self, *options: str) -> None:
        self.process = subprocess.Popen(
            [KEIMA, "gtp", "--size", "5", "--komi", "0.5", *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
        )
        self._left = b""

    def send(self, text: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(text.encode())

    def has_answered(self, seconds: float) -> bool:
        """Is there something to read, or within this time?"""
        return bool(self._left or select.select([self.process.stdout], [], [], seconds)[0])

    def line(self, seconds: float = 60) -> str:
        assert self.process.stdout
        end = time.monotonic() + seconds
        while b"\n" not in self._left:
            ready, _, _ = select.select([self.process.stdout], [], [], end - time.monotonic())
            assert ready, f"no line; so far {self._left!r}"
            data = os.read(self.process.stdout.fileno(), 1 << 16)
            assert data, "the program has ended"
            self._left += data
        line, _, self._left = self._left.partition(b"\n")
        return line.decode()

    def reply(self) -> list[str]:
        """The lines up to the empty one."""
        lines = [self.line()]
        while lines[-1]:
            lines.append(self.line())
        return lines[:-1]

    def close(self) -> None:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.close()
        assert self.process.wait(60) == 0
        self.process.stdout.close()


@pytest.fixture
def tree() -> Iterator[Process]:
    process = Process("--profile", "classic", "--threads", "1", "--playouts", "300")
    yield process
    process.close()


@pytest.fixture
def flat() -> Iterator[Process]:
    process = Process("--profile", "brugmann", "--threads", "1", "--playouts", "300")
    yield process
    process.close()


def test_lz_analyze(tree: Process) -> None:
    tree.send("3 lz-analyze b 10\n")
    assert tree.line() == "=3 "
    for _ in range(2):
        assert re.fullmatch(several(LZ_INFO), tree.line())
    tree.send("4 name\n")
    rest = tree.reply()
    assert all(re.fullmatch(several(LZ_INFO), line) for line in rest)
    assert tree.reply() == ["=4 Keima"]


@pytest.mark.parametrize("command", ["kata-analyze", "analyze"])
def test_kata_analyze_and_sabakis(tree: Process, command: str) -> None:
    tree.send(f"{command} w interval 10 rootInfo true ownership true maxmoves 3\n")
    assert tree.line() == "= "
    line = tree.line()
    assert re.fullmatch(rf"{several(KATA_INFO)} {ROOT} {OWNERS}", line), line
    assert len(line.partition("ownership ")[2].split()) == 25
    told = line.count("info move")
    assert 1 <= told <= 3
    assert re.findall(r"order ([0-9]+)", line) == [str(order) for order in range(told)]
    tree.send("\n")
    tree.reply()


def test_visits_along_the_line_and_owners_after_each_move(tree: Process) -> None:
    tree.send("kata-genmove_analyze b interval 0 pvVisits true movesOwnership true maxmoves 2\n")
    _, line, _ = tree.reply()
    owners = OWNERS.replace("ownership", "movesOwnership")
    info = rf"{KATA_INFO} pvVisits(?: {N})+ {owners}"
    assert re.fullmatch(several(info), line), line
    for part in line.split("info move ")[1:]:
        pv, rest = part.partition(" pv ")[2].split(" pvVisits ")
        visits, owned = rest.split(" movesOwnership ")
        assert len(visits.split()) == len(pv.split())
        assert visits.split()[0] == re.findall(r"visits ([0-9]+)", part)[0]
        assert len(owned.split()) == 25


def test_a_flat_player_has_no_visits_along_a_line(flat: Process) -> None:
    flat.send("kata-genmove_analyze b interval 0 pvVisits true movesOwnership true\n")
    assert re.fullmatch(several(FLAT_INFO), flat.reply()[1])


def test_numbers_are_those_of_the_player_to_move(tree: Process) -> None:
    """White has all of the board: Black's win rate is nothing and nothing is his own."""
    tree.send("set_position w B1 w B2 w B3 w B4 w B5 w D1 w D2 w D3 w D4 w D5\n")
    tree.reply()
    for color, rate in (("b", 0.0), ("w", 1.0)):
        tree.send(f"kata-analyze {color} 10 ownership true\n")
        tree.line()
        line = tree.line()
        found = re.search(rf"winrate ({F})", line)
        assert found and float(found[1]) == pytest.approx(rate, abs=0.3)
        owners = [float(word) for word in line.partition("ownership ")[2].split()]
        assert (sum(owners) > 10) if color == "w" else (sum(owners) < -10)
        tree.send("\n")
        tree.reply()


def test_a_flat_player_gives_what_it_has(flat: Process) -> None:
    flat.send("kata-analyze 10 rootInfo true\n")
    assert flat.line() == "= "
    visits = []
    for _ in range(3):
        line = flat.line()
        assert re.fullmatch(rf"{several(FLAT_INFO)} {ROOT}", line), line
        visits.append(int(re.findall(r"rootInfo visits ([0-9]+)", line)[0]))
    assert visits == sorted(visits) and visits[0] < visits[-1], "batches add up"
    flat.send("quit\n")
    assert flat.reply()[-1].startswith("info move")
    assert flat.reply() == ["= "]


def test_what_was_found_is_told_although_the_analysis_was_short(tree: Process) -> None:
    tree.send("kata-analyze b 100000\nname\n")
    lines = tree.reply()
    assert lines[0] == "= " and len(lines) == 2
    assert re.fullmatch(several(KATA_INFO), lines[1])
    assert tree.reply() == ["= Keima"]


def test_the_tree_is_kept_from_one_analysis_to_the_next(tree: Process) -> None:
    visits = []
    for _ in range(2):
        tree.send("kata-analyze b 5 rootInfo true\n")
        assert tree.line() == "= "
        tree.line()
        tree.send("\n")
        visits.append(int(re.findall(r"rootInfo visits ([0-9]+)", tree.reply()[-1])[0]))
    assert visits[1] > visits[0]


def test_a_comment_ends_an_analysis_and_so_does_the_end_of_the_input() -> None:
    process = Process("--profile", "classic")
    process.send("analyze 10\n")
    process.line()
    process.send("# hello\n")
    process.reply()
    process.send("analyze 10\n")
    process.line()
    process.close()


@pytest.mark.parametrize(
    "command", ["lz-genmove_analyze", "kata-genmove_analyze", "genmove_analyze"]
)
def test_genmove_analyze_plays(tree: Process, command: str) -> None:
    tree.send(f"5 {command} b 5\nname\nlist_stones b\n")
    head, *infos, last = tree.reply()
    assert head == "=5 "
    info = LZ_INFO if command.startswith("lz") else KATA_INFO
    assert infos and all(re.fullmatch(several(info), line) for line in infos)
    found = re.fullmatch(rf"play ({VERTEX})", last)
    assert found
    assert tree.reply() == ["= Keima"]
    assert tree.reply() == [f"= {found[1]}"]


def test_searches_do_not_play(tree: Process) -> None:
    tree.send("kata-search b\nkata-search\nkata-search_analyze w 5\nlist_stones b\n")
    for _ in range(2):
        (move,) = tree.reply()
        assert re.fullmatch(rf"= {VERTEX}", move)
    assert re.fullmatch(rf"play {VERTEX}", tree.reply()[-1])
    assert tree.reply() == ["= "]


def test_a_cancelled_search_says_so() -> None:
    process = Process("--profile", "classic:playouts=1000000000")
    for command in ("kata-search_cancellable", "kata-search_analyze_cancellable"):
        process.send(f"{command} b\n\n")
        assert process.reply()[-1] in ("= cancelled", "play cancelled")
    process.close()


@pytest.mark.parametrize(
    ("profile", "command"),
    [
        ("classic", "genmove"),
        ("brugmann", "genmove"),
        ("classic", "reg_genmove"),
        ("classic", "frisbee-reg_genmove"),
    ],
)
def test_an_interrupt_ends_a_move_and_a_line_does_not(profile: str, command: str) -> None:
    process = Process("--profile", f"{profile}:playouts=1000000000")
    process.send(f"known_command gogui-interrupt\n{command} b\n\nname\n")
    assert process.reply() == ["= true"]
    while not process.has_answered(0.05):  # before the search begins there is nothing to interrupt
        process.send("# interrupt\n")
    (move,) = process.reply()
    assert re.fullmatch(rf"= {VERTEX}", move)
    assert process.reply() == ["= Keima"]
    process.close()


def test_avoid_and_allow(talk: Any) -> None:
    talk("boardsize 3")
    lines = talk("kata-analyze b allow b A1,b2,pass 1")
    assert re.findall("move ([^ ]+)", lines) == ["B2", "A1", "pass"]
    lines = talk("lz-analyze avoid b A1,A2,A3 5 avoid b B1,B2,B3 1 avoid w C1 1")
    assert re.findall("move ([^ ]+)", lines) == ["C3", "C2", "C1", "pass"]
    lines = talk("kata-analyze b allow W A1 1 allow B A2,A3 1")
    assert re.findall("move ([^ ]+)", lines) == ["A3", "A2"]
    lines = talk("kata-analyze w allow w A1 1 avoid b A1 1")
    assert re.findall("move ([^ ]+)", lines) == ["A1"]
    assert talk("kata-genmove_analyze b allow b C3 1").endswith("play C3")
    assert talk("kata-analyze w allow w C3 1") == "? no move of white is left to consider"


def test_at_most_so_many_moves(talk: Any) -> None:
    assert talk("kata-analyze maxmoves 3").count("info move") == 3
    assert talk("lz-analyze minmoves 2 maxmoves 99999").count("info move") == 81
    assert talk("kata-analyze maxmoves 0 rootInfo true").startswith("= \nrootInfo visits")
    assert talk("lz-analyze maxmoves 0").rstrip() == "="


@pytest.mark.parametrize("interval", ["b 2.5", "2.5", "interval 2.5", "w interval 2.5"])
def test_intervals_may_have_fractions(talk: Any, interval: str) -> None:
    assert talk(f"kata-analyze {interval} maxmoves 1").startswith("= \ninfo move")
    assert talk.players[0].options["every"] == 0.05


def test_the_side_to_play_is_the_usual_one(talk: Any) -> None:
    talk("play b E5", "genmove_analyze")
    assert talk("last_move").startswith("= white")


@pytest.mark.parametrize("command", ["lz-analyze", "kata-analyze", "kata-genmove_analyze"])
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("b -5", "-5 is too small"),
        ("99999999999999", "is too large"),
        ("b w", "'w' is not one of interval, minmoves"),
        ("green", "'green' is not one of"),
        ("interval", "expected at least 2 arguments"),
        ("interval x", "'x' is not a number"),
        ("interval 1e10", "is too large"),
        ("maxmoves -1", "-1 is too small"),
        ("minmoves -1", "-1 is too small"),
        ("avoid b", "expected at least 3 arguments"),
        ("avoid b A1", "expected at least 4 arguments"),
        ("avoid b , 1", "expected vertices"),
        ("avoid b A1 0", "0 is too small"),
        ("avoid x A1 1", "invalid color or coordinate"),
        ("avoid b A1,Z99 1", "invalid color or coordinate"),
        ("allow b A1 1 allow b A2 1", "allow can be given once for each side"),
        ("avoid b A1 1 allow b A2 1", "exclude each other"),
    ],
)
def test_wrong_arguments(talk: Any, command: str, arguments: str, message: str) -> None:
    talk("play w C3")
    reply = talk(f"{command} {arguments}")
    assert reply.startswith("?") and message in reply
    assert talk("move_history") == "= white C3"
    assert not talk.players or not talk.players[0].limits, "nothing was searched"


def test_words_of_katago_alone(talk: Any) -> None:
    assert talk("kata-analyze ownership yes").startswith("? syntax error: ownership must be")
    assert "'ownership' is not one of" in talk("lz-analyze ownership true")
    for flag in ("pvVisits", "movesOwnership", "ownershipStdev", "noResultValue"):
        assert talk(f"kata-analyze {flag} true").startswith("= \ninfo")
    assert "ownership" not in talk("kata-analyze ownership true ownership false")


def test_cgos_genmove_analyze(tree: Process) -> None:
    tree.send("cgos-genmove_analyze b\n")
    head, analysis, move = tree.reply()
    assert head == "= " and re.fullmatch(rf"play {VERTEX}", move)
    found = json.loads(analysis)
    assert {"winrate", "score", "visits", "moves", "ownership"} <= set(found)
    assert found["moves"][0]["pv"], "what is expected to follow"


def test_what_fails_after_the_first_line_is_in_the_log() -> None:
    log: list[str] = []
    session = Session(lambda seed: Engine("keima", seed=seed), Game(1), log=log.append)
    assert Server(session).answer(b"kata-analyze b 10") == b"= \n\n"
    assert log == ["kata-analyze: networks play on boards from 2x2 to 25x25, not 1x1"]


words = st.one_of(
    st.sampled_from(["b", "W", "interval", "minmoves", "maxmoves", "avoid", "allow", "true"]),
    st.sampled_from(["rootInfo", "ownership", "pvVisits", "A1,B2", "pass", "0", "10", "-1"]),
    st.integers().map(str),
    st.binary(max_size=6).map(lambda data: data.decode("latin-1")),
)


@settings(max_examples=200)
@given(
    name=st.sampled_from(
        ["lz-analyze", "kata-analyze", "analyze", "genmove_analyze", "kata-search_analyze"]
    ),
    arguments=st.lists(words, max_size=8),
)
def test_any_arguments_give_a_well_formed_reply(
    new_talk: Any, name: str, arguments: list[str]
) -> None:
    talk = new_talk(files=False)
    talk("boardsize 3")
    line = " ".join([name, *arguments]).replace("\n", " ").encode("utf-8", "surrogateescape")
    (reply,) = talk.raw(line + b"\n")
    assert not reply.startswith(b"? internal error"), talk.log
    if reply.startswith(b"="):
        assert all(
            re.match(rb"info move |play |$", line) for line in reply[2:].strip(b"\n").split(b"\n")
        )
