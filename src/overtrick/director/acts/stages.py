"""Rows of the acts of stages and rounds, of lots and notes."""

from overtrick.core.event import acts
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.exact import exact_text
from overtrick.director import entries, prizes, rulings
from overtrick.director.acts.rows import UNDO, Office, Preview, Row, because, form, timeless
from overtrick.director.decision import Decided, allow, refuse


def note(_: object, act: acts.NoteMade) -> Decided:
    """A note that says something, in whatever book."""
    if not act.text.strip():
        raise refuse("A note says something", remedy="Write what is worth knowing.")
    return allow(act)


def _note(event: Tournament, act: acts.NoteMade) -> Decided:
    return note(event, act)


ROWS = (
    Row(
        act=acts.StageStarted,
        decide=timeless(entries.start_stage),
        office=Office.DIRECT,
        says=lambda act: f"{act.stage} starts with {sum(len(field.contestants) for field in act.fields)}",
        form=form("start-stage"),
        inverse=UNDO,
        preview=(Preview.START,),
    ),
    Row(
        act=acts.LotDrawn,
        decide=timeless(entries.draw_lot),
        office=Office.DIRECT,
        says=lambda act: f"The lot for {act.about} is drawn",
        form=form("start-stage", "lot"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    Row(
        act=acts.CarryOverDecided,
        decide=timeless(entries.decide_carry_over),
        office=Office.CLOSE,
        says=lambda act: (
            f"Those who are level carry {exact_text(act.amount)} each into {act.stage} ({act.clause})"
            f"{because(act.reason)}"
        ),
        form=form("carry-over"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    Row(
        act=acts.RoundClosed,
        decide=timeless(rulings.close_round),
        office=Office.DIRECT,
        says=lambda act: f"Round {act.round} of {act.stage} is closed",
        form=form("close-round"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    Row(
        act=acts.StageClosed,
        decide=rulings.close_stage,
        office=Office.CLOSE,
        says=lambda act: f"{act.stage} is closed",
        form=form("close-stage"),
        inverse=UNDO,
        preview=(Preview.CLOSE,),
    ),
    Row(
        act=acts.PrizesSet,
        decide=timeless(prizes.set_prizes),
        office=Office.DIRECT,
        says=lambda act: f"Prizes by place: {', '.join(map(exact_text, act.amounts)) or 'none'}",
        form=form("prizes"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    Row(
        act=acts.NoteMade,
        decide=timeless(_note),
        office=Office.SCORE,
        says=lambda act: f"Note: {act.text}",
        form=form("note"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
)
