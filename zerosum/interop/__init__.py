"""Games of other programs, in and out; an experiment may name one.

``openspiel:leduc_poker`` at any command is a game of OpenSpiel, for which the extra ``openspiel``
must be installed: see :mod:`zerosum.interop.openspiel`.
"""
