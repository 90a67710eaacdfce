"""The factors that an experiment has names for: a missing factor is often among them."""

import sys
import warnings
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import Any

from zerosum.abstraction import Algebraic, Product
from zerosum.abstraction.combined import records_in
from zerosum.abstraction.view import as_states
from zerosum.experiment.load import module_named
from zerosum.game import History
from zerosum.lattice.playouts import playouts
from zerosum.support.blame import sentence

_PLAYOUTS = 4


def vocabulary(name: str, game: History) -> tuple[Algebraic, ...]:
    """Return the factors named in the module of an experiment and in its game's package.

    Parameters
    ----------
    name
        Of the experiment, which must be imported; empty for none.
    game
        The start of the whole game. Its package may have a module named ``abstraction``.

    Returns
    -------
    Each factor once, without those that must be fitted first, and without those that fail on
    infosets of the game, since they were written for another game.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> vocabulary("", Kuhn())
    (is_jack, betting)
    """
    modules = [sys.modules.get(module_named(name)) if name else None, _beside(type(game))]
    products = [product for module in modules if module for product in _public(module)]
    factors = dict.fromkeys(factor for product in products for factor in product.factors)
    infosets = [step.infoset for played in playouts(game, _PLAYOUTS, 0) for step in played]
    return tuple(factor for factor in factors if _answers(factor, infosets))


def _public(module: ModuleType) -> Iterator[Product]:
    for name, value in vars(module).items():
        record = hasattr(type(value), "__algebraic__")
        if not name.startswith("_") and (record or isinstance(value, Algebraic | Product)):
            product = as_states(value)
            assert product is not None
            yield product


def _beside(kind: type) -> ModuleType | None:
    """Return the module ``abstraction`` of the package of a game, if it can be imported."""
    package = kind.__module__.rpartition(".")[0]
    name = f"{package}.abstraction"
    try:
        return import_module(name) if package else None
    except Exception as error:  # noqa: BLE001 the game does not need it
        if not (isinstance(error, ModuleNotFoundError) and error.name == name):
            warnings.warn(
                f"The module {name} must import without an error, or its factors are not tried; "
                f"got {sentence(error)}.",
                stacklevel=2,
            )
        return None


def _answers(factor: Algebraic, infosets: list[Any]) -> bool:
    """Whether a factor works on infosets of the game, without fitting."""
    if any(hasattr(record.target, "prepared") for record in records_in(factor)):
        return False  # fitting may take minutes
    try:
        for infoset in infosets:
            factor(infoset)
    except Exception:  # noqa: BLE001 it was written for another game
        return False
    return True
