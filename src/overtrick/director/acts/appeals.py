"""Rows of the acts of appeals. Steps keep the names that the appeal procedure gives them."""

from overtrick.core.event import acts
from overtrick.core.wording import Phrase, phrase
from overtrick.director import appeals, hearings
from overtrick.director.acts.rows import ActRow, NoForm, Office, Preview, form, timeless

COURSE = NoForm(phrase("an appeal only moves forward through its steps"))


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
            return phrase("Appeal {appeal} upheld{frivolous: and found frivolous|}.", **given)
        case acts.DISMISSED:
            return phrase("Appeal {appeal} dismissed{frivolous: and found frivolous|}.", **given)
        case _:
            return phrase(
                "Appeal {appeal}: the committee recommends another ruling{frivolous:; the appeal was frivolous|}.",
                **given,
            )


ROWS = (
    ActRow(
        act=acts.AppealLodged,
        decide=appeals.lodge,
        office=Office.DIRECT,
        says=_describe_appeal,
        form=form("lodge-appeal"),
        inverse=NoForm(phrase("use the appeal’s own step to withdraw it")),
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
        inverse=NoForm(phrase("use the same form to name another committee")),
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
        says=lambda act: phrase("Appeal {appeal} heard by {sat:,}.", appeal=act.appeal, sat=act.sat),
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
        says=lambda act: phrase(
            "Appeal {appeal}: fine of {amount:short}, {reason}.",
            appeal=act.appeal,
            amount=act.amount,
            reason=act.reason,
        ),
        form=form("appeal-fine"),
        inverse=COURSE,
        preview=(Preview.NOTHING,),
    ),
)
