r"""What hands of two cards win against a range, in a time that grows with the number of hands.

Hands are numbered by rising strength. A hand :math:`h` of cards :math:`a, b` meets those of the
opponent that hold neither card, so a sum over them is

.. math:: \sum_o \pi(o) - \sum_{o \ni a} \pi(o) - \sum_{o \ni b} \pi(o) + \pi(h)

where :math:`\pi(h)` is the reach of the opponent's hand of the same two cards, which was subtracted
twice. Weaker and equal hands are counted by sums that grow from the weakest hand to the strongest.

Johanson, Waugh, Bowling & Zinkevich, "Accelerating best response calculation in large extensive
games", IJCAI 2011, section 4.2.
"""

from zerosum.jit import kernel
from zerosum.kernels.names import Numbers, Work

DECK = 52
"""How many cards there are at most."""
REWARDS = 3
"""What the first decider is paid at a terminal: with the stronger hand, an equal, a weaker one."""


@kernel
def pay_ranked(vectors: Work, player: int, kind: int, reach: Numbers, values: Numbers) -> None:
    """Add what each hand of a player wins at a terminal; see :func:`zerosum.kernels.vectors.pay`.

    Costs some four nanoseconds a hand. Modified in place: ``values``, ``vectors.by_card``.
    """
    at, hands = REWARDS * kind, vectors.sizes[0]
    win, tie, lose = vectors.rewards[at], vectors.rewards[at + 1], vectors.rewards[at + 2]
    if player == 1:
        win, tie, lose = -lose, -tie, -win
    cards, whole, sums = vectors.cards, vectors.by_card, vectors.by_card[DECK:]
    for card in range(2 * DECK):
        whole[card] = 0.0
    total = 0.0
    for hand in range(hands):
        chance = reach[hand]
        total += chance
        whole[cards[2 * hand]] += chance
        whole[cards[2 * hand + 1]] += chance
    if win == lose and win == tie:
        for hand in range(hands):
            low, high = cards[2 * hand], cards[2 * hand + 1]
            values[hand] += win * (total - whole[low] - whole[high] + reach[hand])
        return
    below, first = 0.0, 0
    for group in range(vectors.groups):
        end = vectors.ends[group]
        for hand in range(first, end):
            low, high = cards[2 * hand], cards[2 * hand + 1]
            every = total - whole[low] - whole[high] + reach[hand]
            values[hand] += lose * every + (win - tie) * (below - sums[low] - sums[high])
        for hand in range(first, end):
            chance = reach[hand]
            below += chance
            sums[cards[2 * hand]] += chance
            sums[cards[2 * hand + 1]] += chance
        for hand in range(first, end):
            low, high = cards[2 * hand], cards[2 * hand + 1]
            values[hand] += (tie - lose) * (below - sums[low] - sums[high] + reach[hand])
        first = end
