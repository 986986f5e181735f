"""Rows of the acts of matches that are not decided on the boards."""

from overtrick.core.event import acts
from overtrick.core.wording import Phrase, phrase
from overtrick.director import rulings
from overtrick.director.acts.rows import UNDO, ActRow, FormField, GeneratedForm, Office, Preview, form, timeless

_HOW = (
    (acts.FORFEITED, "One side forfeited the match"),
    (acts.NEITHER, "Neither side appeared"),
    (acts.CANCELLED, "The match could not be played, through no fault of either side"),
    (acts.ABANDONED, "The match could not be finished, through no fault of either side"),
)
"""Why a match was not finished, as the form asks."""


def _describe_forfeit(act: acts.MatchForfeited) -> Phrase:
    given = {"round": act.round, "table": act.table, "reason": act.reason}
    if act.how == acts.NEITHER:
        return phrase("Neither side appeared for the match at table {table} in round {round}[: {reason}].", **given)
    if act.how == acts.CANCELLED:
        return phrase(
            "Round {round}, table {table}: match not played, with neither side at fault"
            "[; number {side} could not play][, {reason}].",
            side=act.offender,
            **given,
        )
    if act.how == acts.ABANDONED:
        return phrase(
            "Round {round}, table {table}: match not finished, with neither side at fault"
            "[; number {side} could not continue][, {reason}].",
            side=act.offender,
            **given,
        )
    return phrase(
        "Round {round}, table {table}: match forfeited[ by number {offender}][, {reason}].",
        offender=act.offender,
        **given,
    )


def _describe_decision(act: acts.MatchDecided) -> Phrase:
    return phrase(
        "Number {winner} wins the tied match at table {table} in round {round} ({clause})[: {reason}].",
        winner=act.winner, table=act.table, round=act.round, clause=act.clause, reason=act.reason,
    )  # fmt: skip


def _describe_award(act: acts.ScoreAwarded) -> Phrase:
    return phrase(
        "Number {contestant} is awarded a score of {score:short} for round {round} ({clause})[: {reason}].",
        contestant=act.contestant, score=act.score, round=act.round, clause=act.clause, reason=act.reason,
    )  # fmt: skip


ROWS = (
    ActRow(
        act=acts.MatchForfeited,
        decide=rulings.forfeit,
        office=Office.DIRECT,
        says=_describe_forfeit,
        form=GeneratedForm(
            "forfeit",
            "Match forfeited or not finished",
            "Record the outcome",
            asks=("stage", "round", "table", "how", "offender", "reason"),
            fields=(
                FormField("how", "What happened", choices=_HOW),
                FormField(
                    "offender",
                    "Side concerned",
                    like="contestant",
                    required=False,
                    help_text="The side at fault, or the side that could not appear or continue. Leave blank only if "
                    "neither side appeared.",
                ),
            ),
            back="rulings",
        ),
        inverse=UNDO,
        preview=(Preview.PLACINGS,),
    ),
    ActRow(
        act=acts.MatchDecided,
        decide=timeless(rulings.decide_level),
        office=Office.DIRECT,
        says=_describe_decision,
        form=form("decide-level"),
        inverse=UNDO,
        preview=(Preview.WINNER, Preview.PLACINGS),
    ),
    ActRow(
        act=acts.ScoreAwarded,
        decide=rulings.award,
        office=Office.DIRECT,
        says=_describe_award,
        form=GeneratedForm("award", "Score for an unplayed round", "Award score", back="rulings"),
        inverse=UNDO,
        preview=(Preview.PLACINGS,),
    ),
)
