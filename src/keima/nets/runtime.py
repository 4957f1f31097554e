"""OpenVINO: loaded when it is needed, with one thread for each network."""

from __future__ import annotations

import importlib
import os
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

#: One evaluation at a time, as fast as one core can, with all digits where int8 is not asked for.
#: Not bound to a core: OpenVINO would bind all processes to the same one.
ONE_THREAD = {
    "PERFORMANCE_HINT": "LATENCY",
    "NUM_STREAMS": 1,
    "INFERENCE_NUM_THREADS": 1,
    "ENABLE_CPU_PINNING": False,
    "INFERENCE_PRECISION_HINT": "f32",
}
#: Bytes of weights from which on a model is large.
LARGE = 1 << 24


def cap_instructions(most: str = "AVX512_CORE_VNNI") -> None:
    """Keeps oneDNN from AMX: some virtual machines announce it and die of it. To be called before
    the library is loaded; whoever has set the variable has the last word."""
    if "ONEDNN_MAX_CPU_ISA" not in os.environ and "amx_tile" in flags():
        os.environ["ONEDNN_MAX_CPU_ISA"] = most


@cache
def processor() -> str:
    """The processor's name, with what matters here of its instructions."""
    name = "unknown"
    for line in _cpuinfo().splitlines():
        if line.startswith("model name"):
            name = line.partition(":")[2].strip()
            break
    known = [flag for flag in ("avx2", "avx512f", "avx512_vnni", "avx_vnni") if flag in flags()]
    return " ".join([name, *known])


@cache
def openvino() -> ModuleType:
    """The library. Raises ValueError if it is not there."""
    cap_instructions()
    try:
        importlib.import_module("openvino.opset13")
        return importlib.import_module("openvino")
    except ImportError:
        raise ValueError("networks need OpenVINO: pip install openvino") from None


@cache
def core() -> Any:
    """OpenVINO's entry, one for the process."""
    return openvino().Core()


def compiled(model: Any, **settings: object) -> Any:
    """A model, or the path of one, ready to run on one thread. Raises ValueError if OpenVINO
    cannot have it."""
    kept = kept_beside(Path(model)) if isinstance(model, str) else {}
    try:
        return core().compile_model(model, "CPU", {**ONE_THREAD, **kept, **settings})
    except RuntimeError as error:
        raise ValueError(f"OpenVINO refuses the model: {str(error).strip()[-300:]}") from None


def kept_beside(xml: Path) -> dict[str, str]:
    """OpenVINO's setting to keep what it makes of a large model in a folder beside it, which takes
    a second off the next start; small models are as fast without. It makes again what is broken."""
    try:
        large = xml.with_suffix(".bin").stat().st_size >= LARGE
    except OSError:
        return {}
    return {"CACHE_DIR": str(xml.parent / "compiled")} if large else {}


def _cpuinfo() -> str:
    try:
        return Path("/proc/cpuinfo").read_text(errors="replace")
    except OSError:
        return ""


def flags() -> set[str]:
    """What the processor can, in the words of Linux; nothing where that is not known."""
    for line in _cpuinfo().splitlines():
        if line.startswith("flags"):
            return set(line.split())
    return set()
