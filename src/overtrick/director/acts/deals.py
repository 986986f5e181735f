"""Rows of the acts about the hands of boards, and about the proof that no one chose them."""

from overtrick.core.event import acts
from overtrick.core.wording import phrase
from overtrick.director import dealing, deals
from overtrick.director.acts.rows import UNDO, ActRow, NoForm, Office, Preview, form, timeless

ROWS = (
    ActRow(
        act=acts.BoardDealt,
        decide=timeless(deals.deal),
        office=Office.SCORE,
        says=lambda act: phrase(
            "Round {round}, board {board}: hands posted; source: {source}.",
            round=act.round,
            board=act.board,
            source=act.source,
        ),
        form=NoForm(phrase("hands are imported from a file, on a page of their own")),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    ActRow(
        act=acts.DealsPlanned,
        decide=timeless(dealing.plan),
        office=Office.ORGANISE,
        says=lambda act: phrase(
            "Deal plan {plan} published: key hash {hash}, source of the public value “{delayed}”.",
            plan=act.plan,
            delayed=act.delayed,
            hash=act.key_hash,
        ),
        form=form("deals-planned"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    ActRow(
        act=acts.DealsValued,
        decide=timeless(dealing.value),
        office=Office.ORGANISE,
        says=lambda act: phrase("Public value of deal plan {plan}: {value}.", plan=act.plan, value=act.value),
        form=form("deals-valued"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    ActRow(
        act=acts.DealKeysReleased,
        decide=timeless(dealing.release),
        office=Office.ORGANISE,
        says=lambda act: phrase("Keys of deal plan {plan} published.", plan=act.plan),
        form=form("deal-keys"),
        inverse=NoForm(phrase("published keys cannot be made secret again")),
        preview=(Preview.NOTHING,),
    ),
)
