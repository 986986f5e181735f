"""One page for every act with a form: it asks, previews and posts."""

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
from overtrick.web.congress.access import GuardedView, forbidden, rights, speaks_for
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.offices import also_of
from overtrick.web.congress.preview import Foreseen, foresee
from overtrick.web.congress.projections import Projection, event_projection
from overtrick.web.desk.forms.act_form import BookForm
from overtrick.web.desk.views.shared import key_of, page, post_as, posting_text, time_now
from overtrick.web.translation import plain


@dataclass(frozen=True, slots=True)
class FormsOf:
    """How the forms of one kind of book work: its name in addresses and forms, its projection, preview and page.

    *routes* is the prefix of the names of its routes.
    """

    name: str
    projection: Callable[[BookRecord], Projection[Any]]
    foresee: Callable[..., Foreseen]
    page: Callable[..., HttpResponse]
    routes: str

    def form(self, form_class: type[BookForm], now: Projection[Any], *args: Any, **kwargs: Any) -> BookForm:
        """A form about the book as it stands."""
        made: BookForm = partial(form_class, *args, **{**kwargs, self.name: now.event})()
        return made


EVENTS = FormsOf("event", event_projection, foresee, page, "desk")


def act_page(form_class: type[BookForm], of: FormsOf = EVENTS) -> GuardedView:
    """The view of one form, behind the permission check of its action."""

    def view(request: HttpRequest, **where: BookRecord) -> HttpResponse:
        record = where[of.name]
        now = of.projection(record)
        if request.method == "POST":
            return _preview_or_post(request, record, now, form_class, of)
        with now.lock:
            form = of.form(form_class, now, initial=request.GET.dict())
            return _seen_at_once(request, record, now, form, of) or _render_form(request, record, now, form, of)

    view.__name__ = view.__qualname__ = f"act {form_class.path}"
    view.__doc__ = form_class.title
    return GuardedView(view, form_class.action)


def _preview_or_post(
    request: HttpRequest, record: BookRecord, now: Projection[Any], form_class: type[BookForm], of: FormsOf
) -> HttpResponse:
    """Preview the act, and post it once the official has seen the preview."""
    with now.lock:
        moved_in = of.form(form_class, now).reorder(request.POST.dict())
        if moved_in is not None:
            return _render_form(request, record, now, of.form(form_class, now, initial=moved_in), of)
    _put_first(request, record, now, form_class, of)
    with now.lock:
        form = of.form(form_class, now, request.POST)
        if not form.is_valid():
            return _render_form(request, record, now, form, of)
        try:
            acts = form.acts()
            foreseen = of.foresee(now.event, *acts, at=time_now())
        except OvertrickError as refused:
            form.add_error(None, plain(refused))
            return _render_form(request, record, now, form, of)
        if any(isinstance(act, LineUpPosted) and not speaks_for(request.user, record, act.contestant) for act in acts):
            return forbidden()
        if not all(also_of(now.event, act) <= rights(request.user, record=record) for act in acts):
            return forbidden()
        unseen = form.straight and "seen" not in request.POST and not foreseen.cautions
        moved = "post" in request.POST and not unseen and request.POST.get("seen", "") != _mark(foreseen)
        if "post" not in request.POST or moved:
            sentences = [plain(sentence(act)) for act in acts]
            moved = moved and ("seen" in request.POST or not form.straight)
            return _render_form(request, record, now, form, of, foreseen=foreseen, sentences=sentences, moved=moved)
    return _post(request, record, form, acts, of)


def _seen_at_once(
    request: HttpRequest, record: BookRecord, now: Projection[Any], form: BookForm, of: FormsOf
) -> HttpResponse | None:
    """The preview or the refusal of an act for which a link has filled in everything but the reason; otherwise None."""
    filled = of.form(type(form), now, {**request.GET.dict(), "reason": "?"}) if form.at_once and request.GET else None
    if filled is None or not filled.is_valid():
        return None
    try:
        acts = filled.acts()
        foreseen = of.foresee(now.event, *acts, at=time_now())
    except OvertrickError as refused:
        return _render_form(request, record, now, form, of, refused=plain(refused))
    return _render_form(request, record, now, form, of, foreseen=foreseen)


def _post(request: HttpRequest, record: BookRecord, form: BookForm, acts: tuple[Act, ...], of: FormsOf) -> HttpResponse:
    key = key_of(request)
    for place, act in enumerate(acts):
        try:
            posted = post_as(request, record, act, f"{key}-{place}" if place else key)
        except OvertrickError as refused:
            messages.error(request, plain(refused))
            break
        for posting in posted.postings:
            messages.success(request, posting_text(posting))
    return redirect(_next(request, record, form, of))


def _put_first(
    request: HttpRequest, record: BookRecord, now: Projection[Any], form_class: type[BookForm], of: FormsOf
) -> None:
    """Post what must be in the book before anybody sees the preview, such as a lot, and say so."""
    with now.lock:
        form = of.form(form_class, now, request.POST)
        act = form.first() if form.is_valid() else None
    if act is None:
        return
    with suppress(KeyUsed):  # pressed twice: the first lot counts
        for posting in post_as(request, record, act, f"{key_of(request)}-first").postings:
            messages.success(request, posting_text(posting))


def _render_form(
    request: HttpRequest,
    record: BookRecord,
    now: Projection[Any],
    form: BookForm,
    of: FormsOf,
    *,
    foreseen: Foreseen | None = None,
    **more: object,
) -> HttpResponse:
    status = 400 if form.errors else 200
    context = {
        **more,
        "form": form,
        "foreseen": foreseen,
        "mark": _mark(foreseen) if foreseen else "",
        "next": _next(request, record, form, of),
    }
    return of.page(request, record, now, "act", context, status=status)


def _mark(foreseen: Foreseen) -> str:
    """The fingerprint of a preview: if it differs when the form is submitted, the official must check it again."""
    return sha256(foreseen.text.encode()).hexdigest()[:16]


def _next(request: HttpRequest, record: BookRecord, form: BookForm, of: FormsOf) -> str:
    """The address to go to next: where the official came from, or the page that the act belongs to."""
    asked = request.POST.get("next") or request.GET.get("next") or ""
    if asked and url_has_allowed_host_and_scheme(asked, allowed_hosts=None):
        return asked
    return reverse(f"{of.routes}-{form.back}", kwargs={of.name: record.slug})
