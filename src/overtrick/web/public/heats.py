"""The pages of a simultaneous: everybody over all heats, a board's frequencies, and why a pair has what it has."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from overtrick.core.wording import phrase
from overtrick.views.addresses import NoSuchNumber
from overtrick.views.heats import find_across, frequency_lines
from overtrick.views.why_tree import steps, tree
from overtrick.web.congress.heats import StillReading, heats_of, over_all
from overtrick.web.congress.models import BookRecord, Congress
from overtrick.web.public.pages import or_404, page_preferences
from overtrick.web.public.several_books import marked, unchanged, wait_page

LINES = 200
"""On a page of the list."""

View = Callable[..., HttpResponse]


def _or_wait(view: View) -> View:
    """The page, or while the books of many heats are read the word that it comes, asked for again by the browser."""

    @wraps(view)
    def shown(request: HttpRequest, congress: str, **place: Any) -> HttpResponse:
        try:
            return view(request, congress, **place)
        except StillReading as so_far:
            around = {"congress": Congress.objects.get(slug=congress), "base": reverse("room:heats", args=[congress])}
            return wait_page(request, "room/heats_wait.html", so_far, around)

    return shown


@require_safe
@_or_wait
def heats(request: HttpRequest, congress: str) -> HttpResponse:
    """Everybody over all heats that are through, or those of one heat with their places over all."""
    found, record = _heats_or_404(congress)
    asked = request.GET.get("heat", "")[:150]
    with over_all(found, record) as now:
        if same := unchanged(request, now.tag):
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
    return _page(request, found, "room/heats.html", context, tag=tag)


@require_safe
@_or_wait
def heats_board(request: HttpRequest, congress: str, session: int, board: int) -> HttpResponse:
    """How often each score of a board was made anywhere, and what it brought."""
    found, record = _heats_or_404(congress)
    with over_all(found, record) as now:
        if now.field is None or (session, board) not in now.field.boards:
            raise Http404("No heat that is through has played that board.")
        lines, boards, tag = frequency_lines(now.field, (session, board)), now.field.boards, now.tag
    context = {"lines": lines, "boards": boards, "session": session, "board": board}
    return _page(request, found, "room/heats_board.html", context, tag=tag)


@require_safe
@_or_wait
def heats_why(request: HttpRequest, congress: str, number: str) -> HttpResponse:
    """Why a pair has what it has over all heats, or why a score of a board brought what it did."""
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
    title = phrase("A board over all heats")
    if name is not None:
        own = next(each.title for each in record if each.slug == heat)
        title = phrase("{who} of {heat}, over all heats", who=str(name), heat=own)
    return _page(request, found, "room/heats_why.html", {"title": title, "node": node, "into": into}, tag=tag)


def _heats_or_404(slug: str) -> tuple[Congress, list[BookRecord]]:
    congress = get_object_or_404(Congress, slug=slug)
    heats = heats_of(congress)
    if not heats:
        raise Http404("This congress has no heats.")
    return congress, heats


def _page(
    request: HttpRequest, congress: Congress, template: str, context: dict[str, Any], *, tag: str
) -> HttpResponse:
    base = reverse("room:heats", args=[congress.slug])
    more = {"congress": congress, "here": request.path, "base": base, "why_base": f"{base}why/"}
    response = render(request, template, {**more, **page_preferences(request), **context})
    return marked(response, tag)
