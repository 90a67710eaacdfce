"""Where values end in the words of many rows at once, without decoding them."""

import numpy as np

from zerosum.support.tokens import ENUM, LEAST, REAL, RECORD, TEXT, TUPLE, class_of, field_kinds
from zerosum.tables.arena import Ints


def ends_of(words: Ints, begins: Ints) -> Ints:
    """Return where the values end that begin at given places.

    All values are followed at once, word by word: time grows with the longest of them.

    Raises
    ------
    KeyError
        With the number of a class that is not known.

    >>> words = np.array([5, TUPLE + 2, 7, 8, 9])
    >>> ends_of(words, np.array([0, 1, 4])).tolist()
    [1, 4, 5]
    """
    ends, missing = begins.copy(), np.ones_like(begins)
    active = np.arange(begins.size)
    while active.size:
        read = words[ends[active]]
        ends[active] += 1 + _payloads(read)
        missing[active] += _parts(read) - 1
        active = active[missing[active] > 0]
    return ends


def items_of(words: Ints, tuples: Ints, counts: Ints) -> tuple[Ints, Ints]:
    """Return where the items of tuples begin and end, those of one tuple after another.

    Parameters
    ----------
    words
        The words.
    tuples
        Where the tuples begin.
    counts
        How many items each of them has.
    """
    first = np.cumsum(counts) - counts
    begins, ends = (np.empty(counts.sum(), np.int64) for _ in range(2))
    at = tuples + 1
    for place in range(int(counts.max(initial=0))):
        here = counts > place
        begins[first[here] + place] = at[here]
        at[here] = ends[first[here] + place] = ends_of(words, at[here])
    return begins, ends


def _payloads(words: Ints) -> Ints:
    """Return how many words that are no tokens follow each token."""
    sizes: Ints = ((words == REAL) | ((words >= ENUM) & (words < TEXT))).astype(np.int64)
    texts = (words >= TEXT) & (words < LEAST)
    sizes[texts] = (words[texts] - TEXT + 6) // 7
    return sizes


def _parts(words: Ints) -> Ints:
    """Return how many values each token is followed by: items of a tuple, fields of a record."""
    parts: Ints = np.where((words >= TUPLE) & (words < RECORD), words - TUPLE, 0)
    records = (words >= RECORD) & (words < ENUM)
    for word in np.unique(words[records]).tolist():
        parts[words == word] = len(field_kinds(class_of(word - RECORD)))
    return parts
