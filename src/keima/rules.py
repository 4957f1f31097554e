"""Rule sets: small values, and the presets that players know by name."""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, SupportsFloat, get_args

KoRule = Literal["simple", "positional", "situational", "full", "cycle"]
Scoring = Literal["area", "territory"]
Tax = Literal["none", "seki", "all"]
HandicapBonus = Literal["0", "N-1", "N"]
Ending = Literal["two-passes", "three-passes", "fresh-ko"]
Count = Literal["exact", "nearest"]


@dataclass(frozen=True)
class Rules:
    """How a game is played and counted. Two rule sets are equal if all but their names are.

    >>> Rules.parse("japanese").scoring
    'territory'
    >>> Rules.parse("chinese").replace(ko="positional").name
    'chinese-ogs'
    >>> Rules(ko="triple")
    Traceback (most recent call last):
    ...
    ValueError: rule ko must be one of simple, positional, situational, full, cycle, got 'triple'
    """

    name: str = field(default="custom", compare=False)
    #: What may not be repeated, beyond the simple ko: see `cpp/rules/rules.h`.
    ko: KoRule = "simple"
    #: May a move remove two or more own stones?
    suicide: bool = False
    scoring: Scoring = "area"
    #: Points not counted: none, those in seki, or two for every group.
    tax: Tax = "none"
    #: Points for White in a game with N handicap stones.
    handicap_bonus: HandicapBonus = "0"
    #: Consecutive passes that end the game; "fresh-ko" is van der Werf 2004, A.5.
    ending: Ending = "two-passes"
    #: Half a point for the first player to pass; that pass does not help to end the game.
    button: bool = False
    #: May a program pass before dead stones are captured?
    friendly_pass: bool = True
    #: How a position is counted: by the stones that are left when the dead ones are off, or by
    #: the static analysis of van der Werf 2004, 5.1.3.
    count: Count = "exact"
    #: The komi of an even game unless another is given.
    komi: float = 7.5

    def __post_init__(self) -> None:
        for name, allowed in _CHOICES.items():
            if getattr(self, name) not in allowed:
                raise ValueError(
                    f"rule {name} must be one of {', '.join(allowed)}, got {getattr(self, name)!r}"
                )
        for name in _SWITCHES:
            if not isinstance(getattr(self, name), bool):
                raise ValueError(f"rule {name} must be true or false, got {getattr(self, name)!r}")
        check_komi(self.komi)

    @property
    def removes_dead(self) -> bool:
        """Do players agree on dead stones, or does all that stands count?"""
        return self.scoring == "territory" or self.friendly_pass

    def replace(self, **changes: Any) -> Rules:
        """A copy with some fields changed, under the name of the preset that it then is."""
        rules = dataclasses.replace(self, **changes)
        return rules if "name" in changes else named(rules)

    @classmethod
    def parse(cls, rules: str | Rules | Mapping[str, object]) -> Rules:
        """Reads a preset's name or KataGo's JSON; raises ValueError that lists what is known.

        What JSON leaves out is as in Tromp-Taylor rules; tax and komi follow the scoring.

        >>> Rules.parse("Tromp_Taylor").ko, Rules.parse('{"scoring": "TERRITORY"}').tax
        ('positional', 'seki')
        """
        if isinstance(rules, Rules):
            return rules
        if isinstance(rules, Mapping):
            return _from_json(rules)
        if not isinstance(rules, str):
            raise ValueError(f"rules must be a name or a JSON object, got {rules!r}")
        if rules.lstrip().startswith("{"):
            try:
                return _from_json(json.loads(rules))
            except (json.JSONDecodeError, RecursionError) as error:
                raise ValueError(f"rules are not valid JSON: {error}") from None
        known = _BY_NAME.get(_squash(rules))
        if known is None:
            raise ValueError(f"unknown rules {rules!r}: expected one of {', '.join(PRESETS)}")
        return known

    def to_json(self) -> dict[str, object]:
        """The rules as KataGo writes them (`kata-get-rules`).

        What KataGo has no word for is left out: ending and count, and the ko rules full and
        cycle are called by the nearest that it has.
        """
        return {
            "ko": {"full": "SITUATIONAL", "cycle": "SIMPLE"}.get(self.ko, self.ko.upper()),
            "scoring": self.scoring.upper(),
            "tax": self.tax.upper(),
            "suicide": self.suicide,
            "hasButton": self.button,
            "whiteHandicapBonus": self.handicap_bonus,
            "friendlyPassOk": self.friendly_pass,
        }


_CHOICES: dict[str, tuple[str, ...]] = {
    "ko": get_args(KoRule),
    "scoring": get_args(Scoring),
    "tax": get_args(Tax),
    "handicap_bonus": get_args(HandicapBonus),
    "ending": get_args(Ending),
    "count": get_args(Count),
}
_SWITCHES = ("suicide", "button", "friendly_pass")


def check_komi(komi: float) -> float:
    """Returns the komi, or raises ValueError if it is not a finite number."""
    try:
        value = float(komi) if isinstance(komi, SupportsFloat) else math.nan
    except OverflowError:
        value = math.nan
    if not math.isfinite(value):
        raise ValueError(f"komi {repr(komi)[:40]} is not a finite number")
    return value


_CHINESE = Rules("chinese", handicap_bonus="N")
_JAPANESE = Rules("japanese", scoring="territory", tax="seki", friendly_pass=False, komi=6.5)
_AGA = Rules("aga", ko="situational", handicap_bonus="N-1")
_MIGOS = Rules(
    "migos", ko="cycle", ending="fresh-ko", count="nearest", friendly_pass=False, komi=0.0
)

#: The rule sets known by name.
PRESETS: dict[str, Rules] = {
    rules.name: rules
    for rules in (
        Rules("tromp-taylor", ko="positional", suicide=True, friendly_pass=False),
        _CHINESE,
        _CHINESE.replace(name="chinese-ogs", ko="positional"),
        _CHINESE.replace(name="chinese-kgs", ko="positional"),
        _JAPANESE,
        _JAPANESE.replace(name="korean"),
        _AGA,
        _AGA.replace(name="bga"),
        _AGA.replace(name="aga-button", button=True, komi=7.0),
        Rules("new-zealand", ko="situational", suicide=True, komi=7.0),
        Rules("ing", ko="positional", suicide=True),
        Rules("stone-scoring", tax="all"),
        _JAPANESE.replace(name="ancient-territory", tax="all"),
        # van der Werf 2004, appendix A, with his three ko rules.
        _MIGOS,
        _MIGOS.replace(name="migos-basic", ko="simple"),
        _MIGOS.replace(name="migos-ssk", ko="full"),
    )
}

_ALIASES = {
    "tt": "tromp-taylor",
    "cn": "chinese",
    "jp": "japanese",
    "kr": "korean",
    "nz": "new-zealand",
    "goe": "ing",
    "french": "aga",
    "ancient-area": "stone-scoring",
}


def _squash(name: str) -> str:
    """What is left of a name when spelling does not matter."""
    return "".join(c for c in name.lower() if c.isalnum())


_BY_NAME = {_squash(name): rules for name, rules in PRESETS.items()} | {
    _squash(alias): PRESETS[name] for alias, name in _ALIASES.items()
}

_KATA_FIELDS = {
    "ko": "ko",
    "scoring": "scoring",
    "score": "scoring",
    "tax": "tax",
    "suicide": "suicide",
    "hasButton": "button",
    "whiteHandicapBonus": "handicap_bonus",
    "friendlyPassOk": "friendly_pass",
    "komi": "komi",
}


def _from_json(value: object) -> Rules:
    if not isinstance(value, Mapping):
        raise ValueError(f"rules must be a JSON object, got {value!r}")
    rules = PRESETS["tromp-taylor"]
    if "tax" not in value and "territory" in (
        str(value.get(key)).lower() for key in ("scoring", "score")
    ):
        rules = rules.replace(tax="seki")
    for key, given in value.items():
        rules = with_field(rules, str(key), given)
    if "komi" in value:
        return rules
    komi = 6.5 if rules.scoring == "territory" else 7.0 if rules.button else 7.5
    return PRESETS.get(rules.name, rules.replace(komi=komi))


def with_field(rules: Rules, key: str, value: object) -> Rules:
    """One field changed, by KataGo's name for it (`kata-set-rule`).

    >>> with_field(Rules.parse("chinese"), "ko", "POSITIONAL").ko
    'positional'
    """
    if key not in _KATA_FIELDS:
        raise ValueError(f"unknown rule {key!r}: expected one of {', '.join(_KATA_FIELDS)}")
    name = _KATA_FIELDS[key]
    if name in _CHOICES:
        spelling = {choice.lower(): choice for choice in _CHOICES[name]}
        value = spelling.get(str(value).lower(), value)
    try:
        return rules.replace(**{name: value})
    except ValueError as error:
        raise ValueError(str(error).replace(f"rule {name} ", f"rule {key} ")) from None


def named(rules: Rules) -> Rules:
    """The same rules under the name of the first preset that plays and counts alike."""

    def play(r: Rules) -> Rules:
        return dataclasses.replace(r, name="", komi=0.0)

    if rules.name in PRESETS and play(PRESETS[rules.name]) == play(rules):
        return rules
    for preset in PRESETS.values():
        if play(preset) == play(rules):
            return dataclasses.replace(rules, name=preset.name)
    return dataclasses.replace(rules, name="custom")
