"""The flow chart of an event, on the command line."""

from pathlib import Path

import click

from overtrick.cli.book_files import read_event_file
from overtrick.cli.books import read_book
from overtrick.cli.options import as_json
from overtrick.cli.show import show_json, show_lines
from overtrick.core.event.plan.stages import Entrants
from overtrick.core.provenance import Json
from overtrick.regulations.plan.event_book import plan_for
from overtrick.regulations.read.documents import load_flow
from overtrick.regulations.read.library import library
from overtrick.regulations.read.load import has
from overtrick.views.pictures.event import event_picture
from overtrick.views.pictures.flow import flow_picture
from overtrick.views.pictures.layout import Picture
from overtrick.views.pictures.outline import outline
from overtrick.views.pictures.svg import svg


@click.command
@click.argument("event")
@click.option(
    "--entries", type=click.IntRange(1), metavar="NUMBER", help="Number of entries (default: the usual number)."
)
@click.option("--book", help="Book of the event, to show its scores.")
@click.option(
    "--choice", "choices", multiple=True, help="A choice that the regulations leave to an official; repeatable."
)
@click.option("--output", "-o", default="-", help="The SVG file to write; without it, or with -, a text outline.")
@as_json
def graph(
    event: str, entries: int | None, book: str | None, choices: tuple[str, ...], output: str, as_json: bool
) -> None:
    """Draw EVENT as a flow chart: stages as boxes by session, with the numbers of contestants who go on.

    EVENT is an id, a name, the path of an event file, or a rulebook folder that defines a flow of stages. A round
    robin has a grid below the chart; with --book, the grids are filled in and the other stages show their standings.

    \b
    Example: overtrick graph gnot-nsw-2018 --entries 23 -o flow.svg
             overtrick graph anc-2026/open-butler --entries 60
             overtrick graph anc-2026/interstate-open --book book.jsonl -o open.svg
    """
    picture = _picture(event, entries, book, choices)
    if output != "-":
        Path(output).write_text(svg(picture), encoding="utf-8")
    if as_json:
        show_json(_json(picture))
        return
    if output == "-":
        show_lines(outline(picture))
        return
    show_lines(f"{picture.title}: {output}")


def _json(picture: Picture) -> dict[str, Json]:
    return {
        "title": picture.title,
        "stages": [
            {"id": box.id, "kind": box.kind.value, "title": box.title, "says": [*box.lines], "matches": [*box.matches]}
            for box in picture.boxes
        ],
        "streams": [
            {"from": each.source, "to": each.target, "count": each.count, "as": each.label} for each in picture.streams
        ],
    }


def _picture(event: str, entries: int | None, book: str | None, choices: tuple[str, ...]) -> Picture:
    if has(event, "flow.toml"):
        rules = load_flow(event)
        chosen = rules.format(entries or rules.entries[0])
        document = library().documents[event]
        status = f"{chosen.clause}: {chosen.status}" + (f", {chosen.says}" if chosen.says else "")
        return flow_picture(chosen.flow, f"{document.title}, {chosen.entry} teams", status)
    if book is None:
        file = read_event_file(event)
        entrants = Entrants(entries or file.event.usual)
        return event_picture(plan_for(event)(entrants, frozenset(choices), {}), entrants)
    state = read_book(book)
    return event_picture(state.current_plan(), state.planned_for or state.entrants, state)
