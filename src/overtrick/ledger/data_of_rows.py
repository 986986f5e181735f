"""Objects from the rows of a snapshot: plain data, and dataclasses and enumerations of the core.

A snapshot can name nothing else. A dataclass is made by setting its fields; none of its code is called.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import is_dataclass
from datetime import date, datetime, time, timedelta, timezone
from enum import Enum
from fractions import Fraction
from functools import cache, partial
from importlib import import_module
from itertools import repeat
from types import MappingProxyType, MemberDescriptorType
from typing import Any

from overtrick.core.errors import EngineError
from overtrick.core.exact import Numeral
from overtrick.ledger.columns import Columns, Maker

CORE = "overtrick.core."
"""The prefix of the names of the core's modules."""


class Unopenable(EngineError):
    """Not a snapshot of this program, or one with a different plan."""


def plain_maker(called: str) -> Maker | None:
    """The maker of rows of plain data, or of an enumeration."""
    if called == "tuple":
        return _rows
    make = _MAKERS.get(called)
    if make is None:
        kind = core_kind(called)
        if not issubclass(kind, Enum):
            return None
        members = kind.__members__
        return partial(_one_by_one, lambda parts: members[parts[0]])
    return partial(_one_by_one, make)


@cache
def core_kind(called: str) -> Any:
    """A dataclass or an enumeration of the core, by its name."""
    module, _, name = called.partition(":")
    if not module.startswith(CORE):
        raise Unopenable(f"a {called} is nothing that a snapshot holds")
    kind = getattr(import_module(module), name, None)
    if not isinstance(kind, type) or kind.__module__ != module:
        raise Unopenable(f"there is no {called}")
    if not is_dataclass(kind) and not issubclass(kind, Enum):
        raise Unopenable(f"a {called} is nothing that a snapshot holds")
    return kind


def objects(kind: Any, names: Sequence[str], columns: Columns, count: int) -> list[Any]:
    """Objects of a class, made by setting one field of all of them at a time."""
    made = list(map(object.__new__, repeat(kind, count)))
    for name, column in zip(names, columns, strict=True):
        deque(map(_setter(kind, name), made, column), maxlen=0)  # the fastest loop in Python
    return made


def _setter(kind: type[Any], name: str) -> Callable[[Any, Any], None]:
    """A function that sets a field even of a frozen class."""
    slot = getattr(kind, name, None)
    if isinstance(slot, MemberDescriptorType):
        return slot.__set__
    return lambda made, value: object.__setattr__(made, name, value)


def _rows(columns: Columns, count: int) -> list[tuple[Any, ...]]:
    return list(zip(*columns, strict=True)) if columns else [()] * count


def _one_by_one(make: Callable[[Any], Any], columns: Columns, count: int) -> list[Any]:
    return list(map(make, _rows(columns, count)))


ATOMS: dict[type[Any], Callable[[Any], list[Any]]] = {
    Fraction: lambda value: [value.numerator, value.denominator],
    Numeral: lambda value: [str(value)],
    range: lambda value: [value.start, value.stop, value.step],
    datetime: lambda value: [value.isoformat()],
    date: lambda value: [value.isoformat()],
    time: lambda value: [value.isoformat()],
    timedelta: lambda value: [value.days, value.seconds, value.microseconds],
    timezone: lambda value: [value.utcoffset(None) // timedelta(seconds=1)],
}
"""Values that have only plain parts."""
_MAKERS: dict[str, Callable[[tuple[Any, ...]], Any]] = {
    "list": list,
    "dict": lambda parts: dict(zip(parts[: len(parts) // 2], parts[len(parts) // 2 :], strict=True)),
    "mappingproxy": lambda parts: MappingProxyType(_MAKERS["dict"](parts)),
    "set": set,
    "frozenset": frozenset,
    "Fraction": lambda parts: Fraction(*parts),
    "Numeral": lambda parts: Numeral(*parts),
    "range": lambda parts: range(*parts),
    "datetime": lambda parts: datetime.fromisoformat(parts[0]),
    "date": lambda parts: date.fromisoformat(parts[0]),
    "time": lambda parts: time.fromisoformat(parts[0]),
    "timedelta": lambda parts: timedelta(*parts),
    "timezone": lambda parts: timezone(timedelta(seconds=parts[0])),
}
