"""Rows of the acts of warnings and penalties."""

from overtrick.core.conduct.consequences import PERCENTAGE_POINTS
from overtrick.core.event import acts
from overtrick.core.event.after.offences import offence_phrase
from overtrick.core.exact import Exact
from overtrick.core.provenance import BOARD_POINTS, IMPS, MATCHPOINTS, PERCENT, POINTS, VPS
from overtrick.core.wording import Phrase, phrase
from overtrick.director import penalties
from overtrick.director.acts.rows import UNDO, ActRow, FormField, GeneratedForm, Inverse, Office, Preview, form

UNITS = (VPS, IMPS, MATCHPOINTS, BOARD_POINTS, POINTS, PERCENTAGE_POINTS)
"""The units of penalties that have a singular."""


def by_posting(number: int) -> dict[str, str]:
    """The answers that a form about a posting starts with, by the posting's number."""
    return {"posting": str(number)}


def unit_word(amount: Exact, unit: str) -> str:
    """The word for a unit after this amount: in the singular after 1, if the unit has one."""
    return next((each.one for each in UNITS if each.many == unit), unit) if amount == 1 else unit


def _describe_penalty(act: acts.PenaltyGiven) -> Phrase:
    values = {
        "contestant": act.contestant,
        "amount": act.amount,
        "offence": offence_phrase(act.offence),
        "clause": act.clause,
        "reason": act.reason,
    }
    if act.unit == PERCENT.many:
        return phrase("{contestant}: −{amount:short}%, {offence} ({clause})[: {reason}].", **values)
    return phrase(
        "{contestant}: −{amount:short} {unit:name}, {offence} ({clause})[: {reason}].",
        **values, unit=unit_word(act.amount, act.unit),
    )  # fmt: skip


ROWS = (
    ActRow(
        act=acts.WarningGiven,
        decide=penalties.penalise,
        office=Office.DIRECT,
        says=lambda act: phrase(
            "Warning to number {contestant} for {offence} ({clause})[: {reason}].",
            contestant=act.contestant,
            offence=offence_phrase(act.offence),
            clause=act.clause,
            reason=act.reason,
        ),
        form=GeneratedForm(
            "warning",
            "Give a warning",
            "Give the warning",
            asks=("contestant", "stage", "round", "offence", "clause", "reason"),
            fields=(FormField("offence", max_length=100), FormField("clause", initial="Law 90")),
            back="rulings",
        ),
        inverse=Inverse("lift", phrase("undo"), lambda _, number: by_posting(number)),
        preview=(Preview.RECORD,),
    ),
    ActRow(
        act=acts.PenaltyGiven,
        decide=penalties.penalise,
        office=Office.DIRECT,
        says=_describe_penalty,
        form=form("penalty"),
        inverse=Inverse("lift", phrase("undo"), lambda _, number: by_posting(number)),
        preview=(Preview.PLACINGS,),
    ),
    ActRow(
        act=acts.PenaltyLifted,
        decide=penalties.lift,
        office=Office.DIRECT,
        says=lambda act: phrase(
            "Penalty, warning or sanction in posting {posting} undone[: {reason}].",
            posting=act.posting,
            reason=act.reason,
        ),
        form=GeneratedForm(
            "lift",
            "Undo a penalty, warning or sanction",
            "Undo",
            fields=(FormField("posting", "Posting number"),),
            back="rulings",
        ),
        inverse=UNDO,
        preview=(Preview.PLACINGS,),
    ),
)
