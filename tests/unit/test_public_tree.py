"""Public trees: sizes, payoffs, and errors for games that have none."""

from __future__ import annotations

import numpy as np
import pytest

from tests.factors import betting, card, player
from tests.games import ShortSighted, secret
from tests.games.burnt import Burnt
from tests.games.raked import Raked, Turned
from tests.games.tides import Tides
from tests.references import tilted
from zerosum import evaluation
from zerosum.abstraction import Abstracted
from zerosum.bluff import Bluff
from zerosum.errors import AbstractionError, GameError
from zerosum.kuhn import Kuhn
from zerosum.kuhn.three import KuhnThree
from zerosum.leduc import Leduc
from zerosum.testing import check_public
from zerosum.tree import enumerated
from zerosum.tree.public import count_public, public_tree


@pytest.fixture(scope="module")
def leduc():
    return public_tree(Leduc(), native=False)


def test_sizes(leduc):
    """Leduc: six betting states a round end it or not; boards follow three of them."""
    assert public_tree(Kuhn, native=False).statistics[:3] == (4, 5, 4)
    found = leduc.statistics
    assert (found.nodes, found.hands, found.infosets) == (191, (6, 6), 936)
    assert found.terminals == 4 + 30 * 9


@pytest.mark.parametrize("game", [Kuhn, Tides])
def test_values_are_those_of_the_histories(game):
    tree, histories = public_tree(game, native=False), enumerated(game, native=False)
    expected = evaluation.expected_values(histories, tilted)
    assert evaluation.expected_values(tree, tilted) == pytest.approx(expected, abs=1e-12)
    for ask in (evaluation.nash_conv, evaluation.exploitability):
        assert ask(tree, tilted) == pytest.approx(ask(histories, tilted), abs=1e-12)


def test_payoffs_are_kept_once_and_chance_is_the_marginal_of_all_hands(leduc):
    """In Turned all bets pay 3 chips over the house's two cards, in the one order or the other."""
    assert len(np.unique(leduc.payoffs, axis=0)) == len(leduc.payoffs) < leduc.terminals
    tree = public_tree(Turned(), native=False)
    assert tree.statistics.payoffs == len(np.unique(tree.payoffs, axis=0)) == 2
    assert sorted(set(leduc.odds.round(12))) == [0.0, round(1 / 6, 12)]
    for chances in leduc.marginals:
        assert chances == pytest.approx([1 / 6] * 6)


def test_it_stands_for_the_game():
    tree = public_tree(Kuhn(), native=False)
    assert public_tree(tree) is tree
    assert repr(tree) == "<PublicTree of Kuhn(cards=(-1, -1), history=1): 4 nodes>"
    with pytest.raises(GameError, match="needs the histories of a game; got <PublicTree of Kuhn"):
        evaluation.best_response(tree, 0, tilted)


@pytest.mark.parametrize("game", [Kuhn, Leduc, pytest.param(Bluff, marks=pytest.mark.slow)])
def test_declared_as_the_infosets_tell(game):
    """What the games declare is just what the infosets of both players have in common."""
    check_public(game)
    with pytest.raises(GameError, match="known to all players; public of Telling is"):
        check_public(secret.Telling())  # one player alone sees it


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Undeclared", "Undeclared must declare public and private.* it has no private: see"),
        ("KuhnThree", "KuhnThree must declare public and private.* it has no public: see"),
        ("Burnt", "Burnt must declare public"),
        ("OpenThree", "must decide in a public tree; in OpenThree players 0, 1, 2 do: use"),
        ("Silent", r"Actions must be public.* show the last one at Silent.* after \[0, 1, <Move"),
        ("Peeping", r"Later moves of chance must be public.* changes a private hand, at Peeping"),
        ("Telling", r"public must not depend on private hands.* at Telling\(cards=\(2, 0\), hist"),
        ("Blurred", r"Every private deal must show .* after \[0, 1\] and after \[1, 0\]: return"),
        ("Marked", r"what is public must determine a player's infoset; two .*at Marked\(cards"),
        ("Moody", r"pair of hands meets another player, menu, public state or end at Moody"),
        ("Kept", r"it changes a private hand, at Kept\(.*board=2"),
        ("Unseen", r"show in `public`; .* shows the same as another at Unseen"),
        ("Ranked", r"show in `public`; .* shows the same as another at Ranked.*board=3"),
        (
            "Crowded",
            r"active of Crowded must be a player, 0 to 1; got 50, at Crowded\(cards=\(0, 1\)",
        ),
        ("Dealt", r"tree must have a decision; Dealt ends with the deal: check `terminal`"),
        ("Loaded", r"be 0 or more and sum to 1; got \{0: 1.5, 1: -0.5\}, .* at Loaded\("),
        ("Sinking", r"sum to 1; got .*, at Sinking\(.*board=-1.* after \[0, 1, .*\]\."),
        ("Listed", r"private hand of Listed must be hashable, as a key is; got \[0\] of player 0"),
        ("Endless", r"private deal .* must end; that of Endless goes on after 100 moves"),
        ("Generous", r"payoffs of Generous must sum to 0 .*; got \[-1.0, 3.0\], at Generous"),
    ],
)
def test_no_public_tree(name, sentence):
    game = {"KuhnThree": KuhnThree, "Burnt": Burnt}.get(name) or getattr(secret, name)
    with pytest.raises(GameError, match=sentence):
        public_tree(game(), native=False)


@pytest.mark.slow
def test_natively_the_same_sentence():
    cases = (("Silent", "Actions must"), ("Telling", "another pair"), ("Crowded", "got 50"))
    for name, sentence in cases:
        with pytest.raises(GameError, match=sentence):
            public_tree(getattr(secret, name)())


def test_limits(monkeypatch):
    with pytest.raises(GameError, match="at most 10 nodes; one deal of hands alone leads to 131,"):
        public_tree(Leduc(), limit=10, native=False)
    with pytest.raises(GameError, match="Leduc must have at most 180 nodes, with 8 edges each"):
        public_tree(Leduc(), limit=180, native=False)
    assert public_tree(Kuhn(), limit=1e3, native=False).nodes == 4
    for limit in (0, -1, 1 << 28, 1.5, "x", None):
        with pytest.raises(GameError, match=r"limit of a public tree must be 1 to .* got"):
            public_tree(Kuhn(), limit=limit)
    monkeypatch.setattr("zerosum.tree.public.enumerate._SMALL", 50)
    monkeypatch.setattr("zerosum.tree.public.enumerate._MOST_INTERPRETED", 60)
    assert public_tree(Leduc(), limit=191, native=False).nodes == 191
    with pytest.raises(GameError, match="Leduc must have at most 180 nodes, with 8 edges each"):
        public_tree(Leduc(), limit=180, native=False)


@pytest.mark.parametrize("game", [Kuhn(), Raked()], ids=lambda game: type(game).__name__)
def test_counted_without_storing(game):
    tree = public_tree(game, native=False)
    found = count_public(game, native=False)
    chances = np.count_nonzero(tree.owners < 0)
    assert found == (tree.nodes - chances, chances, tree.terminals, True)
    part = count_public(game, most=5, native=False)
    assert sum(part[:3]) == 5
    assert not part.complete


@pytest.mark.parametrize("threads", [2, pytest.param(5, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "game",
    [Leduc(), pytest.param(Raked(), marks=pytest.mark.slow)],
    ids=lambda game: type(game).__name__,
)
def test_native_and_interpreted_are_one_whatever_the_threads(game, threads):
    plain, one, many = (
        public_tree(game, native=False),
        public_tree(game, threads=1),
        public_tree(game, threads=threads),
    )
    assert (plain.native, one.native, many.native) == (False, True, True)
    for name in ("owners", "firsts", "targets", "odds", "payoffs", "signs"):
        assert np.array_equal(getattr(one, name), getattr(plain, name)), name
    assert np.array_equal(one.rows.numbers, plain.rows.numbers)
    assert np.array_equal(one.rows.words, plain.rows.words)
    assert one.statistics == many.statistics
    for name in ("owners", "firsts", "odds", "signs"):
        assert np.array_equal(getattr(one, name), getattr(many, name))
    ending = one.targets < 0
    assert np.array_equal(one.targets[~ending], many.targets[~ending])
    paid, found = (each.payoffs[-1 - each.targets[ending]] for each in (one, many))
    assert np.array_equal(paid, found)


def test_shared_infosets_have_no_responder():
    forgetful = public_tree(Abstracted(Leduc(), player * betting), native=False)
    assert not forgetful.plain
    with pytest.raises(AbstractionError, match="several share an infoset: evaluate lift"):
        evaluation.nash_conv(forgetful, lambda infoset: dict.fromkeys(infoset.actions(), 1.0))
    with pytest.raises(GameError, match="several share an infoset: let infoset"):
        evaluation.nash_conv(public_tree(ShortSighted(), native=False), tilted)
    blind = public_tree(Abstracted(Leduc(), card), native=False)
    with pytest.raises(AbstractionError, match="Equal keys must imply equal players"):
        _ = blind.rows
