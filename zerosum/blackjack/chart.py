"""A chart of each player's first decision, and the whole strategy as a tree of folders."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zerosum.abstraction import split
from zerosum.blackjack.game import ACE, DEALER, TEN, Move, tally
from zerosum.errors import ExperimentError
from zerosum.support.drawing import SHADES, fitted
from zerosum.support.rendering import Parts, table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CARDS = range(ACE, TEN + 1)
_SIZE = (9.0, 4.8)  # inches
TURNS: dict[str, tuple[int, ...]] = {
    "s": (Move.STAND,),
    **{f"h{card}": (Move.HIT, card) for card in CARDS},
}


def _nothing(*_: Any) -> str:
    """Return no line to add."""
    return ""


@dataclass(frozen=True)
class Chart:
    r"""How often players hit at their first decisions, by own total and what the other has done.

    Parameters
    ----------
    note
        Returns a line to add, given a strategy and a game.

    Examples
    --------
    >>> from zerosum.blackjack import Blackjack
    >>> low = lambda seen: {Move.STAND: float(seen.down > 5), Move.HIT: float(seen.down <= 5)}
    >>> tables = Chart()(low, Blackjack(max_hits=0))
    >>> print(*str(tables).splitlines()[:4], sep="\n")
    Player 0 hits (per cent), 6 up against 6 and the dealer's 2
      total  start
          8    100
          9    100
    """

    note: Callable[[Any, Any], str] = _nothing

    def __call__(self, strategy: Any, game: Any) -> Parts:
        """Return a table for each player, in per cent."""
        parts: list[Any] = []
        for player in range(2):
            names = ("total", *_lines(game, player))
            lines = [
                [total, *(f"{100 * share:.0f}" for share in shares)]
                for total, shares in _rows(strategy, game, player)
            ]
            parts += [_title(game, player), table(names, lines, "r")]
        return Parts(*parts, self.note(strategy, game))

    def draw(self, strategy: Any, game: Any, figure: Figure) -> None:
        """Draw the same on an empty figure."""
        figure.set_size_inches(*_SIZE)
        panels = figure.subplots(1, 2, width_ratios=[2, len(TURNS)])
        for player, panel in enumerate(panels):
            totals, cells = zip(*_rows(strategy, game, player), strict=True)
            panel.imshow(cells, vmin=0, vmax=1, cmap=SHADES, aspect="auto")
            lines = _lines(game, player)
            panel.set_xticks(range(len(lines)), lines)
            panel.set_yticks(range(len(totals)), totals)
            panel.set_title(_title(game, player).replace(", ", "\n"), fontsize=9)
            for row, shares in enumerate(cells):
                for column, share in enumerate(shares):
                    ink = "white" if share > 0.5 else "black"
                    panel.text(column, row, f"{100 * share:.0f}", c=ink, ha="center", va="center")
        figure.supxlabel(fitted(self.note(strategy, game), _SIZE[0], 9), fontsize=9)

    def dump(self, strategy: Any, game: Any, folder: Path) -> None:
        """Write a file for each decision, with Hit and Stand for each card down.

        It is ``strategy.txt`` at the start, ``s/strategy.txt`` after a Stand, ``h7/strategy.txt``
        after a hit that drew a seven.

        Raises
        ------
        ExperimentError
            If the folder holds anything.
        """
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise ExperimentError(
                f"The folder {folder} must be new or empty; it is not: name another one.", folder
            )
        _write(strategy, [game.apply(card).apply(card) for card in CARDS], folder)


def _turns(game: Any) -> dict[str, tuple[int, ...]]:
    """Return what a player may do, and what a hit may draw; without hits, only Stand."""
    return TURNS if split(game)[0].max_hits > 0 else {"s": TURNS["s"]}


def _lines(game: Any, player: int) -> dict[str, tuple[int, ...]]:
    """Return what player 0 may have done at the first decision of a player."""
    return {"start": ()} if player == 0 else _turns(game)


def _title(game: Any, player: int) -> str:
    base = split(game)[0]
    dealer = "" if base.dealer is None else f" and the dealer's {base.dealer}"
    up, other = base.up[player], base.up[1 - player]
    return f"Player {player} hits (per cent), {up} up against {other}{dealer}"


def _rows(strategy: Any, game: Any, player: int) -> list[tuple[str, list[float]]]:
    """Return each total of a player's two cards, hard ones first, and how probable hits are."""
    found, up = [], split(game)[0].up[player]
    for card in CARDS:
        hard, total = tally(up << 4 | card)
        dealt = game.apply(card).apply(card)
        shares = [_hits(strategy, _after(dealt, moves)) for moves in _lines(game, player).values()]
        found.append((total > hard, total, shares))
    return [
        (f"soft {total}" if soft else str(total), shares) for soft, total, shares in sorted(found)
    ]


def _after(game: Any, moves: tuple[int, ...]) -> Any:
    for move in moves:
        game = game.apply(move)
    return game


def _hits(strategy: Any, game: Any) -> float:
    return float(strategy(game.infoset(game.active)).get(Move.HIT, 0.0))


def _write(strategy: Any, games: list[Any], folder: Path) -> None:
    """Write a decision, given with each card down, and all that follow."""
    if games[0].active == DEALER:
        return
    folder.mkdir(parents=True, exist_ok=True)
    shares = [_hits(strategy, game) for game in games]
    lines = [f"{card:4} {share:.6f} {1 - share:.6f}" for card, share in enumerate(shares, ACE)]
    (folder / "strategy.txt").write_text("\n".join(["down hit      stand", *lines, ""]), "utf-8")
    for name, moves in _turns(games[0]).items():
        _write(strategy, [_after(game, moves) for game in games], folder / name)
