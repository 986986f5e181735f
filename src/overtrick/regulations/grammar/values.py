"""The values in a table: exact numbers, words of a closed set, spans, units, and short texts.

`TEXTS` has the readers of values with a notation of their own, like a side of a match; the module that knows the
notation adds its reader.
"""

from collections.abc import Callable, Iterable
from datetime import date, datetime, time
from decimal import Decimal
from difflib import get_close_matches
from enum import Enum
from fractions import Fraction
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin

from overtrick.core.conduct.consequences import PERCENTAGE_POINTS, SHARE_OF_TOP
from overtrick.core.exact import Exact, plain
from overtrick.core.provenance import BOARD_POINTS, IMPS, PERCENT, VPS, Unit
from overtrick.core.ranking.awards import DOLLARS, MASTERPOINTS, PQP
from overtrick.core.scoring.datum import Span
from overtrick.core.typed_numbers import read_exact

Reads = TypeVar("Reads", bound=Callable[[Any], Any])
BAD: Any = object()
"""A placeholder for a value that cannot be read; its fault has been recorded."""

UNITS = {
    unit.name: unit
    for unit in (
        VPS, IMPS, PERCENT, BOARD_POINTS, PQP, DOLLARS, MASTERPOINTS, Unit("points", "point"), SHARE_OF_TOP,
        PERCENTAGE_POINTS,
    )
}  # fmt: skip
"""The units a file may name."""


def number(value: object) -> Exact:
    """A number, exactly as it is written."""
    if isinstance(value, bool) or not isinstance(value, int | Decimal | str):
        raise ValueError("a number is written like 12, 14.58 or “1/6”")  # noqa: TRY004 - collected as a fault
    try:
        return read_exact(value) if isinstance(value, str) else plain(Fraction(value))
    except (ValueError, ZeroDivisionError) as error:
        raise ValueError(f'“{value}” is not a number; write 12, 14.58 or "1/6"') from error


def span(value: object) -> Span:
    """A range, both ends included; a single number is both ends, or the beginning in a list of its own."""
    numbers = value if isinstance(value, list) else [value, value]
    if not 1 <= len(numbers) <= 2 or not all(type(each) is int for each in numbers):
        raise ValueError("a span is [from] or [from, to], both included")
    return Span(*numbers)


def _plain(kind: type, what: str) -> Callable[[object], Any]:
    def reads(value: object) -> Any:
        if type(value) is not kind:
            raise ValueError(f"{what} is wanted, not “{value}”")
        return value

    return reads


def _unit(value: object) -> Unit:
    if value not in UNITS:
        raise NotAWord(value, UNITS)
    return UNITS[str(value)]


VALUES: dict[Any, Callable[[Any], Any]] = {
    Exact: number,
    Fraction: lambda value: Fraction(number(value)),
    int: _plain(int, "a whole number"),
    str: _plain(str, "a text"),
    bool: _plain(bool, "true or false"),
    date: _plain(date, "a date, like 2026-07-01,"),
    datetime: _plain(datetime, "a date and a time"),
    time: _plain(time, "a time of day, like 19:30:00,"),
    Span: span,
    Unit: _unit,
    object: lambda value: value,
}
"""How plain values are read, by their type."""

TEXTS: dict[Any, Callable[[Any], Any]] = {}
"""How values with a notation of their own are read, from a short text or list."""


def text(reads: Reads) -> Reads:
    """Register a function as the reader of what it returns, where there is no class."""
    TEXTS[reads] = reads
    return reads


class NotAWord(ValueError):
    """A value that is not one of the permitted words; *meant* is the most similar of them, if any."""

    def __init__(self, value: object, words: Iterable[object]) -> None:
        listed = [str(word) for word in words]
        self.meant = next(iter(get_close_matches(str(value), listed, n=1)), "")
        near = f"; did you mean “{self.meant}”?" if self.meant else ""
        super().__init__(f"“{value}” is not one of the words here: {', '.join(f'“{word}”' for word in listed)}{near}")


EARLIER_WORDS = {
    "a finding that it was frivolous": "a finding that the appeal was frivolous",
    "best evening": "best session",
    "evenings played": "sessions played",
    "extra boards, whose winner is posted": "extra boards, then the winner is posted",
    "fine within its limit": "fine within the limit",
    "finished a triangle with more IMPs than it gave": "finished a triangle with a net plus",
    "mean of the two middle scores, to a ten": "mean of the two middle scores, rounded to 10",
    "net IMPs a match": "net IMPs per match",
    "the end": "the end of the appeal",
}
"""Words of closed sets before they were edited: books keep the rule texts of earlier editions, which use them."""


def choice_of(hint: Any, value: object) -> Any:
    """A word of a closed set, also as an earlier edition wrote it; a misspelling is refused with the list."""
    if isinstance(hint, type) and issubclass(hint, Enum):
        words = {each.value: each for each in hint}
    elif get_origin(hint) is Literal:
        words = {each: each for each in get_args(hint)}
    else:
        raise TypeError(f"no table has values of {hint}")
    word = value if isinstance(value, dict | list) or value in words else EARLIER_WORDS.get(str(value))
    if isinstance(word, dict | list) or word not in words:
        raise NotAWord(value, words)
    return words[word]


@cache
def members(hint: Any) -> tuple[Any, ...] | None:
    """The members of a union without `None`; `None` where the type is not a union."""
    if hint == Exact or get_origin(hint) not in (Union, UnionType):
        return None
    options = tuple(each for each in get_args(hint) if each is not NoneType)
    return (Exact,) if set(options) == {int, Fraction} else options
