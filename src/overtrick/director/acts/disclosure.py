"""Rows of the acts of disclosure, and of who decides in each case."""

from overtrick.core.event import acts
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.wording import Phrase, phrase
from overtrick.director import disclosure
from overtrick.director.acts.rows import UNDO, ActRow, FormField, GeneratedForm, Office, Preview, form, timeless
from overtrick.director.decision import AllowedActs, allow, refuse


def _pass_power(_: Tournament, act: acts.PowerPassed) -> AllowedActs:
    if not (act.function and act.by and act.to):
        raise refuse(
            "A delegation must state the power, who delegates it and to whom", remedy="Give all three details."
        )
    return allow(act)


def _cards(act: acts.CardsShown) -> Phrase:
    return phrase(
        "Number {contestant} showed {cards:#system card} in round {round} of {stage}.",
        contestant=act.contestant, cards=act.cards, round=act.round, stage=act.stage,
    )  # fmt: skip


def _psychic(act: acts.PsychicRecorded) -> Phrase:
    return phrase(
        "Number {contestant} made a psychic call of {call} in round {round}, table {table}, board "
        "{board}{intentional:| (unintentional)}.",
        contestant=act.contestant, call=act.call, round=act.round, table=act.table, board=act.board,
        intentional=act.intentional,
    )  # fmt: skip


def _describe_classification(act: acts.SystemClassified) -> Phrase:
    return phrase(
        "{by:begun} classifies the system {system} of number {contestant} as {colour:name}[: {reason}].",
        by=act.by, system=act.system, contestant=act.contestant, colour=act.colour, reason=act.reason,
    )  # fmt: skip


ROWS = (
    ActRow(
        act=acts.CardsShown,
        decide=timeless(disclosure.show_cards),
        office=Office.DIRECT,
        says=_cards,
        form=GeneratedForm(
            "cards-shown",
            "Check system cards",
            "Record",
            "If more system cards are missing than the event allows, the director decides on a procedural penalty.",
            fields=(FormField("cards", "Number of system cards shown", min_value=0, max_value=9),),
            back="systems",
        ),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    ActRow(
        act=acts.SystemClassified,
        decide=timeless(disclosure.classify),
        office=Office.DIRECT,
        says=_describe_classification,
        form=form("classify-system"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    ActRow(
        act=acts.PsychicRecorded,
        decide=timeless(disclosure.record_psychic),
        office=Office.DIRECT,
        says=_psychic,
        form=form("psychic-call"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    ActRow(
        act=acts.Determined,
        decide=timeless(disclosure.determine),
        office=Office.ORGANISE,
        says=lambda act: phrase("Determination by {by}: {text}.", by=act.by, text=act.text),
        form=form("determination"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    ActRow(
        act=acts.PowerPassed,
        decide=timeless(_pass_power),
        office=Office.ORGANISE,
        says=lambda act: phrase(
            "{by:begun} delegates to {to}: {function}.", by=act.by, to=act.to, function=act.function
        ),
        form=GeneratedForm(
            "power-passed",
            "Delegate a power",
            "Record",
            fields=(
                FormField("function", "Power", max_length=200),
                FormField("by", "Delegated by", max_length=100),
                FormField("to", "Delegated to", max_length=100),
            ),
            back="systems",
        ),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
)
