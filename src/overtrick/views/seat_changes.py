"""What changes in published draws when somebody comes late or leaves: round by round, table by table."""

from collections.abc import Iterator

from overtrick.core.event.acts import Seating
from overtrick.core.event.fold.tournament import Tournament
from overtrick.views.draws import board_span
from overtrick.views.names import label


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
    return f"{label(event, seating.ns)} v {label(event, seating.ew)}, boards {board_span(seating.boards)}"
