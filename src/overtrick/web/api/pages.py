"""The page where somebody makes a token for a program, and takes it back."""

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from overtrick.web.api.models import Token
from overtrick.web.api.tokens import new_token
from overtrick.web.congress.access import Action, official


@official(Action.OWN)
@never_cache
@require_http_methods(["GET", "POST"])
def tokens(request: HttpRequest) -> HttpResponse:
    """One's own tokens; a new one is shown once."""
    assert isinstance(request.user, User)  # noqa: S101 - who has signed in is somebody
    made = ""
    if request.method == "POST":
        if "take_back" in request.POST:
            Token.objects.filter(user=request.user, pk=_number(request.POST["take_back"])).delete()
            return HttpResponseRedirect(reverse("tokens"))
        made = new_token(request.user, request.POST.get("name", "").strip()[:80] or "a program")
    own = Token.objects.filter(user=request.user).order_by("-made")
    return render(request, "api/tokens.html", {"tokens": own, "made": made})


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else 0
