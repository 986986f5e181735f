"""Signed heads for programs. A witness keeps them, and can later show with a head that a book was rewritten."""

from typing import Annotated, Any

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Path, Query, Router

from overtrick.ledger.durable.heads import sign_posting
from overtrick.web.api.read_routes import NONE, Slug
from overtrick.web.api.schemas import HeadSaid
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.proof import counted_heads, signed_now, signer

router = Router(tags=["proof"])
MOST = 1000
"""The most heads in one answer."""


@router.get("/events/{event}/heads", response={200: list[HeadSaid], **NONE}, summary="The signed heads of a book")
def heads(request: HttpRequest, event: Slug, after: Annotated[int, Query(ge=0, le=2**53)] = 0) -> Any:
    """Up to a thousand signed heads of a book after a posting. The current end of the book is signed first."""
    slug = _public_slug(event)
    signed_now(slug)
    told = []
    for head in counted_heads(slug, after):
        told.append(head.as_json())
        if len(told) == MOST:
            break
    return told


@router.get("/events/{event}/heads/{number}", response={200: HeadSaid, **NONE}, summary="The signature on a posting")
def head(request: HttpRequest, event: Slug, number: Annotated[int, Path(ge=0, le=2**53)]) -> Any:
    """The server's signature on one posting as it is in the book now; 0 is the end of the book."""
    slug = _public_slug(event)
    now = signed_now(slug)  # None if the book is not the one that was signed: then none of its postings is signed
    found = sign_posting(slug, number, signer()) if number and now is not None else now
    if found is None:
        raise Http404("There is no such posting.")
    return found.as_json()


def _public_slug(slug: str) -> str:
    """The slug of a public event or year; otherwise a 404."""
    return get_object_or_404(BookRecord, slug=slug, shown=True).slug
