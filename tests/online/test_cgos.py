"""The client against a small server that speaks the protocol over real sockets."""

import json
import shutil
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import keima
from keima.arena.clock import Clock
from keima.arena.players import EnginePlayer, Player, PlayerFault, make_player
from keima.arena.settings import GameSettings
from keima.colors import Color
from keima.game import Game
from keima.online.cgos import Account, CgosClient, CgosError, Patience, parse_setup
from keima.rules import Rules

QUICK = Patience(first=0.05, longest=0.2, login=5, silence=5)
RULES = Rules.parse("tromp-taylor").replace(suicide=False)


class Talk:
    """The server's end of one connection."""

    def __init__(self, connection: socket.socket) -> None:
        connection.settimeout(20)
        self._connection = connection
        self.analyses: list[dict[str, Any] | None] = []
        self._file = connection.makefile("r", encoding="utf-8", newline="\n")

    def say(self, line: str) -> None:
        self._connection.sendall(line.encode() + b"\n")

    def hear(self) -> str:
        line = self._file.readline()
        assert line.endswith("\n"), "the client has gone"
        return line.strip()

    def ask(self, line: str) -> str:
        self.say(line)
        return self.hear()

    def move(self, line: str) -> str:
        """The move in the answer; what follows it must be JSON."""
        move, _, analysis = self.ask(line).partition(" ")
        self.analyses.append(json.loads(analysis) if analysis else None)
        return move

    def log_in(self, extensions: str = "genmove_analyze") -> None:
        assert self.ask(f"protocol {extensions}".strip()).startswith("e1 Keima")
        assert self.ask("username") == "keima"
        assert self.ask("password") == "secret"

    def vanish(self) -> None:
        self._file.close()
        self._connection.close()


@contextmanager
def serving(*scripts: Callable[[Talk], Any]) -> Iterator[tuple[Account, list[BaseException]]]:
    """A server that follows a script for each connection, one after the other."""
    listener = socket.create_server(("127.0.0.1", 0))
    listener.settimeout(20)
    errors: list[BaseException] = []

    def serve() -> None:
        try:
            for script in scripts:
                connection, _ = listener.accept()
                talk = Talk(connection)
                try:
                    script(talk)
                finally:
                    talk.vanish()
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    yield Account("127.0.0.1", listener.getsockname()[1], "keima", "secret"), errors
    thread.join(20)
    listener.close()
    if errors:
        raise errors[0]
    assert not thread.is_alive()


def play_out(talk: Talk, setup: str, own: Color, opponent: EnginePlayer) -> str:
    """Plays a game to its end as the server would, and says who has won."""
    talk.say(f"setup {setup}")
    parsed = parse_setup(setup)
    game = Game(parsed.size, komi=parsed.komi, rules=RULES)
    for move in parsed.moves:
        game.play(move)
    opponent.new_game(game, GameSettings((parsed.size, parsed.size)), 5)
    while not game.is_over:
        side = game.to_play
        if side == own:
            move = talk.move(f"genmove {side.letter.lower()} 60000")
            if move == "resign":
                return f"{side.opponent.letter}+Resign"
            game.play(move)
        else:
            move = opponent.genmove(game, side, Clock(GameSettings().time))
            game.play(move)
            talk.say(f"play {side.letter.lower()} {move} 59000")
    return game.score().text


def client_for(account: Account, spec: str = "brugmann:playouts=20", **options: Any) -> CgosClient:
    player = make_player(spec) if isinstance(spec, str) else spec
    return CgosClient(player, account, patience=QUICK, **options)


def test_whole_games_with_both_colours() -> None:
    opponent = EnginePlayer("brugmann:playouts=10")
    ends: list[str] = []

    def script(talk: Talk) -> None:
        talk.log_in()
        talk.say("info welcome")
        # The first program is White.
        ends.append(play_out(talk, "1 5 7.0 60000 keima(1500) gnu(1800)", Color.WHITE, opponent))
        assert talk.ask(f"gameover 2026-01-01 {ends[-1]}") == "ready"
        ends.append(play_out(talk, "2 5 7.0 60000 gnu(1800) keima(?)", Color.BLACK, opponent))
        assert talk.ask(f"gameover 2026-01-01 {ends[-1]}") == "quit"

    with serving(script) as (account, _):
        assert client_for(account, games=2).run() == ends


def test_a_game_goes_on_after_the_connection_was_lost() -> None:
    opponent = EnginePlayer("brugmann:playouts=10")
    heard: list[str] = []

    def first(talk: Talk) -> None:
        talk.log_in()
        talk.say("setup 7 5 7.0 60000 gnu(1800) keima(1500)")
        heard.append(talk.move("genmove b 60000"))
        # and it vanishes in the middle of the game

    def second(talk: Talk) -> None:
        talk.log_in()
        free = "B2" if heard[0] != "B2" else "D4"
        setup = f"7 5 7.0 60000 gnu(1800) keima(1500) {heard[0]} 59000 {free} 58000"
        result = play_out(talk, setup, Color.BLACK, opponent)
        assert talk.ask(f"gameover 2026-01-01 {result}") == "quit"

    with serving(first, second) as (account, _):
        assert len(client_for(account, games=1).run()) == 1


def test_a_server_that_is_away_is_waited_for() -> None:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    pauses: list[str] = []
    enough = threading.Event()

    def note(line: str) -> None:
        if line.startswith("connecting again"):
            pauses.append(line.split()[3])
        if len(pauses) == 3:
            enough.set()

    client = client_for(Account("127.0.0.1", port, "keima", "secret"), log=note)
    thread = threading.Thread(target=client.run)
    thread.start()
    enough.wait(60)
    client.stop()
    thread.join(60)
    assert not thread.is_alive()
    assert pauses[:3] == ["0.05", "0.1", "0.2"]


def test_a_wrong_password_ends_the_client() -> None:
    def script(talk: Talk) -> None:
        talk.log_in()
        talk.say("Error: Sorry, password doesn't match")

    with serving(script) as (account, _), pytest.raises(CgosError, match="password doesn't match"):
        client_for(account).run()


@pytest.mark.parametrize(
    "nonsense",
    [
        "setup 1 5",
        "setup 1 nine 7.0 60000 a(1) b(1)",
        "setup 1 99 7.0 60000 a(1) b(1)",
        "play b C3 1000",
        "genmove b",
        "genmove b 1000",
        "x" * 100_000,
        "Error: internal",
    ],
)
def test_nonsense_from_the_server_leads_to_a_new_connection(nonsense: str) -> None:
    def first(talk: Talk) -> None:
        talk.log_in()
        talk.say("info hello")
        talk.say("what is this")
        talk.say(nonsense)
        with pytest.raises((AssertionError, OSError)):
            talk.hear()

    def second(talk: Talk) -> None:
        talk.log_in()
        talk.say("setup 1 5 7.0 60000 keima(1) gnu(1)")
        talk.say("play b C3 59000")
        assert talk.move("genmove w 60000") != "C3"
        assert talk.ask("gameover 2026-01-01 W+1.0") == "quit"

    with serving(first, second) as (account, _):
        assert client_for(account, games=1).run() == ["W+1.0"]


def test_a_server_that_falls_silent_counts_as_gone() -> None:
    def first(talk: Talk) -> None:
        talk.log_in()
        talk.say("info wait")
        with pytest.raises((AssertionError, OSError)):
            talk.hear()

    def second(talk: Talk) -> None:
        talk.log_in()
        talk.say("setup 1 5 7.0 60000 keima(1) gnu(1)")
        assert talk.ask("gameover 2026-01-01 B+T") == "quit"

    patience = Patience(first=0.05, longest=0.1, login=5, silence=0.5)
    with serving(first, second) as (account, _):
        player = EnginePlayer("brugmann:playouts=5")
        assert CgosClient(player, account, games=1, patience=patience).run() == ["B+T"]


class Failing(EnginePlayer):
    """Fails at its first move, or at all."""

    def __init__(self, always: bool) -> None:
        super().__init__("brugmann:playouts=10")
        self.always, self.calls = always, 0

    def genmove(self, game: Game, color: Color, clock: Clock) -> str:
        self.calls += 1
        if self.always or self.calls == 1:
            raise PlayerFault("crash", "on purpose")
        assert clock.left.seconds == 12.5
        return super().genmove(game, color, clock)


@pytest.mark.parametrize("always", [False, True])
def test_a_player_that_fails_gets_a_second_chance_and_resigns_then(always: bool) -> None:
    def script(talk: Talk) -> None:
        talk.log_in()
        talk.say("setup 1 5 7.0 60000 gnu(1) keima(1)")
        assert (talk.ask("genmove b 12500") == "resign") is always
        assert talk.ask("gameover 2026-01-01 W+Resign") == "quit"

    with serving(script) as (account, _):
        CgosClient(Failing(always), account, games=1, patience=QUICK).run()


def test_time_is_kept(capsys: pytest.CaptureFixture[str]) -> None:
    def script(talk: Talk) -> None:
        talk.log_in()
        talk.say("setup 1 9 7.0 60000 gnu(1) keima(1)")
        began = time.process_time()  # of one thread; others on this machine do not count
        talk.ask("genmove b 1500")
        assert time.process_time() - began < 1.5
        assert talk.ask("gameover 2026-01-01 B+Resign") == "quit"

    with serving(script) as (account, _):
        client_for(account, "brugmann", games=1).run()


def test_a_gtp_program_plays_and_is_told_what_it_knows() -> None:
    assert shutil.which("gnugo", path="/usr/games:/usr/bin:/usr/local/bin")
    opponent = EnginePlayer("brugmann:playouts=10")

    def script(talk: Talk) -> None:
        talk.log_in()
        result = play_out(talk, "3 5 7.0 60000 keima(1) gnu(1)", Color.WHITE, opponent)
        assert talk.ask(f"gameover 2026-01-01 {result}") == "quit"

    player = make_player("gtp:gnugo --level 0 --capture-all-dead")
    with serving(script) as (account, _):
        assert len(CgosClient(player, account, games=1, patience=QUICK).run()) == 1
    player.close()


def test_a_stop_while_waiting_ends_the_client() -> None:
    ready = threading.Event()

    def script(talk: Talk) -> None:
        talk.log_in()
        talk.say("info no opponent yet")
        ready.set()
        with pytest.raises((AssertionError, OSError)):
            talk.hear()

    with serving(script) as (account, _):
        client = client_for(account)
        thread = threading.Thread(target=client.run)
        thread.start()
        assert ready.wait(20)
        client.stop()
        thread.join(10)
        assert not thread.is_alive()


def ask_one(player: Player, extensions: str, **options: Any) -> tuple[str, str]:
    """What the client says to the protocol, and to the first genmove as White after C3."""
    said: list[str] = []

    def script(talk: Talk) -> None:
        said.append(talk.ask(f"protocol {extensions}".strip()))
        assert talk.ask("username") == "keima"
        assert talk.ask("password") == "secret"
        talk.say("setup 1 5 7.0 60000 keima(1) gnu(1)")
        talk.say("play b C3 59000")
        said.append(talk.ask("genmove w 60000"))
        assert talk.ask("gameover 2026-01-01 W+1.0") == "quit"

    with serving(script) as (account, _):
        CgosClient(player, account, games=1, patience=QUICK, **options).run()
    player.close()
    return said[0], said[1]


def test_moves_come_with_an_analysis_if_the_server_wants_it() -> None:
    hello, answer = ask_one(EnginePlayer("brugmann:playouts=50"), "genmove_analyze other")
    assert hello == f"e1 Keima {keima.__version__} genmove_analyze"
    move, analysis = answer.split(" ", 1)
    value = json.loads(analysis)
    assert value["moves"][0]["move"] == move
    assert set(value["moves"][0]) == {"move", "visits", "winrate", "score", "pv"}
    assert (value["visits"], len(value["ownership"])) == (50, 25)
    assert 0 <= value["winrate"] <= 1


@pytest.mark.parametrize(("extensions", "wanted"), [("", True), ("genmove_analyze", False)])
def test_without_analysis_a_move_is_a_move(extensions: str, wanted: bool) -> None:
    player = EnginePlayer("brugmann:playouts=20")
    hello, answer = ask_one(player, extensions, analysis=wanted)
    assert hello == f"e1 Keima {keima.__version__}"
    assert " " not in answer


PROGRAM = """
import sys
kind = sys.argv[1]
for line in sys.stdin:
    number, command, *rest = line.split()
    answer = ""
    if command == "list_commands":
        answer = "\\n".join(["boardsize", "genmove", kind + "-genmove_analyze"])
    elif command == "genmove":
        answer = "A1"
    elif command == "cgos-genmove_analyze":
        answer = '\\n{"winrate":0.25,"comment":"so"}\\nplay B2'
    elif command == "kata-genmove_analyze":
        assert rest == ["w", "ownership", "true"]
        answer = "\\ninfo move A1 winrate 0.1\\n"
        answer += "info move B2 visits 7 winrate 0.25 scoreLead -3.5 pv B2 D4\\nplay B2"
    elif command == "lz-genmove_analyze":
        answer = "\\ninfo move B2 visits 7 winrate 2500 prior 100 order 0 pv B2 D4\\nplay B2"
    print(f"={number} {answer}\\n", flush=True)
"""


@pytest.mark.parametrize("kind", ["cgos", "kata", "lz", "other"])
def test_programs_are_asked_by_the_command_that_they_know(kind: str, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    player = make_player(f"gtp:{sys.executable} {program} {kind}")
    move, _, analysis = ask_one(player, "genmove_analyze")[1].partition(" ")
    if kind == "other":
        assert (move, analysis) == ("A1", "")
        return
    assert move == "B2"
    assert json.loads(analysis)["winrate"] == 0.25
