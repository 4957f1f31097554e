"""Rules by KataGo's and KGS's names."""

import json
from typing import Any

import pytest

Talk = Any  # tests/gtp/conftest.py


def test_rules(talk: Talk) -> None:
    assert talk("kata-set-rules tromp-taylor") == "="
    rules = json.loads(talk("kata-get-rules")[2:])
    assert rules["ko"] == "POSITIONAL" and rules["suicide"] is True
    assert talk("kata-set-rule ko SITUATIONAL") == "="
    assert talk("kata-set-rule suicide false") == "="
    rules = json.loads(talk("kata-get-rules")[2:])
    assert rules["ko"] == "SITUATIONAL" and rules["suicide"] is False
    assert talk("kata-set-rules " + json.dumps(rules)) == "="
    assert json.loads(talk("kata-get-rules")[2:]) == rules
    assert talk("get_komi") == "= 7.5"


@pytest.mark.parametrize(
    "bad",
    [
        "kata-set-rules",
        "kata-set-rules go",
        "kata-set-rules {",
        'kata-set-rules {"ko":"X"}',
        "kata-set-rules [1]",
        "kata-set-rules " + "[" * 5000,
        "kata-set-rules " + '{"a":' * 5000,
        "kata-set-rule",
        "kata-set-rule ko",
        "kata-set-rule ko maybe",
        "kata-set-rule colour red",
        "kata-set-rule suicide 1",
        "kgs-rules",
        "kgs-rules korean",
        "kgs-rules chinese aga",
    ],
)
def test_rules_that_do_not_exist(talk: Talk, bad: str) -> None:
    before = talk("kata-get-rules")
    assert talk(bad).startswith("? syntax error")
    assert talk("kata-get-rules") == before


def test_what_would_be_right(talk: Talk) -> None:
    for command in ("kata-set-rule", "keima-rules"):
        assert "rule ko must be one of simple, positional" in talk(f"{command} ko maybe")
        assert "rule suicide must be true or false, got 'x'" in talk(f"{command} suicide x")
        assert "unknown rule 'colour': expected one of ko, scoring" in talk(f"{command} colour red")


@pytest.mark.parametrize("command", ['kata-set-rules {"komi":3}', "kata-set-rule komi 3"])
def test_komi_is_none_of_the_rules(talk: Talk, command: str) -> None:
    before = talk("kata-get-rules")
    text = "? syntax error: komi is not one of the rules here: use the command komi"
    assert talk(command) == text
    assert talk("kata-get-rules") == before
    assert talk("get_komi") == "= 7.5"


@pytest.mark.parametrize(
    ("komi", "text"),
    [
        ("1e15", "1000000000000000"),
        ("-2.5e17", "-250000000000000000"),
        ("1e-7", "0.0000001"),
        ("0.1", "0.1"),
        ("7", "7"),
        ("-0", "0"),
    ],
)
def test_komi_is_written_without_an_exponent(talk: Talk, komi: str, text: str) -> None:
    assert talk(f"komi {komi}", "get_komi") == f"= {text}"


@pytest.mark.parametrize(
    ("name", "preset"),
    [
        ("chinese", "chinese-kgs"),
        ("aga", "aga"),
        ("japanese", "japanese"),
        ("new_zealand", "new-zealand"),
    ],
)
def test_kgs_rules(talk: Talk, name: str, preset: str) -> None:
    assert talk(f"kgs-rules {name}") == "="
    assert talk.session.game.rules.name == preset


def test_rules_cannot_make_played_moves_illegal(talk: Talk) -> None:
    talk("kata-set-rules new-zealand", "gogui-play_sequence w A2 w B2 w C1 b A1 b B1", "name")
    assert talk("list_stones b") == "=", "suicide of two stones"
    text = "? cannot change rules: the moves of this game are not legal under chinese rules"
    assert talk("kata-set-rules chinese") == text
    assert talk.session.game.rules.name == "new-zealand"


def test_rules_for_goguis_dialog(talk: Talk) -> None:
    assert talk("keima-rules").startswith("= [list/simple/positional/situational] ko simple\n")
    assert "\n[bool] suicide 0\n" in talk("keima-rules")
    assert talk("keima-rules suicide 1") == talk("keima-rules ko positional") == "="
    assert "\n[bool] suicide 1\n" in talk("keima-rules")
    assert talk("keima-rules suicide 2").startswith("? syntax error")
    assert talk("keima-rules suicide").startswith("? syntax error")
