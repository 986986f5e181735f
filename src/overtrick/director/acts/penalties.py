"""Rows of the acts of warnings and penalties."""

from overtrick.core.event import acts
from overtrick.core.exact import short_text
from overtrick.director import penalties
from overtrick.director.acts.rows import UNDO, Inverse, Office, Preview, Row, because, form


def by_posting(number: int) -> dict[str, str]:
    """What a form is filled in with that is about a posting, by its number."""
    return {"posting": str(number)}


def _penalised(act: acts.PenaltyGiven) -> str:
    price = f"{short_text(act.amount)} {act.unit}"
    return f"{act.contestant} pays {price} for {act.offence} ({act.clause}){because(act.reason)}"


ROWS = (
    Row(
        act=acts.WarningGiven,
        decide=penalties.penalise,
        office=Office.DIRECT,
        says=lambda act: f"{act.contestant} is warned for {act.offence} ({act.clause}){because(act.reason)}",
        form=form("warning"),
        inverse=Inverse("lift", "take it back", lambda _, number: by_posting(number)),
        preview=(Preview.RECORD,),
    ),
    Row(
        act=acts.PenaltyGiven,
        decide=penalties.penalise,
        office=Office.DIRECT,
        says=_penalised,
        form=form("penalty"),
        inverse=Inverse("lift", "take it back", lambda _, number: by_posting(number)),
        preview=(Preview.PLACINGS,),
    ),
    Row(
        act=acts.PenaltyLifted,
        decide=penalties.lift,
        office=Office.DIRECT,
        says=lambda act: f"What posting {act.posting} gave is taken back{because(act.reason)}",
        form=form("lift"),
        inverse=UNDO,
        preview=(Preview.PLACINGS,),
    ),
)
