"""All commands, one module for each topic; importing this package registers them."""

from keima.gtp.commands import (
    administrative,
    analyze,
    clock,
    debug,
    gogui,
    gomill,
    handicap,
    kata,
    kgs,
    play,
    scoring,
    setup,
    sgf,
)

__all__ = [
    "administrative",
    "analyze",
    "clock",
    "debug",
    "gogui",
    "gomill",
    "handicap",
    "kata",
    "kgs",
    "play",
    "scoring",
    "setup",
    "sgf",
]
