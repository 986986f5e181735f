"""The verification and the simulation of selection years."""

from contextlib import closing
from importlib.metadata import version
from pathlib import Path

import click

from overtrick.cli.books import open_book
from overtrick.cli.options import as_json
from overtrick.cli.selection_books import document_option, refuse_existing, selected_events, year_file
from overtrick.cli.show import show_json, show_lines
from overtrick.core.provenance import Json
from overtrick.core.wording import count_of
from overtrick.ledger.book import Draft
from overtrick.ledger.file import FileBook
from overtrick.regulations.plan.event_book import edition_for, edition_for_year
from overtrick.regulations.plan.selection import load_selection
from overtrick.regulations.read.editions import Edition


@click.command(short_help="Verify the book of a year, and its placings against its events' books.")
@click.argument("file")
@click.argument("finished", nargs=-1)
@as_json
def verify(file: str, finished: tuple[str, ...], as_json: bool) -> None:
    """Verify a year: every act is decided again, every credit added up, every placing compared with its event's book.

    \b
    Example: overtrick selection verify year.jsonl state-pairs.jsonl
    """
    from overtrick.lab.verify import Objection, verify_selection

    read = year_file(file)
    year = read.year()
    books = {
        event.id: book
        for each in finished
        for opened in [open_book(each)]
        for book in [opened.event()]
        for event in selected_events(year.rules, opened, each)
    }
    proof = verify_selection(read.selection, read.postings, books, read.rules.selection)
    objections = [*([Objection(0, read.notice)] if read.notice else []), *proof.objections]
    if as_json:
        show_json(
            {
                "sound": not objections,
                "postings": proof.postings,
                "placings": proof.results,
                "objections": [{"posting": each.posting, "what": each.what} for each in objections],
            }
        )
    else:
        for objection in objections:
            show_lines(str(objection))
        show_lines(
            f"{count_of(proof.postings, 'posting')}, {count_of(proof.results, 'placing')}: "
            f"{count_of(len(objections), 'objection')}"
        )
    if objections:
        raise SystemExit(1)


@click.command(short_help="Simulate a whole year: qualifying events, trials and teams.")
@click.option(
    "--year",
    type=click.IntRange(1900),
    default=2027,
    show_default=True,
    metavar="YEAR",
    help="The year the teams are for.",
)
@document_option
@click.option("--seed", default="1", show_default=True, help="Random seed.")
@click.option("--entries", type=click.IntRange(14), default=22, show_default=True, help="Pairs in each pairs event.")
@click.option("--output", "-o", required=True, help="The folder to write the books into; it must not exist yet.")
@as_json
def simulate(year: int, document: str, seed: str, entries: int, output: str, as_json: bool) -> None:
    """Simulate a selection year from its first qualifying event to its teams, and write its books.

    \b
    Example: overtrick selection simulate --seed 3 -o year
    """
    from random import Random

    from overtrick.lab.selection_rehearsal import YearRehearsal
    from overtrick.regulations.plan.event_book import plan_for
    from overtrick.regulations.read.event_texts import event_paths

    def edition(name: str) -> Edition:
        return edition_for_year(name) if name == document else edition_for(name)

    folder = Path(output)
    refuse_existing(folder)
    rehearsal = YearRehearsal(
        load_selection(document), document, year, lambda event: plan_for(event) if event in event_paths() else None,
        Random(seed), lambda _: entries, fingerprint=lambda name: edition(name).hash,  # noqa: S311 - a rehearsal, not a lot
        program=f"overtrick {version('overtrick')}",
    )  # fmt: skip
    postings = rehearsal.play()
    folder.mkdir(parents=True)
    played = [(each.name, each.event, each.postings) for each in rehearsal.books]
    for name, rules, kept in (("year", document, postings), *played):
        with closing(FileBook(folder / f"{name}.jsonl")) as book:
            book.append([Draft(each.act, each.by, each.at, each.key) for each in kept], keep=[edition(rules)])
    if as_json:
        events: list[Json] = [
            {"book": f"{each.name}.jsonl", "event": each.event, "postings": len(each.postings)}
            for each in rehearsal.books
        ]
        kept_at: dict[str, Json] = {"year": year, "document": document, "folder": output}
        show_json({**kept_at, "postings": len(postings), "events": events})
        return
    show_lines(f"{len(rehearsal.books)} events and the year's {len(postings)} postings in {output}")
