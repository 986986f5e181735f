"""The groups by which a list of contestants can be filtered: category, and stated club, state or country."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from overtrick.core.event.acts import EntryTaken
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.model.contestants import HOMES

CATEGORY = "category"


@dataclass(frozen=True, slots=True)
class EntryGroup:
    """A group of contestants: its *kind*, such as club, and its *name*."""

    kind: str
    name: str


def entry_groups(event: Tournament, names: Iterable[str]) -> tuple[EntryGroup, ...]:
    """The groups among contestants, kind by kind; a group that contains all of them is left out."""
    listed = list(names)
    own = [groups_in(event, name) for name in listed]
    found = {each for groups in own for each in groups}
    parts = [each for each in found if not all(each in groups for groups in own)]
    return tuple(sorted(parts, key=lambda each: ((CATEGORY, *HOMES).index(each.kind), each.name.casefold())))


def groups_in(event: Tournament, name: str) -> frozenset[EntryGroup]:
    """The groups a contestant is in."""
    entry = event.entries.get(name)
    return frozenset(_groups(entry)) if entry is not None else frozenset()


def _groups(entry: EntryTaken) -> Iterator[EntryGroup]:
    yield from (EntryGroup(CATEGORY, each) for each in entry.categories)
    for fact in (*entry.stated, *(fact for player in entry.players for fact in player.stated)):
        if fact.what in HOMES and fact.value:
            yield EntryGroup(fact.what, fact.value)


def homes_text(entry: EntryTaken, kind: str) -> str:
    """The clubs of an entry and its players in one line, or its states; each once."""
    return ", ".join(dict.fromkeys(each.name for each in _groups(entry) if each.kind == kind))
