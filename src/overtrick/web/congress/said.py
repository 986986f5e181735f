"""What stands in a book, in words: one sentence a posting."""

from collections.abc import Sequence
from dataclasses import fields

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
from overtrick.core.event.conduct_acts import (
    ReviewAsked,
    RoundEnded,
    RoundStarted,
    SanctionGiven,
    ScoresShown,
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
from overtrick.core.exact import short_text
from overtrick.core.wording import count_of
from overtrick.regulations.plan.book_rules import short
from overtrick.web.congress.said_appeals import said_of_appeal
from overtrick.web.congress.said_disclosure import said_of_disclosure
from overtrick.web.congress.said_selection import said_of_selection


def sentence(act: Act) -> str:
    """What an act says, as a person would."""
    return f"{_said(act)}."


def _said(act: Act) -> str:  # noqa: C901, PLR0912 - one case an act is the clearest table
    match act:
        case Unread(called, _, why):
            return f"“{called}”, which is set aside: {why}"
        case EventOpened(_, name):
            return f"{name} is opened"
        case RulesAdopted(edition, clause, reason):
            return f"Edition {short(edition)} of the rules is taken over ({clause}): {reason}"
        case ReadingChosen(reading, choice):
            return f"Reading {reading} is {choice}"
        case FormatChosen(choice):
            return f"The format is {choice}"
        case EntryTaken(contestant, name, players):
            who = name or " – ".join(player.name for player in players)
            return f"Entry {contestant}{f': {who}' if who else ''}{_flags(act)}"
        case EntryCancelled(contestant, reason):
            return f"Entry {contestant} is taken back{_because(reason)}"
        case EntriesClosed():
            return "The entry is closed"
        case SeedsSet(stage, order):
            return f"{stage} is seeded, {len(order)} in order"
        case LotDrawn(about):
            return f"The lot for {about} is drawn"
        case StageStarted(stage, named):
            return f"{stage} starts with {sum(len(field.contestants) for field in named)}"
        case DrawPublished(stage, number):
            by_hand = f", changed by hand: {act.by_hand}" if act.by_hand else ""
            return f"The draw of round {number} of {stage} is published{by_hand}"
        case DrawWithdrawn(stage, number, reason):
            return f"The draw of round {number} of {stage} is taken back{_because(reason)}"
        case LineUpPosted(_, number, contestant, players):
            return f"{contestant} plays {', '.join(players)} in round {number}"
        case ResultPosted():
            lead = f", lead {act.lead}" if act.lead else ""
            return f"{_place(act)}: {act.result}{lead}"
        case ResultConfirmed():
            return f"{_place(act)} is agreed{_by(act.seat)}{f': {act.result}' if act.result else ''}"
        case ResultDisputed():
            return f"{_place(act)} is disputed{_by(act.seat)}{f': {act.says}, they say' if act.says else ''}"
        case DirectorCalled() | CallAnswered():
            room = f" {act.room}" if act.room else ""
            what = "calls the director" if isinstance(act, DirectorCalled) else "has been answered"
            return f"Round {act.round} table {act.table}{room} {what}"
        case ResultCorrected():
            return f"{_place(act)} is put right: {act.result}{_because(act.reason)}"
        case RulingGiven():
            return f"{_place(act)} is ruled on: {act.result} ({act.clause}){_because(act.reason)}"
        case BoardDealt(_, number, board, _, source):
            return f"Round {number} board {board}: the hands are known, from {source}"
        case OtherFieldScored(_, number, board, scores, source):
            count = count_of(len(scores), "score")
            return f"Round {number} board {board} has {count} of another field, from {source}"
        case BoardFouled(_, number, board, _, reason):
            return f"Round {number} board {board} was fouled{_because(reason)}"
        case _:
            return _said_of_conduct(act)


def _said_of_conduct(act: Act) -> str:  # noqa: C901, PLR0912 - one case an act is the clearest table
    match act:
        case WarningGiven(contestant, offence):
            return f"{contestant} is warned for {offence} ({act.clause}){_because(act.reason)}"
        case PenaltyGiven(contestant, offence, _, _, amount, unit, clause, reason):
            return f"{contestant} pays {short_text(amount)} {unit} for {offence} ({clause}){_because(reason)}"
        case PenaltyLifted(posting, reason):
            return f"What posting {posting} gave is taken back{_because(reason)}"
        case SubstituteUsed(contestant, _, rounds, out, substitute):
            return f"{substitute} sits in for {out} of {contestant} in {_rounds(rounds)}{_because(act.reason)}"
        case AbsenceRecorded(contestant, stage, session, ground, reason):
            on = f", {ground}" if ground else ""
            return f"{contestant} stays away from session {session} of {stage}{on}{_because(reason)}"
        case AbsenceLifted(contestant, stage, session, reason):
            return f"{contestant} comes to session {session} of {stage} after all{_because(reason)}"
        case ArrivedLate(contestant, _, number, minutes):
            return f"{contestant} is {count_of(minutes, 'minute')} late for round {number}"
        case MatchForfeited(_, number, table, offender, reason):
            by = f" by {offender}" if offender else ""
            return f"The match at table {table} in round {number} is forfeited{by}{_because(reason)}"
        case MatchDecided(_, number, table, winner, clause, reason):
            return f"{winner} wins the level match at table {table} in round {number} ({clause}){_because(reason)}"
        case ScoreAwarded(contestant, _, number, score, clause, reason):
            return f"{contestant} is given {short_text(score)} for round {number} ({clause}){_because(reason)}"
        case Withdrawn(contestant, stage, after):
            wiped = ", its scores wiped" if act.expunged else ""
            return f"{contestant} leaves {stage} after round {after}{wiped}{_because(act.reason)}"
        case Declined(contestant, stage, reason):
            return f"{contestant} does not go on to {stage}{_because(reason)}"
        case RoundClosed(stage, number):
            return f"Round {number} of {stage} is closed"
        case StageClosed(stage):
            return f"{stage} is closed"
        case NoteMade(text):
            return f"Note: {text}"
        case _:
            return _said_of_times(act)


def _said_of_times(act: Act) -> str:
    match act:
        case TimetableSet(stage, rounds, missed, reason, ordered_by):
            why = f", missing the weeks of {', '.join(each.event for each in missed)}" if missed else ""
            why += f", put off: {reason}" if reason else ""
            why += f", by order of {ordered_by}" if ordered_by else ""
            return f"The times of {count_of(len(rounds), 'round')} of {stage} are set{why}"
        case RoundStarted(stage, number, time):
            return f"Round {number} of {stage} started{_at(time)}"
        case RoundEnded(stage, number, time):
            return f"Round {number} of {stage} ended{_at(time)}"
        case ScoresShown(stage, number, time):
            return f"The scores of round {number} of {stage} were shown{_at(time)}"
        case ReviewAsked(contestant, _, number, reason):
            return f"{contestant} asks for a review in round {number}{_because(reason)}"
        case SanctionGiven(contestant, offence, _, _, what, clause, reason):
            return f"{contestant}: {what} for {offence} ({clause}){_because(reason)}"
        case OfAppeal():
            return said_of_appeal(act)
        case OfDisclosure():
            return said_of_disclosure(act)
        case OfSelection():
            return said_of_selection(act)
        case _:
            return f"{act.called.capitalize()}: {_plainly(act)}"


def _place(act: ResultPosted | ResultConfirmed | ResultDisputed | ResultCorrected | RulingGiven) -> str:
    room = f" {act.room}" if act.room else ""
    return f"Round {act.round} table {act.table}{room} board {act.board}"


def _by(seat: str) -> str:
    return f" by {seat}" if seat else ""


def _rounds(rounds: Sequence[int]) -> str:
    """Rounds in words: a run of them by its ends."""
    if len(rounds) > 2 and list(rounds) == list(range(rounds[0], rounds[-1] + 1)):
        return f"rounds {rounds[0]} to {rounds[-1]}"
    return f"round {' and '.join(map(str, rounds))}"


def _at(time: str) -> str:
    return f" at {time[11:16]}" if time else ""


def _because(reason: str) -> str:
    return f": {reason}" if reason else ""


def _flags(act: EntryTaken) -> str:
    flags = [*act.categories, *(["house"] if act.house else []), *([] if act.contending else ["not contending"])]
    return f" ({', '.join(flags)})" if flags else ""


def _plainly(act: Act) -> str:
    """An act by its fields that say something, for kinds that have no sentence of their own."""
    listed = ((each.name, getattr(act, each.name)) for each in fields(act))
    return ", ".join(f"{name} {_text(value)}" for name, value in listed if value not in ("", (), None))


def _text(value: object) -> str:
    return " ".join(map(_text, value)) if isinstance(value, tuple) else str(value)
