"""The grammar of `selection.toml`: events that earn points, targets, fields and teams."""

import re
from dataclasses import dataclass

from overtrick.core.selection.credits import Target
from overtrick.core.selection.events import LedgerRule, SelectedEvent
from overtrick.core.selection.field import BerthMeasure, DoubledTotal, Placings, TotalPoints
from overtrick.core.selection.rules import Selection
from overtrick.core.selection.trials import DirectRule, PlacedRule
from overtrick.regulations.grammar.files import TablesByName
from overtrick.regulations.grammar.forms import HERE, HIDDEN, NEEDED, WordPlace, form
from overtrick.regulations.grammar.readings import EventReading
from overtrick.regulations.grammar.values import TEXTS


def _berth_measure(value: object) -> BerthMeasure:
    text = str(value)
    if text == "total":
        return TotalPoints()
    if placings := re.fullmatch(r"placings (\d+)", text):
        return Placings(int(placings[1]))
    if doubled := re.fullmatch(r"doubled (raw )?(\S+)", text):
        return DoubledTotal(doubled[2], raw=bool(doubled[1]))
    raise ValueError(f"“{value}” breaks no tie; write “total”, “placings 1”, “doubled” or “doubled raw” and an event")


TEXTS[BerthMeasure] = _berth_measure

form(Target, other="other.clause", part="other.part")
form(SelectedEvent, tables="award")
form(DirectRule, least="least.points", least_clause="least.clause", ranked_by=NEEDED)
form(PlacedRule, ranked_by=NEEDED)


def _list(word: str) -> WordPlace:
    """Tables in a list, by name; the list may be missing."""
    return WordPlace(word, TablesByName(None), dict)


form(LedgerRule, events=_list("event"))
form(
    Selection,
    ledger=HERE, targets=_list("target"), fields=_list("field"), placed_fields=_list("placed_field"),
    direct_fields=_list("direct_field"), teams=_list("team"), finals_days=_list("finals_day"),
    masterpoints=_list("masterpoints"), replacement=HIDDEN, reentry=HIDDEN, offers=HIDDEN, club_places=HIDDEN,
    ways=HIDDEN, otherwise=HIDDEN,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SelectionFile:
    """A whole `selection.toml`."""

    rules: Selection
    reading: tuple[EventReading, ...] = ()

    @property
    def cites(self) -> str:
        """The citation of the document this is from."""
        return self.rules.ledger.ties.document


form(SelectionFile, rules=HERE)
