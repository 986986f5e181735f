"""Rows of the acts of disclosure, and of who decides."""

from overtrick.core.event import acts
from overtrick.core.event.fold.tournament import Tournament
from overtrick.director import disclosure
from overtrick.director.acts.rows import UNDO, Office, Preview, Row, because, form, timeless
from overtrick.director.decision import Decided, allow, refuse


def _pass_power(_: Tournament, act: acts.PowerPassed) -> Decided:
    if not (act.function and act.by and act.to):
        raise refuse("A power passed on needs what, by whom and to whom", remedy="Name all three.")
    return allow(act)


def _cards(act: acts.CardsShown) -> str:
    cards = f"{act.cards} system card{'' if act.cards == 1 else 's'}"
    return f"{act.contestant} showed {cards} in round {act.round} of {act.stage}"


def _psychic(act: acts.PsychicRecorded) -> str:
    meant = "" if act.intentional else ", not meant"
    where = f"round {act.round} table {act.table} board {act.board}"
    return f"{act.contestant} made a psychic call of {act.call} in {where}{meant}"


ROWS = (
    Row(
        act=acts.CardsShown,
        decide=timeless(disclosure.show_cards),
        office=Office.DIRECT,
        says=_cards,
        form=form("cards-shown"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    Row(
        act=acts.SystemClassified,
        decide=timeless(disclosure.classify),
        office=Office.DIRECT,
        says=lambda act: f"{act.by} says that {act.system} of {act.contestant} is {act.colour}{because(act.reason)}",
        form=form("classify-system"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    Row(
        act=acts.PsychicRecorded,
        decide=timeless(disclosure.record_psychic),
        office=Office.DIRECT,
        says=_psychic,
        form=form("psychic-call"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    Row(
        act=acts.Determined,
        decide=timeless(disclosure.determine),
        office=Office.ORGANISE,
        says=lambda act: f"{act.by} settles: {act.text}",
        form=form("determination"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    Row(
        act=acts.PowerPassed,
        decide=timeless(_pass_power),
        office=Office.ORGANISE,
        says=lambda act: f"{act.by} passes on to {act.to}: {act.function}",
        form=form("power-passed"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
)
