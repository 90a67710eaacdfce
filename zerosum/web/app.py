"""The application: pages, and answers to what they ask."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Generator, Mapping
from contextlib import asynccontextmanager, closing
from importlib.resources import files
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import iterate_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from zerosum.errors import ZeroSumError
from zerosum.support.blame import is_users, sentence
from zerosum.support.cores import kernel_stacks
from zerosum.support.store import Json
from zerosum.web.api import ENDPOINTS
from zerosum.web.declare import Endpoint, described, read
from zerosum.web.errors import RequestError
from zerosum.web.guard import LOOPBACK, Guard, refusal
from zerosum.web.site import Site
from zerosum.web.work import BUSY

_TYPES = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
}


def application(site: Site, hosts: frozenset[str] = LOOPBACK, token: str | None = None) -> Guard:
    """Return the application of a site, for any server of ASGI.

    Parameters
    ----------
    site
        What is shown.
    hosts
        The names by which the server may be addressed.
    token
        What a browser must know; None on loopback.
    """
    routes = [
        Route(endpoint.path, _answering(site, endpoint), methods=[endpoint.method])
        for endpoint in ENDPOINTS
    ]

    async def describe(_: Request) -> Response:
        return JSONResponse(described(ENDPOINTS, [*site.library.folders()]))

    routes += [Route("/api/openapi.json", describe), *_pages()]

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        with kernel_stacks():  # for all threads: those that answer, and those of streams
            yield
        site.close()

    app = Starlette(
        routes=routes, lifespan=lifespan, exception_handlers={HTTPException: _not_found}
    )
    bodies = {one.path: one.body for one in ENDPOINTS if one.method == "POST"}
    return Guard(app, hosts, token, bodies)


def _answering(site: Site, endpoint: Endpoint) -> Callable[[Request], Any]:
    """Return what answers requests to an endpoint."""

    async def answer(request: Request) -> Response:
        try:
            asked = await _question(endpoint, request)
            if endpoint.streams:
                stream = _stream(endpoint.answer(site, asked))
                head = {"cache-control": "no-store"}
                return StreamingResponse(stream, 200, head, "text/event-stream")
            version = site.version(asked) if endpoint.kept else None
            # What is posted changes something: a second one is not answered by the first.
            key = (endpoint.path, asked, version) if endpoint.method == "GET" else object()
            body = await site.work.answer(
                key,
                lambda: _json(endpoint.answer(site, asked)),
                keep=endpoint.kept,
                lane=endpoint.lane,
            )
            return Response(body, 200, {"cache-control": "no-store"}, "application/json")
        except asyncio.CancelledError:  # of which there is nothing to tell in the terminal
            return refusal("The server is being stopped.", BUSY)
        except RequestError as error:
            return refusal(str(error), error.status)
        except ZeroSumError as error:
            return refusal(str(error), 400)
        except Exception as error:
            if is_users(error):
                return refusal(
                    f"The experiment must run without an error; got {sentence(error)}.", 400
                )
            if isinstance(error, OSError):
                return refusal(
                    f"The files of the run must be readable; got {sentence(error)}.", 409
                )
            raise

    answer.__name__ = endpoint.answer.__name__
    return answer


async def _question(endpoint: Endpoint, request: Request) -> Any:
    """Return what a request asks."""
    given: dict[str, Any] = dict(request.path_params)
    if endpoint.method == "GET":
        for name, value in request.query_params.multi_items():
            if name in given:
                raise RequestError(f"The field {name[:40]!r} must be given once.")
            given[name] = value
        return read(endpoint.question, given, words=True)
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise RequestError("The body of a request must be JSON, with its content type.")
    try:
        body = json.loads(await request.body())
    except (ValueError, RecursionError):
        raise RequestError("The body of a request must be JSON.") from None
    if not isinstance(body, Mapping) or set(body) & set(given):
        raise RequestError("The body of a request must be an object of fields.")
    return read(endpoint.question, {**given, **body}, words=False)


def _json(answer: Any) -> bytes:
    return json.dumps(answer, allow_nan=False, separators=(",", ":")).encode()


async def _stream(events: Generator[Json | None, None, None]) -> AsyncIterator[str]:
    """Yield events as a stream has them; None only asks whether somebody listens."""
    with closing(events):  # as soon as nobody does
        async for event in iterate_in_threadpool(events):
            yield ":\n\n" if event is None else f"data: {json.dumps(event)}\n\n"


def _pages() -> list[Route]:
    """Return the routes of the page itself, and of its files by their names."""
    folder = files("zerosum.web") / "static"
    content = {each.name: each.read_bytes() for each in folder.iterdir() if each.is_file()}

    def served(name: str) -> Callable[[Request], Any]:
        async def serve(_: Request) -> Response:
            kind = _TYPES[name.rpartition(".")[2]]
            return Response(content[name], 200, {"cache-control": "no-cache"}, kind)

        return serve

    routes = [Route(f"/static/{name}", served(name)) for name in content]
    return [*routes, Route("/", served("index.html"))]


async def _not_found(_: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 404
    words = {404: "There is no such page: begin at /.", 405: "This address is asked otherwise."}
    return refusal(words.get(status, "The request cannot be answered."), status)
