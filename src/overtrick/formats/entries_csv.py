"""Entries under a line of column names: the federation's file for scorers, or a spreadsheet with one line per entry.

Columns are found by name, in any order and case. With one line per player: `Pair No` (or `Team No`), `Name`, `ABF
Number`. With one line per entry: `Player 1`, `Player 2` (or `Name` several times, or `Name` and `Partner`, or `Names`),
with `ABF 1` or an `ABF Number` beside each name; `No` may be left out. Both: `Team Name`, `Category`, `Club`, `State`
and `Country` (of one player: `Club 2`), and additionally `Seed`, `Rating`, `Contending`, `House` and the facts that the
event asks for. Telephone numbers, addresses, questions and comments are ignored. Teams may be padded with empty lines.
The file of a whole congress has a line with the event's name before each part.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact
from overtrick.core.model.contestants import HOMES, Player, Stated
from overtrick.core.typed_numbers import read_exact
from overtrick.core.wording import Phrase, Said, phrase
from overtrick.formats.plain_text import small_enough
from overtrick.formats.players import read_players
from overtrick.formats.tables import csv_lines, list_faults, whole_from_one

_COLUMNS: Mapping[str, str] = {
    "pair no": "number",
    "team no": "number",
    "pair number": "number",
    "team number": "number",
    "pair no.": "number",
    "team no.": "number",
    "no.": "number",
    "#": "number",
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
    "abf": "abf",
    "federation number": "abf",
    "member number": "abf",
    "names": "names",
    "players": "names",
    "partner": "name 2",
    "team name": "team",
    "category": "category",
    "categories": "category",
    "seed": "seed",
    "rating": "rating",
    "contending": "contending",
    "house": "house",
    "club": "club",
    "home club": "club",
    "club name": "club",
    "state": "state",
    "region": "state",
    "country": "country",
}
_SLOT = re.compile(r"(.*?)[ .#]*([1-8])( .*)?")
"""A column of one player of several: `player 2`, `abf no 2`, `player 2 number`."""
_OF_ONE = {"number": "abf", "abf": "abf", "name": "name", **{each: each for each in HOMES}}
_FACT = "fact "
"""The prefix for fact columns in this module, since a fact may have the name of another column."""
_OWN = "own "
"""The prefix for a player's club in this module, to distinguish it from that of the entry."""
_OF_PLAYERS = ("name", "abf ", *(f"{home} " for home in HOMES))
_MARKS = re.compile(r"[,;\t]")
_AT = "line "
"""The key prefix, before a line number, for entries without a number while a file is read."""
_NO = frozenset({"no", "n", "false", "0"})
_YES = frozenset({"yes", "y", "true", "1", "x"})


@dataclass(frozen=True, slots=True)
class EntryLine:
    """An entry from a file: its number, its players, and what is stated of it.

    A *bare* entry is only a name or two.
    """

    number: str
    team: str = ""
    players: tuple[Player, ...] = ()
    categories: tuple[str, ...] = ()
    contending: bool = True
    house: bool = False
    rating: Exact | None = None
    seed: int | None = None
    stated: tuple[Stated, ...] = ()
    bare: bool = False


@dataclass(slots=True)
class _Part:
    """One event's lines in a file, with their positions; *wide* means one line per entry instead of per player."""

    title: str
    wide: bool = False
    rows: list[tuple[int, dict[str, str]]] = field(default_factory=list)


def read_entries(text: str, name: str, title: str = "", facts: Sequence[str] = ()) -> tuple[EntryLine, ...]:
    """The entries in a file; all lines that cannot be read are reported together.

    In the file of a whole congress, *title* says which event is meant; *facts* are names of columns with statements
    about players.

    >>> file = "Pair No,Name,ABF Number\\n1,A REED,1234567\\n1,B STONE,7654321"
    >>> [(each.number, [str(player) for player in each.players]) for each in read_entries(file, "x")]
    [('1', ['A REED', 'B STONE'])]
    """
    small_enough(text, name)
    parts = _parts(text, name, facts)
    if not parts:
        raise DirectorError(
            "{name} has no readable header row",
            remedy="The file needs a row with the column names Pair No (or Team No) and Name, or Player 1 and "
            "Player 2.",
            name=name,
        )
    chosen = _choose_part(parts, name, title)
    gathered = _group_lines(chosen)
    entries: list[EntryLine] = []
    faults: list[Said] = []
    for number, rows in gathered.items():
        try:
            entries.append(_entry("" if number.startswith(_AT) else number, rows, facts, wide=chosen.wide))
        except DirectorError as fault:
            faults.append(fault.what)
    faults += _twice(gathered)
    if faults:
        raise DirectorError(
            "{name} cannot be read:\n  {faults}\nNothing was entered", name=name, faults=list_faults(faults)
        )
    if not entries:
        raise DirectorError(
            "{name} contains no entries",
            remedy="Add the entries under the column names; with one line per "
            "player, each line needs the entry number.",
            name=name,
        )
    return tuple(entries)


def has_columns(text: str, name: str, facts: Sequence[str] = ()) -> bool:
    """Whether some line of a text contains column names of entries."""
    return any(_header_columns(cells, _known_columns(facts)) for _, cells in _lines(text, name))


def seed_order(entries: Iterable[EntryLine]) -> tuple[str, ...]:
    """The numbers in seeded order if all entries have a seed; otherwise empty."""
    listed = [(each.seed, each.number) for each in entries]
    if any(seed is None for seed, _ in listed):
        return ()
    return tuple(number for _, number in sorted((seed or 0, number) for seed, number in listed))


def _parts(text: str, name: str, facts: Sequence[str]) -> list[_Part]:
    """The parts of a file, each after its own line of column names."""
    parts: list[_Part] = []
    title = ""
    columns: Sequence[str] = ()
    known = _known_columns(facts)
    for line, cells in _lines(text, name):
        alone = [cell for cell in cells if cell] == cells[:1]
        if named := _header_columns(cells, known):
            if parts and title and parts[-1].wide and parts[-1].rows[-1:] and len(parts[-1].rows[-1][1]) == 1:
                parts[-1].rows.pop()  # it was the title of this part
            columns = named
            parts.append(_Part(title, wide="names" in named or "name 2" in named))
        elif alone and not (parts and parts[-1].wide):
            title = cells[0]  # the title of the next part, if column names follow
        elif columns and parts:
            title = cells[0] if alone else ""
            row = {column: cell for column, cell in zip(columns, cells, strict=False) if column and cell}
            parts[-1].rows.append((line, row))
    return parts


def _known_columns(facts: Sequence[str]) -> Mapping[str, str]:
    return {**{_key(fact): _FACT + fact for fact in facts}, **_COLUMNS}


def _header_columns(cells: Sequence[str], known: Mapping[str, str]) -> list[str]:
    """The columns, if this is the line that names them, with players by position; 1 is assumed without a digit."""
    found: list[str] = []
    for cell in cells:
        column = known.get(_key(cell), "")
        slot = _SLOT.fullmatch(_key(cell)[:40])
        if not column and slot:
            of = _OF_ONE.get(known.get(slot[1], ""), "")
            told = slot[3] or ""
            home = next((each for each in HOMES if each in told.split()), "")
            numbered = any(word in told for word in ("no", "number", "abf"))
            of = of and (home or ("abf" if numbered else of))
            column = f"{of} {slot[2]}" if of else ""
        if column in ("name", "abf"):
            column = _player_column(column, found)
        found.append(column)
    found = _homes_in_turn(found)
    wide = "names" in found or {"name 1", "name 2"} <= {*found}
    return found if wide or {"number", "name 1"} <= {*found} else []


def _homes_in_turn(found: Sequence[str]) -> list[str]:
    """The columns, where a club column that occurs several times belongs to each player in turn."""
    turned = list(found)
    for home in HOMES:
        if found.count(home) > 1:
            places = (place for place, column in enumerate(found) if column == home)
            for player, place in enumerate(places, start=1):
                turned[place] = f"{home} {player}"
    return turned


def _player_column(column: str, before: Sequence[str]) -> str:
    """The player that a column without a digit belongs to: a name is the next player's, a number that of the name."""
    names = sum(each.startswith("name ") for each in before)
    if column == "name":
        return f"name {names + 1}"
    return f"abf {names if names and f'abf {names}' not in before else names + 1}"


def _group_lines(part: _Part) -> dict[str, list[tuple[int, dict[str, str]]]]:
    """The lines of each entry by its number, one per player; an entry without a number is under its line number."""
    gathered: dict[str, list[tuple[int, dict[str, str]]]] = {}
    number = ""
    for line, row in part.rows:
        shared = {column: cell for column, cell in row.items() if not column.startswith(_OF_PLAYERS)}
        if not part.wide:
            number = row.get("number") or number
            if number and (row.get("name 1") or row.get("team")):
                one = {**shared, "name": row.get("name 1", ""), "abf": row.get("abf 1", "")}
                gathered.setdefault(number, []).append((line, one))
            continue
        players = [
            (row.get(f"name {place}", ""), row.get(f"abf {place}", ""), _homes_of(row, place))
            for place in range(1, 9)
            if row.get(f"name {place}") or row.get(f"abf {place}")
        ]
        beside = enumerate(read_players(row.get("names", "")), start=len(players) + 1)
        players += [(each.name, each.number, _homes_of(row, place)) for place, each in beside]
        if not players and not row.get("team"):
            continue
        own = gathered.setdefault(row.get("number") or f"{_AT}{line}", [])
        for name, abf, homes in players or [("", "", {})]:
            own.append((line, {**shared, **homes, "name": name or abf, "abf": abf if name else ""}))
    return gathered


def _homes_of(row: Mapping[str, str], place: int) -> dict[str, str]:
    """The club, state and country of one of several players in a line."""
    return {_OWN + home: row[f"{home} {place}"] for home in HOMES if row.get(f"{home} {place}")}


def _key(name: str) -> str:
    """A column's name, without regard to case and spacing."""
    return " ".join(name.lower().split())


def _lines(text: str, name: str) -> Iterator[tuple[int, list[str]]]:
    first = next((line for line in text[:2000].splitlines() if _MARKS.search(line)), "")
    delimiter = "\t" if "\t" in first else ";" if ";" in first and "," not in first else ","
    for number, row in csv_lines(text.lstrip("\ufeff").splitlines(), name, delimiter):
        cells = [cell.strip() for cell in row]
        if any(cells):
            yield number, cells


def _choose_part(parts: Sequence[_Part], name: str, title: str) -> _Part:
    if len(parts) == 1:
        return parts[0]
    for part in parts:
        if part.title.casefold() == title.casefold():
            return part
    listed = ", ".join(part.title or "one without a name" for part in parts)
    raise DirectorError(
        "{name} contains entries for {parts} events: {listed}",
        remedy="Keep only the lines of the event that you want.",
        name=name,
        parts=len(parts),
        listed=listed,
    )


def _twice(gathered: Mapping[str, Sequence[tuple[int, dict[str, str]]]]) -> Iterator[Phrase]:
    """Repetitions in the file: an ABF number anywhere, a name in one entry, a seed of two entries."""
    first: dict[tuple[Said, str], tuple[int, str]] = {}
    for number, rows in gathered.items():
        seeds = [(line, row["seed"]) for line, row in rows if row.get("seed")][:1]
        said: list[tuple[int, Said, str]] = [
            (line, phrase("ABF number {number}", number=row["abf"]), row["abf"]) for line, row in rows if row.get("abf")
        ]
        said += [(line, row["name"], f"{number} {row['name']}") for line, row in rows if row.get("name")]
        said += [(line, phrase("seed {seed}", seed=seed), seed) for line, seed in seeds]
        for line, what, key in said:
            before, other = first.setdefault((what, key), (line, number))
            if before != line:
                where = (
                    phrase("in entry {number}", number=number)
                    if other == number
                    else phrase("in entries {other} and {number}", other=other, number=number)
                )
                yield phrase(
                    "lines {before} and {line}: {what} is listed twice, {where}",
                    before=before,
                    line=line,
                    what=what,
                    where=where,
                )


def _entry(number: str, rows: Sequence[tuple[int, dict[str, str]]], facts: Sequence[str], *, wide: bool) -> EntryLine:
    line = rows[0][0]
    players = tuple(
        Player(row["name"], row.get("abf", ""), _of_player(row, at, facts, wide=wide))
        for at, row in rows
        if row.get("name")
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
        (*_homes(rows[0][1]), *_statements(rows[0][1], line, facts)) if wide else (),
    )


def _of_player(row: Mapping[str, str], line: int, facts: Sequence[str], *, wide: bool) -> tuple[Stated, ...]:
    return tuple(_homes(row, _OWN)) if wide else (*_homes(row), *_statements(row, line, facts))


def _homes(row: Mapping[str, str], own: str = "") -> Iterator[Stated]:
    yield from (Stated(home, row[own + home]) for home in HOMES if row.get(own + home))


def _statements(row: Mapping[str, str], line: int, facts: Sequence[str]) -> Iterator[Stated]:
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
