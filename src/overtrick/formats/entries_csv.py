"""The federation's entries file for scorers: one line a player, under the number of its pair or team.

Columns by name, in any order and case: `Pair No` (or `Team No`), `Name`, `ABF Number`; optional `Team Name`,
`Category`, and of our own `Seed`, `Rating`, `Contending`, `House` and the facts that the event asks for. Telephone
numbers, addresses, questions and comments are left where they are. Teams are padded with empty lines. The file of a
whole congress has a line with the event's name before each part.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact
from overtrick.core.model.contestants import Player, Stated
from overtrick.core.typed_numbers import read_exact
from overtrick.formats.plain_text import small_enough
from overtrick.formats.tables import csv_lines, listed, whole_from_one

_COLUMNS: Mapping[str, str] = {
    "pair no": "number",
    "team no": "number",
    "no": "number",
    "number": "number",
    "pair": "number",
    "team": "number",
    "contestant": "number",
    "name": "name",
    "player": "name",
    "player name": "name",
    "abf number": "abf",
    "abf no": "abf",
    "abf no.": "abf",
    "team name": "team",
    "category": "category",
    "categories": "category",
    "seed": "seed",
    "rating": "rating",
    "contending": "contending",
    "house": "house",
}
_FACT = "fact "
"""What the column of a fact is called here, before its name: a fact may be called as another column is."""
_NO = frozenset({"no", "n", "false", "0"})
_YES = frozenset({"yes", "y", "true", "1", "x"})


@dataclass(frozen=True, slots=True)
class EntryLine:
    """An entry as the file has it: its number, its players, and what is said of it."""

    number: str
    team: str = ""
    players: tuple[Player, ...] = ()
    categories: tuple[str, ...] = ()
    contending: bool = True
    house: bool = False
    rating: Exact | None = None
    seed: int | None = None


@dataclass(slots=True)
class _Part:
    """One event's lines in a file, with where each stands."""

    title: str
    rows: list[tuple[int, dict[str, str]]] = field(default_factory=list)


def read_entries(text: str, name: str, title: str = "", facts: Sequence[str] = ()) -> tuple[EntryLine, ...]:
    """The entries in a file; every line that cannot be read is told at once.

    In the file of a whole congress, *title* says which event is meant; *facts* are what is stated of players in columns
    of that name.

    >>> file = "Pair No,Name,ABF Number\\n1,A REED,1234567\\n1,B STONE,7654321"
    >>> [(each.number, [str(player) for player in each.players]) for each in read_entries(file, "x")]
    [('1', ['A REED', 'B STONE'])]
    """
    small_enough(text, name)
    parts = _parts(text, name, facts)
    if not parts:
        raise DirectorError(
            "{name} has no line of column names that can be read",
            remedy="It needs Pair No (or Team No) and Name, like the federation's entries file for scorers.",
            name=name,
        )
    chosen = _chosen(parts, name, title)
    gathered: dict[str, list[tuple[int, dict[str, str]]]] = {}
    number = ""
    for line, row in chosen.rows:
        number = row.get("number") or number
        if number and (row.get("name") or row.get("team")):
            gathered.setdefault(number, []).append((line, row))
    entries: list[EntryLine] = []
    faults: list[str] = []
    for number, rows in gathered.items():
        try:
            entries.append(_entry(number, rows, facts))
        except DirectorError as fault:
            faults.append(str(fault.what))
    faults += _twice(gathered)
    if faults:
        raise DirectorError("{name} cannot be read:\n  {faults}\nNothing was entered", name=name, faults=listed(faults))
    if not entries:
        raise DirectorError(
            "{name} names nobody", remedy="Each player has a line, under the number of the entry.", name=name
        )
    return tuple(entries)


def seeded(entries: Iterable[EntryLine]) -> tuple[str, ...]:
    """The numbers in seeded order, if everybody has a seed; nothing otherwise."""
    listed = [(each.seed, each.number) for each in entries]
    if any(seed is None for seed, _ in listed):
        return ()
    return tuple(number for _, number in sorted((seed or 0, number) for seed, number in listed))


def _parts(text: str, name: str, facts: Sequence[str]) -> list[_Part]:
    """The parts of a file, each after its own line of column names."""
    parts: list[_Part] = []
    title = ""
    columns: Sequence[str] = ()
    known = {**{_key(fact): _FACT + fact for fact in facts}, **_COLUMNS}
    for line, cells in _lines(text, name):
        named = [known.get(_key(cell), "") for cell in cells]
        if "number" in named and "name" in named:
            columns = named
            parts.append(_Part(title))
        elif [cell for cell in cells if cell] == cells[:1]:
            title = cells[0]  # of the part that follows, if a line of column names does
        elif columns and parts:
            row = {column: cell for column, cell in zip(columns, cells, strict=False) if column}
            parts[-1].rows.append((line, row))
    return parts


def _key(name: str) -> str:
    """A column's name in any case, however it is spaced."""
    return " ".join(name.lower().split())


def _lines(text: str, name: str) -> Iterator[tuple[int, list[str]]]:
    sample = text[:1000]
    delimiter = "\t" if "\t" in sample and "," not in sample else ";" if ";" in sample and "," not in sample else ","
    for number, row in csv_lines(text.lstrip("\ufeff").splitlines(), name, delimiter):
        cells = [cell.strip() for cell in row]
        if any(cells):
            yield number, cells


def _chosen(parts: Sequence[_Part], name: str, title: str) -> _Part:
    if len(parts) == 1:
        return parts[0]
    for part in parts:
        if part.title.casefold() == title.casefold():
            return part
    listed = ", ".join(part.title or "one without a name" for part in parts)
    raise DirectorError(
        "{name} has the entries of {parts} events: {listed}",
        remedy="Name the one that is meant, or leave only its lines.",
        name=name,
        parts=len(parts),
        listed=listed,
    )


def _twice(gathered: Mapping[str, Sequence[tuple[int, dict[str, str]]]]) -> Iterator[str]:
    """Whoever stands in the file twice: an ABF number anywhere, a name in one entry, a seed of two entries."""
    first: dict[tuple[str, str], tuple[int, str]] = {}
    for number, rows in gathered.items():
        seeds = [(line, row["seed"]) for line, row in rows if row.get("seed")][:1]
        said = [(line, f"ABF number {row['abf']}", row["abf"]) for line, row in rows if row.get("abf")]
        said += [(line, row["name"], f"{number} {row['name']}") for line, row in rows if row.get("name")]
        said += [(line, f"seed {seed}", seed) for line, seed in seeds]
        for line, what, key in said:
            before, other = first.setdefault((what, key), (line, number))
            if before != line:
                where = f"in entry {number}" if other == number else f"in the entries {other} and {number}"
                yield f"lines {before} and {line}: {what} is there twice, {where}"


def _entry(number: str, rows: Sequence[tuple[int, dict[str, str]]], facts: Sequence[str]) -> EntryLine:
    line = rows[0][0]
    players = tuple(
        Player(row["name"], row.get("abf", ""), tuple(_stated(row, at, facts))) for at, row in rows if row.get("name")
    )
    return EntryLine(
        number,
        _first(rows, "team"),
        players,
        tuple(dict.fromkeys(part.strip() for part in _first(rows, "category").split(";") if part.strip())),
        _first(rows, "contending").lower() not in _NO,
        _first(rows, "house").lower() in _YES,
        _number(_first(rows, "rating"), line, "rating"),
        _whole(_first(rows, "seed"), line, "seed"),
    )


def _stated(row: Mapping[str, str], line: int, facts: Sequence[str]) -> Iterator[Stated]:
    for fact in facts:
        text = row.get(_FACT + fact, "")
        if _number(text, line, fact) is not None:
            yield Stated(fact, text)


def _first(rows: Sequence[tuple[int, dict[str, str]]], column: str) -> str:
    return next((row[column] for _, row in rows if row.get(column)), "")


def _number(text: str, line: int, column: str) -> Exact | None:
    try:
        return read_exact(text) if text else None
    except (ValueError, ZeroDivisionError) as error:
        raise DirectorError(
            "line {line}: the {column} “{text}” is not a number", line=line, column=column, text=f"{text:.40}"
        ) from error


def _whole(text: str, line: int, column: str) -> int | None:
    try:
        return whole_from_one(text, column) if text else None
    except DirectorError as fault:
        raise DirectorError("line {line}: {fault_what}", line=line, fault_what=fault.what) from fault
