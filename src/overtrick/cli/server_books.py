"""The books in the server's database, at the prompt: list, export, import, what was signed of them, verify."""

import json
import os
from getpass import getuser
from pathlib import Path

import click

from overtrick.cli.options import against_options, as_json
from overtrick.cli.progress import progress
from overtrick.cli.serving import missing
from overtrick.cli.show import show_json, show_lines, show_table, tell_aside
from overtrick.core.errors import DirectorError
from overtrick.core.provenance import Json


def ready() -> None:
    """The database that the server uses, brought up to date; at the prompt everybody's books are seen."""
    try:
        from overtrick.web.serving.run import prepare

        prepare()
    except ImportError as fault:
        raise missing(fault) from fault
    from overtrick.ledger.durable.tenancy import EVERYBODY, within

    click.get_current_context().with_resource(within(EVERYBODY))


def ready_to_read() -> None:
    """The database that the server uses, and nothing written to it if it is up to date: a standby can be read.

    Where there is none, none is made.
    """
    folder = Path(os.environ.get("OVERTRICK_DATA", "overtrick-data"))
    if not (os.environ.get("DATABASE_URL") or os.environ.get("DJANGO_SETTINGS_MODULE") or folder.exists()):
        raise DirectorError(
            "There is no folder {folder}, so there are no books here",
            remedy="Go to the folder where the server runs, or set OVERTRICK_DATA or DATABASE_URL.",
            folder=folder,
        )
    try:
        from overtrick.web.serving.run import django_ready, steps_behind

        django_ready()
    except ImportError as fault:
        raise missing(fault) from fault
    if steps_behind():
        ready()
        return
    from overtrick.ledger.durable.tenancy import EVERYBODY, within

    click.get_current_context().with_resource(within(EVERYBODY))


def at_the_prompt() -> str:
    """Who sits at the prompt, for the log of accounts."""
    try:
        return f"{getuser()} at the prompt"
    except (OSError, KeyError):  # a container's user may have no name
        return "somebody at the prompt"


@click.group
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
    ready_to_read()
    from overtrick.web.congress.book_transfer import kept_books

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

    What the server has signed of the book is written beside it, as `….heads.jsonl`.

    \b
    Example: overtrick book export coast-swiss-pairs -o coast-swiss-pairs.jsonl
    """
    ready_to_read()
    from overtrick.web.accounts.log import note_export
    from overtrick.web.congress.book_transfer import export, heads_beside

    last = export(event, Path(output))
    note_export(event, at_the_prompt())
    beside = Path(output).with_suffix(".heads.jsonl")
    heads = heads_beside(event, beside)
    if as_json:
        show_json({"event": event, "postings": last, "book": output, "heads": str(beside), "signed_heads": heads})
    else:
        show_lines(f"{event}: {last} postings in {output}, what was signed of them in {beside}")


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
    ready()
    from overtrick.web.congress.book_transfer import take_in

    with progress(f"Taking in {file.name}"):
        kept = take_in(file, congress, name)
    if as_json:
        show_json({"event": kept.event, "congress": kept.congress, "postings": kept.last})
    else:
        show_lines(f"{kept.event} at {kept.congress}: {kept.last} postings")


@book.command("heads", short_help="What the server has signed of a book.")
@click.argument("event")
@click.option("--output", "-o", help="The file to write them to; it must not exist yet.")
def book_heads(event: str, output: str | None) -> None:
    """The signed heads of EVENT's book, one JSON object a line; the book as it ends now is signed first.

    \b
    Example: overtrick book heads coast-swiss-pairs -o coast-swiss-pairs.heads.jsonl
    """
    ready_to_read()
    from overtrick.web.congress.book_transfer import all_heads, heads_beside

    if output:
        count = heads_beside(event, Path(output))
        show_lines(f"{event}: {count} signed head{'' if count == 1 else 's'} in {output}")
    else:
        for head in all_heads(event):
            show_lines(json.dumps(head.written()))


@book.command("verify", short_help="Prove that a book in the database is whole, and what was signed.")
@click.argument("event")
@against_options
@as_json
def verify_book(event: str, against: tuple[str, ...], keys: tuple[str, ...], signed_as: str, as_json: bool) -> None:
    """Prove EVENT's book: its chain of hashes, the columns beside its lines, its head, and the heads signed of it.

    Heads count that this server signed, or a server that led the event; name a key it had before with --key.

    With --against also that it is the book of which somebody kept a head or a receipt: a book that was changed and
    chained again, or cut, is found. Exit code 1 if anything is wrong. Whether every act was lawful and every draw
    comes out again is what `overtrick verify` proves, of the exported file.

    \b
    Example: overtrick book verify coast-swiss-pairs
             overtrick book verify coast-swiss-pairs --against coast-swiss-pairs.heads.jsonl
    """
    ready_to_read()
    from overtrick.ledger.signed_heads import read_heads, read_key
    from overtrick.web.congress.book_transfer import prove_kept, set_aside
    from overtrick.web.congress.verification import Against

    heads = [head for each in against for head in read_heads(each)]
    named = [read_key(each) for each in keys]
    theirs = Against(heads, named, signed_as) if against else None
    proved = prove_kept(event, theirs, named)
    aside = set_aside(event)
    if as_json:
        wrong: list[Json] = list(proved.wrong)
        show_json(
            {
                "event": event,
                "sound": not wrong,
                "postings": proved.postings,
                "signed_heads": proved.heads,
                "wrong": wrong,
                "set_aside": [{"posting": each.number, "act": each.act, "why": each.why} for each in aside],
            }
        )
    elif proved.wrong:
        for each in proved.wrong:
            show_lines(f"{event}: {each}")
    else:
        signed = f"{proved.heads} signed heads fit" if proved.heads else "no head is signed yet"
        show_lines(f"{event}: {proved.postings} postings, each following from the one before; {signed}")
    if not as_json:
        tell_aside(event, aside)
    if proved.wrong:
        raise SystemExit(1)
