"""The readings for which an organiser may choose an alternative, in which events or selections, or why not."""

from dataclasses import dataclass

from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.grammar.selection import SelectionFile
from overtrick.regulations.plan.event_book import event_files
from overtrick.regulations.plan.selection import selection_folders, selection_words
from overtrick.regulations.read.library import Rulebook

NONE_LISTED = "The register lists no other way."


@dataclass(frozen=True, slots=True)
class Choosable:
    """A reading: the events in which each alternative may be chosen, or why it is only described."""

    id: str
    ways: dict[str, tuple[str, ...]]
    why_not: str = ""

    @property
    def switchable(self) -> bool:
        """Whether any event can be played by an alternative."""
        return bool(self.ways)


def choosable(book: Rulebook, cite: str) -> tuple[Choosable, ...]:
    """Every reading of a document, with the events that can be played by an alternative.

    >>> from overtrick.regulations.read.library import shipped_rulebook
    >>> found = {each.id: each for each in choosable(shipped_rulebook(), "NSWSP")}
    >>> found["S-08"].ways, found["S-01"].why_not
    ({'not rounded': ('nsw-swiss-pairs/congress',)}, 'The register lists no other way.')
    """
    ways: dict[str, dict[str, list[str]]] = {}
    selections = {f"{folder}/selection": selection_words(folder) for folder in selection_folders()}
    every: list[tuple[str, EventFile | SelectionFile]] = [*event_files().items(), *selections.items()]
    for name, file in every:
        for reading in file.reading if file.cites == cite else ():
            for way in reading.other:
                ways.setdefault(reading.id, {}).setdefault(way.way, []).append(name)
    return tuple(
        Choosable(
            each.id,
            {way: tuple(events) for way, events in ways.get(each.id, {}).items()},
            "" if each.id in ways else each.unswitched or ("" if each.other else NONE_LISTED),
        )
        for each in book.readings[cite].values()
    )
