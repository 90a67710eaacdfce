"""What walks over whole games refuse."""


class TooMany(Exception):
    """Raised if a tree outgrows its limit."""


class NoPlayer(Exception):
    """Raised if the player to act is not in the game."""


class NotOne(Exception):
    """Raised if probabilities of chance do not sum to one."""


class Unbalanced(Exception):
    """Raised if payoffs do not cancel."""
