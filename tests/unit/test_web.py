"""The page: what it answers, and what it refuses."""

from __future__ import annotations

import asyncio
import json
import shutil
import threading
import time
from collections.abc import Iterator
from math import inf
from pathlib import Path

import attrs
import pytest
from starlette.testclient import TestClient

from tests.runs import holdem_run, inside, run_folder
from zerosum.experiment import Run
from zerosum.kuhn import Kuhn
from zerosum.pkr.ask import Query
from zerosum.pkr.ranges.classes import CLASS_OF, class_name
from zerosum.pkr.shows.grid import strategy_grid
from zerosum.support.cores import STACK
from zerosum.web.app import application
from zerosum.web.declare import Endpoint, described, number, read, text
from zerosum.web.errors import RequestError
from zerosum.web.guard import MAX_BODY, MAX_QUERY, POLICY, Guard
from zerosum.web.library import Library
from zerosum.web.site import Site
from zerosum.web.work import Work

HOME = "http://localhost:8000"


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return a current folder with runs of hold'em, of Kuhn, and one that is damaged."""
    with inside(tmp_path_factory.mktemp("web")) as folder:
        holdem_run(folder / "runs/small", "paged_holdem")
        run_folder(folder / "runs/kuhn", "blood.kuhn", Kuhn(), 20)
        run_folder(folder / "elsewhere/kuhn", "blood.kuhn", Kuhn(), 1)
        run_folder(folder / "runs/empty", "blood.kuhn")
        run_folder(folder / "runs/gone", "no_such_module")
        (folder / "runs/damaged").mkdir()
        (folder / "runs/damaged/config.json").write_text("{")
        (folder / "runs/notes.txt").write_text("mine")
        yield folder


@pytest.fixture(scope="module")
def library(here: Path) -> Library:
    return Library([here / "elsewhere/kuhn"], here / "runs")


@pytest.fixture
def client(library: Library):
    with TestClient(application(Site(library)), base_url=HOME) as client:
        yield client


class TestAnswers:
    def test_runs(self, client):
        """Runs with equal names have names of their own; a damaged run says what is wrong."""
        found = {run["name"]: run for run in client.get("/api/runs").json()["runs"]}
        assert list(found) == ["kuhn", "damaged", "empty", "gone", "kuhn~2", "small"]
        assert found["kuhn~2"]["iterations"] == 400
        assert "config.json" in found["damaged"]["problem"]

    def test_a_spot_is_what_the_explorer_says(self, client, here):
        found = client.get("/api/runs/kuhn~2/spot?line=p").json()
        spot = Run.open(here / "runs/kuhn").explorer().at("p")
        assert found["line"] == ["p"]
        assert [option["label"] for option in found["options"]] == ["check", "bet 1"]
        rows = [(row["hand"], tuple(row["strategy"])) for row in found["table"]["rows"]]
        assert rows == [(row.hand, row.strategy) for row in spot.rows]
        assert found["table"]["total"] == 3

    def test_a_grid_is_what_is_shown(self, client, here):
        found = client.get("/api/runs/small/spot?line=f+c").json()
        query = Query(here / "runs/small")
        grid = strategy_grid(query.at("f c"), most=99)
        for row, shown in zip(grid.cells, found["grid"]["cells"], strict=True):
            for cell, shares in zip(row, shown, strict=True):
                assert shares == pytest.approx(cell, abs=1e-6)
        seen = query.at("f c").visited
        missed = {kind for kind, known in zip(CLASS_OF, seen, strict=True) if not known}
        assert set(found["grid"]["unvisited"]) == set(map(class_name, missed))
        assert 0 < len(missed) < 169
        labels = [option["label"] for option in found["options"]]
        assert labels == ["check", "raise to 10", "raise to 20 (all-in)"]
        assert [seat["live"] for seat in found["seats_now"]] == [True, True, False]
        assert found["ranges"][1][12][12] == 1.0  # aces

    def test_filters(self, client):
        flop = "/api/runs/small/spot?line=f+c+x+AhKh2c"
        pairs = client.get(f"{flop}&made=pair").json()
        assert pairs["hands"] < client.get(flop).json()["hands"]
        assert pairs["grid"]["cells"][11][11] is None  # kings make three of a kind
        assert client.get(f"{flop}&made=quads").status_code == 400
        suited = client.get(f"{flop}&suit=h&draw=flush").json()["grid"]["cells"]
        assert suited[10][9] is not None  # QhJh
        assert suited[9][10] is None
        none = client.get(f"{flop}&made=trips&draw=flush").json()
        assert none["grid"] is None

    def test_combos_and_values(self, client, here):
        found = client.get("/api/runs/small/combos?line=f+c&hands=AKs").json()
        assert [row["hand"] for row in found["rows"]] == ["AsKs", "AhKh", "AdKd", "AcKc"]
        asked = Query(here / "runs/small").get("f c", "AsKs")
        assert tuple(found["rows"][0]["strategy"]) == asked.probabilities
        assert "AKo" in found["rows"][0]["alike"]["classes"]
        worth = client.get("/api/runs/small/values?line=f+c&hand=AsKs&deals=20").json()
        values = Query(here / "runs/small").values("f c", "AsKs", deals=20).values
        assert [each["value"] for each in worth["actions"]] == values.means[0].tolist()
        assert client.get("/api/runs/small/combos?line=f+c&hands=AKQ").status_code == 400
        assert client.get("/api/runs/kuhn/combos?hands=AA").status_code == 400
        assert client.get("/api/runs/small/values?line=f+c+x&hand=AsKs").status_code == 400
        for hand in ("", "AsKsQs"):
            assert client.get(f"/api/runs/small/values?line=f+c&hand={hand}").status_code == 400

    def test_cards_of_the_board_are_to_be_chosen(self, client):
        found = client.get("/api/runs/small/spot?line=f+c+x").json()
        assert found["kind"] == "event"
        assert found["due"] == 3
        assert len(found["deck"]) == 52

    def test_a_run_that_vanishes(self, client, here, library):
        """What is known of it may still be answered; then there is a sentence."""
        folder = run_folder(here / "runs/leaving", "blood.kuhn", Kuhn(), 1)
        library.forget()
        assert client.get("/api/runs/leaving/spot").status_code == 200
        shutil.rmtree(folder)
        assert client.get("/api/runs/leaving/spot?line=p").status_code in {400, 404}
        library.forget()
        gone = client.get("/api/runs/leaving/spot?line=b")
        assert gone.status_code == 404
        assert "There is no run" in gone.json()["error"]

    def test_folders_of_any_kind(self, tmp_path):
        """Links that go round, names that are no text, and files of any depth spoil no others."""
        run_folder(tmp_path / "good", "blood.kuhn", Kuhn(), 1)
        (tmp_path / "round").symlink_to("round")
        for name in ("two\nlines", "no\udce9text", "x" * 255):
            (tmp_path / name).mkdir()
            (tmp_path / name / "config.json").write_text('{"a":' * 100_000)
        with TestClient(application(Site(Library((), tmp_path))), base_url=HOME) as client:
            for run in client.get("/api/runs").json()["runs"]:
                status = client.get(f"/api/runs/{run['name']}/spot").status_code
                assert status == (200 if run["name"] == "good" else 400)
            assert client.get("/api/openapi.json").status_code == 200

    def test_a_run_that_changes(self, client, here, library):
        folder = run_folder(here / "runs/growing", "blood.kuhn", Kuhn(), 1)
        library.forget()
        first = client.get("/api/runs/growing/spot").json()
        run_folder(folder, "blood.kuhn", Kuhn(), 50)
        second = client.get("/api/runs/growing/spot").json()
        assert first["version"] != second["version"]
        assert first["table"] != second["table"]

    def test_curve(self, client):
        (point,) = client.get("/api/runs/kuhn/curve").json()["points"]
        assert point["iterations"] == 400

    @pytest.mark.parametrize(
        ("path", "status", "sentence"),
        [
            ("runs/nobody", 404, "There is no run 'nobody': known are kuhn, damaged"),
            ("runs/..%2Fruns%2Fkuhn", 404, "There is no"),
            ("runs/kuhn/spot?line=zzz", 400, "zzz"),
            ("runs/small/spot?line=r1+%00", 400, "can be printed"),
            ("runs/kuhn/spot?lime=p", 400, "There is no field 'lime'"),
            ("runs/kuhn/spot?line=p&line=b", 400, "once"),
            ("runs/kuhn/spot?deal=-1", 400, "0 to"),
            ("runs/kuhn/combos", 400, "The field hands must be given"),
            ("runs/gone/spot", 400, "no_such_module"),
            ("runs/damaged/spot", 400, "config.json"),
            ("nothing", 404, "There is no such page"),
        ],
    )
    def test_what_is_refused(self, client, path, status, sentence):
        answer = client.get(f"/api/{path}")
        assert answer.status_code == status
        assert sentence in answer.json()["error"]

    def test_a_line_of_ten_thousand_words(self, client):
        answer = client.get("/api/runs/small/spot", params={"line": "c " * 1_999})
        assert answer.status_code == 400
        assert "after the end" in answer.json()["error"] or "must" in answer.json()["error"]
        long = client.get("/api/runs/small/spot", params={"line": "c " * 10_000})
        assert long.status_code == 413


class TestGuard:
    @pytest.mark.parametrize(
        "headers",
        [
            {"host": "evil.example"},
            {"host": "localhost@evil.example"},
            {"host": ""},
            {"origin": "http://evil.example"},
            {"origin": "null"},
            {"origin": "http://[x"},
            {"sec-fetch-site": "cross-site"},
        ],
    )
    def test_requests_from_elsewhere(self, client, headers):
        """Also of a name that a page elsewhere has made to point here."""
        assert client.get("/api/runs", headers=headers).status_code == 403

    def test_requests_of_the_page(self, client):
        headers = {"origin": HOME, "sec-fetch-site": "same-origin"}
        answer = client.get("/api/runs", headers=headers)
        assert answer.status_code == 200
        assert answer.headers["content-security-policy"] == POLICY
        assert answer.headers["x-content-type-options"] == "nosniff"

    def test_the_page_without_its_files_being_vendored_elsewhere(self, client):
        page = client.get("/").text
        assert "http" not in page.replace("http://www.w3.org", "")
        for name in ("main.js", "style.css", "icon.svg", "grid.js"):
            assert client.get(f"/static/{name}").status_code == 200
        for name in ("../app.py", "%2e%2e/app.py", "nothing.js", ""):
            assert client.get(f"/static/{name}").status_code == 404

    def test_addresses_that_are_too_long(self, client):
        assert client.get("/api/runs?" + "x" * MAX_QUERY).status_code == 413

    def test_a_token_where_others_can_come(self, library):
        app = application(Site(library), frozenset({"box"}), "secret")
        with TestClient(app, base_url="http://box:8000") as client:
            assert client.get("/api/runs").status_code == 403
            assert client.get("/?token=wrong").status_code == 403
            assert client.get("/?token=secret").status_code == 200
            assert client.get("/api/runs").status_code == 200
            for host, status in (("localhost", 403), ("192.168.1.5:8000", 200), ("[::2]", 200)):
                assert client.get("/api/runs", headers={"host": host}).status_code == status

    def test_bodies_that_do_not_end(self, monkeypatch):
        monkeypatch.setattr("zerosum.web.guard._SECONDS", 0.01)
        sent = []

        async def receive():
            await asyncio.sleep(1)

        async def send(message):
            sent.append(message)

        scope = {"type": "http", "method": "POST", "path": "/x", "query_string": b""}
        scope |= {"headers": [(b"host", b"localhost")], "raw_path": b"/x"}
        asyncio.run(Guard(None)(scope, receive, send))
        assert sent[0]["status"] == 408

    def test_bodies(self):
        """They are read whole before anything answers, and within bounds."""
        seen = []

        async def app(scope, receive, send):
            if scope["type"] == "lifespan":
                return
            seen.append(await receive())
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b""})

        client = TestClient(Guard(app), base_url=HOME)
        assert client.post("/x", content=b"{}").status_code == 200
        assert client.post("/x", content=b"x" * (MAX_BODY + 1)).status_code == 413
        assert [message["body"] for message in seen] == [b"{}"]


@attrs.frozen
class Question:
    """A question of a test."""

    name: str = text(most=5, about="A name.")
    size: int = number(3, 1, 9, about="A size.")


class TestDeclare:
    def test_words_and_values(self):
        assert read(Question, {"name": "12", "size": "4"}, words=True) == Question("12", 4)
        assert read(Question, {"name": "ab", "size": 4}, words=False) == Question("ab", 4)

    @pytest.mark.parametrize(
        "given", [{}, {"name": "toolong"}, {"name": "a", "size": 10}, {"name": 3}, {"name": None}]
    )
    def test_what_is_refused(self, given):
        with pytest.raises(RequestError):
            read(Question, given, words=False)

    def test_description(self):
        def answer(site, asked):
            """Answer."""

        found = described([Endpoint("GET", "/api/{name}", Question, answer, "It asks.")])
        name, size = found["paths"]["/api/{name}"]["get"]["parameters"]
        assert name == {
            "name": "name",
            "in": "path",
            "required": True,
            "description": "A name.",
            "schema": {"type": "string", "maxLength": 5},
        }
        assert size["schema"] == {"type": "integer", "minimum": 1, "maximum": 9}

    def test_the_description_is_served(self, client):
        found = client.get("/api/openapi.json").json()
        assert "/api/runs/{run}/spot" in found["paths"]


class TestWork:
    def test_equal_questions_are_computed_once(self):
        work, count = Work(threads=2), []

        def slow():
            count.append(1)
            time.sleep(0.05)
            return b"{}"

        async def ask():
            await asyncio.gather(*(work.answer("key", slow, keep=inf) for _ in range(10)))
            return await work.answer("key", slow, keep=inf)

        assert asyncio.run(ask()) == b"{}"
        assert count == [1]

    def test_answers_grow_old(self, monkeypatch):
        work, count, clock = Work(), [], [0.0]
        monkeypatch.setattr("zerosum.web.work.monotonic", lambda: clock[0])

        async def ask():
            return await work.answer("key", lambda: count.append(clock[0]) or b"1", keep=60.0)

        for clock[0] in (1.0, 60.0, 61.0, 62.0):
            asyncio.run(ask())
        assert count == [1.0, 61.0]
        work.close()

    def test_answers_beyond_the_room_are_dropped(self):
        work, count = Work(room=10), []

        async def ask(key):
            return await work.answer(key, lambda: count.append(key) or b"123456", keep=inf)

        async def both():
            for key in "aba":
                await ask(key)

        asyncio.run(both())
        assert count == ["a", "b", "a"]

    def test_bounds(self):
        """A question that waits too long is refused, and its answer is there later."""
        work, go = Work(threads=1, waiting=1, seconds=0.05), threading.Event()

        async def ask():
            with pytest.raises(RequestError, match="takes more than"):
                await work.answer("slow", lambda: go.wait(5) and b"done", keep=inf)
            with pytest.raises(RequestError, match="ask again in a moment"):
                await work.answer("other", lambda: b"", keep=inf)
            go.set()
            while True:
                await asyncio.sleep(0.01)
                try:
                    return await work.answer("slow", lambda: b"again", keep=inf)
                except RequestError:
                    continue

        assert asyncio.run(ask()) == b"done"
        work.close()

    def test_a_server_that_stops(self, library):
        """A question that nobody waits for any more is refused, and no error."""
        site, go = Site(library), threading.Event()
        site.version = lambda _: go.set()
        sent = []

        async def receive():
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message):
            sent.append(message)

        async def ask():
            scope = {"type": "http", "method": "GET", "path": "/api/runs/kuhn/spot"}
            scope |= {"query_string": b"", "headers": [(b"host", b"localhost")]}
            asked = asyncio.create_task(application(site)(scope, receive, send))
            while not go.is_set():
                await asyncio.sleep(0)
            asked.cancel()
            await asked

        asyncio.run(ask())
        assert sent[0]["status"] == 503


def test_threads_have_the_stack_of_kernels(library):
    with TestClient(application(Site(library))):
        assert threading.stack_size() == STACK
    assert threading.stack_size() == 0


def test_answers_are_json(client):
    """Also where values are not known, which JSON has no number for."""
    for path in ("spot?line=f+c+x+AhKh2c", "combos?line=f&hands=22"):
        json.loads(client.get(f"/api/runs/small/{path}").text, parse_constant=pytest.fail)
