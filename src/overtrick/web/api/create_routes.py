"""Routes that create congresses and events, with the same permissions as at the desk."""

from datetime import date
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from ninja import Field, Schema
from ninja.responses import Status

from overtrick.core.event.acts import Act, FormatChosen, ReadingChosen
from overtrick.web.api.read_routes import Slug, record_said, router
from overtrick.web.api.schemas import BookSaid, CongressSaid, Refused
from overtrick.web.api.tokens import Bearer, check_scope
from overtrick.web.congress.access import Action, author_name, may
from overtrick.web.congress.addresses import check_slug
from overtrick.web.congress.creation import (
    AddressTaken,
    free_slug,
    give_offices,
    open_book,
    opening_act,
    rulebook_event,
)
from overtrick.web.congress.models import BookRecord, Congress
from overtrick.web.organisations.models import home_number
from overtrick.web.organisations.requests import answer_for, organisation_called

LINE = r"^[^\x00-\x1f\x7f]*$"
"""A pattern for one line of text without control characters."""
# On the read routes' router: if two routers have the same address, the library only tries the first.
NO = {403: Refused, 409: Refused, 422: Refused}


class CongressAsked(Schema):
    """A congress to create."""

    slug: str = Field(
        pattern=r"^[-a-z0-9_]+$",
        max_length=50,
        description="The address of the congress: short, in lower-case letters.",
    )
    name: str = Field(pattern=LINE, min_length=1, max_length=200)
    venue: str = Field("", pattern=LINE, max_length=200)
    starts: date | None = None
    ends: date | None = None
    organisation: str = Field(
        "",
        pattern="^[a-z0-9-]*$",
        max_length=40,
        description="The organisation that holds the congress, if the server has several.",
    )


class EventAsked(Schema):
    """An event to create at a congress, by the rulebook or your own rules."""

    rules: str = Field(
        max_length=200,
        description="The event's id in the rulebook, like `nsw-swiss-pairs/congress`; "
        "or the name of a file of your own rules, like `winter-teams.toml`.",
    )
    title: str = Field(
        "", pattern=LINE, max_length=200, description="The title of the event; if left out, its name in the rules."
    )
    slug: str = Field(
        "",
        pattern=r"^[-a-z0-9_]*$",
        max_length=80,
        description="The address of the event; if left out, a free address is chosen.",
    )
    readings: dict[str, str] = Field(
        default_factory=dict,
        max_length=100,
        description="The readings that differ from the default: for each id, the option chosen.",
    )
    choices: list[str] = Field(
        default_factory=list,
        max_length=100,
        description="The choices, by id, among those that the regulations leave to an official.",
    )
    reason: str = Field("", max_length=300, description="The reason for these readings and choices.")


@router.post(
    "/congresses", auth=Bearer(), tags=["hold"], summary="Create a congress", response={201: CongressSaid, **NO}
)
def hold_congress(request: HttpRequest, asked: CongressAsked) -> Any:
    """Create a congress, with the token's owner as its organiser. The owner must be allowed to create congresses."""
    home_number()  # created here on a new server
    owner = organisation_called(asked.organisation)
    if owner is None:
        raise PermissionDenied
    answer_for(owner.full_slug(asked.slug))  # the address does not name the organisation
    if not may(request.user, Action.HOLD, organisation=owner.pk):
        raise PermissionDenied
    check_scope(request, {Action.HOLD})
    assert isinstance(request.user, User)  # noqa: S101 - a token belongs to a user
    check_slug(asked.slug)
    slug = owner.full_slug(asked.slug)
    if Congress.objects.filter(slug=slug).exists():
        raise AddressTaken(
            "The address {slug} is already used by a congress", remedy="Choose another address.", slug=asked.slug
        )
    made = Congress.objects.create(
        slug=slug, organisation=owner, name=asked.name, venue=asked.venue, starts=asked.starts, ends=asked.ends
    )
    give_offices(made, request.user)
    return Status(201, made)


@router.post(
    "/congresses/{congress}/events",
    auth=Bearer(),
    tags=["hold"],
    summary="Create an event",
    response={201: BookSaid, **NO},
)
def hold_event(request: HttpRequest, congress: Slug, asked: EventAsked) -> Any:
    """Create an event: its book is opened by the current edition of its rules, and readings and choices are posted."""
    where = Congress.objects.filter(slug=congress).first()
    if where is None or not may(request.user, Action.ORGANISE, where):
        raise PermissionDenied
    check_scope(request, {Action.ORGANISE}, where)
    assert isinstance(request.user, User)  # noqa: S101 - a token belongs to a user
    file = rulebook_event(asked.rules, where)
    title = asked.title or file.event.name
    record = BookRecord(slug=asked.slug or free_slug(where, title), congress=where, rules=asked.rules, title=title)
    acts: list[Act] = [
        opening_act(asked.rules, title, where),
        *(ReadingChosen(reading, way, asked.reason) for reading, way in asked.readings.items()),
        *(FormatChosen(choice, asked.reason) for choice in asked.choices),
    ]
    return Status(
        201, record_said(open_book(record, acts, author_name(request.user), f"api {request.user.pk} {record.slug}"))
    )
