"""Rows of numbers as columns: the layout of a snapshot, chosen so that opening it is little more than copying.

A row is a kind and its parts; each part is a plain value or an earlier row. Rows of one kind and one width that contain
only earlier rows are grouped, with one column for each part. The format is a line of JSON with the kinds, the plain
values and the sizes of the groups, followed by the numbers of all columns, four bytes each. A reader creates all
objects of a group at once, and runs no Python code for each object.
"""

import json
import sys
from array import array
from collections.abc import Callable, Iterable, Sequence
from typing import Any

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
