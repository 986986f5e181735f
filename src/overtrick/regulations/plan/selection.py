"""Reads how teams are selected, from a document's `selection.toml`."""

from collections.abc import Callable, Mapping
from functools import cache

from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.core.selection.rules import Selection
from overtrick.regulations.grammar.selection import SelectionFile
from overtrick.regulations.grammar.words import changed
from overtrick.regulations.plan.formats import listed_way
from overtrick.regulations.read.editions import by_edition
from overtrick.regulations.read.eligibility import Eligibilities, load_eligibility
from overtrick.regulations.read.load import folders, has, read_as, text_of

FILE = "selection.toml"


def selection_folders() -> tuple[str, ...]:
    """The documents that say how teams are selected.

    >>> selection_folders()
    ('sabf-2020',)
    """
    return tuple(folder for folder in folders() if has(folder, FILE))


@by_edition
def selection_words(folder: str) -> SelectionFile:
    """The selection rules of one folder of the rulebook, as they are written."""
    if folder not in selection_folders():
        listed = ", ".join(selection_folders())
        raise DirectorError(f"No selection is laid down in {folder}", remedy=f"There is one in {listed}.")
    return read_as(SelectionFile, text_of(folder, FILE), f"{folder}/{FILE}")


@by_edition
def load_selection(folder: str) -> Selection:
    """The selection rules of one folder of the rulebook.

    >>> load_selection("sabf-2020").fields["Open"].berths
    14
    """
    return build_selection(selection_words(folder), f"{folder}/{FILE}", load_eligibility(folder))


def build_selection(words: SelectionFile, name: str, eligible: Eligibilities | None = None) -> Selection:
    """The selection rules in these words, and what makes them by other readings.

    *eligible* has what the same document says of least play, of withdrawing and of places offered.
    """

    @cache
    def otherwise(chosen: tuple[tuple[str, str], ...]) -> Selection:
        read = words
        for reading, way in chosen:
            found = listed_way(words.reading, words.cites, f"The selection of {words.cites}", reading, way)
            for path in found.sets if found else ():
                read = changed(read, path.split("."), found.to if found else None)
        return _built(read, name, eligible, by)

    def by(readings: Mapping[str, str]) -> Selection:
        return otherwise(tuple(sorted(readings.items())))

    return _built(words, name, eligible, by)


def _built(
    words: SelectionFile, name: str, eligible: Eligibilities | None, otherwise: Callable[[Mapping[str, str]], Selection]
) -> Selection:
    play = eligible.play if eligible is not None else {}
    if unknown := [
        f"{name}: there is no least play called “{e.play}”" for e in words.event if e.play and e.play not in play
    ]:
        raise RegulationErrors(unknown)
    return Selection(
        ledger=words.ledger(play),
        targets={each.name: each.rule() for each in words.target},
        immediate={each.name: tuple(way.rule() for way in each.immediate) for each in words.target},
        fields={each.name: each.rule({event.id: event.name for event in words.event}) for each in words.field},
        placed_fields={each.name: each.rule() for each in words.placed_field},
        direct_fields={each.name: each.rule() for each in words.direct_field},
        trial_format=words.trial_format.rule(),
        teams={each.name: each.rule() for each in words.team},
        masterpoints={each.name: each.rule() for each in words.masterpoints},
        finals_days={each.name: each.rule() for each in words.finals_day},
        replacement=eligible.replacement if eligible is not None else None,
        reentry=eligible.reentry if eligible is not None else None,
        withdrew=eligible.bars.get(words.withdrew) if eligible is not None else None,
        offers=eligible.offers if eligible is not None else None,
        club_places=eligible.club_places if eligible is not None else None,
        ways={each.id: tuple(way.way for way in each.other) for each in words.reading if each.other},
        otherwise=otherwise,
    )
