"""The factors that an experiment has names for: a missing factor is often among them."""

import sys
import warnings
from collections.abc import Collection, Iterator, Sequence
from importlib import import_module
from pkgutil import resolve_name
from types import ModuleType
from typing import Any

from zerosum.abstraction import Algebraic, Product
from zerosum.abstraction.combined import records_in
from zerosum.abstraction.view import as_states
from zerosum.errors import ExperimentError
from zerosum.experiment.load import module_named
from zerosum.game import History
from zerosum.lattice.playouts import playouts
from zerosum.support.blame import sentence
from zerosum.support.suggest import suggestion

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
    products = [product for _, product in _named(name, game)]
    factors = dict.fromkeys(factor for product in products for factor in product.factors)
    infosets = [step.infoset for played in playouts(game, _PLAYOUTS, 0) for step in played]
    return tuple(factor for factor in factors if _answers(factor, infosets))


def factors_named(texts: Sequence[str], name: str, game: History) -> tuple[Algebraic, ...]:
    """Return the factors that texts name, as ``module:name`` or as the vocabulary names them.

    Parameters
    ----------
    texts
        The names; that of a product stands for all its factors.
    name, game
        As for :func:`vocabulary`.

    Raises
    ------
    ExperimentError
        If there is no such factor.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> factors_named(["betting", "zerosum.leduc.abstraction:pairs"], "", Kuhn())
    (betting, pairs)
    """
    known = dict(_named(name, game))
    products = [known.get(text) or _imported(text, known) for text in texts]
    return tuple(dict.fromkeys(factor for product in products for factor in product.factors))


def _imported(text: str, known: Collection[str]) -> Product:
    try:
        product = _product(resolve_name(text)) if ":" in text else None
    except (ImportError, AttributeError, ValueError) as error:
        message = f"The factor {text} must be importable; got {sentence(error)}."
        raise ExperimentError(message, text) from error
    if product is None:
        raise ExperimentError(
            f"There is no factor {text!r} in the module of the experiment: "
            f"{suggestion(text, known)} Factors of other modules are named module:name.",
            text,
        )
    return product


def _named(name: str, game: History) -> Iterator[tuple[str, Product]]:
    """Yield the factors and products of the modules that an experiment has names in."""
    for module in (sys.modules.get(module_named(name)) if name else None, _beside(type(game))):
        for public, value in vars(module).items() if module else ():
            product = None if public.startswith("_") else _product(value)
            if product is not None:
                yield public, product


def _product(value: object) -> Product | None:
    record = hasattr(type(value), "__algebraic__")
    return as_states(value) if record or isinstance(value, Algebraic | Product) else None


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
