"""A GTP program that misbehaves on demand, and settings of short games."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from keima.arena.settings import Entrant, GameSettings, PlannedGame

ROGUE = '''
"""Plays the first free point from the top left; does MODE at its third move."""
import sys, time
mode = sys.argv[1]
if len(sys.argv) > 2:  # tell that it is there
    with open(sys.argv[2], "w") as fifo:
        fifo.write(".")
taken, size, mine = set(), 9, 0
COLUMNS = "ABCDEFGHJKLMNOPQRST"
if mode == "deaf":
    sys.exit(3)
for line in sys.stdin:
    words = line.split()
    number, command, rest = words[0], words[1], words[2:]
    answer = ""
    if command == "list_commands":
        answer = "\\n".join(["boardsize", "clear_board", "komi", "play", "genmove", "name", "quit",
                            "list_commands", "final_score", "time_left", "time_settings"])
        if mode == "unscored":
            answer = answer.replace("final_score\\n", "")
    elif command == "boardsize":
        size = int(rest[0])
    elif command == "clear_board":
        taken, mine = set(), 0
    elif command == "play":
        taken.add(rest[1].upper())
    elif command == "name":
        answer = "rogue"
    elif command == "final_score":
        answer = "B+999" if mode == "boast" else "nonsense"
    elif command == "genmove":
        mine += 1
        free = [c + str(r) for r in range(size, 0, -1) for c in COLUMNS[:size]]
        answer = next((p for p in free if p not in taken), "pass")
        if mine == 3:
            if mode == "crash":
                print("about to die", file=sys.stderr, flush=True)
                sys.exit(7)
            elif mode == "hang":
                time.sleep(60)
            elif mode == "illegal":
                answer = free[0]
            elif mode == "gibberish":
                answer = "Q99"
            elif mode == "resign":
                answer = "resign"
            elif mode == "stray":
                print("thinking aloud", flush=True)
            elif mode == "nonsense":
                print("= I have lost count\\n", flush=True)
                continue
            elif mode == "fail":
                print(f"?{number} no idea\\n", flush=True)
                continue
        if mode in ("boast", "unscored"):
            answer = "pass"
        taken.add(answer)
    print(f"={number} {answer}\\n", flush=True)
    if command == "quit":
        break
'''


@pytest.fixture(scope="session")
def rogue_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("rogue") / "rogue.py"
    path.write_text(ROGUE)
    return path


@pytest.fixture
def rogue(rogue_path: Path) -> Callable[[str], str]:
    """The spec of a program that does something wrong."""
    return lambda mode: f"gtp:{sys.executable} {rogue_path} {mode}"


@pytest.fixture
def plan() -> Callable[..., PlannedGame]:
    """A planned game between two specs."""

    def make(
        black: str, white: str, *, seed: int = 1, index: int = 0, **settings: object
    ) -> PlannedGame:
        given = {"size": (5, 5), "score": "keima", "timeout": 10.0, **settings}
        return PlannedGame(
            "test",
            index,
            "black-white",
            Entrant("black", black),
            Entrant("white", white),
            GameSettings(**given),  # type: ignore[arg-type]
            seed,
        )

    return make
