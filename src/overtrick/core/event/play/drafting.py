"""The draw of a stage's next round, made by its way to play: the seating, the boards, and the reasons as data."""

from collections.abc import Sequence

from overtrick.core.draws.drawn import (
    AlreadyMet,
    CostsMore,
    Draw,
    Pairing,
    PairingMethod,
    Reason,
    ShareMatch,
    SitsOut,
    Skip,
    Strands,
    for_one_sake,
)
from overtrick.core.draws.meetings import Meeting, MeetingKind, Meetings, SatOut
from overtrick.core.event.acts import DrawPublished, DrawReason, PassedOver
from overtrick.core.event.plan.stages import Stage
from overtrick.core.event.play.stage import StageState
from overtrick.core.stored_phrases import read_phrase, write_phrase
from overtrick.core.wording import Phrase, Said, phrase

DRAWN_BY, SITS_OUT, THREE, NOTE = "drawn by", "sits out", "three", "note"
MOVEMENT, ROUND_ROBIN, BY_PLACING, STANZA = "movement", "round robin", "by placing", "stanza"
PHRASE = "phrase"
_MET, _STRANDS, _COSTS_MORE = "met", "strands", "costs more"
_BY = {by.name.lower(): by for by in PairingMethod}


def reasons_for(drawn: Draw) -> tuple[DrawReason, ...]:
    """The reasons for a draw as data, in the order of its explanation."""
    found = [DrawReason(DRAWN_BY, said=str(drawn.clause))]
    found += [
        DrawReason(each.by.name.lower(), each.table, (each.first, each.second), _group_skips(each.skipped), each.again)
        for each in drawn.pairings
    ]
    if (share := drawn.share) is not None:
        found.append(
            DrawReason(
                THREE, names=share.contestants, part=share.part, apart=share.spread, lifted=share.lifted,
                again=share.again,
            )
        )  # fmt: skip
    if (bye := drawn.bye) is not None:
        found.append(DrawReason(SITS_OUT, names=(bye.contestant,), skipped=_group_skips(bye.skipped), rounds=bye.again))
    return (*found, *(DrawReason(NOTE, said=note) for note in drawn.notes))


def phrase_reason(said: Phrase, table: int = 0, names: tuple[str, ...] = ()) -> DrawReason:
    """A reason that has no key of its own: it is kept as a phrase, and shown in the language of the page."""
    return DrawReason(PHRASE, table, names, said=write_phrase(said))


def _group_skips(skipped: tuple[Skip, ...]) -> tuple[PassedOver, ...]:
    return tuple(
        _passed_over(tuple(skip.opponent for skip in skips), skips[0].reason) for skips in for_one_sake(skipped)
    )


def _passed_over(opponents: tuple[str, ...], reason: Reason) -> PassedOver:
    match reason:
        case AlreadyMet(rounds):
            return PassedOver(opponents, _MET, rounds)
        case Strands(groups, outside, others):
            return PassedOver(opponents, _STRANDS, (), groups, outside, others)
        case CostsMore():
            return PassedOver(opponents, _COSTS_MORE)


def reason_words(reason: DrawReason, number: int) -> Said:
    """A reason for the draw of a round in words; one with an unknown key gives its own text.

    >>> print(reason_words(DrawReason("order", 4, ("6", "10"), (PassedOver(("8",), "met", (2,)),)), 5))
    6 meets 10. Ranked closer to 6: 8 (they met in round 2).
    """
    skipped = tuple(Skip(name, why) for each in reason.skipped if (why := _reason(each)) for name in each.opponents)
    match reason:
        case DrawReason(key="drawn by", said=said):
            return phrase("Round {number}, drawn under {said}.", number=number, said=said)
        case DrawReason(key="movement", said=movement, rounds=session):
            return phrase(
                "Round {number} of {movement}[, session {session}]", number=number, movement=movement, session=session
            )
        case DrawReason(key="round robin", said=said):
            return phrase("Round {number}: {said}", number=number, said=said)
        case DrawReason(key="by placing", said=said):
            return phrase("Round {number}: {said}, drawn by placing", number=number, said=said)
        case DrawReason(key="phrase", said=said):
            return read_phrase(said)
        case DrawReason(key="stanza"):
            return phrase("Stanza {number}", number=number)
        case DrawReason(key="sits out", names=(who,)):
            return SitsOut(who, skipped, reason.rounds).why()
        case DrawReason(key="three", names=(one, two, three)):
            share = ShareMatch(
                (one, two, three), part=reason.part, spread=reason.apart, lifted=reason.lifted, again=reason.again
            )
            return share.why()
        case DrawReason(key=key, names=(first, second)) if key in _BY:
            return Pairing(reason.table, first, second, _BY[key], skipped, reason.rounds).why()
        case _:
            return reason.said


def _reason(each: PassedOver) -> Reason | None:
    if each.key == _MET:
        return AlreadyMet(each.rounds)
    if each.key == _STRANDS and each.groups and all(each.groups):
        return Strands(each.groups, each.outside, each.others)
    return CostsMore() if each.key == _COSTS_MORE else None


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
