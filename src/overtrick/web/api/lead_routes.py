"""Routes for books that are led from a venue: what its laptop requests, and the lines that it pushes."""

import json
import zlib
from dataclasses import asdict
from typing import Annotated, Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from ninja import Field, Query, Router, Schema

from overtrick.core.errors import DirectorError
from overtrick.formats.given_json import read_json
from overtrick.ledger.durable.book import Leader
from overtrick.ledger.durable.models import Head
from overtrick.ledger.signed_heads import read_heads
from overtrick.web.api.create_routes import LINE
from overtrick.web.api.read_routes import Slug
from overtrick.web.api.schemas import CongressSaid, Refused
from overtrick.web.api.tokens import Bearer, check_scope
from overtrick.web.api.write_routes import OfficeBearer, held_for
from overtrick.web.congress.access import Action, author_name, may
from overtrick.web.congress.addresses import check_slug
from overtrick.web.congress.models import BookRecord, Congress, Kind
from overtrick.web.exchange.lead import follower
from overtrick.web.exchange.lead.follower import Claim, PushedLines, split_texts
from overtrick.web.exchange.lead.line_times import InvalidPush
from overtrick.web.organisations.quota import check_events

MOST = 16 * 1024 * 1024
"""The most bytes of a push when unpacked: a few hundred lines, and the texts of an edition of rules."""
MOST_LINES = 10_000
"""The most lines of a push, including those of the texts that its postings name."""
HEADER = 4_096
"""The most bytes of the first line of a push."""
NO = {403: Refused, 409: Refused, 422: Refused}
router = Router(tags=["lead"], auth=OfficeBearer())


class BookLed(Schema):
    """A book that a venue may copy."""

    slug: str
    rules: str
    title: str


class CongressLed(Schema):
    """A congress and the books of its events, which a venue may lead."""

    congress: CongressSaid
    books: list[BookLed]


class BookOpened(Schema):
    """A book that was opened at the venue."""

    slug: str = Field(pattern=r"^[-a-z0-9_]+$", max_length=80)
    rules: str = Field(pattern=LINE, min_length=1, max_length=200)
    title: str = Field(pattern=LINE, min_length=1, max_length=200)


class LeadAsked(Schema):
    """A server that asks for the lead: its name, its public key, and where its own copy of the book ends."""

    name: str = Field(pattern=LINE, min_length=1, max_length=100)
    key: str = Field(max_length=44, description="The Ed25519 public key, in base64, of the key that signs its pushes.")
    last: int = Field(ge=0, le=2**53)
    hash: str = Field(pattern="^[0-9a-f]{64}$|^$")
    again: bool = Field(False, description="Ask for the lead even if this server has taken it back since.")


class Stands(Schema):
    """The state of a book on this server."""

    last: int
    hash: str
    term: int = Field(description="How often the lead of the book has changed.")
    led: bool = Field(description="Whether another server leads the book.")
    leader: str
    ended: int = Field(description="The last posting of the term in the request, if that term is over.")
    proposed: int = Field(description="The last posting after that term that is kept as a proposal.")
    lacks: list[str] = Field(
        description="Editions of rules that this server lacks: send them with the lines that name them."
    )


@router.get(
    "/congresses/{congress}/led",
    auth=Bearer(),
    summary="The events that a venue may lead",
    response={200: CongressLed, **NO},
)
def led_congress(request: HttpRequest, congress: Slug) -> Any:
    """A congress and its books, for a laptop that copies them to the venue."""
    where = _congress(request, congress)
    return {"congress": where, "books": list(where.events.filter(kind=Kind.EVENT))}


@router.post(
    "/congresses/{congress}/led",
    auth=Bearer(),
    summary="Create a record for a book opened at the venue",
    response={200: BookLed, **NO},
)
def open_led(request: HttpRequest, congress: Slug, asked: BookOpened) -> Any:
    """Create a record for a book that was opened at the venue, once; its lines are pushed later."""
    where = _congress(request, congress)
    check_slug(asked.slug)
    if not BookRecord.objects.filter(slug=where.organisation.full_slug(asked.slug)).exists():
        check_events(where.organisation)
    record, _ = BookRecord.objects.get_or_create(
        slug=where.organisation.full_slug(asked.slug),
        defaults={
            "congress": where, "organisation": where.organisation, "rules": asked.rules,
            "title": asked.title, "place": where.events.count() + 1,
        },
    )  # fmt: skip
    begun = Head.objects.filter(event=record.slug, last__gt=0).exists()
    if record.congress_id != where.slug or record.kind != Kind.EVENT or begun:
        raise DirectorError(
            "Another book already uses the address {slug}",
            remedy="At the venue, export the book and import it with another --name.",
            slug=asked.slug,
        )
    return record


@router.get("/events/{event}/led", summary="The leader and the state of a book", response={200: Stands, **NO})
def led(request: HttpRequest, event: Slug, term: Annotated[int, Query(ge=0, le=2**53)] = 0) -> Any:
    """The current state of a book; with *term*, also what is stored of that term."""
    return asdict(follower.stand(held_for(request, event, Action.LEAD), term))


@router.post("/events/{event}/lead", summary="Take the lead of a book", response={200: Stands, **NO})
def lead(request: HttpRequest, event: Slug, asked: LeadAsked) -> Any:
    """Give the lead to a server whose copy ends where the book ends. From then on, only its lines are accepted."""
    record = held_for(request, event, Action.LEAD)
    claim = Claim(Leader(asked.name, asked.key), asked.last, asked.hash, asked.again, _token(request))
    return asdict(follower.give(record, claim, author_name(request.user)))


@router.post("/events/{event}/lines", summary="Push the lines of a leader", response={200: Stands, **NO})
def push_lines(request: HttpRequest, event: Slug) -> Any:
    """One JSON object per line, packed with gzip: first `term`, `after` and the signed `head`, then the book's lines.

    The answer says what this server has: continue from there. Lines of a term that is over are stored as proposals.
    """
    record = held_for(request, event, Action.LEAD)
    return asdict(follower.take(record, _read_push(request)))


@router.post("/events/{event}/hand-over", summary="Give the lead back", response={200: Stands, **NO})
def hand_over(request: HttpRequest, event: Slug) -> Any:
    """Give the lead back to this server, once everything is pushed. The body is like a push without lines."""
    record = held_for(request, event, Action.LEAD)
    return asdict(follower.hand_over(record, _read_push(request), author_name(request.user)))


def _congress(request: HttpRequest, slug: str) -> Congress:
    where = Congress.objects.filter(slug=slug).first()
    if where is None or not may(request.user, Action.LEAD, where):
        raise PermissionDenied
    check_scope(request, {Action.LEAD}, where)
    return where


def _read_push(request: HttpRequest) -> PushedLines:
    """The push, unpacked and parsed."""
    first, _, rest = _unpack(request).partition(b"\n")
    said = read_json(first, "The first line of this push", largest=HEADER)
    if rest.count(b"\n") >= MOST_LINES:
        raise InvalidPush("This push has more than {most} lines", remedy="Send the push in parts.", most=MOST_LINES)
    try:
        lines, texts = split_texts(rest.decode().split("\n") if rest else [])
        head = read_heads(json.dumps(said["head"]))[0]
        return PushedLines(_count(said["term"]), _count(said["after"]), head, lines, texts, _token(request))
    except (ValueError, KeyError, TypeError, IndexError, UnicodeDecodeError) as fault:
        raise InvalidPush("This push cannot be read: {fault}", fault=repr(fault)[:100]) from fault


def _count(said: object) -> int:
    if type(said) is not int or not 0 <= said <= 2**53:
        raise ValueError("a term and a posting are whole numbers")
    return said


def _token(request: HttpRequest) -> str:
    """The fingerprint of the token that a request came with."""
    return str(getattr(getattr(request, "token", None), "fingerprint", ""))


def _unpack(request: HttpRequest) -> bytes:
    if request.headers.get("Content-Encoding") != "gzip":
        return request.body
    unpacking = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    try:
        data = unpacking.decompress(request.body, MOST)
    except zlib.error as fault:
        raise InvalidPush("This push cannot be unpacked: {fault}", fault=fault) from fault
    if not unpacking.eof:
        raise InvalidPush("This push is truncated, or larger than {most} bytes", most=MOST)
    return data
