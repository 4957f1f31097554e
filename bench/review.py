"""What `keima analyze` takes beside the searches of a game: prints JSON.

    python bench/review.py                      a game of 250 moves, 200 playouts a position
    python bench/review.py --moves 60 --runs 1

The game is played by two levels of `keima`. The command and the bare searches, each in a process of
its own, take turns, and who begins changes from run to run: other work on the machine should hit
both alike. `plain` are searches for a move, which keep their tree and end when the choice is clear;
`whole` are those that an analysis makes: of all playouts, each without a tree. `inside` is the time
within the searches of the command itself, which no other work can make another.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from keima import Engine, Game, Limit
from keima.review.record import read_records


def played(moves: int) -> Game:
    """A game of so many moves, of players of different strength."""
    game = Game(19, komi=7.5)
    players = [Engine(f"keima:level={level}", threads=1, seed=7) for level in ("3d", "2k")]
    while game.move_number < moves and not game.is_over:
        player = players[game.move_number % 2]
        found = player.search(game)
        game.play(found.candidates[0].move if found.move == "resign" else found.move)
    return game


def bare(path: Path, playouts: int, whole: bool) -> dict[str, float]:
    """The time within the searches of all positions."""
    record = read_records(path)[0]
    engine = Engine("keima", threads=1, seed=1)
    engine.prepare(record.turns[0].game)
    seconds = cpu = 0.0
    for number in record.to_search:
        if whole:
            engine.new_game()
        wall, used = time.perf_counter(), time.process_time()
        engine.search(record.turns[number].game, Limit(playouts), analysis=whole)
        seconds += time.perf_counter() - wall
        cpu += time.process_time() - used
    return {"seconds": seconds, "cpu": cpu}


def command(path: Path, playouts: int) -> dict[str, float]:
    """The time of the command, from its start to its end."""
    with tempfile.TemporaryDirectory() as out:
        words = [sys.executable, "-m", "keima", "analyze", str(path), "--out", out]
        words += ["--playouts", str(playouts), "--threads", "1"]
        before, wall = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        subprocess.run(words, check=True, capture_output=True)
        seconds = time.perf_counter() - wall
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        told = json.loads((Path(out) / f"{path.stem}-analysis.json").read_text())
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    inside = sum(position.get("seconds", 0.0) for position in told["positions"])
    return {"seconds": seconds, "cpu": cpu, "inside": inside}


def alone(kind: str, path: Path, playouts: int) -> dict[str, float]:
    words = [sys.executable, __file__, "--bare", kind, str(path), "--playouts", str(playouts)]
    found: dict[str, float] = json.loads(subprocess.run(words, check=True, stdout=-1).stdout)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--moves", type=int, default=250)
    parser.add_argument("--playouts", type=int, default=200)
    parser.add_argument("--runs", type=int, default=2)
    parser.add_argument("--bare", nargs=2, metavar=("KIND", "FILE"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.bare:
        kind, name = options.bare
        print(json.dumps(bare(Path(name), options.playouts, kind == "whole")))
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.sgf"
        path.write_text(played(options.moves).to_sgf())
        for run in range(options.runs):
            kinds = ["analyze", "whole", "plain"]
            found = {}
            for kind in reversed(kinds) if run % 2 else kinds:
                if kind == "analyze":
                    found[kind] = command(path, options.playouts)
                else:
                    found[kind] = alone(kind, path, options.playouts)
            ratios = {
                f"{measure}_to_{kind}": round(found["analyze"][measure] / found[kind][measure], 3)
                for kind in ("whole", "plain")
                for measure in ("seconds", "cpu")
            }
            took = found["analyze"]
            ratios["seconds_to_inside"] = round(took["seconds"] / took["inside"], 3)
            rounded = {
                kind: {measure: round(value, 1) for measure, value in each.items()}
                for kind, each in found.items()
            }
            print(json.dumps({"run": run + 1, **rounded, **ratios}), flush=True)


if __name__ == "__main__":
    main()
