"""Lists for the notice board: seating by name and by table, the draw and its results, and rankings."""

from collections.abc import Iterator, Sequence

from overtrick.core.wording import Phrase, capitalise, phrase
from overtrick.prints.layout import Block, Column, Grid, Note, Part, Row
from overtrick.prints.paper import Say, join_parts
from overtrick.prints.source import Source
from overtrick.views.draws import DrawPage, draw_page, seating_by_name
from overtrick.views.names import Who
from overtrick.views.readers import DESK
from overtrick.views.standings import FieldTable, StandingsPage, standings_page
from overtrick.views.standings import StandingsRow as Line

LARGE = (18.0, 16.0, 14.0, 13.0, 12.0, 11.0, 10.0, 9.0)
"""Type sizes for lists read from a distance, as large as the page permits."""


def by_name(source: Source) -> Iterator[Part]:
    """Everyone by surname, with the table and the direction, in two columns."""
    state, number = source.drawn
    say = source.say
    placed = seating_by_name(source.event, state)
    grid = Grid(
        (
            Column(say(phrase("Name")), share=1),
            Column(say(phrase("No.")), "right"),
            Column(say(phrase("Table")), "right", bold=True),
            Column(""),
        ),
        tuple(
            Row((join_parts((each.last, each.before), ", "), each.number, each.where, say(each.direction)))
            for each in placed
        ),
    )
    title = say(phrase("{stage}: seating by name", stage=state.plan.name))
    under = say(phrase("Round {round}, {n:#name}", round=state.last_round or number, n=len(placed)))
    yield Part(title, under, (grid,), "seat/", across=2, sizes=LARGE, usual=11)


def by_table(source: Source) -> Iterator[Part]:
    """Every table with who sits there, in two columns."""
    page, say = _page(source), source.say
    rows = [
        row
        for line in page.lines
        for row in (
            Row((line.called, say(phrase("N–S")), str(line.ns)), keep=True),
            Row(("", say(phrase("E–W")), str(line.ew)), thick=True),
        )
    ]
    columns = (Column(say(phrase("Table")), "right", bold=True), Column(""), Column(say(phrase("Names")), share=1))
    title = say(phrase("{stage}: seating by table", stage=page.stage))
    blocks: tuple[Block, ...] = (Grid(columns, tuple(rows)), *_others(page, say))
    yield Part(title, _subtitle(page, say), blocks, _path(page), across=2, sizes=LARGE[1:], usual=10)


def draw(source: Source) -> Iterator[Part]:
    """The draw: table, opponents and boards."""
    page, say = _page(source), source.say
    same = len({line.boards for line in page.lines}) == 1
    columns = (
        Column(say(phrase("Table")), "right", bold=True),
        Column(say(phrase("North–South")), share=1),
        Column(say(phrase("East–West")), share=1),
        *(() if same else (Column(say(phrase("Boards"))),)),
    )
    rows = tuple(
        Row((line.called, str(line.ns), str(line.ew), *(() if same else (line.boards,)))) for line in page.lines
    )
    title = say(phrase("{stage}: draw of round {round}", stage=page.stage, round=page.round))
    blocks: tuple[Block, ...] = (Grid(columns, rows), *_others(page, say))
    yield Part(title, _subtitle(page, say), blocks, _path(page), sizes=LARGE, usual=11)


def results(source: Source) -> Iterator[Part]:
    """The results of a round, match by match, for the notice board."""
    page, say = _page(source), source.say
    unit = say(Phrase(source.stage.unit.many))
    columns = (
        Column(say(phrase("Table")), "right", bold=True),
        Column(say(phrase("North–South")), share=1),
        Column(unit, "right", bold=True),
        Column(unit, "right", bold=True),
        Column(say(phrase("East–West")), share=1),
    )
    rows = tuple(
        Row((line.called, str(line.ns), *(say(score) or "–" for score in line.scores), str(line.ew)))
        for line in page.lines
    )
    title = say(phrase("{stage}: results of round {round}", stage=page.stage, round=page.round))
    blocks: tuple[Block, ...] = (Grid(columns, rows), *_others(page, say))
    far = "" if page.closed else say(phrase("Round not closed: results may still change."))
    yield Part(title, join_parts((_subtitle(page, say), far)), blocks, _path(page), sizes=LARGE[2:], usual=10)


def _page(source: Source) -> DrawPage:
    state, number = source.drawn
    return draw_page(source.event, state, number)


def _path(page: DrawPage) -> str:
    return f"draw/{page.slug}/{page.round}/"


def _subtitle(page: DrawPage, say: Say) -> str:
    boards = {line.boards for line in page.lines}
    single = boards if len(boards) == 1 else ()
    return join_parts(
        (
            say(phrase("Round {round} of {stage}", round=page.round, stage=page.stage)),
            say(phrase("{n:#table}", n=len(page.lines) + sum(len(share.tables) for share, _ in page.shares))),
            *(say(phrase("{one:board|boards} {boards}", one=each.isdecimal(), boards=each)) for each in single),
        )
    )


def _others(page: DrawPage, say: Say) -> Sequence[Note]:
    """Three-way matches, and who sits out."""
    notes = [
        say(phrase("Share match at tables {tables:,}: {teams:,}", tables=share.tables, teams=_names(teams)))
        for share, teams in page.shares
    ]
    if page.sits_out:
        notes.append(say(phrase("Sitting out: {who:,}", who=_names(page.sits_out))))
    if page.by_hand:
        notes.append(say(phrase("Drawn by hand: {reason}", reason=page.by_hand)))
    return [Note(text) for text in notes]


def _names(several: Sequence[Who]) -> tuple[str, ...]:
    return tuple(map(str, several))


MOST = 9
"""The most matches side by side; if there are more, the last ones."""


def ranking(source: Source) -> Iterator[Part]:
    """The ranking of a stage: each field as a part, then its further rankings."""
    page = standings_page(source.event, source.stage, DESK)
    for table in page.every:
        yield _part(page, table, source.say)


def _part(page: StandingsPage, table: FieldTable, say: Say) -> Part:
    far = phrase("final ranking") if page.closed else page.after
    waits = () if page.closed or not page.to_come else (say(capitalise(page.to_come)),)
    title = say(phrase("{stage}[, {title}]: ranking", stage=page.stage, title=table.title))
    blocks: list[Block] = [_grid(table, say)]
    may_change = [row for row in table.rows if row.open]
    if may_change:
        blocks.append(Note(say(phrase("* the total may still change under the regulations"))))
    shared = any(row.shared for row in table.rows)
    if shared:
        blocks.append(Note(say(phrase("= tied"))))
    if page.finals and page.finals.no_winner:
        blocks.insert(0, Note(say(page.finals.no_winner)))
    under = join_parts((say(capitalise(far)), say(phrase("{n:#contestant}", n=len(table.rows))), *waits))
    return Part(title, under, tuple(blocks), f"stage/{page.slug}/", sizes=(12, 11, 10, 9.5, 9, 8.5, 8, 7.5))


def _grid(table: FieldTable, say: Say) -> Grid:
    rounds = table.rounds[-MOST:]
    carried = any(row.carried.value is not None for row in table.rows)
    notes = any(row.notes for row in table.rows)
    columns = [
        Column(say(phrase("Place")), "right"),
        Column(say(phrase("No.")), "right"),
        Column(say(phrase("Names")), share=1),
        Column(say(Phrase(table.unit)), "right", bold=True),
        *(Column(say(name), "right") for name in table.columns),
        *([Column(say(phrase("Carry-over")), "right")] if carried else []),
        *(Column(say(each.label), "right") for each in rounds),
        *([Column("")] if notes else []),
    ]

    def cells(row: Line) -> Row:
        matches = [each.number for each in row.matches[-MOST:]]
        return Row(
            (
                say(row.place) + ("=" if row.shared and "=" not in row.place.text else ""),
                row.who.number,
                row.who.name,
                say(row.total) + ("*" if row.open else ""),
                *map(say, row.columns),
                *([say(row.carried) if row.carried.value is not None else ""] if carried else []),
                *map(say, matches),
                *([say(row.notes)] if notes else []),
            )
        )

    return Grid(tuple(columns), tuple(map(cells, table.rows)))
