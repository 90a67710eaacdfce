"""What walks over whole games refuse."""


class TooMany(Exception):
    """Raised if a tree outgrows its limit."""
