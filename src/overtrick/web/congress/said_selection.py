"""What stands in the book of a selection year, in words."""

from typing import assert_never

from overtrick.core.event.selection_acts import (
    BerthDeclined,
    ClubQualifier,
    FieldClosed,
    NominationWithdrawn,
    OfferRanked,
    PairExempted,
    PairNominated,
    PairUnavailable,
    PlacingCredited,
    PlacingStruckOut,
    QualifyingDayPlaced,
    RankRelaxed,
    SelectionAct,
    SelectionOpened,
    TeamRatified,
    TeamWithdrawal,
    TrialPlaced,
)
from overtrick.core.selection.awards import ordinal


def said_of_selection(act: SelectionAct) -> str:  # noqa: C901, PLR0912 - one case an act is the clearest table
    """What an act says, without its full stop."""
    match act:
        case SelectionOpened(document, year):
            return f"The selection year {year} is opened by {document}"
        case PlacingCredited(event, members, place, source):
            lacking = "".join(f"; {each.player} lacks {each.need}" for each in act.lacking)
            shared = f", shared by {act.tied}" if act.tied > 1 else ""
            return f"{ordinal(place)}{shared} in {event}: {', '.join(members)} ({source}){lacking}"
        case PlacingStruckOut(posting, reason):
            return f"What posting {posting} credited is struck out{_because(reason)}"
        case PairNominated(target, pair):
            return f"{pair} nominate for the {target} trials"
        case NominationWithdrawn(target, pair, reason):
            return f"{pair} no longer nominate for the {target} trials{_because(reason)}"
        case PairExempted(target, pair, reason):
            return f"The committee lets {pair} into the {target} trials{_because(reason)}"
        case RankRelaxed(target, reason):
            return f"Lower ranks may enter the {target} trials{_because(reason)}"
        case FieldClosed(target, berths, reserves):
            day = f", {len(act.qualifiers)} play a day for {act.places} more" if act.places else ""
            return f"The field for the {target} trials is closed: {len(berths)} berths, {len(reserves)} waiting{day}"
        case QualifyingDayPlaced(target, order, source):
            return f"The qualifying day for the {target} trials: {', '.join(order)} ({source})"
        case BerthDeclined(target, pair, reason):
            return f"{pair} give up their place in the {target} trials{_because(reason)}"
        case TrialPlaced(target, order, source):
            return f"The {target} trials: {', '.join(order)} ({source})"
        case PairUnavailable(target, pair, reason):
            return f"{pair} cannot go with the {target} team{_because(reason)}"
        case TeamWithdrawal(target, pair, received, accepted, reason):
            excuse = "a reason that is accepted" if accepted else "no accepted reason"
            return f"{pair} withdraw from the {target} team, received {received}, with {excuse}{_because(reason)}"
        case TeamRatified(target, team, on, refused):
            if refused:
                return f"The {target} team is refused on {on}{_because(refused)}"
            return f"The {target} team is ratified on {on}: {', '.join(team)}"
        case ClubQualifier(club, teams, source):
            return f"{club} held a qualifier with {teams} teams ({source})" if teams else f"{club} held no qualifier"
        case OfferRanked(offer, order, source):
            return f"Places as {offer} are offered down {', '.join(order)} ({source})"
    assert_never(act)


def _because(reason: str) -> str:
    return f": {reason}" if reason else ""
