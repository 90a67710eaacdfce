"""``--json``: what commands print, against the schemas that records give."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from jsonschema import Draft202012Validator

from blood import match, schema
from blood import study as study_command
from blood.results import Played
from tests.documented import HAND
from tests.pages import ROOT
from tests.runs import holdem_run, invoked, run_folder, succeeded
from zerosum.abstraction import ONE, Abstracted, algebraic
from zerosum.evaluation.growing import suggest
from zerosum.experiment.study import Scope, Suggested, searched, study, text_of
from zerosum.kuhn import Kuhn
from zerosum.kuhn.abstraction import betting, is_jack
from zerosum.pkr.spots import Spot
from zerosum.pkr.spots.written import written
from zerosum.play.tally import Match
from zerosum.support.records import as_json
from zerosum.support.schema import schema_of

BOARD = "2c2d7h8s9c"
SLOW = pytest.mark.slow


@pytest.fixture(scope="module")
def here(tmp_path_factory):
    place = tmp_path_factory.mktemp("json")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(place)
        run_folder(place / "kuhn", "blood.kuhn", Kuhn(), 20)
        (place / "hand.phh").write_text(HAND)
        yield place


PRINTED = {
    "cache": "",
    "equity": "AhKh QcQd --board 2c3d4h5s9c",
    "evaluate": "kuhn --deals 100 --seconds 1",
    "experiments": "",
    "match": "kuhn call --hands 4 --workers 1",
    "replay": "hand.phh",
    "report": "kuhn",
    "show": "kuhn",
    "study": "blood.kuhn --minimise",
    "train": "blood.kuhn --iterations 3 --out trained",
}


def documented(command, printed):
    document = json.loads(printed)
    found = json.loads(succeeded(schema, command).output)
    Draft202012Validator.check_schema(found)
    Draft202012Validator(found).validate(document)
    return document


@pytest.mark.parametrize("command", PRINTED)
def test_what_is_printed_fits_its_schema(here, command):
    module = pytest.importorskip(f"blood.{command}")
    assert documented(command, succeeded(module, f"{PRINTED[command]} --json").stdout)


def test_random_actions_are_no_unknown_decisions(here):
    words = "kuhn random --hands 4 --workers 1 --json"
    (played,) = documented("match", succeeded(match, words).stdout)
    assert played["unknown"][1] is played["bb_per_100"] is None


@SLOW
@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("ask", "small 'f c' --cards AhKh"),
        ("resolve", "small --after f --with json_holdem --iterations 20 --measure 6"),
        ("pushfold", "--stack 5"),
        ("solve", f"'AA,QQ' KK --board {BOARD} --pot 10 --stack 10 --bets 100% --to 1"),
        ("boards", "spot.toml --boards boards.txt --to 1 --workers 1"),
        ("prices", "spot.toml --sizes 2 --to 1"),
        ("cards", "tyche --deck twenty --flop 10 --turn 10 --river 10 --quality"),
    ],
)
def test_what_takes_longer_fits_its_schema(here, monkeypatch, command, words):
    module = pytest.importorskip(f"blood.{command}")
    (here / "spot.toml").write_text(
        written(Spot("AA,QQ", "KK", board=BOARD, pot=10, stack=10, bets="100%"))
    )
    (here / "boards.txt").write_text("2c3d4h 12\n")
    monkeypatch.syspath_prepend(here)
    holdem_run(here / "small", "json_holdem")
    assert documented(command, succeeded(module, f"{words} --json").stdout)


def test_all_that_studies_find_fits_its_schema():
    fitting = Draft202012Validator(schema_of(study_command.DOCUMENT))
    forgets, known = (
        algebraic(lambda seen: (seen.history.bit_length() % 2, seen.card)),
        (betting, is_jack),
    )
    found = [
        study(Abstracted(Kuhn(), ONE), Scope(), vocabulary=known),
        study(Abstracted(Kuhn(), forgets), Scope(minimise=True), vocabulary=known),
        searched(Kuhn(), Scope(), known),
        Suggested("kuhn", 0, suggest(Abstracted(Kuhn(), betting), [is_jack], 20, native=False)),
    ]
    documents = [json.loads(text_of(each)) for each in found]
    for document in documents:
        fitting.validate(document)
    assert documents[0]["clash"]["offers"][0].keys() == {"player", "menu", "infoset", "moves"}
    assert documents[1]["recall"]["players"][0]["verdict"] == "absent_minded"
    assert documents[2]["front"] == [n for n, one in enumerate(found[2].candidates) if one.shown]


def test_a_record_may_hold_another_of_its_kind():
    plain = Match(("a", "b"), 1, 2, (0.0, 0.0), (1.0, 1.0), (0.0, 0.0), (0.0, 0.0), 0.1, True)
    document = as_json([Played(replace(plain, plain=plain), blind=2)])
    Draft202012Validator(schema_of(match.DOCUMENT)).validate(document)
    assert document[0]["bb_per_100"] == [[0.0, 50.0], [0.0, 50.0]]


def test_a_command_that_prints_no_figures():
    found = invoked(schema, "serve")
    assert found.exit_code == 2
    assert "COMMAND must be one that prints JSON; got 'serve': known are ask," in found.output
    assert "got 'evaluat': did you mean evaluate?" in invoked(schema, "evaluat").output


@pytest.mark.parametrize(
    ("command", "words", "sentence"),
    [
        ("equity", "AA KK --grid --json", "--json must be given without --grid"),
        ("replay", "hand.phh --json --out hands.phhs", "--json must be given without --out"),
        ("study", "--json blood.kuhn", "end in .json; got blood.kuhn: to print JSON, write --json"),
        ("scenarios", "--json kuhn", "must end in .json; got kuhn: to print JSON, write --json"),
    ],
)
def test_nothing_is_printed_beside_json(here, command, words, sentence):
    found = invoked(pytest.importorskip(f"blood.{command}"), words)
    assert (found.exit_code, found.stdout) == (2, "")
    assert sentence in found.stderr


def test_the_reference_lists_what_prints():
    page = (ROOT / "docs/reference/json.md").read_text("utf-8")
    assert re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE) == schema.printing()
