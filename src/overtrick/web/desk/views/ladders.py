"""The ladders of a congress at the desk: what each is called, by which rule it goes, and which events count."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from overtrick.core.errors import DirectorError
from overtrick.views.slugs import slugify
from overtrick.web.congress.access import Action, called, may, official
from overtrick.web.congress.ladders import ladder_rules, rule_of, set_rule
from overtrick.web.congress.models import BookRecord, Congress, Kind, Ladder

LISTED = 200
"""Events of the organisation that are listed."""
MOST = 20
"""Ladders of one congress."""


@official(Action.ORGANISE)
@require_http_methods(["GET", "HEAD", "POST"])
def ladders(request: HttpRequest, congress: Congress) -> HttpResponse:
    """The ladders of a congress: a new one, another choice of evenings, one that is given up."""
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
        "who": called(request.user),
        "ladders": [(each, set(each.events)) for each in congress.ladders.all()],
        "rules": [(name, _said(name, rule.count.best, rule.count.of, str(rule.by)))
                  for name, (rule, _) in ladder_rules(congress.whose).items()],
        "events": _events(request, congress),
        "refused": refused,
        "given": request.POST if refused else {},
        "ticked": set(request.POST.getlist("event")) if refused else set(),
    }  # fmt: skip
    return render(
        request, "desk/ladders.html", context, status=HTTPStatus.UNPROCESSABLE_ENTITY if refused else HTTPStatus.OK
    )


def _said(name: str, best: int | None, of: int | None, by: str) -> str:
    counted = f"the best {best}" if best is not None else "all"
    return f"{name}: {counted}{f' of {of}' if of is not None else ''}, by {by}"


def _events(request: HttpRequest, congress: Congress) -> list[BookRecord]:
    """The events of the organisation that whoever asks may see: this congress's first, in the order they are held."""
    found = BookRecord.objects.filter(kind=Kind.EVENT, organisation=congress.whose).select_related("congress")
    rows = found.order_by("-congress__starts", "-congress_id", "place", "slug")[: 2 * LISTED]
    seen = [each for each in rows if may(request.user, Action.SEE, record=each)][:LISTED]
    return sorted(seen, key=lambda each: each.congress_id != congress.slug)


def _change(request: HttpRequest, congress: Congress) -> None:
    """Keep what was sent of one ladder, or give it up."""
    short = request.POST.get("ladder", "")
    ladder = get_object_or_404(Ladder, congress=congress, short=short) if short else Ladder(congress=congress)
    if "remove" in request.POST:
        if short:
            ladder.delete()
        return
    if not short and congress.ladders.count() >= MOST:
        raise DirectorError("A congress has at most {most} ladders", remedy="Give one up first.", most=MOST)
    ladder.title = request.POST.get("title", "").strip()[:200]
    if not ladder.title or "\0" in ladder.title:
        raise DirectorError("A ladder has a name", remedy="Say what it is called, like Winter Ladder.")
    ladder.events = _chosen(request, congress, ladder)
    rule = request.POST.get("rule", "")[:200]
    if rule != ladder.rule or not ladder.edition:
        set_rule(ladder, rule)
    most = rule_of(ladder).count.of
    if most is not None and len(ladder.events) > most:
        raise DirectorError(
            "{events} evenings are more than the {most} of this ladder",
            clause=str(rule_of(ladder).clause),
            remedy="Leave out those of another season.",
            events=len(ladder.events),
            most=most,
        )
    ladder.short = ladder.short or _free(congress, ladder.title)
    ladder.save()
    messages.success(request, f"{ladder.title} is kept; players see it as soon as one of its evenings is shown.")


def _chosen(request: HttpRequest, congress: Congress, ladder: Ladder) -> list[str]:
    """The events that were ticked, in the order in which they are held; only those of the organisation."""
    ticked = set(request.POST.getlist("event")[:LISTED])
    unseen = set(ladder.events) - {each.slug for each in _events(request, congress)}
    found = BookRecord.objects.filter(kind=Kind.EVENT, organisation=congress.whose, slug__in=ticked | unseen)
    if not found:
        raise DirectorError("No event counts for it", remedy="Tick those that do; more can be added later.")
    return [each.slug for each in found.order_by("congress__starts", "congress_id", "place", "slug")]


def _free(congress: Congress, title: str) -> str:
    base = slugify(title).replace("_", "-")[:50].strip("-") or "ladder"
    taken = set(congress.ladders.values_list("short", flat=True))
    return next(each for each in (base, *(f"{base}-{n}" for n in range(2, MOST + 3))) if each not in taken)
