"""All rules of a document for selecting teams, as one object."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from overtrick.core.conduct.eligibility import BarRule
from overtrick.core.conduct.entries import ClubPlacesRule, OfferRule, ReentryRule, ReplacementRule
from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.core.selection.credits import Target
from overtrick.core.selection.events import LedgerRule
from overtrick.core.selection.field import DoubledTotal, FieldRule
from overtrick.core.selection.teams import DayRule, RateRule, TeamRule
from overtrick.core.selection.trials import DirectRule, PlacedRule, TrialFormatRule


@dataclass(frozen=True, slots=True)
class Selection:
    """All rules of a document for selection, by name of team, field or event.

    *replacement* fills a place in a team; *withdrew* bars players who leave one without a reason; *reentry*
    is for players who return with other partners; *offers* and *club_places* are for places in other events.
    *ways* are the readings that have alternatives, and *otherwise* makes the rules with the chosen ones.
    """

    ledger: LedgerRule
    targets: Mapping[str, Target]
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
    ways: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    otherwise: "Callable[[Mapping[str, str]], Selection] | None" = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Check that every rule refers only to events of this file."""
        if lost := [name for name in self._events() if name not in self.ledger.events]:
            raise RegulationErrors([f"“{lost[0]}” is not an event of this file"])

    def _events(self) -> Iterator[str]:
        yield from (way.event for target in self.targets.values() for way in target.immediate if way.event)
        yield from (rule.ranked_by for rule in self.placed_fields.values())
        yield from (rule.ranked_by for rule in self.direct_fields.values())
        for field_rule in self.fields.values():
            yield field_rule.automatic.event
            yield from (each.event for each in field_rule.last_berth.by if isinstance(each, DoubledTotal))

    def read(self, readings: Mapping[str, str]) -> "Selection":
        """These rules with the chosen readings; refuse a reading that is not listed."""
        if self.otherwise is None:
            raise DirectorError("This selection has no alternative readings", remedy="Keep the readings as they are.")
        return self.otherwise(readings)
