import os
import random
import select
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from keima.arena.pool import play_in_pool
from keima.arena.records import GameRecord
from keima.arena.results import Results, export_sgf
from keima.arena.run import MatchState, Run, tally_of
from keima.arena.settings import Entrant, GameSettings, PlannedGame
from keima.arena.statistics import Sprt
from keima.arena.tournament import Match, Tournament
from keima.sgf import load

Plan = Callable[..., PlannedGame]
Rogue = Callable[[str], str]
SMALL = GameSettings(size=(5, 5), score="keima")
A, B = Entrant("a", "brugmann:playouts=10"), Entrant("b", "abramson:playouts=1")


def tournament(games: int = 6, seed: int = 1, sprt: Sprt | None = None) -> Tournament:
    return Tournament("test", (Match(A, B, games, SMALL),), seed, sprt)


def won_by(name: str) -> Callable[[Iterable[PlannedGame]], Iterator[GameRecord]]:
    """A backend in which one player always wins."""

    def play(plans: Iterable[PlannedGame]) -> Iterator[GameRecord]:
        for plan in plans:
            result = "B+1" if plan.black.name == name else "W+1"
            yield GameRecord(plan, result, "score", ())

    return play


def test_the_pool_plays_what_one_table_plays(plan: Plan) -> None:
    plans = list(tournament().plans())
    by_pool = {record.plan.index: record for record in play_in_pool(plans, 2)}
    assert sorted(by_pool) == list(range(6))
    from keima.arena.play import Table

    with Table() as table:
        for planned in plans:
            assert table.play(planned).moves == by_pool[planned.index].moves


def test_colours_are_balanced_and_openings_played_twice() -> None:
    from keima.arena.openings import Opening

    openings = (Opening("x", moves=("C3",)), Opening("y", moves=("B2",)))
    match = Match(A, B, 6, SMALL, openings)
    plans = [match.plan("t", 1, number, number) for number in range(6)]
    assert [p.black.name for p in plans] == ["a", "b"] * 3
    assert [p.settings.opening.name for p in plans] == ["x", "x", "y", "y", "x", "x"]
    assert len({p.seed for p in plans}) == 6


def test_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    with Results(tmp_path / "x.db") as results:
        games = Run(tournament(), results).play(won_by("a"))
        for _ in range(2):
            next(games)
        games.close()  # type: ignore[attr-defined]
    with Results(tmp_path / "x.db") as results:
        run = Run(tournament(), results)
        assert (run.resumed, run.left) == (2, 4)
        assert len(list(run.play(won_by("a")))) == 4
        longer = Run(tournament(games=8), results)
        assert (longer.resumed, longer.left) == (6, 2)


def test_games_of_another_plan_are_not_taken_for_ours(tmp_path: Path) -> None:
    with Results(tmp_path / "x.db") as results:
        list(Run(tournament(), results).play(won_by("a")))
        with pytest.raises(ValueError, match="another plan"):
            Run(tournament(seed=2), results)


def test_a_match_stops_when_its_test_is_decided() -> None:
    with Results(":memory:") as results:
        run = Run(tournament(10_000, sprt=Sprt(0, 100)), results)
        played = len(list(run.play(won_by("a"))))
        state = run.states["a - b"]
        assert state.decided is not None
        assert state.decided.verdict == "H1"
        assert played == state.decided_after < 100
        assert run.left == 0
    with Results(":memory:") as results:
        run = Run(tournament(10_000, sprt=Sprt(0, 100)), results)
        list(run.play(won_by("b")))
        assert run.states["a - b"].decided.verdict == "H0"  # type: ignore[union-attr]


def test_the_test_is_the_same_in_whatever_order_games_end() -> None:
    sprt = Sprt(0, 200)
    points = [random.Random(3).choice([1.0, 1.0, 0.0, None]) for _ in range(300)]
    states = []
    for order in (range(300), random.Random(1).sample(range(300), 300)):
        state = MatchState(Match(A, B, 300, SMALL))
        for number in order:
            state.add(number, points[number], sprt)
        states.append((state.decided, state.decided_after))
    assert states[0] == states[1]
    assert states[0][0] is not None


def test_a_void_game_counts_for_nobody() -> None:
    assert tally_of([1, 0, None]).games == 2


def test_the_worker_that_dies_is_replaced(plan: Plan, tmp_path: Path) -> None:
    # An engine that takes its process with it: twice, and the game is void.
    plans = list(tournament(4).plans())
    bad = plan("gtp:sh -c 'kill -9 $PPID'", "brugmann:playouts=10", index=99)
    records = list(play_in_pool([plans[0], bad, *plans[1:]], 2))
    assert sorted(r.plan.index for r in records) == [0, 1, 2, 3, 99]
    [void] = [r for r in records if r.is_void]
    assert void.plan.index == 99
    assert void.faults[0].kind == "worker"


def test_a_plan_that_can_never_be_played_is_an_error(plan: Plan) -> None:
    with pytest.raises(ValueError, match="unknown profile 'nobody'"):
        list(play_in_pool([plan("nobody", "brugmann")], 1))


def _children(parent: int) -> list[int]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[1]) == parent and fields[0] != "Z":
                found.append(int(entry.name))
    return found


KILLED = """
import sys
from keima.arena.files import load_tournament
from keima.arena.pool import play_in_pool
from keima.arena.results import Results
from keima.arena.run import Run
file = load_tournament(sys.argv[1])
with Results(file.database) as results:
    for record in Run(file.tournament, results).play(lambda plans: play_in_pool(plans, 2)):
        print(record.plan.index, flush=True)
"""


def test_nothing_is_left_of_a_run_that_is_killed(tmp_path: Path, rogue: Rogue) -> None:
    file = tmp_path / "t.toml"
    fifo = tmp_path / "started"
    os.mkfifo(fifo)
    started = os.open(fifo, os.O_RDWR)
    hang = f"{rogue('hang')} {fifo}"
    file.write_text(f"[game]\nsize = 5\n[players]\na = 'brugmann'\nb = '{hang}'\n")
    process = subprocess.Popen([sys.executable, "-c", KILLED, str(file)])
    for _ in range(2):  # a game of each worker has its program
        readable, _, _ = select.select([started], [], [], 60)
        assert readable
        os.read(started, 1)
    workers = _children(process.pid)
    programs = [pid for worker in workers for pid in _children(worker)]
    assert len(workers) == len(programs) == 2
    ends = [os.pidfd_open(pid) for pid in (*workers, *programs)]
    process.kill()
    process.wait()
    for end in ends:
        assert select.select([end], [], [], 30)[0]
        os.close(end)
    os.close(started)


def test_a_run_killed_at_random_moments_ends_with_exactly_the_planned_games(
    tmp_path: Path,
) -> None:
    file = tmp_path / "t.toml"
    file.write_text(
        'kind = "match"\ngames = 60\n[game]\nsize = 5\nscore = "keima"\n'
        '[players]\na = "brugmann:playouts=50"\nb = "brugmann:playouts=20"\n'
    )
    rng = random.Random(1)
    command = [sys.executable, "-c", KILLED, str(file)]
    printed: list[str] = []
    for lines in (1, rng.randint(2, 6), rng.randint(2, 6)):
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        printed += [process.stdout.readline() for _ in range(lines)]  # it has got going
        process.kill()
        printed += process.stdout.readlines()
        process.wait()
    printed += subprocess.run(
        command, stdout=subprocess.PIPE, text=True, check=True
    ).stdout.splitlines()
    # A line can be cut short by a kill, but what was announced before was stored: never again.
    whole = [line.strip() for line in printed if line.strip()]
    assert len(whole) == len(set(whole))
    with Results(tmp_path / "t.db") as results:
        assert [o.number for o in results.outcomes("t")] == list(range(60))
        first = [record.moves for record in results.records("t")]
    with Results(":memory:") as results:
        from keima.arena.files import load_tournament

        list(Run(load_tournament(file).tournament, results).play(lambda p: play_in_pool(p, 1)))
        assert [record.moves for record in results.records("t")] == first


def test_games_are_exported_as_sgf(tmp_path: Path) -> None:
    with Results(tmp_path / "x.db") as results:
        list(Run(tournament(3), results).play(lambda plans: play_in_pool(plans, 1)))
        assert export_sgf(results, tmp_path / "sgf") == 3
        records = list(results.records("test"))
    files = sorted((tmp_path / "sgf").iterdir())
    assert [f.name for f in files] == ["00000 a - b.sgf", "00001 b - a.sgf", "00002 a - b.sgf"]
    for file, record in zip(files, records, strict=True):
        [tree] = load(file)
        assert len(tree.moves()) == len(record.moves)
        assert tree.root.text("RE") == record.result


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    path.write_text("no database, but long enough to be looked at as if it were one" * 20)
    with pytest.raises(ValueError, match=r"x\.db"):
        Results(path)
    with pytest.raises(ValueError, match="nowhere"):
        Results(tmp_path / "nowhere" / "x.db")
