"""Reads the brackets of a document: rankings, draws, tables and finals, from `brackets.toml`.

One table, one clause: a table without its clause does not load. Words are closed sets, the same words the
rules themselves use; a word nobody knows is refused with the list of words. All faults of a file are told
at once.
"""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from importlib.resources import files
from typing import Any, TypeVar

from overtrick.core.draws.choice import ChoiceLayout
from overtrick.core.draws.finals import (
    AbsenceRule,
    Bracket,
    BracketMatch,
    Level,
    LevelRule,
    LoserOf,
    Rank,
    Source,
    WinnerOf,
)
from overtrick.core.draws.knockout import SetDrawRule
from overtrick.core.draws.lucky_losers import LoserClass, LuckyLoserRule
from overtrick.core.draws.order import Criterion, OrderRule
from overtrick.core.draws.places import At, PlaceRule
from overtrick.core.draws.seed_blocks import SeedBlockRule
from overtrick.core.draws.stanzas import StanzaRule
from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.core.exact import read_exact
from overtrick.core.provenance import Clause

Data = Mapping[str, Any]
T = TypeVar("T")
E = TypeVar("E", bound=Enum)


@dataclass(frozen=True, slots=True)
class CountTable:
    """Counts by number of entries, as printed, and the rows that take the place of printed ones."""

    name: str
    clause: Clause
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...] | tuple[Any, ...], ...]
    repaired: tuple[tuple[Any, ...], ...] = ()

    def row(self, entry: str) -> dict[str, Any]:
        """The row for an entry, the repaired one where there is one."""
        for row in (*self.repaired, *self.rows):
            if row[0] == entry:
                return dict(zip(self.columns, row, strict=True))
        raise DirectorError(
            f"Table {self.name} has no row for {entry}", clause=str(self.clause),
            remedy=f"It has rows for {', '.join(str(row[0]) for row in self.rows)}.",
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Brackets:
    """Everything a document says of rankings, draws and finals, by name."""

    orders: Mapping[str, OrderRule]
    places: tuple[PlaceRule, ...]
    lucky_losers: LuckyLoserRule | None
    set_draw: SetDrawRule | None
    changed: Clause | None
    choices: Mapping[str, ChoiceLayout]
    seed_blocks: Mapping[int, SeedBlockRule]
    tables: Mapping[str, CountTable]
    brackets: Mapping[str, Bracket]
    stanzas: Mapping[str, StanzaRule]
    absence: AbsenceRule | None


@cache
def load_brackets(folder: str) -> Brackets:
    """The brackets of one folder of the rulebook.

    >>> load_brackets("sabf-2020").brackets["final five"].match("PF").title
    'Preliminary Final'
    """
    path = files("overtrick.rulebook").joinpath(folder, "brackets.toml")
    return read_brackets(path.read_text(encoding="utf-8"), f"{folder}/brackets.toml")


def read_brackets(text: str, name: str) -> Brackets:
    """The brackets in a text; *name* is what faults call it."""
    data = tomllib.loads(text, parse_float=str)
    reader = _Reader(name, [])
    found = Brackets(
        orders=dict(reader.each(data, "order", lambda row: (row["name"], _order(row)))),
        places=tuple(reader.each(data, "place", _place)),
        lucky_losers=reader.one(data, "lucky_losers", _lucky),
        set_draw=reader.one(data, "draw", lambda row: SetDrawRule(_clause(row), Clause.parse(row["rematch"]))),
        changed=reader.one(data, "draw", lambda row: Clause.parse(row["changed"])),
        choices=dict(reader.each(data, "choice", lambda row: (row["stage"], _choice(row, data["draw"])))),
        seed_blocks={
            entry: rule
            for entries, rule in reader.each(data, "seed_blocks", lambda row: (row["entries"], _blocks(row)))
            for entry in entries
        },
        tables=dict(reader.each(data, "table", lambda row: (row["name"], _table(row)))),
        brackets=dict(reader.each(data, "bracket", lambda row: (row["name"], _bracket(row)))),
        stanzas=dict(reader.each(data, "stanzas", lambda row: (row["name"], _stanzas(row)))),
        absence=reader.one(data, "absence", lambda row: AbsenceRule(_clause(row), row["minutes"])),
    )
    if reader.faults:
        raise RegulationErrors(reader.faults)
    return found


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads tables one by one and keeps the faults."""

    name: str
    faults: list[str]

    def each(self, data: Data, table: str, read: Callable[[Data], T]) -> Iterator[T]:
        for number, row in enumerate(data.get(table, ()), start=1):
            got = self._read(f"[[{table}]] {number}", row, read)
            if got is not None:
                yield got

    def one(self, data: Data, table: str, read: Callable[[Data], T]) -> T | None:
        return self._read(f"[{table}]", data[table], read) if table in data else None

    def _read(self, where: str, row: Data, read: Callable[[Data], T]) -> T | None:
        try:
            return read(row)
        except KeyError as missing:
            self.faults.append(f"{self.name}, {where}: {missing.args[0]} is missing")
        except (ValueError, DirectorError) as wrong:
            self.faults.append(f"{self.name}, {where}: {wrong}")
        return None


def _clause(row: Data) -> Clause:
    return Clause.parse(row["clause"], row.get("readings", ()))


def _word(kind: type[E], word: str) -> E:
    known = {str(member.value): member for member in kind}
    if word not in known:
        raise ValueError(f"{word!r} is not one of {', '.join(known)}")
    return known[word]


def _order(row: Data) -> OrderRule:
    return OrderRule(_clause(row), tuple(_word(Criterion, word) for word in row["by"]))


def _place(row: Data) -> PlaceRule:
    place = row["place"]
    at = place if isinstance(place, int) else _word(At, place)
    wins = tuple(read_exact(win) for win in row["wins"]) if "wins" in row else None
    return PlaceRule(_clause(row), row["of"], at, wins)


def _lucky(row: Data) -> LuckyLoserRule:
    classes = tuple((_word(LoserClass, each["lost"]), _order(each)) for each in row["class"])
    once = row.get("once")
    return LuckyLoserRule(_clause(row), classes, _clause(once) if once else None, lift=bool(once and once["lift"]))


def _choice(row: Data, draw: Data) -> ChoiceLayout:
    low_high = row.get("open")
    return ChoiceLayout(
        _clause(row), Clause.parse(draw["rematch"]), Clause.parse(draw["absent"]), Clause.parse(draw["remaining"]),
        row.get("choosers"), (low_high[0], low_high[1]) if low_high else None,
        tuple(row.get("may_opt_in", ())), tuple(row.get("may_opt_out", ())),
    )  # fmt: skip


def _blocks(row: Data) -> SeedBlockRule:
    return SeedBlockRule(_clause(row), row.get("middle", 0), row.get("triangles", 0))


def _table(row: Data) -> CountTable:
    columns = tuple(row["columns"])
    rows, repaired = (tuple(tuple(cells) for cells in row.get(key, ())) for key in ("rows", "repaired"))
    for cells in (*rows, *repaired):
        if len(cells) != len(columns):
            raise ValueError(f"row {cells[0]} has {len(cells)} cells for {len(columns)} columns")
    return CountTable(row["name"], _clause(row), columns, rows, repaired)


def _source(text: str) -> Source:
    kind, _, name = text.partition(" ")
    match kind:
        case "rank":
            return Rank(int(name))
        case "winner":
            return WinnerOf(name)
        case "loser":
            return LoserOf(name)
        case _:
            raise ValueError(f"{text!r} is not a rank, a winner or a loser")


def _bracket(row: Data) -> Bracket:
    level = row["level"]
    return Bracket(
        row["name"], _clause(row), tuple(_match(each) for each in row["match"]),
        tuple(_source(place) for place in row["places"]), LevelRule(_clause(level), _word(Level, level["way"])),
        read_exact(row.get("carry", "0")), Clause.parse(row["carry_clause"]) if "carry_clause" in row else None,
    )  # fmt: skip


def _match(row: Data) -> BracketMatch:
    one, two = row["sides"]
    carry = row["sides"].index(row["carry"]) if "carry" in row else None
    return BracketMatch(
        row["name"], row["title"], (_source(one), _source(two)), _clause(row), carry,
        row.get("week", 1), row.get("sessions", 1),
    )  # fmt: skip


def _stanzas(row: Data) -> StanzaRule:
    sides = {"higher": 0, "other": 1}
    turns = tuple((sides[side], count) for side, count in row["turns"])
    return StanzaRule(_clause(row), row["stanzas"], turns)
