"""What `keima solve` shows while it runs: a live panel on a terminal, plain lines elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from keima.solve import Progress

#: Seconds between two plain lines.
LINE_EVERY = 10.0
#: Moves of the best line that are shown.
SHOWN = 12


@contextmanager
def watching() -> Iterator[Callable[[Progress], object]]:
    """Shows on standard error what it is told until the end of the block."""
    stream = sys.stderr
    if not stream.isatty():
        last = time.monotonic()

        def tell(progress: Progress) -> None:
            nonlocal last
            if time.monotonic() - last >= LINE_EVERY:
                last = time.monotonic()
                print("; ".join(lines(progress)), file=stream, flush=True)

        yield tell
        return
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    console = Console(file=stream)
    with Live(console=console, refresh_per_second=4, transient=True) as live:
        yield lambda progress: live.update(Text("\n".join(lines(progress))))


def lines(progress: Progress) -> list[str]:
    """How far a search is, in words."""
    more = " ..." if len(progress.line) > SHOWN else ""
    return [
        f"{progress.question} depth {progress.depth}",
        f"known: {progress.known}",
        f"line: {' '.join(progress.line[:SHOWN])}{more}",
        f"{progress.nodes:,} nodes, {progress.nodes_per_second:,.0f} a second, "
        f"{progress.seconds:.0f} s, table {100 * progress.fill:.0f} % full",
    ]
