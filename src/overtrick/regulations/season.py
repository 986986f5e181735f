"""Reads how the sessions of an event count, from a document's `season.toml`."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from overtrick.core.conduct.participation import PlayRule
from overtrick.core.errors import RegulationErrors
from overtrick.core.season.rules import SeasonRule
from overtrick.regulations.eligibility import load_eligibility
from overtrick.regulations.library import Rulebook, shipped
from overtrick.regulations.load import read_as, rulebook
from overtrick.regulations.season_words import SeasonFile


@dataclass(frozen=True, slots=True)
class Seasons:
    """Everything a document says of events over several sessions, by name."""

    seasons: Mapping[str, SeasonRule]


@cache
def load_seasons(folder: str) -> Seasons:
    """The seasons of one folder of the rulebook.

    >>> load_seasons("sabf-2020").seasons["State Pairs final"].stand_ins.id
    'sabf-2020/state-pairs-final'
    """
    text = (rulebook() / folder / "season.toml").read_text(encoding="utf-8")
    return read_seasons(text, f"{folder}/season.toml", shipped(), load_eligibility(folder).play)


def read_seasons(text: str, name: str, book: Rulebook, play: Mapping[str, PlayRule]) -> Seasons:
    """The seasons in a text, or every fault in it at once; *name* is what the faults call it."""
    words = read_as(SeasonFile, text, name)
    unknown = [
        f"{name}: {each.name}: there is no {kind} called “{wanted}”"
        for each in words.season
        for kind, wanted, known in (
            ("stand-in", each.stand_ins, book.stand_ins), ("least play", each.eligibility, play)
        )
        if wanted not in known
    ]  # fmt: skip
    if unknown:
        raise RegulationErrors(unknown)
    ties = {each.name: each.rule() for each in words.ties}
    return Seasons(
        seasons={
            each.name: SeasonRule(
                each.cited, book.stand_in(each.stand_ins), each.whatever, each.gate.cited,
                each.gate.grounds, play[each.eligibility],
                ties[each.ties],
            )
            for each in words.season
        },
    )  # fmt: skip
