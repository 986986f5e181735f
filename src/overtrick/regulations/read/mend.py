"""Mends a faulty file by guessing what was meant, so that faults hidden behind others are reported at the same time.

Nothing is ever played by a mended file: its faults have been reported.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from overtrick.regulations.grammar.locate import LocatedTable
from overtrick.regulations.grammar.place import Fault, Path

STAND_INS: Mapping[str, object] = {"clause": "CLUB 1", "id": "my-club/event", "name": "It", "says": "", "by": ""}
"""Values for missing words that do not affect how an event is played."""

GUESSED: Mapping[str, Any] = {"contest": "pairs", "entries": [8, 40], "usual": 8}
"""Values for missing words that play depends on."""


@dataclass(frozen=True, slots=True)
class Mended:
    """The tables of a file after mending, and whether anything that play depends on had to be left out."""

    tables: LocatedTable
    lost: bool


def mend_tables(tables: LocatedTable, faults: Sequence[tuple[Path, str]]) -> Mended | None:
    """Tables without these faults: words as they were probably meant, or left out; `None` where that is impossible."""
    lost = False
    for path, fault in dict(reversed(faults)).items():
        holder, key = _value_at(tables, path[:-1]), path[-1] if path else None
        if not isinstance(holder, LocatedTable) or not isinstance(key, str):
            return None
        words = _words(holder, key, fault)
        if words is None:
            return None
        dropped = key not in words and not (isinstance(fault, Fault) and fault.keyed)
        lost = lost or dropped if key in holder else lost or key in GUESSED
        tables = _put(tables, path[:-1], LocatedTable(words, holder.origin, holder.taken))
    return Mended(tables, lost)


def _words(holder: LocatedTable, key: str, fault: str) -> dict[str, Any] | None:
    """The words of a table with the fault of one of them corrected; `None` where that cannot be guessed."""
    words: dict[str, Any] = dict(holder)
    meant, keyed = (fault.meant, fault.keyed) if isinstance(fault, Fault) else ("", False)
    if key not in words:
        guess = _fewest(words) if key == "usual" else {**STAND_INS, **GUESSED}.get(key)
        return None if guess is None else {**words, key: guess}
    value = words.pop(key)
    if keyed:
        return {**words, meant: value} if meant and meant not in words else words
    return {**words, key: meant} if meant else words


def _fewest(words: Mapping[str, Any]) -> Any:
    """Return the smallest entry that an event takes; `entries` is a number or a range, or wrong."""
    entries = words.get("entries", GUESSED["entries"])
    fewest = entries[0] if isinstance(entries, list) and entries else entries
    return fewest if isinstance(fewest, int) else GUESSED["usual"]


def _value_at(value: Any, path: Path) -> Any:
    for key in path:
        try:
            value = value[key]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def _put(value: Any, path: Path, what: Any) -> Any:
    """A value with the part at a path replaced."""
    if not path:
        return what
    key, below = path[0], path[1:]
    inner = _put(value[key], below, what)
    if isinstance(value, list):
        return [inner if place == key else part for place, part in enumerate(value)]
    return value.with_words(**{str(key): inner})
