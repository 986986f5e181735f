"""The grammar of `season.toml`: events over several sessions and how ties in them are broken, one class a table."""

import re
from typing import Annotated

from pydantic import PlainValidator, WithJsonSchema, model_validator

from overtrick.core.ranking.chain import Ends
from overtrick.core.scoring.stand_ins import Ground
from overtrick.core.season.rules import Above, BandRule, OwnSessions
from overtrick.regulations.grammar.words import Cited, Number, Table, word


def _measure(value: object) -> OwnSessions | Above:
    if value == "sessions played":
        return OwnSessions()
    above = re.fullmatch(r"scores above (\d+)", str(value))
    if above is None:
        raise ValueError(f"“{value}” breaks no tie; write “sessions played” or “scores above 60”")
    return Above(int(above[1]))


MeasureWord = Annotated[OwnSessions | Above, PlainValidator(_measure), WithJsonSchema({"type": "string"})]


class TieWords(Cited):
    """How near two aggregates must be to tie, what breaks the tie, and how it ends.

    Without *inclusive* aggregates exactly so far apart do not tie; with *linked* neighbours within the band
    tie together.
    """

    name: str
    band: Number
    by: tuple[MeasureWord, ...]
    ends: Annotated[Ends, word(Ends)] = Ends.TIED
    inclusive: bool = True
    linked: bool = False

    def rule(self) -> BandRule:
        return BandRule(self.cited, self.band, self.by, self.ends, self.inclusive, self.linked)


GroundWord = Annotated[Ground, word(Ground)]


class GateWords(Cited):
    """The grounds on which an absence counts only for a pair that can be placed."""

    grounds: tuple[GroundWord, ...]


class SeasonWords(Cited):
    """How the sessions of an event count: the rules for stand-ins, for eligibility and for ties, by name.

    Without *recognised* a session that nobody of the pair played never counts as represented.
    """

    name: str
    says: str = ""
    stand_ins: str
    whatever: tuple[GroundWord, ...]
    gate: GateWords
    eligibility: str
    ties: str
    recognised: bool = True


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
