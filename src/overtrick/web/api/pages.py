"""The page where a user creates tokens for programs and revokes them."""

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

from overtrick.core.wording import Phrase, phrase
from overtrick.ledger.durable.tenancy import EVERYBODY, use_organisation
from overtrick.web.accounts.log import note
from overtrick.web.accounts.models import What
from overtrick.web.api.models import Scope, Token
from overtrick.web.api.tokens import DAYS, Purpose, new_token
from overtrick.web.congress.access import Action, author_name, official
from overtrick.web.congress.models import BookRecord, Congress
from overtrick.web.form_words import translate_fields

EVERYWHERE = ""
ANYWHERE = phrase("all congresses and events where I have a role")
PLACES = 50
"""How many congresses a token can be bound to: the newest, because older ones need no new program."""
_CONGRESS, _EVENT = "c/", "e/"


class TokenForm(forms.Form):
    """The purpose of a token, its permissions, where it applies, and how long it is valid."""

    name = forms.CharField(max_length=80, label="Purpose", help_text="For example: the scoreboard at the venue.")
    scope = forms.ChoiceField(choices=Scope.choices, label="Permissions", initial=Scope.READ)
    where = forms.ChoiceField(required=False, label="Applies to")
    days = forms.TypedChoiceField(
        coerce=int,
        initial=DAYS,
        label="Valid for",
        choices=((7, "1 week"), (30, "1 month"), (DAYS, "3 months"), (366, "1 year")),
    )

    def __init__(self, *args: object, user: User, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]  # passed on unchanged
        self.places: dict[str, Congress | BookRecord] = {}
        ours = Q(officials__user=user) | Q(organisation__members__user=user)
        found = Congress.objects.filter(ours).distinct().order_by("-starts", "slug").prefetch_related("events")
        for congress in found[:PLACES]:
            self.places[f"{_CONGRESS}{congress.slug}"] = congress
            self.places.update({f"{_EVENT}{record.slug}": record for record in congress.events.all()})
        named = [
            (key, str(place) if isinstance(place, Congress) else _only(place)) for key, place in self.places.items()
        ]
        self.fields["where"].choices = [(EVERYWHERE, ANYWHERE), *named]  # type: ignore[attr-defined]  # a choice
        translate_fields(self)

    @property
    def purpose(self) -> Purpose:
        """The scope, place and duration that were chosen."""
        place = self.places.get(self.cleaned_data["where"])
        congress = place if isinstance(place, Congress) else None
        event = place if isinstance(place, BookRecord) else None
        return Purpose(Scope(self.cleaned_data["scope"]), congress, event, self.cleaned_data["days"])


@official(Action.OWN)
@never_cache
@require_http_methods(["GET", "POST"])
def tokens(request: HttpRequest) -> HttpResponse:
    """The page of one's own tokens; a new one is shown once."""
    assert isinstance(request.user, User)  # noqa: S101 - `official` lets only users through
    with use_organisation(EVERYBODY):  # one's own roles may be at congresses of several organisations
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
        where = _only(wanted.event) if wanted.event is not None else wanted.congress or ANYWHERE
        about = f"{form.cleaned_data['name']}: {Scope(form.cleaned_data['scope']).label}, {where}"
        congress = wanted.event.congress if wanted.event is not None else wanted.congress
        note(What.TOKEN_MADE, request, user=user, congress=congress, about=about)
        form = TokenForm(user=user)
    own = list(Token.objects.filter(user=user).select_related("congress", "event").order_by("-made"))
    soon, now = timezone.now() + timedelta(days=7), timezone.now()
    shown = {"tokens": own, "made": made, "form": form, "soon": soon, "now": now, "who": author_name(user)}
    return render(request, "api/tokens.html", shown, status=422 if form.errors else 200)


def _only(event: BookRecord) -> Phrase:
    return phrase("only {event} at {congress}", event=str(event), congress=str(event.congress))


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else 0
