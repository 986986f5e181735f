"""The people an organisation knows: found, taken in from a list, and put beside what somebody typed."""

from collections.abc import Iterable

from django.db import transaction
from django.db.models import Q, QuerySet

from overtrick.core.model.contestants import Player
from overtrick.formats.people_csv import PersonLine
from overtrick.web.organisations.models import Person


def matching(organisation: int, words: str) -> "QuerySet[Person]":
    """Those who have every word in their name, number, club or state."""
    found = Person.objects.filter(organisation=organisation)
    for word in words.split()[:6]:
        has = Q(name__icontains=word) | Q(number__startswith=word) | Q(club__icontains=word) | Q(state__icontains=word)
        found = found.filter(has)
    return found


@transaction.atomic
def take_people(organisation: int, lines: Iterable[PersonLine]) -> tuple[int, int]:
    """Take people in; who is known, by the number or else by the name, is put right. How many are new and how many not.

    Nobody is taken away, and what a list leaves empty stays as it is.
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


def filled(organisation: int, players: Iterable[Player]) -> tuple[Player, ...]:
    """Players with what the list knows: a number alone gets its name, a name that one person has gets its number."""
    return tuple(_filled(organisation, each) for each in players)


def _filled(organisation: int, player: Player) -> Player:
    people = Person.objects.filter(organisation=organisation)
    if player.name.isdecimal() and not player.number:
        found = people.filter(number=player.name).first()
        return Player(found.name, found.number) if found else player
    if player.name and not player.number:
        same = list(people.filter(name__iexact=player.name).exclude(number="")[:2])
        return Player(player.name, same[0].number) if len(same) == 1 else player
    return player
