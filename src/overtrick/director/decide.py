"""The one door to the book: an act somebody wants to post is decided on, and posted or refused."""

from typing import assert_never

from overtrick.core.event.acts import (
    Act,
    DrawPublished,
    DrawWithdrawn,
    LineUpPosted,
    LotDrawn,
    MatchDecided,
    MatchForfeited,
    NoteMade,
    PenaltyGiven,
    PenaltyLifted,
    RoundClosed,
    ScoreAwarded,
    StageClosed,
    StageStarted,
    Unread,
    WarningGiven,
)
from overtrick.core.event.appeal_acts import OfAppeal
from overtrick.core.event.attendance_acts import (
    AbsenceLifted,
    AbsenceRecorded,
    ArrivedLate,
    Declined,
    SubstituteUsed,
    Withdrawn,
)
from overtrick.core.event.choice_acts import (
    ChoiceDeclared,
    ChoiceForfeited,
    ChoiceMade,
    ChoosingBegun,
    EntrantsJoined,
    ExtraBoardsCalled,
    PlacesExchanged,
    PlayedOff,
)
from overtrick.core.event.conduct_acts import (
    ReviewAsked,
    RoundEnded,
    RoundStarted,
    SanctionGiven,
    ScoresShown,
    SystemLodged,
    TimetableSet,
)
from overtrick.core.event.deal_acts import BoardDealt
from overtrick.core.event.disclosure_acts import OfDisclosure
from overtrick.core.event.entry_acts import (
    EntriesClosed,
    EntryCancelled,
    EntryTaken,
    EventOpened,
    FormatChosen,
    ReadingChosen,
    RulesAdopted,
    SeedsSet,
)
from overtrick.core.event.line_ups import SIT_LAST
from overtrick.core.event.result_acts import (
    BoardFouled,
    CallAnswered,
    DirectorCalled,
    OtherFieldScored,
    ResultConfirmed,
    ResultCorrected,
    ResultDisputed,
    ResultPosted,
    RulingGiven,
)
from overtrick.core.event.selection_acts import OfSelection
from overtrick.core.event.tournament import Tournament
from overtrick.core.model.written import within_bounds
from overtrick.director import (
    adopting,
    agreeing,
    appeals,
    attendance,
    clocks,
    deals,
    disclosure,
    draws,
    entries,
    graph,
    line_ups,
    penalties,
    results,
    rulings,
    teams,
)
from overtrick.director.decided import Decided, allow, refuse, settled
from overtrick.director.placed import placed


def decide(event: Tournament, act: Act, at: str = "") -> Decided:
    """What becomes of an act in the event as it stands: the acts to post, or a refusal with its remedy.

    *at* is the time, as the posting will have it; without it no clock is looked at, and that is said. Nothing
    is changed here; post what comes back.
    """
    within_bounds(act)
    decided = settled(_decide(event, act, at))
    for each in decided.acts:
        placed(event, each)
    return decided


def _decide(  # noqa: C901, PLR0912, PLR0915 - one case an act is the clearest table
    event: Tournament, act: Act, at: str
) -> Decided:
    match act:
        case EventOpened():
            if event.opened is not None:
                raise refuse("This book has its event", remedy="Open another book for another event.")
            return allow(act)
        case RulesAdopted():
            return adopting.adopt(event, act)
        case ReadingChosen() | FormatChosen():
            return entries.choose(event, act)
        case EntryTaken():
            return entries.take_entry(event, act, at)
        case EntryCancelled():
            return entries.cancel_entry(event, act)
        case EntriesClosed():
            return entries.close_entries(event, act)
        case SeedsSet():
            return entries.set_seeds(event, act)
        case StageStarted():
            return entries.start_stage(event, act)
        case LotDrawn():
            return entries.draw_lot(event, act)
        case Declined():
            return entries.decline(event, act)
        case DrawPublished():
            return draws.publish(event, act)
        case DrawWithdrawn():
            return draws.withdraw(event, act)
        case ResultPosted():
            return agreeing.post(event, act)
        case ResultConfirmed():
            return agreeing.confirm(event, act)
        case ResultDisputed():
            return agreeing.dispute(event, act)
        case DirectorCalled() | CallAnswered():
            return results.call(event, act)
        case ResultCorrected(confirmed=False) if act.seat:
            return agreeing.put_right(event, act, at)
        case ResultCorrected() | RulingGiven():
            return results.correct(event, act, at)
        case BoardFouled():
            return results.foul(event, act)
        case BoardDealt():
            return deals.deal(event, act)
        case WarningGiven() | PenaltyGiven() | SanctionGiven():
            return penalties.penalise(event, act)
        case PenaltyLifted():
            return penalties.lift(event, act)
        case MatchForfeited():
            return rulings.forfeit(event, act)
        case MatchDecided():
            return rulings.decide_level(event, act)
        case ScoreAwarded():
            return rulings.award(event, act)
        case Withdrawn():
            return rulings.withdraw(event, act)
        case SubstituteUsed():
            return attendance.substitute(event, act, at)
        case AbsenceRecorded():
            return attendance.stay_away(event, act)
        case AbsenceLifted():
            return attendance.come_after_all(event, act)
        case OtherFieldScored():
            return results.lend(event, act)
        case RoundClosed():
            return rulings.close_round(event, act)
        case StageClosed():
            return rulings.close_stage(event, act, at)
        case LineUpPosted():
            return line_ups.post_line_up(event, act, at)
        case SystemLodged():
            return line_ups.lodge(event, act, at)
        case ArrivedLate():
            return penalties.arrive_late(event, act)
        case TimetableSet():
            return clocks.set_times(event, act)
        case RoundStarted() | RoundEnded() | ScoresShown():
            return clocks.mark(event, act, at)
        case ReviewAsked():
            return clocks.ask_review(event, act, at)
        case OfAppeal():
            return appeals.decide_appeal(event, act, at)
        case ChoiceMade() if act.about == SIT_LAST:
            return teams.choose_stanzas(event, act)
        case ChoiceDeclared() | ChoosingBegun() | ChoiceMade() | ChoiceForfeited():
            return graph.step(event, act)
        case EntrantsJoined():
            return graph.join(event, act)
        case ExtraBoardsCalled():
            return graph.call_extra(event, act)
        case PlacesExchanged():
            return graph.exchange(event, act)
        case PlayedOff():
            return graph.play_off(event, act)
        case NoteMade():
            if not act.text.strip():
                raise refuse("A note says something", remedy="Write what is worth knowing.")
            return allow(act)
        case OfDisclosure():
            return disclosure.decide_disclosure(event, act)
        case OfSelection():
            raise refuse(f"“{act.called}” belongs in the book of a selection year", remedy="Post it there.")
        case Unread():
            raise refuse(
                f"“{act.called}” cannot be posted: {act.why}", remedy="Post it with the program that knows it."
            )
        case _:
            assert_never(act)
