"""Export on the command line: the results of a book as a file that other programs and sites read."""

from datetime import date, datetime
from pathlib import Path

import click

from overtrick.cli.books import open_book, stage_of
from overtrick.cli.options import as_json
from overtrick.cli.show import show_json, show_lines, tell_aside
from overtrick.core.errors import DirectorError
from overtrick.core.wording import count_of
from overtrick.views.exports import FORMATS, export_stage, format_named, outgoing
from overtrick.views.sessions import SessionDetails


@click.command("export")
@click.argument("file")
@click.option("--format", "wanted", required=True, metavar="NAME", help=f"The format: {', '.join(FORMATS)}.")
@click.option("--table", default="", metavar="NAME", help="For CSV: the table (default: standings).")
@click.option("--stage", help="The stage (default: the last that has started).")
@click.option("--section", default="", help="One section only.")
@click.option("--title", default="", help="The title (default: the event and its stage).")
@click.option("--club", default="", help="The club's name.")
@click.option("--club-number", default="", help="The club's number in its federation.")
@click.option("--venue", default="", help="The venue.")
@click.option("--date", "day", metavar="DAY", help="The date, like 2026-11-15 (default: that of the first round).")
@click.option("--output", "-o", "--out", required=True, help="The file to write; it must not exist yet.")
@as_json
def export(
    *, file: str, wanted: str, table: str, stage: str | None, section: str, title: str, club: str, club_number: str,
    venue: str, day: str | None, output: str, as_json: bool,
) -> None:  # fmt: skip
    """Write the results of a book for other programs and sites.

    \b
    Example: overtrick export book.jsonl --format usebio -o results.xml
             overtrick export book.jsonl --format csv --table travellers -o travellers.csv
    """
    chosen, path = format_named(wanted), Path(output)
    if path.exists():
        raise DirectorError(
            "{output} already exists",
            remedy="Existing files are never overwritten: choose another name.",
            output=output,
        )
    about = SessionDetails(title, club, club_number, venue, _day(day), section, numbers=True)
    book = open_book(file)
    event = book.event()
    tell_aside(file, event.aside.values())
    state = stage_of(event, stage)
    made = export_stage(outgoing(event, state, about), chosen, table=table)
    path.write_bytes(made.data)
    if as_json:
        show_json(
            {
                "format": wanted,
                "stage": state.plan.name,
                "after": event.last,
                "contestants": made.contestants,
                "results": made.results,
                "notes": [str(note) for note in made.notes],
                "file": output,
            }
        )
        return
    holds = f"{count_of(made.contestants, 'contestant')}, {count_of(made.results, 'result')}"
    show_lines(f"{chosen.title}, {state.plan.name}: {holds} in {output}")
    for note in made.notes:
        show_lines(f"{note}.")


def _day(text: str | None) -> date | None:
    if text is None:
        return None
    try:
        return datetime.strptime(text, "%Y-%m-%d").date()  # noqa: DTZ007 - a day, which is in no zone
    except ValueError:
        raise DirectorError("“{text}” is not a date", remedy="Write it like 2026-11-15.", text=text) from None
