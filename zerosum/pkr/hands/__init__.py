"""Cards as words, and the value of hands: what both games, ranges and buckets stand on.

masks              bits of ranks and suits
values short       the best five cards; those of a short deck
deck               decks of any size, and sets of their cards
classes            the 169 classes of two cards, and classes of made hands
isomorphism        hands and boards that differ only by the names of suits
shuffled           random cards from words that the cards themselves give
"""

from zerosum.pkr.hands.values import Category, best_five, category, evaluate, kind

__all__ = ["Category", "best_five", "category", "evaluate", "kind"]
