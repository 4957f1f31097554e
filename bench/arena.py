"""How fast games are played, and that none is lost: prints JSON.

python bench/arena.py            1,000 games of 100 playouts a move on 9x9
python bench/arena.py --kills 20 a run that is killed 20 times at random moments
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from keima.arena.pool import play_in_pool
from keima.arena.results import Results
from keima.arena.run import Run
from keima.arena.settings import Entrant, GameSettings
from keima.arena.tournament import Match, Tournament


def speed(games: int, workers: int, playouts: int) -> dict[str, float]:
    """Plays games and tells how much of the workers' time was not the engines'."""
    a, b = (Entrant(name, f"brugmann:playouts={playouts}") for name in "ab")
    match = Match(a, b, games, GameSettings(size=(9, 9)))
    with tempfile.TemporaryDirectory() as folder, Results(Path(folder) / "x.db") as results:
        began = time.perf_counter()
        records = list(
            Run(Tournament("bench", (match,), 1), results).play(
                lambda plans: play_in_pool(plans, workers)
            )
        )
        seconds = time.perf_counter() - began
    inside = sum(record.engine_seconds for record in records)
    return {
        "games": len(records),
        "workers": workers,
        "seconds": round(seconds, 2),
        "games_per_minute": round(60 * len(records) / seconds, 1),
        "engine_cpu_seconds": round(sum(sum(record.cpus) for record in records), 2),
        # All that is not in the engines: rules, records, start of the workers, waiting.
        "outside_engines": round(1 - inside / (workers * seconds), 4),
        "outside_engines_in_games": round(
            1 - inside / sum(record.seconds for record in records), 4
        ),
    }


def killed(kills: int, games: int) -> dict[str, object]:
    """Kills a run again and again, lets it end, and counts its games."""
    rng = random.Random()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "killed.toml"
        file.write_text(
            f'games = {games}\n[game]\nsize = 9\n[players]\na = "brugmann:playouts=20"\n'
            'b = "brugmann:playouts=10"\n'
        )
        command = [sys.executable, "-m", "keima", "arena", "run", str(file), "--workers", "2"]
        after = []
        for _ in range(kills):
            process = subprocess.Popen(
                command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
            time.sleep(rng.uniform(0.2, 4))
            process.kill()
            process.wait()
            with Results(file.with_suffix(".db")) as results:
                after.append(sum(1 for _ in results.outcomes("killed")))
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with Results(file.with_suffix(".db")) as results:
            numbers = [outcome.number for outcome in results.outcomes("killed")]
    return {
        "planned": games,
        "kills": kills,
        "games_after_each_kill": after,
        "games": len(numbers),
        "exactly_the_planned": numbers == list(range(games)),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, help="1,000, or 2,500 if the run is killed")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--playouts", type=int, default=100)
    parser.add_argument("--kills", type=int, default=0)
    given = parser.parse_args()
    if given.kills:
        # So many that no kill comes after the last game.
        print(json.dumps(killed(given.kills, given.games or 2500), indent=2))
    else:
        print(json.dumps(speed(given.games or 1000, given.workers, given.playouts), indent=2))


if __name__ == "__main__":
    main()
