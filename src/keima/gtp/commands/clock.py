"""Time systems and clocks."""

from keima.gtp.arguments import Arguments, shown, syntax_error
from keima.gtp.registry import command
from keima.gtp.session import Session
from keima.gtp.timing import KINDS, TimeLeft, TimeSettings, canadian

MAX_COUNT = 2**31 - 1


@command("time_settings", "MAIN PERIOD STONES")
def time_settings(session: Session, args: Arguments) -> None:
    """Sets Canadian time, absolute time (PERIOD 0) or no limit (STONES 0), in seconds."""
    args.count(3)
    session.set_time(canadian(args.number(0, 0), args.number(1, 0), args.integer(2, 0, MAX_COUNT)))


@command("time_left", "COLOR SECONDS STONES")
def time_left(session: Session, args: Arguments) -> None:
    """What a side's clock shows; STONES is 0 in main time, and counts periods in byo-yomi."""
    args.count(3)
    color, seconds = args.color(0), args.number(1)
    session.tell_time(color, TimeLeft(max(seconds, 0), args.integer(2, 0, MAX_COUNT)))


def read_settings(args: Arguments, kinds: tuple[str, ...]) -> TimeSettings:
    """A time system by its name and numbers."""
    kind = args.word(0)
    if kind not in kinds:
        raise syntax_error(f"{shown(kind)} is not a time system: expected {', '.join(kinds)}")
    match kind:
        case "none":
            args.count(1)
            return TimeSettings()
        case "absolute":
            args.count(2)
            return TimeSettings("absolute", args.number(1, 0))
        case "canadian":
            args.count(4)
            return canadian(args.number(1, 0), args.number(2, 0), args.integer(3, 1, MAX_COUNT))
        case "byoyomi":
            args.count(4)
            main, period = args.number(1, 0), args.number(2, 0)
            count = args.integer(3, 0, MAX_COUNT)
            if period == 0 or count == 0:
                return TimeSettings("absolute", main)
            return TimeSettings("byoyomi", main, period, count)
        case "fischer":
            args.count(3)
            return TimeSettings("fischer", args.number(1, 0), increment=args.number(2, 0))
    args.count(5)
    return TimeSettings(
        "fischer-capped",
        args.number(1, 0),
        increment=args.number(2, 0),
        limit=cap(args, 3),
        most=cap(args, 4),
    )


def cap(args: Arguments, index: int) -> float:
    """A number of seconds; anything below 0 is no cap."""
    seconds = args.number(index)
    return seconds if seconds >= 0 else float("inf")


@command("kgs-time_settings", "none | absolute M | canadian M PERIOD STONES | byoyomi M PERIOD N")
def kgs_time_settings(session: Session, args: Arguments) -> None:
    """Sets a time system of the KGS Go server."""
    session.set_time(read_settings(args, KINDS[:4]))


@command("kata-time_settings", "KIND NUMBERS...")
def kata_time_settings(session: Session, args: Arguments) -> None:
    """Sets any time system: those of KGS, `fischer M INC` or `fischer-capped M INC LIMIT MOST`."""
    session.set_time(read_settings(args, KINDS))


@command("kata-list_time_settings")
def kata_list_time_settings(session: Session, args: Arguments) -> str:
    """The names of all time systems."""
    args.count(0)
    return " ".join(KINDS)
