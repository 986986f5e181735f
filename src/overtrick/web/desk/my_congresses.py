"""A user's own list at the desk: the organisations they work for, and their congresses there."""

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Q

from overtrick.ledger.durable.tenancy import DEFAULT, EVERYBODY, use_organisation
from overtrick.web.congress.access import Action, rights
from overtrick.web.congress.models import Congress, Official, Role
from overtrick.web.list_page import ListPage, list_page
from overtrick.web.organisations.models import Organisation, home_number

SIZE = 20
"""How many congresses of an organisation are on a page."""


@dataclass(frozen=True, slots=True)
class MyCongresses:
    """A user's congresses in an organisation, the contestants they captain, and the names of their rights there."""

    organisation: Organisation
    congresses: ListPage[Congress]
    captain: tuple[Official, ...]
    may: dict[str, bool]


def works_for(person: User) -> list[Organisation]:
    """The organisations a user works for; the installation's own if they work for none yet."""
    home_number()
    with use_organisation(EVERYBODY):
        own = Q(members__user=person) | Q(officials__user=person)
        if person.is_superuser:
            own |= Q(number=DEFAULT)
        found = list(Organisation.objects.filter(own).distinct().order_by("number"))
    return found or list(Organisation.objects.filter(number=DEFAULT))


def my_congresses(person: User, organisation: Organisation, page: int = 1) -> MyCongresses:
    """A user's congresses in an organisation, newest first, one page at a time."""
    with use_organisation(organisation.number):
        allowed = rights(person, organisation=organisation.number)
        listed = Congress.objects.filter(organisation=organisation)
        if Action.SEE not in allowed:
            listed = listed.filter(officials__user=person).distinct()
        captain = Official.objects.filter(user=person, role=Role.CAPTAIN, organisation=organisation)
        return MyCongresses(
            organisation,
            list_page(listed.order_by("-starts", "slug").prefetch_related("events"), page, SIZE),
            tuple(captain.select_related("event")),
            {action.name: True for action in allowed},
        )
