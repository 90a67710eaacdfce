"""Solve zero-sum games with hidden information.

A game is an immutable dataclass, an abstraction a pure function of its information sets, and
the same Python source runs interpreted, enumerated and native. The way of data is the map of
the house; imports run leftwards only::

    game  →  abstraction  →  lowering (native | tree)  →  algorithm + tables  →  strategy  →
    evaluation, play, experiment

The rooms, in that order:

``game``, ``cards``, ``actions``, ``rng``, ``errors``
    The protocol of a game, and the values that games are written with.
``kuhn``, ``leduc``, ``bluff``, ``pkr``
    Games, each with its abstractions; ``pkr`` holds River of Blood hold'em.
``abstraction``
    The algebra: ``algebraic``, products, ``ONE``, ``abstract``, ``Abstracted``; and ``View``, what
    the key and the menu of an infoset are.
``jit``, ``native``
    The lowering of frozen dataclasses to native value types; ``explain(game)``.
``workshop``
    Compiles functions of numbers and arrays, for games whose factors are fitted.
``tables``, ``kernels``
    Exact-key tables of infosets, and what the compiled loops over them share.
``tree``
    The lowering of small games to flat arrays; ``enumerated(game)``.
``lattice``
    Abstractions compared on an enumerated game: which one refines which, what players recall.
``rules``, ``strategy``, ``algorithms``
    Regret rules, the solvers, sampling and exact, and the strategy they hand out.
``evaluation``
    Values, best responses, exploitability, bounds on it where a game is too large for trees, and
    strategies lifted out of an abstraction.
``play``
    Agents, matches between them, the match engine's protocol, a person at a terminal.
``experiment``
    Experiments, their run folders, progress and checkpoints.
``testing``
    Hypothesis strategies and checks for those who write games and abstractions.
``store``, ``stamp``, ``tokens``, ``interrupts``, ``cores``
    What all may use: atomic folders of arrays and the cache folder, where a saved thing came from, values as words
    of a key, Ctrl-C at a moment of our choosing, and how many cores there are.

Importing :mod:`zerosum` is cheap: it compiles nothing and imports nothing heavy.
"""

from __future__ import annotations

__version__ = "0.1.0"

__all__ = ["__version__"]
