"""Table numbers of stages played at the same time: no number is used twice in a venue."""

from collections.abc import Iterator
from dataclasses import replace

from overtrick.core.event.acts import DrawPublished
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState


def after_others(event: Tournament, state: StageState, draw: DrawPublished) -> DrawPublished:
    """A draw with table numbers after those of other stages in play: a phone's link identifies its table by number."""
    by = max(_in_use(event, state), default=0)
    if not by:
        return draw
    return replace(
        draw,
        seatings=tuple(replace(each, table=each.table + by) for each in draw.seatings),
        shares=tuple(replace(each, tables=_shift_tables(each.tables, by)) for each in draw.shares),
        trios=tuple(replace(each, tables=tuple(table + by for table in each.tables)) for each in draw.trios),
    )


def _in_use(event: Tournament, state: StageState) -> Iterator[int]:
    """The tables of rounds that are not closed, in every stage but this."""
    for other in event.stages.values():
        if other is state:
            continue
        for drawn in other.rounds.values():
            if not drawn.closed:
                yield from drawn.seatings
                yield from (table for share in drawn.shares for table in share.tables)


def _shift_tables(tables: tuple[int, int, int], by: int) -> tuple[int, int, int]:
    one, two, three = tables
    return one + by, two + by, three + by
