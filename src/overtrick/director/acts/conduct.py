"""Rows of the acts of times, reviews, sanctions and systems."""

from overtrick.core.event import acts
from overtrick.core.wording import count_of
from overtrick.director import clocks, late_changes, line_ups, round_clock, sanctions
from overtrick.director.acts.penalties import by_posting
from overtrick.director.acts.rows import UNDO, Inverse, Office, Preview, Row, Without, because, form, timeless


def _times(act: acts.TimetableSet) -> str:
    why = f", missing the weeks of {', '.join(each.event for each in act.missed)}" if act.missed else ""
    why += f", put off: {act.reason}" if act.reason else ""
    why += f", by order of {act.ordered_by}" if act.ordered_by else ""
    return f"The times of {count_of(len(act.rounds), 'round')} of {act.stage} are set{why}"


def _at(time: str) -> str:
    return f" at {time[11:16]}" if time else ""


def _lodged(act: acts.SystemLodged) -> str:
    return f"{act.contestant} lodges the system {act.system}{_at(act.time)}"


ROWS = (
    Row(
        act=acts.TimetableSet,
        decide=timeless(clocks.set_times),
        office=Office.ORGANISE,
        says=_times,
        form=form("timetable"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    Row(
        act=acts.RoundStarted,
        decide=clocks.mark,
        office=Office.SCORE,
        says=lambda act: f"Round {act.round} of {act.stage} started{_at(act.time)}",
        form=form("start-round"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    Row(
        act=acts.ClockSet,
        decide=round_clock.set_clock,
        office=Office.SCORE,
        says=lambda act: f"Round {act.round} of {act.stage} ends{_at(act.ends)}{because(act.reason)}",
        form=form("start-round", "clock"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    Row(
        act=acts.WallChosen,
        decide=timeless(round_clock.choose_wall),
        office=Office.SCORE,
        says=lambda act: f"The wall shows {', '.join(act.panels)}, each for {act.seconds} seconds",
        form=form("wall"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    Row(
        act=acts.RoundEnded,
        decide=clocks.mark,
        office=Office.SCORE,
        says=lambda act: f"Round {act.round} of {act.stage} ended{_at(act.time)}",
        form=form("end-round"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    Row(
        act=acts.ScoresShown,
        decide=clocks.mark,
        office=Office.SCORE,
        says=lambda act: f"The scores of round {act.round} of {act.stage} were shown{_at(act.time)}",
        form=form("show-scores"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    Row(
        act=acts.ReviewAsked,
        decide=clocks.ask_review,
        office=Office.DIRECT,
        says=lambda act: f"{act.contestant} asks for a review in round {act.round}{because(act.reason)}",
        form=form("review"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    Row(
        act=acts.ReviewDecided,
        decide=timeless(late_changes.decide_review),
        office=Office.DIRECT,
        says=lambda act: f"Review {act.review} is {act.outcome} by {act.by}{because(act.reason)}",
        form=form("decide-review"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    Row(
        act=acts.SanctionGiven,
        decide=sanctions.sanction,
        office=Office.DIRECT,
        says=lambda act: f"{act.contestant}: {act.what} for {act.offence} ({act.clause}){because(act.reason)}",
        form=Without("what an offence brings is the rule's to say; the form names the offence"),
        inverse=Inverse("lift", "take it back", lambda _, number: by_posting(number)),
        preview=(Preview.NOTHING,),
    ),
    Row(
        act=acts.SystemLodged,
        decide=line_ups.lodge,
        office=Office.ENTER,
        says=_lodged,
        form=form("lodge-system"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
)
