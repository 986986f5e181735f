"""Changes in published draws: when someone comes late or leaves, and where sides sat the other way round."""

from collections.abc import Iterator

from overtrick.core.event.acts import Seating
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.wording import Phrase, phrase
from overtrick.views.draws import board_span
from overtrick.views.names import label, side_label


def seat_changes(before: Tournament, after: Tournament, stage: str) -> Iterator[Phrase]:
    """Every table that differs in the event as it would stand, and who sits out; empty where nothing changes."""
    was, now = before.stage(stage).rounds, after.stage(stage).rounds
    for number in sorted(set(was) & set(now)):
        old, new = was[number], now[number]
        told = [
            _seating_phrase(after, table, new.seatings.get(table))
            for table in sorted({*old.seatings, *new.seatings})
            if old.seatings.get(table) != new.seatings.get(table)
        ]
        out = [name for name in new.draw.sits_out if name not in old.draw.sits_out]
        told += [phrase("{contestant} sits out", contestant=label(after, name)) for name in out]
        if told:
            yield phrase("Round {round}: {changes:;}.", round=number, changes=tuple(told))


def _seating_phrase(event: Tournament, table: int, seating: Seating | None) -> Phrase:
    if seating is None:
        return phrase("table {table} is empty", table=table)
    ns, ew = (side_label(event, names) for names in seating.sides)
    boards = board_span(seating.boards)
    return phrase(
        "{ns} v {ew} at table {table}, {one:board|boards} {boards}",
        table=table, ns=ns, ew=ew, one=boards.isdecimal(), boards=boards,
    )  # fmt: skip


def sides_at(event: Tournament, stage: str, number: int, table: int) -> Iterator[Phrase]:
    """Who sat North-South on which boards of a table, and the match score of each side."""
    state = event.stage(stage)
    drawn = state.round(number)
    seating, card = drawn.seatings[table], state.card(number, table)
    turned = tuple(board for board in drawn.boards_of(seating) if board in seating.switched)
    as_drawn = tuple(board for board in drawn.boards_of(seating) if board not in turned)
    ours, theirs = (side_label(event, names) for names in seating.sides)
    for boards, ns, ew in ((as_drawn, ours, theirs), (turned, theirs, ours)):
        if boards:
            yield phrase(
                "{several:Boards|Board} {boards:,}: {ns} North–South, {ew} East–West.",
                several=len(boards) > 1,
                boards=boards,
                ns=ns,
                ew=ew,
            )
    net = card.first.net
    yield phrase("The net result of the match is {net} for {side}.", net=net.unit.amount(net.value), side=ours)
