"""Reentrant streets: what of the betting is forgotten, and that what is kept is enough."""

import pytest

from tests.games.holdem import random_deal
from zerosum.errors import AbstractionError
from zerosum.pkr import Bet
from zerosum.pkr.abstraction import allin, by_street, limited, passive, raises
from zerosum.pkr.holdem import TWENTY, NoLimitHoldem
from zerosum.pkr.holdem.abstraction import history, player, reentrant
from zerosum.rng import Random
from zerosum.testing import check_abstraction

OFFERS = passive + by_street({0: limited(raises(1, 2), 2, 4), 3: limited(raises(1), 1, 4)}) + allin
EQUAL = {"players": 4, "stacks": (12,), "deck": TWENTY}
UNEQUAL = {"players": 4, "stacks": (9, 1, 12, 15), "antes": (0, 1, 0, 2), "deck": TWENTY}


def decisions(parameters, hands):
    """Yield hands at random, each a list of the histories at its decisions and the actions."""
    rng = Random(5)
    for _ in range(hands):
        game, found = random_deal(NoLimitHoldem(**parameters), rng), []
        while not game.terminal:
            offers = OFFERS(game.infoset(game.active))
            action = offers[rng.integer(len(offers))]
            found.append((game, action))
            game = random_deal(game.apply(action), rng)
        yield found


def remembered(path, streets, *, initiative):
    """Return what a seat at the end of a path knows, from the histories on the path alone."""
    last = path[-1][0]
    entered = max([street for street in streets if street <= last.street], default=0)
    since = [place for place, (game, _) in enumerate(path) if game.street >= entered]
    start = path[since[0]][0]
    if entered == 0:
        return last.line, last.levels
    lines = last.line[since[0] :], last.levels[len(start.levels) :]
    bets = [(game, action) for game, action in path[: since[0]] if raised(game, action)]
    few = sum(chips(game, action) < game.behind[game.active] for game, action in bets)
    raiser = bets[-1][0].active if bets and initiative else -1
    able = [seat for seat in range(start.players) if start.able >> seat & 1]
    return lines, last.street, start.total, start.level, start.live, able, few, start.active, raiser


def raised(game, action):
    return chips(game, action) > game.cost_of(game.active)


def chips(game, action):
    concrete = game.infoset(game.active).concrete(action)
    return concrete.quantity if isinstance(concrete, Bet) else 0


@pytest.mark.parametrize(
    ("parameters", "streets", "initiative"),
    [(EQUAL, (), False), (UNEQUAL, (1,), False), (EQUAL, (1, 3), True), (UNEQUAL, (1, 3), True)],
)
def test_it_tells_apart_what_it_says(parameters, streets, initiative):
    """Its values are those of a record of the hand, one to one."""
    factor, pairs = reentrant(*streets, initiative=initiative), set()
    for path in decisions(parameters, 30):
        for place, (game, _) in enumerate(path):
            value = factor(game.infoset(game.active))
            told = remembered(path[: place + 1], streets, initiative=initiative)
            pairs.add((value, repr(told)))
    values, records = zip(*pairs, strict=True)
    assert len(set(values)) == len(set(records)) == len(pairs) > 50


def test_equal_values_go_on_alike():
    """They imply the same seat and menu, and after the same action equal values again."""
    factor, known, repeated = reentrant(1, 2, 3), {}, 0
    for path in decisions(EQUAL, 150):
        for place, (game, action) in enumerate(path):
            infoset = game.infoset(game.active)
            value = factor(infoset)
            offers = [infoset.concrete(each) for each in OFFERS(infoset)]
            after = path[place + 1][0] if place + 1 < len(path) else None
            following = None if after is None else factor(after.infoset(after.active))
            for key, found in (
                ((value,), (game.active, offers)),
                ((value, repr(action)), following),
            ):
                repeated += key in known
                assert known.setdefault(key, found) == found
    assert repeated > 300


def test_the_betting_of_the_whole_hand_is_kept_without_streets():
    for path in decisions(EQUAL, 20):
        for game, _ in path:
            infoset = game.infoset(game.active)
            value, line = reentrant()(infoset), history(infoset)[0]
            spelled = sum(done << 2 * place for place, done in enumerate(reversed(line)))
            assert (value[0], value[3]) == (spelled, history(infoset)[1])


def test_streets_are_a_set():
    assert reentrant(3, 1) == reentrant(1, 3, 1)
    assert repr(reentrant(3, 1)) == "reentrant(1, 3)"
    assert reentrant(1, initiative=True) != reentrant(1)
    assert repr(reentrant(1, initiative=True)) == "reentrant(1, initiative=True)"


@pytest.mark.slow
@pytest.mark.parametrize("streets", [(), (1,), (1, 2, 3)])
def test_it_is_native(streets):
    states = reentrant(*streets, initiative=True) * player * OFFERS
    for parameters in (EQUAL, UNEQUAL):
        check_abstraction(NoLimitHoldem(**parameters), states, OFFERS, examples=30)


@pytest.mark.parametrize("street", [0, 4, True, "flop"])
def test_streets_that_are_none(street):
    with pytest.raises(AbstractionError, match="street must be a number from 1 to 3, since"):
        reentrant(street)
