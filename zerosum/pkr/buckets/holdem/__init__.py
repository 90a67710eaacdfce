"""Buckets of hold'em: hands with similar prospects on one street share one.

plans      the declaration of the buckets of a street; steps and parts of expected strength
clustered  clusters: rank vectors, histograms, OCHS
quality    what buckets mix and forget
factor     the factor: a look-up by the number of a situation

The factors are made by :mod:`zerosum.pkr.holdem.abstraction.buckets`.
"""
