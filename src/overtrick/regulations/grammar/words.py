"""The small words of a rule file: exact numbers, citations, spans, roundings."""

from collections.abc import Iterable
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from typing import Annotated, Any, TypeVar

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    PlainValidator,
    TypeAdapter,
    ValidationError,
    WithJsonSchema,
)

from overtrick.core.errors import RegulationErrors
from overtrick.core.exact import Exact, Halves, Share, plain, read_exact
from overtrick.core.provenance import Clause
from overtrick.core.scoring.datum import Span


class Table(BaseModel):
    """A table of a rule file: a key that is not one of its words is a fault, never ignored.

    Its validator is built when a file is first read by it: a command that reads one file pays for one.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True, defer_build=True)


def _number(value: object) -> Exact:
    if isinstance(value, bool) or not isinstance(value, int | Decimal | str):
        raise ValueError("a number is written like 12, 14.58 or “1/6”")  # noqa: TRY004 - pydantic collects ValueErrors
    try:
        return read_exact(value) if isinstance(value, str) else plain(Fraction(value))
    except (ValueError, ZeroDivisionError) as error:
        raise ValueError(f'“{value}” is not a number; write 12, 14.58 or "1/6"') from error


def _clause(value: object) -> Clause:
    if not isinstance(value, str) or " " not in value.strip():
        raise ValueError("a clause is cited with its document, like “ANC26 17.16”")
    return Clause.parse(value)


def _span(value: object) -> Span:
    numbers = value if isinstance(value, list) else [value, value]
    if not 1 <= len(numbers) <= 2 or not all(isinstance(n, int) and not isinstance(n, bool) for n in numbers):
        raise ValueError("a span is [from] or [from, to], both included")
    return Span(*numbers)


Number = Annotated[Exact, PlainValidator(_number), WithJsonSchema({"anyOf": [{"type": "number"}, {"type": "string"}]})]
Cite = Annotated[Clause, PlainValidator(_clause), WithJsonSchema({"type": "string", "pattern": r"^\S+ .+$"})]
Spanned = Annotated[
    Span,
    PlainValidator(_span),
    WithJsonSchema({"anyOf": [{"type": "integer"}, {"type": "array", "items": {"type": "integer"}}]}),
]

W = TypeVar("W", bound=Enum)


def _word(kind: type[W]) -> BeforeValidator:
    def read(value: object) -> W:
        for word in kind:
            if value == word.value:
                return word
        words = ", ".join(f"“{word.value}”" for word in kind)
        raise ValueError(f"“{value}” is not one of the words here: {words}")

    return BeforeValidator(read)


HalvesWord = Annotated[Halves, _word(Halves)]
ShareWord = Annotated[Share, _word(Share)]


def word(kind: type[W]) -> BeforeValidator:
    """A closed set of words; a misspelling gets the list of them."""
    return _word(kind)


class Cited(Table):
    """Anything with a clause, and the readings of it that it relies on."""

    clause: Cite
    readings: tuple[str, ...] = ()

    @property
    def cited(self) -> Clause:
        """The clause with its readings."""
        return self.clause.reading(*self.readings)


B = TypeVar("B", bound=BaseModel)
CALLED = ("id", "name", "currency")
"""What a table among others is called by, the first of these that it has."""


def changed(words: B, path: Iterable[str], value: object) -> B:
    """The same words with the key at *path* set otherwise, checked like the words of a file.

    A value that may not stand there is a fault of the event file that names it.
    """
    key, *below = path
    fields = type(words).model_fields
    if key not in fields:
        raise RegulationErrors([f"“{key}” is not a word of {type(words).__name__}; they are {', '.join(fields)}."])
    if below:
        inner = getattr(words, key)
        if isinstance(inner, dict):
            return words.model_copy(update={key: {**inner, ".".join(below): value}})
        if isinstance(inner, tuple):
            return words.model_copy(update={key: _one_changed(inner, below, value)})
        return words.model_copy(update={key: changed(inner, below, value)})
    field = fields[key]
    kind: Any = Annotated[(field.annotation, *field.metadata)] if field.metadata else field.annotation
    try:
        return words.model_copy(update={key: TypeAdapter(kind).validate_python(value)})
    except ValidationError as error:
        said = "; ".join(detail["msg"].removeprefix("Value error, ") for detail in error.errors())
        raise RegulationErrors([f"“{key}” cannot be set to {value!r}: {said}."]) from error


def _one_changed(tables: tuple[B, ...], path: Iterable[str], value: object) -> tuple[B, ...]:
    """Tables of which the one that the path names first, by its id, name or currency, is set otherwise."""
    name, *below = path
    called = [next((str(getattr(each, key)) for key in CALLED if hasattr(each, key)), "") for each in tables]
    if name not in called or not below:
        raise RegulationErrors([f"No table is called “{name}” there; they are {', '.join(called)}."])
    return tuple(changed(each, below, value) if own == name else each for own, each in zip(called, tables, strict=True))
