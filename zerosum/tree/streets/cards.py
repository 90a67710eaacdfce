"""What cards do to vectors of hands: which hands a board leaves, and what all boards add up to."""

from zerosum.jit import inlined
from zerosum.kernels.names import Numbers, Work
from zerosum.tree.streets.leaves import hands_on, places_on, side_of


@inlined
def spread(tree: Work, room: Work, board: int, player: int, reach: Numbers, street: int) -> None:
    """Write the opponent's reaches at a leaf before a card, by hand. Modified in place: room."""
    places = places_on(tree, board, 1 - player)
    known = room.known[street * tree.width :]
    for hand in range(hands_on(tree, board, 1 - player)):
        known[places[hand]] = reach[hand]


@inlined
def enter(tree: Work, room: Work, child: int, player: int, known: Numbers, street: int) -> None:
    """Take the opponent's reaches to a board, as the first row of its street.

    Modified in place: ``room``.
    """
    places = places_on(tree, child, 1 - player)
    row, odds = room.reaches[tree.reach_at[street] * tree.width :], tree.odds[street]
    for hand in range(hands_on(tree, child, 1 - player)):
        row[hand] = known[places[hand]] * odds


@inlined
def gather(tree: Work, found: Numbers, child: int, player: int, won: Numbers) -> None:
    """Add what hands win on a board, and on all boards of its class. Modified in place: found."""
    places, hands = places_on(tree, child, player), hands_on(tree, child, player)
    for hand in range(hands):
        found[places[hand]] += won[hand]
    for image in range(tree.images[child], tree.images[child + 1]):
        moved = side_of(tree, player).moves[tree.ways[image] * tree.hands[player] :]
        for hand in range(hands):
            found[moved[places[hand]]] += won[hand]


@inlined
def collect(tree: Work, found: Numbers, board: int, player: int, values: Numbers) -> None:
    """Write what hands win after all cards, in the order of a board. Modified in place: values."""
    places = places_on(tree, board, player)
    for hand in range(hands_on(tree, board, player)):
        values[hand] = found[places[hand]]
