"""Register a game of ours with OpenSpiel, as a game written in Python."""

from __future__ import annotations

import re
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from zerosum.abstraction import base_and_view, started
from zerosum.errors import GameError
from zerosum.game import check_methods, players_of
from zerosum.interop.openspiel.extent import Extent
from zerosum.interop.openspiel.loading import openspiel
from zerosum.laws import check_playouts
from zerosum.strategy import describe, title
from zerosum.tree import NotEnumerable

if TYPE_CHECKING:
    import pyspiel

_LONGEST = 32  # characters of a description that becomes a name


def to_openspiel(game: Any, *, name: str = "", extent: Extent | None = None) -> pyspiel.Game:
    """Return a game of ours as OpenSpiel's, registered under a name of its own.

    Parameters
    ----------
    game
        The start of a game, abstract or not, or its class.
    name
        What ``pyspiel.load_game`` finds it by in this process, in letters, digits and underscores;
        by default ``zerosum_`` and the class with its parameters.
    extent
        Of a game that is too large for a tree; by default it is found in the tree.

    Raises
    ------
    GameError
        If the game cannot be enumerated and no extent is given, or the name is taken by another
        game.
    ExperimentError
        If OpenSpiel, of the extra ``openspiel``, is not installed.

    Notes
    -----
    Outcomes of chance have their places in ``chances()`` as numbers. Where chance is sampled, a
    move of it is one action, 0, that draws: OpenSpiel can then play the game, and not walk it.

    Examples
    --------
    >>> from zerosum.leduc import Leduc
    >>> game = to_openspiel(Leduc())  # doctest: +SKIP
    >>> game.get_type().short_name, game.num_distinct_actions()  # doctest: +SKIP
    ('zerosum_leduc', 3)
    """
    pyspiel = openspiel()
    from zerosum.interop.openspiel.states import REGISTERED, OurGame, Registered

    start = started(game)
    check_methods(start)
    base, view = base_and_view(start)
    about, origin = title(base, view), describe(base, view)
    name = name or _name(about, base, origin)
    if not re.fullmatch("[A-Za-z0-9_]+", name):
        raise GameError(
            f"The name of a game in OpenSpiel must be letters, digits and underscores; got "
            f"{name!r}: choose another name=.",
            name,
        )
    known = REGISTERED.get(name)
    if known is None and (name in pyspiel.registered_names() or name.startswith("python_")):
        raise GameError(
            f"The name of a game must not be one that OpenSpiel has; it has {name!r}, or keeps "
            f"such names: choose another name=.",
            name,
        )
    if known is None:
        if extent is not None:
            check_playouts(base, view, 20)
        extent = extent or _extent(start)
        kind = _kind(name, about, start, extent)
        REGISTERED[name] = Registered(start, origin, extent, kind)
        pyspiel.register_game(kind, OurGame)
    elif known.origin != origin or (extent is not None and extent != known.extent):
        raise GameError(
            f"The name of a game in OpenSpiel must stand for one game in a process; {name!r} "
            f"stands for another one: give a name=.",
            game,
        )
    return pyspiel.load_game(name)


def _name(about: str, game: Any, origin: dict[str, Any]) -> str:
    """Return a name for a game: as it is described, or its class and a hash if that is long.

    >>> _name("Bluff(first=2)", None, {}), _name("Kuhn()", None, {})
    ('zerosum_bluff_first_2', 'zerosum_kuhn')
    """
    words = "_".join(re.findall("[a-z0-9]+", about.lower()))
    if len(words) > _LONGEST:
        digest = blake2b(repr(origin).encode(), digest_size=4).hexdigest()
        words = f"{type(game).__name__.lower()}_{digest}"
    return f"zerosum_{words}"


def _extent(start: Any) -> Extent:
    try:
        return Extent.of(start)
    except NotEnumerable as error:
        raise GameError(
            f"{error} Or give an extent=Extent(...), with the actions of the players.", start
        ) from error


def _kind(name: str, about: str, start: Any, extent: Extent) -> Any:
    from zerosum.interop.openspiel.states import PARAMETER

    kinds = openspiel().GameType
    modes = (kinds.ChanceMode.DETERMINISTIC, kinds.ChanceMode.SAMPLED_STOCHASTIC)
    listed = kinds.ChanceMode.EXPLICIT_STOCHASTIC
    return kinds(
        short_name=name,
        long_name=about,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=modes[extent.outcomes] if extent.outcomes < 2 else listed,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.CONSTANT_SUM if extent.total else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=players_of(start),
        min_num_players=players_of(start),
        provides_information_state_string=True,
        provides_information_state_tensor=bool(extent.features),
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification={PARAMETER: name},
    )
