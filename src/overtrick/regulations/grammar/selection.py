"""The grammar of `selection.toml`: events that earn points, targets, fields and teams, one class a table."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Annotated

from pydantic import Field, PlainValidator, WithJsonSchema, model_validator

from overtrick.core.conduct.participation import PlayRule
from overtrick.core.selection.credits import Target, Worth
from overtrick.core.selection.events import AwardTable, Kind, LedgerRule, SelectedEvent, SizeRule
from overtrick.core.selection.field import (
    AutomaticRule,
    BerthMeasure,
    BerthRule,
    Doubled,
    FieldRule,
    Placings,
    RankRule,
    TotalPoints,
)
from overtrick.core.selection.teams import DayRule, RateRule, TeamRule
from overtrick.core.selection.trials import Apart, DirectRule, ImmediateRule, PlacedRule, TrialFormatRule, Without
from overtrick.regulations.grammar.event import EventReading
from overtrick.regulations.grammar.words import Cite, Cited, HalvesWord, Number, Table, word


def _berth_measure(value: object) -> BerthMeasure:
    text = str(value)
    if text == "total":
        return TotalPoints()
    if placings := re.fullmatch(r"placings (\d+)", text):
        return Placings(int(placings[1]))
    if doubled := re.fullmatch(r"doubled (raw )?(\S+)", text):
        return Doubled(doubled[2], raw=bool(doubled[1]))
    raise ValueError(f"“{value}” breaks no tie; write “total”, “placings 1”, “doubled” or “doubled raw” and an event")


BerthWord = Annotated[BerthMeasure, PlainValidator(_berth_measure), WithJsonSchema({"type": "string"})]


def _shares(rows: Iterable[tuple[int, Number]]) -> tuple[tuple[int, Fraction], ...]:
    return tuple((size, Fraction(share)) for size, share in rows)


class SizeWords(Cited):
    """What is left of a team award, by size of team."""

    says: str = ""
    factors: tuple[tuple[int, Number], ...]

    def rule(self) -> SizeRule:
        return SizeRule(self.cited, _shares(self.factors))


class SharedWords(Cited):
    """That level entries share awards."""

    says: str = ""


class AwardWords(Cited):
    """What places earn in one currency."""

    currency: str
    points: tuple[Number, ...]
    first: int = 1
    needs: tuple[str, ...] = ()
    least_events: int = 0
    halved: bool = True

    def rule(self) -> AwardTable:
        return AwardTable(
            self.cited, self.currency, self.points, self.first, self.needs, self.least_events, self.halved
        )


class EventWords(Table):
    """An event that earns points.

    *played* is the id of its event file, *stage* the one whose places count, *play* the least play for points
    (in `eligibility.toml`).
    """

    id: str
    name: str
    kind: Annotated[Kind, word(Kind)]
    selected: bool = False
    reduced: bool = False
    played: str = ""
    stage: str = ""
    play: str = ""
    award: tuple[AwardWords, ...]

    def rule(self, play: Mapping[str, PlayRule]) -> SelectedEvent:
        tables = tuple(award.rule() for award in self.award)
        return SelectedEvent(
            self.id, self.name, self.kind, tables, self.selected, self.reduced, self.played, self.stage,
            play.get(self.play),
        )  # fmt: skip


class WorthWords(Cited):
    """What a currency is worth towards a team."""

    currency: str
    factor: int

    def rule(self) -> Worth:
        return Worth(self.currency, self.factor, self.cited)


class OtherWords(Cited):
    """What counts of points earned with others."""

    part: Number


class ImmediateWords(Cited):
    """A way to be eligible at once."""

    currency: str = ""
    event: str = ""
    finish: tuple[int, ...] = Field(default=(1,), min_length=1, max_length=2)

    @model_validator(mode="after")
    def _one_way(self) -> "ImmediateWords":
        if bool(self.currency) == bool(self.event):
            raise ValueError("a pair is eligible at once by points of a currency or by a team: name one")
        return self

    def rule(self) -> ImmediateRule:
        last = self.finish[1] if len(self.finish) == 2 else None
        return ImmediateRule(self.cited, self.currency, self.event, (self.finish[0], last))


class TargetWords(Cited):
    """A team and what counts towards it."""

    name: str
    full: Cite
    other: OtherWords
    worth: tuple[WorthWords, ...]
    immediate: tuple[ImmediateWords, ...] = ()

    def rule(self) -> Target:
        worth = tuple(each.rule() for each in self.worth)
        return Target(self.name, self.cited, worth, self.full, self.other.cited, Fraction(self.other.part))


class AutomaticWords(Cited):
    """Places that give entry outright."""

    event: str
    places: tuple[int, ...]


class RankWords(Cited):
    """The lowest rank that may enter."""

    currency: str
    lowest: int
    few: int


class LastBerthWords(Cited):
    """What breaks a tie for the last berth."""

    by: tuple[BerthWord, ...]


class FieldWords(Cited):
    """A field filled by points."""

    name: str
    berths: int
    automatic: AutomaticWords
    rank: RankWords
    last_berth: LastBerthWords

    def rule(self, names: Mapping[str, str]) -> FieldRule:
        """The field; *names* has the events by their ids, for tests that are about one."""
        by = tuple(
            replace(each, name=names[each.event]) if isinstance(each, Doubled) else each for each in self.last_berth.by
        )
        return FieldRule(
            self.cited, self.berths,
            AutomaticRule(self.automatic.cited, self.automatic.event, self.automatic.places),
            RankRule(self.rank.cited, self.rank.currency, self.rank.lowest, self.rank.few),
            BerthRule(self.last_berth.cited, by),
        )  # fmt: skip


class PlacedFieldWords(Cited):
    """A field of pairs eligible at once, then by points, then by place."""

    name: str
    says: str = ""
    berths: int
    ties: Cited
    included: Cite
    most_included: int
    ranked_by: str
    apart: Annotated[Apart, word(Apart)] = Apart.WORSE
    without: Annotated[Without, word(Without)] = Without.PAIR

    def rule(self) -> PlacedRule:
        return PlacedRule(
            self.cited, self.berths, self.ties.cited, self.included, self.most_included, self.ranked_by,
            self.apart, self.without,
        )  # fmt: skip


class LeastWords(Cited):
    """The least points of each player."""

    points: Number


class DirectFieldWords(Cited):
    """A field partly filled by a qualifying day."""

    name: str
    direct: int
    berths: int
    least: LeastWords
    promotion: Cited
    ranked_by: str
    apart: Annotated[Apart, word(Apart)] = Apart.WORSE

    def rule(self) -> DirectRule:
        return DirectRule(
            self.cited, self.direct, self.berths, self.least.points, self.least.cited, self.promotion.cited,
            self.ranked_by, self.apart,
        )  # fmt: skip


class TrialFormatWords(Cited):
    """Boards by number of pairs, the largest first."""

    says: str = ""
    rows: tuple[tuple[int, int], ...]

    def rule(self) -> TrialFormatRule:
        return TrialFormatRule(self.cited, self.rows)


class TeamWords(Cited):
    """How many pairs make a team; *trial* and *day* are the ids of the event files they come from."""

    name: str
    pairs: int
    trial: str = ""
    day: str = ""

    def rule(self) -> TeamRule:
        return TeamRule(self.cited, self.pairs, self.trial, self.day)


class RateWords(Cited):
    """Masterpoints at a share of the full rate."""

    name: str
    share: Number
    places: int
    halves: HalvesWord

    def rule(self) -> RateRule:
        return RateRule(self.cited, Fraction(self.share), self.places, self.halves)


class DayWords(Cited):
    """Boards in a day of finals."""

    name: str
    boards: int

    def rule(self) -> DayRule:
        return DayRule(self.cited, self.boards)


class SelectionFile(Table):
    """A whole `selection.toml`."""

    ties: SharedWords
    sizes: SizeWords
    event: tuple[EventWords, ...]
    target: tuple[TargetWords, ...]
    field: tuple[FieldWords, ...] = ()
    placed_field: tuple[PlacedFieldWords, ...] = ()
    direct_field: tuple[DirectFieldWords, ...] = ()
    trial_format: TrialFormatWords
    team: tuple[TeamWords, ...] = ()
    masterpoints: tuple[RateWords, ...] = ()
    finals_day: tuple[DayWords, ...] = ()
    withdrew: str = ""
    reading: tuple[EventReading, ...] = ()

    @model_validator(mode="after")
    def _events_are_there(self) -> "SelectionFile":
        known = {event.id for event in self.event}
        if len(known) != len(self.event):
            raise ValueError("two events have one id")
        named = [immediate.event for target in self.target for immediate in target.immediate if immediate.event]
        named += [field.automatic.event for field in self.field]
        named += [placed.ranked_by for placed in self.placed_field] + [direct.ranked_by for direct in self.direct_field]
        named += [each.event for field in self.field for each in field.last_berth.by if isinstance(each, Doubled)]
        for name in named:
            if name not in known:
                raise ValueError(f"“{name}” is not an event of this file")
        return self

    @property
    def cites(self) -> str:
        """The citation of the document this is from."""
        return self.ties.clause.document

    def ledger(self, play: Mapping[str, PlayRule]) -> LedgerRule:
        """The events and how team size tells; *play* has the rules of least play by id."""
        events = {event.id: event.rule(play) for event in self.event}
        return LedgerRule(events, self.sizes.rule(), self.ties.cited)
