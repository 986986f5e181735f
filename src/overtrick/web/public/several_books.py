"""The pages over several books: the overall list of a simultaneous, its boards, and ladders, each with its whys.

Their ETag depends on every book's end, and browsers reload them while books are read.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from overtrick.core.wording import phrase
from overtrick.views.addresses import NoSuchNumber
from overtrick.views.heats import find_across, frequency_lines
from overtrick.views.ladder import find_on_ladder
from overtrick.views.why_tree import steps, tree
from overtrick.web.congress.heats import StillReading, heats_of, over_all
from overtrick.web.congress.ladders import evenings_of, standing_ladder
from overtrick.web.congress.models import BookRecord, Congress, Ladder
from overtrick.web.public.pages import or_404, page_preferences

AGAIN = "1"
"""Seconds after which the browser reloads a page that is not ready yet."""
LINES = 200
"""How many lines are on a page of a list."""

View = Callable[..., HttpResponse]


def _or_wait(view: View) -> View:
    """Decorate a view to answer, while books are still being read, with a page that the browser reloads."""

    @wraps(view)
    def shown(request: HttpRequest, congress: str, **place: Any) -> HttpResponse:
        try:
            return view(request, congress, **place)
        except StillReading as so_far:
            around = {"congress": Congress.objects.get(slug=congress), "base": reverse("room:heats", args=[congress])}
            return _wait_page(request, "room/heats_wait.html", so_far, around)

    return shown


@require_safe
@_or_wait
def heats(request: HttpRequest, congress: str) -> HttpResponse:
    """The page of the overall list of all finished heats, or of one heat's pairs with their overall places."""
    found, record = _heats_or_404(congress)
    asked = request.GET.get("heat", "")[:150]
    with over_all(found, record) as now:
        if same := _not_modified(request, now.tag):
            return same
        page, tag = now.page, now.tag
        boards = now.field.boards if now.field is not None else ()
        there = set(now.field.heats) if now.field is not None else set()
    lines = [line for line in page.lines if asked in {"", line.heat}] if page is not None else []
    shown = Paginator(lines, LINES).get_page(request.GET.get("page"))
    titles = {each.slug: each.title for each in record}
    context = {
        "page": page,
        "lines": [(line, titles.get(line.heat, line.heat)) for line in shown.object_list],
        "shown": shown,
        "boards": boards,
        "heats": record,
        "asked": asked,
        "playing": [each for each in record if each.slug not in there],
    }
    return _heats_page(request, found, "room/heats.html", context, tag=tag)


@require_safe
@_or_wait
def heats_board(request: HttpRequest, congress: str, session: int, board: int) -> HttpResponse:
    """The page of a board's frequencies: how often each score was made in all heats, and what it earned."""
    found, record = _heats_or_404(congress)
    with over_all(found, record) as now:
        if now.field is None or (session, board) not in now.field.boards:
            raise Http404("No heat that is through has played that board.")
        lines, boards, tag = frequency_lines(now.field, (session, board)), now.field.boards, now.tag
    context = {"lines": lines, "boards": boards, "session": session, "board": board}
    return _heats_page(request, found, "room/heats_board.html", context, tag=tag)


@require_safe
@_or_wait
def heats_why(request: HttpRequest, congress: str, number: str) -> HttpResponse:
    """The page that explains a pair's overall score, or what a score on a board earned."""
    found, record = _heats_or_404(congress)
    into = request.GET.get("into", "")[:200]
    way = or_404(steps(into))
    with over_all(found, record) as now:
        try:
            figure, tag = find_across(or_404(now.field), number), now.tag
        except NoSuchNumber as error:
            raise Http404(str(error)) from error
        heat, _, pair = number.partition("/")
        name = now.names.get((heat, pair))
    node = or_404(tree(figure, way))
    title = phrase("A board across all heats")
    if name is not None:
        own = next(each.title for each in record if each.slug == heat)
        title = phrase("{who} of {heat}, across all heats", who=str(name), heat=own)
    return _heats_page(request, found, "room/heats_why.html", {"title": title, "node": node, "into": into}, tag=tag)


def _heats_or_404(slug: str) -> tuple[Congress, list[BookRecord]]:
    congress = get_object_or_404(Congress, slug=slug)
    heats = heats_of(congress)
    if not heats:
        raise Http404("This congress has no heats.")
    return congress, heats


def _heats_page(
    request: HttpRequest, congress: Congress, template: str, context: dict[str, Any], *, tag: str
) -> HttpResponse:
    base = reverse("room:heats", args=[congress.slug])
    more = {"congress": congress, "here": request.path, "base": base, "why_base": f"{base}why/"}
    response = render(request, template, {**more, **page_preferences(request), **context})
    return _add_etag(response, tag)


@require_safe
def ladder(request: HttpRequest, congress: str, ladder: str) -> HttpResponse:
    """The page of a ladder over all finished sessions."""
    found = _ladder_or_404(congress, ladder)
    try:
        with standing_ladder(found) as now:
            if same := _not_modified(request, now.tag):
                return same
            page, refused, names, tag = now.page, now.refused, now.names, now.tag
    except StillReading as so_far:
        return _wait_page(request, "room/ladder_wait.html", so_far, _around_ladder(found))
    lines = Paginator(page.lines if page is not None else (), LINES).get_page(request.GET.get("page"))
    context = {
        **_around_ladder(found),
        "page": page,
        "shown": lines,
        "refused": str(refused or ""),
        "evenings": list(names.items()),
        "playing": [each for each in evenings_of(found) if each.slug not in names],
    }
    return _add_etag(render(request, "room/ladder.html", {**page_preferences(request), **context}), tag)


@require_safe
def ladder_why(request: HttpRequest, congress: str, ladder: str, number: str) -> HttpResponse:
    """The page that explains a place, a total or a session's score on a ladder."""
    found = _ladder_or_404(congress, ladder)
    into = request.GET.get("into", "")[:200]
    way = or_404(steps(into))
    try:
        with standing_ladder(found) as now:
            shown, tag = find_on_ladder(now.rungs, now.names, number[:600]), now.tag
    except StillReading as so_far:
        return _wait_page(request, "room/ladder_wait.html", so_far, _around_ladder(found))
    except NoSuchNumber as error:
        raise Http404(str(error)) from error
    context = {"title": shown.title, "node": or_404(tree(shown.figure, way)), "into": into, "here": request.path}
    page = {**page_preferences(request), **_around_ladder(found), **context}
    return _add_etag(render(request, "room/ladder_why.html", page), tag)


def _ladder_or_404(congress: str, ladder: str) -> Ladder:
    found = get_object_or_404(Ladder.objects.select_related("congress"), congress__slug=congress, short=ladder)
    if not evenings_of(found):
        raise Http404("No evening of this ladder is shown.")
    return found


def _around_ladder(ladder: Ladder) -> dict[str, object]:
    base = reverse("room:ladder", args=[ladder.congress_id, ladder.short])
    return {"congress": ladder.congress, "ladder": ladder, "base": base, "why_base": f"{base}why/"}


def _wait_page(request: HttpRequest, template: str, so_far: StillReading, context: dict[str, object]) -> HttpResponse:
    """The 503 for a page that is not ready yet, which the browser reloads."""
    given = {**page_preferences(request), "read": so_far.read, "books": so_far.heats, **context}
    answer = render(request, template, given, status=503)
    for name, value in (("Retry-After", AGAIN), ("Refresh", AGAIN), ("Cache-Control", "no-store")):
        answer.headers[name] = value
    return answer


def _not_modified(request: HttpRequest, tag: str) -> HttpResponse | None:
    """The 304 if the reader has the current page; otherwise None."""
    return get_conditional_response(request, etag=f'"{tag}"')


def _add_etag(response: HttpResponse, tag: str) -> HttpResponse:
    """Add the ETag to a page."""
    response.headers["ETag"] = f'"{tag}"'
    response.headers["Cache-Control"] = "no-cache"
    return response
