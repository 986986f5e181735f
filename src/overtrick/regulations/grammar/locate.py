"""Finds the line of a value in a TOML file, so that a fault can name it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

_HEADER = re.compile(r"\s*(?P<open>\[\[?)\s*(?P<path>[^\]]+?)\s*\]\]?")
_KEY = re.compile(r"\s*(?P<key>[A-Za-z0-9_-]+|\"[^\"]+\")\s*=")


def line_of(text: str, path: Sequence[str | int]) -> int:
    """The line of the value at *path* (keys and positions in arrays of tables), or of what contains it.

    >>> line_of('[[scale]]\\nid = "a"\\n[[scale]]\\nid = "b"\\ntotal = 20\\n', ("scale", 1, "total"))
    5
    """
    wanted = tuple(path)
    best, depth = 1, 0
    here: tuple[str | int, ...] = ()
    counts: dict[tuple[str | int, ...], int] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.match(line):
            here = _enter(header["path"].split("."), counts, array=header["open"] == "[[")
            at = here
        elif key := _KEY.match(line):
            at = (*here, key["key"].strip('"'))
        else:
            continue
        if wanted[: len(at)] == at and len(at) > depth:
            best, depth = number, len(at)
        elif at[: len(wanted)] == wanted and depth < len(wanted):
            best, depth = number, len(wanted)  # the first of the tables that match together
    return best


def _enter(names: Sequence[str], counts: dict[tuple[str | int, ...], int], *, array: bool) -> tuple[str | int, ...]:
    """The path that a table header opens; headers below an array of tables belong to its last element."""
    path: tuple[str | int, ...] = ()
    for place, name in enumerate(names):
        path = (*path, name.strip())
        if place == len(names) - 1 and array:
            counts[path] = counts.get(path, -1) + 1
            for below in [known for known in counts if known[: len(path)] == path and known != path]:
                del counts[below]
        if path in counts:
            path = (*path, counts[path])
    return path


def at_line(name: str, number: int) -> str:
    """The beginning of every fault about a line of a file."""
    return f"{name}, line {number}"


@dataclass(frozen=True, slots=True)
class Origin:
    """A position in a file: the file's name, its text, and the path to the position."""

    name: str
    text: str
    path: tuple[str | int, ...] = ()

    def child(self, *keys: str | int) -> "Origin":
        """The position at these keys below."""
        return Origin(self.name, self.text, (*self.path, *keys))

    def __str__(self) -> str:
        return at_line(self.name, line_of(self.text, self.path))


class LocatedTable(dict[str, Any]):
    """A table that knows where it is stated, including words that it has from another table."""

    __slots__ = ("origin", "taken")

    def __init__(
        self, words: Mapping[str, Any], origin: Origin, taken: Mapping[str, Origin] = MappingProxyType({})
    ) -> None:
        super().__init__(words)
        self.origin, self.taken = origin, taken

    @classmethod
    def from_words(cls, words: Mapping[str, Any], origin: Origin) -> "LocatedTable":
        """The tables of a file, each with its position in it."""
        return cls({key: _locate(value, origin.child(key)) for key, value in words.items()}, origin)

    def with_words(self, **words: Any) -> "LocatedTable":
        """This table with some words replaced."""
        return LocatedTable({**self, **words}, self.origin, self.taken)

    def origin_of(self, key: str) -> Origin:
        """The position of a word of it."""
        return self.taken.get(key) or self.origin.child(key)

    def find_origin(self, path: Sequence[str | int]) -> Origin:
        """The position of the value at a path, or of what contains it."""
        here: Any = self
        found = self.origin
        for place, key in enumerate(path):
            if isinstance(here, LocatedTable):
                found, here = here.origin_of(str(key)), here.get(str(key))
            elif isinstance(here, list) and isinstance(key, int) and key < len(here):
                found, here = found.child(key), here[key]
            else:
                return found.child(*path[place:])
            if isinstance(here, LocatedTable):
                found = here.origin
        return found


def _locate(value: Any, origin: Origin) -> Any:
    if isinstance(value, dict):
        return LocatedTable.from_words(value, origin)
    if isinstance(value, list) and any(isinstance(each, dict) for each in value):
        return [_locate(each, origin.child(n)) for n, each in enumerate(value)]
    return value
