"""The pages of a ladder: everybody on it with every evening, and why each number is what it is."""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from overtrick.views.addresses import NoSuchNumber
from overtrick.views.ladder import find_on_ladder
from overtrick.views.why_tree import steps, tree
from overtrick.web.congress.heats import StillReading
from overtrick.web.congress.ladders import evenings_of, standing_ladder
from overtrick.web.congress.models import Ladder
from overtrick.web.public.pages import or_404, page_preferences
from overtrick.web.public.several_books import marked, unchanged, wait_page

LINES = 200
"""On a page of the list."""


@require_safe
def ladder(request: HttpRequest, congress: str, ladder: str) -> HttpResponse:
    """Everybody on a ladder, over the evenings that are through."""
    found = _ladder_or_404(congress, ladder)
    try:
        with standing_ladder(found) as now:
            if same := unchanged(request, now.tag):
                return same
            page, refused, names, tag = now.page, now.refused, now.names, now.tag
    except StillReading as so_far:
        return wait_page(request, "room/ladder_wait.html", so_far, _around(found))
    lines = Paginator(page.lines if page is not None else (), LINES).get_page(request.GET.get("page"))
    context = {
        **_around(found),
        "page": page,
        "shown": lines,
        "refused": str(refused or ""),
        "evenings": list(names.items()),
        "playing": [each for each in evenings_of(found) if each.slug not in names],
    }
    return marked(render(request, "room/ladder.html", {**page_preferences(request), **context}), tag)


@require_safe
def ladder_why(request: HttpRequest, congress: str, ladder: str, number: str) -> HttpResponse:
    """Why somebody has a place or a total on a ladder, or a score of an evening."""
    found = _ladder_or_404(congress, ladder)
    into = request.GET.get("into", "")[:200]
    way = or_404(steps(into))
    try:
        with standing_ladder(found) as now:
            shown, tag = find_on_ladder(now.rungs, now.names, number[:600]), now.tag
    except StillReading as so_far:
        return wait_page(request, "room/ladder_wait.html", so_far, _around(found))
    except NoSuchNumber as error:
        raise Http404(str(error)) from error
    context = {"title": shown.title, "node": or_404(tree(shown.figure, way)), "into": into, "here": request.path}
    page = {**page_preferences(request), **_around(found), **context}
    return marked(render(request, "room/ladder_why.html", page), tag)


def _ladder_or_404(congress: str, ladder: str) -> Ladder:
    found = get_object_or_404(Ladder.objects.select_related("congress"), congress__slug=congress, short=ladder)
    if not evenings_of(found):
        raise Http404("No evening of this ladder is shown.")
    return found


def _around(ladder: Ladder) -> dict[str, object]:
    base = reverse("room:ladder", args=[ladder.congress_id, ladder.short])
    return {"congress": ladder.congress, "ladder": ladder, "base": base, "why_base": f"{base}why/"}
