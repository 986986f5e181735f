"""An organisation's list of people: searching it, importing into it, and completing typed names from it."""

from collections.abc import Iterable
from dataclasses import replace

from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Lower

from overtrick.core.model.contestants import Player, Stated, merge_statements
from overtrick.formats.people_csv import PersonLine
from overtrick.web.organisations.models import Person

_LISTED = ("club", "state")
"""The kinds of facts in the list about where someone is from."""


def matching(organisation: int, words: str) -> "QuerySet[Person]":
    """The people with every word of the search in their name, number, club or state."""
    found = Person.objects.filter(organisation=organisation)
    for word in words.split()[:6]:
        has = Q(name__icontains=word) | Q(number__startswith=word) | Q(club__icontains=word) | Q(state__icontains=word)
        found = found.filter(has)
    return found


@transaction.atomic
def take_people(organisation: int, lines: Iterable[PersonLine]) -> tuple[int, int]:
    """Import people; those known by number, or else by name, are updated. Return how many are new and how many are not.

    No one is removed, and fields that are empty in the import are left unchanged.
    """
    known = list(Person.objects.filter(organisation=organisation))
    by_number = {each.number: each for each in known if each.number}
    by_name = {each.name.casefold(): each for each in known if not each.number}
    new, changed = [], []
    for line in lines:
        person = by_number.get(line.number) if line.number else by_name.get(line.name.casefold())
        if person is None:
            new.append(Person(organisation_id=organisation, name=line.name, number=line.number, club=line.club,
                              state=line.state))  # fmt: skip
            continue
        person.name, person.club, person.state = line.name, line.club or person.club, line.state or person.state
        changed.append(person)
    Person.objects.bulk_create(new, batch_size=1000)
    Person.objects.bulk_update(changed, ("name", "club", "state"), batch_size=500)
    return len(new), len(changed)


@transaction.atomic
def remember(organisation: int, players: Iterable[Player]) -> int:
    """Add players who are not in the list by number, or else by name; return how many were added.

    Existing people are not changed: what the list says about them was entered on purpose.
    """
    told = {each.number or each.name.casefold(): each for each in players if each.name and not each.name.isdecimal()}
    people = Person.objects.filter(organisation=organisation)
    numbers = {*people.filter(number__in=[each.number for each in told.values()]).values_list("number", flat=True)} - {
        ""
    }
    small = people.annotate(small=Lower("name")).filter(small__in=[each.name.lower() for each in told.values()])
    names = {*small.values_list("small", flat=True)}
    new = [
        Person(
            organisation_id=organisation,
            name=each.name[:120],
            number=each.number[:20],
            club=_home(each, "club")[:100],
            state=_home(each, "state")[:40],
        )
        for each in told.values()
        if (each.number not in numbers if each.number else each.name.lower() not in names)
    ]
    Person.objects.bulk_create(new, batch_size=1000, ignore_conflicts=True)
    return len(new)


def beginning(organisation: int, words: str, most: int = 8) -> "QuerySet[Person]":
    """A few people whose name or number has a part that starts with each of these words."""
    found = Person.objects.filter(organisation=organisation)
    for word in words.split()[:4]:
        has = Q(name__istartswith=word) | Q(name__icontains=f" {word}") | Q(number__startswith=word)
        found = found.filter(has)
    return found[:most]


def complete_players(organisation: int, players: Iterable[Player]) -> tuple[Player, ...]:
    """Players completed from the list: a number alone gets its name, and a name that is unique gets its number."""
    told = tuple(players)
    bare = [each.name for each in told if not each.number]
    people = Person.objects.filter(organisation=organisation)
    names = dict(people.filter(number__in=[name for name in bare if name.isdecimal()]).values_list("number", "name"))
    same: dict[str, list[str]] = {}
    written = people.exclude(number="").annotate(small=Lower("name"))
    for name, number in written.filter(small__in=[name.lower() for name in bare]).values_list("small", "number"):
        same.setdefault(name, []).append(number)

    def one(player: Player) -> Player:
        if player.number or not player.name:
            return player
        if player.name in names:
            return Player(names[player.name], player.name, player.stated)
        numbers = same.get(player.name.lower(), [])
        return Player(player.name, numbers[0], player.stated) if len(numbers) == 1 else player

    return tuple(map(one, told))


def at_home(organisation: int, players: Iterable[Player], kinds: Iterable[str]) -> tuple[Player, ...]:
    """Players with their club and state from the list, for these *kinds*; what is already stated stays."""
    told, wanted = tuple(players), [kind for kind in _LISTED if kind in kinds]
    people = Person.objects.filter(organisation=organisation)
    by_number = people.filter(number__in=[each.number for each in told if each.number])
    known = {each.number: each for each in by_number}
    unnumbered = people.filter(number="").annotate(small=Lower("name"))
    named: dict[str, list[Person]] = {}
    for each in unnumbered.filter(small__in=[each.name.lower() for each in told if not each.number]):
        named.setdefault(each.name.lower(), []).append(each)

    def one(player: Player) -> Player:
        same = named.get(player.name.lower(), [])
        person = known.get(player.number) if player.number else same[0] if len(same) == 1 else None
        listed = [Stated(kind, value) for kind in wanted if (value := getattr(person, kind, ""))]
        return replace(player, stated=merge_statements(listed, player.stated)) if listed else player

    return tuple(map(one, told))


def _home(player: Player, kind: str) -> str:
    return next((each.value for each in player.stated if each.what == kind), "")
