"""What anyone can check: the signed end of a book, the key to verify the signature with, and an event's deals.

The page of a book's proof is here, and the files to check a book and its deals with.
"""

import json

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from overtrick.core.dealing.proof import Dealing
from overtrick.formats.deals.squaredeal import write_plan
from overtrick.views.dealing import key_file, plan_called
from overtrick.web.congress.access import record_as
from overtrick.web.congress.http_cache import PageVersion
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import event_projection
from overtrick.web.congress.proof import counted_heads, signed_now, signer
from overtrick.web.public.pages import or_404, page_preferences, record_or_404

LISTED = 20
"""How many heads the page shows; the file has all of them."""


@require_safe
def key(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - every view takes a request
    """The server's public key, in PEM."""
    answer = HttpResponse(signer().public_pem, content_type="text/plain; charset=utf-8")
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@never_cache
@require_safe
def event_proof(request: HttpRequest, event: str) -> HttpResponse:
    """The proof page of an event's book."""
    return _page(request, record_or_404(event), "room/base.html")


@never_cache
@require_safe
def year_proof(request: HttpRequest, year: str) -> HttpResponse:
    """The proof page of a selection year's book."""
    return _page(request, record_as("year", year, shown=True), "room/year_base.html")


@never_cache
@require_safe
def event_heads(request: HttpRequest, event: str) -> HttpResponse:  # noqa: ARG001 - every view takes a request
    """Download the signed heads of an event's book, one per line."""
    return _heads_file(record_or_404(event))


@never_cache
@require_safe
def year_heads(request: HttpRequest, year: str) -> HttpResponse:  # noqa: ARG001 - every view takes a request
    """Download the signed heads of a selection year's book, one per line."""
    return _heads_file(record_as("year", year, shown=True))


def _page(request: HttpRequest, record: BookRecord, frame: str) -> HttpResponse:
    now = signed_now(record.slug)
    listed = list(counted_heads(record.slug))
    context = {
        "record": record,
        "frame": frame,
        "page_version": PageVersion(now.number, fingerprint=now.hash) if now else PageVersion(0),
        "now": now,
        "pasted": json.dumps(now.as_json(), indent=1) if now else "",
        "heads": [head for head in listed[::-1] if head != now][:LISTED],
        "count": len(listed),
        "key": signer().key,
        **page_preferences(request),
    }
    return render(request, "room/proof.html", context)


def _heads_file(record: BookRecord) -> HttpResponse:
    signed_now(record.slug)
    lines = "".join(f"{json.dumps(head.as_json())}\n" for head in counted_heads(record.slug))
    answer = HttpResponse(lines, content_type="application/x-ndjson")
    answer.headers["Content-Disposition"] = f'attachment; filename="{record.slug}.heads.jsonl"'
    return answer


@never_cache
@require_safe
def plan(request: HttpRequest, event: str, plan: str) -> HttpResponse:  # noqa: ARG001 - as above
    """Download a plan as a SquareDeal file, with its public value once that is known."""
    return _deal_file(f"{plan}.sqd", write_plan(_dealing(event, plan).plan))


@never_cache
@require_safe
def keys(request: HttpRequest, event: str, plan: str) -> HttpResponse:  # noqa: ARG001 - as above
    """Download the keys of a plan as a SquareDeal file, once they are released."""
    return _deal_file(f"{plan}.sqk", or_404(key_file(_dealing(event, plan))))


def _dealing(event: str, plan: str) -> Dealing:
    now = event_projection(record_or_404(event))
    with now.lock:
        found: Dealing = or_404(plan_called(now.event, plan))
    return found


def _deal_file(name: str, data: bytes) -> HttpResponse:
    answer = HttpResponse(data, content_type="text/plain; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
