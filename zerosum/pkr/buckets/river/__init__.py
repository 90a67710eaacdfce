"""Buckets of River of Blood, whose hands are dealt at random, measured and clustered.

features     histograms of hand strength, from random numbers seeded by the cards
opponents    strengths against clusters of opponents, from the same random numbers
sampling     hands and boards of a street, as the game deals them
sampled      plans of buckets
tables       the bucket of every hand, or of every hand on every flop
streets      the factors of ``equities`` and ``ochs``
expected     the factors of ``ehs`` and ``percentile``: one number for a hand
"""
