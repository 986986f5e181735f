"""Routes through which an official's program posts, with the same permissions and on the same path as the desk."""

import json
from collections.abc import Callable
from typing import Annotated, Any

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, StreamingHttpResponse
from ninja import Query, Router

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import Posting, StageStarted
from overtrick.director.decide import decide
from overtrick.director.entries import stage_fields
from overtrick.ledger.codec import named_act, read_act, write_act
from overtrick.ledger.durable.book import DurableBook
from overtrick.views.drafts import draft_page, lot_name, needs_lot
from overtrick.views.whys import stage_slug
from overtrick.web.accounts.log import note
from overtrick.web.accounts.models import What
from overtrick.web.api.models import Token
from overtrick.web.api.read_routes import Slug, Text
from overtrick.web.api.schemas import ActAsked, DraftSaid, Posted, PostingSaid, Refused
from overtrick.web.api.tokens import Bearer, check_scope
from overtrick.web.congress.access import Action, author_name, may, rights, speaks_for
from overtrick.web.congress.book_kinds import kind_of
from overtrick.web.congress.book_transfer import with_texts
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.offices import also_of
from overtrick.web.congress.post import post
from overtrick.web.congress.projections import event_projection, projection_of
from overtrick.web.congress.proof import receipt

MOST = 1000
"""The most postings in one answer."""


class OfficeBearer(Bearer):
    """A token of a user with some role in the event of the address, checked before the body is read.

    The permission that an act needs is checked again once it is known which act it is.
    """

    def authenticate(self, request: HttpRequest, token: str) -> Token | None:
        """The token of a user who may do something here."""
        found = super().authenticate(request, token)
        match = request.resolver_match
        if found is not None and match is not None:
            held_for(request, str(match.kwargs["event"]), Action.CAPTAIN, Action.SEE)
        return found


def held_for(request: HttpRequest, slug: str, *one_of: Action | Callable[[BookRecord], Action]) -> BookRecord:
    """An event or a year, if the token's user may take one of these actions on it; others learn nothing about it."""
    record = BookRecord.objects.select_related("congress").filter(slug=slug).first()
    if record is None and may(request.user, Action.OWN) and getattr(request.user, "is_superuser", False):
        raise Http404("There is no such event.")
    if record is None:
        raise PermissionDenied
    wanted = {each if isinstance(each, Action) else each(record) for each in one_of} & rights(
        request.user, record=record
    )
    if not wanted:
        raise PermissionDenied
    check_scope(request, wanted, record.congress, record)
    return record


router = Router(tags=["post"], auth=OfficeBearer())


@router.post(
    "/events/{event}/acts", summary="Post an act", response={200: Posted, 403: Refused, 409: Refused, 422: Refused}
)
def post_act(request: HttpRequest, event: Slug, asked: ActAsked) -> Any:
    """Post an act: it is decided on as things stand, and what the answer contains is in the book, once."""
    kind = named_act(asked.act)
    record = held_for(request, event, lambda found: kind_of(found).office(kind))
    act = read_act(asked.act)
    contestant = getattr(act, "contestant", "")
    if kind_of(record).office(kind) is Action.CAPTAIN and not speaks_for(request.user, record, contestant):
        raise PermissionDenied
    for office in also_of(projection_of(record).event, act):
        held_for(request, event, office)
    assert isinstance(request.user, User)  # noqa: S101 - a token belongs to a user
    key = f"api {request.user.pk} {asked.key}"
    posted = post(record, act, author_name(request.user), key, seen=asked.seen)
    told = {
        "cautions": [str(each) for each in posted.cautions],
        "receipt": receipt(record.slug, posted.postings, posted.hash),
    }
    return {"postings": [_posting_json(each) for each in posted.postings], **told}


@router.get(
    "/events/{event}/stages/{stage}/draft",
    summary="Draft the next step in a stage",
    response={200: DraftSaid, 403: Refused, 404: Refused, 422: Refused},
)
def draft_draw(request: HttpRequest, event: Slug, stage: Text) -> Any:
    """The next draw by the regulation, with its reasons; for a stage that has not started, its start.

    Post `act` to publish it. If a lot is missing, it is posted first.
    """
    now = event_projection(held_for(request, event, Action.DIRECT))
    with now.lock:
        plan = next((each for each in now.event.current_plan().stages if stage_slug(each.name) == stage), None)
        if plan is None:
            raise Http404("There is no such stage.")
        if plan.name not in now.event.stages:
            act = StageStarted(plan.name, stage_fields(now.event, plan.name))
            decided = decide(now.event, act)
            return {
                "act": write_act(act),
                "tables": [],
                "last": now.last,
                "notes": [],
                "cautions": [str(each) for each in decided.cautions],
            }
        if needs_lot(now.event, plan.name):
            lot = lot_name(plan.name, now.event.stage(plan.name).last_round + 1)
            raise DirectorError(
                "The lot for this draw has not been drawn yet",
                remedy="Post “lot drawn” with “about” set to “{lot}” and a seed, then try again.",
                lot=lot,
            )
        page = draft_page(now.event, plan.name)
    if page.refusal:
        raise DirectorError(page.refusal, remedy="Correct the problem, then try again.")
    tables = [
        {
            "table": line.table, "ns": line.ns.number, "ew": line.ew.number, "because": str(line.because),
            "south": line.ns.partner.number if line.ns.partner else "",
            "west": line.ew.partner.number if line.ew.partner else "",
        }
        for line in (each.line for each in page.tables)
    ]  # fmt: skip
    told = {"notes": [str(each) for each in page.notes], "cautions": [str(each) for each in page.cautions]}
    return {"act": write_act(page.act), "tables": tables, "last": now.last, **told}


@router.get(
    "/events/{event}/postings", summary="The book, posting by posting", response={200: list[PostingSaid], 403: Refused}
)
def postings(request: HttpRequest, event: Slug, after: Annotated[int, Query(ge=0, le=2**53)] = 0) -> Any:
    """Up to a thousand postings after a number; for officials."""
    record = held_for(request, event, Action.SEE)
    if not after:
        _taken_out(request, record)
    book = DurableBook(record.slug)
    said = []
    for line in book.lines(after):
        written = json.loads(line)
        said.append({"number": written["n"], "line": written})
        if len(said) == MOST:
            break
    return said


@router.get("/events/{event}/book", summary="The whole book, as a file")
def book(
    request: HttpRequest,
    event: Slug,
    after: Annotated[int, Query(ge=0, le=2**53)] = 0,
    texts: Annotated[bool, Query()] = False,  # noqa: FBT002 - how Ninja declares a parameter
) -> StreamingHttpResponse:
    """The book with one posting per line, byte for byte as it is stored; for officials.

    *after* leaves out postings up to that number; with *texts*, the rules that postings name come before them.
    """
    record = held_for(request, event, Action.SEE)
    _taken_out(request, record)
    kept = DurableBook(record.slug)
    written = with_texts(kept.lines(after)) if texts else kept.lines(after)
    lines = [f"{line}\n" for line in written]
    return StreamingHttpResponse(iter(lines), content_type="application/x-ndjson")


def _taken_out(request: HttpRequest, record: BookRecord) -> None:
    note(What.EXPORTED, request, user=request.user, congress=record.congress, about=f"{record}, by a program")


def _posting_json(posting: Posting) -> dict[str, object]:
    line = {"at": posting.at, "by": posting.by, "key": posting.key, **write_act(posting.act)}
    return {"number": posting.number, "line": line}
