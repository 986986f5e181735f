"""A ladder on the command line: the scores that count from the books of several sessions."""

from pathlib import Path

import click

from overtrick.cli.books import read_book, stage_of
from overtrick.cli.options import as_json
from overtrick.cli.show import show_json, show_lines, show_table
from overtrick.core.errors import DirectorError
from overtrick.core.event.after.ladder import ladder_over
from overtrick.core.provenance import Json, explain, why
from overtrick.core.ranking.ladder import LadderRule, Rung
from overtrick.regulations.read.library import library
from overtrick.views.ladder import LadderPage, ladder_page


@click.command
@click.argument("files", nargs=-1, required=True)
@click.option("--rule", metavar="NAME", help="Ladder rule, like club/ladder (default: as named in the books).")
@click.option("--who", metavar="NAME", help="Explain the score of a pair or player.")
@click.option("--depth", type=click.IntRange(0), help="Levels of explanation (default: 3).")
@as_json
def ladder(files: tuple[str, ...], rule: str | None, who: str | None, depth: int | None, as_json: bool) -> None:
    """Rank pairs or players by their best scores over several sessions.

    FILES are the books of the sessions in order; each session has the name of its file, without the extension. A score
    that does not count is in brackets.

    \b
    Example: overtrick ladder north.jsonl south.jsonl --rule club/ladder
             overtrick ladder north.jsonl south.jsonl --rule club/player-ladder --who "Player 3A"
    """
    events = {}
    for file in files:
        name = Path(file).name.removesuffix(".jsonl")
        if name in events:
            raise DirectorError("Two sessions are called {name}", remedy="Rename one of the files.", name=name)
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
        raise DirectorError("{who} is not on the ladder", remedy="Write the name as it is in the ranking.", who=who)
    figure = rung.place or rung.total
    if as_json:
        show_json(explain(figure, depth))
        return
    show_lines(why(figure, 3 if depth is None else depth))
