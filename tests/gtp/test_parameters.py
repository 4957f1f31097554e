"""Parameters by KataGo's commands."""

import json
import re
from typing import Any

import pytest

from keima import Engine, Game
from keima.engine.parameters import parameters_of
from keima.engine.player import PLAYERS, load_player
from keima.gtp.commands.parameters import FILES, is_path
from keima.gtp.server import Server
from keima.gtp.session import Session


def test_parameters_are_listed_and_told(talk: Any) -> None:
    names = talk("kata-list-params")[2:].split(" ")
    assert names[:5] == ["playouts", "seconds", "threads", "seed", "resign_threshold"]
    assert list(json.loads(talk("kata-get-params")[2:])) == names
    assert talk("kata-get-param playouts") == "= 10000"
    assert talk("kata-get-param seconds") == "= null"


def test_limits_are_those_of_every_move(talk: Any) -> None:
    talk("kata-set-param maxVisits 50", "genmove b")
    assert talk.players[0].limits[-1].playouts == 50
    assert talk("kata-get-param playouts") == "= 50"
    talk("kata-set-param seconds 0.5", "genmove w")
    assert (talk.players[0].limits[-1].playouts, talk.players[0].limits[-1].seconds) == (50, 0.5)


def test_other_parameters_are_the_players(talk: Any) -> None:
    talk('kata-set-params {"threads":2,"resign_threshold":0.25}')
    assert talk.players[0].parameters.threads == 2
    assert talk("kata-get-param resign_threshold") == "= 0.25"
    talk("reg_genmove b")
    assert talk.players[1].parameters.threads == 2, "every player of the session has them"
    talk("set_random_seed 5")
    assert talk("kata-get-param threads") == "= 2"


def test_the_last_seed_counts() -> None:
    session = Session(lambda seed: Engine("brugmann", seed=seed or 1), Game(5))
    server = Server(session)
    for command, seed in ((b"kata-set-param seed 5", 5), (b"set_random_seed 7", 7)):
        server.answer(command)
        assert server.answer(b"get_random_seed") == b"= %d\n\n" % seed
    assert session.new_player(1).seed == 1


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("kata-get-param", "expected 1 arguments, got 0"),
        ("kata-get-param luck", "invalid parameter: 'luck'"),
        ("kata-set-param playouts", "expected 2 arguments, got 1"),
        ("kata-set-param luck 1", "invalid parameter: 'luck'"),
        ("kata-set-param playouts 0", "playouts must be a whole number from 1"),
        ("kata-set-param playouts 1e99", "playouts must be"),
        ("kata-set-param seconds nan", "seconds must be"),
        ("kata-set-param threads -1", "threads must be"),
        ('kata-set-params {"playouts":5,"threads":999}', "threads must be"),
        ('kata-set-params {"threads":2,"luck":1}', "invalid parameter: 'luck'"),
        ("kata-set-params", "expected a JSON object"),
        ("kata-set-params [1]", "expected a JSON object"),
        ("kata-set-params " + "[" * 5000, "expected a JSON object"),
    ],
)
def test_wrong_parameters_change_nothing(talk: Any, command: str, message: str) -> None:
    before = talk("kata-get-params")
    reply = talk(command)
    assert reply.startswith("?") and message in reply
    assert talk("kata-get-params") == before


def test_a_real_engine_obeys_at_once() -> None:
    session = Session(lambda seed: Engine("classic", threads=1, seed=seed or 1), Game(5))
    server = Server(session)
    assert server.answer(b"kata-set-param maxPlayouts 64") == b"= \n\n"
    server.answer(b"genmove b")
    assert session.last and session.last.result.playouts <= 64
    assert server.answer(b"kata-set-param resign_threshold 1") == b"= \n\n"
    server.answer(b"kata-set-param playouts 500")
    server.answer(b"gogui-play_sequence w A1 b A5 w B1 b B5 w E1 b E5 w D5")
    session.game.komi = 100
    assert server.answer(b"genmove b") == b"= resign\n\n"
    assert server.answer(b"kata-set-param policy nobody").startswith(b"? syntax error: policy")


def real(files: bool = True, profile: str = "classic") -> Server:
    make = lambda seed: Engine(profile, threads=1, seed=seed or 1)  # noqa: E731
    return Server(Session(make, Game(5), files=files, log=lambda text: None))


@pytest.mark.parametrize("name", ["model", "gammas", "trained", "patterns", "book"])
@pytest.mark.parametrize("path", ["/nowhere/at/all", "/", "a" * 5000, "\0", "\ud800"])
def test_files_that_cannot_be_read_change_nothing(name: str, path: str) -> None:
    server = real()
    player, before = server.session.player, server.answer(b"kata-get-params")
    inside = player._players  # type: ignore[attr-defined]
    values = json.dumps({"resign_threshold": 0.25, name: path})
    reply = server.answer(f"kata-set-params {values}".encode())
    assert reply.startswith(b"? ") and b"internal error" not in reply
    assert server.answer(b"kata-get-params") == before and not server.session.changes
    assert player._players is inside  # type: ignore[attr-defined]


def test_an_unreadable_file_is_named() -> None:
    class Player(Engine):
        def change(self, **values: object) -> None:
            raise FileNotFoundError(2, "No such file or directory", "moves.bin")

    server = Server(Session(lambda seed: Player("classic", seed=1), Game(5)))
    reply = server.answer(b"kata-set-param model moves.bin")
    assert reply == b"? cannot read 'moves.bin': No such file or directory\n\n"


@pytest.mark.parametrize("name", sorted(set(FILES) - {"valuer"}))
@pytest.mark.parametrize("path", ["/etc/passwd", "moves.bin", "../x", "a\0b", ".", "x" * 5000])
def test_without_files_paths_are_refused(name: str, path: str) -> None:
    server = real(files=False)
    reply = server.answer(f"kata-set-params {json.dumps({name: path})}".encode())
    assert reply.startswith(b"? files are not allowed here: %s cannot be " % name.encode())
    assert not server.session.changes


def test_without_files_names_are_as_good_as_ever() -> None:
    server = real(files=False)
    for line in (
        b"model 19x19",
        b"gammas mm",
        b"patterns mogo",
        b"joseki 19x19",
        b"mlp auto",
        b"mlp none",
        b"shallow ht",
        b"shallow_deep none",
        b"book none",
        b"model none",
        b"frisbee 0.5",
    ):
        assert server.answer(b"kata-set-param " + line) == b"= \n\n"
    assert real(False, "brugmann").answer(b"kata-set-param model abramson") == b"= \n\n"


@pytest.mark.parametrize(
    ("valuer", "allowed"),
    [
        ("classic", True),
        ("classic:policy=pachi", True),
        ("classic:model=19x19", True),
        ("classic:model=/etc/passwd", False),
        ("brugmann:book=/etc/passwd", False),
        ("/etc/passwd", False),
        ("my.toml", False),
    ],
)
def test_without_files_a_valuer_has_none_either(valuer: str, allowed: bool) -> None:
    assert is_path("valuer", valuer) != allowed


def test_every_parameter_that_may_name_a_file_is_known() -> None:
    """By what the parameters of all players say of themselves."""
    naming = {
        each.name
        for player in PLAYERS
        for each in parameters_of(load_player(player)[0])
        if each.kind is str and re.search(r"\bfile\b", each.doc)
    }
    assert {"model", "local", "book", "net"} <= naming <= set(FILES)
