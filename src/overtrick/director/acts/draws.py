"""Rows of the acts of the draw: who meets whom, and who plays for a team."""

from overtrick.core.event import acts
from overtrick.director import draws, late_pairs, line_ups, wrong_places
from overtrick.director.acts.rows import UNDO, Asks, Inverse, Office, Preview, Row, Without, because, form, timeless


def _published(act: acts.DrawPublished) -> str:
    by_hand = f", changed by hand: {act.by_hand}" if act.by_hand else ""
    return f"The draw of round {act.round} of {act.stage} is published{by_hand}"


ROWS = (
    Row(
        act=acts.DrawPublished,
        decide=timeless(draws.publish),
        office=Office.DIRECT,
        says=_published,
        form=Without("the director drafts a draw by its rule; the desk's page publishes it, changed or not"),
        inverse=Inverse(
            "take-back-draw", "take the draw back", lambda act, _: {"stage": act.stage, "round": str(act.round)}
        ),
        preview=(Preview.NOTHING,),
    ),
    Row(
        act=acts.DrawChanged,
        decide=timeless(late_pairs.change),
        office=Office.DIRECT,
        says=lambda act: f"The draw of round {act.round} of {act.stage} is changed{because(act.reason)}",
        form=Without("a late pair and a withdrawal change the draws that are published; their forms show how"),
        inverse=UNDO,
        preview=(Preview.SEATS,),
    ),
    Row(
        act=acts.DrawWithdrawn,
        decide=timeless(draws.withdraw),
        office=Office.DIRECT,
        says=lambda act: f"The draw of round {act.round} of {act.stage} is taken back{because(act.reason)}",
        form=form("take-back-draw"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    Row(
        act=acts.SeatsExchanged,
        decide=timeless(wrong_places.exchange),
        office=Office.DIRECT,
        says=lambda act: (
            f"Round {act.round} of {act.stage}: {act.one} and {act.other} sat in each other's places"
            f"{because(act.reason)}"
        ),
        form=Asks(
            "seats-exchanged",
            "Two sat in each other’s places",
            "They sat so",
            "Wrong table or wrong opponents: what was played stays at its table, and counts for those who sat there.",
        ),
        inverse=UNDO,
        preview=(Preview.SEATS, Preview.PLACINGS),
    ),
    Row(
        act=acts.OtherBoardPlayed,
        decide=timeless(wrong_places.play_other),
        office=Office.DIRECT,
        says=lambda act: (
            f"Round {act.round} table {act.table} played board {act.board} instead of {act.instead}"
            f"{because(act.reason)}"
        ),
        form=Asks(
            "other-board",
            "Another board was played",
            "They played that board",
            "If none of the four has played it before, its score stands (Law 15B2); what was entered for the other "
            "board is taken as its result.",
            {"board": "Board that was played", "instead": "Instead of board"},
        ),
        inverse=UNDO,
        preview=(Preview.SEATS, Preview.PLACINGS),
    ),
    Row(
        act=acts.LineUpPosted,
        decide=line_ups.post_line_up,
        office=Office.CAPTAIN,
        says=lambda act: f"{act.contestant} plays {', '.join(act.players)} in round {act.round}",
        form=form("line-up"),
        inverse=Inverse(
            "line-up",
            "post another",
            lambda act, _: {"stage": act.stage, "round": str(act.round), "contestant": act.contestant},
        ),
        preview=(Preview.NOTHING,),
    ),
)
