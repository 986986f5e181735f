"""The ladders of a congress at the desk: the name and the rule of each, and the events that count."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from overtrick.core.errors import DirectorError
from overtrick.core.ranking.ladder import LadderBy
from overtrick.core.wording import phrase
from overtrick.views.slugs import slugify
from overtrick.web.congress.access import Action, author_name, may, official
from overtrick.web.congress.ladders import has_rule, ladder_rules, rule_of, set_rule
from overtrick.web.congress.models import BookRecord, Congress, Kind, Ladder
from overtrick.web.translation import plain

LISTED = 200
"""The most events of the organisation that are listed."""
MOST = 20
"""The most ladders of one congress."""


@official(Action.ORGANISE)
@require_http_methods(["GET", "HEAD", "POST"])
def ladders(request: HttpRequest, congress: Congress) -> HttpResponse:
    """The page that creates, changes and removes the ladders of a congress."""
    refused = None
    if request.method == "POST":
        try:
            _change(request, congress)
        except DirectorError as fault:
            refused = fault
        else:
            return redirect("desk-ladders", congress=congress.slug)
    context = {
        "congress": congress,
        "who": author_name(request.user),
        "ladders": [(each, set(each.events)) for each in congress.ladders.all()],
        "rules": [(name, _rule_text(name, rule.count.best, rule.count.of, rule.by))
                  for name, (rule, _) in ladder_rules(congress.whose).items()],
        "events": _events(request, congress),
        "refused": refused,
        "given": request.POST if refused else {},
        "ticked": set(request.POST.getlist("event")) if refused else set(),
    }  # fmt: skip
    return render(
        request, "desk/ladders.html", context, status=HTTPStatus.UNPROCESSABLE_ENTITY if refused else HTTPStatus.OK
    )


def _rule_text(name: str, best: int | None, of: int | None, by: LadderBy) -> str:
    if best is None:
        return plain(phrase("{name}: all sessions[ ({of})], with a place for each {by}", name=name, of=of, by=by))
    return plain(
        phrase(
            "{name}: the best {best:#session}[ of {of}], with a place for each {by}", name=name, best=best, of=of, by=by
        )
    )


def _events(request: HttpRequest, congress: Congress) -> list[BookRecord]:
    """The events of the organisation that the user may see, this congress's first, in programme order."""
    found = BookRecord.objects.filter(kind=Kind.EVENT, organisation=congress.whose).select_related("congress")
    rows = found.order_by("-congress__starts", "-congress_id", "place", "slug")[: 2 * LISTED]
    seen = [each for each in rows if may(request.user, Action.SEE, record=each)][:LISTED]
    return sorted(seen, key=lambda each: each.congress_id != congress.slug)


def _change(request: HttpRequest, congress: Congress) -> None:
    """Save or remove one ladder."""
    short = request.POST.get("ladder", "")
    ladder = get_object_or_404(Ladder, congress=congress, short=short) if short else Ladder(congress=congress)
    if "remove" in request.POST:
        if short:
            ladder.delete()
        return
    if not short and congress.ladders.count() >= MOST:
        raise DirectorError("A congress can have at most {most} ladders", remedy="Delete a ladder first.", most=MOST)
    ladder.title = request.POST.get("title", "").strip()[:200]
    if not ladder.title or "\0" in ladder.title:
        raise DirectorError("The ladder needs a name", remedy="Enter a name, like Winter Ladder.")
    ladder.events = _ticked_events(request, congress, ladder)
    rule = request.POST.get("rule", "")[:200]
    if rule != ladder.rule or not has_rule(ladder):
        set_rule(ladder, rule)
    most = rule_of(ladder).count.of
    if most is not None and len(ladder.events) > most:
        raise DirectorError(
            "This ladder takes at most {most:#session}, not {events}",
            clause=rule_of(ladder).clause,
            remedy="Untick some of the events.",
            events=len(ladder.events),
            most=most,
        )
    ladder.short = ladder.short or _free(congress, ladder.title)
    ladder.save()
    said = phrase("{title} saved. Players see it once one of its sessions is public.", title=ladder.title)
    messages.success(request, plain(said))


def _ticked_events(request: HttpRequest, congress: Congress, ladder: Ladder) -> list[str]:
    """The slugs of the organisation's ticked events, in the order they are held.

    Events of the ladder that the page did not list stay in it.
    """
    ticked = set(request.POST.getlist("event")[:LISTED])
    unseen = set(ladder.events) - {each.slug for each in _events(request, congress)}
    found = BookRecord.objects.filter(kind=Kind.EVENT, organisation=congress.whose, slug__in=ticked | unseen)
    if not found:
        raise DirectorError("No events are ticked", remedy="Tick the events that count; you can add more later.")
    return [each.slug for each in found.order_by("congress__starts", "congress_id", "place", "slug")]


def _free(congress: Congress, title: str) -> str:
    base = slugify(title).replace("_", "-")[:50].strip("-") or "ladder"
    taken = set(congress.ladders.values_list("short", flat=True))
    return next(each for each in (base, *(f"{base}-{n}" for n in range(2, MOST + 3))) if each not in taken)
