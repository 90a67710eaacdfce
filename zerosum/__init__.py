"""Solve zero-sum games with hidden information.

A game is an immutable dataclass, and an abstraction is a pure function of its infosets. The same
Python source runs interpreted, enumerated and natively. This docstring is a map of the package.
Data passes through it in this order, and a module imports only from modules on its left::

    game  →  abstraction  →  lowering (native | tree)  →  algorithm + tables  →  strategy  →
    evaluation, resolving, play, experiment

The modules, in that order:

``game``, ``cards``, ``actions``, ``rng``, ``errors``
    The protocol of a game, and the values that games are written with.
``kuhn``, ``leduc``, ``bluff``, ``blackjack``, ``pkr``, ``setback``
    Games, each with its abstractions; ``pkr`` contains River of Blood hold'em.
``abstraction``
    The algebra of abstractions: ``algebraic``, products, ``ONE``, ``abstract``, ``Abstracted``; and
    ``View``, which gives the key and the menu of an infoset.
``terms``
    How a game is described at a terminal; a game package can provide its own in ``terminal``.
``jit``, ``native``
    Compile frozen dataclasses to native value types; ``explain(game)``.
``workshop``
    Compiles functions of numbers and arrays, for games whose factors are fitted.
``tables``, ``kernels``
    Tables of infosets with exact keys, and the code that the compiled loops over them share.
``tree``
    Enumerate small games into flat arrays; ``enumerated(game)``.
``lattice``
    Compare abstractions on an enumerated game: which one refines which, what players remember.
``rules``, ``strategy``, ``algorithms``
    Regret rules, exact and sampling solvers, and the strategies that they return.
``evaluation``
    Values, best responses and exploitability; bounds on exploitability in games that are too large
    for trees; strategies lifted from an abstract game into the whole game.
``resolving``
    Solve a part of a game again, from what is known of its players: unsafe, by the gadget game, by
    max-margin, to the end or to a limit of depth; ``resolve(position, strategy, player)``.
``play``
    Agents, matches between them and what luck did in these, the match engine, the ACPC dealer, and
    play at a terminal.
``experiment``
    Experiments, their run folders, progress and checkpoints; ``Run`` opens a run, with the parts of
    it that were solved again, and makes agents of it.
``query``
    Questions to runs of hold'em: what a strategy does after a history, and what seats may hold.
``testing``
    Hypothesis strategies and checks for your own games and abstractions.
``rendering``, ``drawing``
    The format of printed tables and lines; the colours of pictures, and words that fit in them.
``store``, ``stamp``, ``tokens``, ``hints``, ``options``, ``interrupts``, ``cores``
    Used by all modules: atomic folders of arrays and the cache folder, the origin of saved data,
    values encoded as words of a key, annotations read, options declared as records, Ctrl-C delayed
    to a safe moment, cores and threads.

Importing :mod:`zerosum` is fast: it compiles nothing and imports no large package.
"""

from zerosum.support.moved import find_moved

__version__ = "0.1.0"

__all__ = ["__version__"]

find_moved()
