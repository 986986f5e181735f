"""Rows of the acts before a stage starts."""

from overtrick.core.event import acts
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.wording import Phrase, phrase
from overtrick.director import entries, rule_adoption
from overtrick.director.acts.rows import (
    UNDO,
    ActRow,
    FormField,
    GeneratedForm,
    Inverse,
    NoForm,
    Office,
    Preview,
    form,
    timeless,
)
from overtrick.director.decision import AllowedActs, allow, refuse
from overtrick.regulations.plan.book_rules import short


def _open(event: Tournament, act: acts.EventOpened) -> AllowedActs:
    if event.opened is not None:
        raise refuse("This book already has an event", remedy="Create another book for another event.")
    return allow(act)


def _entry(act: acts.EntryTaken) -> Phrase:
    who = act.name or " – ".join(player.name for player in act.players)
    house = (phrase("house"),) if act.house else ()
    beside = () if act.contending else (phrase("not contending"),)
    flags = (*act.categories, *house, *beside)
    return phrase("Entry {contestant}[: {who}][ ({flags:,})].", contestant=act.contestant, who=who, flags=flags)


ROWS = (
    ActRow(
        act=acts.EventOpened,
        decide=timeless(_open),
        office=Office.ORGANISE,
        says=lambda act: phrase("{name} created.", name=act.name),
        form=NoForm(phrase("an event is created once, on its congress page")),
        inverse=NoForm(phrase("this posting created the event")),
        preview=(Preview.NOTHING,),
    ),
    ActRow(
        act=acts.RulesAdopted,
        decide=timeless(rule_adoption.adopt),
        office=Office.ORGANISE,
        says=lambda act: phrase(
            "Rules edition {edition} adopted ({clause}): {reason}.",
            clause=act.clause,
            reason=act.reason,
            edition=short(act.edition),
        ),
        form=form("adopt-rules"),
        inverse=UNDO,
        preview=(Preview.RULES,),
    ),
    ActRow(
        act=acts.ReadingChosen,
        decide=timeless(entries.choose),
        office=Office.ORGANISE,
        says=lambda act: phrase("Reading {reading}: {choice}.", reading=act.reading, choice=act.choice),
        form=form("reading"),
        inverse=UNDO,
        preview=(Preview.FORMAT,),
    ),
    ActRow(
        act=acts.FormatChosen,
        decide=timeless(entries.choose),
        office=Office.ORGANISE,
        says=lambda act: phrase("Format: {choice}.", choice=act.choice),
        form=GeneratedForm(
            "format",
            "Choose the format",
            "Choose this format",
            fields=(FormField("choice", max_length=100),),
            back="rules",
        ),
        inverse=UNDO,
        preview=(Preview.FORMAT,),
    ),
    ActRow(
        act=acts.EntryTaken,
        decide=entries.take_entry,
        office=Office.ENTER,
        says=_entry,
        form=form("entry"),
        inverse=Inverse("entry", phrase("edit entry"), lambda act, _: {"contestant": act.contestant}),
        preview=(Preview.FORMAT,),
    ),
    ActRow(
        act=acts.EntryCancelled,
        decide=timeless(entries.cancel_entry),
        office=Office.ENTER,
        says=lambda act: phrase(
            "Entry {contestant} cancelled[: {reason}].",
            contestant=act.contestant,
            reason=act.reason,
        ),
        form=GeneratedForm("cancel-entry", "Cancel an entry", "Cancel entry", back="entries", straight=True),
        inverse=UNDO,
        preview=(Preview.FORMAT,),
    ),
    ActRow(
        act=acts.EntriesClosed,
        decide=timeless(entries.close_entries),
        office=Office.DIRECT,
        says=lambda _: phrase("Entries closed."),
        form=GeneratedForm(
            "close-entries", "Close entries", "Close entries and set the format", back="entries", straight=True
        ),
        inverse=UNDO,
        preview=(Preview.FORMAT,),
    ),
    ActRow(
        act=acts.SeedsSet,
        decide=timeless(entries.set_seeds),
        office=Office.ENTER,
        says=lambda act: phrase("{stage}: {seeds:#seed} set.", stage=act.stage, seeds=len(act.order)),
        form=form("seeds"),
        inverse=Inverse("seeds", phrase("seed again"), lambda act, _: {"stage": act.stage}),
        preview=(Preview.NOTHING,),
    ),
)
