"""Spots as TOML."""

from __future__ import annotations

import tomllib
from pathlib import Path

from zerosum.errors import GameError
from zerosum.pkr.hands.deck import FULL, SHORT, Deck
from zerosum.pkr.spots.bets import Bets
from zerosum.pkr.spots.bunching import bunched
from zerosum.pkr.spots.spot import Spot
from zerosum.support.toml import flat

DECKS: dict[str, Deck] = {"full": FULL, "short": SHORT}
_KEYS = {
    "oop": str,
    "ip": str,
    "board": str,
    "pot": int,
    "stack": int,
    "bets": dict,
    "rake": float,
    "cap": float,
    "dead": str,
    "deck": str,
    "folded": list,
    "add_allin": float,
    "force_allin": float,
    "merge": float,
}
_NEEDED = ("oop", "ip", "board", "pot", "stack")
_CALLED = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    dict: "a table [bets]",
    list: "a list of ranges",
}


def read_spot(path: str | Path) -> Spot:
    """Read a spot from a file of TOML.

    Raises
    ------
    GameError
        If it cannot be read, has keys that no spot has, or lacks some.

    Examples
    --------
    >>> import tempfile
    >>> spot = Spot("AA,QQ", "KK", board="2c2d7h8s9c", pot=10, stack=10, bets="100%")
    >>> with tempfile.TemporaryDirectory() as place:
    ...     _ = (path := Path(place) / "river.toml").write_text(written(spot))
    ...     read_spot(path) == spot
    True
    """
    try:
        text = Path(path).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise GameError(f"The spot {path} must be a file of TOML: {error}.", path) from error
    return spot_of(text, str(path))


def spot_of(text: str, name: str = "a spot") -> Spot:
    """Return the spot that a text of TOML describes.

    Parameters
    ----------
    text
        The text.
    name
        What errors call it.

    Examples
    --------
    >>> spot = spot_of('''
    ... oop = "AA, QQ"
    ... ip = "KK"
    ... board = "2c2d7h8s9c"
    ... pot = 10
    ... stack = 10
    ... [bets]
    ... bet = "100%"
    ... river.ip.raise = "allin"
    ... ''')
    >>> spot.pot, spot_of(written(spot)) == spot
    (10, True)
    """
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise GameError(f"The spot {name} must be TOML: {error}.", text) from error
    for key, value in given.items():
        kind = _KEYS.get(key)
        if kind is None:
            raise GameError(f"The keys of {name} must be of {', '.join(_KEYS)}; got {key!r}.", key)
        fits = isinstance(value, int | float if kind is float else kind)
        if not fits or isinstance(value, bool):
            raise GameError(
                f"The key {key} of {name} must be {_CALLED[kind]}; got {value!r}.", value
            )
    missing = [key for key in _NEEDED if key not in given]
    if missing:
        raise GameError(f"The spot {name} must have {', '.join(missing)}: add it.", text)
    deck = given.pop("deck", "full")
    if deck not in DECKS:
        raise GameError(f"The deck of {name} must be {' or '.join(DECKS)}; got {deck!r}.", deck)
    thresholds = {
        key: given.pop(key) for key in ("add_allin", "force_allin", "merge") if key in given
    }
    bets = Bets.of(dict(flat(given.pop("bets", {}))), **thresholds)
    first, second = given.pop("oop"), given.pop("ip")
    folded = given.pop("folded", [])
    spot = Spot(first, second, bets=bets, deck=DECKS[deck], **given)
    return bunched(spot, folded) if folded else spot


def written(spot: Spot) -> str:
    """Return a spot as TOML, from which :func:`spot_of` makes an equal one.

    Raises
    ------
    GameError
        If its deck has no name.
    """
    decks = [name for name, deck in DECKS.items() if deck == spot.deck]
    if not decks:
        raise GameError(f"The deck of a spot must be {' or '.join(DECKS)} to be written.", spot)
    bets = spot.bets
    lines = [
        f"# {spot.board}, pot {spot.pot:,}, stacks {spot.stack:,}",
        f'oop = "{spot.first}"',
        f'ip = "{spot.second}"',
        f'board = "{spot.board}"',
        f"pot = {spot.pot}",
        f"stack = {spot.stack}",
        f"rake = {spot.rake!r}",
        f"cap = {spot.cap!r}",
        f'dead = "{spot.dead}"',
        f'deck = "{decks[0]}"',
        f"add_allin = {bets.add_allin!r}",
        f"force_allin = {bets.force_allin!r}",
        f"merge = {bets.merge!r}",
        "[bets]",
        *(f'{place} = "{sizes}"' for place, sizes in bets.sizes),
    ]
    return "\n".join(lines) + "\n"
