"""The grammar of `season.toml`: events over several sessions and how ties in them are broken."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from overtrick.core.season.rules import Above, BandRule, OwnSessions, SeasonRule
from overtrick.regulations.grammar.files import KINDS, By
from overtrick.regulations.grammar.forms import As, form
from overtrick.regulations.grammar.values import TEXTS


def _measure(value: object) -> OwnSessions | Above:
    if value == "sessions played":
        return OwnSessions()
    above = re.fullmatch(r"scores above (\d+)", str(value))
    if above is None:
        raise ValueError(f"“{value}” breaks no tie; write “sessions played” or “scores above 60”")
    return Above(int(above[1]))


TEXTS[OwnSessions | Above] = _measure


@dataclass(frozen=True, slots=True)
class Seasons:
    """How the sessions of a document's events count, by name."""

    ties: Mapping[str, BandRule]
    seasons: Mapping[str, SeasonRule]


form(Seasons, ties=As("", By(BandRule)), seasons=As("season", By(SeasonRule)))
form(SeasonRule, gate="gate.clause", gated="gate.grounds")
KINDS |= {SeasonRule: "season", BandRule: "way to break ties"}
