"""The page where somebody makes a token for a program, and takes it back."""

from datetime import timedelta

from django import forms
from django.contrib.auth.models import User
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from overtrick.ledger.durable.tenancy import EVERYBODY, within
from overtrick.web.accounts.log import note
from overtrick.web.accounts.models import What
from overtrick.web.api.models import Scope, Token
from overtrick.web.api.tokens import DAYS, Purpose, new_token
from overtrick.web.congress.access import Action, called, official
from overtrick.web.congress.models import BookRecord, Congress

EVERYWHERE = ""
PLACES = 50
"""Congresses that a token can be bound to, the newest; an older one needs no new program."""
_CONGRESS, _EVENT = "c/", "e/"


class TokenForm(forms.Form):
    """What a token is for, what it may do, where, and until when."""

    name = forms.CharField(max_length=80, label="What is it for?", help_text="Like: the scoreboard in the hall.")
    scope = forms.ChoiceField(choices=Scope.choices, label="What may it do?", initial=Scope.READ)
    where = forms.ChoiceField(required=False, label="Where?")
    days = forms.TypedChoiceField(
        coerce=int,
        initial=DAYS,
        label="Until when?",
        choices=((7, "for a week"), (30, "for a month"), (DAYS, "for three months"), (366, "for a year")),
    )

    def __init__(self, *args: object, user: User, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]  # handed on as they come
        self.places: dict[str, Congress | BookRecord] = {}
        ours = Q(officials__user=user) | Q(organisation__members__user=user)
        found = Congress.objects.filter(ours).distinct().order_by("-starts", "slug").prefetch_related("events")
        for congress in found[:PLACES]:
            self.places[f"{_CONGRESS}{congress.slug}"] = congress
            self.places.update({f"{_EVENT}{record.slug}": record for record in congress.events.all()})
        named = [
            (key, str(place) if isinstance(place, Congress) else f"only {place} at {place.congress}")
            for key, place in self.places.items()
        ]
        self.fields["where"].choices = [(EVERYWHERE, "wherever I have a role"), *named]  # type: ignore[attr-defined]  # a choice

    @property
    def purpose(self) -> Purpose:
        """What was asked for."""
        place = self.places.get(self.cleaned_data["where"])
        congress = place if isinstance(place, Congress) else None
        event = place if isinstance(place, BookRecord) else None
        return Purpose(Scope(self.cleaned_data["scope"]), congress, event, self.cleaned_data["days"])


@official(Action.OWN)
@never_cache
@require_http_methods(["GET", "POST"])
def tokens(request: HttpRequest) -> HttpResponse:
    """One's own tokens; a new one is shown once."""
    assert isinstance(request.user, User)  # noqa: S101 - who has signed in is somebody
    with within(EVERYBODY):  # one's own roles may be at congresses of several organisations
        return _tokens(request, request.user)


def _tokens(request: HttpRequest, user: User) -> HttpResponse:
    made = ""
    asked = "take_back" not in request.POST
    form = TokenForm(request.POST if request.POST and asked else None, user=user)
    if not asked:
        for each in Token.objects.filter(user=user, pk=_number(request.POST["take_back"])):
            each.delete()
            note(What.TOKEN_TAKEN, request, user=user, about=each.name)
        return HttpResponseRedirect(reverse("tokens"))
    if request.method == "POST" and form.is_valid():
        wanted = form.purpose
        made = new_token(user, form.cleaned_data["name"], wanted)
        where = dict(form.fields["where"].choices)[form.cleaned_data["where"]]  # type: ignore[attr-defined]  # a choice
        about = f"{form.cleaned_data['name']}: {Scope(form.cleaned_data['scope']).label}, {where}"
        congress = wanted.event.congress if wanted.event is not None else wanted.congress
        note(What.TOKEN_MADE, request, user=user, congress=congress, about=about)
        form = TokenForm(user=user)
    own = list(Token.objects.filter(user=user).select_related("congress", "event").order_by("-made"))
    soon, now = timezone.now() + timedelta(days=7), timezone.now()
    shown = {"tokens": own, "made": made, "form": form, "soon": soon, "now": now, "who": called(user)}
    return render(request, "api/tokens.html", shown, status=422 if form.errors else 200)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else 0
