"""Coverage-guided fuzzing of the GTP server: any bytes, from the reader to the commands.

    python3 -m venv fuzz && fuzz/bin/pip install . atheris
    fuzz/bin/python tests/fuzz/fuzz_gtp.py -max_total_time=600 [CORPUS]

Arguments are libFuzzer's. An editable install will not do: its modules are loaded in a way that
atheris cannot follow, and the fuzzer would be blind.

Every reply must be well formed, there must be one for each command, and a command that fails
must leave the game, the clocks and the rules as they were. The names of all commands are given
to the fuzzer as a dictionary.
"""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path
from typing import Any

REPLY = re.compile(rb"[=?]([0-9]*) [^\x00-\x1f\x7f]*(\n[^\x00-\x1f\x7f]+)*\n\n")
WORDS = ["b", "w", "black", "white", "e", "pass", "A1", "B2", "E5", "T19", "dead", "alive", "seki"]
WORDS += ["absolute", "canadian", "byoyomi", "fischer", "fischer-capped", "none", "5", "0", "-1"]
WORDS += ["1e3", "2147483647", "chinese", "japanese", "ko", "suicide", "true", '{\\"ko\\":', "#"]


class FirstLegal:
    """A player that needs no time and claims to own everything."""

    name = "first legal"

    def search(self, game: Any, limit: Any = None, color: Any = None) -> Any:
        self.move = next(iter(game.legal_moves))
        if not game.is_legal(self.move, color):
            self.move = "pass"
        self.candidates = [self]
        self.ownership = self
        return self

    def __getitem__(self, index: tuple[int, int]) -> float:
        return 1.0 if index[0] % 2 else -1.0

    def new_game(self) -> None:
        pass


def state(session: Any) -> tuple[Any, ...]:
    clocks = (session.time_settings, tuple(session.clocks.items()), session.closing)
    return session.game.copy(), *clocks


def one_stream(data: bytes) -> None:
    """One connection from its first byte to its last."""
    from keima.game import Game
    from keima.gtp.protocol import LineReader, parse
    from keima.gtp.server import Server
    from keima.gtp.session import Session

    log: list[str] = []
    session = Session(lambda seed: FirstLegal(), Game(5), files=False, log=log.append)
    server = Server(session)
    reader = LineReader()
    for line in reader.feed(data) + reader.finish():
        before = state(session)
        reply = server.answer(line)
        found = REPLY.fullmatch(reply)
        assert found, reply
        number = parse(line).id
        assert found[1] == (b"" if number is None else str(number).encode()), reply
        assert b"internal error" not in reply[:30], log
        if reply.startswith(b"?"):
            assert state(session) == before, line
        if session.closing:
            return


def main() -> None:
    import atheris

    with atheris.instrument_imports(include=["keima"]):
        import keima.gtp.server
        import keima.sgf.convert  # else imported later, and not instrumented
    code = keima.gtp.server.Server.answer.__code__
    if "__ATHERIS_INSTRUMENTED__" not in code.co_consts:
        sys.exit("keima is not instrumented: install it with `pip install .`, not with -e")
    names = [*keima.gtp.server.COMMANDS, *WORDS]
    with tempfile.TemporaryDirectory() as folder:
        dictionary = Path(folder, "words.txt")
        dictionary.write_text("".join(f'"{name}"\n' for name in names))
        atheris.Setup([*sys.argv, f"-dict={dictionary}", "-max_len=2000"], one_stream)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
