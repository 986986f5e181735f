"""Rows of the acts of a selection year; an event refuses them, and `director.selection` decides on them in a year."""

from typing import NoReturn

from overtrick.core.event import acts
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.selection.awards import ordinal
from overtrick.director.acts.penalties import by_posting
from overtrick.director.acts.rows import Inverse, Office, Preview, Row, Without, because, form
from overtrick.director.decision import refuse

AGAIN = Without("it is posted again, as it should be; the later one holds")
DECIDED = Without("what the committee or the pair decided stands")


def _elsewhere(_: Tournament, act: acts.SelectionAct, __: str) -> NoReturn:
    raise refuse("“{called}” belongs in the book of a selection year", remedy="Post it there.", called=act.called)


def _credited(act: acts.PlacingCredited) -> str:
    lacking = "".join(f"; {each.player} lacks {each.need}" for each in act.lacking)
    shared = f", shared by {act.tied}" if act.tied > 1 else ""
    return f"{ordinal(act.place)}{shared} in {act.event}: {', '.join(act.members)} ({act.source}){lacking}"


def _closed(act: acts.FieldClosed) -> str:
    day = f", {len(act.qualifiers)} play a day for {act.places} more" if act.places else ""
    berths = f"{len(act.berths)} berths, {len(act.reserves)} waiting"
    return f"The field for the {act.target} trials is closed: {berths}{day}"


def _withdrew(act: acts.TeamWithdrawal) -> str:
    excuse = "a reason that is accepted" if act.accepted else "no accepted reason"
    received = f"received {act.received}, with {excuse}"
    return f"{act.pair} withdraw from the {act.target} team, {received}{because(act.reason)}"


def _ratified(act: acts.TeamRatified) -> str:
    if act.refused:
        return f"The {act.target} team is refused on {act.on}{because(act.refused)}"
    return f"The {act.target} team is ratified on {act.on}: {', '.join(act.team)}"


def _qualifier(act: acts.ClubQualifier) -> str:
    if not act.teams:
        return f"{act.club} held no qualifier"
    return f"{act.club} held a qualifier with {act.teams} teams ({act.source})"


ROWS = (
    Row(
        act=acts.SelectionOpened,
        decide=_elsewhere,
        office=Office.ORGANISE,
        says=lambda act: f"The selection year {act.year} is opened by {act.document}",
        form=Without("a year is opened by the page that holds it, once"),
        inverse=Without("a book is of its year for ever"),
        preview=(Preview.YEAR,),
    ),
    Row(
        act=acts.PlacingCredited,
        decide=_elsewhere,
        office=Office.SELECT,
        says=_credited,
        form=form("credit"),
        inverse=Inverse("put-right", "put it right", lambda _, number: by_posting(number)),
        preview=(Preview.YEAR,),
    ),
    Row(
        act=acts.PlacingStruckOut,
        decide=_elsewhere,
        office=Office.SELECT,
        says=lambda act: f"What posting {act.posting} credited is struck out{because(act.reason)}",
        form=form("strike-out", "put-right"),
        inverse=Without("the placing is credited again"),
        preview=(Preview.YEAR,),
    ),
    Row(
        act=acts.PairNominated,
        decide=_elsewhere,
        office=Office.SELECT,
        says=lambda act: f"{act.pair} nominate for the {act.target} trials",
        form=form("nominate"),
        inverse=Inverse("withdraw-nomination", "withdraw it", lambda act, _: {"target": act.target, "pair": act.pair}),
        preview=(Preview.YEAR,),
    ),
    Row(
        act=acts.NominationWithdrawn,
        decide=_elsewhere,
        office=Office.SELECT,
        says=lambda act: f"{act.pair} no longer nominate for the {act.target} trials{because(act.reason)}",
        form=form("withdraw-nomination"),
        inverse=Without("the pair nominates again"),
        preview=(Preview.YEAR,),
    ),
    Row(
        act=acts.PairExempted,
        decide=_elsewhere,
        office=Office.SELECT,
        says=lambda act: f"The committee lets {act.pair} into the {act.target} trials{because(act.reason)}",
        form=form("exempt"),
        inverse=DECIDED,
        preview=(Preview.YEAR,),
    ),
    Row(
        act=acts.RankRelaxed,
        decide=_elsewhere,
        office=Office.SELECT,
        says=lambda act: f"Lower ranks may enter the {act.target} trials{because(act.reason)}",
        form=form("relax"),
        inverse=DECIDED,
        preview=(Preview.YEAR,),
    ),
    Row(
        act=acts.FieldClosed,
        decide=_elsewhere,
        office=Office.SELECT,
        says=_closed,
        form=Without("who is in a field is the rule's to say; the form closes it"),
        inverse=Without("a field that is closed stands; pairs may give their berths up"),
        preview=(Preview.YEAR,),
    ),
    Row(
        act=acts.QualifyingDayPlaced,
        decide=_elsewhere,
        office=Office.SELECT,
        says=lambda act: f"The qualifying day for the {act.target} trials: {', '.join(act.order)} ({act.source})",
        form=form("qualifying-day"),
        inverse=AGAIN,
        preview=(Preview.YEAR,),
    ),
    Row(
        act=acts.BerthDeclined,
        decide=_elsewhere,
        office=Office.SELECT,
        says=lambda act: f"{act.pair} give up their place in the {act.target} trials{because(act.reason)}",
        form=form("decline"),
        inverse=DECIDED,
        preview=(Preview.YEAR,),
    ),
    Row(
        act=acts.TrialPlaced,
        decide=_elsewhere,
        office=Office.SELECT,
        says=lambda act: f"The {act.target} trials: {', '.join(act.order)} ({act.source})",
        form=form("trial"),
        inverse=AGAIN,
        preview=(Preview.YEAR,),
    ),
    Row(
        act=acts.PairUnavailable,
        decide=_elsewhere,
        office=Office.SELECT,
        says=lambda act: f"{act.pair} cannot go with the {act.target} team{because(act.reason)}",
        form=form("unavailable"),
        inverse=DECIDED,
        preview=(Preview.YEAR,),
    ),
    Row(
        act=acts.TeamWithdrawal,
        decide=_elsewhere,
        office=Office.SELECT,
        says=_withdrew,
        form=form("withdraw-from-team"),
        inverse=DECIDED,
        preview=(Preview.YEAR,),
    ),
    Row(
        act=acts.TeamRatified,
        decide=_elsewhere,
        office=Office.SELECT,
        says=_ratified,
        form=form("ratify"),
        inverse=AGAIN,
        preview=(Preview.YEAR,),
    ),
    Row(
        act=acts.ClubQualifier,
        decide=_elsewhere,
        office=Office.SELECT,
        says=_qualifier,
        form=form("club"),
        inverse=AGAIN,
        preview=(Preview.YEAR,),
    ),
    Row(
        act=acts.OfferRanked,
        decide=_elsewhere,
        office=Office.SELECT,
        says=lambda act: f"Places as {act.offer} are offered down {', '.join(act.order)} ({act.source})",
        form=form("offer"),
        inverse=AGAIN,
        preview=(Preview.YEAR,),
    ),
)
