"""Shards: packs of games (`keima.learn.packs`) that say themselves which part a game is in."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from keima.data.record import Record
from keima.files import write_file


def write_shard(path: Path, records: Sequence[Record]) -> None:
    """Writes games of one size. Raises OSError."""
    owned = [record.owners for record in records if record.owners is not None]
    rows = np.cumsum([record.owners is not None for record in records]) - 1
    has = np.array([record.owners is not None for record in records], bool)
    file = io.BytesIO()
    np.savez_compressed(
        file,
        size=np.uint8(records[0].size),
        off=_offsets([len(r.moves) for r in records]),
        moves=_joined([r.moves for r in records]),
        first=np.array([r.first for r in records], np.uint8),
        setup_off=_offsets([len(r.setup) for r in records]),
        setup=_joined([r.setup for r in records]),
        winner=np.array([r.winner for r in records], np.int8),
        restype=np.array([r.reason for r in records], np.uint8),
        margin=np.array([r.margin for r in records], np.float32),
        komi=np.array([r.komi for r in records], np.float32),
        rules=np.array([r.rules for r in records], np.uint8),
        brank=np.array([r.black_rank for r in records], np.int8),
        wrank=np.array([r.white_rank for r in records], np.int8),
        part=np.array([r.part for r in records], np.uint8),
        owned=np.where(has, rows, -1).astype(np.int32),
        owners=np.array(owned, np.int8).reshape(-1),
    )
    write_file(path, file.getvalue())


def _offsets(lengths: Sequence[int]) -> np.ndarray[tuple[int], np.dtype[np.uint32]]:
    return np.concatenate(([0], np.cumsum(lengths))).astype(np.uint32)


def _joined(lists: Sequence[list[int]]) -> np.ndarray[tuple[int], np.dtype[np.uint16]]:
    return np.concatenate([np.array(part, np.uint16) for part in lists])
