"""From the name of a network to a model that OpenVINO can load at once."""

from __future__ import annotations

import atexit
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from functools import cache, cached_property, lru_cache
from importlib import metadata
from pathlib import Path
from typing import Any, Literal

from keima.files import write_file
from keima.nets.cache import load_model, locked, read_facts, save_model, writable
from keima.nets.description import Description, Multipliers, NetworkError
from keima.nets.folders import cache_folder
from keima.nets.runtime import compiled, processor
from keima.nets.store import find_network, hash_of, name_of

Precision = Literal["auto", "f32", "int8"]
PRECISIONS: tuple[Precision, ...] = ("auto", "f32", "int8")
#: Goes up when the same network would give another model.
FORMAT = 2
SMALLEST, LARGEST = 2, 25
#: Positions for ranges and for the check come from different games.
_RANGES_SEED, _CHECK_SEED = 1, 2


@dataclass(frozen=True)
class PreparedNetwork:
    """A model for one board size and what must be known to use it.

    `precision` is `f32` or `int8`, whatever was asked for; `message` says why it is not int8 if
    that was asked for.
    """

    xml: Path
    name: str
    version: int
    width: int
    height: int
    precision: str
    hash: str
    policies: int
    scores: int
    suicide_area: bool
    multipliers: Multipliers
    message: str | None = None
    #: What is known of int8 against f32: see `keima.nets.quantize.Agreement`.
    agreement: dict[str, float] | None = None


def prepare(
    name: str | os.PathLike[str],
    width: int,
    height: int,
    precision: Precision = "auto",
    tell: Callable[[str], None] | None = None,
) -> PreparedNetwork:
    """A model of a network, by name or path, for one board size; made only the first time.

    `auto` is int8 if that is faster on this machine and computes nearly the same, and f32
    otherwise. `tell` is called with a line about what takes long.

    Raises NetworkError if there is no such network or it is none that Keima can use; OSError if
    the model cannot be written.
    """
    if precision not in PRECISIONS:
        raise NetworkError(f"precision is auto, f32 or int8, not {precision!r}")
    check_size(width, height)
    work = _Work(find_network(name), width, height, tell or (lambda line: None))
    found = work.ready(precision)
    if found is not None:
        return found
    # Read first: of what is no network nothing is left in the cache.
    _ = work.net
    with locked(work.folder):
        # Whoever had the lock before may have made it.
        return work.ready(precision) or work.make(precision)


def check_size(width: int, height: int) -> None:
    """Raises NetworkError for boards on which networks do not play."""
    if not (SMALLEST <= width <= LARGEST and SMALLEST <= height <= LARGEST):
        raise NetworkError(
            f"networks play on boards from {SMALLEST}x{SMALLEST} to {LARGEST}x{LARGEST}, "
            f"not {width}x{height}"
        )


def was_prepared(path: Path) -> bool:
    """Is there a model of this file, for some board size? Then it is a network that Keima can
    use."""
    return (cache_folder() / "networks" / hash_of(path)[:24]).is_dir()


@dataclass
class _Work:
    path: Path
    width: int
    height: int
    tell: Callable[[str], None]
    hash: str = field(init=False)
    folder: Path = field(init=False)

    def __post_init__(self) -> None:
        self.hash = hash_of(self.path)
        base = cache_folder() / "networks"
        if not writable(base):
            base = _temporary()
        self.folder = base / self.hash[:24] / f"{self.width}x{self.height}"

    @cached_property
    def net(self) -> Description:
        return _read(self.path, self.hash)

    @cached_property
    def stamp(self) -> dict[str, Any]:
        """What a model of the cache must agree with to be used."""
        openvino = metadata.version("openvino")
        return {"format": FORMAT, "openvino": openvino, "hash": self.hash}

    # What is there already

    def ready(self, precision: Precision) -> PreparedNetwork | None:
        if precision == "f32":
            return self._load("f32")
        verdict = self._verdict()
        if verdict is None:
            return None
        if precision == "int8" and verdict["good"]:
            return self._load("int8")
        if precision == "auto" and verdict["good"] and verdict["faster"]:
            return self._load("int8")
        return self._load("f32", verdict["message"] if precision == "int8" else None)

    @cached_property
    def _verdict_file(self) -> Path:
        """One for each kind of processor, as machines may share the folder."""
        kind = hashlib.sha256(processor().encode()).hexdigest()[:12]
        return self.folder / f"int8-{kind}.json"

    def _verdict(self) -> dict[str, Any] | None:
        """What was found about int8 on this machine."""
        found = read_facts(self._verdict_file)
        expected = {**self.stamp, "processor": processor()}
        if found is None or any(found.get(key) != value for key, value in expected.items()):
            return None
        return found if {"good", "faster", "message", "agreement"} <= found.keys() else None

    def _load(self, precision: str, message: str | None = None) -> PreparedNetwork | None:
        folder = self.folder / precision
        facts = load_model(folder)
        if facts is None or any(facts.get(key) != value for key, value in self.stamp.items()):
            return None
        try:
            return PreparedNetwork(
                folder / "model.xml",
                name_of(self.path),
                facts["version"],
                self.width,
                self.height,
                precision,
                self.hash,
                facts["policies"],
                facts["scores"],
                facts["suicide_area"],
                Multipliers(**facts["multipliers"]),
                message,
                facts.get("agreement"),
            )
        except (KeyError, TypeError):
            return None

    # What must be made

    def make(self, precision: Precision) -> PreparedNetwork:
        size = f"{self.width}x{self.height}"
        self.tell(f"preparing {name_of(self.path)} for {size}, once")
        if self._load("f32") is None:
            from keima.nets.graph import build_model

            self._save("f32", build_model(self.net, self.width, self.height), None)
        if precision != "f32":
            self._make_int8()
        found = self.ready(precision)
        if found is None:
            raise NetworkError(f"the cache {self.folder} does not keep what is written there")
        return found

    def _make_int8(self) -> None:
        from keima.nets.graph import build_model
        from keima.nets.quantize import compare, find_ranges, sample_counts, time_of
        from keima.nets.samples import make_samples

        net, width, height = self.net, self.width, self.height
        for_ranges, tried = sample_counts(net, width, height)
        self.tell(f"setting ranges for int8 by {for_ranges} positions, trying it on {tried} others")
        samples = make_samples(width, height, for_ranges, _RANGES_SEED, net.suicide_area)
        low = build_model(net, width, height, ranges=find_ranges(net, width, height, samples))
        samples = make_samples(width, height, tried, _CHECK_SEED, net.suicide_area)
        exact, quick = compiled(str(self.folder / "f32" / "model.xml")), compiled(low)
        agreement = compare(net, exact, quick, samples)
        times = [time_of(model, samples[len(samples) // 2]) for model in (exact, quick)]
        message = None
        if not agreement.good:
            message = f"f32 is used, for int8 is too far from it: {agreement}"
            self.tell(message)
        if agreement.good:
            self._save("int8", low, asdict(agreement))
        verdict = {
            **self.stamp,
            "processor": processor(),
            "good": agreement.good,
            "faster": times[1] < times[0],
            "message": message,
            "seconds": {"f32": times[0], "int8": times[1]},
            "agreement": asdict(agreement),
        }
        write_file(self._verdict_file, json.dumps(verdict, indent=1).encode())

    def _save(self, precision: str, model: Any, agreement: dict[str, float] | None) -> None:
        net = self.net
        facts = {
            **self.stamp,
            "name": net.name,
            "version": net.version,
            "width": self.width,
            "height": self.height,
            "precision": precision,
            "policies": net.policies,
            "scores": net.scores,
            "suicide_area": net.suicide_area,
            "multipliers": asdict(net.multipliers),
            "agreement": agreement,
        }
        save_model(self.folder / precision, model, facts)


@lru_cache(maxsize=1)
def _read(path: Path, sha256: str) -> Description:
    """The network that was read last is kept: models for other boards are made without the file."""
    from keima.nets.reader import read_network

    # What is kept under a hash must be made of the file that has it.
    return read_network(path, sha256)


@cache
def _temporary() -> Path:
    """For this process only, where no cache can be kept."""
    folder = Path(tempfile.mkdtemp(prefix="keima-networks-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder
