"""Who is there, what it can do, and good-bye."""

import keima
from keima.gtp.arguments import Arguments
from keima.gtp.protocol import GtpError
from keima.gtp.registry import COMMANDS, command
from keima.gtp.session import Session


@command("protocol_version")
def protocol_version(session: Session, args: Arguments) -> str:
    """The version of the protocol, 2."""
    args.count(0)
    return "2"


@command("name")
def name(session: Session, args: Arguments) -> str:
    """The name of the program, Keima."""
    args.count(0)
    return "Keima"


@command("version")
def version(session: Session, args: Arguments) -> str:
    """The version of the program."""
    args.count(0)
    return keima.__version__


@command("known_command", "NAME")
def known_command(session: Session, args: Arguments) -> str:
    """Whether a command exists: true or false."""
    args.count(1)
    return "true" if args.word(0) in COMMANDS else "false"


@command("list_commands")
def list_commands(session: Session, args: Arguments) -> str:
    """All commands, one a line."""
    args.count(0)
    return "\n".join(sorted(COMMANDS))


@command("help", "[NAME]")
def help_command(session: Session, args: Arguments) -> str:
    """What a command takes and does, or all commands."""
    if not args.count(0, 1):
        return list_commands(session, args) or ""
    entry = COMMANDS.get(args.word(0))
    if entry is None:
        raise GtpError("unknown command")
    return f"{args.word(0)} {entry.usage}".rstrip() + f"\n{entry.summary}"


@command("exit")
@command("quit")
def quit_command(session: Session, args: Arguments) -> None:
    """Answers, then ends."""
    args.count(0)
    session.closing = True


@command("echo", "TEXT")
def echo(session: Session, args: Arguments) -> str:
    """The text again, for controllers that wait for a mark."""
    return args.rest


@command("echo_err", "TEXT")
def echo_err(session: Session, args: Arguments) -> str:
    """The text again, in the reply and in the log."""
    session.log(args.rest)
    return args.rest
