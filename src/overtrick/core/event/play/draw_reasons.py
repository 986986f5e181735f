"""The reasons for a draw as data for the book: made from the draw, and turned back into words."""

from overtrick.core.draws.drawn import (
    By,
    CostsMore,
    Draw,
    Met,
    Pairing,
    Reason,
    ShareMatch,
    SitsOut,
    Skip,
    Strands,
    for_one_sake,
)
from overtrick.core.event.acts import DrawReason, PassedOver
from overtrick.core.wording import Said, phrase

DRAWN_BY, SITS_OUT, THREE, NOTE = "drawn by", "sits out", "three", "note"
_MET, _STRANDS, _COSTS_MORE = "met", "strands", "costs more"
_BY = {by.name.lower(): by for by in By}


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


def _group_skips(skipped: tuple[Skip, ...]) -> tuple[PassedOver, ...]:
    return tuple(
        _passed_over(tuple(skip.opponent for skip in skips), skips[0].reason) for skips in for_one_sake(skipped)
    )


def _passed_over(opponents: tuple[str, ...], reason: Reason) -> PassedOver:
    match reason:
        case Met(rounds):
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
        return Met(each.rounds)
    if each.key == _STRANDS and each.groups and all(each.groups):
        return Strands(each.groups, each.outside, each.others)
    return CostsMore() if each.key == _COSTS_MORE else None
