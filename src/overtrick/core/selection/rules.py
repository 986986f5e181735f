"""Everything a document says of selecting teams, as one object."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from overtrick.core.conduct.eligibility import BarRule
from overtrick.core.conduct.entries import ClubPlacesRule, OfferRule, ReentryRule, ReplacementRule
from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.core.selection.credits import Target
from overtrick.core.selection.events import LedgerRule
from overtrick.core.selection.field import Doubled, FieldRule
from overtrick.core.selection.teams import DayRule, RateRule, TeamRule
from overtrick.core.selection.trials import DirectRule, PlacedRule, TrialFormatRule


@dataclass(frozen=True, slots=True)
class Selection:
    """Everything a document says of selection, by name of team, field or event.

    *replacement* fills a place in a team; *withdrew* bars those who leave one without a reason; *reentry*
    is for those who come back with other partners; *offers* and *club_places* are for places elsewhere.
    *ways* are the readings that may be chosen otherwise, and *otherwise* makes the rules by such a choice.
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
        """Whatever goes by an event goes by one of these."""
        if lost := [name for name in self._events() if name not in self.ledger.events]:
            raise RegulationErrors([f"“{lost[0]}” is not an event of this file"])

    def _events(self) -> Iterator[str]:
        yield from (way.event for target in self.targets.values() for way in target.immediate if way.event)
        yield from (rule.ranked_by for rule in self.placed_fields.values())
        yield from (rule.ranked_by for rule in self.direct_fields.values())
        for field_rule in self.fields.values():
            yield field_rule.automatic.event
            yield from (each.event for each in field_rule.last_berth.by if isinstance(each, Doubled))

    def read(self, readings: Mapping[str, str]) -> "Selection":
        """The same document by these readings, each by its way; one that is not listed is refused."""
        if self.otherwise is None:
            raise DirectorError("No reading of this selection can be chosen", remedy="Leave them as they are.")
        return self.otherwise(readings)
