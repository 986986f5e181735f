"""Everything a document says of selecting teams, as one object."""

from collections.abc import Mapping
from dataclasses import dataclass

from overtrick.core.conduct.eligibility import BarRule
from overtrick.core.conduct.entries import ClubPlacesRule, OfferRule, ReentryRule, ReplacementRule
from overtrick.core.selection.credits import Target
from overtrick.core.selection.events import LedgerRule
from overtrick.core.selection.field import FieldRule
from overtrick.core.selection.teams import DayRule, RateRule, TeamRule
from overtrick.core.selection.trials import DirectRule, ImmediateRule, PlacedRule, TrialFormatRule


@dataclass(frozen=True, slots=True)
class Selection:
    """Everything a document says of selection, by name of team, field or event.

    *replacement* fills a place in a team; *withdrew* bars those who leave one without a reason; *reentry*
    is for those who come back with other partners; *offers* and *club_places* are for places elsewhere.
    """

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
    replacement: ReplacementRule | None = None
    reentry: ReentryRule | None = None
    withdrew: BarRule | None = None
    offers: Mapping[str, OfferRule] | None = None
    club_places: ClubPlacesRule | None = None
