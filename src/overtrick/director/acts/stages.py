"""Rows of the acts of stages and rounds, of lots and notes."""

from overtrick.core.event import acts
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.wording import Phrase, phrase
from overtrick.director import entries, prizes, rulings
from overtrick.director.acts.rows import UNDO, ActRow, GeneratedForm, Office, Preview, form, timeless
from overtrick.director.decision import AllowedActs, allow, refuse


def note(_: object, act: acts.NoteMade) -> AllowedActs:
    """Accept a note that has text, in any book."""
    if not act.text.strip():
        raise refuse("The note is empty", remedy="Write something in the note.")
    return allow(act)


def _prizes(act: acts.PrizesSet) -> Phrase:
    if not act.amounts:
        return phrase("Prizes by place: none.")
    return phrase("Prizes by place: {amounts:,}.", amounts=act.amounts)


def _note(event: Tournament, act: acts.NoteMade) -> AllowedActs:
    return note(event, act)


ROWS = (
    ActRow(
        act=acts.StageStarted,
        decide=timeless(entries.start_stage),
        office=Office.DIRECT,
        says=lambda act: phrase(
            "{stage} starts with {count:#contestant}.",
            stage=act.stage,
            count=sum(len(field.contestants) for field in act.fields),
        ),
        form=form("start-stage"),
        inverse=UNDO,
        preview=(Preview.START,),
    ),
    ActRow(
        act=acts.LotDrawn,
        decide=timeless(entries.draw_lot),
        office=Office.DIRECT,
        says=lambda act: phrase("Lots drawn for {about}.", about=act.about),
        form=form("start-stage", "lot"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    ActRow(
        act=acts.CarryOverDecided,
        decide=timeless(entries.decide_carry_over),
        office=Office.CLOSE,
        says=lambda act: phrase(
            "The tied contestants each start {stage} with a carry-over of {amount} ({clause})[: {reason}].",
            amount=act.amount,
            stage=act.stage,
            clause=act.clause,
            reason=act.reason,
        ),
        form=form("carry-over"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    ActRow(
        act=acts.RoundClosed,
        decide=timeless(rulings.close_round),
        office=Office.DIRECT,
        says=lambda act: phrase("Round {round} of {stage} closed.", round=act.round, stage=act.stage),
        form=GeneratedForm("close-round", "Close a round", "Close the round", back="close", at_once=True),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    ActRow(
        act=acts.StageClosed,
        decide=rulings.close_stage,
        office=Office.CLOSE,
        says=lambda act: phrase("{stage} closed.", stage=act.stage),
        form=GeneratedForm("close-stage", "Close a stage", "Close stage", back="close", at_once=True),
        inverse=UNDO,
        preview=(Preview.CLOSE,),
    ),
    ActRow(
        act=acts.PrizesSet,
        decide=timeless(prizes.set_prizes),
        office=Office.DIRECT,
        says=_prizes,
        form=form("prizes"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    ActRow(
        act=acts.NoteMade,
        decide=timeless(_note),
        office=Office.SCORE,
        says=lambda act: phrase("Note: {text}.", text=act.text),
        form=form("note"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
)
