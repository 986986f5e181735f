"""Publishing on the command line: the worker that sends queued deliveries, and the static site of an event."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep
from typing import TYPE_CHECKING

import click

from overtrick.cli.options import as_json, data_folder
from overtrick.cli.server_books import ready
from overtrick.cli.show import progress, show_json, show_lines
from overtrick.core.errors import DirectorError
from overtrick.core.wording import count_of

PAUSE = 2.0
"""Seconds between two checks of the queue."""


@data_folder
@click.command
@click.option("--watch", is_flag=True, help="Keep sending until interrupted, as a service does.")
@as_json
def publish(watch: bool, as_json: bool) -> None:
    """Send every due delivery: published results, automatic updates after each round, and notifications to players.

    Directors queue deliveries at the desk (*Publishing*); play never waits for them.

    \b
    Example: overtrick publish
             overtrick publish --watch
    """
    ready()
    from django.db import InterfaceError, OperationalError, close_old_connections

    from overtrick.web.exchange.deliveries.queue import send_due
    from overtrick.web.exchange.push.sender import tell_due

    tried = send_due() + tell_due()
    while watch:
        sleep(PAUSE)
        close_old_connections()
        try:
            tried += send_due() + tell_due()
        except (OperationalError, InterfaceError) as fault:  # the database is away: it comes back
            click.echo(f"The database does not answer: {str(fault).splitlines()[0]}", err=True)
    if as_json:
        show_json({"tried": tried})
    else:
        show_lines(
            f"{count_of(tried, 'delivery', 'deliveries')} attempted; the desk shows the outcome"
            if tried
            else "nothing is due"
        )


if TYPE_CHECKING:
    from overtrick.web.congress.models import BookRecord

BOOK = ".jsonl"
"""The file extension of a book; the short name of an event has no extension."""


@data_folder
@click.command
@click.argument("event")
@click.option("--output", "-o", required=True, help="The folder to make, or a .zip; it must not exist yet.")
@click.option("--congress", default="", help="Congress name for the page headings, if EVENT is a book file.")
@as_json
def site(event: str, output: str, congress: str, as_json: bool) -> None:
    """Write every public page of EVENT, with every why, to one folder that opens without a server.

    EVENT is the short name of an event in the server's database, or a book in a file.

    \b
    Example: overtrick site coast-swiss-pairs -o coast-swiss-pairs-site
             overtrick site book.jsonl -o club-night.zip
    """
    path = Path(output)
    if path.exists():
        raise DirectorError(
            "{path} already exists", remedy="Existing files are never overwritten: choose another name.", path=path
        )
    with _book(event, congress) as record, progress(f"Writing the site of {record.title}") as told:
        from overtrick.web.exchange.static_site.folders import site_in

        made = site_in(record, path, told, signed=not event.lower().endswith(BOOK))
    if as_json:
        show_json(
            {"event": event, "site": output, "pages": made.pages, "whys": made.whys, "files": made.files,
             "bytes": made.size}
        )  # fmt: skip
        return
    size = f"{made.size / 1e6:.1f} MB"
    show_lines(f"{count_of(made.pages, 'page')} and {count_of(made.whys, 'why')} in {output}, {size}")


@contextmanager
def _book(event: str, congress: str) -> Iterator["BookRecord"]:
    """Yield the event in the database, or a book file loaded into a temporary database."""
    if not event.lower().endswith(BOOK):
        ready()
        from overtrick.web.congress.book_transfer import event_held

        yield event_held(event)
        return
    if not Path(event).is_file():
        raise DirectorError("There is no book at {event}", remedy="Check the name of the file.", event=event)
    with TemporaryDirectory(prefix="overtrick-site-") as folder:
        os.environ.pop("DATABASE_URL", None)
        os.environ["OVERTRICK_DATA"] = folder
        ready(creates=True)
        from overtrick.web.exchange.static_site.folders import taken_in

        with taken_in(Path(event), congress) as record:
            yield record
