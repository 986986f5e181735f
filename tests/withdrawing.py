"""A contestant that withdraws from a stage in which every board is flat: what the others have, by acts alone."""

from directing import Room, flat, numbers
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import RoundClosed, ScoreAwarded, Withdrawn
from overtrick.core.event.play.drafting import rounds_of
from overtrick.core.exact import Exact

GONE = "3"
AWARD = 5
"""What the director of these tests gives for a match that no rule scores."""


def play_round(room: Room, stage: str) -> int:
    """Draw and play a round, award a score where the close asks for one, and close it; how many scores were awarded."""
    number = room.draw(stage)
    room.results(stage, number, flat)
    awarded = 0
    while not _closes(room, stage, number):
        state = room.event.stage(stage)
        drawn = state.round(number).draw
        names = (*drawn.sits_out, *(name for seating in drawn.seatings for name in seating.names))
        name = next(each for each in names if each != GONE and state.match_line(each, number) is None)
        room.do(ScoreAwarded(name, stage, number, AWARD, str(state.plan.clause.cite), "the opponents withdrew"))
        awarded += 1
    return awarded


def _closes(room: Room, stage: str, number: int) -> bool:
    """Close a round, or say that a score must be awarded first."""
    try:
        room.do(RoundClosed(stage, number))
    except DirectorError as refusal:
        if "award" not in str(refusal.remedy).lower():
            raise
        return False
    return True


def withdraw(event: str, entries: int, stage: str, after: int, *, expunged: bool) -> tuple[Room, str, int]:
    """Play a stage flat, with contestant 3 leaving after a round; what was said then, and how many awards."""
    room = Room(event).enter(numbers(entries))
    state = room.start(stage)
    awarded = sum(play_round(room, stage) for _ in range(after))
    said = "\n".join(room.do(Withdrawn(GONE, stage, after, expunged, "illness")))
    while state.last_round < rounds_of(state):
        awarded += play_round(room, stage)
    return room, said, awarded


def totals(room: Room, stage: str, after: int) -> tuple[dict[Exact, int], dict[Exact, int]]:
    """How many have which total: of those who met the one that left, and of those who did not."""
    state = room.event.stage(stage)
    met = {
        name
        for number in range(1, after + 1)
        for seating in state.round(number).seatings.values()
        if GONE in seating.names
        for name in seating.names
    }
    found: tuple[dict[Exact, int], dict[Exact, int]] = ({}, {})
    for name in state.playing:
        of = found[name not in met]
        total = state.standings(state.field_of(name)).row(name).total.value
        of[total] = of.get(total, 0) + 1
    return found
