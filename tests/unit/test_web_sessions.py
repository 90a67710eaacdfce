"""Hands as files: exported from tables, read again, and gone through beside a run."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.stars import Room, text_of
from tests.pages import ROOT
from tests.runs import holdem_run, inside, run_folder
from zerosum.abstraction import Abstracted
from zerosum.blackjack import Blackjack
from zerosum.errors import StoreError
from zerosum.kuhn import Kuhn, Move
from zerosum.kuhn.abstraction import is_jack
from zerosum.leduc import Leduc
from zerosum.pkr import NoLimitHoldem, RiverOfBlood
from zerosum.pkr.ask import Query, review
from zerosum.pkr.holdem import LimitHoldem
from zerosum.pkr.phh import parse
from zerosum.play.hand import Played
from zerosum.play.records import read, spell
from zerosum.setback import Setback
from zerosum.testing.strategies import playouts
from zerosum.web.app import application
from zerosum.web.library import Library
from zerosum.web.sessions import MAX_FILE, as_phh
from zerosum.web.site import Site
from zerosum.web.table.tables import Tables

with warnings.catch_warnings():  # another client is about to take its place
    warnings.simplefilter("ignore")
    from starlette.testclient import TestClient

pytestmark = pytest.mark.usefixtures("uncompiled")
ME = "0123456789abcdef" * 2
SMALL = NoLimitHoldem(players=3, stacks=(20,))
GAMES = (Leduc(), RiverOfBlood(), SMALL, LimitHoldem(), Setback(), Blackjack())
HANDS = (ROOT / "tests" / "games" / "hands.phhs").read_text("utf-8")


def names(played: Played) -> list[str]:
    others = [f"Bo {seat}" for seat in range(4)]
    return [*others[: played.seat], "you", *others[played.seat + 1 :]]


def drawn(game: Any, seat: int = 0) -> st.SearchStrategy[Played]:
    return playouts(game).map(lambda playout: Played(game, playout.moves, seat))


class TestLines:
    @pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
    @settings(max_examples=4)
    @given(data=st.data())
    def test_hands_are_read_as_they_were_written(self, data, game):
        hands = data.draw(st.lists(drawn(game, 1), max_size=2))
        lines = spell(hands, names).splitlines()
        assert read(lines) == hands
        view = Abstracted(game, None)
        assert read(lines, view) == [replace(played, start=view) for played in hands]
        for line, played in zip(lines, hands, strict=True):
            assert json.loads(line)["won"][1] == played.moment.base.payoff(1)

    def test_what_is_read_is_checked(self):
        played = Played(Kuhn(), (0, 2, Move.BET, Move.PASS), 0)
        line = spell([played], names)
        abstract = Abstracted(Kuhn(), is_jack)
        assert read([line, "\n"], abstract) == [replace(played, start=abstract)]
        with pytest.raises(
            StoreError, match="Line 2 must be a hand as it was exported; got one of Kuhn"
        ):
            read(["", line], Leduc())
        changes = {"[1.0, -1.0]": "[2.0, -2.0]", '"format": 1': '"format": 2', "[2]": "[]"}
        wrong = [line.replace(*change) for change in changes.items()]
        for one in [line[:-9], "3", "[]", "{}", *wrong]:
            with pytest.raises(StoreError, match="Line 1 must be a hand as it was exported; got"):
                read([one])


class TestPhh:
    @pytest.mark.parametrize("game", [NoLimitHoldem(), SMALL, LimitHoldem()], ids=["2", "3", "FT"])
    @settings(max_examples=4)
    @given(data=st.data())
    def test_hands_are_as_they_were_seen(self, data, game):
        seat = data.draw(st.integers(0, game.players - 1))
        played = data.draw(drawn(game, seat))
        (hand,) = parse(as_phh([played], names))
        own, end = hand.names.index("you"), played.moment.base
        assert hand["hand"] == 1
        assert float(hand.nets[own]) == end.payoff(seat)
        dealt = [action for action in hand.actions if action.startswith("d dh")]
        assert ["?" in action for action in dealt] == [at != own for at in range(game.players)]
        for at in range(game.players):  # the hands that are known in the end
            shown = end.live >> at & 1 and end.live & (end.live - 1) != 0
            known = hand.final.hand(hand.names.index(names(played)[at]))
            assert known.mask == (end.hand(at).mask if shown or at == seat else 0)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with inside(tmp_path_factory.mktemp("sessions")) as here:
        holdem_run(here / "runs/small", "sessions_holdem")
        run_folder(here / "runs/kuhn", "blood.kuhn", Kuhn(), 20)
        site = Site(Library((), here / "runs"))
        site.tables = Tables(site.library, site.store, seeds=count(7).__next__)
        with TestClient(application(site), "http://localhost") as one:
            yield one


def sat(client: TestClient, run: str, hands: int) -> str:
    """Sit down, and play hands by the first word; return the name of the table."""
    view = client.post("/api/tables", json={"player": ME, "run": run, "seat": 1}).json()
    while view["hand"] < hands or view["turn"] != "next":
        path = f"/api/tables/{view['table']}/{'act' if view['turn'] == 'you' else 'next'}"
        asked = {"player": ME, "event": view["event"]}
        if view["turn"] == "you":
            words = [choice["word"] for choice in view["choices"]]
            asked["word"] = next(word for word in words if word != "f")
        view = client.post(path, json=asked).json()
    return str(view["table"])


def got(client: TestClient, path: str, **fields: Any) -> Any:
    answer = client.get(path, params={"player": ME, **fields})
    return answer.json() if answer.status_code == 200 else answer.json()["error"]


def sent(client: TestClient, text: str, run: str = "small", hero: str = "") -> Any:
    asked = {"player": ME, "run": run, "hero": hero, "text": text}
    answer = client.post("/api/sessions", json=asked)
    assert answer.status_code in {200, 400, 404, 413}
    return answer.json() if answer.status_code == 200 else answer.json()["error"]


def test_hands_of_a_table_are_gone_through_as_a_session(client):
    """The file has what was played, and is read as a file from elsewhere."""
    table = sat(client, "small", 3)
    file = got(client, f"/api/tables/{table}/export", form="phh")
    assert file["name"] == "small.phhs"
    begun = sent(client, "\ufeff" + file["text"].replace("\n", "\r\n"))
    assert (begun["hands"], begun["skipped"]) == (3, [])
    found = got(client, f"/api/sessions/{begun['session']}", first=1, count=9)
    assert [hand["hand"] for hand in found["hands"]] == [2, 3]
    lines = got(client, f"/api/tables/{table}/export", form="jsonl")["text"]
    won = [json.loads(line)["won"][1] for line in lines.splitlines()]
    assert [hand["won"] for hand in found["hands"]] == won[1:]
    hand, query = parse(file["text"])[1], Query("runs/small")
    own = hand.names.index("you")
    answers = list(review(hand, query, player=own))
    assert answers == [one for one in review(hand, query) if one.player == own]
    for one, shown in zip(answers, found["hands"][0]["decisions"], strict=True):
        assert shown["strategy"] == list(one.chances.values())
        assert shown["done"] == one.done
        assert shown["taken"] is None or shown["words"][shown["taken"]] == shown["taken_words"]
    listed = got(client, "/api/sessions")["sessions"]
    assert [one["session"] for one in listed] == [begun["session"]]
    site = text_of(hand, Room((1, 2, 3), 3, symbol="", hero=own))
    assert sent(client, site)["hands"] == 1  # as PokerStars would write it


def test_exports_that_are_refused(client):
    table = sat(client, "kuhn", 1)
    assert "export JSON lines" in got(client, f"/api/tables/{table}/export", form="phh")
    assert "must be phh or jsonl" in got(client, f"/api/tables/{table}/export", form="csv")
    (line,) = got(client, f"/api/tables/{table}/export", form="jsonl")["text"].splitlines()
    assert json.loads(line)["names"] == ["kuhn", "you"]
    assert "no such table" in got(client, "/api/tables/x/export", form="phh")
    view = client.post("/api/tables", json={"player": ME, "run": "kuhn"}).json()
    assert "is finished yet" in got(client, f"/api/tables/{view['table']}/export", form="jsonl")


def test_files_that_are_refused(client):
    one = HANDS.replace("[1]", "", 1).partition("\n[2]")[0]
    assert "another number of seats" in sent(client, HANDS)
    many = sent(client, "".join(f"[{number}]{one}\n" for number in range(1, 1_500)))
    assert "1,499 hands: The game of hand [1]" in many
    assert "line 1 has the character" in sent(client, "\x89PNG\x00")
    assert "which is TOML" in sent(client, "***** Hand History for Game 7 *****")
    assert "is empty" in sent(client, "")
    assert "Line 1 of hand [7]" in sent(client, "PokerStars Hand #7: ")
    assert "Files of hands are of hold'em" in sent(client, HANDS, "kuhn")
    assert "There is no run" in sent(client, HANDS, "none")
    assert "at most 2,097,152 bytes" in sent(client, "x" * MAX_FILE)
    assert "no such session" in got(client, "/api/sessions/x")
    file = got(client, f"/api/tables/{sat(client, 'small', 2)}/export", form="phh")["text"]
    assert "must show the cards of 'Bo'; known are" in sent(client, file, hero="Bo")
    half = sent(client, file[:-50] + "\n", hero="you")
    assert half["hands"] == 1
    assert "must be whole, and TOML" in half["skipped"][0]
    assert client.post("/api/tables", content=b" " * (1 << 17)).status_code == 413
