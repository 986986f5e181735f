"""Bounds on what a book may hold: the length of texts and lists, the size of numbers, characters, days and times.

The bounds are far beyond anything that happens in play. They ensure that no field of an act holds a value which a
later page, sum or clock cannot handle. The type hints of an act say which texts are times, days or prose; every other
field is bounded by its type.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from datetime import date, datetime
from fractions import Fraction
from typing import Annotated, Any, TypeAlias, get_args, get_origin, get_type_hints

from overtrick.core import limits
from overtrick.core.errors import DirectorError
from overtrick.core.wording import Said

YEARS = range(1900, 2200)
"""The years that a day or a time may be in."""

LOST = "\ufffd"
"""The replacement character, which other software writes for a character it could not decode."""

_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
_BLANKS = re.compile("[\t\n\r]")


@dataclass(frozen=True, slots=True)
class TextKind:
    """The kind of a text that is more than a name."""

    called: str


PROSE, ACCOUNT = TextKind("prose"), TextKind("prose of every table")
TIME, DAY, AGAIN = TextKind("a time"), TextKind("a day"), TextKind("may say the same twice")

Prose: TypeAlias = Annotated[str, PROSE]
"""A longer text, which may have several lines."""
Account: TypeAlias = Annotated[str, ACCOUNT]
"""A text whose length grows with the size of the field."""
Time: TypeAlias = Annotated[str, TIME]
"""A date and time in ISO 8601, or empty."""
Day: TypeAlias = Annotated[str, DAY]
"""A day in ISO 8601, or empty."""


def check_text(what: Said, text: str, longest: int = limits.NAME, *, lines: bool = False) -> None:
    """Refuse a text that is too long, or that contains control or replacement characters."""
    if len(text) > longest:
        raise DirectorError(
            "{doing} may have at most {longest} characters, not {text}",
            remedy="Shorten the text.",
            doing=what,
            text=len(text),
            longest=longest,
        )
    if not text.isprintable() and (_UNWRITABLE.search(text) or (not lines and _BLANKS.search(text))):
        raise DirectorError(
            "{doing} must not contain unsupported characters", remedy="Type the text again, as plain text.", doing=what
        )
    if LOST in text:
        raise DirectorError(
            "{doing}: some characters were lost in transmission ({lost})",
            remedy="Type the text again by hand.",
            doing=what,
            lost=LOST,
        )


def read_time(text: str) -> datetime:
    """The date and time that a text states in ISO 8601; refuse any other text and say what to write.

    >>> read_time("2026-07-04T10:30+10:00").hour
    10
    >>> read_time("x")
    Traceback (most recent call last):
    overtrick.core.errors.DirectorError: “x” is not a date and time. Write dates and times like 2026-07-04T10:30+10:00.
    """
    try:
        when = datetime.fromisoformat(text)
    except (ValueError, OverflowError):
        when = None
    if when is None or when.year not in YEARS:
        raise DirectorError(
            "“{text}” is not a date and time",
            remedy="Write dates and times like 2026-07-04T10:30+10:00.",
            text=f"{text:.40}",
        )
    return when


def read_day(text: str) -> date:
    """The day that a text states in ISO 8601; refuse any other text and say what to write.

    >>> read_day("4 July")
    Traceback (most recent call last):
    overtrick.core.errors.DirectorError: “4 July” is not a date. Write dates like 2026-07-04.
    """
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or day.year not in YEARS:
        raise DirectorError("“{text}” is not a date", remedy="Write dates like 2026-07-04.", text=f"{text:.40}")
    return day


def within_bounds(act: Any) -> None:
    """Refuse an act with a field that is out of bounds, and name the field."""
    for name, each in _fields(type(act)):
        value = getattr(act, name)
        _check(name, value, each)
        if (each.hint is int and type(value) is int and value < 0) or (
            name == "minutes" and value is not None and value < 0
        ):
            raise DirectorError("{called} cannot be negative", remedy="Check the number.", called=_field_label(name))


def says_once(act: Any) -> None:
    """Refuse an act that repeats an item in a list whose items must be different."""
    for name, each in _fields(type(act)):
        value = getattr(act, name)
        if isinstance(value, tuple) and each.kind is None:
            if len(set(value)) != len(value):
                twice = next(part for part in value if value.count(part) > 1)
                raise DirectorError(
                    "{called} must not list {twice} twice",
                    remedy="List each item once.",
                    called=_field_label(name),
                    twice=f"{twice!s:.40}",
                )
            for part in value:
                if is_dataclass(part):
                    says_once(part)


@dataclass(frozen=True, slots=True)
class _HintBounds:
    """The bounds that a type hint implies: the *kind* of a text, and the hints of the *parts* of a tuple."""

    hint: Any
    kind: TextKind | None
    parts: tuple["_HintBounds", ...]
    alike: bool

    def part(self, place: int) -> "_HintBounds":
        """The bounds of the part at this position of a tuple."""
        return self.parts[0] if self.alike else self.parts[place]


def _read_hint(hint: Any) -> _HintBounds:
    plain, kind = get_args(hint)[:2] if get_origin(hint) is Annotated else (hint, None)
    parts = next((get_args(each) for each in (plain, *get_args(plain)) if get_origin(each) is tuple), ())
    alike = parts[1:] == (...,)
    return _HintBounds(hint, kind, tuple(map(_read_hint, parts[:1] if alike else parts)), alike)


def _check(name: str, value: Any, of: _HintBounds) -> None:
    """Refuse a value that is out of bounds for its type; members of enums and booleans have no bounds."""
    kind = type(value)
    if kind not in _CHECKS:
        _CHECKS[kind] = _check_of(kind)
    check = _CHECKS[kind]
    if check is not None:
        check(name, value, of)


_CHECKS: dict[type[Any], Callable[[str, Any, _HintBounds], None] | None] = {}
"""The check for values of each type, cached because every field of every act is checked."""


def _check_of(kind: type[Any]) -> Callable[[str, Any, _HintBounds], None] | None:
    if issubclass(kind, bool):
        return None
    ways = ((str, _check_str), (int, _check_int), (Fraction, _check_fraction), (tuple, _check_tuple))
    way = next((check for each, check in ways if issubclass(kind, each)), None)
    return way or (_check_dataclass if is_dataclass(kind) else None)


def _check_int(name: str, value: int, _: _HintBounds) -> None:
    if not -limits.LARGEST <= value <= limits.LARGEST:
        raise DirectorError(
            "{called} must be a number from {least} to {most}",
            remedy="Check the number.",
            called=_field_label(name),
            least=-limits.LARGEST,
            most=limits.LARGEST,
        )


def _check_fraction(name: str, value: Fraction, _: _HintBounds) -> None:
    if max(abs(value.numerator), value.denominator) > limits.LARGEST:
        raise DirectorError(
            "{called} is too large, or has too many decimals", remedy="Check the number.", called=_field_label(name)
        )


def _check_dataclass(name: str, value: Any, _: _HintBounds) -> None:
    for part, inner in _fields(type(value)):
        _check(f"{name} {part}", getattr(value, part), inner)


def _check_str(name: str, text: str, of: _HintBounds) -> None:
    kind = of.kind
    if len(text) > limits.NAME or not text.isprintable() or LOST in text:
        longest = limits.PROSE if kind is PROSE else limits.ACCOUNT if kind is ACCOUNT else limits.NAME
        check_text(_field_label(name), text, longest, lines=kind in {PROSE, ACCOUNT})
    if kind is TIME and text:
        read_time(text)
    elif kind is DAY and text:
        read_day(text)


def _check_tuple(name: str, value: tuple[Any, ...], of: _HintBounds) -> None:
    if len(value) > limits.PARTS:
        raise DirectorError(
            "{called} may list at most {parts} items, not {all}",
            remedy="List fewer items.",
            called=_field_label(name),
            all=len(value),
            parts=limits.PARTS,
        )
    for place, part in enumerate(value):
        _check(name, part, of.part(place))


def _field_label(name: str) -> str:
    return f"The {name.replace('_', ' ')}"


_FIELDS: dict[type[Any], tuple[tuple[str, _HintBounds], ...]] = {}


def _fields(kind: type[Any]) -> tuple[tuple[str, _HintBounds], ...]:
    """The fields of a dataclass with the bounds that their type hints imply, cached."""
    if kind not in _FIELDS:
        hints = get_type_hints(kind, include_extras=True)
        _FIELDS[kind] = tuple((each.name, _read_hint(hints[each.name])) for each in fields(kind))
    return _FIELDS[kind]
