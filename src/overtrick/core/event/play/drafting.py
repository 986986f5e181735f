"""The draw of a stage's next round, made by its way to play: the seating, the boards, and the reasons."""

from collections.abc import Sequence

from overtrick.core.draws.meetings import Meeting, MeetingKind, Meetings, SatOut
from overtrick.core.event.acts import DrawPublished
from overtrick.core.event.plan.stages import Stage
from overtrick.core.event.play.stage import StageState


def draft_draw(
    state: StageState, number: int, seeds: Sequence[str], seed: str, *, yielding: bool = False
) -> DrawPublished:
    """The draw of a round, ready to publish.

    *seeds* are the contestants in seeded order, for a first round by seeding; *seed* is the recorded
    lot that decides everything left to chance. With *yielding*, a Swiss without a legal draw is drawn with
    as few rematches as possible, for a committee to allow.
    """
    return state.play.draft(state, number, seeds, seed, yielding=yielding)


def rounds_of(state: StageState) -> int:
    """The number of rounds of the stage for its field."""
    return state.play.rounds(state)


def board_numbers(plan: Stage, number: int) -> tuple[int, ...]:
    """The boards of a round that all tables play, numbered through a session."""
    boards = plan.boards_in(number)
    first = (number - plan.first_of_session(number)) * boards + 1
    return tuple(range(first, first + boards))


def meetings_of(state: StageState, since: int = 1) -> Meetings:
    """The meetings in the stage from round *since* on, and all rounds sat out."""
    happened: list[Meeting | SatOut] = []
    for number, drawn in sorted(state.rounds.items()):
        happened += [SatOut(name, number) for name in drawn.draw.sits_out if state.sits_out(name, number)]
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
