"""One page for every act with a form: asked, foreseen, posted."""

from hashlib import sha256

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from overtrick.core.errors import OvertrickError
from overtrick.core.event.acts import Act, LineUpPosted
from overtrick.web.congress.access import Guarded, forbidden, speaks_for
from overtrick.web.congress.keeper import Standing, standing
from overtrick.web.congress.models import Held
from overtrick.web.congress.preview import Foreseen, foresee
from overtrick.web.congress.said import sentence
from overtrick.web.desk.forms.asking import ActForm
from overtrick.web.desk.views.shared import key_of, page, post_as, time_now


def act_page(form_class: type[ActForm]) -> Guarded:
    """The page of one form, behind the check of its action."""

    def view(request: HttpRequest, event: Held) -> HttpResponse:
        now = standing(event)
        if request.method == "POST":
            return _asked(request, event, now, form_class)
        with now.lock:
            form = form_class(event=now.event, initial=request.GET.dict())
            return _shown(request, event, now, form)

    view.__name__ = view.__qualname__ = f"act {form_class.path}"
    view.__doc__ = form_class.title
    return Guarded(view, form_class.action)


def _asked(request: HttpRequest, held: Held, now: Standing, form_class: type[ActForm]) -> HttpResponse:
    """Foresee what the answers do; post them once the official has seen that."""
    _put_first(request, held, now, form_class)
    with now.lock:
        form = form_class(request.POST, event=now.event)
        if not form.is_valid():
            return _shown(request, held, now, form)
        try:
            acts = form.acts()
            foreseen = foresee(now.event, *acts, at=time_now())
        except OvertrickError as refused:
            form.add_error(None, str(refused))
            return _shown(request, held, now, form)
        if any(isinstance(act, LineUpPosted) and not speaks_for(request.user, held, act.contestant) for act in acts):
            return forbidden()
        moved = "post" in request.POST and request.POST.get("seen") != _mark(foreseen)
        if "post" not in request.POST or moved:
            return _shown(request, held, now, form, foreseen, sentences=[sentence(act) for act in acts], moved=moved)
    return _post(request, held, form, acts)


def _post(request: HttpRequest, held: Held, form: ActForm, acts: tuple[Act, ...]) -> HttpResponse:
    key = key_of(request)
    for place, act in enumerate(acts):
        try:
            posted = post_as(request, held, act, f"{key}-{place}" if place else key)
        except OvertrickError as refused:
            messages.error(request, str(refused))
            break
        for posting in posted.postings:
            messages.success(request, f"Posting {posting.number}: {sentence(posting.act)}")
    return redirect(_next(request, held, form))


def _put_first(request: HttpRequest, held: Held, now: Standing, form_class: type[ActForm]) -> None:
    """Post what must be in the book before anybody looks, such as a lot; it is said like every posting."""
    with now.lock:
        form = form_class(request.POST, event=now.event)
        act = form.first() if form.is_valid() else None
    if act is not None:
        for posting in post_as(request, held, act, f"{key_of(request)}-first").postings:
            messages.success(request, f"Posting {posting.number}: {sentence(posting.act)}")


def _shown(
    request: HttpRequest,
    held: Held,
    now: Standing,
    form: ActForm,
    foreseen: Foreseen | None = None,
    **more: object,
) -> HttpResponse:
    status = 400 if form.errors else 200
    context = {
        **more,
        "form": form,
        "foreseen": foreseen,
        "mark": _mark(foreseen) if foreseen else "",
        "next": _next(request, held, form),
    }
    return page(request, held, now, "act", context, status)


def _mark(foreseen: Foreseen) -> str:
    """What was foreseen, as a mark: if it is another when the form comes back, the official looks again."""
    return sha256(foreseen.text.encode()).hexdigest()[:16]


def _next(request: HttpRequest, held: Held, form: ActForm) -> str:
    """Where to go from here: where the official came from, or the page the act belongs to."""
    asked = request.POST.get("next") or request.GET.get("next") or ""
    if asked and url_has_allowed_host_and_scheme(asked, allowed_hosts=None):
        return asked
    return reverse(f"desk-{form.back}", kwargs={"event": held.slug})
