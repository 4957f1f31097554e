"""Networks for the tree search: prepared by `keima.nets`, computed by the core."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from keima import _core

if TYPE_CHECKING:
    from keima.nets.preparing import Precision

#: Stands for the best network that there is.
BEST = "best"


#: For how many threads networks are compiled that engines share; 0 if each has its own.
_sharing = 0


def share_networks(threads: int) -> None:
    """From now on engines of this process share what is compiled of a network for a size of board,
    for so many threads at once; more wait for each other. A new engine is then ready at once where
    another has the same network. What a network has said before each engine keeps for itself."""
    global _sharing
    _sharing = threads


@cache
def openvino_library() -> str:
    """The path of OpenVINO's C library, in the installed package. Raises ValueError if it is not
    there."""
    found = find_spec("openvino")
    for folder in found.submodule_search_locations or () if found else ():
        for name in ("libopenvino_c.so*", "libopenvino_c.dylib", "libopenvino_c*.dylib"):
            for path in sorted((Path(folder) / "libs").glob(name)):
                return str(path)
    raise ValueError("networks need OpenVINO: pip install openvino")


def _checked(name: str) -> Path:
    """The file of a network that can be used."""
    from keima.nets.preparing import was_prepared
    from keima.nets.reader import read_network
    from keima.nets.store import find_network

    path = find_network(name)
    if not was_prepared(path):
        read_network(path)
    return path


class SearchNetwork:
    """A network that is ready for boards of the size asked for last. The name `best` stands for
    the best one that there is for the size."""

    def __init__(self, name: str, precision: Precision, cache_mb: float) -> None:
        """Raises NetworkError, a ValueError, if there is no such network or it is of no use."""
        self._path = None if name == BEST else _checked(name)
        openvino_library()
        self._precision, self._cache_mb = precision, cache_mb
        self._made: _core.Network | None = None
        self._size = (0, 0)
        #: Which network is in use, once it is, and in which precision.
        self.in_use: str | None = None

    def evaluator(
        self, width: int, height: int, threads: int, tell: Callable[[str], None] | None = None
    ) -> _core.Network:
        """For boards of this size, and so many threads at once."""
        made = self._made
        if made is None or self._size != (width, height) or made.streams < threads:
            made = self._made = self._compile(width, height, threads, tell)
            self._size = (width, height)
        return made

    def _compile(
        self, width: int, height: int, threads: int, tell: Callable[[str], None] | None
    ) -> _core.Network:
        from keima.nets.runtime import cap_instructions
        from keima.nets.store import best_networks

        cap_instructions()
        if self._path is not None:
            return self._load(self._path, width, height, threads, tell)
        # A network that was added and cannot be used does not keep the player from playing.
        *added, brought = best_networks(width, height)
        for known in added:
            try:
                return self._load(known.path, width, height, threads, tell)
            except (ValueError, OSError) as error:
                if tell is not None:
                    tell(f"{known.name} is left out: {error}")
        return self._load(brought.path, width, height, threads, tell)

    def _load(
        self,
        path: Path,
        width: int,
        height: int,
        threads: int,
        tell: Callable[[str], None] | None,
    ) -> _core.Network:
        from keima.nets.preparing import prepare

        prepared = prepare(path, width, height, self._precision, tell)
        many = prepared.multipliers
        try:
            made = _core.Network(
                openvino_library(),
                str(prepared.xml),
                width,
                height,
                version=prepared.version,
                multipliers=(many.score_mean, many.score_stdev, many.lead),
                errors=(many.value_error, many.score_error),
                suicide_area=prepared.suicide_area,
                streams=max(threads, _sharing),
                shared=_sharing > 0,
                cache_mb=self._cache_mb,
            )
        except RuntimeError as error:
            raise ValueError(f"{path}: {error}") from None
        self.in_use = f"network {prepared.name}, {prepared.precision}"
        return made
