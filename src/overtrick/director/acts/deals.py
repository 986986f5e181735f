"""The row of the hands of a board."""

from overtrick.core.event import acts
from overtrick.director import deals
from overtrick.director.acts.rows import UNDO, Office, Preview, Row, Without, timeless

ROWS = (
    Row(
        act=acts.BoardDealt,
        decide=timeless(deals.deal),
        office=Office.SCORE,
        says=lambda act: f"Round {act.round} board {act.board}: the hands are known, from {act.source}",
        form=Without("hands are read from a file, on a page of their own"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
)
