"""Collections of games into shards."""

from __future__ import annotations

import io
import json
import random
import tarfile
import zipfile
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from keima.book.reduction import symmetries
from keima.cli.data import app
from keima.data.importer import LEFT_OUT, Importer, Report
from keima.data.record import LEARN, Record, part_of_key
from keima.data.sources import ArchiveLimits, source_files
from keima.game import Game
from keima.learn.packs import read_pack

GOOD = "(;FF[4]SZ[5]KM[3.5]RU[Chinese]RE[B+2.5]BR[6d]WR[1k];B[cc];W[bb];B[];W[])"
BAD = {
    "syntax": ("(;SZ[5];B[cc", "never ends"),
    "no game": ("hello", "no game"),
    "illegal": ("(;SZ[5];B[cc];W[cc])", "occupied"),
    "not square": ("(;SZ[5:7];B[cc])", "not a square"),
    "no moves": ("(;SZ[5])", "no moves"),
    "out of turn": ("(;SZ[5];B[cc];W[bb];W[dd])", "move 3 is out of turn"),
    "setup": ("(;SZ[5];B[cc];AB[aa];W[bb])", "middle of the game"),
    "chess": ("(;GM[3];B[cc])", "game of Go"),
}


def run(tmp_path: Path, *sources: Path, **options: object) -> Report:
    importer = Importer(tmp_path / "out", **options)  # type: ignore[arg-type]
    importer.add(sources)
    return importer.write()


def random_game(seed: int, size: int = 5, moves: int = 12) -> Record:
    game, rng = Game(size), random.Random(seed)
    for _ in range(moves):
        game.play(rng.choice(list(game.legal_moves)[:-1]))
    return Record(size, [move.point for move in game.moves])


def sgf_of(record: Record) -> str:
    letters = "abcdefghi"
    text = f"(;SZ[{record.size}]"
    for turn, point in enumerate(record.moves):
        text += f";{'BW'[turn % 2]}[{letters[point % record.size]}{letters[point // record.size]}]"
    return text + ")"


def turned(record: Record, way: int) -> Record:
    table = symmetries(record.size, record.size)[way]
    return Record(record.size, [table[point] for point in record.moves])


def test_what_a_file_says(tmp_path: Path) -> None:
    (tmp_path / "a.sgf").write_text(GOOD)
    report = run(tmp_path, tmp_path / "a.sgf")
    [shard] = report.shards
    pack = read_pack(shard)
    facts = pack.facts
    assert (len(pack), pack.size, pack.game(0).moves) == (1, 5, [12, 6, 25, 25])
    assert (facts.winner[0], facts.reason[0], facts.margin[0], facts.komi[0]) == (1, 1, 2.5, 3.5)
    assert (facts.rules[0], facts.black_rank[0], facts.white_rank[0]) == (3, 6, 0)
    assert facts.owned[0] == -1 and not report.left_out


def test_bad_games_are_named(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "good.sgf").write_text(GOOD)
    for name, (text, _) in BAD.items():
        (folder / f"{name}.sgf").write_text(text)
    (folder / "bad.npz").write_bytes(b"PK")
    (folder / "readme.txt").write_text("not a game")
    report = run(tmp_path, folder)
    assert report.count == 1 and len(report.left_out) == len(BAD) + 1
    for name, (_, why) in BAD.items():
        [line] = [line for line in report.left_out if f"{name}.sgf" in line]
        assert why in line
    assert (tmp_path / "out" / LEFT_OUT).read_text().splitlines() == report.left_out


def test_one_bad_game_of_several(tmp_path: Path) -> None:
    (tmp_path / "a.sgf").write_text(GOOD + BAD["illegal"][0] + sgf_of(random_game(1)))
    report = run(tmp_path, tmp_path / "a.sgf")
    [line] = report.left_out
    assert report.count == 2 and "a.sgf: game 2: " in line


def test_handicap_as_moves(tmp_path: Path) -> None:
    (tmp_path / "a.sgf").write_text("(;SZ[9]HA[2];B[cc];B[gg];W[ee];B[ce])")
    pack = read_pack(run(tmp_path, tmp_path / "a.sgf").shards[0])
    game = pack.game(0)
    assert (game.first, game.moves) == (2, [40, 38])
    assert [p for p, stone in enumerate(game.board.stones) if stone] == [20, 60]


@pytest.mark.parametrize("kind", ["zip", "tar", "tar.gz", "tar.xz", "sgf.gz"])
def test_archives(kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"games.{kind}"
    texts = {"a.sgf": GOOD, "deep/b.sgf": sgf_of(random_game(1)), "c.txt": "no"}
    if kind == "zip":
        with zipfile.ZipFile(path, "w") as archive:
            for name, text in texts.items():
                archive.writestr(name, text)
    elif kind == "sgf.gz":
        import gzip

        path.write_bytes(gzip.compress((GOOD + sgf_of(random_game(1))).encode()))
    else:
        with tarfile.open(path, f"w:{kind[4:]}") as tar:
            for name, text in texts.items():
                member = tarfile.TarInfo(name)
                member.size = len(text)
                tar.addfile(member, io.BytesIO(text.encode()))
    assert run(tmp_path, path).count == 2


@pytest.mark.parametrize("kind", ["zip", "tar", "tgz", "sgf.gz"])
def test_broken_archives(kind: str, tmp_path: Path) -> None:
    (tmp_path / "good.sgf").write_text(GOOD)
    path = tmp_path / f"games.{kind}"
    path.write_bytes(b"\x1f\x8b\x08" + bytes(50))
    report = run(tmp_path, path, tmp_path / "good.sgf")
    assert report.count == 1 and any(str(path) in line for line in report.left_out)


def test_what_is_not_opened_within_an_archive_is_told(tmp_path: Path) -> None:
    names = ["a.sgf", "b.sgf.gz", "more.zip", "pack.npz", "more.tar.gz", "c.txt", "deep/"]
    with zipfile.ZipFile(tmp_path / "games.zip", "w") as archive:
        for name in names:
            archive.writestr(name, GOOD if name == "a.sgf" else "")
    report = run(tmp_path, tmp_path / "games.zip")
    told = [line.removeprefix(f"{tmp_path / 'games.zip'}:") for line in report.left_out]
    assert told == [f"{name}: of an archive only .sgf files are read" for name in names[1:5]]

    with tarfile.open(tmp_path / "games.tar", "w") as tar:
        tar.add(tmp_path / "games.zip", "inner/games.zip")
        folder = tarfile.TarInfo("more.sgf")
        folder.type = tarfile.DIRTYPE
        tar.addfile(folder)
        link = tarfile.TarInfo("link.sgf")
        link.type, link.linkname = tarfile.SYMTYPE, "a.sgf"
        tar.addfile(link)
    left_out: list[tuple[str, str]] = []
    sources = source_files(tmp_path / "games.tar", lambda where, why: left_out.append((where, why)))
    assert not list(sources)
    inside = [where.removeprefix(f"{tmp_path / 'games.tar'}:") for where, _ in left_out]
    assert inside == ["inner/games.zip", "link.sgf"]


def test_limits_of_archives(tmp_path: Path) -> None:
    path = tmp_path / "games.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.sgf", GOOD)
        archive.writestr("large.sgf", GOOD + " " * 100_000)
        archive.writestr("b.sgf", sgf_of(random_game(1)))
    report = run(tmp_path, path, limits=ArchiveLimits(file=10_000))
    assert report.count == 2 and "large.sgf: more than 10,000 bytes" in report.left_out[0]
    few = Importer(tmp_path / "few", limits=ArchiveLimits(files=1))
    few.add([path])
    assert "more than 1 files" in few.report.left_out[0]


def test_the_same_game_comes_once(tmp_path: Path) -> None:
    record = random_game(3)
    for way in range(8):
        (tmp_path / f"{way}.sgf").write_text(sgf_of(turned(record, way)))
    report = run(tmp_path, *sorted(tmp_path.glob("*.sgf")))
    assert (report.count, report.doubles) == (1, 7)


def test_the_split_is_by_the_game() -> None:
    parts = []
    for seed in range(300):
        record = random_game(seed, moves=6)
        keys = {turned(record, way).key for way in range(8)}
        assert len(keys) == 1
        parts.append(part_of_key(keys.pop()))
    assert parts.count(0) > 3 and parts.count(1) > 3 and parts.count(LEARN) > 240


def test_the_split_stays_what_it_is() -> None:
    """Changing it would let networks be tested on what they have learnt."""
    key = Record(9, [40, 20, 81, 60], 1, [10, 11 | 0x8000]).key
    assert key.hex() == "5c178f67812dedec38a2d6efa864fd42"


def test_packs_keep_their_split(tmp_path: Path) -> None:
    records = [random_game(seed) for seed in range(45)]
    from keima.data.shards import write_shard

    write_shard(tmp_path / "p.npz", records)
    with np.load(tmp_path / "p.npz") as members:
        kept = {name: members[name] for name in members.files if name != "part"}
    np.savez(tmp_path / "p.npz", **kept)
    # The same games as files: held out or not as in the pack, whatever their moves say.
    for number, record in enumerate(records):
        (tmp_path / f"{number}.sgf").write_text(sgf_of(turned(record, number % 8)))
    report = run(tmp_path, tmp_path / "p.npz", *tmp_path.glob("*.sgf"))
    parts = read_pack(report.shards[0]).facts.part.tolist()
    assert report.doubles == 45
    for number, record in enumerate(records):
        pack_part = number % 20 if number % 20 < 2 else LEARN
        assert parts[number] == min(pack_part, part_of_key(record.key))


def test_owners(tmp_path: Path) -> None:
    rows = "(;SZ[5]KM[0]RU[Chinese]RE[B+5]"
    rows += "".join(f";B[c{row}];W[d{row}]" for row in "cbade")
    (tmp_path / "a.sgf").write_text(rows + ";B[];W[])")
    (tmp_path / "b.sgf").write_text((rows + ";B[];W[])").replace("B+5", "B+15").replace("ce", "be"))
    report = run(tmp_path, tmp_path / "a.sgf", tmp_path / "b.sgf", owners=True)
    pack = read_pack(report.shards[0])
    assert report.owned == 1 and pack.facts.owned.tolist() == [0, -1]
    assert pack.facts.owners.reshape(5, 5).tolist() == [[1, 1, 1, -1, -1]] * 5


def test_command(tmp_path: Path) -> None:
    (tmp_path / "a.sgf").write_text(GOOD + BAD["illegal"][0])
    out = tmp_path / "out"
    done = CliRunner().invoke(app, ["import", str(tmp_path / "a.sgf"), "--out", str(out), "--json"])
    told = json.loads(done.stdout)
    assert done.exit_code == 0 and told["left_out"] == 1 and "left out: " in done.stderr
    assert sum(told["games"]["5x5"].values()) == 1
    new = tmp_path / "new"
    for source, into, why in ((out / "none", new, "there is no"), (out, out, "is there already")):
        again = CliRunner().invoke(app, ["import", str(source), "--out", str(into)])
        assert again.exit_code == 1 and why in again.stderr
