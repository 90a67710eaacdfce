"""Abstractions of poker games."""
