"""The quality of buckets: what they mix, and what they forget."""

import numpy as np
import pytest

from zerosum.errors import AbstractionError
from zerosum.pkr.buckets.holdem.quality import described, quality
from zerosum.pkr.holdem import TWENTY
from zerosum.pkr.holdem.abstraction import player
from zerosum.pkr.holdem.abstraction.buckets import ehs, histograms, hole, rank_vectors

RIVER = rank_vectors(20, deck=TWENTY)
TURN = histograms(30, over=RIVER)


@pytest.mark.slow  # it clusters two streets
def test_of_clusters():
    """Sizes, transitions, and hands far from their bucket."""
    found = quality(TURN)
    assert found.sizes.sum() == 27_290
    assert found.hands.sum() == pytest.approx(1)
    assert found.transitions.sum(axis=1) == pytest.approx(np.ones(30))
    assert found.least_spread < found.spread < 0.1
    assert 0 < found.hidden < 3
    gaps = [abs(strength - mean) for _, strength, mean in found.worst]
    assert gaps == sorted(gaps, reverse=True)
    assert len(described(found)) == 10


@pytest.mark.slow  # it clusters three streets
def test_more_buckets_mix_less():
    """The spread falls with the number of buckets, and so do the hidden bits."""
    few, many = quality(histograms(8, over=RIVER)), quality(histograms(60, over=RIVER))
    assert many.spread < few.spread
    assert many.hidden < few.hidden


@pytest.mark.slow
def test_buckets_of_one_hand_mix_nothing():
    """Each hand before the flop has a bucket of its own."""
    found = quality(hole(deck=TWENTY))
    assert found.spread == pytest.approx(0, abs=1e-6)
    assert found.transitions is None


@pytest.mark.slow
def test_strength_alone_is_best_at_strength():
    """Equal steps of strength are near the best buckets by strength alone."""
    found = quality(ehs(40, 2, deck=TWENTY))
    assert found.spread == pytest.approx(1 / 40 / 12**0.5, rel=0.25)


def test_of_another_factor():
    """Only buckets have a quality."""
    with pytest.raises(AbstractionError, match="must be that of a factor of buckets"):
        quality(player)
