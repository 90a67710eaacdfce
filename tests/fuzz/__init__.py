"""A fuzzer of native code: random games, written as source, run natively and as Python.

``grammar/`` says what may be written, line by line of docs/reference/native.md; ``python -m
tests.fuzz`` writes games of it and compares their two runs.
"""
