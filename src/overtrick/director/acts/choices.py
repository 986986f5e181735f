"""Rows of the acts of choices, and of who plays on beside the draw."""

from overtrick.core.event import acts
from overtrick.core.event.after.line_ups import SIT_LAST
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.wording import count_of
from overtrick.director import graph, teams
from overtrick.director.acts.rows import UNDO, Office, Preview, Row, Without, because, form, timeless
from overtrick.director.decision import Decided

CEREMONY = Without("the page of the choosing asks for it, in its turn")


def _choose(event: Tournament, act: acts.ChoiceMade) -> Decided:
    return teams.choose_stanzas(event, act) if act.about == SIT_LAST else graph.step(event, act)


def _declared(act: acts.ChoiceDeclared) -> str:
    return f"{act.contestant} {'may be chosen' if act.available else 'refuses to be chosen'} in {act.stage}"


def _joined(act: acts.EntrantsJoined) -> str:
    return f"{', '.join(act.contestants)} come into {act.stage} before round {act.round}"


def _extra(act: acts.ExtraBoardsCalled) -> str:
    boards = count_of(len(act.boards), "board")
    return f"The match at table {act.table} in round {act.round} of {act.stage} plays {boards} more"


def _exchanged(act: acts.PlacesExchanged) -> str:
    return f"{act.one} and {act.two} exchange their places after {act.stage} ({act.clause}){because(act.reason)}"


ROWS = (
    Row(
        act=acts.ChoiceMade,
        decide=timeless(_choose),
        office=Office.CAPTAIN,
        says=lambda act: f"{act.contestant} chooses {act.choice} for {act.about} in {act.stage}",
        form=CEREMONY,
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    Row(
        act=acts.ChoiceDeclared,
        decide=timeless(graph.step),
        office=Office.CAPTAIN,
        says=_declared,
        form=CEREMONY,
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    Row(
        act=acts.ChoosingBegun,
        decide=timeless(graph.step),
        office=Office.DIRECT,
        says=lambda act: f"The choosing for {act.stage} begins",
        form=CEREMONY,
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    Row(
        act=acts.ChoiceForfeited,
        decide=timeless(graph.step),
        office=Office.DIRECT,
        says=lambda act: f"Nobody is there to choose for {act.contestant} in {act.stage}{because(act.reason)}",
        form=CEREMONY,
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    Row(
        act=acts.EntrantsJoined,
        decide=timeless(graph.join),
        office=Office.DIRECT,
        says=_joined,
        form=form("join"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    Row(
        act=acts.ExtraBoardsCalled,
        decide=timeless(graph.call_extra),
        office=Office.DIRECT,
        says=_extra,
        form=form("extra-boards"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    Row(
        act=acts.PlacesExchanged,
        decide=timeless(graph.exchange),
        office=Office.DIRECT,
        says=_exchanged,
        form=form("exchange"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    Row(
        act=acts.PlayedOff,
        decide=timeless(graph.play_off),
        office=Office.DIRECT,
        says=lambda act: f"{act.stage} is played off, in this order: {', '.join(act.order)}{because(act.reason)}",
        form=form("play-off"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
)
