"""Who may ask: requests from this page only, small ones, and with a token where others can ask.

A page elsewhere can make a browser send requests to this machine, and a name elsewhere can be made
to point to it (DNS rebinding). So the ``Host`` of a request must be a name of this server, its
``Origin`` must be this server, and only bodies of JSON are read.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from contextlib import suppress
from hmac import compare_digest
from ipaddress import ip_address
from types import MappingProxyType
from typing import Any
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse, RedirectResponse, Response

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

COOKIE = "zerosum"
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
MAX_BODY = 1 << 16  # bytes
MAX_QUERY = 1 << 14  # bytes of an address
_SECONDS = 10.0  # a body may take
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}


class Guard:
    """Refuse what this page does not ask; an ASGI application around another.

    Parameters
    ----------
    app
        The application.
    hosts
        The names by which this server may be addressed.
    token
        What a browser must know, from the address that the server prints, and then any address of
        numbers will do; None on loopback.
    bodies
        How many bytes a body may have, by path; ``MAX_BODY`` at others.
    """

    def __init__(
        self,
        app: Any,
        hosts: frozenset[str] = LOOPBACK,
        token: str | None = None,
        bodies: Mapping[str, int] = MappingProxyType({}),
    ) -> None:
        self.app, self.hosts, self.token, self.bodies = app, hosts, token, bodies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_guarded(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        refused = self._refused(scope)
        if refused is None and scope["method"] == "POST":
            read = await _body(receive, self.bodies.get(scope["path"], MAX_BODY))
            if isinstance(read, Response):
                refused = read
            else:
                receive = _replayed(read, receive)
        await (refused or self.app)(scope, receive, send_guarded)

    def _refused(self, scope: Scope) -> Response | None:
        """Return why a request is refused before it is read; None if it is not."""
        headers = Headers(scope=scope)
        if len(scope["query_string"]) + len(scope.get("raw_path") or b"") > MAX_QUERY:
            return refusal(f"An address must have at most {MAX_QUERY:,} characters.", 413)
        host = headers.get("host", "")
        if not self._is_known(_name(host)):
            return refusal(
                "The page must be opened by the address that blood.serve printed; this request "
                "came by another name.",
                403,
            )
        origin = headers.get("origin")
        if origin is not None and origin.lower().partition("://")[2] != host.lower():
            return refusal("Requests must come from this page; this one came from another.", 403)
        if headers.get("sec-fetch-site", "none") not in {"none", "same-origin"} and (
            scope["path"].startswith("/api/") or scope["method"] != "GET"
        ):
            return refusal("Requests must come from this page; this one came from another.", 403)
        return self._unknown(scope, headers)

    def _is_known(self, name: str) -> bool:
        """Return whether a name is of this server; no name that is rebound is a bare address."""
        if name in self.hosts or self.token is None:
            return name in self.hosts
        with suppress(ValueError):
            return bool(ip_address(name))
        return False

    def _unknown(self, scope: Scope, headers: Headers) -> Response | None:
        """Return what a request without the token gets; None if it has it."""
        if self.token is None:
            return None
        for cookie in headers.get("cookie", "").split(";"):
            name, _, value = cookie.strip().partition("=")
            if name == COOKIE and compare_digest(value.encode(), self.token.encode()):
                return None
        given = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        if scope["path"] == "/" and compare_digest(given.encode(), self.token.encode()):
            entered = RedirectResponse("/", 303)
            entered.set_cookie(COOKIE, self.token, httponly=True, samesite="lax")
            return entered
        return refusal(
            "The page must be opened by the whole address that blood.serve printed, with its "
            "token.",
            403,
        )


def refusal(sentence: str, status: int) -> JSONResponse:
    """Return a refusal: a sentence, as JSON, also of a path that is no text."""
    return JSONResponse({"error": sentence.encode(errors="replace").decode()}, status)


async def _body(receive: Receive, most: int) -> bytes | Response:
    """Return the body of a request, of at most so many bytes, or why it is refused."""
    parts, size = list[bytes](), 0
    try:
        async with asyncio.timeout(_SECONDS):
            while True:
                message = await receive()
                if message["type"] != "http.request":
                    return refusal("The request ended before its body did.", 400)
                parts.append(message.get("body", b""))
                size += len(parts[-1])
                if size > most:
                    return refusal(f"A request must have at most {most:,} bytes.", 413)
                if not message.get("more_body", False):
                    return b"".join(parts)
    except TimeoutError:
        return refusal(f"A request must arrive within {_SECONDS:g} seconds.", 408)


def _replayed(body: bytes, receive: Receive) -> Receive:
    """Return what gives a body that was read already, and then what follows."""
    messages = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> MutableMapping[str, Any]:
        return messages.pop() if messages else await receive()

    return replay


def _name(host: str) -> str:
    """Return the name of a host without its port; empty if it is none.

    >>> _name("localhost:8000"), _name("[::1]:8000"), _name("a@b:1")
    ('localhost', '::1', '')
    """
    try:
        parts = urlsplit(f"//{host}")
        return "" if parts.username is not None or parts.path else parts.hostname or ""
    except ValueError:
        return ""
