"""Rules in KataGo's words."""

import json

from keima.gtp.arguments import Arguments, clip, syntax_error
from keima.gtp.protocol import GtpError
from keima.gtp.registry import command
from keima.gtp.session import Session
from keima.rules import Rules, named, with_field


def change_rules(session: Session, rules: Rules) -> None:
    """New rules for the game under way; the komi stays."""
    try:
        session.game.rules = rules
    except ValueError as error:
        raise GtpError(f"cannot change rules: {clip(str(error))}") from None


def no_komi() -> GtpError:
    """As in KataGo, and as the komi stays when rules change."""
    return syntax_error("komi is not one of the rules here: use the command komi")


@command("kata-get-rules")
def kata_get_rules(session: Session, args: Arguments) -> str:
    """The rules as a JSON object."""
    args.count(0)
    return json.dumps(session.game.rules.to_json(), separators=(",", ":"))


@command("kata-set-rules", "NAME | JSON")
def kata_set_rules(session: Session, args: Arguments) -> None:
    """Sets all rules, by a name such as chinese or by a JSON object."""
    if not args.rest:
        raise syntax_error("expected a name or a JSON object")
    try:
        rules = Rules.parse(args.rest)
    except ValueError as error:
        raise syntax_error(clip(str(error))) from None
    if args.rest.startswith("{") and "komi" in json.loads(args.rest):
        raise no_komi()
    change_rules(session, rules)


@command("kata-set-rule", "RULE VALUE")
def kata_set_rule(session: Session, args: Arguments) -> None:
    """Sets one field of the rules."""
    args.count(2)
    change_rules(session, with_rule(session.game.rules, args.word(0), args.word(1)))


def with_rule(rules: Rules, key: str, word: str) -> Rules:
    """Rules with one field changed to what a word means."""
    if key == "komi":
        raise no_komi()
    value: object = {"true": True, "false": False}.get(word.lower(), word)
    try:
        return named(with_field(rules, key, value))
    except ValueError as error:
        raise syntax_error(clip(str(error))) from None
