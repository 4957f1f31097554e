"""Collections of games into shards: checked, without doubles, split by game."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from keima import _core, sgf
from keima.data.owners import final_owners
from keima.data.record import LEARN, PART_NAMES, Record, part_of_key
from keima.data.sgf_games import record_of_tree
from keima.data.shards import write_shard
from keima.data.sources import USUAL_LIMITS, ArchiveLimits, SourceFile, source_files
from keima.files import write_file
from keima.learn.packs import Pack, read_pack

#: Games of one shard.
SHARD = 50_000
#: What was left out, and why, one line each.
LEFT_OUT = "left-out.txt"


@dataclass
class Report:
    """What became of the games."""

    #: Games by size and part.
    games: Counter[tuple[int, str]] = field(default_factory=Counter)
    positions: int = 0
    doubles: int = 0
    owned: int = 0
    #: Of files and games that were left out: which, and why.
    left_out: list[str] = field(default_factory=list)
    shards: list[Path] = field(default_factory=list)

    @property
    def count(self) -> int:
        return sum(self.games.values())


class Importer:
    """Takes sources one after the other, then writes. A game that comes again is kept once; if
    one of its copies is held out (test before validation), so is the one that is kept."""

    def __init__(
        self,
        out: Path,
        *,
        owners: bool = False,
        limits: ArchiveLimits = USUAL_LIMITS,
        tell: Callable[[Report], None] = lambda _: None,
    ) -> None:
        if out.exists() and (not out.is_dir() or any(out.iterdir())):
            raise ValueError(f"{out} is there already: choose a new folder")
        self._out, self._owners, self._limits, self._tell = out, owners, limits, tell
        self._records: dict[bytes, Record] = {}
        self._told = time.monotonic()
        self.report = Report()

    def add(self, sources: Iterable[Path]) -> None:
        for path in sources:
            if not path.exists():
                raise ValueError(f"there is no {path}")
            found = False
            for file in source_files(path, self._reject, self._limits):
                found = True
                for where, record in self._records_of(file):
                    self._keep(where, record)
            if not found:
                self._reject(str(path), "holds no games: expected .sgf files or packs (.npz)")

    def write(self) -> Report:
        """Raises OSError, and ValueError if there are no games."""
        if not self._records:
            first = f", first {self.report.left_out[0]}" if self.report.left_out else ""
            raise ValueError(
                f"there are no games to write: {len(self.report.left_out)} left out{first}"
            )
        self._out.mkdir(parents=True, exist_ok=True)
        by_size: dict[int, list[Record]] = {}
        for record in self._records.values():
            by_size.setdefault(record.size, []).append(record)
        for size, records in sorted(by_size.items()):
            for number, start in enumerate(range(0, len(records), SHARD)):
                path = self._out / f"games-{size}x{size}-{number:03}.npz"
                write_shard(path, records[start : start + SHARD])
                self.report.shards.append(path)
        self.report.games = Counter((r.size, PART_NAMES[r.part]) for r in self._records.values())
        lines = "".join(f"{line}\n" for line in self.report.left_out)
        write_file(self._out / LEFT_OUT, lines.encode())
        return self.report

    def _reject(self, where: str, why: str) -> None:
        self.report.left_out.append(f"{where}: {why}")

    def _keep(self, where: str, record: Record) -> None:
        key = record.key
        if record.part < 0:
            record.part = part_of_key(key)
        if known := self._records.get(key):
            self.report.doubles += 1
            known.part = min(known.part, record.part)
            return
        if self._owners:
            record.owners = final_owners(record)
            self.report.owned += record.owners is not None
        self._records[key] = record
        self.report.positions += len(record.moves)
        self.report.games[record.size, PART_NAMES[record.part]] += 1
        if time.monotonic() - self._told >= 1:
            self._told = time.monotonic()
            self._tell(self.report)

    def _records_of(self, file: SourceFile) -> Iterator[tuple[str, Record]]:
        if file.pack is not None:
            try:
                pack = read_pack(file.pack)
            except ValueError as error:
                self._reject(file.name, str(error))
                return
            yield from self._pack_records(pack)
            return
        try:
            trees = sgf.parse(file.data)
        except sgf.SgfError as error:
            self._reject(file.name, str(error))
            return
        for number, tree in enumerate(trees, 1):
            where = f"{file.name}: game {number}"
            try:
                record = record_of_tree(tree)
            except ValueError as error:
                self._reject(where, str(error))
                continue
            record.part = -1  # by its key
            yield where, record

    def _pack_records(self, pack: Pack) -> Iterator[tuple[str, Record]]:
        for number in range(len(pack)):
            where = f"{pack.path}: game {number}"
            try:
                record = record_of_pack(pack, number)
                check_moves(record, pack.game(number).board)
            except ValueError as error:
                told = str(error).removeprefix(f"{where}: ")
                self._reject(where, told)
                continue
            yield where, record


def record_of_pack(pack: Pack, number: int) -> Record:
    facts = pack.facts
    row = facts.owned[number]
    return Record(
        pack.size,
        pack.moves[pack.offsets[number] : pack.offsets[number + 1]].tolist(),
        int(pack.first[number]),
        pack.setup[pack.setup_offsets[number] : pack.setup_offsets[number + 1]].tolist(),
        int(facts.winner[number]),
        int(facts.reason[number]),
        float(facts.margin[number]),
        float(facts.komi[number]),
        int(facts.rules[number]),
        int(facts.black_rank[number]),
        int(facts.white_rank[number]),
        min(int(facts.part[number]), LEARN),
        facts.owners[row].tolist() if row >= 0 else None,
    )


def check_moves(record: Record, board: _core.Board) -> None:
    """Raises ValueError for a move that no rules allow, and if there are none."""
    if not record.moves:
        raise ValueError("there are no moves")
    area, color = record.size * record.size, 1 + record.first
    for turn, move in enumerate(record.moves, 1):
        if move < area:
            if not board.is_legal(move, color, True):
                raise ValueError(f"move {turn} cannot be played")
            board.play(move, color, True)
        else:
            board.play(area, color)
        color = 3 - color
