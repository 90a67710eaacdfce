"""The reader of Gambit's files: what it takes, what it refuses, and files as experiments."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from blood.export import main
from tests.gambit import MARKET, MYERSON, ONEILL, STOC, STRIPPED
from tests.runs import invoked
from zerosum.algorithms import CFR
from zerosum.errors import GameError, StoreError
from zerosum.experiment import Run, load, train
from zerosum.interop.gambit import FileInfoset, parse_gambit, read_gambit
from zerosum.rng import Random
from zerosum.tree import enumerated

HEAD = 'EFG 2 R "" { "1" "2" }\n'
PENNIES = HEAD + 'p 1 1 { "h" "t" } 0 p 2 1 { "h" "t" } 0 t 1 { 1 -1 } t 2 { -1 1 } p 2 1 0 t 2 t 1'
ODDITIES = {
    "a byte order mark, and no comment": ("\ufeff" + PENNIES, 7),
    "Windows": (MYERSON.replace("\n", "\r\n"), 11),
    "a chance of nothing": (HEAD + 'c 1 { "" 0 "" 1. "" 0/3 } 0 t 0 t 1 { -.5,.5 } t 0', 4),
    "nothing happens": (HEAD + "t 0", 1),
    "one player": ('EFG 2 R "" { "I" } p 1 1 { "" "" } 0 t 1 { 3 } t 2 { 4 }', 3),
    "the same infoset twice": (HEAD + 'p 1 1 { "l" "r" } 0 t 0 p 1 1 0 t 0 t 1 { 1 -1 }', 5),
    "outcomes of a table": (
        'NFG 1 R "" { "1" "2" } { { "" "" } { "x" "x" } } { { "a" 1 -1 } { -1 1 } } 1 0 2 1',
        7,
    ),
    "three players": ('NFG 1 D "" { "1" "2" "3" } { 2 1 2 }' + " 1 2 3" * 4, 9),
}


@pytest.mark.parametrize("name", ODDITIES)
def test_lenient(name: str, tmp_path: Path) -> None:
    text, nodes = ODDITIES[name]
    (tmp_path / "game.efg").write_bytes(text.encode())
    game = read_gambit(tmp_path / "game.efg")
    assert enumerated(game).histories == nodes


def test_labels_are_of_one_player_and_made_distinct() -> None:
    text = HEAD + 'p 1 1 "x" { "a" "" "a" } 0 t 0 p 2 1 "x" { "a" } 0 t 0 t 0'
    game = parse_gambit(text)
    assert game.infoset(0) == FileInfoset(0, 1, "x", ("a", "2", "a (2)"))
    after = game.apply("2")
    assert after.infoset(1) == FileInfoset(1, 1, "x", ("a",))
    assert after.infoset(0) == FileInfoset(0, 1, "x, 2", ())
    assert game == parse_gambit(text.replace('2 R ""', '2 R "its title"')) != after


REFUSED = {
    "": "The beginning in line 1 of x must be EFG 2 R for a tree, .*; the file ends",
    "EFG 1 R": "The beginning",
    "EFG 2 X": "The third word in line 1 of x must be R; got 'X'",
    "EFG 2 R title": "The title .* must be a text in quotes; got 'title': write \"\"",
    'EFG 2 R "title { "1"': "in braces; got '1'|The title",
    'EFG 2 R "" { }': "The players .* at least one; there are none",
    HEAD + "x": r"A node in line 2 of x must be c \(chance\), p \(a player\), t .*; got 'x'",
    HEAD + 'p 1 1 { "a" "b" } 0': "the file ends: 2 more nodes must follow",
    HEAD + "t 0 t 0": "What follows the tree in line 2 .*: remove it",
    HEAD
    + 'p 3 1 { "a" } 0 t 0': "player in line 2 of x must be a whole number from 1 to 2; got '3'",
    HEAD + "p 1 1 0": "infoset 1, which is new, in line 2 of x must be its actions in braces",
    HEAD + "p 1 1 { } 0": "at least one; there are none",
    HEAD + "p 1 1 { a } 0 t 0": "The name of each action in line 2 of x .* in quotes; got 'a'",
    HEAD
    + 'p 1 1 { "a" } 0\np 1 1 { "b" } 0 t 0': "line 3 of x must be those of line 2; others are",
    HEAD + 'c 1 { "a" 1/3 "b" 1/2 } 0': "sum; they sum to 0.833333333: write them as fractions",
    HEAD + 'c 1 { "a" 2 "b" -1 } 0': "A probability in line 2 of x must be from 0 to 1; got '2'",
    HEAD + "t 1": "outcome 1, which is new, .* must be its payoffs in braces; the file ends",
    HEAD + "t 1 { 1 }": "The payoff of player 2 in line 2 of x must be a number; got '}'",
    HEAD + "t 1 { 1/0 -1 }": "write it as 3, -1/3 or 0.25",
    HEAD + "t 1 { 1 -1 0 }": "a closing brace; got '0'",
    HEAD + "t 0 { 1 -1 }": "must be none, since 0 stands for no outcome; others are given",
    HEAD + "t 1 { 1e99" + "9" * 300 + " 0 }": "got '1e9999999999999999999999999999…'",
    HEAD + 'p 1 1 { "a" "b" } 0 t 1 { 1 -1 } t 1 { 2 -2 }': "those of line 2",
    HEAD + 'p 1 1 { "a" "b" } 0\nt 1 { 1, 1/2 }\nt 2 { 0 0 }': (
        r"they are 1, 1/2 \(sum 3/2\) in line 3 and 0, 0 \(sum 0\) in line 4: only zero-sum"
    ),
    'NFG 1 R "" { "1" "2" } { 2 } 0': "some for each of 2 players; there are 2",
    'NFG 1 R "" { "1" "2" } { 2 2 } 0 0 1': "The payoff in cell 2 of 4 .* the file ends",
    'NFG 1 R "" { "1" "2" } { 1 1 } 0 0 1': "What follows the 1 cells",
    'NFG 1 R "" { "1" "2" } { 1 1 } { { "" 0 0 } } 2': "whole number from 0 to 1; got '2'",
    'NFG 1 R "" { "1" "2" } { 9 9999 }': "number of strategies .* from 1 to",
}


@pytest.mark.parametrize("text", REFUSED)
def test_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(GameError, match=REFUSED[text]):
        parse_gambit(text, "x")


@pytest.mark.parametrize("count", [1_500, pytest.param(25_000, marks=pytest.mark.slow)])
def test_deep_files_are_read(count: int) -> None:
    step = 'p "" {} {} "" {{ "stop" "go" }} 0 t "" 1 {{ 1 -1 }}\n'
    steps = (step.format(number % 2 + 1, number) for number in range(count))
    game = parse_gambit(f"{HEAD}{''.join(steps)}t 0")
    assert len(game.tree.moves) == 2 * count + 1
    with pytest.raises(GameError, match="within the limit of recursion"):
        enumerated(game)


ODD = ("-1", "1/3", "{", "}", '"', "0", "99999999999", "e5", "\\", "\x00")


def mutated(text: str, rng: Random) -> str:
    """Return a text after one to three changes: of a letter, a word or a part."""
    for _ in range(1 + rng.integer(3)):
        words = re.findall(r'"[^"]*"|\s+|[^\s"]+|"', text)
        at, other, kind = rng.integer(len(words)), rng.integer(len(words)), rng.integer(6)
        if kind == 0:
            words[at] = words[other]
        elif kind == 1:
            words.pop(at)
        elif kind == 2:
            words.insert(at, words[other])
        elif kind == 3:
            words[min(at, other) :] = words[max(at, other) :]
        elif kind == 4:
            words[at] = ODD[rng.integer(len(ODD))]
        else:
            letter = rng.integer(len(words[at]))
            words[at] = words[at][:letter] + chr(32 + rng.integer(96)) + words[at][letter + 1 :]
        text = "".join(words) or "?"
    return text


@pytest.mark.parametrize("count", [200, pytest.param(10_000, marks=pytest.mark.slow)])
def test_every_mutation_is_a_game_or_a_sentence(count: int) -> None:
    rng, odd = Random(7), [text for text, _ in ODDITIES.values()]
    seeds = [MYERSON, STRIPPED, MARKET, STOC, ONEILL, *odd]
    refused: dict[str, str] = {}
    for number in range(count):
        text = mutated(seeds[number % len(seeds)], rng)
        try:
            game = parse_gambit(text)
            if number % 10 == 0:
                enumerated(game)
        except GameError as error:
            refused[text] = str(error)
    assert count // 2 < len(refused) < count
    sentence = re.compile(r"(The|An?|What) [^\n]* must [^\n]+\.")
    assert not [pair for pair in refused.items() if not sentence.fullmatch(pair[1])]


def test_a_file_is_an_experiment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert invoked(main, "blood.kuhn kuhn.efg").exit_code == 0
    experiment = load("kuhn.efg")
    assert experiment.algorithm is CFR
    outcome = train(experiment, tmp_path / "run")
    assert outcome.last.exploitability == pytest.approx(0.0, abs=1e-3)
    run = Run.open(tmp_path / "run")
    king = run.game.apply("J").apply("K").apply("bet").infoset(1)
    assert run.strategy(king)["bet"] == pytest.approx(1.0)
    assert invoked(main, "run again.efg").exit_code == 0
    text = Path("kuhn.efg").read_text("utf-8")
    assert Path("again.efg").read_text("utf-8") == text
    result = invoked(main, "run again.efg --line bet")
    assert "a game is written whole" in result.stderr
    Path("kuhn.efg").write_text(text.replace("{ 2, -2 }", "{ 3, -3 }"), "utf-8")
    with pytest.raises(StoreError, match="differs in game"):
        _ = Run.open("run").strategy
    Path("kuhn.efg").unlink()
    with pytest.raises(
        GameError, match=r"kuhn\.efg must be one that can be read; got No such file"
    ):
        _ = Run.open("run").strategy
