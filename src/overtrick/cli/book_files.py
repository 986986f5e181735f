"""Books and event files as the commands read them, with the notices that a reader needs first."""

from pathlib import Path

import click

from overtrick.ledger.book_file import BookFile, open_file
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.plan.event_book import find_event
from overtrick.regulations.read.event_texts import event_paths
from overtrick.regulations.read.file_kinds import InputKind, refuse_other_kinds


def read_file(file: str) -> BookFile:
    """Open a book file of any kind, and print notices about its rules or an incomplete last line."""
    book = open_file(Path(file))
    if book.torn:
        click.echo(
            f"{book.path.name} ends in an incomplete line, which was never acknowledged and is not part of the book: "
            f"{book.torn}",
            err=True,
        )
    if book.notice:
        click.echo(book.notice, err=True)
    return book


def read_event_file(name: str) -> EventFile:
    """Return an event by its id, its name or its file; refuse a folder or a file of another kind."""
    if name not in event_paths() and Path(name).exists():
        refuse_other_kinds(Path(name), InputKind.RULES)
    return find_event(name)
