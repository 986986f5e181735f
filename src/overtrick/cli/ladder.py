"""A ladder at the prompt: the books of several evenings, and what counts of them."""

from pathlib import Path

import click

from overtrick.cli.books import read_book, stage_of
from overtrick.cli.options import as_json
from overtrick.cli.show import show_json, show_lines, show_table
from overtrick.core.errors import DirectorError
from overtrick.core.event.after.ladder import ladder_over
from overtrick.core.provenance import Json, explained, why
from overtrick.core.ranking.ladder import LadderRule, Rung
from overtrick.regulations.read.library import library
from overtrick.views.ladder import LadderPage, ladder_page


@click.command
@click.argument("files", nargs=-1, required=True)
@click.option("--rule", metavar="NAME", help="The ladder, like club/ladder (default: the one that the books name).")
@click.option("--who", metavar="NAME", help="Why a pair or player has what it has.")
@click.option("--depth", type=click.IntRange(0), help="How deep a why goes (default: 2).")
@as_json
def ladder(files: tuple[str, ...], rule: str | None, who: str | None, depth: int | None, as_json: bool) -> None:
    """A ladder over several evenings: everybody's best so many, for a pair or for each player.

    FILES are the books of the evenings in their order; an evening is called as its file is, without the ending. A
    score that does not count stands in brackets.

    \b
    Example: overtrick ladder north.jsonl south.jsonl --rule club/ladder
             overtrick ladder north.jsonl south.jsonl --rule club/player-ladder --who "Player 3A"
    """
    events = {}
    for file in files:
        name = Path(file).name.removesuffix(".jsonl")
        if name in events:
            raise DirectorError("Two evenings are called {name}", remedy="Rename one of the files.", name=name)
        events[name] = read_book(file)
    evenings = {name: (event, stage_of(event, None)) for name, event in events.items()}
    found, rungs = ladder_over(evenings, library().get(LadderRule, rule) if rule else None)
    if who is not None:
        _show_why(rungs, who, depth, as_json=as_json)
        return
    page = ladder_page(found, tuple(evenings), rungs)
    if as_json:
        show_json(_json(page))
        return
    rows = [
        (line.place.text, line.name, line.total.text, *(each.text for each in line.evenings), str(line.because))
        for line in page.lines
    ]
    show_table(("place", page.by, page.unit, *page.evenings, "because"), rows, str(page.says))


def _json(page: LadderPage) -> dict[str, Json]:
    lines: list[Json] = [
        {
            "place": int(line.place.value) if line.place.value else None,
            "shared": line.shared,
            "name": line.name,
            "total": line.total.value,
            "evenings": {
                name: {"score": each.value, "counts": counts}
                for name, each, counts in zip(page.evenings, line.evenings, line.counts, strict=True)
                if each.value is not None
            },
            "because": str(line.because),
        }
        for line in page.lines
    ]
    return {"by": page.by, "unit": page.unit, "evenings": list(page.evenings), "lines": lines}


def _show_why(rungs: tuple[Rung, ...], who: str, depth: int | None, *, as_json: bool) -> None:
    rung = next((each for each in rungs if each.name.casefold() == who.casefold()), None)
    if rung is None:
        raise DirectorError("{who} is not on the ladder", remedy="Write the name as the list has it.", who=who)
    figure = rung.place or rung.total
    if as_json:
        show_json(explained(figure, depth))
        return
    show_lines(why(figure, 3 if depth is None else depth))
