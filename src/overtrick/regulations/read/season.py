"""Reads how the sessions of an event count, from a document's `season.toml`."""

from collections.abc import Mapping, Sequence

from overtrick.core.conduct.participation import PlayRule
from overtrick.core.errors import RegulationErrors
from overtrick.core.season.rules import SeasonRule
from overtrick.regulations.grammar.season import SeasonFile, SeasonWords, TieWords
from overtrick.regulations.grammar.words import changed
from overtrick.regulations.read.editions import by_edition
from overtrick.regulations.read.eligibility import load_eligibility
from overtrick.regulations.read.library import Rulebook, library
from overtrick.regulations.read.load import read_as, text_of


@by_edition
def season_file(folder: str) -> SeasonFile:
    """The words of a folder's `season.toml`."""
    text = text_of(folder, "season.toml")
    return read_seasons(text, f"{folder}/season.toml", library(), load_eligibility(folder).play)


def read_seasons(text: str, name: str, book: Rulebook, play: Mapping[str, PlayRule]) -> SeasonFile:
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
    return words


AS_WRITTEN: Mapping[tuple[str, ...], object] = {}


def build_season(
    words: SeasonWords, ties: Sequence[TieWords], folder: str, below: Mapping[tuple[str, ...], object] = AS_WRITTEN
) -> SeasonRule:
    """How the sessions of an event count, as another reading has it where *below* says so.

    A path that begins with `ties` and goes on reaches into what breaks ties.
    """
    for path, value in below.items():
        if len(path) == 1 or path[0] != "ties":
            words = changed(words, path, value)
    band = next(each for each in ties if each.name == words.ties)
    for path, value in below.items():
        if len(path) > 1 and path[0] == "ties":
            band = changed(band, path[1:], value)
    return SeasonRule(
        words.cited, library().stand_in(words.stand_ins), words.whatever, words.gate.cited, words.gate.grounds,
        load_eligibility(folder).play[words.eligibility], band.rule(), words.recognised,
    )  # fmt: skip
