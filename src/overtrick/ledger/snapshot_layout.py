"""The layout of a snapshot: rows of numbers as columns, the objects made from them, and the packed results of rounds.

A row is a kind and its parts; each part is a plain value or an earlier row. Rows of one kind and one width that contain
only earlier rows are grouped, with one column for each part. The format is a line of JSON with the kinds, the plain
values and the sizes of the groups, followed by the numbers of all columns, four bytes each. A reader creates all
objects of a group at once, and runs no Python code for each object.

A snapshot can name nothing else. A dataclass is made by setting its fields; none of its code is called.
"""

import json
import sys
import zlib
from array import array
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields, is_dataclass
from datetime import date, datetime, time, timedelta, timezone
from enum import Enum
from fractions import Fraction
from functools import cache, lru_cache, partial
from importlib import import_module
from itertools import repeat
from types import MappingProxyType, MemberDescriptorType
from typing import Any

from overtrick.core.errors import EngineError
from overtrick.core.event.score.rounds import ConflictingEntry, Place, RecordedResult, RoundState
from overtrick.core.exact import Numeral
from overtrick.core.laws.table_score import table_score
from overtrick.core.model.boards import Board
from overtrick.core.model.notation import read_result, write_result
from overtrick.core.model.results import Result
from overtrick.core.provenance import PostingSource

Columns = Sequence[Sequence[Any]]
Maker = Callable[[Columns, int], Iterable[Any]]
"""Makes the rows of a kind from their columns and their number."""


class Rows:
    """Rows in the order in which they are added, each after its parts."""

    def __init__(self) -> None:
        self._kinds: dict[str, int] = {}
        self._plain: dict[tuple[type[Any], Any], int] = {}
        self._rows: list[tuple[int, ...]] = []
        self._equal: dict[tuple[int, ...], int] = {}

    def plain(self, value: str | int | None) -> int:
        """The number of a plain value, which is negative."""
        return ~self._plain.setdefault((type(value), value), len(self._plain))

    def add(self, called: str, parts: Iterable[int], *, one: bool) -> int:
        """The number of a row; with *one*, an equal row is reused."""
        row = (self._kinds.setdefault(called, len(self._kinds)), *parts)
        if one and row in self._equal:
            return self._equal[row]
        self._rows.append(row)
        if one:
            self._equal[row] = len(self._rows) - 1
        return len(self._rows) - 1

    def to_bytes(self) -> bytes:
        """Everything as bytes; the row added last, which contains all the others, is the last."""
        plain = [value for _, value in self._plain]
        together = self._together()
        at = dict(zip((row for group in together for row in group), range(len(plain), sys.maxsize), strict=False))
        numbers, groups = array("I"), list[list[int]]()
        for group in together:
            kind, *parts = zip(*(self._rows[row] for row in group), strict=True)
            groups.append([kind[0], len(group), len(parts)])
            for column in parts:
                numbers.extend(~part if part < 0 else at[part] for part in column)
        said = {"kinds": list(self._kinds), "plain": plain, "groups": groups}
        return _json(said).encode() + b"\n" + _little(numbers).tobytes()

    def _together(self) -> list[list[int]]:
        """The groups of rows that can be made at once, parts first."""
        depths: list[int] = []
        groups: dict[tuple[int, int, int], list[int]] = {}
        for number, (kind, *parts) in enumerate(self._rows):
            depths.append(1 + max((depths[part] for part in parts if part >= 0), default=0))
            groups.setdefault((depths[-1], kind, len(parts)), []).append(number)
        return [groups[key] for key in sorted(groups)]


def read_rows(body: bytes, maker: Callable[[str], Maker]) -> list[Any]:
    """The objects made from the rows, in order, after the plain values; *maker* returns the maker of a kind by name."""
    head, _, packed = body.partition(b"\n")
    said = json.loads(head)
    numbers = array("I")
    numbers.frombytes(packed)
    _little(numbers)
    makers = [maker(called) for called in said["kinds"]]
    made: list[Any] = said["plain"]
    part, at = made.__getitem__, 0
    for kind, count, width in said["groups"]:
        end = at + count * width
        columns: Columns
        if count == 1:  # a row with thousands of parts is alone in its group
            columns = list(zip(map(part, numbers[at:end]), strict=True))
        else:
            columns = [list(map(part, numbers[start : start + count])) for start in range(at, end, count)]
        made += makers[kind](columns, count)
        at = end
    if at != len(numbers):
        raise ValueError("there are more numbers than rows")
    return made


def _little(numbers: "array[int]") -> "array[int]":
    """Numbers converted to or from the byte order of the format, which is the same on every machine."""
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


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


_RECORDED = tuple(each.name for each in fields(RecordedResult) if each.name not in {"result", "score", "other"})
_SAID = tuple(each.name for each in fields(ConflictingEntry) if each.name not in {"result", "score"})


def pack_results(drawn: RoundState) -> bytes:
    """The results of a round without their scores; if they are still packed, the existing pack."""
    late = drawn.late
    if isinstance(late, partial) and late.func is unpack_results:
        try:
            object.__getattribute__(drawn, "results")
        except AttributeError:
            return bytes(late.args[1])
    said = [
        [*place, write_result(known.result), [getattr(known, name) for name in _RECORDED], _packed_said(known.other)]
        for place, known in drawn.results.items()
    ]
    return zlib.compress(json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode(), 1)


def _packed_said(said: ConflictingEntry | None) -> list[Any] | None:
    return None if said is None else [write_result(said.result), [getattr(said, name) for name in _SAID]]


def unpack_results(number: int, pack: bytes) -> dict[Place, RecordedResult]:
    """The results of a round as folding its postings would give them."""
    found: dict[Place, RecordedResult] = {}
    for table, room, board, result, parts, other in json.loads(zlib.decompress(pack)):
        given = dict(zip(_RECORDED, parts, strict=True))
        at = PostingSource(given["posting"], number, table, room)
        said = None
        if other is not None:
            says = dict(zip(_SAID, other[1], strict=True))
            where = PostingSource(says["posting"], number, table, room)
            said = ConflictingEntry(_result(other[0]), _score(board, other[0], where), **says)
        found[table, room, board] = RecordedResult(_result(result), _score(board, result, at), other=said, **given)
    return found


@lru_cache(maxsize=4096)
def _result(text: str) -> Result:
    return read_result(text)


def _score(board: int, result: str, at: PostingSource) -> Any:
    return table_score(Board.from_number(board), _result(result), at)
