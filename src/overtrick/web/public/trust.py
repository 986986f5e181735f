"""How a phone comes to trust a server that has a certificate of its own."""

import os
from pathlib import Path

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from overtrick.web.own_address import AUTHORITY
from overtrick.web.public.pages import page_preferences


@require_safe
def trust(request: HttpRequest) -> HttpResponse:
    """What to do on each kind of device."""
    _authority()
    return render(request, "room/trust.html", page_preferences(request))


@require_safe
def authority(_: HttpRequest) -> HttpResponse:
    """The certificate of the authority, as devices take it in."""
    return HttpResponse(
        _authority().read_bytes(),
        content_type="application/x-x509-ca-cert",
        headers={"Content-Disposition": 'attachment; filename="overtrick-authority.crt"'},
    )


def _authority() -> Path:
    named = os.environ.get(AUTHORITY, "")
    if not named or not Path(named).exists():
        raise Http404("This server has no certificate of its own.")
    return Path(named)
