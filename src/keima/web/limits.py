"""How much the server takes from its clients."""

from __future__ import annotations

#: Bytes of a body or message, and of a body with an SGF text.
MESSAGE_BYTES = 16_000
SGF_BYTES = 2_000_000
#: Sides of boards.
SIDE = 25
NODES = 20_000
GAMES = 1_000
SOCKETS = 64
#: Requests a second of each client, and at once; messages of each socket.
REQUESTS, REQUEST_BURST = 40.0, 200.0
MESSAGES, MESSAGE_BURST = 20.0, 100.0
#: Characters of a comment and of a title, and bytes of a body with a comment.
COMMENT = 50_000
COMMENT_BYTES = 256_000
TITLE = 200
KOMI = 1_000
HANDICAP = 25
#: For a move of an engine.
SECONDS = 60
PLAYOUTS = 100_000
#: For each position of a whole game.
ALL_PLAYOUTS = 10_000
#: Seconds and periods of a clock.
CLOCK_SECONDS = 86_400
PERIODS = 100
#: Points of a board whose moves are solved.
SOLVER_POINTS = 25


def told() -> dict[str, int]:
    """Those that a page must know."""
    return {
        "message_bytes": MESSAGE_BYTES,
        "sgf_bytes": SGF_BYTES,
        "side": SIDE,
        "nodes": NODES,
        "games": GAMES,
        "sockets": SOCKETS,
        "comment": COMMENT,
        "title": TITLE,
        "komi": KOMI,
        "handicap": HANDICAP,
        "seconds": SECONDS,
        "playouts": PLAYOUTS,
        "all_playouts": ALL_PLAYOUTS,
        "clock_seconds": CLOCK_SECONDS,
        "periods": PERIODS,
    }
