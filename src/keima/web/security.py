"""Who may talk to the server: the right host, origin and token, and not too often."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from keima.web import limits
from keima.web.values import Refused, shown

#: Names of this machine.
LOCAL = ("127.0.0.1", "localhost", "::1")
COOKIE = "keima_token"
#: Clients that are remembered.
_CLIENTS = 1000

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Rate:
    """A bucket of so many requests, which fills again with time.

    >>> rate = Rate(1.0, 2.0)
    >>> [rate.take(now=0.0) for _ in range(3)], rate.take(now=1.5)
    ([True, True, False], True)
    """

    def __init__(self, per_second: float, burst: float) -> None:
        self._per_second, self._burst = per_second, burst
        self._left, self._at = burst, 0.0

    def take(self, now: float | None = None) -> bool:
        """Is there one left? Then it is taken."""
        now = time.monotonic() if now is None else now
        self._left = min(self._burst, self._left + (now - self._at) * self._per_second)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Guard:
    """Checks every request. With a `token` other names of this machine, and other machines, may
    connect; without, only this one."""

    def __init__(self, token: str | None = None) -> None:
        self.token = token
        self._rates: OrderedDict[str, Rate] = OrderedDict()

    def check(self, connection: HTTPConnection) -> None:
        """Refuses what may not be. Files of the page are for everybody who names the right host, as
        often as wanted."""
        asks = connection.url.path.startswith(("/api/", "/ws"))
        if asks:
            self._check_rate(connection)
        host = connection.headers.get("host", "")
        if self.token is None and _name(host) not in LOCAL:
            raise Refused(f"this server is not {shown(host)}: use 127.0.0.1 or localhost", 403)
        origin = connection.headers.get("origin")
        if origin is not None and _netloc(origin) != host.lower():
            raise Refused(f"pages of {shown(origin)} may not use this server", 403)
        site = connection.headers.get("sec-fetch-site", "none")
        if asks and site not in ("none", "same-origin"):
            raise Refused("pages of other servers may not use this one", 403)
        if self.token is not None and not self._has_token(connection):
            raise Refused("a token is needed: use the address that keima serve printed", 401)

    def _has_token(self, connection: HTTPConnection) -> bool:
        assert self.token is not None
        header = connection.headers.get("authorization", "")
        given = (
            connection.query_params.get("token", ""),
            header.removeprefix("Bearer ") if header.startswith("Bearer ") else "",
            connection.cookies.get(COOKIE, ""),
        )
        wanted = self.token.encode()
        return any(
            secrets.compare_digest(each.encode("utf-8", "replace"), wanted) for each in given
        )

    def _check_rate(self, connection: HTTPConnection) -> None:
        client = connection.client.host if connection.client else ""
        rate = self._rates.get(client)
        if rate is None:
            rate = self._rates[client] = Rate(limits.REQUESTS, limits.REQUEST_BURST)
            while len(self._rates) > _CLIENTS:
                self._rates.popitem(last=False)
        self._rates.move_to_end(client)
        if not rate.take():
            raise Refused(f"too many requests: expected at most {limits.REQUESTS:g} a second", 429)


def _name(host: str) -> str:
    """The name in a Host header, without the port."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _netloc(origin: str) -> str:
    try:
        parts = urlsplit(origin)
    except ValueError:
        return ""
    return parts.netloc.lower() if parts.scheme in ("http", "https") else ""
