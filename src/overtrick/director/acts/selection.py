"""Rows of the acts of a selection year. An event refuses them; `director.selection` decides on them."""

from typing import NoReturn

from overtrick.core.event import acts
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.wording import Phrase, phrase
from overtrick.director.acts.penalties import by_posting
from overtrick.director.acts.rows import ActRow, FormField, GeneratedForm, Inverse, NoForm, Office, Preview, form
from overtrick.director.decision import refuse

AGAIN = NoForm(phrase("post the correct entry; the later posting counts"))
DECIDED = NoForm(phrase("a decision of the committee or of the pair stands"))
_TEAM = FormField("target", names=lambda year: year.trials)
"""A team whose trials are played."""


def _elsewhere(_: Tournament, act: acts.SelectionAct, __: str) -> NoReturn:
    raise refuse(
        "“{called}” belongs in the book of a selection year",
        remedy="Post this act in the book of the selection year.",
        called=act.called,
    )


def _describe_credit(act: acts.PlacingCredited) -> Phrase:
    lacking = tuple(
        phrase("{player} does not meet the condition “{need}”", player=each.player, need=each.need)
        for each in act.lacking
    )
    return phrase(
        "{place:ordinal} in {event}[, shared by {tied:#contestant}]: {members:,} ({source})[; {lacking:;}].",
        place=act.place, tied=act.tied if act.tied > 1 else 0, event=act.event, members=act.members,
        source=act.source, lacking=lacking,
    )  # fmt: skip


def _describe_field(act: acts.FieldClosed) -> Phrase:
    return phrase(
        "The field for the {target} trials is closed: {berths:#berth}, {reserves:#pair} waiting[; {qualifiers:#pair "
        "plays/pairs play} a qualifying day for {places:#more berth}].",
        target=act.target, berths=len(act.berths), reserves=len(act.reserves), qualifiers=len(act.qualifiers),
        places=act.places,
    )  # fmt: skip


def _withdrew(act: acts.TeamWithdrawal) -> Phrase:
    return phrase(
        "{pair} withdraw from the {target} team (notice received on {received}, with {accepted:an accepted reason|no "
        "accepted reason})[: {reason}].",
        pair=act.pair, target=act.target, received=act.received, accepted=act.accepted, reason=act.reason,
    )  # fmt: skip


def _describe_ratification(act: acts.TeamRatified) -> Phrase:
    given = {"target": act.target, "on": act.on}
    if act.refused:
        return phrase("{target} team refused on {on}: {why}.", why=act.refused, **given)
    return phrase("{target} team ratified on {on}: {team:,}.", team=act.team, **given)


def _qualifier(act: acts.ClubQualifier) -> Phrase:
    if not act.teams:
        return phrase("{club} held no qualifier.", club=act.club)
    return phrase(
        "{club} held a qualifier with {teams:#team} ({source}).", club=act.club, teams=act.teams, source=act.source
    )


ROWS = (
    ActRow(
        act=acts.SelectionOpened,
        decide=_elsewhere,
        office=Office.ORGANISE,
        says=lambda act: phrase(
            "Selection year {year} opened under {document}.",
            year=act.year,
            document=act.document,
        ),
        form=NoForm(phrase("a selection year is opened once, on a page of its own")),
        inverse=NoForm(phrase("this posting opened the selection year")),
        preview=(Preview.YEAR,),
    ),
    ActRow(
        act=acts.PlacingCredited,
        decide=_elsewhere,
        office=Office.SELECT,
        says=_describe_credit,
        form=form("credit"),
        inverse=Inverse("put-right", phrase("correct"), lambda _, number: by_posting(number)),
        preview=(Preview.YEAR,),
    ),
    ActRow(
        act=acts.PlacingStruckOut,
        decide=_elsewhere,
        office=Office.SELECT,
        says=lambda act: phrase(
            "Placing in posting {posting} removed[: {reason}].",
            posting=act.posting,
            reason=act.reason,
        ),
        form=form("strike-out", "put-right"),
        inverse=NoForm(phrase("credit the placing again instead")),
        preview=(Preview.YEAR,),
    ),
    ActRow(
        act=acts.PairNominated,
        decide=_elsewhere,
        office=Office.SELECT,
        says=lambda act: phrase("{pair} nominated for the {target} trials.", pair=act.pair, target=act.target),
        form=form("nominate"),
        inverse=Inverse(
            "withdraw-nomination", phrase("withdraw"), lambda act, _: {"target": act.target, "pair": act.pair}
        ),
        preview=(Preview.YEAR,),
    ),
    ActRow(
        act=acts.NominationWithdrawn,
        decide=_elsewhere,
        office=Office.SELECT,
        says=lambda act: phrase(
            "{pair}: nomination for the {target} trials withdrawn[: {reason}].",
            pair=act.pair,
            target=act.target,
            reason=act.reason,
        ),
        form=GeneratedForm(
            "withdraw-nomination",
            "Withdraw a nomination",
            "Withdraw nomination",
            "You can withdraw a nomination only while the field is open. After that, a pair declines its berth "
            "instead.",
        ),
        inverse=NoForm(phrase("enter the nomination again instead")),
        preview=(Preview.YEAR,),
    ),
    ActRow(
        act=acts.PairExempted,
        decide=_elsewhere,
        office=Office.SELECT,
        says=lambda act: phrase(
            "The committee admits {pair} to the {target} trials[: {reason}].",
            pair=act.pair,
            target=act.target,
            reason=act.reason,
        ),
        form=GeneratedForm(
            "exempt",
            "Admit a pair by committee decision",
            "Admit pair",
            "Use this form for a pair that could not compete in the qualifying events.",
            back="fields",
        ),
        inverse=DECIDED,
        preview=(Preview.YEAR,),
    ),
    ActRow(
        act=acts.RankRelaxed,
        decide=_elsewhere,
        office=Office.SELECT,
        says=lambda act: phrase(
            "Players of a lower rank may enter the {target} trials[: {reason}].",
            target=act.target,
            reason=act.reason,
        ),
        form=GeneratedForm(
            "relax",
            "Admit lower ranks",
            "Admit lower ranks",
            fields=(FormField("target", names=lambda year: year.rules.fields),),
            back="fields",
        ),
        inverse=DECIDED,
        preview=(Preview.YEAR,),
    ),
    ActRow(
        act=acts.FieldClosed,
        decide=_elsewhere,
        office=Office.SELECT,
        says=_describe_field,
        form=NoForm(phrase("the rules decide who is in the field; the form only closes the field")),
        inverse=NoForm(phrase("a closed field stands, but pairs may decline their berths")),
        preview=(Preview.YEAR,),
    ),
    ActRow(
        act=acts.QualifyingDayPlaced,
        decide=_elsewhere,
        office=Office.SELECT,
        says=lambda act: phrase(
            "Result of the qualifying day for the {target} trials: {order:,} ({source}).",
            target=act.target,
            order=act.order,
            source=act.source,
        ),
        form=form("qualifying-day"),
        inverse=AGAIN,
        preview=(Preview.YEAR,),
    ),
    ActRow(
        act=acts.BerthDeclined,
        decide=_elsewhere,
        office=Office.SELECT,
        says=lambda act: phrase(
            "{pair} decline their berth in the {target} trials[: {reason}].",
            pair=act.pair,
            target=act.target,
            reason=act.reason,
        ),
        form=GeneratedForm(
            "decline",
            "Decline a berth",
            "Decline berth",
            "The next pair takes the berth. If the regulations say so, the players who decline may not enter with "
            "other partners.",
            back="fields",
        ),
        inverse=DECIDED,
        preview=(Preview.YEAR,),
    ),
    ActRow(
        act=acts.TrialPlaced,
        decide=_elsewhere,
        office=Office.SELECT,
        says=lambda act: phrase(
            "Result of the {target} trials: {order:,} ({source}).",
            target=act.target,
            order=act.order,
            source=act.source,
        ),
        form=form("trial"),
        inverse=NoForm(phrase("the result of the trials stands; record a correction by the committee in a note")),
        preview=(Preview.YEAR,),
    ),
    ActRow(
        act=acts.PairUnavailable,
        decide=_elsewhere,
        office=Office.SELECT,
        says=lambda act: phrase(
            "{pair} are unavailable for the {target} team[: {reason}].",
            pair=act.pair,
            target=act.target,
            reason=act.reason,
        ),
        form=GeneratedForm(
            "unavailable",
            "Mark a pair unavailable",
            "Mark unavailable",
            "You can mark a pair unavailable only before the team is ratified. The next available pair is selected.",
            fields=(_TEAM,),
            back="teams",
        ),
        inverse=DECIDED,
        preview=(Preview.YEAR,),
    ),
    ActRow(
        act=acts.TeamWithdrawal,
        decide=_elsewhere,
        office=Office.SELECT,
        says=_withdrew,
        form=GeneratedForm(
            "withdraw-from-team",
            "Withdraw a selected pair",
            "Record withdrawal",
            "The date on which notice was received decides how the place is filled. Without an accepted reason, the "
            "players are barred if the regulations say so.",
            fields=(
                _TEAM,
                FormField("received", "Notice received on"),
                FormField("accepted", "The reason was accepted"),
            ),
            back="teams",
        ),
        inverse=DECIDED,
        preview=(Preview.YEAR,),
    ),
    ActRow(
        act=acts.TeamRatified,
        decide=_elsewhere,
        office=Office.SELECT,
        says=_describe_ratification,
        form=form("ratify"),
        inverse=AGAIN,
        preview=(Preview.YEAR,),
    ),
    ActRow(
        act=acts.ClubQualifier,
        decide=_elsewhere,
        office=Office.SELECT,
        says=_qualifier,
        form=GeneratedForm(
            "club",
            "Club qualifier",
            "Save report",
            fields=(
                FormField("club", max_length=100),
                FormField(
                    "teams",
                    "Number of teams that played",
                    min_value=0,
                    help_text="Enter 0 if no qualifier was held.",
                ),
                FormField("source", max_length=200, help_text="For example: results sheet, 3 May."),
            ),
            back="teams",
        ),
        inverse=AGAIN,
        preview=(Preview.YEAR,),
    ),
    ActRow(
        act=acts.OfferRanked,
        decide=_elsewhere,
        office=Office.SELECT,
        says=lambda act: phrase(
            "Offer of places “{offer}”, in this order: {order:,} ({source}).",
            offer=act.offer,
            order=act.order,
            source=act.source,
        ),
        form=form("offer"),
        inverse=AGAIN,
        preview=(Preview.YEAR,),
    ),
)
