"""Permissions: one table, and one check in front of every official's page.

A page declares its action (`official(Action.SCORE)`), and that is all it says about access. A user without a role that
allows the action gets a bare 403; someone who is not signed in is redirected to the sign-in page.
"""

from collections.abc import Callable, Mapping
from enum import Enum
from functools import update_wrapper
from typing import Any, Concatenate, ParamSpec, TypeAlias

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden
from django.shortcuts import get_object_or_404

from overtrick.core.wording import phrase
from overtrick.ledger.durable.tenancy import DEFAULT, EVERYBODY, current, use_organisation
from overtrick.web.congress.models import BookRecord, Congress, Kind, Official, Role
from overtrick.web.congress.session_lifetime import is_alive
from overtrick.web.organisations.models import Member, Organisation, Rank
from overtrick.web.telemetry.refusals import Refusal, note_refusal
from overtrick.web.translation import plain, words

P = ParamSpec("P")
Person: TypeAlias = AbstractBaseUser | AnonymousUser


class Action(Enum):
    """An action at the desk that needs permission."""

    HOLD = "hold a congress"
    OWN = "see one's own congresses"
    SEE = "see the desk of a congress"
    ORGANISE = "set up events and name officials"
    ENTER = "take entries"
    SCORE = "enter, agree and correct results"
    DIRECT = "draw, rule, penalise and close rounds"
    CLOSE = "close stages"
    HEAR = "record what a committee hears and decides"
    SELECT = "credit qualifying points, close fields and pick teams"
    CAPTAIN = "post line-ups and choose for a contestant"
    STAFF = "say who works for an organisation, and how it is shown"
    PEOPLE = "keep an organisation's list of people"
    RULES = "keep an organisation's own rules"
    LEAD = "say which server leads an event, and lead it from another"

    def __str__(self) -> str:
        return self.value


_DIRECTORS = frozenset({Role.CHIEF_DIRECTOR, Role.DIRECTOR})
_DESK = _DIRECTORS | {Role.ORGANISER, Role.SCORER}

MAY: Mapping[Action, frozenset[Role]] = {
    Action.HOLD: frozenset(),
    Action.OWN: frozenset(Role),
    Action.SEE: _DESK,
    Action.ORGANISE: frozenset({Role.ORGANISER, Role.CHIEF_DIRECTOR}),
    Action.ENTER: _DESK,
    Action.SCORE: _DIRECTORS | {Role.SCORER},
    Action.DIRECT: _DIRECTORS,
    Action.CLOSE: frozenset({Role.CHIEF_DIRECTOR}),
    Action.HEAR: frozenset({Role.ORGANISER, Role.CHIEF_DIRECTOR}),
    Action.SELECT: frozenset({Role.ORGANISER, Role.CHIEF_DIRECTOR}),
    Action.CAPTAIN: _DIRECTORS | {Role.SCORER, Role.CAPTAIN},
    Action.STAFF: frozenset(),
    Action.PEOPLE: frozenset(),
    Action.RULES: frozenset(),
    Action.LEAD: frozenset({Role.ORGANISER, Role.CHIEF_DIRECTOR}),
}
"""The roles at a congress that allow each action there."""

_ORGANISING = frozenset(
    {
        Action.OWN,
        Action.HOLD,
        Action.SEE,
        Action.ORGANISE,
        Action.ENTER,
        Action.HEAR,
        Action.SELECT,
        Action.PEOPLE,
        Action.RULES,
        Action.LEAD,
    }
)
RANKS: Mapping[Rank, frozenset[Action]] = {
    Rank.OWNER: frozenset(Action),
    Rank.ORGANISER: _ORGANISING,
    Rank.MEMBER: frozenset({Action.OWN}),
}
"""The actions that a rank in an organisation allows on everything of that organisation.

The owner of the installation (Django's superuser) owns the installation's own organisation and no other.
"""


NAMED: Mapping[str, Kind] = {"event": Kind.EVENT, "year": Kind.YEAR}
"""The kinds of books by the name of their parameter in an address. A page gets a book of that kind and no other."""

NOT_YOURS = phrase("You do not have permission to do this. Ask an organiser or an owner for a role that allows it.")


def offices(person: Person, congress: Congress, record: BookRecord | None = None) -> list[Official]:
    """A user's roles at a congress. A role for a single event counts only for that event."""
    if not isinstance(person, User):
        return []
    found = Official.objects.filter(user=person, congress=congress)
    return [each for each in found if each.event_id is None or (record is not None and each.event_id == record.slug)]


def rank_of(person: Person, organisation: int) -> Rank | None:
    """A user's rank in an organisation; None if they have none."""
    if not isinstance(person, User):
        return None
    if person.is_superuser and organisation == DEFAULT:
        return Rank.OWNER
    rank = Member.objects.filter(user=person, organisation=organisation).values_list("rank", flat=True).first()
    return Rank(rank) if rank else None


def rights(
    person: Person, congress: Congress | None = None, record: BookRecord | None = None, organisation: int = DEFAULT
) -> frozenset[Action]:
    """The actions a user may take: at a congress, on one of its events, or else in an organisation."""
    if not isinstance(person, User) or not person.is_active:
        return frozenset()
    where = record.congress if record is not None else congress
    rank = rank_of(person, organisation if where is None else where.whose)
    allowed = RANKS[rank] if rank else frozenset({Action.OWN})
    roles = {Role(each.role) for each in offices(person, where, record)} if where is not None else set()
    return allowed | {action for action, held_by in MAY.items() if roles & held_by}


def may(
    person: Person,
    action: Action,
    congress: Congress | None = None,
    record: BookRecord | None = None,
    organisation: int = DEFAULT,
) -> bool:
    """Whether a user may take an action, at a congress, on one of its events, or in an organisation."""
    return action in rights(person, congress, record, organisation)


def speaks_for(person: Person, record: BookRecord, contestant: str) -> bool:
    """Whether a user may make choices and post line-ups for a contestant: its captain and the desk may."""
    if rank_of(person, record.organisation_id) is Rank.OWNER:
        return True
    return any(
        each.role != Role.CAPTAIN or each.contestant == contestant
        for each in offices(person, record.congress, record)
        if Role(each.role) in MAY[Action.CAPTAIN]
    )


def roles_of(person: Person, record: BookRecord) -> str:
    """A user's roles in an event, in words; their rank in the organisation if there is none."""
    named = dict.fromkeys(str(each.role) for each in offices(person, record.congress, record))
    return ", ".join(map(words, named)) or words(str(rank_of(person, record.organisation_id) or ""))


def author_name(person: Person) -> str:
    """The name that an official's postings bear."""
    full = person.get_full_name() if isinstance(person, User) else ""
    return full or str(person)


def forbidden() -> HttpResponse:
    """The 403 for a user without permission, which says nothing about what is at the address."""
    return HttpResponseForbidden(plain(NOT_YOURS), content_type="text/plain; charset=utf-8")


def record_as(name: str, slug: str, **more: object) -> BookRecord:
    """The record that an address names, of the kind that its parameter says; otherwise a 404."""
    found: BookRecord = get_object_or_404(
        BookRecord.objects.select_related("congress"), slug=slug, kind=NAMED[name], **more
    )
    return found


def note_no_right(request: HttpRequest, wanted: str) -> None:
    """Log that permission was refused, as a kind of its own if the user works only for another organisation."""
    here = current() or DEFAULT
    other = isinstance(request.user, User) and _works_elsewhere(request.user, here)
    note_refusal(request, Refusal.OTHER_ORGANISATION if other else Refusal.NO_RIGHT, wanted)


def _works_elsewhere(person: User, here: int) -> bool:
    """Whether a user works for some organisation, but not for this one."""
    with use_organisation(EVERYBODY):
        works_for = {*Member.objects.filter(user=person).values_list("organisation", flat=True),
                     *Official.objects.filter(user=person).values_list("organisation", flat=True)}  # fmt: skip
    return bool(works_for) and here not in works_for


class GuardedView:
    """A view behind its permission check. *action* is readable so that tests can go through every page."""

    def __init__(self, view: Callable[..., HttpResponse], action: Action) -> None:
        self.view = view
        self.action = action
        update_wrapper(self, view)

    def __call__(self, request: HttpRequest, **where: Any) -> HttpResponse:
        """Answer the request if the user may. The page is not cached, so the Back button shows it to no one else."""
        response = self._answer(request, where)
        response.headers.setdefault("Cache-Control", "private, no-store")
        return response

    def _answer(self, request: HttpRequest, where: dict[str, Any]) -> HttpResponse:
        """Check the permission, and call the view with the event, congress or organisation instead of its name."""
        if not is_alive(request):
            return redirect_to_login(request.get_full_path())
        record = congress = None
        organisation = DEFAULT
        for name in NAMED.keys() & where.keys():
            record = where[name] = record_as(name, where[name])
        if "congress" in where:
            congress = where["congress"] = get_object_or_404(Congress, slug=where["congress"])
        if "organisation" in where:
            owner = where["organisation"] = get_object_or_404(Organisation, slug=where["organisation"])
            organisation = owner.number
        if not may(request.user, self.action, congress, record, organisation):
            note_no_right(request, str(self.action))
            return forbidden()
        return self.view(request, **where)


def official(action: Action) -> Callable[[Callable[Concatenate[HttpRequest, P], HttpResponse]], GuardedView]:
    """Decorate a view that only officials who may take this action can open."""
    return lambda view: GuardedView(view, action)
