"""How fast networks are in f32 and int8, how close the two are, and how long a start takes.

python bench/nets.py NET... [--size 19 9] [--seconds 3]

Evaluations a second are of processor time, so that they mean the same on a busy machine: the best
and the mean of a loop. Models are made anew in a folder of their own.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from keima.nets.preparing import prepare
from keima.nets.quantize import Agreement
from keima.nets.runtime import compiled, processor
from keima.nets.samples import Sample, make_samples
from keima.nets.store import find_network

START = """
import sys, time
began, used = time.perf_counter(), time.process_time()
from keima.nets.preparing import prepare
from keima.nets.runtime import compiled
model = compiled(str(prepare(sys.argv[1], int(sys.argv[2]), int(sys.argv[2])).xml))
print(round(time.perf_counter() - began, 2), round(time.process_time() - used, 2))
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("net", nargs="+", help="names or files")
    parser.add_argument("--size", type=int, nargs="*", default=[19, 9])
    parser.add_argument("--seconds", type=float, default=3.0, help="for each speed")
    options = parser.parse_args()
    print(processor())
    with tempfile.TemporaryDirectory() as cache:
        os.environ["KEIMA_CACHE"] = cache
        for name in options.net:
            for size in options.size:
                report(find_network(name), size, options.seconds)


def report(path: Path, size: int, seconds: float) -> None:
    began, used = time.perf_counter(), time.process_time()
    chosen = prepare(path, size, size)
    first = time.perf_counter() - began, time.process_time() - used
    command = [sys.executable, "-c", START, str(path), str(size)]
    second = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    print(f"{path.name} {size}x{size}: auto is {chosen.precision}")
    print(f"  first start {first[0]:.1f} s ({first[1]:.1f} s of the processor)")
    print(f"  second start {second[0]} s ({second[1]} s of the processor)")
    samples = make_samples(size, size, 12, seed=5)
    for precision in ("f32", "int8"):
        prepared = prepare(path, size, size, precision)
        best, mean = speed(compiled(str(prepared.xml)), samples, seconds)
        print(f"  {prepared.precision}: {1 / best:.1f} a second at best, {1 / mean:.1f} on average")
    (file,) = chosen.xml.parent.parent.glob("int8-*.json")
    verdict = json.loads(file.read_text())
    agreement = Agreement(**verdict["agreement"])
    print(f"  int8: {agreement}, divergence {agreement.divergence:.4f}, ", end="")
    print(f"lead off by {agreement.lead_error:.2f}", flush=True)


def speed(model: Any, samples: list[Sample], seconds: float) -> tuple[float, float]:
    """Seconds of the processor for an evaluation: the least, and the mean."""
    request, times = model.create_infer_request(), list[float]()
    while not times or sum(times) < seconds:
        sample = samples[len(times) % len(samples)]
        inputs = {"planes": sample.planes[None], "globals": sample.numbers[None]}
        start = time.process_time()
        request.infer(inputs)
        times.append(time.process_time() - start)
    return min(times), sum(times) / len(times)


if __name__ == "__main__":
    main()
