"""Answers that the public pages and the desk give alike: the parts of a why's page, and the latest posting."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, JsonResponse

from overtrick.ledger.durable.book import DurableBook
from overtrick.views.addresses import NoSuchNumber
from overtrick.views.board_whys import FigureAtAddress
from overtrick.views.why_tree import steps, tree

LONGEST_WAY = 200
"""The most characters of the way into a why."""


def why_context(request: HttpRequest, find: Callable[[], FigureAtAddress], **shown: Any) -> dict[str, Any]:
    """What the page of a why shows; a 404 if nothing has that address. *shown* says how `tree` shows the figure."""
    into = request.GET.get("into", "")[:LONGEST_WAY]
    way = steps(into)
    if way is None:
        raise Http404("There is nothing here.")
    try:
        found = find()
    except NoSuchNumber as error:
        raise Http404(str(error)) from error
    node = tree(found.figure, way, **shown)
    if node is None:
        raise Http404("There is nothing here.")
    return {"title": found.title, "node": node, "into": into, "here": request.path}


def latest_posting(slug: str, **more: str) -> JsonResponse:
    """The number of a book's last posting, for pages without the live stream, and what *more* they need."""
    answer = JsonResponse({"number": DurableBook(slug).last(), **more})
    answer.headers["Cache-Control"] = "no-store"
    return answer
