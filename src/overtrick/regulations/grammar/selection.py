"""The grammar of `selection.toml`: events that earn points, targets, fields and teams."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from overtrick.core.provenance import Clause
from overtrick.core.selection.credits import Target
from overtrick.core.selection.events import SelectedEvent, SizeRule
from overtrick.core.selection.field import BerthMeasure, BerthRule, Doubled, FieldRule, Placings, TotalPoints
from overtrick.core.selection.teams import DayRule, RateRule, TeamRule
from overtrick.core.selection.trials import DirectRule, ImmediateRule, PlacedRule, TrialFormatRule
from overtrick.regulations.grammar.files import listed
from overtrick.regulations.grammar.forms import HERE, NEEDED, form, makes
from overtrick.regulations.grammar.readings import EventReading
from overtrick.regulations.grammar.values import TEXTS


def _berth_measure(value: object) -> BerthMeasure:
    text = str(value)
    if text == "total":
        return TotalPoints()
    if placings := re.fullmatch(r"placings (\d+)", text):
        return Placings(int(placings[1]))
    if doubled := re.fullmatch(r"doubled (raw )?(\S+)", text):
        return Doubled(doubled[2], raw=bool(doubled[1]))
    raise ValueError(f"“{value}” breaks no tie; write “total”, “placings 1”, “doubled” or “doubled raw” and an event")


TEXTS[BerthMeasure] = _berth_measure


@makes(ImmediateRule)
def immediate(*, clause: Clause, currency: str = "", event: str = "", finish: tuple[int, ...] = (1,)) -> ImmediateRule:
    """A way to be eligible at once: points of a *currency*, or a place of an *event* from and to *finish*."""
    if bool(currency) == bool(event):
        raise ValueError("a pair is eligible at once by points of a currency or by a team: name one")
    if not 1 <= len(finish) <= 2:
        raise ValueError("finish is [best] or [best, last]")
    return ImmediateRule(clause, currency, event, (finish[0], finish[1] if len(finish) == 2 else None))


@dataclass(frozen=True, slots=True)
class TargetWords:
    """A team and what counts towards it, and the ways to be eligible at once."""

    target: Target
    immediate: tuple[ImmediateRule, ...] = ()


form(TargetWords, target=HERE)
form(Target, other="other.clause", part="other.part")
form(SelectedEvent, tables="award")
form(DirectRule, least="least.points", least_clause="least.clause", ranked_by=NEEDED)
form(PlacedRule, ranked_by=NEEDED)


@dataclass(frozen=True, slots=True, kw_only=True)
class SelectionFile:
    """A whole `selection.toml`."""

    ties: Clause
    sizes: SizeRule
    event: Mapping[str, SelectedEvent] = listed()
    target: Mapping[str, TargetWords] = listed()
    field: Mapping[str, FieldRule] = listed()
    placed_field: Mapping[str, PlacedRule] = listed()
    direct_field: Mapping[str, DirectRule] = listed()
    trial_format: TrialFormatRule
    team: Mapping[str, TeamRule] = listed()
    masterpoints: Mapping[str, RateRule] = listed()
    finals_day: Mapping[str, DayRule] = listed()
    withdrew: str = ""
    reading: tuple[EventReading, ...] = ()

    def __post_init__(self) -> None:
        for name in self._named():
            if name not in self.event:
                raise ValueError(f"“{name}” is not an event of this file")

    def _named(self) -> Iterator[str]:
        """The events that something goes by."""
        yield from (way.event for target in self.target.values() for way in target.immediate if way.event)
        yield from (field.automatic.event for field in self.field.values())
        yield from (placed.ranked_by for placed in self.placed_field.values())
        yield from (direct.ranked_by for direct in self.direct_field.values())
        for field in self.field.values():
            yield from (each.event for each in field.last_berth.by if isinstance(each, Doubled))

    @property
    def cites(self) -> str:
        """The citation of the document this is from."""
        return self.ties.document

    @property
    def fields(self) -> dict[str, FieldRule]:
        """The fields filled by points; tests that are about an event say its name."""
        return {name: replace(field, last_berth=self._told(field.last_berth)) for name, field in self.field.items()}

    def _told(self, rule: BerthRule) -> BerthRule:
        named = (
            replace(each, name=self.event[each.event].name) if isinstance(each, Doubled) else each for each in rule.by
        )
        return replace(rule, by=tuple(named))
