"""The grammar of `season.toml`: events over several sessions and how ties in them are broken, one class a table."""

import re
from typing import Annotated

from pydantic import PlainValidator, WithJsonSchema, model_validator

from overtrick.core.scoring.stand_ins import Ground
from overtrick.core.season.rules import Above, BandRule, OwnSessions
from overtrick.regulations.words import Cited, Number, Table, word


def _measure(value: object) -> OwnSessions | Above:
    if value == "sessions played":
        return OwnSessions()
    above = re.fullmatch(r"scores above (\d+)", str(value))
    if above is None:
        raise ValueError(f"“{value}” breaks no tie; write “sessions played” or “scores above 60”")
    return Above(int(above[1]))


MeasureWord = Annotated[OwnSessions | Above, PlainValidator(_measure), WithJsonSchema({"type": "string"})]


class TieWords(Cited):
    """How near two aggregates must be to tie, and what breaks the tie."""

    name: str
    band: Number
    by: tuple[MeasureWord, ...]

    def rule(self) -> BandRule:
        return BandRule(self.cited, self.band, self.by)


GroundWord = Annotated[Ground, word(Ground)]


class GateWords(Cited):
    """The grounds on which an absence counts only for a pair that can be placed."""

    grounds: tuple[GroundWord, ...]


class SeasonWords(Cited):
    """How the sessions of an event count: the rules for stand-ins, for eligibility and for ties, by name."""

    name: str
    says: str = ""
    stand_ins: str
    whatever: tuple[GroundWord, ...]
    gate: GateWords
    eligibility: str
    ties: str


class SeasonFile(Table):
    """A whole `season.toml`."""

    ties: tuple[TieWords, ...]
    season: tuple[SeasonWords, ...]

    @model_validator(mode="after")
    def _ties_are_there(self) -> "SeasonFile":
        known = {each.name for each in self.ties}
        for each in self.season:
            if each.ties not in known:
                raise ValueError(f"{each.name} breaks ties by {each.ties}, which is not here")
        return self
