"""Networks: files of KataGo's format, read, run by OpenVINO and kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from keima.nets.description import NetworkError

if TYPE_CHECKING:
    from keima.nets.network import Network
    from keima.nets.outputs import Evaluation
    from keima.nets.preparing import PreparedNetwork, prepare
    from keima.nets.reader import read_network
    from keima.nets.writer import write_network

__all__ = [
    "Evaluation",
    "Network",
    "NetworkError",
    "PreparedNetwork",
    "prepare",
    "read_network",
    "write_network",
]

_PLACES = {
    "Evaluation": "outputs",
    "Network": "network",
    "PreparedNetwork": "preparing",
    "prepare": "preparing",
    "read_network": "reader",
    "write_network": "writer",
}


def __getattr__(name: str) -> Any:
    """Imports what is asked for, so that the package itself costs nothing."""
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(f"{__name__}.{_PLACES[name]}"), name)
