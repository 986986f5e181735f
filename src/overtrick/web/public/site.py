"""The site as a whole: its icon, manifest, robots.txt and certificate, and the files that browsers cache for good.

Those are an organisation's colour and logo, script texts and bundles: their addresses contain a hash of what they hold.
"""

import os
from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.templatetags.static import static
from django.views.decorators.http import require_safe

from overtrick.web import bundles, translation
from overtrick.web.compression import takes_gzip
from overtrick.web.organisations.colours import style_sheet
from overtrick.web.organisations.models import Logo, Organisation
from overtrick.web.public.pages import page_preferences
from overtrick.web.reachable_addresses import AUTHORITY
from overtrick.web.translation import script_words

_A_DAY = "public, max-age=86400"
_KEPT = "public, max-age=31536000, immutable"
_NOTHING = "default-src 'none'; sandbox"
"""The policy for a logo that is opened by itself: nothing in it can run."""
BAIZE, GROUND = "#0b5d4b", "#ffffff"
"""As in `tokens.css`."""
_ROBOTS = """User-agent: *
Disallow: /desk/
Disallow: /t/
Disallow: /api/
Disallow: /account/
Disallow: /sign-in/
Disallow: /find/
Disallow: /live/
Allow: /
"""


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - every view takes a request
    """The icon at the address where browsers look for it by default."""
    found = Path(str(finders.find("overtrick/favicon.ico")))
    return HttpResponse(found.read_bytes(), content_type="image/x-icon", headers={"Cache-Control": _A_DAY})


@require_safe
def manifest(request: HttpRequest) -> JsonResponse:  # noqa: ARG001 - as above
    """The web app manifest of the public pages, for a home screen."""
    icons = [
        {"src": static(f"overtrick/icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
        for size in (192, 512)
    ]
    whole = {"src": static("overtrick/icon-maskable.png"), "sizes": "512x512", "type": "image/png"}
    said = {
        "name": translation.words("Overtrick"),
        "short_name": translation.words("Overtrick"),
        "description": translation.words(
            "Duplicate bridge: standings, draws and scorecards, live, with the why of every number."
        ),
        "start_url": "/",
        "scope": "/",
        "display": "minimal-ui",
        "background_color": GROUND,
        "theme_color": BAIZE,
        "icons": [*icons, {**whole, "purpose": "maskable"}],
    }
    return JsonResponse(said, content_type="application/manifest+json", headers={"Cache-Control": _A_DAY})


@require_safe
def robots(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - as above
    """The robots.txt, which admits robots to public pages and not to forms or the API."""
    return HttpResponse(_ROBOTS, content_type="text/plain; charset=utf-8", headers={"Cache-Control": _A_DAY})


@require_safe
def trust(request: HttpRequest) -> HttpResponse:
    """The page with instructions for each kind of device."""
    _authority()
    return render(request, "room/trust.html", page_preferences(request))


@require_safe
def authority(_: HttpRequest) -> HttpResponse:
    """Download the authority's certificate, in the format for devices."""
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


@require_safe
def colour(request: HttpRequest, organisation: str, name: str) -> HttpResponse:  # noqa: ARG001 - as above
    """The style sheet of an organisation's colour; the address contains the colour."""
    found = get_object_or_404(Organisation, slug=organisation)
    if not found.colour or found.colour != f"#{name}":
        raise Http404("There is no such colour.")
    return HttpResponse(
        style_sheet(found.colour), content_type="text/css; charset=utf-8", headers={"Cache-Control": _KEPT}
    )


@require_safe
def spoken(request: HttpRequest, name: str) -> HttpResponse:  # noqa: ARG001 - as above
    """The texts of scripts in the language of the pages; the address contains their hash."""
    script, known = script_words()
    if name != known:
        raise Http404("There are no such words.")
    return HttpResponse(script, content_type="text/javascript; charset=utf-8", headers={"Cache-Control": _KEPT})


@require_safe
def joined_files(request: HttpRequest, version: str, name: str) -> HttpResponse:
    """The bundle of a page's styles or scripts; the address contains the fingerprint of all files."""
    found = bundles.bundle(name) if version == bundles.version() else None
    if found is None:
        raise Http404("There are no such files.")
    plain, small = found
    kind = bundles.KINDS[name.rpartition(".")[2]]
    headers = {"Cache-Control": _KEPT, "Vary": "Accept-Encoding"}
    if not takes_gzip(request):
        return HttpResponse(plain, content_type=kind, headers=headers)
    return HttpResponse(small, content_type=kind, headers={**headers, "Content-Encoding": "gzip"})


@require_safe
def logo(request: HttpRequest, organisation: str, name: str) -> HttpResponse:  # noqa: ARG001 - as above
    """The logo of an organisation; the address contains its hash."""
    found = get_object_or_404(Organisation, slug=organisation)
    if not found.logo or found.logo != name:
        raise Http404("There is no such picture.")
    kept = get_object_or_404(Logo, organisation=found)
    headers = {"Cache-Control": _KEPT, "Content-Security-Policy": _NOTHING, "Content-Disposition": "inline"}
    return HttpResponse(bytes(kept.data), content_type=kept.kind, headers=headers)
