"""Reads how teams are selected, from a document's `selection.toml`."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache

from overtrick.core.errors import DirectorError
from overtrick.core.selection.field import BerthRule, DoubledTotal
from overtrick.core.selection.rules import Selection
from overtrick.regulations.grammar.eligibility import Eligibilities
from overtrick.regulations.grammar.files import FileScope
from overtrick.regulations.grammar.place import NOTHING, Below, Further
from overtrick.regulations.grammar.selection import SelectionFile
from overtrick.regulations.plan.formats import listed_way
from overtrick.regulations.read.documents import OuterScope, reach, said_of
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
        raise DirectorError(
            "{folder} has no selection regulations",
            remedy="Folders with selection regulations: {listed}.",
            folder=folder,
            listed=listed,
        )
    return read_selection(text_of(folder, FILE), f"{folder}/{FILE}", OuterScope(reach(folder), FILE))


def read_selection(text: str, name: str, beyond: Further, below: Below = NOTHING) -> SelectionFile:
    """The selection rules in a text, with words of other readings where *below* sets them."""
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
        read = read_selection(text, f"{folder}/{FILE}", OuterScope(reach(folder), FILE), below)
        return _build_selection(read, eligible, by)

    def by(readings: Mapping[str, str]) -> Selection:
        return otherwise(tuple(sorted(readings.items())))

    return _build_selection(words, eligible, by)


def _build_selection(
    words: SelectionFile, eligible: Eligibilities | None, otherwise: Callable[[Mapping[str, str]], Selection]
) -> Selection:
    """The rules of a file with what the document says of entries; tests about an event name it."""
    rules = words.rules
    elsewhere = ("replacement", "reentry", "offers", "club_places")
    return replace(
        rules,
        fields={
            name: replace(each, last_berth=_name_events(each.last_berth, rules)) for name, each in rules.fields.items()
        },
        ways={each.id: tuple(way.way for way in each.other) for each in words.reading if each.other},
        otherwise=otherwise,
        **{each: getattr(eligible, each) for each in elsewhere if eligible is not None},
    )


def _name_events(rule: BerthRule, rules: Selection) -> BerthRule:
    events = rules.ledger.events
    by = (replace(each, name=events[each.event].name) if isinstance(each, DoubledTotal) else each for each in rule.by)
    return replace(rule, by=tuple(by))
