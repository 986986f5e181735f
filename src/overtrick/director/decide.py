"""The one door to the book: an act somebody wants to post is decided on, and posted or refused."""

from typing import assert_never

from overtrick.core.event.acts import (
    Act,
    ArrivedLate,
    BoardFouled,
    ChoiceMade,
    Declined,
    DrawPublished,
    DrawWithdrawn,
    EntriesClosed,
    EntryCancelled,
    EntryTaken,
    EventOpened,
    FormatChosen,
    LineUpPosted,
    LotDrawn,
    MatchForfeited,
    NoteMade,
    PenaltyGiven,
    PenaltyLifted,
    ReadingChosen,
    ResultConfirmed,
    ResultCorrected,
    ResultPosted,
    RoundClosed,
    RulingGiven,
    ScoreAwarded,
    SeedsSet,
    StageClosed,
    StageStarted,
    SubstituteUsed,
    WarningGiven,
    Withdrawn,
)
from overtrick.core.event.tournament import Tournament
from overtrick.director import draws, entries, results, rulings
from overtrick.director.decided import Decided, allow, plays_in, refuse


def decide(event: Tournament, act: Act) -> Decided:  # noqa: C901, PLR0912 - one case an act is the clearest table
    """What becomes of an act in the event as it stands: the acts to post, or a refusal with its remedy.

    Nothing is changed here; post what comes back.
    """
    match act:
        case EventOpened():
            if event.opened is not None:
                raise refuse("This book has its event", remedy="Open another book for another event.")
            return allow(act)
        case ReadingChosen() | FormatChosen():
            return entries.choose(event, act)
        case EntryTaken():
            return entries.take_entry(event, act)
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
            return results.post(event, act)
        case ResultConfirmed():
            return results.confirm(event, act)
        case ResultCorrected() | RulingGiven():
            return results.correct(event, act)
        case BoardFouled():
            return results.foul(event, act)
        case WarningGiven() | PenaltyGiven():
            return rulings.penalise(event, act)
        case PenaltyLifted():
            return rulings.lift(event, act)
        case MatchForfeited():
            return rulings.forfeit(event, act)
        case ScoreAwarded():
            return rulings.award(event, act)
        case Withdrawn():
            return rulings.withdraw(event, act)
        case SubstituteUsed():
            return rulings.substitute(event, act)
        case RoundClosed():
            return rulings.close_round(event, act)
        case StageClosed():
            return rulings.close_stage(event, act)
        case LineUpPosted() | ArrivedLate():
            plays_in(event.stage(act.stage), act.contestant)
            return allow(act)
        case ChoiceMade() | NoteMade():
            return allow(act)
        case _:
            assert_never(act)
