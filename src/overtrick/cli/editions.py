"""Editions of the rules at the prompt: which there are, texts supplied to a book, a corrected edition taken over."""

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
from overtrick.core.wording import phrase
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
    """The editions of every document in the rulebook: from when on, and what changed.

    Which one an event goes by is said in its conditions, and by the fingerprint of its texts in its book.

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
    show_lines(f"The whole rulebook: {short(program_edition().hash)}")


@click.command("keep")
@source_argument
@click.option("--book", "book", help="The book, in a file, that lacks them (default: all in the server's database).")
@as_json
def keep(source: Path, book: str | None, as_json: bool) -> None:
    """Keep the rulebook in SOURCE, a folder or a wheel, with a book that names it by its fingerprint.

    A book made by this program has its texts in it. One that was made before texts were kept names only their
    fingerprint; the rulebook of the program that made it is found by that, and any other is refused.

    \b
    Example: overtrick rules keep src/overtrick/rulebook --book book.jsonl
    """
    if book is None:
        _keep_in_database(source, as_json=as_json)
        return
    read = read_file(book)
    whole = read_rulebook(source)
    meant = BookRules(read.rules.name, ours=whole).editions()
    found = [edition for edition in meant if any(map(edition.called, read.fingerprints))]
    if not found:
        wanted = " and ".join(short(each) for each in read.fingerprints)
        raise DirectorError(
            "{source} is not the rulebook that {book} names: that is {wanted}, this is {short}",
            remedy="Find the program that made the book; its first posting says which version it was.",
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
        said = "kept" if edition in new else "there already"
        show_lines(f"{book}: edition {short(edition.hash)}, {len(edition.paths)} texts, {said}")


def _keep_in_database(source: Path, *, as_json: bool) -> None:
    """Keep the texts of its rules with every book in the server's database that lacks them."""
    from overtrick.cli.server_books import ready

    whole = read_rulebook(source)
    ready()
    from overtrick.web.congress.rules import keep_all

    missing = keep_all(whole)
    if as_json:
        show_json({"missing": missing})
    else:
        show_lines(f"{missing} books in the database name rules that {source} has not" if missing else
                   "Every book in the database has its rules")  # fmt: skip


@click.command("adopt")
@click.argument("file")
@click.option("--from", "source", type=click.Path(exists=True, path_type=Path), help="Its rulebook or wheel.")
@click.option("--clause", default="", help="The clause, or the reading, that lets the rules be put right.")
@click.option("--reason", default="", help="Why it is taken over.")
@click.option("--by", default="director", show_default=True, help="Who takes it over.")
@click.option("--yes", "agreed", is_flag=True, help="Post it. Without this nothing is posted.")
@as_json
def adopt(file: str, source: Path | None, clause: str, reason: str, by: str, agreed: bool, as_json: bool) -> None:
    """Take over the rules of this program, or of another rulebook, for a book that goes by others.

    What it changes is shown first, and nothing is posted without --yes: which totals, places and qualifiers, before
    and after. Draws, fields that have started and what was decided stay as they are.

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
            remedy="Name a rulebook that has it.",
            source=source or phrase("This program"),
            rules=rules.name,
        )
    if read.edition is not None and edition.within(read.edition):
        raise DirectorError("{file} goes by these very rules", remedy="There is nothing to take over.", file=file)
    act = RulesAdopted(edition.hash, clause, reason)
    if agreed or (clause and reason):
        _check(read, rules, act)
    if agreed:
        _post(read, act, edition, by)
    moved = _moved(read, rules, act)
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
        show_lines(f"Taken over ({clause}): {reason}")
    else:
        show_lines("Nothing is posted: that takes --clause, --reason and --yes.")


_COLUMNS = ("stage", "contestant", "total", "then", "place", "then ")
_KEYS = ("stage", "contestant", "total_was", "total", "place_was", "place")


@dataclass(frozen=True, slots=True)
class Row:
    """A contestant, or a pair of a selection year, whose number or place changes."""

    stage: str
    contestant: str
    was: Figure[Exact] | None
    now: Figure[Exact] | None
    place_was: str = ""
    place_now: str = ""

    def cells(self, number: Callable[[Figure[Exact]], str]) -> tuple[str, ...]:
        """Its cells, with the numbers so written."""
        was, now = (number(each) if each else "" for each in (self.was, self.now))
        return self.stage, self.contestant, was, now, self.place_was, self.place_now


@dataclass(frozen=True, slots=True)
class Moved:
    """What an edition changes, as the prompt shows it."""

    rows: tuple[Row, ...]
    notes: tuple[str, ...]


def _moved(read: BookFile, rules: BookRules, act: RulesAdopted) -> Moved:
    """What would change, or has changed, by an adoption."""
    if isinstance(read.opened, EventOpened):
        event = read.event()
        event.editions = rules.plan
        return _in_event(difference(event, what_if(event, [act])))
    year = read.year()
    year.editions = rules.selection
    points = difference_in_year(year, what_if(year, [act]))
    rows = tuple(Row(each.target, each.pair, each.was, each.now) for each in points)
    return Moved(rows, () if rows else ("No points change.",))


def _in_event(found: Difference) -> Moved:
    rows = tuple(
        Row(
            f"{field.stage}, {field.field}" if field.several else field.stage, row.contestant, row.was, row.now,
            row.place_was, row.place_now,
        )
        for field in found.fields for row in field.rows
    )  # fmt: skip
    return Moved(rows, tuple(said_of(found)))


def _number(figure: Figure[Exact]) -> str:
    return figure.unit.number(figure.value)


def _exact(figure: Figure[Exact]) -> str:
    return exact_text(figure.value)


def _check(read: BookFile, rules: BookRules, act: RulesAdopted) -> None:
    """Have the director decide on it, as at a desk; what is to be minded is said."""
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
