"""The games of an experiment as a text file that a repository can keep.

One line of JSON a game, in a fixed order, and before the games of a cell a line that says who
played. What is as usual is left out: see docs/experiments.md. The same games give the same file,
byte for byte.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from keima.arena.records import Fault, GameRecord
from keima.arena.results import Results
from keima.experiments import load_experiment
from keima.experiments.experiment import SEED, Cell, Experiment

FORMAT = 1
_RESULT = re.compile(r"Void|0|[BW]\+([RTF]|[0-9]+(\.[0-9]+)?)")


def export_games(experiment: Experiment, results: Results, path: Path) -> int:
    """Writes all games of an experiment; returns their number. Raises ValueError if there are
    games that were played under another plan."""
    lines = list(_lines(experiment, results))
    data = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines).encode()
    if path.suffix == ".gz":
        data = gzip.compress(data, 9, mtime=0)
    # Whole or not at all: it may be the only copy.
    unfinished = path.with_name(path.name + ".part")
    unfinished.write_bytes(data)
    unfinished.replace(path)
    return sum("game" in line for line in lines)


def import_games(path: Path, results: Results) -> tuple[Experiment, int]:
    """Stores the games of a file; returns the experiment and the number of games that were not
    there. Raises ValueError, and stores nothing, if the file is something else, if a game is not
    one of those that are planned today, or if the database has another in its place."""
    experiment, records = read_games(path)
    names = list({record.plan.tournament: None for record in records})
    there = {(name, old.plan.index): old for name in names for old in results.records(name)}
    new = [record for record in records if _is_new(record, there, results.path)]
    for name in names:
        results.begin(name, str(path))
    for record in new:
        results.add(record)
    return experiment, len(new)


def read_games(path: Path) -> tuple[Experiment, list[GameRecord]]:
    """The experiment of a file and its games, each played through to see that it is legal."""
    lines = _read(path)
    number, records = 0, []
    players: dict[str, dict[str, Any]] = {}
    try:
        experiment = _check_head(next(lines, {}))
        for number, line in enumerate(lines, 2):  # noqa: B007 -- wanted after the loop
            cell = experiment.cell(line["cell"])
            if "game" in line:
                records.append(_record(experiment, cell, line, players[cell.name]))
            else:
                players[cell.name] = _check_cell(cell, line)
        if len({(r.plan.tournament, r.plan.index) for r in records}) < len(records):
            raise ValueError("a game is there twice")
    except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
        text = f"there is no {error}" if isinstance(error, KeyError) else str(error)
        raise ValueError(f"{path}, line {number or 1}: {text}") from None
    return experiment, records


def _read(path: Path) -> Iterator[dict[str, Any]]:
    try:
        data = path.read_bytes()
        text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode()
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise ValueError(f"cannot read {path}: {error}") from None
    return (json.loads(line) for line in text.splitlines())


# Writing


def _lines(experiment: Experiment, results: Results) -> Iterator[dict[str, Any]]:
    yield _head(experiment)
    for cell in experiment.cells:
        records = list(results.records(experiment.tournament_of(cell)))
        if not records:
            continue
        players = next((_by_name(record) for record in records if record.players), {})
        yield {**_cell(cell), "players": players}
        for record in records:
            _check_plan(experiment, cell, record, results.path)
            yield _line(cell, record, players)


def _head(experiment: Experiment) -> dict[str, Any]:
    settings = experiment.settings.to_json()
    return {"experiment": experiment.name, "format": FORMAT, "seed": SEED, "settings": settings}


def _cell(cell: Cell) -> dict[str, Any]:
    own: dict[str, Any] = {"settings": cell.settings.to_json()} if cell.settings else {}
    if cell.seed != SEED:
        own["seed"] = cell.seed
    return {"cell": cell.name, "a": asdict(cell.a), "b": asdict(cell.b), **own}


def _check_plan(experiment: Experiment, cell: Cell, record: GameRecord, where: str) -> None:
    if record.plan != experiment.game(cell, record.plan.index):
        raise ValueError(
            f"game {record.plan.index} of {record.plan.tournament} in {where} was played under "
            "another plan"
        )


def _by_name(record: GameRecord) -> dict[str, Any]:
    """What the players said of themselves, by their names instead of colours."""
    names = {"B": record.plan.black.name, "W": record.plan.white.name}
    return {names[side]: said for side, said in sorted(record.players.items())}


def _usual(result: str) -> dict[str, Any]:
    """What most games have in common, and need not say."""
    return {
        "reason": "score",
        "first": "B",
        "opening": 0,
        "faults": [],
        "counts": {"referee": result},
    }


def _line(cell: Cell, record: GameRecord, players: Mapping[str, Any]) -> dict[str, Any]:
    line = {
        "cell": cell.name,
        "game": record.plan.index,
        "a": "B" if record.plan.black == cell.a else "W",
        "seed": record.plan.seed,
        "result": record.result,
        "moves": " ".join(record.moves),
        "cpu": [round(100 * seconds) for seconds in record.cpus],
        "seconds": round(record.seconds, 2),
    }
    own = {
        "reason": record.reason,
        "first": record.first,
        "opening": record.opening,
        # Talks of programs and tracebacks are long and name places of one machine.
        "faults": [{**asdict(fault), "transcript": ""} for fault in record.faults],
        "counts": dict(record.counts),
    }
    usual = _usual(record.result)
    line |= {key: value for key, value in own.items() if value != usual[key]}
    said = _by_name(record)
    return line if said == players else {**line, "players": said}


# Reading


def _check_head(line: Mapping[str, Any]) -> Experiment:
    if line.get("format") != FORMAT:
        raise ValueError(f"expected the games of an experiment, in format {FORMAT}")
    experiment = load_experiment(line["experiment"])
    if line != _head(experiment):
        raise ValueError(f"{experiment.name} is played under other settings today")
    return experiment


def _check_cell(cell: Cell, line: Mapping[str, Any]) -> dict[str, Any]:
    """What its players said of themselves."""
    if {**line, "players": None} != {**_cell(cell), "players": None}:
        raise ValueError(f"cell {cell.name!r} is played by others or under other settings today")
    players: dict[str, Any] = line["players"]
    return players


def _record(
    experiment: Experiment, cell: Cell, line: Mapping[str, Any], players: Mapping[str, Any]
) -> GameRecord:
    plan = experiment.game(cell, line["game"])
    color = "B" if plan.black == cell.a else "W"
    if (line["a"], line["seed"]) != (color, plan.seed):
        raise ValueError(f"game {plan.index} of {cell.name!r} has another colour or seed today")
    own = {**_usual(line["result"]), **line}
    said = own.get("players", players)
    sides = {"B": plan.black.name, "W": plan.white.name}
    record = GameRecord(
        plan,
        own["result"],
        own["reason"],
        tuple(own["moves"].split()),
        cpus=tuple(hundredths / 100 for hundredths in own["cpu"]),
        opening=own["opening"],
        first=own["first"],
        faults=tuple(Fault(**fault) for fault in own["faults"]),
        counts=own["counts"],
        players={side: said[name] for side, name in sides.items() if name in said},
        seconds=own["seconds"],
    )
    _check_game(record)
    return record


def _check_game(record: GameRecord) -> None:
    """Raises ValueError if a move is illegal or the result none."""
    if not _RESULT.fullmatch(record.result):
        raise ValueError(f"result {record.result!r}: expected for example B+3.5")
    game = record.plan.settings.new_game()
    for move in record.moves[record.opening :]:
        game.play(move)


def _is_new(record: GameRecord, there: Mapping[tuple[str, int], GameRecord], database: str) -> bool:
    old = there.get((record.plan.tournament, record.plan.index))
    if old is None:
        return True
    if (old.plan, old.result, old.moves) != (record.plan, record.result, record.moves):
        raise ValueError(
            f"{database} has another game {record.plan.index} of {record.plan.tournament}"
        )
    return False
