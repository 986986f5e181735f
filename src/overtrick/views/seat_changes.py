"""What changes in published draws: when somebody comes late or leaves, and where sides sat the other way round."""

from collections.abc import Iterator

from overtrick.core.event.acts import Seating
from overtrick.core.event.fold.tournament import Tournament
from overtrick.views.draws import board_span
from overtrick.views.names import label, side_label


def seat_changes(before: Tournament, after: Tournament, stage: str) -> Iterator[str]:
    """Every table that is another in the event as it would stand, and who sits out; nothing where all is as before."""
    was, now = before.stage(stage).rounds, after.stage(stage).rounds
    for number in sorted(set(was) & set(now)):
        old, new = was[number], now[number]
        told = [
            f"table {table}: {_seated(after, new.seatings.get(table))}"
            for table in sorted({*old.seatings, *new.seatings})
            if old.seatings.get(table) != new.seatings.get(table)
        ]
        out = [name for name in new.draw.sits_out if name not in old.draw.sits_out]
        told += [f"{label(after, name)} sits out" for name in out]
        if told:
            yield f"Round {number}: {'; '.join(told)}."


def _seated(event: Tournament, seating: Seating | None) -> str:
    if seating is None:
        return "nobody"
    return f"{' v '.join(side_label(event, names) for names in seating.sides)}, boards {board_span(seating.boards)}"


def sides_at(event: Tournament, stage: str, number: int, table: int) -> Iterator[str]:
    """Who sat North-South on which boards of a table, and what the match comes to for each side."""
    state = event.stage(stage)
    drawn = state.round(number)
    seating, card = drawn.seatings[table], state.card(number, table)
    turned = tuple(board for board in drawn.boards_of(seating) if board in seating.switched)
    as_drawn = tuple(board for board in drawn.boards_of(seating) if board not in turned)
    ours, theirs = (side_label(event, names) for names in seating.sides)
    for boards, ns, ew in ((as_drawn, ours, theirs), (turned, theirs, ours)):
        if boards:
            named = f"Board{'s' * (len(boards) > 1)} {', '.join(map(str, boards))}"
            yield f"{named}: {ns} North–South, {ew} East–West."
    net = card.first.net
    yield f"The match comes to {net.unit.number(net.value)} for {ours}."
