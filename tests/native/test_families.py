"""How the classes of a family share words."""

from numba import types

from zerosum.native.families import lay_words


class Bet: ...


class Draw: ...


class BetAndDraw: ...


def test_fields_of_one_class_never_share_a_word():
    amount, card = ("amount", types.int64), ("card", types.UniTuple(types.int64, 2))
    classes = [(Bet, (amount,)), (Draw, (card,)), (BetAndDraw, (amount, card))]
    members, words = lay_words(classes)
    assert words == 3
    for _, laid in members:
        taken = [start + n for _, kind, start in laid for n in range(getattr(kind, "count", 1))]
        assert len(set(taken)) == len(taken)


def test_equal_names_of_one_type_share_a_word():
    amount = ("amount", types.int64)
    members, words = lay_words([(Bet, (amount,)), (BetAndDraw, (("kept", types.int64), amount))])
    places = {
        name: {start for _, laid in members for n, _, start in laid if n == name}
        for name in ("amount", "kept")
    }
    assert places == {"amount": {0}, "kept": {1}}
    assert words == 2
