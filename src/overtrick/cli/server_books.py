"""The books in the server's database, on the command line: list, export, import and verify them."""

import json
import os
from getpass import getuser
from pathlib import Path

import click

from overtrick.cli.options import against_options, as_json, data_folder
from overtrick.cli.serving import missing
from overtrick.cli.show import progress, show_json, show_lines, show_table, tell_aside
from overtrick.core.errors import DirectorError
from overtrick.core.provenance import Json
from overtrick.core.wording import count_of


def ready(*, creates: bool = False) -> None:
    """Open the server's database and migrate it; the command line sees the books of every organisation.

    Without *creates* there must be a database, so that a command in the wrong folder does not make an empty one.
    """
    if not creates:
        refuse_no_folder()
    try:
        from overtrick.web.server.run import prepare

        prepare()
    except ImportError as fault:
        raise missing(fault) from fault
    _see_every_book()


def ready_to_read() -> None:
    """Open the server's database without writing to it if it is up to date, so that a standby can be read.

    No database is created.
    """
    refuse_no_folder()
    try:
        from overtrick.web.server.run import django_ready, steps_behind

        django_ready()
    except ImportError as fault:
        raise missing(fault) from fault
    if steps_behind():
        ready()
        return
    _see_every_book()


def refuse_no_folder() -> None:
    """Refuse a folder that does not exist, where no other database is configured."""
    folder = Path(os.environ.get("OVERTRICK_DATA", "overtrick-data"))
    if not (os.environ.get("DATABASE_URL") or os.environ.get("DJANGO_SETTINGS_MODULE") or folder.exists()):
        raise DirectorError(
            "There is no folder {folder}, so there are no books here",
            remedy="Give the server's folder with --data, or set OVERTRICK_DATA or DATABASE_URL.",
            folder=folder,
        )


def _see_every_book() -> None:
    from overtrick.ledger.durable.tenancy import EVERYBODY, use_organisation

    click.get_current_context().with_resource(use_organisation(EVERYBODY))


def at_the_prompt() -> str:
    """Return the user of the command line, for the log of accounts."""
    try:
        return f"{getuser()} on the command line"
    except (OSError, KeyError):  # a container's user may have no name
        return "the command line"


@click.group
def book() -> None:
    """Manage the books in the database that `overtrick serve` uses (OVERTRICK_DATA or DATABASE_URL).

    \b
    Example: overtrick book list
    """


@book.command("list", short_help="List every book with its last posting.")
@as_json
def list_books(as_json: bool) -> None:
    """List every book in the database.

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
    """Write EVENT's book to a file that `overtrick verify`, `standings` and all other commands can read.

    The signed heads of the book are written beside it, as `….heads.jsonl`.

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
        show_lines(f"{event}: {count_of(last, 'posting')} in {output}, signed heads in {beside}")


@book.command("import", short_help="Load a book from a file into a congress.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--congress", required=True, help="Short name of the congress that holds the event.")
@click.option("--name", default="", help="The event's short name here (default: the file's).")
@as_json
def import_book(file: Path, congress: str, name: str, as_json: bool) -> None:
    """Load the book in FILE into the database, byte for byte, as an event of the congress.

    \b
    Example: overtrick book import coast-swiss-pairs.jsonl --congress coast-2026
    """
    ready(creates=True)
    from overtrick.web.congress.book_transfer import take_in

    with progress(f"Importing {file.name}"):
        kept = take_in(file, congress, name)
    if as_json:
        show_json({"event": kept.event, "congress": kept.congress, "postings": kept.last})
    else:
        show_lines(f"{kept.event} at {kept.congress}: {count_of(kept.last, 'posting')}")


@book.command("heads", short_help="Print the signed heads of a book.")
@click.argument("event")
@click.option("--output", "-o", help="The file to write them to; it must not exist yet.")
def book_heads(event: str, output: str | None) -> None:
    """Sign the current head of EVENT's book, and print all its signed heads, one JSON object per line.

    \b
    Example: overtrick book heads coast-swiss-pairs -o coast-swiss-pairs.heads.jsonl
    """
    ready_to_read()
    from overtrick.web.congress.book_transfer import all_heads, heads_beside

    if output:
        count = heads_beside(event, Path(output))
        show_lines(f"{event}: {count_of(count, 'signed head')} in {output}")
    else:
        for head in all_heads(event):
            show_lines(json.dumps(head.as_json()))


@book.command("verify", short_help="Verify a book in the database and its signed heads.")
@click.argument("event")
@against_options
@as_json
def verify_book(event: str, against: tuple[str, ...], keys: tuple[str, ...], signed_as: str, as_json: bool) -> None:
    """Verify EVENT's book: its hash chain, index columns, head and signed heads.

    Heads count if this server signed them, or a venue server that ran the event; give an earlier key with --key.

    With --against, also check heads or receipts kept earlier, which reveals a rewritten or truncated book. Exit code
    1 if anything is wrong. To check every act and draw, run `overtrick verify` on the exported file.

    \b
    Example: overtrick book verify coast-swiss-pairs
             overtrick book verify coast-swiss-pairs --against coast-swiss-pairs.heads.jsonl
    """
    ready_to_read()
    from overtrick.ledger.signed_heads import read_heads, read_key
    from overtrick.web.congress.book_transfer import prove_kept, set_aside
    from overtrick.web.congress.proof import KeptHeads

    heads = [head for each in against for head in read_heads(each)]
    named = [read_key(each) for each in keys]
    theirs = KeptHeads(heads, named, signed_as) if against else None
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
        signed = f"{count_of(proved.heads, 'signed head')} verified" if proved.heads else "no head is signed yet"
        show_lines(f"{event}: {count_of(proved.postings, 'posting')}, hash chain intact; {signed}")
    if not as_json:
        tell_aside(event, aside)
    if proved.wrong:
        raise SystemExit(1)


for each in book.commands.values():
    data_folder(each)
