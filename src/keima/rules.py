"""Rule sets: small values, and the presets that players know by name."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Literal, get_args, get_type_hints

KoRule = Literal["simple", "positional", "situational", "full", "cycle"]
Scoring = Literal["area", "territory"]
Tax = Literal["none", "seki", "all"]
HandicapBonus = Literal["0", "N-1", "N"]
Ending = Literal["two-passes", "three-passes", "fresh-ko"]


@dataclass(frozen=True)
class Rules:
    """How a game is played and counted.

    >>> Rules.parse("japanese").scoring
    'territory'
    >>> Rules.parse("tromp-taylor").replace(suicide=False) == Rules.parse("chinese-ogs")
    False
    """

    name: str = "chinese"
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
    #: Half a point for the first player to pass.
    button: bool = False
    #: May a program pass before dead stones are captured?
    friendly_pass: bool = True
    #: The komi of an even game unless another is given.
    komi: float = 7.5

    def replace(self, **changes: Any) -> Rules:
        """A copy with some fields changed."""
        return replace(self, **changes)

    @classmethod
    def parse(cls, text: str | Rules | Mapping[str, object]) -> Rules:
        """Reads a preset's name or KataGo's JSON; raises ValueError that lists what is known."""
        if isinstance(text, Rules):
            return text
        if not isinstance(text, str):
            return _from_json(text)
        if text.lstrip().startswith("{"):
            try:
                value = json.loads(text)
            except (ValueError, RecursionError) as error:
                raise ValueError(f"rules are not valid JSON: {error}") from None
            return _from_json(value)
        key = text.strip().lower().replace("_", "-").replace(" ", "-")
        key = _ALIASES.get(key, key)
        if key not in PRESETS:
            raise ValueError(f"unknown rules {text!r}: expected one of {', '.join(PRESETS)}")
        return PRESETS[key]

    def to_json(self) -> dict[str, object]:
        """The rules as KataGo writes them (`kata-get-rules`)."""
        return {
            "ko": _KATA_KO[self.ko],
            "scoring": self.scoring.upper(),
            "tax": self.tax.upper(),
            "suicide": self.suicide,
            "hasButton": self.button,
            "whiteHandicapBonus": self.handicap_bonus,
            "friendlyPassOk": self.friendly_pass,
        }


_KATA_KO = {
    "simple": "SIMPLE",
    "positional": "POSITIONAL",
    "situational": "SITUATIONAL",
    "full": "SITUATIONAL",
    "cycle": "SIMPLE",
}

_CHINESE = Rules("chinese", handicap_bonus="N")
_JAPANESE = Rules("japanese", scoring="territory", tax="seki", komi=6.5)
_AGA = Rules("aga", ko="situational", handicap_bonus="N-1")
_MIGOS = Rules("migos", ko="cycle", ending="fresh-ko", komi=0.0, friendly_pass=False)

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
        Rules("stone-scoring", tax="all"),
        # van der Werf 2004, appendix A, with his three ko rules.
        _MIGOS,
        _MIGOS.replace(name="migos-basic", ko="simple"),
        _MIGOS.replace(name="migos-ssk", ko="full"),
    )
}

_ALIASES = {
    "tromptaylor": "tromp-taylor",
    "tt": "tromp-taylor",
    "nz": "new-zealand",
    "newzealand": "new-zealand",
    "jp": "japanese",
    "cn": "chinese",
    "kr": "korean",
}

_KATA_FIELDS = {
    "ko": "ko",
    "scoring": "scoring",
    "tax": "tax",
    "suicide": "suicide",
    "hasButton": "button",
    "whiteHandicapBonus": "handicap_bonus",
    "friendlyPassOk": "friendly_pass",
}


def _from_json(value: object) -> Rules:
    if not isinstance(value, Mapping):
        raise ValueError(f"rules must be a JSON object, got {value!r}")
    rules = PRESETS["tromp-taylor"]
    for key, given in value.items():
        rules = with_field(rules, str(key), given)
    return named(rules)


def with_field(rules: Rules, key: str, value: object) -> Rules:
    """One field changed, by KataGo's name for it (`kata-set-rule`).

    >>> with_field(Rules.parse("chinese"), "ko", "POSITIONAL").ko
    'positional'
    """
    if key not in _KATA_FIELDS:
        raise ValueError(f"unknown rule {key!r}: expected one of {', '.join(_KATA_FIELDS)}")
    field = _KATA_FIELDS[key]
    hint = get_type_hints(Rules)[field]
    if hint is bool:
        if not isinstance(value, bool):
            raise ValueError(f"rule {key} must be true or false, got {value!r}")
        return rules.replace(**{field: value})
    allowed = get_args(hint)
    text = str(value) if field == "handicap_bonus" else str(value).lower()
    if text not in allowed:
        raise ValueError(f"rule {key} must be one of {', '.join(allowed)}, got {value!r}")
    return rules.replace(**{field: text})


def named(rules: Rules) -> Rules:
    """The same rules under the name of the first preset that plays and counts alike."""
    same = [f.name for f in fields(Rules) if f.name not in ("name", "komi")]
    for preset in PRESETS.values():
        if all(getattr(preset, f) == getattr(rules, f) for f in same):
            return rules.replace(name=preset.name)
    return rules.replace(name="custom")


def check_komi(komi: float) -> float:
    """Returns the komi, or raises ValueError if it is not a finite number."""
    if not math.isfinite(komi):
        raise ValueError(f"komi {komi} is not a finite number")
    return float(komi)
