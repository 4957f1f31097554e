"""Networks for the tree search: prepared by `keima.nets`, computed by the core."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from keima import _core

if TYPE_CHECKING:
    from keima.nets.preparing import Precision


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


class SearchNetwork:
    """A network that is ready for boards of the size asked for last."""

    def __init__(self, name: str, precision: Precision, cache_mb: float) -> None:
        """Raises NetworkError, a ValueError, if there is no such network or it is of no use."""
        from keima.nets.preparing import was_prepared
        from keima.nets.reader import read_network
        from keima.nets.store import find_network

        self.path = find_network(name)
        if not was_prepared(self.path):
            read_network(self.path)
        openvino_library()
        self._precision, self._cache_mb = precision, cache_mb
        self._made: _core.Network | None = None
        self._size = (0, 0)

    def evaluator(self, width: int, height: int, threads: int) -> _core.Network:
        """For boards of this size, and so many threads at once."""
        made = self._made
        if made is None or self._size != (width, height) or made.streams < threads:
            made = self._made = self._compile(width, height, threads)
            self._size = (width, height)
        return made

    def _compile(self, width: int, height: int, threads: int) -> _core.Network:
        from keima.nets.preparing import prepare
        from keima.nets.runtime import cap_instructions

        cap_instructions()
        prepared = prepare(self.path, width, height, self._precision)
        many = prepared.multipliers
        try:
            return _core.Network(
                openvino_library(),
                str(prepared.xml),
                width,
                height,
                version=prepared.version,
                multipliers=(many.score_mean, many.score_stdev, many.lead),
                errors=(many.value_error, many.score_error),
                suicide_area=prepared.suicide_area,
                streams=threads,
                cache_mb=self._cache_mb,
            )
        except RuntimeError as error:
            raise ValueError(f"{self.path}: {error}") from None
