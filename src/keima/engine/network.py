"""Networks for the tree search: prepared by `keima.nets`, computed by the core."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from keima import _core


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

    def __init__(self, name: str, cache_mb: float) -> None:
        """Reads the network; raises ValueError that says what is wrong with it."""
        from keima.nets.reader import read_network

        self.name = name
        self._description = read_network(name)
        self._cache_mb = cache_mb
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
        from keima.nets.graph import build_model
        from keima.nets.runtime import openvino

        description = self._description
        with TemporaryDirectory() as folder:
            path = Path(folder) / "model.xml"
            openvino().save_model(
                build_model(description, width, height), path, compress_to_fp16=False
            )
            many = description.multipliers
            return _core.Network(
                openvino_library(),
                str(path),
                width,
                height,
                version=description.version,
                multipliers=(many.score_mean, many.score_stdev, many.lead),
                streams=threads,
                cache_mb=self._cache_mb,
            )
