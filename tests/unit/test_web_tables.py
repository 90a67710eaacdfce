"""Tables in the browser: what happens at them, what is kept, and what is refused."""

from __future__ import annotations

import shutil
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test
from starlette.testclient import TestClient

from tests.runs import holdem_run, inside, run_folder
from tests.terminal import Three
from zerosum.evaluation.bounds.bound import WIDTH
from zerosum.game import Hooks
from zerosum.kuhn import Kuhn
from zerosum.leduc.abstraction import Abstraction as Leduc
from zerosum.pkr.ask.allin import expected
from zerosum.pkr.phh import parse
from zerosum.terms import Moment
from zerosum.web import coach
from zerosum.web.app import application
from zerosum.web.errors import RequestError
from zerosum.web.library import Library
from zerosum.web.site import Site
from zerosum.web.table.store import DAYS, FORMAT, MOST, Dealt, Record, Settings, Store, new_name
from zerosum.web.table.tables import Tables

pytestmark = pytest.mark.usefixtures("uncompiled")
ME, YOU = "m" * 32, "y" * 32


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with inside(tmp_path_factory.mktemp("tables")) as folder:
        holdem_run(folder / "runs/holdem", "tabled_holdem")
        run_folder(folder / "runs/kuhn", "blood.kuhn", Kuhn(), 20)
        run_folder(folder / "runs/other", "blood.kuhn", Kuhn(), 5)
        run_folder(folder / "runs/leduc", "blood.leduc", Leduc(), 20)
        yield Library(runs=folder / "runs")


class Server:
    """A server, asked by one player or another."""

    def __init__(self, library: Library, path: Path | None = None) -> None:
        self.site = Site(library, store=Store(path))
        self.client = TestClient(application(self.site), base_url="http://localhost:8000")

    def get(self, where: str, player: str = ME, status: int = 200, **fields: Any) -> Any:
        answer = self.client.get(f"/api/{where}", params={"player": player, **fields})
        assert answer.status_code == status, answer.text
        return answer.json()

    def post(self, where: str, player: str = ME, status: int = 200, **fields: Any) -> Any:
        answer = self.client.post(f"/api/{where}", json={"player": player, **fields})
        assert answer.status_code == status, answer.text
        return answer.json()

    def hand(self, view: Any) -> Any:
        """Play a hand by the first choices; return the view at its end."""
        while view["turn"] == "you":
            word = view["choices"][-1]["word"]
            view = self.post(f"tables/{view['table']}/act", event=view["event"], word=word)
        return view

    def go_on(self, view: Any) -> Any:
        return self.post(f"tables/{view['table']}/next", event=view["event"])


@pytest.fixture
def server(library: Library, tmp_path: Path) -> Iterator[Server]:
    server = Server(library, tmp_path / "tables.sqlite")
    with server.client:
        yield server


def test_what_can_be_chosen(server: Server) -> None:
    chosen = server.client.get("/api/runs/kuhn/seating").json()
    assert [seat["name"] for seat in chosen["seats"]] == ["player 0", "player 1"]
    words = [opponent["word"] for opponent in chosen["opponents"]]
    assert words == ["", "run:other", "uniform", "call", "random"]
    assert chosen["series"] is None
    assert not chosen["thinks"]


def test_hands_are_played_and_scored(server: Server) -> None:
    view, total = server.post("tables", run="kuhn"), 0.0
    for number in (1, 2, 3):
        assert view["hand"] == number
        assert [seat["you"] for seat in view["seats"]] == [number % 2 == 1, number % 2 == 0]
        view = server.hand(view)
        total += view["result"]["won"]
        assert view["score"] == {**view["score"], "hands": number, "won": total}
        view = server.go_on(view)
    played = [hand for _, hand in server.site.tables.finished(view["table"], ME)]
    ends = [hand.moment.base.payoff(hand.seat) for hand in played]
    assert sum(ends) == total
    assert [kept["hands"] for kept in server.get("tables")["tables"]] == [4]
    assert server.get("tables", YOU) == {"tables": []}


@pytest.mark.parametrize(
    ("run", "chosen"),
    [
        ("kuhn", {}),
        ("leduc", {"seat": 1, "opponents": {"0": "run:leduc"}}),
        ("holdem", {"opponents": {"1": "call", "2": "random"}}),
    ],
)
def test_a_table_goes_on_after_the_server_was_killed(
    server: Server, library: Library, tmp_path: Path, run: str, chosen: dict[str, Any]
) -> None:
    view = server.post("tables", run=run, **chosen)
    for _ in range(8):
        after = Server(library, tmp_path / "tables.sqlite")  # the first one did not close anything
        with after.client:
            assert after.get(f"tables/{view['table']}") == view
        view = server.go_on(view) if view["turn"] == "next" else server.hand(view)


def test_a_series_goes_on_too(
    server: Server, library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Kuhn, "hooks", Hooks(series=Three))
    view = server.post("tables", run="kuhn", series=True)
    for number in range(1, 8):
        view = server.hand(view)
        assert view["score"]["hands"] == number // 3
        with (after := Server(library, tmp_path / "tables.sqlite")).client:
            assert after.get(f"tables/{view['table']}") == view
        view = server.go_on(view)


def test_actions_answer_the_last_event(server: Server) -> None:
    view = server.post("tables", run="leduc", seat=0)
    other = server.post("tables", run="kuhn", seat=0)
    where, event, word = f"tables/{view['table']}", view["event"], view["choices"][0]["word"]
    refused = [
        (409, f"{where}/act", {"event": event - 1, "word": word}),
        (409, f"{where}/act", {"event": event + 1, "word": word}),
        (409, f"{where}/next", {"event": event}),
        (404, f"{where}/act", {"event": event, "word": word, "player": YOU}),
        (404, f"{where}/next", {"event": event, "player": YOU}),
        (404, f"{where}/leave", {"player": YOU}),
        (400, f"{where}/act", {"event": event, "word": "fold everything"}),
        (400, f"{where}/act", {"event": event, "word": ""}),
        (400, f"{where}/act", {"event": -1, "word": word}),
        (400, f"{where}/act", {"event": event, "word": word, "more": 1}),
        (404, "tables/none/act", {"event": event, "word": word}),
    ]
    for status, path, fields in refused:
        assert server.post(path, status=status, **fields)["error"]
        assert server.get(where) == view
    server.post(f"{where}/act", event=event, word=word)
    assert server.get(f"tables/{other['table']}") == other
    server.post(f"{where}/act", status=409, event=event, word=word)


def test_what_cannot_be_played_is_refused(server: Server) -> None:
    for fields in (
        {"run": "none"},
        {"run": "kuhn", "seat": 2},
        {"run": "kuhn", "opponents": {"0": "call", "1": "call"}},
        {"run": "kuhn", "opponents": {"1": "unifrom"}},
        {"run": "kuhn", "opponents": {"1": "run:leduc"}},
        {"run": "kuhn", "series": True},
        {"run": "kuhn", "think": 1.0},
        {"run": "kuhn", "think": 60.0},
        {"run": "kuhn", "player": "short"},
    ):
        status = 404 if fields["run"] == "none" else 400
        assert "error" in server.post("tables", status=status, **fields), fields
    assert server.get("tables")["tables"] == []


def test_leaving_drops_a_table(server: Server) -> None:
    view = server.post("tables", run="kuhn")
    server.post(f"tables/{view['table']}/leave")
    server.get(f"tables/{view['table']}", status=404)
    assert server.get("tables") == {"tables": []}


def test_two_servers_of_one_folder_see_the_same(
    server: Server, library: Library, tmp_path: Path
) -> None:
    view = server.post("tables", run="kuhn", seat=0)
    where, asked = f"tables/{view['table']}", {"event": view["event"], "word": "p"}
    with (other := Server(library, tmp_path / "tables.sqlite")).client:
        after = other.post(f"{where}/act", **asked)
        server.post(f"{where}/act", status=409, **asked)
        assert server.get(where) == after


def test_a_look_that_waits_for_an_action_sees_what_it_left(server: Server) -> None:
    view = server.post("tables", run="kuhn", seat=0)
    where, tables = f"tables/{view['table']}", server.site.tables
    tables._live.clear()
    with ThreadPoolExecutor(1) as pool, tables._held(view["table"]):
        look = pool.submit(tables.look, view["table"], ME)
        time.sleep(0.05)
        live = tables._now(view["table"], ME)
        hand = live.hand.act(live.hand.read("p"))
        tables._kept(live.after(chain([hand], tables._others(hand, live.seed))))
    assert look.result().record.event == view["event"] + 1
    assert server.get(where)["event"] == view["event"] + 1


def test_a_run_that_is_of_another_game_by_now(tmp_path: Path) -> None:
    place = run_folder(tmp_path / "runs/one", "blood.kuhn", Kuhn(), 5)
    with (server := Server(Library(runs=tmp_path / "runs"))).client:
        view = server.hand(server.post("tables", run="one"))
        where, event = f"tables/{view['table']}", view["event"]
        shutil.rmtree(place)
        run_folder(place, "blood.leduc", Leduc(), 5)
        refused = [
            server.post(f"{where}/next", status=409, event=event),
            server.get(f"{where}/review", status=409, hand=1),
            server.get(f"{where}/summary", status=409),
            server.get(f"{where}/export", status=409, form="jsonl"),
        ]
        assert all("must be of the game of this table" in each["error"] for each in refused)
        assert server.get(where) == view
        server.post(f"{where}/leave")


def add(store: Store, player: str) -> str:
    record = Record(new_name(), player, "kuhn", "Kuhn", "", Settings())
    store.add(record, Dealt(1, 0, 7))
    return record.id


def test_old_tables_and_too_many_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store()
    monkeypatch.setattr(time, "time", lambda: 0.0)
    first = add(store, ME)
    monkeypatch.setattr(time, "time", lambda: DAYS * 86_400 + 1.0)
    for _ in range(MOST + 5):
        add(store, YOU)
    assert store.tables(ME) == []
    assert len(store.tables(YOU)) == MOST
    with pytest.raises(RequestError):
        store.table(first, ME)


def test_a_file_that_is_no_database_is_kept(tmp_path: Path) -> None:
    (tmp_path / "notes").write_text("mine " * 1_000)
    with pytest.raises(RequestError, match=r"must be a database.*move the file away"):
        add(Store(tmp_path / "notes"), ME)
    assert (tmp_path / "notes").read_text().startswith("mine")
    with closing(sqlite3.connect(tmp_path / "later")) as database:
        database.execute(f"PRAGMA user_version = {FORMAT + 1}")
    with pytest.raises(RequestError, match="must be of format"):
        add(Store(tmp_path / "later"), ME)


class Anybody(RuleBasedStateMachine):
    """Persons at tables who send what they like; the model knows what may change anything."""

    library: Library

    def __init__(self) -> None:
        super().__init__()
        self.server = Server(self.library)
        self.server.client.__enter__()
        self.views = dict[str, Any]()
        self.owners = dict[str, str]()

    def teardown(self) -> None:
        self.server.client.__exit__(None, None, None)

    @rule(run=st.sampled_from(["kuhn", "leduc", "holdem"]), seat=st.sampled_from([None, 0, 1, 5]))
    def sit(self, run: str, seat: int | None) -> None:
        if len(self.views) < 4:
            status = 400 if seat == 5 else 200
            player = (ME, YOU)[len(self.views) % 2]
            view = self.server.post("tables", player, status, run=run, seat=seat)
            if status == 200:
                self.views[view["table"]], self.owners[view["table"]] = view, player

    @rule(
        number=st.integers(0, 3),
        foreign=st.sampled_from([False, False, False, True]),
        late=st.sampled_from([0, 0, 0, 0, -1, 1, 10**15]),
        what=st.sampled_from(["act", "act", "act", "next"]),
        word=st.one_of(
            st.integers(0, 9),
            st.text(max_size=8),
            st.from_regex(r"[fxcbra]\d{0,4}", fullmatch=True),
        ),
    )
    def send(self, number: int, foreign: bool, late: int, what: str, word: int | str) -> None:
        if number >= len(self.views):
            return
        table = list(self.views)[number]
        view, player = self.views[table], self.owners[table]
        words = [choice["word"] for choice in view["choices"]]
        if isinstance(word, int) and words:
            word = words[word % len(words)]
        fields = {"event": view["event"] + late} | ({"word": str(word)} if what == "act" else {})
        sender = {ME: YOU, YOU: ME}[player] if foreign else player
        sent = {"player": sender, **fields}
        answer = self.server.client.post(f"/api/tables/{table}/{what}", json=sent)
        assert answer.status_code in {200, 400, 404, 409}, answer.text
        may = not foreign and late == 0 and (what == "next") == (view["turn"] == "next")
        if may and (what == "next" or word in words):
            assert answer.status_code == 200, answer.text
        if answer.status_code == 200:
            assert may
            after = answer.json()
            assert after["event"] == view["event"] + 1
            assert after["hand"] == view["hand"] + (what == "next")
            self.views[table] = after

    @rule()
    def restart(self) -> None:
        self.server.site.tables._live.clear()

    @invariant()
    def all_tables_are_as_they_were(self) -> None:
        for table, view in self.views.items():
            assert self.server.get(f"tables/{table}", self.owners[table]) == view


@pytest.mark.parametrize(
    ("examples", "steps"), [(4, 25), pytest.param(600, 100, marks=pytest.mark.slow)]
)
def test_no_message_breaks_a_table(library: Library, examples: int, steps: int) -> None:
    """Illegal messages change nothing, and are refused in a sentence."""
    for run in "kuhn", "leduc", "holdem":  # compiled before there are limits of time
        Tables(library).sit(ME, run, Settings())
    machine = type("Machine", (Anybody,), {"library": library})
    chosen = settings(max_examples=examples, stateful_step_count=steps, deadline=None)
    run_state_machine_as_test(machine, settings=chosen)


@pytest.mark.slow
def test_times_of_answers_tell_nothing_of_hidden_cards(library: Library) -> None:
    """Times of actions do not correlate with the other's card: |r| < .1 where .06 is noise."""
    tables, times, cards = Tables(library), list[float](), list[int]()
    live = tables.sit(ME, "leduc", Settings(seat=1, opponents={"0": "run:leduc"}))
    while len(times) < 2_000:
        name, event = live.record.id, live.record.event
        if live.hand.over:
            live = tables.deal(name, ME, event)
            continue
        card, begun = live.hand.now.base.cards[0], time.perf_counter()
        live = tables.act(name, ME, event, "c")
        if not live.hand.over:  # by then the card may be open
            times.append(time.perf_counter() - begun)
            cards.append(card)
    ranks = np.argsort(np.argsort(times))
    assert abs(np.corrcoef(ranks, cards)[0, 1]) < 0.1


@pytest.mark.parametrize(
    ("run", "figures"),
    [
        ("kuhn", ["won", "AIVAT"]),
        pytest.param("holdem", ["won", "all-in adjusted", "AIVAT"], marks=pytest.mark.slow),
    ],
)
def test_the_coach_looks_at_hands(
    server: Server, run: str, figures: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    view = server.post("tables", run=run)
    where = f"tables/{view['table']}"
    server.get(f"{where}/summary", status=409)
    won, advised = list[float](), False
    for _ in range(3):
        if view["turn"] == "you":
            server.get(f"{where}/advice", status=409, event=view["event"] + 1)
            advice = server.get(f"{where}/advice", event=view["event"])
            assert sum(advice["strategy"]) == pytest.approx(1.0)
            assert len(advice["words"]) == len(advice["strategy"])
            advised = True
        view = server.hand(view)
        won.append(view["result"]["won"])
        view = server.go_on(view)
    assert advised
    one = server.get(f"{where}/review", hand=1)
    assert one["won"] == won[0]
    taken = [each for each in one["decisions"] if each["taken"] is not None]
    assert all(each["words"][each["taken"]] == each["taken_words"] for each in taken)
    server.get(f"{where}/review", status=404, hand=9)
    summary = server.get(f"{where}/summary")
    assert [figure["name"] for figure in summary["figures"]] == figures
    assert summary["figures"][0]["total"] == sum(won)
    assert summary["big_blind"] == (None if run == "kuhn" else 2)
    assert server.get(f"{where}/summary") == summary
    monkeypatch.setattr(coach, "_MOST", 2)
    latest = server.get(f"{where}/summary")  # of hands 3 and 4, the last of which is not over
    assert latest["figures"][0]["total"] == won[2]
    assert latest["notes"][0] == "Of hand 3 and those after it only."
    for one in [*summary["costliest"], *latest["costliest"]]:
        decision = server.get(f"{where}/review", hand=one["hand"])["decisions"][one["decision"] - 1]
        assert decision["lost"] == one["lost"] > 0.0


@pytest.mark.slow
def test_a_summary_is_that_of_the_hands_as_files_have_them(server: Server) -> None:
    """What is won, and all-in adjusted, follows from the exported PHH of a hundred hands alone."""
    view = server.post("tables", run="holdem", opponents={"1": "call"})
    where, rng = f"tables/{view['table']}", np.random.default_rng(7)
    for number in range(100):
        view = server.go_on(view) if number else view
        while view["turn"] == "you":
            word = rng.choice([choice["word"] for choice in view["choices"]])
            view = server.post(f"{where}/act", event=view["event"], word=str(word))
    won, fair = server.get(f"{where}/summary")["figures"][:2]
    hands = parse(server.get(f"{where}/export", form="phh")["text"])
    own = [hand.names.index("you") for hand in hands]
    wins = [float(hand.nets[seat]) for hand, seat in zip(hands, own, strict=True)]
    assert won["total"] == sum(wins)
    assert won["margin"] == pytest.approx(WIDTH * np.std(wins, ddof=1) / 10)
    assert won["in_big_blinds"] == pytest.approx(np.mean(wins) / 2)
    seats = [hand.seats(hand.game)[seat] for hand, seat in zip(hands, own, strict=True)]
    adjusted = [
        expected(Filed(tuple(hand.replay()), seat)) for hand, seat in zip(hands, seats, strict=True)
    ]
    assert fair["name"] == "all-in adjusted"
    assert adjusted != wins
    assert fair["mean"] == pytest.approx(np.mean(adjusted))


@dataclass(frozen=True)
class Filed:
    """A hand of a file, as the all-in figure looks at hands; folded cards are not known."""

    games: tuple[Any, ...]
    seat: int

    @property
    def moment(self) -> Moment:
        return Moment(self.games[-1])

    def moments(self) -> Iterator[tuple[Moment, None]]:
        yield from ((Moment(game), None) for game in self.games)
