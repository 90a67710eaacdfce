"""Kernels that several algorithms share: drawing chance, finding a row, regrets, playing."""
