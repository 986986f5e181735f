"""The books in the server's database, at the prompt: list, export, import, verify."""

from pathlib import Path

import click

from overtrick.cli.options import as_json
from overtrick.cli.serving import missing
from overtrick.cli.show import show_json, show_lines, show_table


def _ready() -> None:
    """The database that the server uses, brought up to date."""
    try:
        from overtrick.web.serving.run import prepare

        prepare()
    except ImportError as fault:
        raise missing(fault) from fault


@click.group(short_help="The books in the server's database: export, import, verify.")
def book() -> None:
    """The books in the database that `overtrick serve` uses (OVERTRICK_DATA or DATABASE_URL).

    \b
    Example: overtrick book list
    """


@book.command("list", short_help="Every book, with its last posting.")
@as_json
def list_books(as_json: bool) -> None:
    """Every book in the database.

    \b
    Example: overtrick book list
    """
    _ready()
    from overtrick.web.congress.moving import kept_books

    books = list(kept_books())
    if as_json:
        show_json(
            {"books": [{"event": b.event, "title": b.title, "congress": b.congress, "last": b.last} for b in books]}
        )
    else:
        rows = [(each.event, each.title, each.congress, str(each.last)) for each in books]
        show_table(("event", "title", "congress", "postings"), rows)


@book.command("export", short_help="Write an event's book to a file.")
@click.argument("event")
@click.option("--output", "-o", required=True, help="The file to write; it must not exist yet.")
@as_json
def export_book(event: str, output: str, as_json: bool) -> None:
    """Write EVENT's book to a file, as `overtrick verify`, `standings` and all other commands read it.

    \b
    Example: overtrick book export coast-swiss-pairs -o coast-swiss-pairs.jsonl
    """
    _ready()
    from overtrick.web.congress.moving import export

    last = export(event, Path(output))
    if as_json:
        show_json({"event": event, "postings": last, "book": output})
    else:
        show_lines(f"{event}: {last} postings in {output}")


@book.command("import", short_help="Take a book from a file into a congress.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--congress", required=True, help="The congress that holds the event, by its short name.")
@click.option("--name", default="", help="The event's short name here (default: the file's).")
@as_json
def import_book(file: Path, congress: str, name: str, as_json: bool) -> None:
    """Take the book in FILE into the database, byte for byte; its event is held at the congress from then on.

    \b
    Example: overtrick book import coast-swiss-pairs.jsonl --congress coast-2026
    """
    _ready()
    from overtrick.web.congress.moving import take_in

    kept = take_in(file, congress, name)
    if as_json:
        show_json({"event": kept.event, "congress": kept.congress, "postings": kept.last})
    else:
        show_lines(f"{kept.event} at {kept.congress}: {kept.last} postings")


@book.command("verify", short_help="Prove that a book in the database is whole and untouched.")
@click.argument("event")
@as_json
def verify_book(event: str, as_json: bool) -> None:
    """Prove EVENT's chain of hashes, from its first posting to its last. Exit code 1 if it is broken.

    Whether every act was lawful and every draw comes out again is what `overtrick verify` proves, of the exported file.

    \b
    Example: overtrick book verify coast-swiss-pairs
    """
    _ready()
    from overtrick.web.congress.moving import prove_chain

    last, wrong = prove_chain(event)
    if as_json:
        show_json({"event": event, "sound": not wrong, "postings": last, "wrong": wrong})
    else:
        show_lines(f"{event}: {wrong}" if wrong else f"{event}: {last} postings, each following from the one before")
    if wrong:
        raise SystemExit(1)
