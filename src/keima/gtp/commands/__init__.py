"""All commands, one module for each topic; importing this package registers them."""

from keima.gtp.commands import (
    administrative,
    analyze,
    clock,
    debug,
    frisbee,
    gogui,
    gomill,
    handicap,
    kata,
    kgs,
    parameters,
    play,
    scoring,
    setup,
    sgf,
    thoughts,
)

__all__ = [
    "administrative",
    "analyze",
    "clock",
    "debug",
    "frisbee",
    "gogui",
    "gomill",
    "handicap",
    "kata",
    "kgs",
    "parameters",
    "play",
    "scoring",
    "setup",
    "sgf",
    "thoughts",
]
