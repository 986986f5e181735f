"""Rows of the acts of appeals. Steps keep the names that the appeal procedure gives them."""

from overtrick.core.event import acts
from overtrick.core.provenance import PERCENT
from overtrick.core.wording import Phrase, phrase
from overtrick.director import appeals, hearings
from overtrick.director.acts.penalties import unit_word
from overtrick.director.acts.rows import ActRow, NoForm, Office, Preview, form, timeless

COURSE = NoForm(phrase("an appeal can only go on to its next step"))


def _describe_appeal(act: acts.AppealLodged) -> Phrase:
    return phrase(
        "Number {contestant} appeals against a decision of the {against:name}, round {round}[, board {board}].",
        contestant=act.contestant, against=act.against, round=act.round, board=act.board,
    )  # fmt: skip


def _hearing(act: acts.HearingSet) -> Phrase:
    when = (act.at or act.agreed).replace("T", " ")[:16]
    return phrase("Appeal {appeal}: hearing set[ for {when}].", appeal=act.appeal, when=when)


def _describe_decision(act: acts.AppealDecided) -> Phrase:
    given = {"appeal": act.appeal, "frivolous": bool(act.frivolous)}
    match act.outcome:
        case acts.UPHELD:
            return phrase("Appeal {appeal} upheld.", appeal=act.appeal)
        case acts.DISMISSED:
            return phrase("Appeal {appeal} dismissed{frivolous: and found frivolous|}.", **given)
        case _:
            return phrase(
                "Appeal {appeal}: the committee recommends another ruling{frivolous:; the appeal was frivolous|}.",
                **given,
            )


def _describe_fine(act: acts.AppealFined) -> Phrase:
    given = {"appeal": act.appeal, "amount": act.amount, "reason": act.reason}
    if act.unit == PERCENT.many:
        return phrase("Appeal {appeal}: fine of {amount:short}%, {reason}.", **given)
    unit = unit_word(act.amount, act.unit)
    return phrase("Appeal {appeal}: fine of {amount:short}[ {unit:name}], {reason}.", unit=unit, **given)


ROWS = (
    ActRow(
        act=acts.AppealLodged,
        decide=appeals.lodge,
        office=Office.DIRECT,
        says=_describe_appeal,
        form=form("lodge-appeal"),
        inverse=NoForm(phrase("to withdraw an appeal, record its withdrawal")),
        preview=(Preview.NOTHING,),
    ),
    ActRow(
        act=acts.AppealMoved,
        decide=appeals.move,
        office=Office.DIRECT,
        says=lambda act: phrase(
            "Appeal {appeal}: {step:name}[: {reason}].", appeal=act.appeal, step=act.step, reason=act.reason
        ),
        form=form("appeal-step"),
        inverse=COURSE,
        preview=(Preview.NOTHING,),
    ),
    ActRow(
        act=acts.CommitteeNamed,
        decide=timeless(hearings.name_committee),
        office=Office.DIRECT,
        says=lambda act: phrase("Appeal {appeal}, committee: {members:,}.", appeal=act.appeal, members=act.members),
        form=form("committee"),
        inverse=NoForm(phrase("another committee can be named on the same form")),
        preview=(Preview.NOTHING,),
    ),
    ActRow(
        act=acts.HearingSet,
        decide=timeless(hearings.set_hearing),
        office=Office.DIRECT,
        says=_hearing,
        form=form("hearing"),
        inverse=COURSE,
        preview=(Preview.NOTHING,),
    ),
    ActRow(
        act=acts.AppealHeard,
        decide=timeless(hearings.hear),
        office=Office.HEAR,
        says=lambda act: phrase("Appeal {appeal} heard by {sat}.", appeal=act.appeal, sat=act.sat),
        form=form("heard"),
        inverse=COURSE,
        preview=(Preview.NOTHING,),
    ),
    ActRow(
        act=acts.AppealDecided,
        decide=timeless(hearings.give_decision),
        office=Office.HEAR,
        says=_describe_decision,
        form=form("appeal-decision"),
        inverse=COURSE,
        preview=(Preview.NOTHING,),
    ),
    ActRow(
        act=acts.AppealFined,
        decide=timeless(hearings.fine),
        office=Office.HEAR,
        says=_describe_fine,
        form=form("appeal-fine"),
        inverse=COURSE,
        preview=(Preview.NOTHING,),
    ),
)
