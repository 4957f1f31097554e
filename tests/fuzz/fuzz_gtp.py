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


#: Talks from which the fuzzer starts: every command with arguments that it takes.
TALKS = [
    "1 protocol_version\nname\nversion\n2 known_command play\nlist_commands\nhelp play\nhelp\n",
    "boardsize 3\nboardsize 5 4\nboardsize 4:5\nrectangular_boardsize 2 3\nquery_boardsize\n",
    "komi -7.5\nget_komi\nclear_board\nset_position b A1 w B2\nshowboard\nkeima-area\n",
    "play b A1\nplay w B1\nplay w A2\nlast_move\nmove_history\nundo\ngg-undo 2\ncaptures w\n",
    "genmove b\ngenmove w\nreg_genmove b\nkgs-genmove_cleanup b\nprintsgf\ncolor A5\n",
    "play b A1\nplay w A2\nplay w B1\nplay b A1\nis_legal b A1\nall_legal b\nlist_stones w\n",
    "boardsize 9\nfixed_handicap 4\nget_handicap\nclear_board\nplace_free_handicap 5\n",
    "set_free_handicap A1 B2\nfinal_score\nfinal_status_list dead\nfinal_status_list alive\n",
    "time_settings 60 10 5\ntime_left b 10 0\ntime_left w 5 3\ngenmove b\ngenmove w\n",
    "kgs-time_settings byoyomi 60 10 5\nkata-time_settings fischer-capped 9 1 20 -1\ngenmove b\n",
    "kata-list_time_settings\nkata-time_settings fischer 5 1\nkgs-time_settings canadian 1 2 3\n",
    'kata-set-rules {"ko":"POSITIONAL","tax":"SEKI"}\nkata-get-rules\nkata-set-rule ko SIMPLE\n',
    "kgs-rules new_zealand\nkata-set-rules japanese\nkeima-rules\nkeima-rules suicide 1\n",
    "gogui-setup b A1 w B2 e C3\ngogui-setup_player w\ngogui-play_sequence b A2 w pass\n",
    "gogui-analyze_commands\ngogui-title\nkeima-pass_alive w\nplay b C3\nfindlib C3\ncountlib C3\n",
    "lz-analyze b 10 maxmoves 2\nkata-analyze ownership true rootInfo true\nanalyze w 5\n",
    "kata-genmove_analyze b 10 avoid b A1,B2 3\nlz-genmove_analyze w allow w C3 1\n",
    "kata-search\nkata-search_analyze b\nkata-search_cancellable\ncgos-genmove_analyze b\n",
    "kata-list-params\nkata-get-param seed\nkata-set-param playouts 9\nkata-get-params\n",
    'kata-set-params {"seed":5,"maxTime":2}\ntop_moves_black\nall_move_values\ntop_moves\n',
    "genmove b\nmtld-last_evaluation\nmtld-final_position\nmtld-ponder 1\nmtld-review_game 1\n",
    "gomill-describe_engine\ngomill-cpu_time\ncputime\nclear_cache\nkgs-game_over\necho a  b\n",
    "echo_err x # comment\n\n\t\r\n# nothing\nloadsgf x.sgf 5\nprintsgf x.sgf\n12 quit\nname\n",
]


class FirstLegal:
    """A player that needs no time and claims to own everything."""

    name = "first legal"
    seed = 1

    def __init__(self) -> None:
        from keima.engine.parameters import SearchParameters

        self.parameters = SearchParameters()

    def search(self, game: Any, limit: Any = None, color: Any = None, **options: Any) -> Any:
        from keima.engine import Candidate, SearchResult

        points = options.get("moves") or [*game.native.legal_points(color), game.area]
        names = [game.name(point) for point in points]
        size = game.width, game.height
        found = [Candidate(name, 1, 0.5, 0.0, 1.0) for name in names]
        owners = tuple((-1.0) ** point for point in range(game.area))
        return SearchResult(names[0], 0.5, 0.0, names[:1], found, 1, 0.0, size, owners)

    def change(self, **values: Any) -> None:
        from keima.engine.parameters import with_values

        self.parameters = with_values(self.parameters, values)

    def stop(self) -> None:
        pass

    def new_game(self) -> None:
        pass


def state(session: Any) -> tuple[Any, ...]:
    clocks = (session.time_settings, tuple(session.clocks.items()), session.closing)
    limits = (session.playouts, session.seconds, session.player.parameters)
    return session.game.copy(), *clocks, *limits


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
        examples = Path(folder, "examples")
        examples.mkdir()
        for number, talk in enumerate(TALKS):
            examples.joinpath(str(number)).write_text(talk)
        # New inputs go to the first folder: that of the command line, if there is one.
        options = [*sys.argv, str(examples), f"-dict={dictionary}", "-max_len=2000"]
        atheris.Setup(options, one_stream)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
