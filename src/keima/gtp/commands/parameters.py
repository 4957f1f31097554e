"""The player's parameters, while it plays, by KataGo's commands."""

import json
from collections.abc import Callable
from dataclasses import asdict
from importlib.resources import files
from typing import Any

from keima.gtp.arguments import Arguments, clip, shown, syntax_error
from keima.gtp.protocol import GtpError
from keima.gtp.registry import command
from keima.gtp.session import Session

#: KataGo's names for what Keima calls otherwise.
ALIASES = {
    "maxPlayouts": "playouts",
    "maxVisits": "playouts",
    "maxTime": "seconds",
    "numSearchThreads": "threads",
    "searchRandSeed": "seed",
    "resignThreshold": "resign_threshold",
}
#: The limits of every move, which are the session's like `--playouts` and `--seconds`.
LIMITS = ("playouts", "seconds")


def _brought(folder: str, before: str, after: str) -> Callable[[], set[str]]:
    """Tells the names of the files of a folder that Keima brings."""

    def names() -> set[str]:
        found = [path.name for path in (files("keima") / folder).iterdir()]
        fit = (name for name in found if name.startswith(before) and name.endswith(after))
        return {name.removeprefix(before).removesuffix(after) for name in fit}

    return names


def _mlps() -> set[str]:
    from keima.models.mlp import known_mlps

    return {"auto", *known_mlps()}


def _shallow() -> set[str]:
    from keima.models.shallow import brought_networks

    return {name.rpartition("-")[0] for name in brought_networks()}


def _locals() -> set[str]:
    return {"auto", *_brought("models", "local-", ".bin")()}


def _networks() -> set[str]:
    from keima.nets.store import known_networks

    return {"best", *(known.name for known in known_networks())}


#: What may be the path of a file, and the names that are none; `none` is one everywhere.
FILES: dict[str, Callable[[], set[str]]] = {
    "model": _brought("models", "moves-", ".bin"),
    "joseki": _brought("models", "joseki-", ".bin"),
    "gammas": _brought("patterns", "", ".gammas"),
    "patterns": _brought("patterns", "", ".txt"),
    "trained": _brought("patterns", "", ".policy"),
    "valuer": _brought("profiles", "", ".toml"),
    "mlp": _mlps,
    "local": _locals,
    "shallow": _shallow,
    "shallow_deep": _shallow,
    "net": _networks,
    "book": _brought("book", "", ".book"),
}


def in_force(session: Session) -> dict[str, Any]:
    """All parameters; the session's limits take the place of the player's."""
    values = asdict(session.player.parameters)
    given = {name: getattr(session, name) for name in LIMITS}
    if any(value is not None for value in given.values()):
        values |= given
    return values


def own_name(session: Session, name: str) -> str:
    own = ALIASES.get(name, name)
    if own not in in_force(session):
        raise GtpError(f"invalid parameter: {shown(name)}, see kata-list-params")
    return own


@command("kata-list-params")
def kata_list_params(session: Session, args: Arguments) -> str:
    """The names of all parameters of the player."""
    args.count(0)
    return " ".join(in_force(session))


@command("kata-get-param", "NAME")
def kata_get_param(session: Session, args: Arguments) -> str:
    """A parameter's value; null if it is not set."""
    args.count(1)
    value = in_force(session)[own_name(session, args.word(0))]
    return value if isinstance(value, str) else json.dumps(value)


@command("kata-get-params")
def kata_get_params(session: Session, args: Arguments) -> str:
    """All parameters and their values as a JSON object."""
    args.count(0)
    return json.dumps(in_force(session), separators=(",", ":"))


@command("kata-set-param", "NAME VALUE")
def kata_set_param(session: Session, args: Arguments) -> None:
    """Sets a parameter of the player; `playouts` and `seconds` limit every move from now on."""
    args.count(2)
    set_params(session, {args.word(0): args.word(1)})


@command("kata-set-params", "JSON")
def kata_set_params(session: Session, args: Arguments) -> None:
    """Sets the parameters that a JSON object names, all or none of them."""
    try:
        values = json.loads(args.rest)
    except (ValueError, RecursionError):
        values = None
    if not isinstance(values, dict):
        raise syntax_error("expected a JSON object")
    set_params(session, values)


def set_params(session: Session, values: dict[str, object]) -> None:
    """Sets parameters; fails before anything has changed."""
    from keima.engine.parameters import with_values

    own = {own_name(session, name): value for name, value in values.items()}
    player = session.player
    try:
        checked = asdict(with_values(player.parameters, own))
        rest = {name: checked[name] for name in own if name not in LIMITS}
        if not session.files:
            refuse_files(session, rest)
        if rest:
            player.change(**rest)
    except ValueError as error:
        raise syntax_error(clip(str(error))) from None
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise GtpError(f"cannot read {shown(str(error.filename))}: {reason}") from None
    session.changes.extend(rest.items())
    for name in LIMITS:
        if name in own:
            setattr(session, name, checked[name])


def refuse_files(session: Session, values: dict[str, Any]) -> None:
    """Fails if a value is the path of a file, and not the name of one that Keima brings."""
    from keima.engine.parameters import parameters_of

    for known in parameters_of(type(session.player.parameters)):
        name, value = known.name, values.get(known.name)
        if name in FILES and value is not None and not known.choices and is_path(name, value):
            raise GtpError(f"files are not allowed here: {name} cannot be {shown(value)}")


def is_path(name: str, value: str) -> bool:
    """Is this value of a parameter in FILES no name that Keima knows?"""
    from keima.engine.profiles import parse_spec

    if name == "valuer":
        value, inside = parse_spec(value)
        if any(key in FILES and is_path(key, word) for key, word in inside.items()):
            return True
    return value not in {"none", *FILES[name]()}
