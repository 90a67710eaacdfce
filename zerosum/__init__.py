"""Solve zero-sum games with hidden information.

A game is an immutable dataclass, and an abstraction is a pure function of its infosets. The same
Python source runs interpreted, enumerated and natively. This docstring is a map of the package.
Data passes through it in this order, and a module imports only from modules on its left::

    game  →  abstraction  →  lowering (native | tree)  →  algorithm + tables  →  strategy  →
    evaluation, resolving, play, interop, experiment  →  poker: think, ask  →  web

The modules, in that order:

``errors``, ``rng``, ``actions``, ``game``, ``hooks``, ``cards``
    The protocol of a game, what else may be asked of one, and the values that games are written
    with.
``support``
    Small things that every room uses: folders of arrays, words of a key, options declared as
    records, tables printed, cores and Ctrl-C, errors of users' code in a sentence (``blame``).
``abstraction``
    The algebra of abstractions: ``algebraic``, products, ``ONE``, ``abstract``, ``Abstracted``; and
    ``View``, which gives the key and the menu of an infoset.
``terms``, ``drawn``, ``ranked``
    How a game is described to who plays it, and what a table draws; a game package can provide its
    own in ``terminal``. That its hands are compared by rank, for solvers on vectors of hands.
``kuhn``, ``leduc``, ``bluff``, ``blackjack``, ``setback``
    Games, each with its abstractions.
``jit``, ``native``
    Compile frozen dataclasses to native value types; ``explain(game)``.
``workshop``
    Compiles functions of numbers and arrays, for games whose factors are fitted.
``laws``
    What a game must obey: checked on random playouts before anything else walks it.
``tables``, ``kernels``
    Tables of infosets with exact keys, and the code that the compiled loops over them share.
``tree``
    Enumerate small games into flat arrays; ``enumerated(game)``. In ``tree.streets``, the betting
    of games whose hands are ranked, times boards, times hands.
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
    Agents, matches between them and what luck did in these; ``Explorer``, which looks around in a
    game, and play at a terminal.
``interop``
    Games of other programs as games here, and games here as theirs: OpenSpiel, and files of Gambit.
``experiment``
    Experiments, their run folders, progress and checkpoints; ``Run`` opens a run, with the parts of
    it that were solved again, and makes agents of it.
``scale``
    Many runs at a time, in processes or on a Ray cluster: ``Task``, and the back ends that do them.
``testing``
    Hypothesis strategies and checks for your own games and abstractions.
``pkr``
    Poker. The lower floors are rules and abstractions, as those of any game: ``hands``, ``face``
    (what every game offers), ``game`` (River of Blood), ``holdem``, ``ranges``, ``equities``,
    ``buckets``, ``abstraction``; and how hands are written: ``text``, the one language of lines of
    play, ``phh``, ``acpc``. The upper floors stand on everything above: ``places``, what a strategy
    does somewhere with every hand; ``shows`` and ``scenarios`` of it; ``parts`` of a run solved
    again, ``think`` at the table, ``bots`` at the tables of others, ``again``, which a run asks for
    parts and thinking, and ``ask``, which answers questions to a run.
``web``
    A page in the browser that looks into runs, compares and trains them, and tables at which a
    person plays them; an extra.

Importing :mod:`zerosum` is fast: it compiles nothing and imports no large package.
"""

from zerosum.support.moved import find_moved

__version__ = "0.2.0"

__all__ = ["__version__"]

find_moved()
