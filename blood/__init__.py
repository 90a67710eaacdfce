"""River of Blood: experiments and commands on top of :mod:`zerosum`.

Each experiment is a module that declares ``TrainingAbstraction``; ``python -m blood.train``
trains one.
"""
