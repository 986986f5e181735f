"""Rows of the acts of times, reviews, sanctions and systems."""

from overtrick.core.event import acts
from overtrick.core.event.after.offences import offence_phrase
from overtrick.core.wording import Phrase, phrase
from overtrick.director import clocks, late_changes, line_ups, round_clock, sanctions
from overtrick.director.acts.penalties import by_posting
from overtrick.director.acts.rows import (
    UNDO,
    ActRow,
    FormField,
    GeneratedForm,
    Inverse,
    NoForm,
    Office,
    Preview,
    form,
    timeless,
)


def _times(act: acts.TimetableSet) -> Phrase:
    return phrase(
        "The times of {rounds:#round} of {stage} are set[, with the weeks of {missed:,} skipped][, by order of {by}]"
        "[: {reason}].",
        rounds=len(act.rounds), stage=act.stage, missed=tuple(each.event for each in act.missed), reason=act.reason,
        by=act.ordered_by,
    )  # fmt: skip


def _clock_time(time: str) -> str:
    """The hour and minute of a time; empty where none is given."""
    return time[11:16]


_PANELS = {"seating": phrase("seating"), "standings": phrase("standings"), "clock": phrase("clock")}
"""The panels of a wall screen (`round_clock.PANELS`), in words."""


ROWS = (
    ActRow(
        act=acts.TimetableSet,
        decide=timeless(clocks.set_times),
        office=Office.ORGANISE,
        says=_times,
        form=form("timetable"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    ActRow(
        act=acts.RoundStarted,
        decide=clocks.mark,
        office=Office.SCORE,
        says=lambda act: phrase(
            "Round {round} of {stage} started[ at {time}].",
            round=act.round,
            stage=act.stage,
            time=_clock_time(act.time),
        ),
        form=form("start-round"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    ActRow(
        act=acts.ClockSet,
        decide=round_clock.set_clock,
        office=Office.SCORE,
        says=lambda act: phrase(
            "Round {round} of {stage} is set to end[ at {time}][: {reason}].",
            round=act.round,
            stage=act.stage,
            reason=act.reason,
            time=_clock_time(act.ends),
        ),
        form=form("start-round", "clock"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    ActRow(
        act=acts.WallChosen,
        decide=timeless(round_clock.choose_wall),
        office=Office.SCORE,
        says=lambda act: phrase(
            "Wall screen: {panels:,}, {seconds:#second} each.",
            seconds=act.seconds,
            panels=tuple(_PANELS.get(each, each) for each in act.panels),
        ),
        form=form("wall"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    ActRow(
        act=acts.RoundEnded,
        decide=clocks.mark,
        office=Office.SCORE,
        says=lambda act: phrase(
            "Round {round} of {stage} ended[ at {time}].",
            round=act.round,
            stage=act.stage,
            time=_clock_time(act.time),
        ),
        form=GeneratedForm("end-round", "Record the end of play", "Record the end of play", asks=("stage", "round")),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    ActRow(
        act=acts.ScoresShown,
        decide=clocks.mark,
        office=Office.SCORE,
        says=lambda act: phrase(
            "Scores of round {round} of {stage} made available[ at {time}].",
            round=act.round,
            stage=act.stage,
            time=_clock_time(act.time),
        ),
        form=GeneratedForm(
            "show-scores",
            "Scores available for inspection",
            "Start the correction period",
            asks=("stage", "round"),
        ),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    ActRow(
        act=acts.ReviewAsked,
        decide=clocks.ask_review,
        office=Office.DIRECT,
        says=lambda act: phrase(
            "Number {contestant} asks for a review of a ruling in round {round}[: {reason}].",
            contestant=act.contestant,
            round=act.round,
            reason=act.reason,
        ),
        form=GeneratedForm(
            "review",
            "Request for review",
            "Record the request",
            asks=("contestant", "stage", "round", "table", "board", "reason", "told"),
            fields=(FormField("told", "Time the parties were told", help_text="Only for a ruling given after play."),),
            back="rulings",
        ),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    ActRow(
        act=acts.ReviewDecided,
        decide=timeless(late_changes.decide_review),
        office=Office.DIRECT,
        says=lambda act: phrase(
            "Review {review} is {upheld:upheld|dismissed} by {by}[: {reason}].",
            review=act.review,
            by=act.by,
            reason=act.reason,
            upheld=act.outcome == acts.UPHELD,
        ),
        form=form("decide-review"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    ActRow(
        act=acts.SanctionGiven,
        decide=sanctions.sanction,
        office=Office.DIRECT,
        says=lambda act: phrase(
            "Sanction against number {contestant}: {what} for {offence} ({clause})[: {reason}].",
            contestant=act.contestant,
            what=act.what,
            offence=offence_phrase(act.offence),
            clause=act.clause,
            reason=act.reason,
        ),
        form=NoForm(phrase("the penalty form asks for the offence; the rules decide the sanction")),
        inverse=Inverse("lift", phrase("undo"), lambda _, number: by_posting(number)),
        preview=(Preview.NOTHING,),
    ),
    ActRow(
        act=acts.SystemLodged,
        decide=line_ups.lodge,
        office=Office.ENTER,
        says=lambda act: phrase(
            "Number {contestant} lodges the system {system}[ at {time}].",
            contestant=act.contestant,
            system=act.system,
            time=_clock_time(act.time),
        ),
        form=form("lodge-system"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
)
