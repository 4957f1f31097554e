"""How fast the web board answers while it is busy: many games open, many pages analysing.

    python bench/web.py --games 200 --analysing 50 --moves 200

starts a server of its own on this machine, in another process and with an empty folder, opens the
games, lets sockets analyse, and measures from one more client how long a move takes to be answered,
and how long an engine's reply takes beside its search.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator

import httpx
from websockets.asyncio.client import connect

#: Requests a second that the server takes from one client; a little less is sent.
RATE = 35.0
#: Seconds of a search whose reply is measured.
SEARCH = 0.1


@contextlib.contextmanager
def server() -> Iterator[str]:
    """The address of a server in another process."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "keima", "serve", "--data", folder]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            yield process.stdout.readline().split()[-1].rstrip("/")
        finally:
            process.terminate()
            process.wait(timeout=20)


class Pace:
    """Keeps requests apart."""

    def __init__(self) -> None:
        self._next = time.monotonic()

    async def wait(self) -> None:
        now = time.monotonic()
        self._next = max(self._next + 1 / RATE, now)
        await asyncio.sleep(self._next - now)


@contextlib.asynccontextmanager
async def analysing(address: str, game: str, profile: str) -> AsyncIterator[list[float]]:
    """A page that analyses; the list has the times at which it was told something."""
    told: list[float] = []
    url = f"{address.replace('http', 'ws', 1)}/ws?game={game}"
    async with connect(url, max_size=None) as socket:
        wish = {"type": "analyse", "profile": profile, "views": ["ownership", "visits", "policy"]}
        await socket.send(json.dumps(wish))

        async def listen() -> None:
            async for message in socket:
                if json.loads(message)["type"] == "analysis":
                    told.append(time.monotonic())

        task = asyncio.create_task(listen())
        try:
            yield told
        finally:
            task.cancel()


async def engine_replies(
    address: str, client: httpx.AsyncClient, pace: Pace, options: argparse.Namespace
) -> list[float]:
    """Milliseconds between a move and an engine's reply to it, without those of its search."""
    engine = {"kind": "engine", "profile": "brugmann", "seconds": SEARCH}
    new = {"width": options.size, "height": options.size, "players": {"W": engine}}
    game = (await client.post("/api/games", json=new)).json()["id"]
    found = []
    url = f"{address.replace('http', 'ws', 1)}/ws?game={game}"
    async with connect(url, max_size=None) as socket:
        for number in range(options.replies):
            state = json.loads(await socket.recv())["state"]
            while state["thinking"] or state["to_play"] == "W":
                state = json.loads(await socket.recv())["state"]
            move = {"do": "play", "move": name_of(state["legal"].index(1), options.size)}
            await pace.wait()
            began = time.perf_counter()
            await client.post(f"/api/games/{game}/do", json=move)
            while state["number"] < 2 * number + 2:
                state = json.loads(await socket.recv())["state"]
            found.append(1000 * (time.perf_counter() - began - SEARCH))
            # The next state, for the next round.
            await pace.wait()
            await client.post(f"/api/games/{game}/do", json={"do": "go", "node": state["node"]})
    return found


def name_of(point: int, size: int) -> str:
    row, column = divmod(point, size)
    return f"{'ABCDEFGHJKLMNOPQRSTUVWXYZ'[column]}{size - row}"


async def measure(address: str, options: argparse.Namespace) -> dict[str, object]:
    chance, pace = random.Random(options.seed), Pace()
    async with contextlib.AsyncExitStack() as stack:
        client = await stack.enter_async_context(httpx.AsyncClient(base_url=address, timeout=30))

        async def post(path: str, body: dict[str, object]) -> dict[str, object]:
            await pace.wait()
            answer = await client.post(path, json=body)
            answer.raise_for_status()
            state: dict[str, object] = answer.json()
            return state

        new = {"width": options.size, "height": options.size}
        games = [await post("/api/games", new) for _ in range(options.games)]
        pages = []
        for state in games[: options.analysing]:
            page = analysing(address, str(state["id"]), options.profile)
            pages.append(await stack.enter_async_context(page))
        await asyncio.sleep(options.warm)
        times: list[float] = []
        end = time.monotonic() + options.seconds
        while len(times) < options.moves and time.monotonic() < end:
            number = chance.randrange(len(games))
            state = games[number]
            legal = [i for i, able in enumerate(state["legal"]) if able]  # type: ignore[arg-type, var-annotated]
            move = name_of(chance.choice(legal), options.size)
            await pace.wait()
            began = time.perf_counter()
            answer = await client.post(
                f"/api/games/{state['id']}/do", json={"do": "play", "move": move}
            )
            times.append(1000 * (time.perf_counter() - began))
            answer.raise_for_status()
            games[number] = answer.json()
        replies = await engine_replies(address, client, pace, options)
        messages = sum(len(told) for told in pages)
        silent = sum(not told for told in pages)
    times.sort()
    return {
        "games": options.games,
        "analysing": options.analysing,
        "moves": len(times),
        "p50_ms": round(statistics.median(times), 1),
        "p95_ms": round(times[int(0.95 * (len(times) - 1))], 1),
        "max_ms": round(times[-1], 1),
        "reply_p50_ms": round(statistics.median(replies), 1),
        "reply_max_ms": round(max(replies), 1),
        "analyses_told": messages,
        "pages_never_told": silent,
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--analysing", type=int, default=50, help="at most 64")
    parser.add_argument("--moves", type=int, default=400)
    parser.add_argument("--replies", type=int, default=20, help="moves of an engine")
    parser.add_argument("--size", type=int, default=19)
    parser.add_argument("--profile", default="keima")
    parser.add_argument("--seconds", type=float, default=12, help="for the moves, at most")
    parser.add_argument("--warm", type=float, default=3, help="seconds of analysis before them")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with server() as address:
        print(json.dumps(asyncio.run(measure(address, options))))


if __name__ == "__main__":
    main()
