"""Benchmarks: run by hand, each prints a table with what it measured."""
