"""A person's page, made from the register: only with public events, and only if the person is not hidden."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from overtrick.views.persons import EventPlayed, Partner, PersonPage, StageResult, person_page
from overtrick.views.whys import Number
from overtrick.web.accounts.players.models import BookRead, HiddenPerson, Player

MOST_EVENTS = 500
"""The most events on one page, which are the latest."""
MOST_NAMESAKES = 30


def page_of(organisation: int, key: str) -> PersonPage | None:
    """A person's page; None if no public event includes them, or if they are hidden."""
    hidden = {*HiddenPerson.objects.filter(organisation=organisation).values_list("person", flat=True)}
    if not key or key in hidden:
        return None
    rows = list(_public_players(organisation).filter(person=key)[: MOST_EVENTS * 2])
    if not rows:
        return None
    days = dict(BookRead.objects.filter(record__in={each.record_id for each in rows}).values_list("record", "day"))
    events = sorted((_event(each, days) for each in rows), key=lambda each: (each.day, each.room), reverse=True)
    number = next((each.number for each in rows if each.number), "")
    return person_page(key, number, events[:MOST_EVENTS], _partners(organisation, rows, hidden))


def namesakes(organisation: int, page: PersonPage) -> list[Player]:
    """Players of public events with the same name as this person and without a number, who may be someone else."""
    names = {each.plain for each in _public_players(organisation).filter(person=page.key)}
    return list(_public_players(organisation).filter(person="", plain__in=names)[:MOST_NAMESAKES])


def _public_players(organisation: int) -> "QuerySet[Player]":
    shown = Player.objects.filter(organisation=organisation, record__shown=True)
    return shown.select_related("record__congress").order_by("record", "contestant", "seat")


def _event(row: Player, days: Mapping[str, str]) -> EventPlayed:
    starts = row.record.congress.starts
    return EventPlayed(
        row.record.title,
        row.record.congress.name,
        starts.isoformat() if starts else days.get(row.record_id, ""),
        row.record.room,
        row.contestant,
        row.called,
        row.name,
        tuple(_result(each) for each in row.results),
    )


def _result(kept: dict[str, Any]) -> StageResult:
    return StageResult(**{**kept, "place": Number(**kept["place"]), "total": Number(**kept["total"])})


def _partners(organisation: int, rows: Sequence[Player], hidden: set[str]) -> list[Partner]:
    """The people entered together with this person, most frequent first, without those who are hidden."""
    own = Player.objects.filter(pk__in=[each.pk for each in rows])
    beside = Exists(own.filter(record=OuterRef("record"), contestant=OuterRef("contestant")))
    together = _public_players(organisation).filter(beside).exclude(pk__in=[each.pk for each in rows]).defer("results")
    told = [each for each in together if each.person not in hidden or not each.person]
    names = {_identity(each): each for each in told}
    counted = Counter(_identity(each) for each in told)
    return [Partner(names[who].name, names[who].person, events) for who, events in counted.most_common(MOST_EVENTS)]


def _identity(row: Player) -> tuple[str, ...]:
    """The identity of a partner: a person, or a name in one event."""
    return (row.person,) if row.person else (row.record_id, row.contestant, row.name)
