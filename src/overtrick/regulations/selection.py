"""Reads how teams are selected, from a document's `selection.toml`."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from overtrick.core.selection.credits import Target
from overtrick.core.selection.events import LedgerRule
from overtrick.core.selection.field import FieldRule
from overtrick.core.selection.teams import DayRule, RateRule, TeamRule
from overtrick.core.selection.trials import DirectRule, ImmediateRule, PlacedRule, TrialFormatRule
from overtrick.regulations.load import read_as, rulebook
from overtrick.regulations.selection_words import SelectionFile


@dataclass(frozen=True, slots=True)
class Selection:
    """Everything a document says of selection, by name of team, field or event."""

    ledger: LedgerRule
    targets: Mapping[str, Target]
    immediate: Mapping[str, tuple[ImmediateRule, ...]]
    fields: Mapping[str, FieldRule]
    placed_fields: Mapping[str, PlacedRule]
    direct_fields: Mapping[str, DirectRule]
    trial_format: TrialFormatRule
    teams: Mapping[str, TeamRule]
    masterpoints: Mapping[str, RateRule]
    finals_days: Mapping[str, DayRule]


@cache
def load_selection(folder: str) -> Selection:
    """The selection rules of one folder of the rulebook.

    >>> load_selection("sabf-2020").fields["Open"].berths
    14
    """
    text = (rulebook() / folder / "selection.toml").read_text(encoding="utf-8")
    return read_selection(text, f"{folder}/selection.toml")


def read_selection(text: str, name: str) -> Selection:
    """The selection rules in a text, or every fault in it at once; *name* is what the faults call it."""
    words = read_as(SelectionFile, text, name)
    return Selection(
        ledger=words.ledger(),
        targets={each.name: each.rule() for each in words.target},
        immediate={each.name: tuple(way.rule() for way in each.immediate) for each in words.target},
        fields={each.name: each.rule() for each in words.field},
        placed_fields={each.name: each.rule() for each in words.placed_field},
        direct_fields={each.name: each.rule() for each in words.direct_field},
        trial_format=words.trial_format.rule(),
        teams={each.name: each.rule() for each in words.team},
        masterpoints={each.name: each.rule() for each in words.masterpoints},
        finals_days={each.name: each.rule() for each in words.finals_day},
    )
