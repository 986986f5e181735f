"""Rows of the acts of choosing opponents, and of contestants that play on outside the draw."""

from overtrick.core.event import acts
from overtrick.core.event.after.line_ups import SIT_LAST
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.knockout_draw import OPPONENT
from overtrick.core.wording import Phrase, phrase
from overtrick.director import graph, teams
from overtrick.director.acts.rows import UNDO, ActRow, FormField, GeneratedForm, NoForm, Office, Preview, form, timeless
from overtrick.director.decision import AllowedActs

CEREMONY = NoForm(phrase("teams choose in turn on a page of their own"))


def _choose(event: Tournament, act: acts.ChoiceMade) -> AllowedActs:
    return teams.choose_stanzas(event, act) if act.about == SIT_LAST else graph.step(event, act)


def _describe_choice(act: acts.ChoiceMade) -> Phrase:
    said = {"contestant": act.contestant, "choice": act.choice, "stage": act.stage}
    if act.about == SIT_LAST:
        one = "," not in act.choice
        return phrase("In {stage}, number {contestant} sits last in {one:stanza|stanzas} {choice}.", one=one, **said)
    if act.about == OPPONENT:
        return phrase("In {stage}, number {contestant} chooses number {choice} as its opponent.", **said)
    return phrase("Number {contestant} makes a choice in {stage}: {about} {choice}.", about=act.about, **said)


def _describe_declaration(act: acts.ChoiceDeclared) -> Phrase:
    return phrase(
        "Number {contestant} {available:may be chosen|refuses to be chosen} in {stage}.",
        contestant=act.contestant, available=act.available, stage=act.stage,
    )  # fmt: skip


def _describe_drop_ins(act: acts.EntrantsJoined) -> Phrase:
    return phrase(
        "Drop-ins to {stage} before round {round}: {contestants:,}.",
        contestants=act.contestants, stage=act.stage, round=act.round,
    )  # fmt: skip


def _extra(act: acts.ExtraBoardsCalled) -> Phrase:
    return phrase(
        "{stage}, round {round}, table {table}: {boards:#extra board} added.",
        stage=act.stage, round=act.round, table=act.table, boards=len(act.boards),
    )  # fmt: skip


def _describe_exchange(act: acts.PlacesExchanged) -> Phrase:
    return phrase(
        "Teams {one} and {two} swap places after {stage} ({clause})[: {reason}].",
        one=act.one, two=act.two, stage=act.stage, clause=act.clause, reason=act.reason,
    )  # fmt: skip


ROWS = (
    ActRow(
        act=acts.ChoiceMade,
        decide=timeless(_choose),
        office=Office.CAPTAIN,
        says=_describe_choice,
        form=CEREMONY,
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    ActRow(
        act=acts.ChoiceDeclared,
        decide=timeless(graph.step),
        office=Office.CAPTAIN,
        says=_describe_declaration,
        form=CEREMONY,
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    ActRow(
        act=acts.ChoosingBegun,
        decide=timeless(graph.step),
        office=Office.DIRECT,
        says=lambda act: phrase("Choice of opponents for {stage} begins.", stage=act.stage),
        form=CEREMONY,
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    ActRow(
        act=acts.ChoiceForfeited,
        decide=timeless(graph.step),
        office=Office.DIRECT,
        says=lambda act: phrase(
            "Number {contestant} forfeits its choice in {stage}[: {reason}].",
            contestant=act.contestant,
            stage=act.stage,
            reason=act.reason,
        ),
        form=CEREMONY,
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    ActRow(
        act=acts.EntrantsJoined,
        decide=timeless(graph.join),
        office=Office.DIRECT,
        says=_describe_drop_ins,
        form=form("join"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    ActRow(
        act=acts.ExtraBoardsCalled,
        decide=timeless(graph.call_extra),
        office=Office.DIRECT,
        says=_extra,
        form=form("extra-boards"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    ActRow(
        act=acts.PlacesExchanged,
        decide=timeless(graph.exchange),
        office=Office.DIRECT,
        says=_describe_exchange,
        form=GeneratedForm(
            "exchange",
            "Swap two teams",
            "Swap teams",
            "Use this form if a match result is reversed after the teams have moved on to later matches.",
            fields=(
                FormField("one", "New winner", like="contestant"),
                FormField("two", "New loser", like="contestant"),
            ),
        ),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    ActRow(
        act=acts.PlayedOff,
        decide=timeless(graph.play_off),
        office=Office.DIRECT,
        says=lambda act: phrase(
            "Play-off after {stage}, finishing order: {order:,}[: {reason}].",
            stage=act.stage,
            order=act.order,
            reason=act.reason,
        ),
        form=form("play-off"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
)
