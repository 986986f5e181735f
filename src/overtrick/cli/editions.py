"""Editions of the rules on the command line: list them, add missing texts to a book, adopt a corrected edition."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

import click

from overtrick.cli.book_files import read_file
from overtrick.cli.options import as_json
from overtrick.cli.show import show_json, show_lines, show_table
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import EventOpened, RulesAdopted
from overtrick.core.exact import Exact, exact_text
from overtrick.core.provenance import Figure, Json
from overtrick.core.wording import count_of, phrase
from overtrick.director.decide import decide
from overtrick.director.rule_adoption import Difference, difference, difference_in_year, said_of
from overtrick.director.selection import decide_selection
from overtrick.director.what_if import what_if
from overtrick.ledger.book import Draft
from overtrick.ledger.book_file import BookFile
from overtrick.ledger.file import FileBook
from overtrick.regulations.plan.book_rules import BookRules, short
from overtrick.regulations.read.edition_sources import read_rulebook
from overtrick.regulations.read.editions import Edition, program_edition
from overtrick.regulations.read.library import library

source_argument = click.argument("source", type=click.Path(exists=True, path_type=Path))


@click.command("editions")
@as_json
def editions(as_json: bool) -> None:
    """List the editions of every document in the rulebook: their dates, and what changed.

    An event's conditions say which edition it uses; its book records the fingerprint of the texts.

    \b
    Example: overtrick rules editions
    """
    documents = library().documents.values()
    rows = [(each.cite, one.id, one.since.isoformat(), one.changed) for each in documents for one in each.edition]
    if as_json:
        listed: list[Json] = [dict(zip(("document", "edition", "since", "changed"), row, strict=True)) for row in rows]
        show_json({"editions": listed, "rulebook": program_edition().hash})
        return
    show_table(("document", "edition", "since", "changed"), rows)
    show_lines(f"Fingerprint of the rulebook: {short(program_edition().hash)}")


@click.command("keep")
@source_argument
@click.option(
    "--book", "book", help="A book file without its rule texts (default: all such books in the server's database)."
)
@as_json
def keep(source: Path, book: str | None, as_json: bool) -> None:
    """Add the rule texts in SOURCE, a folder or a wheel, to a book that names them by fingerprint.

    Current books contain their rule texts. Older books name only a fingerprint; SOURCE must match it, or it is
    refused.

    \b
    Example: overtrick rules keep src/overtrick/rulebook --book book.jsonl
    """
    if book is None:
        _keep_in_database(source, as_json=as_json)
        return
    read = read_file(book)
    whole = read_rulebook(source)
    meant = BookRules(read.rules.name, ours=whole).editions()
    found = [edition for edition in meant if any(map(edition.has_fingerprint, read.fingerprints))]
    if not found:
        wanted = " and ".join(short(each) for each in read.fingerprints)
        raise DirectorError(
            "{source} is not the rulebook that {book} names: expected {wanted}, found {short}",
            remedy="Use the version of Overtrick that made the book; the first posting of the book names it.",
            source=source,
            book=book,
            wanted=wanted,
            short=short(whole.former),
        )
    with closing(FileBook(read.path)) as file:
        before = set(file.kept.editions)
        file.append([], keep=found)
        new = [edition for edition in found if edition.hash not in before]
    if as_json:
        show_json({"book": book, "kept": [edition.hash for edition in new]})
        return
    for edition in found:
        said = "added" if edition in new else "already there"
        show_lines(f"{book}: edition {short(edition.hash)}, {count_of(len(edition.paths), 'text')}, {said}")


def _keep_in_database(source: Path, *, as_json: bool) -> None:
    """Add the rule texts to every book in the server's database that lacks them."""
    from overtrick.cli.server_books import ready

    whole = read_rulebook(source)
    ready()
    from overtrick.web.congress.rules import keep_all

    missing = keep_all(whole)
    if as_json:
        show_json({"missing": missing})
    else:
        lacking = f"{count_of(missing, 'book')} in the database without rule texts; {source} does not have them"
        show_lines(lacking if missing else "Every book in the database has its rule texts")


@click.command("adopt")
@click.argument("file")
@click.option(
    "--from", "source", type=click.Path(exists=True, path_type=Path), help="Rulebook folder or wheel to adopt from."
)
@click.option("--clause", default="", help="Clause or reading that allows the correction.")
@click.option("--reason", default="", help="Reason for adopting the edition.")
@click.option("--by", default="director", show_default=True, help="Name of the official.")
@click.option("--yes", "agreed", is_flag=True, help="Post the adoption; without this, only preview it.")
@as_json
def adopt(file: str, source: Path | None, clause: str, reason: str, by: str, agreed: bool, as_json: bool) -> None:
    """Adopt this version's rules, or another rulebook's, for a book that uses a different edition.

    Shows totals, places and qualifiers before and after; posts nothing without --yes. Draws, started fields and
    decisions do not change.

    \b
    Example: overtrick rules adopt autumn.jsonl
             overtrick rules adopt autumn.jsonl --clause "NSWSP 1.4" --reason "misprint in the scale" --yes
    """
    read = read_file(file)
    rules = read.rules if source is None else BookRules(read.rules.name, read.rules.find, read_rulebook(source))
    edition = rules.current()
    if edition is None:
        raise DirectorError(
            "{source} has no {rules}",
            remedy="Give a rulebook that has these rules, with --from.",
            source=source or phrase("This version of Overtrick"),
            rules=rules.name,
        )
    if read.edition is not None and edition.is_within(read.edition):
        raise DirectorError(
            "{file} already uses this edition", remedy="Choose another edition, or keep the current rules.", file=file
        )
    act = RulesAdopted(edition.hash, clause, reason)
    if agreed or (clause and reason):
        _check(read, rules, act)
    if agreed:
        _post(read, act, edition, by)
    moved = _changes(read, rules, act)
    if as_json:
        changes: list[Json] = [dict(zip(_KEYS, row.cells(_exact), strict=True)) for row in moved.rows]
        show_json({"book": file, "was": read.fingerprint, "edition": edition.hash, "posted": agreed,
                   "changes": changes, "notes": [*moved.notes]})  # fmt: skip
        return
    show_lines(f"{file}: edition {short(read.fingerprint)} → {short(edition.hash)}")
    if moved.rows:
        show_table(_COLUMNS, [row.cells(_number) for row in moved.rows])
    for note in moved.notes:
        show_lines(note)
    if agreed:
        show_lines(f"Adopted ({clause}): {reason}")
    else:
        show_lines("Nothing was posted. To post the adoption, add --clause, --reason and --yes.")


_COLUMNS = ("stage", "contestant", "total", "new total", "place", "new place")
_KEYS = ("stage", "contestant", "total_was", "total", "place_was", "place")


@dataclass(frozen=True, slots=True)
class ChangedRow:
    """A contestant, or a pair of a selection year, whose total or place changes."""

    stage: str
    contestant: str
    was: Figure[Exact] | None
    now: Figure[Exact] | None
    place_was: str = ""
    place_now: str = ""

    def cells(self, number: Callable[[Figure[Exact]], str]) -> tuple[str, ...]:
        """Return the cells of the row, with numbers in this format."""
        was, now = (number(each) if each else "" for each in (self.was, self.now))
        return self.stage, self.contestant, was, now, self.place_was, self.place_now


@dataclass(frozen=True, slots=True)
class EditionChanges:
    """The changes that an edition makes, as the command line shows them."""

    rows: tuple[ChangedRow, ...]
    notes: tuple[str, ...]


def _changes(read: BookFile, rules: BookRules, act: RulesAdopted) -> EditionChanges:
    """Return the changes that an adoption would make, or has made."""
    if isinstance(read.opened, EventOpened):
        event = read.event()
        event.editions = rules.plan
        return _in_event(difference(event, what_if(event, [act])))
    year = read.year()
    year.editions = rules.selection
    points = difference_in_year(year, what_if(year, [act]))
    rows = tuple(ChangedRow(each.target, each.pair, each.was, each.now) for each in points)
    return EditionChanges(rows, () if rows else ("No points change.",))


def _in_event(found: Difference) -> EditionChanges:
    rows = tuple(
        ChangedRow(
            f"{field.stage}, {field.field}" if field.several else field.stage, row.contestant, row.was, row.now,
            row.place_was, row.place_now,
        )
        for field in found.fields for row in field.rows
    )  # fmt: skip
    return EditionChanges(rows, tuple(map(str, said_of(found))))


def _number(figure: Figure[Exact]) -> str:
    return figure.unit.number(figure.value)


def _exact(figure: Figure[Exact]) -> str:
    return exact_text(figure.value)


def _check(read: BookFile, rules: BookRules, act: RulesAdopted) -> None:
    """Put the adoption through the director's checks, as at the desk, and print the cautions."""
    if isinstance(read.opened, EventOpened):
        event = read.event()
        event.editions = rules.plan
        cautions = decide(event, act).cautions
    else:
        year = read.year()
        year.editions = rules.selection
        cautions = decide_selection(year, act).cautions
    for caution in cautions:
        click.echo(f"note: {caution}", err=True)


def _post(read: BookFile, act: RulesAdopted, edition: Edition, by: str) -> None:
    at = datetime.now(UTC).isoformat(timespec="seconds")
    with closing(FileBook(read.path)) as book:
        book.append([Draft(act, by, at, uuid4().hex)], seen=len(read.postings), keep=[edition])
