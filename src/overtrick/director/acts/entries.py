"""Rows of the acts before a stage starts."""

from overtrick.core.event import acts
from overtrick.core.event.fold.tournament import Tournament
from overtrick.director import entries, rule_adoption
from overtrick.director.acts.rows import UNDO, Inverse, Office, Preview, Row, Without, because, form, timeless
from overtrick.director.decision import Decided, allow, refuse
from overtrick.regulations.plan.book_rules import short


def _open(event: Tournament, act: acts.EventOpened) -> Decided:
    if event.opened is not None:
        raise refuse("This book has its event", remedy="Open another book for another event.")
    return allow(act)


def _entry(act: acts.EntryTaken) -> str:
    who = act.name or " – ".join(player.name for player in act.players)
    flags = [*act.categories, *(["house"] if act.house else []), *([] if act.contending else ["not contending"])]
    flagged = f" ({', '.join(flags)})" if flags else ""
    return f"Entry {act.contestant}{because(who)}{flagged}"


ROWS = (
    Row(
        act=acts.EventOpened,
        decide=timeless(_open),
        office=Office.ORGANISE,
        says=lambda act: f"{act.name} is opened",
        form=Without("an event is opened by the page that holds it, once"),
        inverse=Without("a book is of its event for ever"),
        preview=(Preview.NOTHING,),
    ),
    Row(
        act=acts.RulesAdopted,
        decide=timeless(rule_adoption.adopt),
        office=Office.ORGANISE,
        says=lambda act: f"Edition {short(act.edition)} of the rules is taken over ({act.clause}): {act.reason}",
        form=form("adopt-rules"),
        inverse=UNDO,
        preview=(Preview.RULES,),
    ),
    Row(
        act=acts.ReadingChosen,
        decide=timeless(entries.choose),
        office=Office.ORGANISE,
        says=lambda act: f"Reading {act.reading} is {act.choice}",
        form=form("reading"),
        inverse=UNDO,
        preview=(Preview.FORMAT,),
    ),
    Row(
        act=acts.FormatChosen,
        decide=timeless(entries.choose),
        office=Office.ORGANISE,
        says=lambda act: f"The format is {act.choice}",
        form=form("format"),
        inverse=UNDO,
        preview=(Preview.FORMAT,),
    ),
    Row(
        act=acts.EntryTaken,
        decide=entries.take_entry,
        office=Office.ENTER,
        says=_entry,
        form=form("entry"),
        inverse=Inverse("entry", "put the entry right", lambda act, _: {"contestant": act.contestant}),
        preview=(Preview.FORMAT,),
    ),
    Row(
        act=acts.EntryCancelled,
        decide=timeless(entries.cancel_entry),
        office=Office.ENTER,
        says=lambda act: f"Entry {act.contestant} is taken back{because(act.reason)}",
        form=form("cancel-entry"),
        inverse=UNDO,
        preview=(Preview.FORMAT,),
    ),
    Row(
        act=acts.EntriesClosed,
        decide=timeless(entries.close_entries),
        office=Office.DIRECT,
        says=lambda _: "The entry is closed",
        form=form("close-entries"),
        inverse=UNDO,
        preview=(Preview.FORMAT,),
    ),
    Row(
        act=acts.SeedsSet,
        decide=timeless(entries.set_seeds),
        office=Office.ENTER,
        says=lambda act: f"{act.stage} is seeded, {len(act.order)} in order",
        form=form("seeds"),
        inverse=Inverse("seeds", "seed again", lambda act, _: {"stage": act.stage}),
        preview=(Preview.NOTHING,),
    ),
)
