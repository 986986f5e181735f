"""The book of a selection year, as the commands read and write it."""

from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

import click

from overtrick.cli.book_files import read_file
from overtrick.cli.show import show_lines, tell_aside
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import Act, EventOpened, SelectionOpened
from overtrick.core.provenance import Json
from overtrick.core.selection.events import SelectedEvent
from overtrick.core.selection.rules import Selection
from overtrick.core.selection_year.year import SelectionYear
from overtrick.director.posting import Poster, intend
from overtrick.director.selection import decide_selection
from overtrick.ledger.book import Draft
from overtrick.ledger.book_file import BookFile
from overtrick.ledger.file import FileBook
from overtrick.regulations.read.editions import Edition

target_option = click.option("--target", default="Open", show_default=True, help="The team, like Open or Women's.")
document_option = click.option("--document", default="sabf-2020", show_default=True, help="The rulebook folder.")
by_option = click.option("--by", default="convenor", show_default=True, help="Name of the official who posts.")


@dataclass(frozen=True, slots=True)
class PostedToYear:
    """The outcome of posting acts to a year: how many were new to its book, and the cautions."""

    count: int
    cautions: tuple[str, ...]

    def show_cautions(self) -> None:
        """Print the cautions, one per line."""
        for caution in self.cautions:
            show_lines(f"note: {caution}")

    def json(self) -> dict[str, Json]:
        """Return the JSON fields of every command that posts."""
        return {"posted": self.count, "cautions": list(self.cautions)}


def read_year(file: str) -> SelectionYear:
    """Return the selection year in a book file."""
    year = year_file(file).year()
    tell_aside(file, year.aside.values())
    return year


def year_file(file: str) -> BookFile:
    """Open the book of a selection year; any other book is refused."""
    if not Path(file).is_file():
        raise DirectorError(
            "There is no book at {file}", remedy="Create one with `overtrick selection open`.", file=file
        )
    book = read_file(file)
    if not isinstance(book.opened, SelectionOpened):
        raise DirectorError(
            "{file} is not the book of a selection year",
            remedy="Create one with `overtrick selection open`.",
            file=file,
        )
    return book


def refuse_existing(path: Path) -> None:
    """Refuse a path that already exists."""
    if path.exists():
        raise DirectorError(
            "{path} already exists", remedy="Books are never overwritten: choose another name.", path=path
        )


def selected_events(rules: Selection, book: BookFile, file: str) -> tuple[SelectedEvent, ...]:
    """Return the events of a selection that a finished book covers: several if its stages earn points separately."""
    event = book.opened.event if isinstance(book.opened, EventOpened) else ""
    found = rules.ledger.played_as(event)
    if not found:
        raise DirectorError(
            "{event} in {file} earns no qualifying points",
            remedy="Check that this is the right book.",
            event=event,
            file=file,
        )
    return found


def post_acts(file: str, acts: Iterable[Act], by: str) -> PostedToYear:
    """Decide on acts one after another, each in the light of those before it, and post all of them or none."""
    year = read_year(file)
    seen = year.last
    drafts: list[Draft] = []
    cautions: list[str] = []
    for act in acts:
        intention = intend(year, act, _poster(by), decide_selection)
        year = intention.after or year
        cautions += map(str, intention.cautions)
        drafts += intention.drafts
    with closing(FileBook(Path(file))) as book:
        book.append(drafts, seen=seen)
    return PostedToYear(len(drafts), tuple(dict.fromkeys(cautions)))


def write_year(path: Path, acts: Iterable[Act], by: str, edition: Edition) -> None:
    """Write a new book with these acts and the edition of its rules."""
    with closing(FileBook(path)) as book:
        book.append([_draft(act, by) for act in acts], keep=[edition])


def _draft(act: Act, by: str) -> Draft:
    poster = _poster(by)
    return Draft(act, poster.by, poster.at, poster.key)


def _poster(by: str) -> Poster:
    return Poster(by, datetime.now(UTC).isoformat(timespec="seconds"), uuid4().hex)
