"""From a list of names to the first round: every act of it in its turn, as an official would post them one by one."""

import secrets
from collections.abc import Callable, Iterator

from overtrick.core.event.acts import Act, EntriesClosed, EntryCancelled, EntryTaken, LotDrawn, StageStarted
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.model.contestants import entry_order
from overtrick.director.entries import stage_fields
from overtrick.formats.entries_csv import EntryLine
from overtrick.views.closing import can_start
from overtrick.views.drafts import draft_page, lot_name, needs_lot

Next = Callable[[Tournament], Act | None]


def entry_lines(event: Tournament) -> tuple[EntryLine, ...]:
    """The entries there are, as a list of names has them."""
    known = sorted(event.entries.values(), key=lambda entry: entry_order(entry.contestant))
    return tuple(EntryLine(entry.contestant, entry.name, tuple(entry.players)) for entry in known)


def name_acts(event: Tournament, lines: tuple[EntryLine, ...]) -> Iterator[Act]:
    """What makes the entry what a list says: who is new or named otherwise, and before play who is gone."""
    there = {each.number: each for each in entry_lines(event)}
    for line in lines:
        known = event.entries.get(line.number)
        same = there.get(line.number)
        if known is None:
            yield EntryTaken(line.number, line.team, line.players)
        elif same is not None and (same.team, _names(same)) != (line.team, _names(line)):
            yield EntryTaken(
                line.number, line.team, line.players, known.categories, known.contending, known.house, known.rating,
                known.stated, "", known.stages,
            )  # fmt: skip
    if not event.stages:
        gone = there.keys() - {line.number for line in lines}
        yield from (EntryCancelled(number) for number in sorted(gone, key=entry_order))


def _names(line: EntryLine) -> tuple[str, ...]:
    return tuple(player.name for player in line.players)


def next_act(event: Tournament) -> Act | None:
    """The next thing between a complete entry and the first round of the first stage; none when it is published."""
    if not event.entries_closed:
        return EntriesClosed()
    if not event.stages:
        [stage, *_] = can_start(event)
        if stage not in event.lots:
            return LotDrawn(stage, seed=secrets.token_hex(8))
        return StageStarted(stage, stage_fields(event, stage))
    [stage, *_] = event.stages
    if event.stage(stage).last_round:
        return None
    if needs_lot(event, stage):
        return LotDrawn(lot_name(stage, 1), seed=secrets.token_hex(8))
    return draft_page(event, stage).act
