"""Rows of the acts of appeals. Steps of a course keep the name that the course gives them."""

from overtrick.core.event import acts
from overtrick.core.exact import short_text
from overtrick.director import appeals, hearings
from overtrick.director.acts.rows import Office, Preview, Row, Without, because, form, timeless

COURSE = Without("an appeal goes on by its course, and never back")


def _lodged(act: acts.AppealLodged) -> str:
    board = f" board {act.board}" if act.board else ""
    return f"{act.contestant} appeals a decision of the {act.against} in round {act.round}{board}"


def _hearing(act: acts.HearingSet) -> str:
    when = (act.at or act.agreed).replace("T", " ")[:16]
    return f"Appeal {act.appeal} is to be heard{f' at {when}' if when else ''}"


ROWS = (
    Row(
        act=acts.AppealLodged,
        decide=appeals.lodge,
        office=Office.DIRECT,
        says=_lodged,
        form=form("lodge-appeal"),
        inverse=Without("the appeal is withdrawn by a step of its course"),
        preview=(Preview.NOTHING,),
    ),
    Row(
        act=acts.AppealMoved,
        decide=appeals.move,
        office=Office.DIRECT,
        says=lambda act: f"Appeal {act.appeal}: {act.step.replace('_', ' ')}{because(act.reason)}",
        form=form("appeal-step"),
        inverse=COURSE,
        preview=(Preview.NOTHING,),
    ),
    Row(
        act=acts.CommitteeNamed,
        decide=timeless(hearings.name_committee),
        office=Office.DIRECT,
        says=lambda act: f"The committee of appeal {act.appeal} is {', '.join(act.members)}",
        form=form("committee"),
        inverse=Without("another committee is named by the same form"),
        preview=(Preview.NOTHING,),
    ),
    Row(
        act=acts.HearingSet,
        decide=timeless(hearings.set_hearing),
        office=Office.DIRECT,
        says=_hearing,
        form=form("hearing"),
        inverse=COURSE,
        preview=(Preview.NOTHING,),
    ),
    Row(
        act=acts.AppealHeard,
        decide=timeless(hearings.hear),
        office=Office.HEAR,
        says=lambda act: f"Appeal {act.appeal} is heard by {', '.join(act.sat)}",
        form=form("heard"),
        inverse=COURSE,
        preview=(Preview.NOTHING,),
    ),
    Row(
        act=acts.AppealDecided,
        decide=timeless(hearings.give_decision),
        office=Office.HEAR,
        says=lambda act: f"Appeal {act.appeal} is {act.outcome}{', and found frivolous' if act.frivolous else ''}",
        form=form("appeal-decision"),
        inverse=COURSE,
        preview=(Preview.NOTHING,),
    ),
    Row(
        act=acts.AppealFined,
        decide=timeless(hearings.fine),
        office=Office.HEAR,
        says=lambda act: f"Appeal {act.appeal} is fined {short_text(act.amount)}: {act.reason}",
        form=form("appeal-fine"),
        inverse=COURSE,
        preview=(Preview.NOTHING,),
    ),
)
