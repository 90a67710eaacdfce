"""What docs/reference documents, and an example of each class that has any content."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from importlib import import_module
from pathlib import Path
from pydoc import locate
from types import ModuleType
from typing import Any

import attrs
import numpy as np

from tests.factors import card
from tests.pages import ROOT
from zerosum.abstraction import Abstracted, View
from zerosum.algorithms import (
    CFR,
    ChanceSampling,
    ExternalSampling,
    LinearProgram,
    OutcomeSampling,
    Pruning,
    PublicChanceSampling,
    PureCFR,
    RoundSampling,
    StreetCFR,
    VectorCFR,
)
from zerosum.algorithms.continued import ContinuedSampling, Earlier
from zerosum.algorithms.restricted import RestrictedSampling
from zerosum.evaluation.street_columns import StreetColumns
from zerosum.evaluation.streets import StreetValues
from zerosum.interop.gambit import parse_gambit
from zerosum.kuhn import Kuhn, Move
from zerosum.kuhn.abstraction import Abstraction, betting, is_jack
from zerosum.leduc import Leduc
from zerosum.pkr import Call, Check
from zerosum.pkr.abstraction import allin, passive
from zerosum.pkr.holdem import TWENTY, Deck, LimitHoldem, NoLimitHoldem
from zerosum.pkr.holdem.abstraction import hand_ranks, kinds, player
from zerosum.rng import Random
from zerosum.rules import PLUS, PREDICTIVE_PLUS
from zerosum.support.rendering import Parts, table
from zerosum.tree import Layout, SequenceForm, enumerated
from zerosum.tree.public import count_public, public_tree

HAND = """
variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 40]
actions = ['d dh p1 ????', 'd dh p2 AcQh', 'p2 f']
"""
_AUTO = re.compile(r"^\.\. auto(\w+):: (\S+)((?:\n +:.*)*)", re.MULTILINE)
SMALL = NoLimitHoldem(deck=Deck(6, 2), board=(1, 1), stacks=(12,), sizes=(100,))
MENU = passive + allin
SHORT = NoLimitHoldem(deck=TWENTY, stacks=(10,))
HOLDEM = Abstracted(SHORT, player * kinds * hand_ranks * MENU, MENU)


def documented() -> dict[str, Any]:
    """Return every object that a page of the reference documents, by its name there."""
    found: dict[str, Any] = {}
    for page in sorted((ROOT / "docs" / "reference").glob("*.md")):
        for kind, name, options in _AUTO.findall(page.read_text("utf-8")):
            if kind == "module":
                found.update(_members(import_module(name), options))
            else:
                found[name] = _named(name)
    return found


def _named(name: str) -> Any:
    """Return what a name means in its package, which may have a module of that name as well."""
    found = locate(name)  # the module, from Python 3.13 on
    package, _, last = name.rpartition(".")
    return getattr(import_module(package), last) if isinstance(found, ModuleType) else found


def _members(module: ModuleType, options: str) -> Iterator[tuple[str, Any]]:
    """Yield what autodoc shows of a module."""
    chosen, left_out = re.search(r":members: (.+)", options), re.search(r"-members: (.+)", options)
    own = [
        n for n, each in vars(module).items() if getattr(each, "__module__", "") == module.__name__
    ]
    names = chosen[1].split(", ") if chosen else getattr(module, "__all__", own)
    for name in names:
        hidden = name.startswith("_") or (left_out and name in left_out[1].split(", "))
        if not hidden and not isinstance(getattr(module, name), ModuleType):
            yield f"{module.__name__}.{name}", getattr(module, name)


def is_abstract(cls: type) -> bool:
    """Whether a class has no instances of its own."""
    return inspect.isabstract(cls) or getattr(cls, "_is_protocol", False)


def plain_example(cls: Any) -> Any:
    """Return an instance of a class whose fields may hold anything, as far as pickling goes."""
    if issubclass(cls, Enum):
        return next(iter(cls))
    if issubclass(cls, BaseException):
        return cls("What is wrong.", 3) if not issubclass(cls, Warning) else cls("What is wrong.")
    if is_dataclass(cls):
        needed = [
            f.name for f in fields(cls) if f.init and f.default is f.default_factory is MISSING
        ]
    elif attrs.has(cls):
        needed = [f.name for f in attrs.fields(cls) if f.default is attrs.NOTHING]
    else:
        needed = list(getattr(cls, "_fields", ()))
    return cls(**dict.fromkeys(needed, 1))


def parts_of(root: Any) -> Iterator[Any]:
    """Yield an object and all that it is made of, each once."""
    seen: dict[int, Any] = {}
    waiting = [root]
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen or isinstance(thing, type | ModuleType | str | int | float):
            continue
        seen[id(thing)] = thing
        yield thing
        if isinstance(thing, dict):
            waiting += [*thing.keys(), *thing.values()]
        elif isinstance(thing, list | tuple | set | frozenset):
            waiting += thing
        if not isinstance(thing, np.ndarray):
            slots = [s for c in type(thing).__mro__ for s in vars(c).get("__slots__", ())]
            waiting += [*getattr(thing, "__dict__", {}).values()]
            waiting += [getattr(thing, s) for s in slots if hasattr(thing, s)]


@cache
def tree() -> Any:
    return enumerated(Kuhn(), native=False)


@cache
def public() -> Any:
    return public_tree(Kuhn(), native=False)


@cache
def learnt(game: Any = Kuhn(), iterations: int = 30) -> ExternalSampling:  # noqa: B008
    solver = ExternalSampling(game, seed=3, native=False, reserve=1 << 22)
    solver.run(iterations)
    return solver


def examples(place: Path) -> Iterator[Any]:
    """Yield objects of which all documented classes with content are parts.

    ``place`` is an empty folder.
    """
    for each in (_abstractions, _evaluation, _resolving, _play, _thinking, _holdem, _cards):
        yield from each()
    for each in (_solvers, _strategies, _runs):
        yield from each(place)


def _abstractions() -> Iterator[Any]:
    from zerosum.lattice import labelled, meet, minimise, quotient, recall, refines
    from zerosum.pkr.holdem.abstraction.outline import outline

    merged = is_jack * betting
    yield Abstracted(Kuhn().apply(0).apply(1), merged).infoset(0), View(merged, None), MENU
    yield meet(merged, betting, Kuhn()), refines(merged, card, Kuhn()), quotient(tree(), merged)
    yield minimise(Kuhn()).named(card), minimise(tree()), labelled(Kuhn(), range(12))
    yield parse_gambit('EFG 2 R "" { "" } p 1 1 { "a" } 0 t 0').infoset(0), recall(Abstraction)
    yield outline(HOLDEM.game, player * kinds * MENU, MENU)


def _solvers(place: Path) -> Iterator[Any]:
    solver = learnt()
    solver.save(place / "earlier")
    earlier = Earlier.open(place / "earlier", Kuhn())
    of_earlier = ContinuedSampling.of(earlier, 10)
    yield solver, solver.work, solver.work.table, earlier, Pruning(-5)
    options: dict[str, Any] = {"seed": 5, "native": False, "reserve": 1 << 22}
    samplers = (
        ExternalSampling,
        ChanceSampling,
        OutcomeSampling,
        PureCFR,
        RoundSampling,
        of_earlier,
    )
    made: list[Any] = [kind(Kuhn(), **options) for kind in samplers]
    made.append(RestrictedSampling(Kuhn(), model=is_jack, **options))
    made += [kind(public(), native=False) for kind in (PublicChanceSampling, VectorCFR)]
    made += [CFR(tree(), rule, native=False) for rule in (PLUS, PREDICTIVE_PLUS)]
    solver = StreetCFR(Leduc(), native=False)
    yield made, LinearProgram(tree()), solver, solver.strategy(), StreetColumns(solver.strategy())
    yield (found := StreetValues(solver.strategy(), native=False)), found.walked(0, 0, 0)
    form = SequenceForm.of(tree())
    yield form, Layout.of(form), public(), count_public(Kuhn(), native=False)


def _strategies(place: Path) -> Iterator[Any]:
    from zerosum.experiment import export
    from zerosum.strategy import Columns, Database, Strategy, likeliest
    from zerosum.support.streams import Stream

    strategy = learnt().strategy()
    strategy.save(place / "strategy")
    export(strategy, place / "kuhn.sqlite")
    mapped = Strategy.load(place / "strategy", Kuhn())
    yield strategy, mapped, Database(place / "kuhn.sqlite", Kuhn()), Columns(mapped)
    yield next(strategy.rows()), likeliest(strategy, Kuhn()), Stream(2, np.float64, [np.ones(2)])


def _evaluation() -> Iterator[Any]:
    from zerosum.evaluation import best_response, lift, loss

    strategy = learnt(Abstraction()).strategy()
    yield lift(strategy, Kuhn()), best_response(tree(), 0, learnt().strategy())
    yield loss(Kuhn(), is_jack * betting)


def _resolving() -> Iterator[Any]:
    from zerosum.resolving import UNSAFE, Biased, Resolved, position, resolve

    strategy = learnt().strategy()
    part = resolve(position(public(), (Move.PASS,)), strategy, 1, root=UNSAFE, iterations=3)
    yield part, Resolved(strategy, [part]), Biased(strategy, Move.BET.__eq__)


def _play() -> Iterator[Any]:
    from zerosum.pkr.bots import acpc
    from zerosum.pkr.bots import engine as bot
    from zerosum.pkr.bots.adapting import RESPONSES, SITUATIONS, Adapting, Portfolio, Watched
    from zerosum.pkr.bots.gallery import Folder
    from zerosum.pkr.bots.models import Modelled
    from zerosum.play import (
        ByFunction,
        Crew,
        Explorer,
        LikeliestAgent,
        Luck,
        Odds,
        Partners,
        SelfPlay,
        StrategyAgent,
        Uniform,
    )

    agent = StrategyAgent(learnt().strategy(), Kuhn())
    yield agent, LikeliestAgent(agent.strategy, Kuhn()), Partners(agent, Uniform()), agent.answers
    explorer = Explorer(agent.strategy, Kuhn())
    yield Odds({Move.BET: 1.0}, agent), explorer, explorer.at("p b")
    yield (
        ByFunction(len),
        SelfPlay(agent, 10),
        Luck(SelfPlay(agent, 10), Kuhn(), Random(1)),
        Crew([agent], 1),
    )
    yield bot.Session(agent, Random(1)), acpc.Session(agent, LimitHoldem(), Random(1))
    known = Portfolio(np.zeros((1, 1)), np.zeros((1, SITUATIONS, RESPONSES)))
    yield Adapting([Folder()], known), Watched(Modelled(passive))


def _thinking() -> Iterator[Any]:
    from zerosum.pkr.think import Streets, Values
    from zerosum.resolving import GADGET, solve

    state: Any = SMALL
    for action in (Call(), Check(), Check(), Check(), None):
        while state.chance:
            state = state.apply(state.sample(Random(4)))
        state = state if action is None else state.apply(action)
    streets = Streets(SMALL, View(None, None), Values.without(24), native=False)
    even = np.ones(len(streets.hands(state)))
    part = streets.part(state, (even, even))
    solved = solve(part, iterations=2, native=False)
    yield streets, solved, part.guarded(GADGET, solved.numbers, native=False)


def _holdem() -> Iterator[Any]:
    from zerosum.pkr.abstraction.translation import translated
    from zerosum.pkr.ask import Query
    from zerosum.pkr.holdem.resumed import resumed
    from zerosum.pkr.parts.agents import Late, Patched
    from zerosum.pkr.phh import parse
    from zerosum.pkr.places.policy import MASKS
    from zerosum.pkr.ranges import RANDOM
    from zerosum.pkr.scenarios import SIX_MAX
    from zerosum.pkr.spots import Spot
    from zerosum.pkr.spots.locks import SpotCFR
    from zerosum.play import StrategyAgent

    strategy = learnt(HOLDEM, 3).strategy()
    query = Query(strategy, HOLDEM)
    place = query.at("c")
    spot = Spot("AA", "KK", board="2c2d7h8s9c", pot=10, stack=10)
    yield spot, SpotCFR(spot.game, native=False)
    agent = StrategyAgent(strategy, HOLDEM, translated(HOLDEM))
    patched = Patched(agent, {})
    yield query, place, place.policies, query.get("", "AhKh"), SIX_MAX
    yield translated(HOLDEM), patched, Late(agent), patched.begin(HOLDEM.game)
    yield resumed(place.real, MASKS, place.reach), RANDOM
    yield parse(HAND), Parts("", table([], [["", ""]]))


def _cards() -> Iterator[Any]:
    from zerosum.pkr.equities import preflop
    from zerosum.pkr.features.streets import Streets
    from zerosum.pkr.pushfold import PushFold
    from zerosum.pkr.situations import situations

    yield preflop(TWENTY), situations(3, deck=TWENTY), Streets(TWENTY), PushFold(deck=TWENTY)


def _runs(place: Path) -> Iterator[Any]:
    from zerosum.experiment import Experiment, Run, train
    from zerosum.experiment.study import Scope, study

    yield train(Experiment(Kuhn, algorithm=CFR, iterations=2), place / "run")
    yield Run.open(place / "run")
    yield study(Kuhn, Scope(ablate=False))
