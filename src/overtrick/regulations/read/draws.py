"""Reads the draws of a document: round robins as printed, balanced finals, byes, numbers and programmes.

Each document's folder in the rulebook may have a `draws.toml`. Every table in it cites its clause, and
every draw is proved when it is read; all faults of a file are told at once.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from overtrick.core.draws.bye_rounds import ByeMoved, ByesSpread
from overtrick.core.draws.round_robin import PrintedDraw, Rounds, check_draw
from overtrick.core.draws.seating import SitsFirst
from overtrick.core.errors import RegulationErrors
from overtrick.core.movements.finals import BalancedFinal
from overtrick.core.provenance import Clause
from overtrick.regulations.read.editions import by_edition
from overtrick.regulations.read.load import read_toml, text_of


@dataclass(frozen=True, slots=True)
class Robin:
    """One round robin of a qualifying stage."""

    clause: Clause
    draw: str
    first_round: int
    by_placing: bool
    sits_first: SitsFirst


@dataclass(frozen=True, slots=True)
class Qualifying:
    """A qualifying stage of round robins, for so many teams."""

    clause: Clause
    teams: tuple[int, ...]
    robins: tuple[Robin, ...]


@dataclass(frozen=True, slots=True)
class Programme:
    """The rounds of each day, for these events."""

    clause: Clause
    events: tuple[str, ...]
    days: Mapping[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class HowellChoice:
    """A Howell to be played when a field averages at least so many pairs."""

    clause: Clause
    at_least: int
    tables: int
    sessions: int


@dataclass(frozen=True, slots=True)
class DrawBook:
    """Everything a document's `draws.toml` says."""

    draws: Mapping[str, PrintedDraw]
    finals: Mapping[str, BalancedFinal]
    qualifying: tuple[Qualifying, ...]
    programmes: tuple[Programme, ...]
    numbers: Mapping[str, Mapping[str, int]]
    howells: tuple[HowellChoice, ...]
    bye_moved: ByeMoved | None
    byes_spread: ByesSpread | None

    def programme(self, event: str) -> Programme:
        """The programme of an event."""
        return next(programme for programme in self.programmes if event in programme.events)


@by_edition
def load_draws(folder: str) -> DrawBook:
    """The draws of the document in a folder of the rulebook.

    >>> load_draws("anc-2026").draws["eight"].contestants
    8
    """
    text = text_of(folder, "draws.toml")
    return read_draws(text, f"{folder}/draws.toml")


def read_draws(text: str, name: str) -> DrawBook:
    """The draws a TOML text describes; *name* is what to call it when it has faults."""
    data = read_toml(text, name)
    if faults := [f"{name}: {fault}" for fault in (*_uncited(data, ""), *_unknown(data))]:
        raise RegulationErrors(faults)
    try:
        draws = {row["id"]: _draw(row) for row in data.get("draw", ())}
        finals = {row["id"]: _final(row, draws) for row in data.get("final", ())}
        book = DrawBook(
            draws,
            finals,
            tuple(_qualifying(row) for row in data.get("qualifying", ())),
            tuple(_programme(row) for row in data.get("programme", ())),
            {row["event"]: dict(row["teams"]) for row in data.get("numbers", ())},
            tuple(_howell(row) for row in data.get("howell", ())),
            _one(data, "bye_moved", _bye_moved),
            _one(data, "byes_spread", lambda row: ByesSpread(_clause(row), row["teams"])),
        )
    except (KeyError, ValueError, TypeError) as fault:
        raise RegulationErrors([f"{name}: {fault!r} is missing or cannot be read"]) from fault
    if unsound := [f"{name}: {fault}" for fault in (*_unsound(book), *_miscounted(data, finals))]:
        raise RegulationErrors(unsound)
    return book


Row = Mapping[str, Any]
Rule = TypeVar("Rule")

_TABLES = ("draw", "final", "qualifying", "programme", "numbers", "howell", "bye_moved", "byes_spread")


def _uncited(data: object, where: str) -> Iterator[str]:
    """Every table without a clause; tables of names and numbers inside one need none."""
    rows = data if isinstance(data, list) else [data]
    for row in rows:
        if not isinstance(row, dict):
            continue
        if where and "clause" not in row:
            yield f"a [{where}] table cites no clause"
        for key, value in row.items():
            if key not in {"days", "teams"}:
                yield from _uncited(value, f"{where}.{key}".lstrip("."))


def _unknown(data: Row) -> Iterator[str]:
    for key in data:
        if key not in _TABLES:
            yield f"[{key}] is not a table known here; the tables are {', '.join(_TABLES)}"


def _clause(row: Row) -> Clause:
    return Clause.parse(row["clause"], row.get("readings", ()))


def _rounds(lines: list[str]) -> Rounds:
    """Rounds written "5-2 6-3 7-4 8-1", one line each."""
    return tuple(
        tuple((int(one), int(other)) for one, _, other in (match.partition("-") for match in line.split()))
        for line in lines
    )  # fmt: skip


def _draw(row: Row) -> PrintedDraw:
    return PrintedDraw(
        _clause(row), _rounds(row["rounds"]), tuple(row.get("seeds", ())), tuple(row.get("half_way", ()))
    )  # fmt: skip


def _final(row: Row, draws: Mapping[str, PrintedDraw]) -> BalancedFinal:
    return BalancedFinal(_clause(row), row["boards"], draws[row["draw"]].rounds, tuple(row["patterns"]))


def _qualifying(row: Row) -> Qualifying:
    robins = tuple(
        Robin(
            _clause(robin),
            robin["draw"],
            robin["first_round"],
            {"numbers": False, "placing": True}[robin["holders"]],
            SitsFirst(robin["sits_first"]),
        )
        for robin in row["robin"]
    )
    return Qualifying(_clause(row), tuple(row["teams"]), robins)


def _programme(row: Row) -> Programme:
    return Programme(_clause(row), tuple(row["events"]), {day: tuple(rounds) for day, rounds in row["days"].items()})


def _howell(row: Row) -> HowellChoice:
    return HowellChoice(_clause(row), row["at_least"], row["tables"], row["sessions"])


def _bye_moved(row: Row) -> ByeMoved:
    return ByeMoved(_clause(row), row["teams"], tuple(row["leaders"]), tuple(row["others"]))


def _one(data: Row, key: str, make: Callable[[Row], Rule]) -> Rule | None:
    return make(data[key]) if key in data else None


def _unsound(book: DrawBook) -> Iterator[str]:
    for name, draw in book.draws.items():
        for fault in _draw_faults(draw):
            yield f"draw “{name}” ({draw.clause}): {fault}"
    for name, final in book.finals.items():
        for fault in _final_faults(final):
            yield f"final “{name}” ({final.clause}): {fault}"
    for stage in book.qualifying:
        for robin in stage.robins:
            if robin.draw not in book.draws:
                yield f"qualifying ({stage.clause}): there is no draw “{robin.draw}”"


def _miscounted(data: Row, finals: Mapping[str, BalancedFinal]) -> Iterator[str]:
    """Balanced finals that name another number of tables than they have patterns for."""
    for row in data.get("final", ()):
        if row.get("tables", finals[row["id"]].tables) != finals[row["id"]].tables:
            yield f"final “{row['id']}” is for {row['tables']} tables and has patterns for {finals[row['id']].tables}"


def _draw_faults(draw: PrintedDraw) -> Iterator[str]:
    yield from check_draw(draw.rounds).faults
    if draw.seeds and sorted(draw.seeds) != list(range(1, draw.contestants + 1)):
        yield f"the seeds are not the positions 1 to {draw.contestants}, each once"


def _final_faults(final: BalancedFinal) -> Iterator[str]:
    if any(len(matches) != final.tables for matches in final.draw):
        yield "there are not as many patterns as tables"
    for table, pattern in enumerate(final.patterns, start=1):
        if len(pattern) != final.boards or set(pattern) - set("NE"):
            yield f"table {table}'s pattern is not {final.boards} of N and E"
