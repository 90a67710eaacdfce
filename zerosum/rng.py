"""Random numbers: one word of state, the same stream interpreted and native.

The generator is SplitMix64 (Steele, Lea & Flood, "Fast splittable pseudorandom number generators",
OOPSLA 2014, figure 17). Its whole state is one 64-bit word, so a resumed run continues with the
same numbers as if it had never stopped.
"""

import secrets

import numpy as np

_MASK = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15
_LEAP = (_GAMMA << 32) & _MASK
_MIX1 = 0xBF58476D1CE4E5B9
_MIX2 = 0x94D049BB133111EB


class Random:
    """A small seeded generator.

    Parameters
    ----------
    seed
        Any integer; only its low 64 bits are used. By default taken from the operating system.

    Examples
    --------
    >>> Random(7).integer(52) == Random(7).integer(52)
    True
    """

    __slots__ = ("word",)

    def __init__(self, seed: int | None = None) -> None:
        start = secrets.randbits(64) if seed is None else seed & _MASK
        self.word = np.array([start], np.uint64)

    @property
    def state(self) -> int:
        """The word of state, 0 to 2**64 - 1; set it to return to an earlier point of the stream."""
        return int(self.word[0])

    @state.setter
    def state(self, state: int) -> None:
        self.word[0] = np.uint64(state & _MASK)

    def bits(self) -> int:
        """Return the next 64 random bits as an integer, 0 to 2**64 - 1; natively a signed one."""
        z = (int(self.word[0]) + _GAMMA) & _MASK
        self.word[0] = z
        z = ((z ^ (z >> 30)) * _MIX1) & _MASK
        z = ((z ^ (z >> 27)) * _MIX2) & _MASK
        return z ^ (z >> 31)

    def random(self) -> float:
        """Return a float, uniform on [0, 1) in steps of 2**-53."""
        return (self.bits() >> 11) * 2.0**-53

    def integer(self, n: int) -> int:
        """Return an integer, uniform on 0 .. n - 1, for 0 < n < 2**31.

        The high half of the word is scaled, so the error of the probabilities is less than n /
        2**32.
        """
        return ((self.bits() >> 32) * n) >> 32

    def branch(self) -> int:
        """Return a number, 0 .. 2**62 - 1, that names a family of streams for :meth:`follow`."""
        return self.bits() >> 2

    def follow(self, branch: int, stream: int) -> None:
        """Move to the start of a stream of a family.

        Streams 0, 1, 2, … follow each other in the sequence that begins at the branch, 2**32
        numbers apart.

        >>> first, second = Random(1), Random(2)
        >>> first.follow(1234, 3)
        >>> second.follow(1234, 3)
        >>> first.integer(52) == second.integer(52)
        True
        """
        self.state = branch + stream * _LEAP

    def __repr__(self) -> str:
        return f"Random(state={self.state})"
