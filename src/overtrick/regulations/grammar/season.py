"""The grammar of `season.toml`: events over several sessions and how ties in them are broken."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from overtrick.core.season.rules import BandRule, OwnSessions, ScoresAbove, SeasonRule
from overtrick.regulations.grammar.files import document_file, tables_field
from overtrick.regulations.grammar.forms import form
from overtrick.regulations.grammar.values import TEXTS


def _measure(value: object) -> OwnSessions | ScoresAbove:
    if value == "sessions played":
        return OwnSessions()
    above = re.fullmatch(r"scores above (\d+)", str(value))
    if above is None:
        raise ValueError(f"“{value}” breaks no tie; write “sessions played” or “scores above 60”")
    return ScoresAbove(int(above[1]))


TEXTS[OwnSessions | ScoresAbove] = _measure


@document_file("season.toml")
@dataclass(frozen=True, slots=True)
class Seasons:
    """How the sessions of a document's events count, by name."""

    ties: Mapping[str, BandRule] = tables_field("", "way to break ties")
    seasons: Mapping[str, SeasonRule] = tables_field("season", "season")


form(SeasonRule, gate="gate.clause", gated="gate.grounds")
