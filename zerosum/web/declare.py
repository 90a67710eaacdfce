"""Endpoints are declared: a frozen record says what a request asks, and validates and explains it.

The same records make the OpenAPI description, so that what is described is what is accepted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from types import NoneType
from typing import Any, Literal

import attrs

from zerosum import __version__
from zerosum.experiment.reader import converter, spelled
from zerosum.support.hints import choices
from zerosum.support.store import Json
from zerosum.support.suggest import alternatives
from zerosum.web.errors import RequestError
from zerosum.web.guard import MAX_BODY
from zerosum.web.work import Lane

_TYPES = {str: "string", int: "integer", float: "number", bool: "boolean"}
BRIEFLY = 300.0  # seconds for which an answer is kept that a time limit may have cut short
_MOST_LETTERS = 20_000  # of a text of several lines
_BINARY = re.compile(r"[\x00-\x08\x0e-\x1f\x7f\ud800-\udfff]")
_REFUSALS = {
    400: "The request is wrong; `error` says how.",
    403: "The request comes from elsewhere, or lacks the token.",
    404: "There is no such run, job or page.",
    409: "It cannot be done now, such as stopping what does not run.",
    413: "The request is too large.",
    503: "Too much is being computed; ask again.",
}


def text(default: Any = attrs.NOTHING, *, about: str, most: int = 200, least: int = 0) -> Any:
    """Return a field of a question that is a text of so many characters."""

    def check(_: object, field: Any, value: str | None) -> None:
        if value is not None and not (least <= len(value) <= most and value.isprintable()):
            bounds = f"{least} to {most:,}" if least else f"at most {most:,}"
            raise RequestError(
                f"{field.name} must be a text of {bounds} characters that can be printed; got "
                f"{value[:80]!r}."
            )

    about_it = {"about": about, "maxLength": most, **({"minLength": least} if least else {})}
    return attrs.field(default=default, validator=check, metadata=about_it)


def lines(most: int, *, about: str) -> Any:
    """Return a field of a question that is a text of several lines, as a file has it."""

    def check(_: object, field: Any, value: str) -> None:
        if len(value) > most:
            raise RequestError(f"{field.name} must have at most {most:,} characters.")
        if found := _BINARY.search(value):
            line = value.count("\n", 0, found.start()) + 1
            raise RequestError(
                f"{field.name} must be text; line {line:,} has the character {found[0]!r}, as "
                f"files of other kinds have: choose another file."
            )

    return attrs.field(validator=check, metadata={"about": about, "maxLength": most})


def number(default: Any, least: float, most: float, *, about: str) -> Any:
    """Return a field of a question that is a number between two bounds."""

    def check(_: object, field: Any, value: float | None) -> None:
        if value is not None and not least <= value <= most:
            raise RequestError(f"{field.name} must be {least:,} to {most:,}; got {value:,}.")

    schema = {"minimum": least, "maximum": most}
    return attrs.field(default=default, validator=check, metadata={"about": about} | schema)


def flag(*, about: str) -> Any:
    """Return a field of a question that is true or false; false if it is left out."""
    return attrs.field(default=False, metadata={"about": about})


def words(most: int = 100, *, about: str) -> Any:
    """Return a field of a question that holds texts by name, at most so many; none by default."""

    def check(_: object, field: Any, value: object) -> None:
        few = isinstance(value, dict) and len(value) <= most
        texts = [*value, *value.values()] if isinstance(value, dict) else []
        if not few or not all(map(_is_text, texts)):
            raise RequestError(
                f"{field.name} must be at most {most} texts by name, each of at most "
                f"{_MOST_LETTERS:,} characters that can be printed."
            )

    return attrs.field(factory=dict, hash=False, validator=check, metadata={"about": about})


def _is_text(value: object) -> bool:
    """Return whether a value is a text of lines that can be printed."""
    return (
        isinstance(value, str)
        and len(value) <= _MOST_LETTERS
        and all(letter.isprintable() or letter in "\n\t" for letter in value)
    )


@attrs.frozen
class Endpoint:
    """What can be asked at an address.

    Parameters
    ----------
    method, path
        As HTTP has them; words in braces are fields of the question.
    question
        An attrs record: what is asked.
    answer
        A function of the site and the question that returns what JSON can hold, or an iterator of
        it for a stream of events, in which None only asks whether somebody listens.
    about
        What it is for, in a sentence.
    kept
        For how many seconds equal questions about the same version of a run have the same answer.
    lane
        What the answer waits for.
    streams
        Whether the answer goes on: server-sent events.
    body
        How many bytes the body of a request may have.
    """

    method: Literal["GET", "POST"]
    path: str
    question: type[Any]
    answer: Callable[[Any, Any], Any]
    about: str
    kept: float = 0.0
    lane: Lane = Lane.FILES
    streams: bool = False
    body: int = MAX_BODY

    @property
    def in_path(self) -> list[str]:
        """The fields of the question that are part of the path."""
        return re.findall(r"{(\w+)}", self.path)


def read(question: type[Any], given: Mapping[str, Any], *, words: bool) -> Any:
    """Return a question that was asked.

    Parameters
    ----------
    question
        Its record.
    given
        The values of its fields.
    words
        Whether values are words, as in an address; in a body they have types.

    Raises
    ------
    RequestError
        If a field is unknown, missing, or has a wrong value.
    """
    fields = _fields(question)
    for name in given:
        if name not in fields:
            raise RequestError(f"There is no field {name[:40]!r}: {alternatives(name, fields)}")
    values: dict[str, Any] = {}
    for name, field in fields.items():
        if name not in given:
            if field.default is attrs.NOTHING:
                raise RequestError(f"The field {name} must be given: {field.metadata['about']}")
            continue
        value = spelled(given[name], field.type) if words else given[name]
        try:
            values[name] = converter().structure(value, field.type)
        except Exception as error:
            kind = _schema(field)["type"]
            raise RequestError(f"The field {name} must be of the type {kind}.") from error
    return question(**values)


def _fields(question: type[Any]) -> dict[str, Any]:
    """Return the fields of a question by name, with their types."""
    return {field.name: field for field in attrs.fields(attrs.resolve_types(question))}


def described(endpoints: Sequence[Endpoint], runs: Sequence[str] = ()) -> Json:
    """Return the OpenAPI description of endpoints, in which a run is one of some names."""
    paths: dict[str, Any] = {}
    for endpoint in endpoints:
        operation = _operation(endpoint)
        for given in operation["parameters"]:
            if runs and given["name"] in {"run", "other"}:
                given["schema"] |= {"enum": list(runs)}
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = operation
    about = "Runs of zerosum: look into strategies, compare runs, watch one train."
    info = {"title": "zerosum", "version": __version__, "description": about}
    refusal = {
        "type": "object",
        "properties": {"error": {"type": "string"}},
        "required": ["error"],
    }
    return {
        "openapi": "3.1.0",
        "info": info,
        "paths": paths,
        "components": {"schemas": {"Refusal": refusal}},
    }


def _operation(endpoint: Endpoint) -> Json:
    fields = _fields(endpoint.question).values()
    posted = endpoint.method == "POST"
    media = "text/event-stream" if endpoint.streams else "application/json"
    content = {media: {"schema": {} if endpoint.streams else {"type": "object"}}}
    refused = {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}}
    found: dict[str, Any] = {
        "summary": endpoint.about,
        "operationId": endpoint.answer.__name__,
        "parameters": [
            {
                "name": field.name,
                "in": "path" if field.name in endpoint.in_path else "query",
                "required": field.default is attrs.NOTHING,
                "description": field.metadata["about"],
                "schema": _schema(field),
            }
            for field in fields
            if not posted or field.name in endpoint.in_path
        ],
        "responses": {
            "200": {"description": "The answer.", "content": content},
            **{
                str(n): {"description": words, "content": refused} for n, words in _REFUSALS.items()
            },
        },
    }
    if posted:
        body = [field for field in fields if field.name not in endpoint.in_path]
        schema = {
            "type": "object",
            "properties": {field.name: _schema(field) for field in body},
            "required": [field.name for field in body if field.default is attrs.NOTHING],
            "additionalProperties": False,
        }
        found["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": schema}},
        }
    return found


def _schema(field: Any) -> Json:
    kinds = [kind for kind in choices(field.type) if kind is not NoneType]
    schema = {name: value for name, value in field.metadata.items() if name != "about"}
    if kinds[0] in _TYPES:
        return {"type": _TYPES[kinds[0]], **schema}
    return {"type": "object", "additionalProperties": {"type": "string"}, **schema}
