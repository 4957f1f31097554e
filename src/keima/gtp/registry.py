"""The commands that the server knows, by name."""

from collections.abc import Callable
from dataclasses import dataclass

from keima.gtp.arguments import Arguments
from keima.gtp.session import Session

Handler = Callable[[Session, Arguments], str | None]


@dataclass(frozen=True, slots=True)
class Entry:
    """A command: what does it, its arguments in words, and what it is for."""

    run: Handler
    usage: str
    summary: str


COMMANDS: dict[str, Entry] = {}


def command(name: str, usage: str = "") -> Callable[[Handler], Handler]:
    """Registers a function under a name. The first line of its docstring is what `help` and
    the documentation say; None as result is an empty reply; GtpError is a failure, and then
    nothing may have changed."""

    def register(run: Handler) -> Handler:
        if name in COMMANDS:
            raise ValueError(f"two commands are called {name}")
        if not run.__doc__:
            raise ValueError(f"the command {name} has no docstring")
        COMMANDS[name] = Entry(run, usage, run.__doc__.partition("\n\n")[0].replace("\n   ", ""))
        return run

    return register
