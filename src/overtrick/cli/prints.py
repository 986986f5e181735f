"""Sheets of an event on the command line: a PDF from a book, for the wall or the tables."""

import sys
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress

from overtrick.cli.books import open_book
from overtrick.cli.options import as_json
from overtrick.cli.show import progress, show_json, show_lines, tell_aside
from overtrick.core.errors import DirectorError
from overtrick.core.wording import count_of
from overtrick.double_dummy.asked import InMemory, known
from overtrick.prints.hand_records import open_deals
from overtrick.prints.paper import SIZES, SheetSource
from overtrick.prints.sheets import SHEETS, Job, sheet_named
from overtrick.prints.source import Source, source_of, speaker


@click.command("print")
@click.argument("file")
@click.option("--sheet", required=True, metavar="NAME", help=f"The sheet: {', '.join(SHEETS)}.")
@click.option("--stage", help="The stage (default: the last that has started).")
@click.option(
    "--round", "number", type=click.IntRange(1), metavar="NUMBER", help="The round (default: the last drawn)."
)
@click.option("--board", type=click.IntRange(1), metavar="NUMBER", help="For hand records: one board (default: all).")
@click.option("--paper", type=click.Choice(list(SIZES)), default="a4", show_default=True, help="The paper size.")
@click.option("--output", "-o", "--out", required=True, help="The PDF to write; it must not exist yet.")
@as_json
def print_sheets(
    file: str,
    sheet: str,
    stage: str | None,
    number: int | None,
    board: int | None,
    paper: str,
    output: str,
    as_json: bool,
) -> None:
    """Write a sheet from a book as a PDF.

    \b
    Example: overtrick print book.jsonl --sheet scorecards -o scorecards.pdf
             overtrick print dealt.jsonl --sheet hands --round 1 -o hands.pdf
             overtrick print book.jsonl --sheet draw --round 3 --paper letter -o draw.pdf
    """
    wanted = sheet_named(sheet)
    path = Path(output)
    if path.exists():
        raise DirectorError(
            "{output} already exists",
            remedy="Existing files are never overwritten: choose another name.",
            output=output,
        )
    book = open_book(file)
    event = book.event()
    tell_aside(file, event.aside.values())
    say = speaker()
    job = Job(SIZES[paper], f"{event.current_plan().name}: {wanted.title}", say)
    made = SheetSource(event.current_plan().name, "", event.last, book.postings[-1].at)
    source = source_of(event, stage, number or 0, say, board or 0)
    if wanted is SHEETS["hands"]:
        _solve(source)
    with progress(str(wanted.title)) as told:
        for done in job.steps((made, piece) for piece in wanted.made(source)):
            told(done, wanted.pieces(source))
    path.write_bytes(job.pdf())
    if as_json:
        show_json({"sheet": sheet, "after": event.last, "pages": job.pen.pages, "pdf": output})
        return
    show_lines(f"{wanted.title}: {count_of(job.pen.pages, 'page')} in {output}")


def _solve(source: Source) -> None:
    """Solve the deals of the hand records, with a progress bar on a terminal."""
    solver, deals = InMemory(), open_deals(source)
    known.keeper = solver
    with Progress(console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True) as bar:
        task = bar.add_task("double dummy", total=len(deals))
        for done in solver.solve(deals.values()):
            bar.update(task, completed=done)
