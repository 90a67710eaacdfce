"""Who plays at tables: the strategies of runs, and agents that need no training."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from threading import Lock
from typing import Any

from zerosum.abstraction import Abstracted, split
from zerosum.abstraction.abstracted import started
from zerosum.errors import ZeroSumError
from zerosum.experiment.agents import UNTRAINED
from zerosum.game import Action, History
from zerosum.pkr.bots import GALLERY
from zerosum.pkr.face import Poker
from zerosum.pkr.think import Clock
from zerosum.play import Agent, random_like
from zerosum.play.agents import odds_of
from zerosum.play.untrained import RANDOM
from zerosum.rng import Random
from zerosum.support import store
from zerosum.support.suggest import alternatives
from zerosum.web.errors import RequestError
from zerosum.web.library import Library

_NAMED = {**UNTRAINED, **GALLERY}
_RUN = "run:"  # before the name of a run in a word for an agent


def called(word: str) -> str:
    """Return what the agent of a word is called: a run by its name."""
    return word.removeprefix(_RUN)


class Shared:
    """An agent that plays at several tables, one decision at a time.

    Parameters
    ----------
    agent
        The agent, which keeps nothing of a hand beside what it follows.
    """

    def __init__(self, agent: Agent) -> None:
        self.agent, self.name = agent, agent.name
        self._lock = Lock()

    def begin(self, game: History, rng: Random | None = None) -> History:
        """Return the start of a hand, as the agent follows it."""
        with self._lock:
            return self.agent.begin(game, rng)

    def act(self, hand: History, rng: Random) -> Action:
        """Return the agent's action."""
        with self._lock:
            return self.agent.act(hand, rng)

    def odds(self, hand: History) -> Mapping[Action, float] | None:
        """Return how likely the agent's actions are; None if it does not say."""
        with self._lock:
            return odds_of(self.agent, hand)


class Agents:
    """The agents of a library, each opened once for a version of its run.

    Parameters
    ----------
    library
        The runs.
    """

    def __init__(self, library: Library) -> None:
        self._library = library
        self._shared: dict[str, tuple[str, Shared]] = {}

    def game(self, run: str) -> tuple[History, History]:
        """Return the game that a run plays, and what it walks through; None without translation."""
        opened = self._library.open(run).run
        walk = started(opened.walk)
        return (walk, None) if isinstance(walk, Abstracted) else (started(opened.game), walk)

    def named(self, word: str, run: str, think: float = 0.0) -> Agent:
        """Return an agent by its word; the run itself by an empty one, which may think.

        Raises
        ------
        RequestError
            If there is none.
        """
        if word in _NAMED:
            return Shared(_NAMED[word]())
        if word == RANDOM:
            menu: Any = self._of_run(run).agent
            return Shared(random_like(getattr(menu, "agent", menu)))  # without parts
        if word and not word.startswith(_RUN):
            known = [*_NAMED, RANDOM]
            raise RequestError(f"There is no opponent {word[:80]!r}: {alternatives(word, known)}")
        if word or not think:
            return self._of_run(called(word) or run)
        opened = self._library.open(run).run  # a thinker keeps its last thought: one for each table
        fitted = store.exists(opened.folder.values)
        agent: Agent = opened.agent(think=Clock(think), last_only=not fitted)
        return agent

    def words(self, run: str) -> list[tuple[str, str]]:
        """Return words for agents of the game of a run, with what they are called."""
        own, others = split(self.game(run)[0])[0], list[tuple[str, str]]()
        for name in self._library.folders():
            with suppress(ZeroSumError, OSError):  # its experiment may not exist any more
                saved = self._library.saved(name)
                has = store.exists(saved.folder.strategy)
                if name != run and has and split(started(saved.game))[0] == own:
                    others.append((f"{_RUN}{name}", name))
        names = [*(_NAMED if isinstance(own, Poker) else UNTRAINED), RANDOM]
        return [("", run), *others, *((name, name) for name in names)]

    def _of_run(self, name: str) -> Shared:
        opened = self._library.open(name)
        version, agent = self._shared.get(name, ("", None))
        if agent is None or version != opened.version:
            agent = Shared(opened.run.agent())
            self._shared[name] = opened.version, agent
        return agent
