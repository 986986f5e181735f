"""The grammar of `season.toml`: sessions and what they count for, ties, carry-over, one class a table."""

import re
from fractions import Fraction
from typing import Annotated

from pydantic import Field, PlainValidator, WithJsonSchema, model_validator

from overtrick.core.exact import Exact, Halves
from overtrick.core.season.carry import CarryOverRule, FinalSizeRule
from overtrick.core.season.rules import (
    Above,
    Attendance,
    BandRule,
    EligibilityRule,
    GroundRule,
    LimitRule,
    OwnSessions,
    SeasonRule,
)
from overtrick.regulations.schema import Cited
from overtrick.regulations.words import Cite, HalvesWord, Number, Table, word


def _measure(value: object) -> OwnSessions | Above:
    if value == "sessions played":
        return OwnSessions()
    above = re.fullmatch(r"scores above (\d+)", str(value))
    if above is None:
        raise ValueError(f"“{value}” breaks no tie; write “sessions played” or “scores above 60”")
    return Above(int(above[1]))


MeasureWord = Annotated[OwnSessions | Above, PlainValidator(_measure), WithJsonSchema({"type": "string"})]
AttendanceWord = Annotated[Attendance, word(Attendance)]


class TieWords(Cited):
    """How near two aggregates must be to tie, and what breaks the tie."""

    name: str
    band: Number
    by: tuple[MeasureWord, ...]

    def rule(self) -> BandRule:
        return BandRule(self.cited, self.band, self.by)


class LimitWords(Cited):
    """The bounds of a substitute's score."""

    share: Number
    floor: Number

    def rule(self) -> LimitRule:
        return LimitRule(self.cited, Fraction(self.share), self.floor)


class EligibilityWords(Cited):
    """How much must have been played to be placed."""

    represented: Number
    more_than: Number | None = None
    all_but: int | None = None

    @model_validator(mode="after")
    def _says_how_much_itself(self) -> "EligibilityWords":
        if self.more_than is None and self.all_but is None:
            raise ValueError("say how many sessions the pair itself must play: more_than or all_but")
        return self

    def rule(self) -> EligibilityRule:
        more_than = None if self.more_than is None else Fraction(self.more_than)
        return EligibilityRule(self.cited, Fraction(self.represented), more_than, self.all_but)


class GroundWords(Cited):
    """A recognised reason, and the share of its own average a pair then has."""

    name: str
    attendance: tuple[AttendanceWord, ...]
    share: Number
    least: Number | None = None
    gate: Cited | None = None

    def rule(self) -> GroundRule:
        gate = self.gate.cited if self.gate else None
        return GroundRule(self.cited, self.name, self.attendance, Fraction(self.share), self.least, gate)


class SeasonWords(Cited):
    """How the sessions of an event count, or that they count as in another."""

    name: str
    says: str = ""
    same: str | None = None
    played: Cite | None = None
    stand_ins: Cite | None = None
    absent: Cite | None = None
    places: int | None = None
    halves: HalvesWord = Halves.UP
    ties: str | None = None
    substitutes: LimitWords | None = None
    eligibility: EligibilityWords | None = None
    ground: tuple[GroundWords, ...] = ()

    @model_validator(mode="after")
    def _whole(self) -> "SeasonWords":
        needed = ("played", "stand_ins", "absent", "ties", "substitutes", "eligibility")
        missing = [name for name in needed if getattr(self, name) is None]
        if self.same is None and missing:
            raise ValueError(f"{self.name} does not say {', '.join(missing)}")
        if self.same is not None and len(missing) < len(needed):
            raise ValueError(f"{self.name} is the same as {self.same}, so it has no words of its own")
        return self

    def rule(self, ties: dict[str, BandRule]) -> SeasonRule:
        """The rule of an event with words of its own."""
        if not (self.played and self.stand_ins and self.absent and self.ties and self.substitutes and self.eligibility):
            raise ValueError(f"{self.name} has no words of its own")
        return SeasonRule(
            self.cited, self.played, self.substitutes.rule(), self.stand_ins, self.absent,
            tuple(ground.rule() for ground in self.ground), self.eligibility.rule(), ties[self.ties],
            self.places, self.halves,
        )  # fmt: skip


class CarryOverWords(Cited):
    """How the carry-over is rounded."""

    name: str
    places: int
    halves: HalvesWord

    def rule(self) -> CarryOverRule:
        return CarryOverRule(self.cited, self.places, self.halves)


class FinalSizeWords(Cited):
    """Tables in the final by average entry, the largest first."""

    name: str
    says: str = ""
    rows: tuple[tuple[Number, int], ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _falling(self) -> "FinalSizeWords":
        bounds: list[Exact] = [least for least, _ in self.rows]
        if bounds != sorted(bounds, reverse=True):
            raise ValueError("rows go from the largest average to the smallest")
        return self

    def rule(self) -> FinalSizeRule:
        return FinalSizeRule(self.cited, self.rows)


class SharedWords(Cited):
    """That tied pairs share masterpoints."""

    says: str = ""


class SeasonFile(Table):
    """A whole `season.toml`."""

    ties: tuple[TieWords, ...] = ()
    season: tuple[SeasonWords, ...] = ()
    carry_over: tuple[CarryOverWords, ...] = ()
    final_size: tuple[FinalSizeWords, ...] = ()
    shared_masterpoints: SharedWords | None = None

    @model_validator(mode="after")
    def _names_are_there(self) -> "SeasonFile":
        ties = {each.name for each in self.ties}
        own = {each.name for each in self.season if each.same is None}
        for each in self.season:
            if each.same is not None and each.same not in own:
                raise ValueError(f"{each.name} is the same as {each.same}, which is not here")
            if each.ties is not None and each.ties not in ties:
                raise ValueError(f"{each.name} breaks ties by {each.ties}, which is not here")
        return self
