"""What a list of contestants can be narrowed by: their categories, and the club, state or country stated of them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from overtrick.core.event.acts import EntryTaken
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.model.contestants import HOMES

CATEGORY = "category"


@dataclass(frozen=True, slots=True)
class EntryGroup:
    """Some contestants of a list: by *kind*, as by club, and under which *name*."""

    kind: str
    name: str


def entry_groups(event: Tournament, names: Iterable[str]) -> tuple[EntryGroup, ...]:
    """The groups there are among contestants, kind by kind; a group that they are all in is none."""
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
    """The clubs of an entry and its players in a line, or its states; each once."""
    return ", ".join(dict.fromkeys(each.name for each in _groups(entry) if each.kind == kind))
