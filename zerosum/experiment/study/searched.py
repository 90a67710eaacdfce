"""The best products of the factors that an experiment has names for."""

from collections.abc import Iterable

from zerosum.abstraction import Algebraic, split, started
from zerosum.errors import ExperimentError
from zerosum.evaluation.price import Search, search
from zerosum.experiment.progress import task
from zerosum.experiment.study.record import Scope
from zerosum.game import History
from zerosum.tree import NotEnumerable, enumerated


def searched(
    game: History,
    scope: Scope,
    vocabulary: Iterable[Algebraic] = (),
    *,
    budget: int | None = None,
    forget: bool = False,
    seconds: float | None = None,
) -> Search:
    """Search for the best products of an abstraction's factors and of others.

    Parameters
    ----------
    game
        The start of an abstract game, or its class.
    scope
        Its limit of histories and its iterations count.
    vocabulary
        The other factors.
    budget, forget, seconds
        As for :func:`zerosum.evaluation.search`.

    Raises
    ------
    ExperimentError
        If the whole game is too large, or the abstraction leaves actions out.
    """
    base, states, actions = split(started(game))
    if actions is not None:
        raise ExperimentError(
            f"A search for products needs all actions of the game; the experiment offers "
            f"{actions!r}: search for bets by zerosum.evaluation.search(game, menus=...).",
            actions,
        )
    pool = list(dict.fromkeys([*(() if states is None else states.factors), *vocabulary]))
    try:
        with task("Enumerating the whole game"):
            tree = enumerated(base, limit=scope.limit)
    except NotEnumerable as error:
        raise ExperimentError(
            f"A search needs every history of the game. {error} Raise --limit, or search in a "
            f"smaller game of the kind.",
            base,
        ) from error
    with task(f"Searching products of {len(pool)} factors") as show:
        return search(
            tree,
            pool,
            budget,
            forget=forget,
            seconds=seconds,
            iterations=scope.iterations,
            progress=lambda done, total: show(done / total),
        )
