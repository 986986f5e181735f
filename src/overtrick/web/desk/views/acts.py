"""One page for every act with a form: asked, foreseen, posted."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from overtrick.core.errors import OvertrickError
from overtrick.core.event.acts import Act, LineUpPosted
from overtrick.director.acts import sentence
from overtrick.ledger.book import KeyUsed
from overtrick.web.congress.access import Guarded, forbidden, speaks_for
from overtrick.web.congress.models import Held
from overtrick.web.congress.preview import Foreseen, foresee
from overtrick.web.congress.projections import Projection, event_projection
from overtrick.web.desk.forms.asking import Asking
from overtrick.web.desk.views.shared import key_of, page, post_as, time_now


@dataclass(frozen=True, slots=True)
class FormsOf:
    """The forms of one kind of book: what an address and a form call it, and how it is kept, foreseen and shown.

    *routes* is what the names of its routes begin with.
    """

    name: str
    projection: Callable[[Held], Projection[Any]]
    foresee: Callable[..., Foreseen]
    page: Callable[..., HttpResponse]
    routes: str

    def form(self, form_class: type[Asking], now: Projection[Any], *args: Any, **kwargs: Any) -> Asking:
        """A form about the book as it stands."""
        made: Asking = partial(form_class, *args, **{**kwargs, self.name: now.event})()
        return made


EVENTS = FormsOf("event", event_projection, foresee, page, "desk")


def act_page(form_class: type[Asking], of: FormsOf = EVENTS) -> Guarded:
    """The page of one form, behind the check of its action."""

    def view(request: HttpRequest, **where: Held) -> HttpResponse:
        held = where[of.name]
        now = of.projection(held)
        if request.method == "POST":
            return _asked(request, held, now, form_class, of)
        with now.lock:
            return _shown(request, held, now, of.form(form_class, now, initial=request.GET.dict()), of)

    view.__name__ = view.__qualname__ = f"act {form_class.path}"
    view.__doc__ = form_class.title
    return Guarded(view, form_class.action)


def _asked(
    request: HttpRequest, held: Held, now: Projection[Any], form_class: type[Asking], of: FormsOf
) -> HttpResponse:
    """Foresee what the answers do; post them once the official has seen that."""
    _put_first(request, held, now, form_class, of)
    with now.lock:
        form = of.form(form_class, now, request.POST)
        if not form.is_valid():
            return _shown(request, held, now, form, of)
        try:
            acts = form.acts()
            foreseen = of.foresee(now.event, *acts, at=time_now())
        except OvertrickError as refused:
            form.add_error(None, str(refused))
            return _shown(request, held, now, form, of)
        if any(isinstance(act, LineUpPosted) and not speaks_for(request.user, held, act.contestant) for act in acts):
            return forbidden()
        moved = "post" in request.POST and request.POST.get("seen") != _mark(foreseen)
        if "post" not in request.POST or moved:
            sentences = [sentence(act) for act in acts]
            return _shown(request, held, now, form, of, foreseen, sentences=sentences, moved=moved)
    return _post(request, held, form, acts, of)


def _post(request: HttpRequest, held: Held, form: Asking, acts: tuple[Act, ...], of: FormsOf) -> HttpResponse:
    key = key_of(request)
    for place, act in enumerate(acts):
        try:
            posted = post_as(request, held, act, f"{key}-{place}" if place else key)
        except OvertrickError as refused:
            messages.error(request, str(refused))
            break
        for posting in posted.postings:
            messages.success(request, f"Posting {posting.number}: {sentence(posting.act)}")
    return redirect(_next(request, held, form, of))


def _put_first(request: HttpRequest, held: Held, now: Projection[Any], form_class: type[Asking], of: FormsOf) -> None:
    """Post what must be in the book before anybody looks, such as a lot; it is said like every posting."""
    with now.lock:
        form = of.form(form_class, now, request.POST)
        act = form.first() if form.is_valid() else None
    if act is None:
        return
    with suppress(KeyUsed):  # pressed twice: the lot that was drawn first stands
        for posting in post_as(request, held, act, f"{key_of(request)}-first").postings:
            messages.success(request, f"Posting {posting.number}: {sentence(posting.act)}")


def _shown(
    request: HttpRequest,
    held: Held,
    now: Projection[Any],
    form: Asking,
    of: FormsOf,
    foreseen: Foreseen | None = None,
    **more: object,
) -> HttpResponse:
    status = 400 if form.errors else 200
    context = {
        **more,
        "form": form,
        "foreseen": foreseen,
        "mark": _mark(foreseen) if foreseen else "",
        "next": _next(request, held, form, of),
    }
    return of.page(request, held, now, "act", context, status)


def _mark(foreseen: Foreseen) -> str:
    """What was foreseen, as a mark: if it is another when the form comes back, the official looks again."""
    return sha256(foreseen.text.encode()).hexdigest()[:16]


def _next(request: HttpRequest, held: Held, form: Asking, of: FormsOf) -> str:
    """Where to go from here: where the official came from, or the page the act belongs to."""
    asked = request.POST.get("next") or request.GET.get("next") or ""
    if asked and url_has_allowed_host_and_scheme(asked, allowed_hosts=None):
        return asked
    return reverse(f"{of.routes}-{form.back}", kwargs={of.name: held.slug})
