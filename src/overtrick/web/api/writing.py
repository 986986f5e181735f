"""What an official's program may post, with the same offices and by the same one way as at the desk."""

import json
from collections.abc import Callable
from typing import Annotated, Any

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, StreamingHttpResponse
from ninja import Query, Router

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import Posting
from overtrick.ledger.codec import UnreadablePosting, read_act, write_act
from overtrick.ledger.durable.book import DurableBook
from overtrick.web.api.reading import Slug
from overtrick.web.api.said import ActAsked, Posted, PostingSaid, Refused
from overtrick.web.api.tokens import Bearer
from overtrick.web.congress.access import Action, called, may, speaks_for
from overtrick.web.congress.kinds import kind_of
from overtrick.web.congress.models import Held
from overtrick.web.congress.post import post
from overtrick.web.congress.proof import receipt

router = Router(tags=["post"], auth=Bearer())
MOST = 1000
"""How many postings are told at once."""


def held_for(request: HttpRequest, slug: str, action: Action | Callable[[Held], Action]) -> Held:
    """An event or a year, if the person behind the token may do this with it; who may not learns nothing about it."""
    held = Held.objects.select_related("congress").filter(slug=slug).first()
    if held is None and may(request.user, Action.OWN) and getattr(request.user, "is_superuser", False):
        raise Http404("There is no such event.")
    if held is None or not may(request.user, action if isinstance(action, Action) else action(held), held=held):
        raise PermissionDenied
    return held


@router.post(
    "/events/{event}/acts", summary="Post an act", response={200: Posted, 403: Refused, 409: Refused, 422: Refused}
)
def post_act(request: HttpRequest, event: Slug, asked: ActAsked) -> Any:
    """Decided on as things stand, then kept: what this answers is in the book, once."""
    try:
        act = read_act(asked.act)
    except (UnreadablePosting, DirectorError) as fault:
        raise DirectorError(str(fault), remedy="Write the act as the book's file form does.") from fault
    except (KeyError, TypeError, ValueError, AttributeError) as fault:
        raise DirectorError(f"This act cannot be read: {fault}", remedy="Look up its fields.") from fault
    held = held_for(request, event, lambda found: kind_of(found).office(act))
    contestant = getattr(act, "contestant", "")
    if kind_of(held).office(act) is Action.CAPTAIN and not speaks_for(request.user, held, contestant):
        raise PermissionDenied
    assert isinstance(request.user, User)  # noqa: S101 - a token is somebody's
    key = f"api {request.user.pk} {asked.key}"
    posted = post(held, act, called(request.user), key, seen=asked.seen)
    told = {"cautions": list(posted.cautions), "receipt": receipt(held.slug, posted.postings, posted.hash)}
    return {"postings": [_said(each) for each in posted.postings], **told}


@router.get(
    "/events/{event}/postings", summary="The book, posting by posting", response={200: list[PostingSaid], 403: Refused}
)
def postings(request: HttpRequest, event: Slug, after: Annotated[int, Query(ge=0, le=2**53)] = 0) -> Any:
    """Up to a thousand postings after a number; for officials."""
    book = DurableBook(held_for(request, event, Action.SEE).slug)
    said = []
    for line in book.lines(after):
        written = json.loads(line)
        said.append({"number": written["n"], "line": written})
        if len(said) == MOST:
            break
    return said


@router.get("/events/{event}/book", summary="The whole book, in its file form")
def book(request: HttpRequest, event: Slug) -> StreamingHttpResponse:
    """One posting a line, byte for byte as it is kept; for officials."""
    kept = DurableBook(held_for(request, event, Action.SEE).slug)
    lines = [f"{line}\n" for line in kept.lines()]
    return StreamingHttpResponse(iter(lines), content_type="application/x-ndjson")


def _said(posting: Posting) -> dict[str, object]:
    line = {"at": posting.at, "by": posting.by, "key": posting.key, **write_act(posting.act)}
    return {"number": posting.number, "line": line}
