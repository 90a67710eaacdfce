"""What the page shows of several runs, of their tables and of their abstractions."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterator
from typing import Any, ClassVar

import numpy as np
import pytest

from tests.runs import run_folder
from tests.unit.test_storage import GAME as BUCKETED
from tests.unit.test_storage import Storage
from zerosum.abstraction import Abstracted, algebraic, menu
from zerosum.algorithms import ExternalSampling
from zerosum.errors import GameError, NotApplicable
from zerosum.kuhn import Kuhn
from zerosum.kuhn.abstraction import is_jack
from zerosum.lattice import recall
from zerosum.leduc.abstraction import Abstraction as ByRank
from zerosum.pkr import Allin, Bet, Call, Check, Fold, RiverOfBlood
from zerosum.pkr.ask.explore import PokerExplorer
from zerosum.play import play_match
from zerosum.strategy.columns import Columns
from zerosum.web import infosets
from zerosum.web.abstraction import _findings
from zerosum.web.app import application
from zerosum.web.compare import Pair, _grid
from zerosum.web.library import Library
from zerosum.web.site import Site
from zerosum.web.walk import Walk, look_at

with warnings.catch_warnings():  # another client is about to take its place
    warnings.simplefilter("ignore")
    from starlette.testclient import TestClient

pytestmark = pytest.mark.usefixtures("uncompiled", "plain_trees")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    runs = tmp_path_factory.mktemp("runs")
    run_folder(runs / "kuhn", "blood.kuhn", Kuhn(), 200)
    run_folder(runs / "other", "blood.kuhn", Kuhn(), 20)
    run_folder(runs / "leduc", "blood.leduc", ByRank(), 20)
    return Site(Library((), runs))


@pytest.fixture(scope="module")
def client(site: Site) -> Iterator[TestClient]:
    with TestClient(application(site), "http://localhost") as client:
        yield client


def got(client: TestClient, path: str, **fields: Any) -> Any:
    answer = client.get(path, params=fields)
    assert answer.status_code == 200, answer.text
    return answer.json()


def refused(client: TestClient, path: str, **fields: Any) -> str:
    answer = client.get(path, params=fields)
    assert answer.status_code == 400
    return str(answer.json()["error"])


class TestTables:
    PATH = "/api/runs/leduc/infosets"

    def test_pages_are_the_rows_of_the_strategy(self, client: TestClient, site: Site) -> None:
        page = got(client, self.PATH, first=7, count=20)
        assert page["columns"] == ["rank", "board_rank", "betting", "player"]
        rows = list(site.library.open("leduc").run.strategy.rows())
        assert page["total"] == page["matching"] == len(rows)
        for shown, row in zip(page["rows"], rows[7:27], strict=True):
            assert shown["player"] == row.player
            values = row.view.states.decode(row.infoset.key)
            assert dict(zip(page["columns"], shown["values"], strict=False)) == {
                repr(factor): value for factor, value in values.items()
            }
            assert [share for _, share in shown["strategy"]] == row.probabilities

    def test_rows_are_sorted_and_filtered(self, client: TestClient) -> None:
        found = got(client, self.PATH, filter="player=1 rank=2", sort="betting", descending="true")
        rows = found["rows"]
        assert 0 < found["matching"] == len(rows) < found["total"]
        assert {(row["player"], row["values"][0]) for row in rows} == {(1, 2)}
        bets = [row["values"][2] for row in rows]
        assert bets == sorted(bets, reverse=True)
        assert got(client, "/api/runs/kuhn/infosets", filter="q PB")["rows"][0]["values"] == [
            "Q pb"
        ]
        assert "no column 'ranks': did you mean rank?" in refused(client, self.PATH, sort="ranks")
        assert "must be closed" in refused(client, self.PATH, filter="'")

    def test_huge_strategies_are_paged_only(
        self, client: TestClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        small = got(client, self.PATH, first=3, count=4)
        monkeypatch.setattr(infosets, "MOST", 10)
        huge = got(client, self.PATH, first=3, count=5)
        assert huge["rows"][:4] == small["rows"]
        assert "more than 10 rows" in huge["notes"][0]
        assert "neither sorted nor filtered" in refused(client, self.PATH, sort="rank")
        assert got(client, self.PATH, first=2**50)["rows"] == []

    def test_dense_rows_are_read_page_by_page(self) -> None:
        solver = ExternalSampling(
            BUCKETED, seed=1, native=False, storage=Storage(dense=True), reserve=1 << 16
        )
        solver.run(20)
        strategy = solver.strategy()
        sizes = infosets._sizes(strategy)
        pages = [infosets._part(strategy, sizes, at, 30) for at in range(0, int(sizes.sum()), 30)]
        rows = [row for page in pages for row in page["rows"]]
        numbers = [row["row"] for row in rows]
        assert numbers == sorted(set(numbers))
        shares = [share for row in rows for _, share in row["strategy"]]
        assert shares == [line[-1] for line in Columns(strategy).lines()]


class TestComparisons:
    FIELDS: ClassVar = {"run": "kuhn", "other": "other"}

    def test_a_line_shows_both(self, client: TestClient, site: Site) -> None:
        found = got(client, "/api/compare/spot", **self.FIELDS, line="p b")
        one, two = (site.library.open(name).explorer.at("p b") for name in ("kuhn", "other"))
        rows = found["table"]["rows"]
        assert [row["strategies"] for row in rows] == [
            [list(a.strategy), list(b.strategy)] for a, b in zip(one.rows, two.rows, strict=True)
        ]
        passes = [[row.strategy[0] or 0.0 for row in spot.rows] for spot in (one, two)]
        apart = np.abs(np.subtract(*passes))
        assert [row["difference"] for row in rows] == pytest.approx(apart)
        likely = [row.probability for row in one.rows]
        assert found["difference"] == pytest.approx(np.dot(likely, apart))
        totals = [[spot.options[at].probability for spot in (one, two)] for at in range(2)]
        assert [option["totals"] for option in found["options"]] == totals

    def test_the_places_where_they_differ_most_come_first(self, client: TestClient) -> None:
        found = got(client, "/api/compare/where", **self.FIELDS)
        assert (found["looked"], found["whole"]) == (4, True)
        weighted = [place["weighted"] for place in found["places"]]
        assert weighted == sorted(weighted, reverse=True)
        for place in found["places"]:
            line = " ".join(place["line"])
            both = got(client, "/api/compare/spot", **self.FIELDS, line=line)
            assert place["difference"] == both["difference"]
            assert place["reach"] == pytest.approx(both["reach"][0])

    def test_what_cannot_be_compared(
        self, client: TestClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Decisions that one run does not have are counted; hands that are not listed are told."""

        def look(explorer: Any, line: Any) -> Any:
            if tuple(line) == ("p", "b"):
                raise GameError("not on the menu", line)
            return look_at(explorer, line)

        monkeypatch.setattr("zerosum.web.compare.look_at", look)
        found = got(client, "/api/compare/where", run="other", other="kuhn")
        assert (found["looked"], found["missing"], len(found["places"])) == (4, 1, 3)

        def unlisted(*_: Any) -> Any:
            raise NotApplicable("Hands are too many: give a deal.")

        monkeypatch.setattr("zerosum.play.explore.Explorer.at", unlisted)
        asked = {"run": "other", "other": "kuhn", "line": "b"}
        assert "give a deal" in got(client, "/api/compare/spot", **asked)["undealt"]

    @pytest.mark.parametrize("path", ["/api/compare/spot", "/api/compare/where"])
    def test_games_must_be_equal(self, client: TestClient, path: str) -> None:
        error = refused(client, path, run="kuhn", other="leduc")
        assert "must be of one game with the same parameters; kuhn is of Kuhn(" in error

    def test_bets_of_two_menus_are_told_apart(self) -> None:
        def looks(bet: Any) -> PokerExplorer:
            def strategy(infoset: Any) -> dict[Any, float]:
                if not infoset.key[0].cost:
                    return {Check(): 1.0}
                pair = str(infoset.key[0].hand)[::2] == "AA"
                return {Fold(): 1.0 - pair, Call(): 0.0, bet: float(pair)}

            actions = menu(lambda seen: (Fold(), Call(), bet) if seen.cost else (Check(), bet))
            return PokerExplorer(strategy, Abstracted(RiverOfBlood(), None, actions))

        first, second = looks(Bet(9)), looks(Allin())
        pair = Pair.of(look_at(first, ""), look_at(second, ""))
        assert [token for token, _ in pair.menu] == ["f", "c", "r10", "a"]
        assert pair.mean == pytest.approx(6 / 1326)
        grid = _grid(pair, first.query.at(""))["grid"]
        assert (grid["difference"][12][12], grid["difference"][12][11]) == (1.0, 0.0)
        assert [cells[12][12] for cells in grid["strategies"]] == [[0, 0, 1, 0], [0, 0, 0, 1]]
        walk = Walk(first, lambda words, _: words, 7, 60.0, 3)
        lines = [" ".join(step.spot.line) for step in walk]
        assert lines[:4] == ["", "f", "c", "r10"]
        assert not walk.whole


class TestMatches:
    def begin(self, client: TestClient, **fields: Any) -> Any:
        return client.post("/api/matches", json={"run": "kuhn", "other": "other", **fields})

    def test_a_match_is_that_of_agents(self, client: TestClient, site: Site) -> None:
        name = self.begin(client, hands=60, seed=3).json()["match"]
        sent = client.get(f"/api/matches/{name}/events").text
        last = json.loads(sent.strip().rpartition("data: ")[2])
        agents = [site.library.open(name).run.agent() for name in ("kuhn", "other")]
        match = play_match(*agents, deals=30, seed=3, native=False)
        assert (last["mean"], last["margin"]) == (match.mean, match.margin)
        assert (last["hands"], last["ended"]) == (60, "All hands are played.")

    def test_matches_stop_and_are_few(
        self, client: TestClient, site: Site, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("zerosum.web.matches._PAUSE", 0.01)
        names = [self.begin(client).json()["match"] for _ in range(2)]
        full = self.begin(client)
        assert full.status_code == 503
        assert "2 matches are being played" in full.json()["error"]
        closing = site.trainer.closing
        events = site.matches.named(names[0]).events(closing)
        assert 0 < next(events)["hands"] < 100_000
        other = site.matches.named(names[1])
        with other._lock:  # as if another played it on
            assert next(other.events(closing))["hands"] == 0
        for name in names:
            assert client.post(f"/api/matches/{name}/stop", json={}).status_code == 200
        assert next(events)["ended"] == "The match was stopped."
        assert list(events) == []
        closing.set()
        assert list(other.events(closing)) == []
        closing.clear()
        assert client.get("/api/matches/none/events").status_code == 404


class TestStudies:
    def test_the_menu_of_a_small_game_is_whole(self, client: TestClient) -> None:
        found = got(client, "/api/runs/kuhn/study")
        assert (found["exact"], found["before"]["histories"]) == (True, 58)
        assert found["menu"]["whole"]
        nodes = {" ".join(node["line"]): node for node in found["menu"]["nodes"]}
        assert sorted(nodes) == ["", "b", "b b", "b p", "p", "p b", "p b b", "p b p", "p p"]
        assert nodes["p b"] == {"line": ["p", "b"], "label": "bet 1", "kind": "decision", "seat": 0}

    def test_two_histories_show_what_is_forgotten(self) -> None:
        acts_first = algebraic(lambda infoset: infoset.history in {1, 0b101})
        found = recall(Abstracted(Kuhn(), is_jack * acts_first))
        first, second = _findings(found, Kuhn())[0]["histories"]
        assert second[: len(first)] == first
        told = [(step["seat"], step["words"]) for step in second[len(first) :]]
        assert told == [(0, "player 0 checks"), (1, "player 1 bets 1")]
