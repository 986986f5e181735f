"""Reads how the sessions of an event count, from a document's `season.toml`."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

from overtrick.core.provenance import Clause
from overtrick.core.season.carry import CarryOverRule, FinalSizeRule
from overtrick.core.season.rules import SeasonRule
from overtrick.regulations.load import read_as, rulebook
from overtrick.regulations.season_words import SeasonFile


@dataclass(frozen=True, slots=True)
class Seasons:
    """Everything a document says of events over several sessions, by name."""

    seasons: Mapping[str, SeasonRule]
    carry_overs: Mapping[str, CarryOverRule]
    final_sizes: Mapping[str, FinalSizeRule]
    shared_masterpoints: Clause | None


@cache
def load_seasons(folder: str) -> Seasons:
    """The seasons of one folder of the rulebook.

    >>> load_seasons("sabf-2020").seasons["State Pairs final"].grounds[0].least
    55
    """
    text = (rulebook() / folder / "season.toml").read_text(encoding="utf-8")
    return read_seasons(text, f"{folder}/season.toml")


def read_seasons(text: str, name: str) -> Seasons:
    """The seasons in a text, or every fault in it at once; *name* is what the faults call it."""
    words = read_as(SeasonFile, text, name)
    ties = {each.name: each.rule() for each in words.ties}
    seasons = {each.name: each.rule(ties) for each in words.season if each.same is None}
    taken = {each.name: replace(seasons[each.same], clause=each.cited) for each in words.season if each.same}
    return Seasons(
        seasons=seasons | taken,
        carry_overs={each.name: each.rule() for each in words.carry_over},
        final_sizes={each.name: each.rule() for each in words.final_size},
        shared_masterpoints=words.shared_masterpoints.cited if words.shared_masterpoints else None,
    )
