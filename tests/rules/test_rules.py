import json

import pytest

from keima.rules import PRESETS, Rules, with_field

# ko, suicide, scoring, tax, handicap bonus, komi: what each rule book says.
BOOKS = {
    "tromp-taylor": ("positional", True, "area", "none", "0", 7.5),
    "chinese": ("simple", False, "area", "none", "N", 7.5),
    "chinese-ogs": ("positional", False, "area", "none", "N", 7.5),
    "chinese-kgs": ("positional", False, "area", "none", "N", 7.5),
    "japanese": ("simple", False, "territory", "seki", "0", 6.5),
    "korean": ("simple", False, "territory", "seki", "0", 6.5),
    "aga": ("situational", False, "area", "none", "N-1", 7.5),
    "bga": ("situational", False, "area", "none", "N-1", 7.5),
    "aga-button": ("situational", False, "area", "none", "N-1", 7.0),
    "new-zealand": ("situational", True, "area", "none", "0", 7.0),
    "ing": ("positional", True, "area", "none", "0", 7.5),
    "stone-scoring": ("simple", False, "area", "all", "0", 7.5),
    "ancient-territory": ("simple", False, "territory", "all", "0", 6.5),
    "migos": ("cycle", False, "area", "none", "0", 0.0),
    "migos-basic": ("simple", False, "area", "none", "0", 0.0),
    "migos-ssk": ("full", False, "area", "none", "0", 0.0),
}
MIGOS = [name for name in BOOKS if name.startswith("migos")]


def test_every_preset_is_as_in_its_book() -> None:
    assert {
        name: (r.ko, r.suicide, r.scoring, r.tax, r.handicap_bonus, r.komi)
        for name, r in PRESETS.items()
    } == BOOKS
    assert all(rules.name == name for name, rules in PRESETS.items())
    assert [name for name, rules in PRESETS.items() if rules.button] == ["aga-button"]
    special = [n for n, r in PRESETS.items() if r.count == "nearest" and r.ending == "fresh-ko"]
    assert special == MIGOS


@pytest.mark.parametrize(
    "name, preset",
    [
        ("Chinese", "chinese"),
        (" new_zealand ", "new-zealand"),
        ("NZ", "new-zealand"),
        ("Tromp Taylor", "tromp-taylor"),
        ("TrompTaylor", "tromp-taylor"),
        ("AGA", "aga"),
        ("French", "aga"),
        ("GOE", "ing"),
        ("ancient area", "stone-scoring"),
        ("chinese_kgs", "chinese-kgs"),
    ],
)
def test_names_may_be_spelled_in_many_ways(name: str, preset: str) -> None:
    assert Rules.parse(name) is PRESETS[preset]


@pytest.mark.parametrize("name", [name for name in BOOKS if name not in MIGOS])
def test_json_round_trip(name: str) -> None:
    rules = PRESETS[name]
    assert Rules.parse(json.dumps(rules.to_json())) == rules
    assert Rules.parse(rules.to_json()) == rules


def test_json_is_katagos() -> None:
    assert PRESETS["japanese"].to_json() == {
        "ko": "SIMPLE",
        "scoring": "TERRITORY",
        "tax": "SEKI",
        "suicide": False,
        "hasButton": False,
        "whiteHandicapBonus": "0",
        "friendlyPassOk": False,
    }
    assert PRESETS["migos"].to_json()["ko"] == "SIMPLE"
    assert PRESETS["migos-ssk"].to_json()["ko"] == "SITUATIONAL"


def test_what_json_leaves_out_is_tromp_taylor() -> None:
    assert Rules.parse("{}") == PRESETS["tromp-taylor"]
    territory = Rules.parse('{"scoring": "TERRITORY"}')
    assert (territory.tax, territory.komi, territory.name) == ("seki", 6.5, "custom")
    assert Rules.parse('{"scoring": "TERRITORY", "tax": "NONE"}').tax == "none"
    assert Rules.parse('{"hasButton": true}').komi == 7.0
    assert Rules.parse('{"komi": 0.5}').komi == 0.5


@pytest.mark.parametrize(
    "text, message",
    [
        ("klingon", "unknown rules 'klingon': expected one of tromp-taylor, chinese"),
        ("", "unknown rules ''"),
        ("{", "rules are not valid JSON"),
        ('{"ko": "SPIGHT"}', "rule ko must be one of simple, positional.* got 'SPIGHT'"),
        ('{"suicide": 1}', "rule suicide must be true or false, got 1"),
        ('{"hasButton": "yes"}', "rule hasButton must be true or false, got 'yes'"),
        ('{"whiteHandicapBonus": 3}', "rule whiteHandicapBonus must be one of 0, N-1, N, got 3"),
        ('{"komi": "six"}', "komi 'six' is not a finite number"),
        ('{"komi": NaN}', "komi nan is not a finite number"),
        ('{"color": "red"}', "unknown rule 'color': expected one of ko, scoring"),
        (17, "rules must be a name or a JSON object, got 17"),
    ],
)
def test_errors_say_what_would_be_right(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Rules.parse(text)


def test_bonus_zero_may_be_a_number() -> None:
    assert Rules.parse('{"whiteHandicapBonus": 0}').handicap_bonus == "0"


def test_deep_json_is_an_error() -> None:
    with pytest.raises(ValueError, match="not valid JSON"):
        Rules.parse('{"ko":' + "[" * 100_000)


def test_one_field_at_a_time() -> None:
    chinese = PRESETS["chinese"]
    assert with_field(chinese, "ko", "POSITIONAL") == PRESETS["chinese-ogs"]
    assert with_field(chinese, "ko", "POSITIONAL").name == "chinese-ogs"
    assert with_field(chinese, "suicide", True).name == "custom"
    assert with_field(chinese, "whiteHandicapBonus", "n-1").handicap_bonus == "N-1"


def test_replace_names_the_result() -> None:
    assert PRESETS["korean"].replace(komi=0.5).name == "korean"
    assert PRESETS["aga"].replace(button=True).name == "aga-button"
    assert PRESETS["aga"].replace(suicide=True).name == "custom"


def test_rules_are_values() -> None:
    assert PRESETS["japanese"] == PRESETS["korean"]
    assert hash(PRESETS["aga"]) == hash(PRESETS["bga"])
    assert PRESETS["chinese"] != PRESETS["chinese-ogs"]
    with pytest.raises(ValueError, match="rule ending must be one of two-passes"):
        Rules(ending="never")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="komi inf"):
        Rules(komi=float("inf"))
