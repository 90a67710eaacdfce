"""The report of an abstraction as terminals and notebooks show it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from zerosum.abstraction import Menu
from zerosum.abstraction.naming import listed, shown
from zerosum.abstraction.view import remedy
from zerosum.evaluation.price import Ablation, Factor, Loss
from zerosum.evaluation.price.loss import AT_MOST
from zerosum.experiment.measure import UNIT
from zerosum.experiment.study.counted import STORAGES, PublicSize
from zerosum.lattice.memory.decisions import PATHS
from zerosum.lattice.memory.report import reached
from zerosum.support.rendering import TextTable, sized, table

if TYPE_CHECKING:
    from zerosum.experiment.study.record import Clash, Counts, Lossless, Study


def parts_of(study: Study) -> Iterator[Any]:
    """Yield the parts of a report, with empty lines between them."""
    yield from _subject(study)
    if study.size is not None:
        yield ""
        yield from _public(study.size)
    if study.before is not None:
        yield from _examined(study, study.before)
    for note in study.notes:
        yield ""
        yield note


def _examined(study: Study, before: Counts) -> Iterator[Any]:
    """Yield the parts about what was played."""
    yield ""
    yield _sizes(study, before)
    if study.sampled:
        yield "There are at least so many. The compression is that of the infosets met."
    yield ""
    yield from _well_formed(study)
    if study.recall is not None:
        yield ""
        yield "Recall"
        for player in study.recall.players:
            yield from (f"  {line}" for line in player.lines(study.sampled))
    if study.minimal is not None:
        yield ""
        yield from _lossless(study.minimal)
    if study.price is not None:
        yield ""
        yield _price(study.price)
        yield _price_sentence(study.price)
    if study.ablation is not None:
        yield ""
        yield _ablation(study.ablation)
        yield from _explained(study.ablation)


def _subject(study: Study) -> Iterator[str]:
    named = f"{study.name}: " if study.name else ""
    if study.abstract:
        yield f"{named}{study.game}, seen through an abstraction"
        yield f"states: {'infosets of the game' if study.states is None else _states(study)}"
        yield f"actions: {'those of the game' if study.actions is None else study.actions}"
    else:
        yield (
            f"{named}{study.game}, which is not abstract: this is the report of the abstraction "
            "that keeps everything, whose price is 0."
        )
    if study.size is None and study.before is None:
        yield "Nothing is played."
    elif study.before is None:
        yield "Nothing is played: public nodes are counted, and each has all buckets of its part."
    elif not study.sampled:
        yield f"All {study.before.histories:,} histories are examined: nothing is sampled."
    else:
        scope = study.scope
        yield (
            f"Sampled, not exact: {scope.deals:,} deals with seed {scope.seed}, each played "
            f"{PATHS} times at random. {study.why_sampled}"
        )


def _states(study: Study) -> str:
    """Return the states as text, without the menu that follows."""
    text, actions = str(study.states), study.actions
    return text.replace(actions.factored, "actions") if isinstance(actions, Menu) else text


def _public(size: PublicSize) -> Iterator[Any]:
    """Yield what is counted of public decisions, and the bytes of tables."""
    outline, decisions = size.outline, size.decisions
    yield from outline.forgotten
    yield ""
    columns = [decisions.nodes, decisions.slots, outline.buckets, size.infosets, size.slots]
    rows = [
        [name, *(f"{column[part]:,}" for column in columns)]
        for part, name in enumerate(outline.names)
    ]
    totals = [f"{sum(column):,}" for column in columns]
    totals[2] = ""
    headings = ["", "public nodes", "actions", "buckets", "infosets", "their actions"]
    yield table(headings, [*rows, ["all", *totals]])
    if sum(decisions.forced):
        yield f"{sum(decisions.forced):,} more nodes have a single action and need no row."
    yield ""
    rows = []
    for name, storage in STORAGES.items():
        taken = size.bytes(storage)
        rows.append([name, sized(taken), f"{taken / sum(size.infosets):.1f}"])
    yield table(["a table of all infosets", "bytes", "an infoset"], rows)


def _sizes(study: Study, before: Counts) -> TextTable:
    games = [before]
    headings = ["met" if study.sampled else "", "whole game"]
    if study.after is not None and study.abstract:
        games.append(study.after)
        headings += ["abstract", "compression"]
    rows = []
    for name, counts, spelled in _measures(games):
        rows.append([name, *map(spelled, counts)])
        if len(counts) == 2:
            rows[-1].append(_ratio(*counts) if counts[1] else "")
    return table(headings, rows)


def _measures(games: list[Counts]) -> Iterator[tuple[str, list[int], Callable[[int], str]]]:
    """Yield what is counted, its count in each game, and how counts are shown."""
    before, count = games[0], "{:,}".format
    if before.histories is not None:
        yield "histories", [game.histories or 0 for game in games], count
    for name in ("infosets", "sequences"):
        counts = [getattr(game, name) for game in games]
        if counts[0] is not None:
            yield name, list(map(sum, counts)), count
            for player, numbers in enumerate(zip(*counts, strict=True)):
                yield f"  player {player}", list(numbers), count
    if before.bytes is not None:
        yield "training table", [game.bytes or 0 for game in games], sized


def _ratio(before: int, after: int) -> str:
    """Return how many there are before for one after.

    >>> _ratio(936, 288), _ratio(12_345, 10)
    ('3.25', '1,234')
    """
    ratio = before / after
    return f"{ratio:.3g}" if ratio < 999.5 else f"{ratio:,.0f}"


def _well_formed(study: Study) -> Iterator[str]:
    if study.clash is not None:
        yield from _refuted(study.clash)
        yield f"{remedy(study.states)} Until then there is no price."
    elif study.sampled:
        yield (
            f"Well-formedness is not refuted by {study.scope.deals:,} deals: no key in them had "
            "two players or two menus. That proves nothing."
        )
    else:
        yield "Well formed: equal keys have one player and one menu."


def _refuted(clash: Clash) -> Iterator[str]:
    yield "Ill-formed: one key stands for infosets of two players, or with two menus."
    yield f"  key: {listed(clash.key)}"
    for offer in clash.offers:
        yield f"  player {offer.player} may {', '.join(map(shown, offer.menu))}"
        yield f"    at {reached(offer.witness)}"


def _lossless(minimal: Lossless) -> Iterator[str]:
    yield f"Coarsest lossless abstraction: {sum(minimal.infosets):,} infosets"
    for player, infosets in enumerate(minimal.infosets):
        yield f"  player {player}: {infosets:,}"
    yield str(minimal.naming)
    if minimal.kept:
        yield "The abstraction refines it and has all actions, so its price is 0."


def _price(loss: Loss) -> TextTable:
    players = [f"player {player}" for player in range(len(loss.recall))]
    align = f"L{'r' * len(players)}rl"
    return table([UNIT, *players, "together", "by"], loss.rows(), align)


def _price_sentence(loss: Loss) -> str:
    """Return the sentence that the price amounts to."""
    price = f"{loss.shown(loss.price)} {UNIT}"
    if loss.best is None:
        return (
            f"Price: players who deviate, each alone, from the strategies that were found, gain "
            f"{price} together."
        )
    most = "" if loss.exact else "at most "
    return (
        f"Price: the best abstract strategies concede {most}{price} in the whole game, both "
        "players together."
    )


def _ablation(ablation: Ablation) -> TextTable:
    figures = ("left out:\ninfosets", "\nprice", "\nadds", "alone:\ninfosets", "\nprice")
    rows = [
        ["all", *_figures(ablation.whole), "", "", ""],
        *(
            [repr(factor.factor), *_left_out(factor), *_figures(factor.alone)]
            for factor in ablation.factors
        ),
        ["player * actions", "", "", "", *_figures(ablation.base)],
    ]
    return table(["\nfactor", *figures], rows)


def _figures(loss: Loss) -> tuple[str, str]:
    return f"{loss.after.rows:,}", loss.priced


def _left_out(factor: Factor) -> tuple[str, str, str]:
    if factor.without is None:
        return "needed", "", ""
    return *_figures(factor.without), factor.added


def _explained(ablation: Ablation) -> Iterator[str]:
    if any(factor.needed for factor in ablation.factors):
        yield "needed: without the factor the abstraction is ill-formed."
    if not ablation.exact:
        yield AT_MOST
    if any(factor.added.startswith("~") for factor in ablation.factors):
        yield "~: the difference of two such prices, which may be larger or smaller."
