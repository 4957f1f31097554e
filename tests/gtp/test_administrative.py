"""Who is there and what it can do, in all details of the protocol."""

from typing import Any

import pytest

import keima
from keima.gtp.registry import COMMANDS, command

Talk = Any  # tests/gtp/conftest.py


def test_who_is_there(talk: Talk) -> None:
    assert talk("name") == "= Keima"
    assert talk("protocol_version") == "= 2"
    assert talk("version") == f"= {keima.__version__}"


def test_ids_come_back(talk: Talk) -> None:
    assert talk("0 name") == "=0 Keima"
    assert talk("2147483647 name") == "=2147483647 Keima"
    assert talk("12 nonsense") == "?12 unknown command"
    assert talk("2147483648 name") == "? unknown command"
    assert talk("5") == "?5 syntax error: an id without a command"


def test_known_commands(talk: Talk) -> None:
    assert talk("known_command genmove") == "= true"
    assert talk("known_command GENMOVE") == "= false"
    assert talk("known_command") == "? syntax error: expected 1 arguments, got 0"
    listed = talk("list_commands")[2:].split("\n")
    assert listed == sorted(COMMANDS)
    assert all(talk(f"known_command {name}") == "= true" for name in listed)


REQUIRED = """protocol_version name version known_command list_commands quit boardsize clear_board
    komi play genmove fixed_handicap place_free_handicap set_free_handicap loadsgf reg_genmove
    undo time_settings time_left final_score final_status_list showboard"""
EXTENSIONS = """rectangular_boardsize set_position kgs-genmove_cleanup kgs-time_settings
    kgs-game_over kgs-rules kata-get-rules kata-set-rules kata-set-rule kata-raw-nn
    kata-time_settings kata-list_time_settings gogui-analyze_commands gogui-setup gogui-setup_player
    gogui-play_sequence printsgf gg-undo cputime gomill-cpu_time gomill-describe_engine"""


@pytest.mark.parametrize("name", (REQUIRED + " " + EXTENSIONS).split())
def test_the_commands_of_the_protocol_are_all_there(name: str) -> None:
    assert name in COMMANDS


def test_unknown_commands(talk: Talk) -> None:
    for name in ("foo", "NAME", "=", "?", "play_", "[31m"):
        assert talk(name) == "? unknown command"


def test_quit_answers_and_nothing_after_it_is_read(talk: Talk) -> None:
    assert talk.raw(b"1 quit\n2 name\n") == [b"=1 \n\n"]
    assert talk.raw(b"name\n") == []
    assert talk.session.closing


def test_quit_with_arguments_goes_on(talk: Talk) -> None:
    assert talk("quit now").startswith("? syntax error")
    assert talk("name") == "= Keima"


def test_help(talk: Talk) -> None:
    assert talk("help") == talk("list_commands")
    assert talk("help play").startswith("= play COLOR VERTEX\nPlays a move")
    assert talk("help foo") == "? unknown command"


def test_echo(talk: Talk) -> None:
    assert talk("echo hello  you") == "= hello  you"
    assert talk("echo_err careful") == "= careful"
    assert talk.log == ["careful"]
    assert talk("echo") == "="


def test_commands_without_arguments_take_none(talk: Talk) -> None:
    for name, entry in COMMANDS.items():
        if not entry.usage:
            assert talk(f"{name} x") == "? syntax error: expected 0 arguments, got 1", name


def test_a_command_has_one_function_with_a_docstring() -> None:
    def undocumented(session: Any, args: Any) -> None: ...

    with pytest.raises(ValueError, match="two commands are called name"):
        command("name")(undocumented)
    with pytest.raises(ValueError, match="no docstring"):
        command("brand-new")(undocumented)
    assert "brand-new" not in COMMANDS
