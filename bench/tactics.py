"""How long the tactics take, on positions of random games.

python bench/tactics.py [--size 19] [--seconds 0.3]
"""

from __future__ import annotations

import argparse

from keima import _core


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, nargs="*", default=[9, 19])
    parser.add_argument("--seconds", type=float, default=0.3, help="for each part")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    columns = [
        _core.time_tactics(size, size, options.seconds, options.seed) for size in options.size
    ]
    print(f"{'ns a call':44}" + "".join(f"{size}x{size}".rjust(10) for size in options.size))
    for row in zip(*columns, strict=True):
        print(f"{row[0][0]:44}" + "".join(f"{ns:10.1f}" for _, _, ns in row))


if __name__ == "__main__":
    main()
