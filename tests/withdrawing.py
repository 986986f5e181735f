"""A contestant that withdraws from a stage in which every board is flat: what the others have, by acts alone."""

from itertools import takewhile

from directing import Room, Scores, by_strength, flat, numbers
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import RoundClosed, ScoreAwarded, Withdrawn
from overtrick.core.event.play.drafting import rounds_of
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.score.rounds import CLOSED
from overtrick.core.exact import Exact, plain
from overtrick.core.scoring.rounds import TeamsRule

GONE = "3"
AWARD = 5
"""What the director of these tests gives for a match that no rule scores."""


def play_round(room: Room, stage: str, scores: Scores = flat) -> int:
    """Draw and play a round, award a score where the close asks for one, and close it; how many scores were awarded."""
    number = room.draw(stage)
    room.results(stage, number, scores)
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
    """Play a stage flat, with contestant 3 leaving after a round; what was said then, and how many awards.

    In the stages before it contestant 3 is the best, and of the others the lower number.
    """
    room, strong = (
        Room(event).enter(numbers(entries)),
        sorted(numbers(entries), key=lambda name: (name != GONE, int(name))),
    )
    for plan in takewhile(lambda each: each.name != stage, room.event.current_plan().stages):
        room.play(plan.name, by_strength(room.start(plan.name), strong))
        room.close(plan.name)
    state = room.start(stage)
    awarded = sum(play_round(room, stage) for _ in range(after))
    said = "\n".join(room.do(Withdrawn(GONE, stage, after, expunged, "illness")))
    while state.last_round < rounds_of(state):
        awarded += play_round(room, stage)
    return room, said, awarded


def leading(state: StageState, leader: str = GONE) -> Scores:
    """Results by which one wins every board it plays, and nobody else anything."""
    teams = isinstance(state.plan.scoring.board, TeamsRule)

    def scores(number: int, table: int, room: str, board: int) -> str:
        seating = state.round(number).seatings.get(table)  # none in a match of three
        if seating is None or leader not in seating.names:
            return "1NT N ="
        north = (seating.ns == leader) ^ (board in seating.switched) ^ (teams and room == CLOSED)
        return "1NT N +3" if north else "1NT N -3"

    return scores


def totals(room: Room, stage: str, after: int) -> tuple[dict[Exact, int], dict[Exact, int]]:
    """How many have which total of the stage itself: those who met the one that left, and those yet to meet it."""
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
        if len(state.fields) > 1 and state.field_of(name) == state.field_of(GONE):
            continue  # never due to meet it
        of, brought = found[name not in met], state.carry(name)
        total = state.standings(state.field_of(name)).row(name).total.value
        total = plain(total - brought.value if brought is not None else total)
        of[total] = of.get(total, 0) + 1
    return found
