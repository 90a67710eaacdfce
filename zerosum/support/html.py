"""HTML for notebooks: escaped text in one scoped style, without scripts, and of limited size.

Colours are mixed from that of the text around, so that a page reads in light and in dark schemes.
Everything is ASCII: a length in letters is one in bytes.
"""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from typing import Any

LIMIT = 50_000  # bytes of what a notebook shows
ROWS = 100  # of a table
_LONG = 32  # letters: longer cells are wrapped
_CUT = "The rest is left out here: print it."
_NOTE = 200  # bytes that a sentence about what is left out may take

_SHADE = "color-mix(in srgb,currentColor {}%,transparent)"
_STYLE = (
    ".zerosum{overflow-x:auto;line-height:1.4}"
    ".zerosum p{margin:.3em 0 .3em 2em;text-indent:-2em;white-space:pre-wrap}"
    ".zerosum pre{margin:.3em 0;background:none;color:inherit;line-height:1.2}"
    ".zerosum table{border-collapse:collapse;margin:.5em 0;width:auto;border:0}"
    ".zerosum th,.zerosum td{padding:.15em .6em;border:0;text-align:right;vertical-align:top;"
    f"white-space:pre;border-bottom:1px solid {_SHADE.format(15)}}}"
    f".zerosum th{{vertical-align:bottom;border-bottom-color:{_SHADE.format(50)}}}"
    ".zerosum .l{text-align:left}"
    ".zerosum th,.zerosum .w{white-space:pre-wrap}"
    ".zerosum span{white-space:nowrap}"
    ".zerosum svg{display:block;width:min(100%,26em);margin:.3em 0}"
    ".zerosum i{display:inline-block;width:.8em;height:.8em;margin:0 .4em 0 0;"
    f"border:1px solid {_SHADE.format(40)}}}"
)


class Html(str):
    """Text that is HTML already; all other text is escaped."""

    __slots__ = ()


def escaped(text: str) -> Html:
    """Return a text as HTML in ASCII; HTML is returned unchanged.

    >>> escaped("≤ 2 & <b>"), escaped(Html("<b>"))
    ('&#8804; 2 &amp; &lt;b&gt;', '<b>')
    """
    if isinstance(text, Html):
        return text
    return Html(html.escape(text).encode("ascii", "xmlcharrefreplace").decode())


def element(name: str, *parts: str, **attributes: str) -> Html:
    """Return an element with its content; an underscore in the name of an attribute is a dash.

    >>> element("td", "a < b", class_="l")
    '<td class="l">a &lt; b</td>'
    """
    pairs = ((key.rstrip("_").replace("_", "-"), value) for key, value in attributes.items())
    marks = "".join(f' {key}="{escaped(value)}"' for key, value in pairs)
    return Html(f"<{name}{marks}>{''.join(map(escaped, parts))}</{name}>")


def table(
    headings: Sequence[str], rows: Sequence[Sequence[str]], left: Sequence[bool], room: int
) -> Html:
    """Return a table that takes so many bytes at most, with a sentence if rows are left out.

    Parameters
    ----------
    headings
        Of the columns; a table whose headings are all empty has none.
    rows
        The cells.
    left
        Whether each column is flush left; others are flush right.
    room
        Bytes.
    """
    sides = ["l" if side else "" for side in left]
    head = _row("th", headings, sides) if any(headings) else Html("")
    lines, used = [head], len(head) + _NOTE
    for row in rows[:ROWS]:
        line = _row("td", row, sides)
        used += len(line)
        if used > room:
            break
        lines.append(line)
    shown = len(lines) - 1
    found = element("table", Html("".join(lines)))
    if shown == len(rows):
        return found
    return Html(found + element("p", f"The first {shown:,} of {len(rows):,} rows."))


def _row(kind: str, cells: Sequence[str], sides: Sequence[str]) -> Html:
    line = []
    for cell, side in zip(cells, sides, strict=True):
        names = f"{side}{' w' if len(cell) > _LONG else ''}".strip()
        line.append(element(kind, cell, **({"class_": names} if names else {})))
    return element("tr", Html("".join(line)))


def joined(parts: Iterable[Any], room: int) -> Html:
    """Return parts one below the other, as far as they fit, and a sentence if one does not.

    Parameters
    ----------
    parts
        Texts, HTML, what has HTML (``html(room)``), and anything else that Rich prints.
    room
        Bytes.
    """
    found: list[str] = []
    room -= _NOTE
    for part in parts:
        one = _of(part, room)
        room -= len(one)
        if room < 0:
            found.append(element("p", _CUT))
            break
        found.append(one)
    return Html("".join(found))


def _of(part: Any, room: int) -> Html:
    """Return a part as HTML."""
    if isinstance(part, Html):
        return part
    if hasattr(part, "html"):
        made: Html = part.html(room)
        return made
    text = part if isinstance(part, str) else getattr(part, "plain", None)
    if text is None:
        return _printed(part)
    return element("p", text) if text else Html("")


def _printed(renderable: Any) -> Html:
    """Return what Rich prints, in its colours."""
    import io

    from rich.console import Console

    console = Console(record=True, width=100, file=io.StringIO(), force_jupyter=False)
    console.print(renderable)
    code = console.export_html(inline_styles=True, code_format="{code}")
    return element("pre", Html(code.encode("ascii", "xmlcharrefreplace").decode()))


def page(content: Html) -> str:
    """Return what a notebook shows, of content that :func:`joined` made."""
    # A plain string: marimo sends no other.
    return str(element("div", element("style", Html(_STYLE)), content, class_="zerosum"))


ROOM = LIMIT - len(page(Html("")))
"""The bytes of a page that its content may take."""
