"""The proof of a book, for everybody: where it ends, under the server's signature, and the key to check it with."""

import json

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from overtrick.web.congress.access import record_as
from overtrick.web.congress.http_cache import PageVersion
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.proof import counted_heads, signed_now, signer
from overtrick.web.public.pages import page_preferences, record_or_404

LISTED = 20
"""How many heads the page shows; the file has all of them."""


@require_safe
def key(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - a view is given the request
    """The public key, as other programs read it."""
    answer = HttpResponse(signer().public_pem, content_type="text/plain; charset=utf-8")
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@never_cache
@require_safe
def event_proof(request: HttpRequest, event: str) -> HttpResponse:
    """The proof of an event's book."""
    return _page(request, record_or_404(event), "room/base.html")


@never_cache
@require_safe
def year_proof(request: HttpRequest, year: str) -> HttpResponse:
    """The proof of a selection year's book."""
    return _page(request, record_as("year", year, shown=True), "room/year_base.html")


@never_cache
@require_safe
def event_heads(request: HttpRequest, event: str) -> HttpResponse:  # noqa: ARG001 - a view is given the request
    """Everything signed of an event's book, one head a line."""
    return _file(record_or_404(event))


@never_cache
@require_safe
def year_heads(request: HttpRequest, year: str) -> HttpResponse:  # noqa: ARG001 - a view is given the request
    """Everything signed of a selection year's book, one head a line."""
    return _file(record_as("year", year, shown=True))


def _page(request: HttpRequest, record: BookRecord, frame: str) -> HttpResponse:
    now = signed_now(record.slug)
    listed = list(counted_heads(record.slug))
    context = {
        "record": record,
        "frame": frame,
        "page_version": PageVersion(now.number, fingerprint=now.hash) if now else PageVersion(0),
        "now": now,
        "pasted": json.dumps(now.written(), indent=1) if now else "",
        "heads": [head for head in listed[::-1] if head != now][:LISTED],
        "count": len(listed),
        "key": signer().key,
        **page_preferences(request),
    }
    return render(request, "room/proof.html", context)


def _file(record: BookRecord) -> HttpResponse:
    signed_now(record.slug)
    lines = "".join(f"{json.dumps(head.written())}\n" for head in counted_heads(record.slug))
    answer = HttpResponse(lines, content_type="application/x-ndjson")
    answer.headers["Content-Disposition"] = f'attachment; filename="{record.slug}.heads.jsonl"'
    return answer
