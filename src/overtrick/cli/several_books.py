"""Events over several books on the command line: a simultaneous across its heats, and a ladder over sessions."""

from pathlib import Path
from time import sleep

import click

from overtrick.cli.books import read_book, stage_of
from overtrick.cli.options import as_json
from overtrick.cli.show import show_json, show_lines, show_table
from overtrick.core.errors import DirectorError
from overtrick.core.event.after.ladder import ladder_over
from overtrick.core.event.after.naming import Naming
from overtrick.core.event.after.simultaneous import Dealt, Simultaneous
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.provenance import Json, explain, why
from overtrick.core.ranking.ladder import LadderRule, Rung
from overtrick.core.wording import count_of
from overtrick.regulations.read.library import library
from overtrick.views.heats import HeatsPage, frequency_lines, heats_page, names_of
from overtrick.views.ladder import LadderPage, ladder_page

SECONDS = 1
"""Seconds between two checks of the watched books."""


@click.command
@click.argument("files", nargs=-1, required=True)
@click.option(
    "--board", type=click.IntRange(1), metavar="NUMBER", help="Show the frequency of each score on this board."
)
@click.option(
    "--session", type=click.IntRange(1), metavar="NUMBER", default=1, help="Session of that board (default: 1)."
)
@click.option("--pair", nargs=2, metavar="HEAT NUMBER", help="Explain a pair's score across all heats.")
@click.option("--watch", is_flag=True, help="Refresh the ranking whenever a book changes, until Ctrl-C.")
@click.option("--depth", type=click.IntRange(0), help="Levels of explanation (default: 2).")
@as_json
def heats(
    files: tuple[str, ...],
    board: int | None,
    session: int,
    pair: tuple[str, str] | None,
    watch: bool,
    depth: int | None,
    as_json: bool,
) -> None:
    """Score heats of the same boards across all of them: one ranking, whatever movement each heat had.

    FILES are the books of the heats; each heat is named after its file.

    \b
    Example: overtrick heats north.jsonl south.jsonl
             overtrick heats north.jsonl south.jsonl --board 7
             overtrick heats north.jsonl south.jsonl --pair north 3

    With --watch, the ranking is shown again whenever a club posts or corrects a result, until Ctrl-C.
    """
    books: dict[str, Path] = {}
    for file in files:
        name = Path(file).name.removesuffix(".jsonl")
        if name in books:
            raise DirectorError("Two heats are called {name}", remedy="Rename one of the files.", name=name)
        books[name] = Path(file)
    sizes = {name: _size(path) for name, path in books.items()}
    events = {name: read_book(str(path)) for name, path in books.items()}
    field = Simultaneous({name: stage_of(event, None) for name, event in events.items()})
    if board is not None:
        _show_board(field, (session, board), as_json=as_json)
    elif pair is not None:
        _show_why(events, field, pair, depth, as_json=as_json)
    else:
        _show(_page(events, field), as_json=as_json)
    while watch:
        sleep(SECONDS)
        changed = [name for name, path in books.items() if _size(path) != sizes[name]]
        for name in changed:
            sizes[name] = _size(books[name])
            events[name] = read_book(str(books[name]))
            field.put(name, stage_of(events[name], None))
        if changed:
            _show(_page(events, field), as_json=as_json)


def _page(events: dict[str, Tournament], field: Simultaneous) -> HeatsPage:
    names = {pair: who for name, event in events.items() for pair, who in names_of(name, event).items()}
    return heats_page(names, field)


def _size(path: Path) -> int:
    """Return the length of a book, which only grows; 0 for a missing file, which is refused when it is read."""
    return path.stat().st_size if path.is_file() else 0


def _show(page: HeatsPage, *, as_json: bool) -> None:
    if as_json:
        lines: list[Json] = [
            {
                "place": int(line.place.value or 0),
                "shared": line.shared,
                "heat": line.heat,
                "contestant": line.who.number,
                "name": line.who.name,
                "across": line.across.value,
                "own": line.own.value,
            }
            for line in page.lines
        ]
        show_json(
            {"unit": page.unit, "heats": page.heats, "boards": page.boards, "results": page.results, "lines": lines}
        )
        return
    rows = [
        (line.place.text, line.heat, line.who.number, line.who.name, line.across.text, line.own.text)
        for line in page.lines
    ]
    heats, boards = count_of(page.heats, "heat"), count_of(page.boards, "board")
    title = f"{heats}, {boards}, up to {count_of(page.results, 'result')} per board"
    show_table(("place", "heat", "pair", "name", f"{page.unit} across", "own heat"), rows, title)


def _show_board(field: Simultaneous, dealt: Dealt, *, as_json: bool) -> None:
    session, board = dealt
    if dealt not in field.boards:
        raise DirectorError(
            "No heat has a result on board {board} of session {session}",
            remedy="Check the numbers.",
            board=board,
            session=session,
        )
    lines = frequency_lines(field, dealt)
    if as_json:
        show_json(
            {
                "session": session,
                "board": board,
                "scores": [
                    {"score": line.score.value, "times": line.times, "ns": line.ns.value, "ew": line.ew.value}
                    for line in lines
                ],
            }
        )
        return
    rows = [(line.score.text, str(line.times), line.ns.text, line.ew.text) for line in lines]
    show_table(("score", "times", "NS", "EW"), rows, f"board {board}")


def _show_why(
    events: dict[str, Tournament], field: Simultaneous, pair: tuple[str, str], depth: int | None, *, as_json: bool
) -> None:
    heat, number = pair
    if heat not in events or number not in field.heats[heat].contestants:
        raise DirectorError(
            "There is no pair {number} in a heat called {heat}",
            remedy="Check the number and the heat.",
            number=number,
            heat=heat,
        )
    figure, names = field.score(pair), Naming(events[heat])
    if as_json:
        show_json(explain(figure, depth, names))
        return
    show_lines(why(figure, 2 if depth is None else depth, names))


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
        _show_ladder_why(rungs, who, depth, as_json=as_json)
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


def _show_ladder_why(rungs: tuple[Rung, ...], who: str, depth: int | None, *, as_json: bool) -> None:
    rung = next((each for each in rungs if each.name.casefold() == who.casefold()), None)
    if rung is None:
        raise DirectorError("{who} is not on the ladder", remedy="Write the name as it is in the ranking.", who=who)
    figure = rung.place or rung.total
    if as_json:
        show_json(explain(figure, depth))
        return
    show_lines(why(figure, 3 if depth is None else depth))
