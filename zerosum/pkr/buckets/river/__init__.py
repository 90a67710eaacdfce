"""Buckets of River of Blood, whose hands are dealt at random, measured and clustered.

features     hands and boards as the game deals them, and histograms of their strength
opponents    strengths against clusters of opponents, from the same random numbers
sampled      plans of buckets; tables of every hand, or of every hand on every flop
streets      the factors of ``equities`` and ``ochs``
expected     the factors of ``ehs`` and ``percentile``: one number for a hand
"""
