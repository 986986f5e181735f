"""The formats of exported results, in one table for the command line, the desk and the API.

A format added here appears in each of them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from overtrick.core.errors import DirectorError
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.core.wording import Phrase, phrase
from overtrick.formats.pbn_results import pbn_results
from overtrick.formats.session import Session
from overtrick.formats.session_json import session_json
from overtrick.formats.session_tables import TABLES, csv_file, workbook
from overtrick.formats.usebio import flat_usebio, nested_usebio
from overtrick.views.readers import PUBLIC
from overtrick.views.sessions import SessionDetails, boards_hidden, session_of

STANDINGS = "standings"
"""The table that is written where none is named."""


@dataclass(frozen=True, slots=True)
class Format:
    """A format: its name and audience, its media type, its file extension, and its writer.

    For a format that holds a single table, the writer is told which one, and *tables* lists them.
    """

    name: str
    title: Phrase
    told: Phrase
    media: str
    extension: str
    write: Callable[[Session, str], bytes]
    tables: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """An exported file: its bytes, its media type, its file name, its content, and notes."""

    data: bytes
    media: str
    filename: str
    contestants: int
    results: int
    notes: tuple[Phrase, ...] = ()


_LISTED = (
    Format(
        "usebio-myabf", phrase("USEBIO for MyABF"), phrase("one session of pairs, to upload from the club’s MyABF "
                                                           "menu"),
        "application/xml", "xml", lambda session, _: flat_usebio(session),
    ),
    Format(
        "usebio", phrase("USEBIO 1.2"), phrase("any event, for the EBU, BridgeWebs and other sites"),
        "application/xml", "xml", lambda session, _: nested_usebio(session),
    ),
    Format(
        "pbn", phrase("PBN 2.1"), phrase("deals, results and the ranking, with weighted scores and their clauses"),
        "text/x-pbn", "pbn", lambda session, _: pbn_results(session),
    ),
    Format(
        "xlsx", phrase("Spreadsheet"), phrase("standings, matches, results, travellers and entries, one sheet each"),
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xlsx",
        lambda session, _: workbook(session),
    ),
    Format("csv", phrase("CSV"), phrase("one data table, for any program"), "text/csv", "csv", csv_file, tuple(TABLES)),
    Format(
        "json", phrase("JSON"), phrase("everything, with exact values, for other software"), "application/json", "json",
        lambda session, _: session_json(session),
    ),
)  # fmt: skip

FORMATS: Mapping[str, Format] = MappingProxyType({each.name: each for each in _LISTED})
"""Every format by its name, in the order in which they are offered."""


def format_named(name: str) -> Format:
    """A format by its name."""
    if name not in FORMATS:
        raise DirectorError(
            "There is no format called {name}",
            remedy="Available formats: {formats:,}.",
            name=name,
            formats=tuple(FORMATS),
        )
    return FORMATS[name]


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A stage ready for export: what everyone may see of it, and notes on the file."""

    session: Session
    notes: tuple[Phrase, ...]


def outgoing(event: Tournament, state: StageState, about: SessionDetails | None = None) -> Outgoing:
    """A stage without the boards that someone has still to play. The event is not needed after this."""
    hidden = boards_hidden(state)
    note = phrase("{hidden:#board is/boards are} left out until played at every table", hidden=hidden)
    return Outgoing(session_of(event, state, PUBLIC, about), (note,) if hidden else ())


def export_stage(going: Outgoing, wanted: Format, *, table: str = "", called: str = "results") -> ExportedFile:
    """A stage as a file; *table* is the one that a format of one table holds, *called* begins the file's name."""
    if wanted.tables:
        table = table or STANDINGS
        if table not in wanted.tables:
            raise DirectorError(
                "There is no data table called “{table}”", remedy="The data tables are {tables:,}.", table=table,
                tables=wanted.tables,
            )  # fmt: skip
    elif table:
        raise DirectorError(
            "A single data table cannot be exported in the format “{title}”",
            remedy="Leave out the table name.",
            title=wanted.title,
        )
    session = going.session
    return ExportedFile(
        data=wanted.write(session, table),
        media=wanted.media,
        filename=f"{'-'.join(filter(None, (called, table)))}.{wanted.extension}",
        contestants=len(session.contestants),
        results=len(session.lines),
        notes=going.notes,
    )


def format_accepted(accepted: str) -> Format:
    """The first format whose media type a client accepts; JSON where it accepts anything.

    >>> format_accepted("text/html, text/csv;q=0.5").name, format_accepted("*/*").name
    ('csv', 'json')
    """
    types = [part.partition(";")[0].strip().lower() for part in accepted.split(",")]
    by_media = {each.media: each for each in reversed(_LISTED) if each.name != "usebio-myabf"}
    found = next((by_media[media] for media in types if media in by_media), None)
    return found or FORMATS["json"]
