"""The rows of the hands of boards, and of the proof that nobody chose them."""

from overtrick.core.event import acts
from overtrick.director import dealing, deals
from overtrick.director.acts.rows import UNDO, Office, Preview, Row, Without, form, timeless

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
    Row(
        act=acts.DealsPlanned,
        decide=timeless(dealing.plan),
        office=Office.ORGANISE,
        says=lambda act: f"The deals of {act.plan} are fixed: keys with the hash {act.key_hash}, and {act.delayed}",
        form=form("deals-planned"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    Row(
        act=acts.DealsValued,
        decide=timeless(dealing.value),
        office=Office.ORGANISE,
        says=lambda act: f"The value that enters the deals of {act.plan} is {act.value}",
        form=form("deals-valued"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    Row(
        act=acts.DealKeysReleased,
        decide=timeless(dealing.release),
        office=Office.ORGANISE,
        says=lambda act: f"The keys of the deals of {act.plan} are published",
        form=form("deal-keys"),
        inverse=Without("what everybody has seen cannot be secret again"),
        preview=(Preview.NOTHING,),
    ),
)
