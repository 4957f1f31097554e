"""Who is asked which stones of a finished game are dead."""

from __future__ import annotations

from keima.game import Game
from keima.gtp.client import GtpClient, GtpClientError
from keima.hybrids.gnugo import gnugo_path

#: Seconds for an answer of GNU Go, which plays the game on if it must.
PATIENCE = 120.0
MOST_SIZE = 19


class GnuGoOracle:
    """GNU Go's `final_status_list dead`, for the stones as they stand. Raises ValueError if it is
    not installed."""

    def __init__(self, level: int = 10) -> None:
        self._command = [gnugo_path(), *("--mode", "gtp", "--chinese-rules")]
        self._command += ["--level", str(level)]
        self._client: GtpClient | None = None

    def __call__(self, game: Game) -> frozenset[int] | None:
        """None if it fails, and for boards that it does not know: it has squares up to 19x19."""
        if game.width != game.height or game.width > MOST_SIZE:
            return None
        try:
            if self._client is None:
                self._client = GtpClient(self._command, timeout=PATIENCE)
            send = self._client.send
            send(f"boardsize {game.width}")
            send("clear_board")
            for point, color in enumerate(game.board.stones):
                if color:
                    send(f"play {'black' if color == 1 else 'white'} {game.name(point)}")
            return frozenset(game.parse(name) for name in send("final_status_list dead").split())
        except GtpClientError:
            self.close()
            return None

    def close(self) -> None:
        if self._client is not None:
            self._client.close()
        self._client = None
