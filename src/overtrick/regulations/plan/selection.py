"""Reads how teams are selected, from a document's `selection.toml`."""

from collections.abc import Callable, Mapping
from functools import cache

from overtrick.core.errors import DirectorError
from overtrick.core.selection.events import LedgerRule
from overtrick.core.selection.rules import Selection
from overtrick.regulations.grammar.eligibility import Eligibilities
from overtrick.regulations.grammar.files import FileScope
from overtrick.regulations.grammar.place import NOTHING, Below, Scope
from overtrick.regulations.grammar.selection import SelectionFile
from overtrick.regulations.plan.formats import listed_way
from overtrick.regulations.read.documents import Beyond, said_of
from overtrick.regulations.read.editions import by_edition
from overtrick.regulations.read.load import folders, has, read_tables, tables_in, text_of

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
    return read_selection(text_of(folder, FILE), f"{folder}/{FILE}", Beyond(folder, FILE))


def read_selection(text: str, name: str, beyond: Scope, below: Below = NOTHING) -> SelectionFile:
    """The selection rules in a text, as other readings have them where *below* says so."""
    tables = tables_in(text, name)
    return read_tables(SelectionFile, tables, FileScope(SelectionFile, tables, beyond), below)


@by_edition
def load_selection(folder: str) -> Selection:
    """The selection rules of one folder of the rulebook.

    >>> load_selection("sabf-2020").fields["Open"].berths
    14
    """
    words = selection_words(folder)
    text, eligible = text_of(folder, FILE), said_of(Eligibilities, folder)

    @cache
    def otherwise(chosen: tuple[tuple[str, str], ...]) -> Selection:
        below: dict[tuple[str, ...], object] = {}
        for reading, way in chosen:
            found = listed_way(words.reading, words.cites, f"The selection of {words.cites}", reading, way)
            below |= {tuple(path.split(".")): found.to for path in found.sets} if found else {}
        read = read_selection(text, f"{folder}/{FILE}", Beyond(folder, FILE), below)
        return _built(read, eligible, by)

    def by(readings: Mapping[str, str]) -> Selection:
        return otherwise(tuple(sorted(readings.items())))

    return _built(words, eligible, by)


def _built(
    words: SelectionFile, eligible: Eligibilities | None, otherwise: Callable[[Mapping[str, str]], Selection]
) -> Selection:
    return Selection(
        ledger=LedgerRule(words.event, words.sizes, words.ties),
        targets={name: each.target for name, each in words.target.items()},
        immediate={name: each.immediate for name, each in words.target.items()},
        fields=words.fields,
        placed_fields=words.placed_field,
        direct_fields=words.direct_field,
        trial_format=words.trial_format,
        teams=words.team,
        masterpoints=words.masterpoints,
        finals_days=words.finals_day,
        replacement=eligible.replacement if eligible is not None else None,
        reentry=eligible.reentry if eligible is not None else None,
        withdrew=eligible.bars.get(words.withdrew) if eligible is not None else None,
        offers=eligible.offers if eligible is not None else None,
        club_places=eligible.club_places if eligible is not None else None,
        ways={each.id: tuple(way.way for way in each.other) for each in words.reading if each.other},
        otherwise=otherwise,
    )
