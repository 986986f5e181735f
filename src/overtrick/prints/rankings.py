"""Ranking lists: everyone in a field, on one page where that is readable."""

from collections.abc import Iterator

from overtrick.core.wording import Phrase, capitalise, phrase
from overtrick.prints.layout import Block, Column, Grid, Note, Part, Row
from overtrick.prints.paper import Say, join_parts
from overtrick.prints.source import Source
from overtrick.views.readers import DESK
from overtrick.views.standings import FieldTable, StandingsPage, standings_page
from overtrick.views.standings import StandingsRow as Line

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
        blocks.append(Note(say(phrase("* may still change under the regulations"))))
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
