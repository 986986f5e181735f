"""The draw of a stage's next round, as its way to play makes it: who sits where, with which boards, and why."""

from collections.abc import Sequence

from overtrick.core.draws.meetings import Kind as MeetingKind
from overtrick.core.draws.meetings import Meeting, Meetings, SatOut
from overtrick.core.event.acts import DrawPublished
from overtrick.core.event.plan.stages import Stage
from overtrick.core.event.play.stage import StageState


def draft_draw(
    state: StageState, number: int, seeds: Sequence[str], seed: str, *, yielding: bool = False
) -> DrawPublished:
    """The draw of a round, ready to publish.

    *seeds* are the contestants in seeded order, for a first round that goes by it; *seed* is the recorded
    lot that settles everything left to chance. *yielding*, a Swiss that has no lawful draw left is drawn with
    as few rematches as can be, for a committee to allow.
    """
    return state.play.draft(state, number, seeds, seed, yielding=yielding)


def rounds_of(state: StageState) -> int:
    """How many rounds the stage has for its field."""
    return state.play.rounds(state)


def board_numbers(plan: Stage, number: int) -> tuple[int, ...]:
    """The boards of a round that everybody plays: they go on through a session."""
    boards = plan.boards_in(number)
    first = (number - plan.first_of_session(number)) * boards + 1
    return tuple(range(first, first + boards))


def meetings_of(state: StageState, since: int = 1) -> Meetings:
    """Who has met whom in the stage, in this round or *since*, and who has ever sat out."""
    happened: list[Meeting | SatOut] = []
    for number, drawn in sorted(state.rounds.items()):
        happened += [SatOut(name, number) for name in drawn.draw.sits_out]
        if number < since:
            continue
        happened += [
            Meeting(seating.ns, seating.ew, number) for seating in drawn.seatings.values() if not seating.alone
        ]
        happened += [
            Meeting(seating.ns, seating.ew, number, kind=MeetingKind.SHARE)
            for share in drawn.shares
            for seating in share.seatings
        ]
    return Meetings.of(happened)
