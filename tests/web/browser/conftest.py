"""The real server, a real browser, and pages that are checked for errors when their test ends."""

import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
#: Milliseconds: nothing takes so long, except on a machine that does much else.
PATIENCE = 60_000
expect.set_options(timeout=PATIENCE)
#: A connection that was idle for seconds may be closed by the server when it is used again.
RETRIES = 3


@contextlib.contextmanager
def serving(data: Path, port: int = 0) -> Iterator[str]:
    """The address of `keima serve`, until the end of the block."""
    command = [sys.executable, "-m", "keima", "serve", "--no-browser", "--port", str(port)]
    server = subprocess.Popen(
        [*command, "--data", str(data)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=os.environ | {"OMP_NUM_THREADS": "1"},
    )
    assert server.stdout is not None
    line = server.stdout.readline()
    try:
        assert "http://" in line, f"the server did not start: {line}{server.stdout.read()}"
        yield line.split()[-1]
    finally:
        server.terminate()
        server.wait(30)


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where `keima serve` listens, with games of its own."""
    with serving(tmp_path_factory.mktemp("games")) as address:
        yield address


@pytest.fixture(scope="session")
def serve() -> Callable[..., Any]:
    """Starts servers of one's own: `with serve(folder, port) as address`."""
    return serving


@pytest.fixture(scope="session")
def desk_of() -> type["Desk"]:
    """A desk at another server: `desk_of(page, address)`."""
    return Desk


# Not of the session: while Playwright is there an event loop runs in this thread, and tests of
# other modules that come between could have none.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's chromium."""
    path = shutil.which("chromium")
    if path is None:
        pytest.fail("Chromium is needed to test the page: install the package chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def usual(browser: Browser) -> Iterator[BrowserContext]:
    """The profile of pages that need nothing special: a new one for each takes longer than most
    tests do."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


class Desk:
    """A page of the board with what tests do to it."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address

    def open(self, game: dict[str, Any] | None = None) -> "Desk":
        """Shows a game, made from what the API calls a new game, or what the page shows first."""
        if game is None:
            self.page.goto(self.address)
            return self
        answer = self.page.request.post(f"{self.address}api/games", data=game, max_retries=RETRIES)
        assert answer.ok, answer.text()
        return self.visit(answer.json()["id"])

    def visit(self, ident: str) -> "Desk":
        self.page.goto(f"{self.address}#{ident}")
        self.ready()
        return self

    def ready(self) -> None:
        """The game and its tree are there."""
        expect(self.page.locator("body[data-ready=yes]")).to_be_attached()
        expect(self.page.locator(".tree-node.here")).to_have_count(1)

    @property
    def ident(self) -> str:
        return urlsplit(self.page.url).fragment

    def state(self) -> dict[str, Any]:
        """The game, as the server has it."""
        answer = self.page.request.get(f"{self.address}api/games/{self.ident}", max_retries=RETRIES)
        state: dict[str, Any] = answer.json()
        return state

    def click(self, point: str) -> None:
        self.page.locator(f'[data-point="{point}"]').click()

    def play(self, *points: str) -> None:
        """Clicks points in turn, each when the stone before is there."""
        for point in points:
            self.click(point)
            self.stone(point)

    def stone(self, point: str, color: str = "") -> None:
        """There is a stone at a point."""
        kind = f".{color}" if color else ":not(.off)"
        expect(self.page.locator(f'.stone[data-at="{point}"]{kind}')).to_have_count(1)

    def no_stone(self, point: str) -> None:
        expect(self.page.locator(f'.stone:not(.off)[data-at="{point}"]')).to_have_count(0)

    def stones(self, count: int) -> None:
        expect(self.page.locator(".stone:not(.off)")).to_have_count(count)

    def says(self, text: str) -> None:
        """The status line has this text."""
        expect(self.page.locator("#status")).to_contain_text(text)

    def at_move(self, text: str) -> None:
        """The number of the move is shown so: "3 / 10"."""
        expect(self.page.locator("#move-number")).to_have_text(text)

    def tab(self, name: str) -> None:
        self.page.locator(f"#tab-{name}").click()
        expect(self.page.locator(f"#panel-{name}")).to_be_visible()


@pytest.fixture
def desk(browser: Browser, usual: BrowserContext, address: str) -> Iterator[Callable[..., Desk]]:
    """Makes pages of a browser that remembers nothing of other tests; with options, of a browser of
    that kind. In the end none of them may have had errors or asked another host."""
    faults: list[str] = []
    contexts: list[BrowserContext] = []
    pages: list[Page] = []

    def watch(page: Page) -> None:
        def told(message: Any) -> None:
            if message.type in ("error", "warning"):
                faults.append(f"console: {message.text}")

        def asked(request: Any) -> None:
            if not request.url.startswith((address, address.replace("http", "ws"), "data:")):
                faults.append(f"request: {request.url}")

        page.on("console", told)
        page.on("pageerror", lambda error: faults.append(f"error: {error}"))
        page.on("request", asked)
        page.on("websocket", asked)

    def make(**options: Any) -> Desk:
        context = usual
        if options:
            context = browser.new_context(**options)
            context.set_default_timeout(PATIENCE)
            contexts.append(context)
        page = context.new_page()
        watch(page)
        pages.append(page)
        return Desk(page, address)

    yield make
    for page in pages:
        if page.context is usual and page.url.startswith(address):
            page.evaluate("localStorage.clear()")
        page.close()
    for context in contexts:
        context.close()
    assert faults == []


@pytest.fixture
def sgf(tmp_path: Path) -> Callable[[str], Path]:
    """Writes a file of a game."""

    def write(text: str) -> Path:
        path = tmp_path / "game.sgf"
        path.write_text(text, encoding="utf-8")
        return path

    return write
