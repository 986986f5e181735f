"""Books in files as the prompt reads them: what is to be said of a book before it is shown is said."""

from pathlib import Path

import click

from overtrick.ledger.book_file import BookFile, open_file


def read_file(file: str) -> BookFile:
    """The book in a file, whatever it is of; what was torn off it and what is to be said of its rules is said."""
    book = open_file(Path(file))
    if book.torn:
        click.echo(
            f"{book.path.name} ends in what was torn off while it was written; that was never acknowledged and is "
            f"not in the book: {book.torn}",
            err=True,
        )
    if book.notice:
        click.echo(book.notice, err=True)
    return book
