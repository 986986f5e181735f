"""What browsers and robots ask of a whole site: its icon, how it is put on a home screen, where robots may go."""

from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.views.decorators.http import require_safe

from overtrick.web import translation

_A_DAY = "public, max-age=86400"
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
def favicon(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - every view is asked with one
    """The icon, where browsers look for it unasked."""
    found = Path(str(finders.find("overtrick/favicon.ico")))
    return HttpResponse(found.read_bytes(), content_type="image/x-icon", headers={"Cache-Control": _A_DAY})


@require_safe
def manifest(request: HttpRequest) -> JsonResponse:  # noqa: ARG001 - as above
    """The players' pages as something to put on a home screen."""
    icons = [
        {"src": static(f"overtrick/icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
        for size in (192, 512)
    ]
    whole = {"src": static("overtrick/icon-maskable.png"), "sizes": "512x512", "type": "image/png"}
    said = {
        "name": translation.words("Overtrick"),
        "short_name": translation.words("Overtrick"),
        "description": translation.words("Duplicate bridge: standings, draws and scorecards, live, with every why."),
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
    """Where robots may go: to what everybody is shown, and not to what only asks or is asked."""
    return HttpResponse(_ROBOTS, content_type="text/plain; charset=utf-8", headers={"Cache-Control": _A_DAY})
