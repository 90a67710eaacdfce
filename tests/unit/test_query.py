"""Questions to strategies of hold'em: what they do, and what each seat may hold."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from tests.bayes import reach_by_bayes, steps_of
from zerosum.abstraction import Abstracted
from zerosum.algorithms import ExternalSampling
from zerosum.cards import Cards, parse
from zerosum.errors import GameError, NotApplicable, StoreError, StrategyError
from zerosum.experiment import Run
from zerosum.kuhn import Kuhn
from zerosum.pkr import Bet, Fold, NoLimitHoldem
from zerosum.pkr.abstraction import allin, limited, passive, pot_bets
from zerosum.pkr.abstraction.translation import translated
from zerosum.pkr.ask import Query
from zerosum.pkr.ask.checkpoint import Checkpoint
from zerosum.pkr.holdem import TWENTY, LimitHoldem
from zerosum.pkr.holdem.abstraction import actions as listed
from zerosum.pkr.holdem.abstraction import bets, hand_ranks, player, round_history, street
from zerosum.pkr.holdem.abstraction.buckets import potential_aware
from zerosum.pkr.places.hidden import HIDDEN, Hidden
from zerosum.pkr.places.policy import MASKS
from zerosum.pkr.places.tracks import Track, weights_of
from zerosum.pkr.text import Line
from zerosum.rng import Random
from zerosum.strategy import Strategy
from zerosum.tables import Storage

CARDS = potential_aware(20, 30, 40, deck=TWENTY)
MENU = passive + limited(pot_bets(1 / 2, 2), street=2) + allin
THREE = NoLimitHoldem(players=3, deck=TWENTY, stacks=(40,))
GAME = Abstracted(THREE, street * player * round_history * CARDS * MENU, MENU)
TWO_FACTORS = Abstracted(THREE, street * player * bets * CARDS * hand_ranks * MENU, MENU)
STORAGES = {
    "exact": None,
    "dense": Storage("float32", dense=True),
    "fingerprint": Storage("float32", fingerprint=64),
    "int": Storage("int32", dense=True, averages=1),
}


@cache
def solved(storage: str = "dense", game: Any = GAME, iterations: int = 30) -> ExternalSampling:
    solver = ExternalSampling(game, seed=3, native=False, storage=STORAGES[storage])
    solver.run(iterations)
    return solver


@cache
def query(storage: str = "dense", game: Any = GAME, off_menu: str = "translation") -> Query:
    return Query(solved(storage, game).strategy(), game, off_menu=off_menu)


def walked(seed: int, game: Any = GAME) -> list[Any]:
    """Return the games of the decisions of a hand that is played at random on a game's menus."""
    rng, found, hand = Random(seed), [], game
    while not hand.terminal:
        if hand.chance:
            hand = hand.apply(hand.sample(rng))
            continue
        found.append(hand)
        acts = [each for each in hand.infoset(hand.active).actions() if not isinstance(each, Fold)]
        hand = hand.apply(acts[rng.integer(len(acts))])
    return found


class TestReach:
    """The posterior of each seat is that of Bayes over the interpreted strategy."""

    @pytest.mark.parametrize("storage", ["exact", "fingerprint"])
    def test_it_is_that_of_bayes(self, storage):
        asked, some = query(storage), np.flatnonzero(MASKS & ~TWENTY.cards.mask == 0)[::23]
        for seed in range(2):
            place = asked.at(walked(seed)[-1].game)
            slow = reach_by_bayes(asked.strategy, GAME, steps_of(place), some)
            assert np.allclose(place.reach[:, some], slow, rtol=0, atol=1e-9)
            assert slow.any(axis=1).all()

    def test_of_several_factors(self):
        asked, some = query("dense", TWO_FACTORS), np.flatnonzero(MASKS & ~TWENTY.cards.mask == 0)
        place = asked.at(walked(2, TWO_FACTORS)[-1].game)
        slow = reach_by_bayes(asked.strategy, TWO_FACTORS, steps_of(place), some[::31])
        assert np.allclose(place.reach[:, some[::31]], slow, rtol=0, atol=1e-9)

    def test_actions_multiply_and_cards_are_removed(self):
        before = query().at("")
        after = before.after(before.infoset.actions()[1])
        others = [seat for seat in range(3) if seat != before.seat]
        assert np.array_equal(after.reach[others], before.reach[others])
        assert not np.array_equal(after.reach[before.seat], before.reach[before.seat])
        place, own = query().at("c c c | AhKhQd"), parse("AcKc")
        held = place.posterior(own)
        assert np.allclose(held.sum(axis=1), 1)
        dead = MASKS & (own | parse("AhKhQd")).mask != 0
        assert not held[:, dead].any()
        assert (held[:, ~dead & (MASKS & ~TWENTY.cards.mask == 0)] > 0).any()


class TestAnswers:
    """An answer is what the strategy says of the infoset."""

    @pytest.mark.parametrize("storage", STORAGES)
    def test_with_cards(self, storage):
        asked = query(storage)
        for hand in (hand for seed in range(6) for hand in walked(seed)):
            infoset = hand.infoset(hand.active)
            found = asked.get(hand.game)
            assert list(found.probabilities) == list(asked.strategy(infoset).values())
            assert found.known == (asked.strategy.find(infoset, infoset.actions()) is not None)
            assert sum(found[word] for word in found.words) == pytest.approx(1)
            found = asked.get(hand.game, matrix=True)
            row = found.matrix[list(found.buckets).index(found.bucket)]
            assert not found.known or row.tolist() == list(found.probabilities)
            assert found.known or not row.any()

    def test_the_same_history_in_other_words(self):
        words = "r200% c c | AhKhQd x b50%"
        place = query().at(words)
        asked = query().get(words, "AcKc").probabilities
        raised = place.action.quantity
        first = query().at("").infoset.concrete(query().get("").actions[2]).quantity
        phh = [
            "d dh p1 ????", "d dh p2 ????", "d dh p3 ????",
            f"p3 cbr {first}", "p1 cc", "p2 cc", "d db AhKhQd", "p1 cc", f"p2 cbr {raised}",
        ]  # fmt: skip
        assert query().get(phh, "AcKc").probabilities == asked
        assert query().get("\n".join(phh), "AcKc").probabilities == asked
        assert query().get(place.real, "AcKc").probabilities == asked
        with pytest.warns(DeprecationWarning, match="is now .* in lines of play"):
            place = query().at("b(2.0000)cc|cb(0.5000)", board="AhKhQd")
        assert query().answer(place, parse("AcKc")).probabilities == asked

    def test_words_lead_on(self):
        """Each word of an answer is a word of histories, for the action that is named."""
        for hand in (hand for seed in range(6) for hand in walked(seed)):
            place = query().at(hand.game)
            found = query().answer(place)
            history = Line.of(hand.game.public)
            read = [query().at(f"{history} {word}").action for word in found.words]
            assert read == list(found.actions)
            bets = sorted(chips for action in read for chips in vars(action).values())
            numbers = range(1, len(bets) + 1)
            assert [query().at(f"{history} #{n}").action for n in numbers] == list(map(Bet, bets))

    def test_limit_holdem(self):
        game = Abstracted(LimitHoldem(deck=TWENTY), player * round_history * hand_ranks * listed)
        asked = Query(solved("exact", game, 1).strategy(), game)
        assert asked.get("r", "AhKh").words == ("f", "c", "r6")
        with pytest.raises(GameError, match="legal are f, c, r6"):
            asked.get("r r5")


class TestOffMenu:
    """Bets that are not on the menu: translated, or two histories blended."""

    HISTORY = "r9"  # the menu has 6 and 40 chips

    def test_translation(self):
        found = query().get(self.HISTORY, "AhKh")
        walk = translated(GAME).seated(0, parse("AhKh")).apply(Bet(9))
        assert list(found.probabilities) == list(query().strategy(walk.infoset(0)).values())
        assert [walk.realise(each) for each in walk.infoset(0).actions()] == list(found.actions)
        (bet,) = found.off
        assert (bet.seat, bet.chips, bet.instead) == (2, 9, ("r200%",))
        assert bet.apart == ((9 - 6) / 5,)
        assert found.asked == (("r6", 1.0),)

    def test_the_two_nearest_histories(self):
        found = query(off_menu="blend").get(self.HISTORY, "AhKh")
        (bet,) = found.off
        assert bet.instead == ("r200%", "a")
        shares = dict(found.asked)
        assert sum(shares.values()) == pytest.approx(1)
        assert shares["r6"] / shares["a"] == pytest.approx(bet.apart[1] / bet.apart[0])
        alone = {text: query().get(text, "AhKh") for text in shares}
        for word in found.words:
            whole = sum(shares[text] * alone[text][word] for text in shares)
            assert found[word] == pytest.approx(whole, abs=1e-12)
        place = query(off_menu="blend").at(self.HISTORY)
        first = query().at("").policies[0]
        shares = dict(place.asked)
        mixed = sum(shares[text] * first.chances([at]) for at, text in ((2, "r6"), (3, "a")))
        assert np.allclose(place.reach[2], mixed, rtol=0, atol=1e-12)

    def test_weights(self):
        tracks = [Track(None, None, apart) for apart in (0.5, 1.5)]
        assert weights_of(tracks) == [0.75, 0.25]
        assert weights_of([*tracks, Track(None, None)]) == [0, 0, 1]


class TestNumbers:
    """The sums and the regrets of a checkpoint."""

    def run(self, folder, storage):
        """Return a query to a run folder."""
        solver = solved(storage)
        solver.save(folder / "checkpoint")
        solver.strategy().save(folder / "strategy")
        run = Run(folder)
        vars(run).update(game=GAME, strategy=Strategy.load(folder / "strategy", GAME))
        return Query(run)

    @pytest.mark.parametrize("storage", ["int", "fingerprint"])
    def test_sums_and_regrets(self, storage, tmp_path):
        asked = self.run(tmp_path, storage)
        for history in ("", "r200%"):
            whole = asked.get(history, "AhKh", matrix=True)
            found = asked.get(history, "AhKh", matrix=True, numbers="sums")
            totals = found.matrix.sum(axis=1, keepdims=True)
            assert (totals > 0).any()
            shares, some = found.matrix / np.where(totals > 0, totals, 1), totals[:, 0] > 0
            assert np.allclose(shares[some], whole.matrix[some], rtol=0, atol=1e-5)
            row = found.matrix[list(found.buckets).index(found.bucket)]
            assert row.tolist() == list(found.numbers)
        asked, current = self.run(tmp_path, storage), solved(storage).current()
        for hand in (hand for seed in range(4) for hand in walked(seed)):
            infoset = hand.infoset(hand.active)
            found = asked.get(hand.game, numbers="regrets")
            positive = np.maximum(found.numbers, 0)
            if positive.any():
                shares = positive / positive.sum()
                assert np.allclose(shares, list(current(infoset).values()), rtol=0, atol=1e-5)

    def test_numbers_that_there_are_not(self, tmp_path):
        asked = self.run(tmp_path, "int")
        with pytest.raises(NotApplicable, match="sums of a run must be kept on the street"):
            asked.get("c c c | AhKhQd", "AcKc", numbers="sums")
        with pytest.raises(NotApplicable, match="must be read from a run folder"):
            query().get("", "AhKh", numbers="sums")
        with pytest.raises(StrategyError, match="must be sums or regrets; got 'means'"):
            query().get("", "AhKh", numbers="means")

    def test_a_checkpoint_with_other_fingerprints(self, tmp_path):
        """As after another number of shards: or a row would have the numbers of another."""
        asked = self.run(tmp_path, "fingerprint")
        words = np.array(asked.strategy.words).reshape(len(asked.strategy), -1)
        asked.strategy.words = words[::-1].ravel()
        with pytest.raises(
            StoreError, match="must have the rows of the strategy of its run; it has"
        ):
            Checkpoint.open(tmp_path / "checkpoint", asked.strategy)

    def test_nothing_is_copied(self, tmp_path):
        asked = self.run(tmp_path, "dense")
        matrix = asked.at("").policies[0].matrix
        assert np.shares_memory(matrix, asked.strategy.probabilities)
        assert isinstance(asked.strategy.probabilities.base, np.memmap)


BAD = [
    (("zz",), "The word 'zz' at the start must be f, x, c, a, a bet"),
    (("c b(0.5",), r"The word 'b\(0.5' after 'c' must be"),
    (("r",), None),
    (("r3",), "The word 'r3' .* legal; BTN owes 2, and legal are f, c, r4 to r40"),
    (("a c c c",), "board must have 5 cards once no seat can act; got 0"),
    (("f f c",), "must be left out; the hand is over"),
    (("AhKhQd c",), "The word .AhKhQd. at the start must be legal"),
    (("c c c | AhKh",), "board must have 3 cards on the flop; got 2"),
    (("c c c | AhKhQd x x x Ah",), "must be left; Ah is dealt already"),
    (("c c c | 2h3h4h",), "must be left; 2h is not in the deck"),
    (("c c c", "", "AhKh"), "board must have 3 cards on the flop; got 2"),
    (("c c", "", "AhKhQd"), "must have 0 cards before the flop; got AhKhQd beside them"),
    (("c c c", "AhTh", "AhKhQd"), "must be of cards that are left; Ah is dealt already"),
    (("", "Ah"), "must be two cards of the deck; got Ah"),
    (("f f",), "must end at a decision; the hand is over"),
    (("c c c",), "must end at a decision; 3 cards on the flop come next"),
    (("p3 cc, p1 cbr 1",), "The action 'p1 cbr 1' must"),
    ((Kuhn(),), "must be text such as 'r4 c', actions of the PHH format, or a hand"),
]


@pytest.mark.parametrize(("asked", "message"), BAD)
def test_mistakes(asked, message):
    if message is None:  # one bet on the menu
        assert query().get(*asked).seat == 0
        return
    with pytest.raises((GameError, NotApplicable), match=message):
        query().get(*asked)


def test_other_games():
    with pytest.raises(NotApplicable, match="must be poker with two cards each"):
        Query(ExternalSampling(Kuhn(), native=False).strategy(), Kuhn())
    with pytest.raises(StrategyError, match="must be translation or blend; got 'guess'"):
        query("dense", GAME, "guess")


def test_whoever_looks_at_a_hidden_hand_raises():
    for look in (len, bool, hash, lambda hand: hand.mask, lambda hand: hand | Cards()):
        with pytest.raises(Hidden):
            look(HIDDEN)
