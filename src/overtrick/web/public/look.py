"""What browsers keep until it changes, by a hash: an organisation's colour and picture, words, files in one piece."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from overtrick.web import bundles
from overtrick.web.compression import takes_gzip
from overtrick.web.organisations.colours import style_sheet
from overtrick.web.organisations.models import Logo, Organisation
from overtrick.web.translation import script_words

_KEPT = "public, max-age=31536000, immutable"
_NOTHING = "default-src 'none'; sandbox"
"""Who opens the picture by itself gets a picture, and nothing that could do anything."""


@require_safe
def colour(request: HttpRequest, organisation: str, name: str) -> HttpResponse:  # noqa: ARG001 - a page's own signature
    """The style sheet of an organisation's colour; the address has the colour in it."""
    found = get_object_or_404(Organisation, slug=organisation)
    if not found.colour or found.colour != f"#{name}":
        raise Http404("There is no such colour.")
    return HttpResponse(
        style_sheet(found.colour), content_type="text/css; charset=utf-8", headers={"Cache-Control": _KEPT}
    )


@require_safe
def spoken(request: HttpRequest, name: str) -> HttpResponse:  # noqa: ARG001 - as above
    """What scripts say in the language of the pages; the address has its hash in it."""
    script, known = script_words()
    if name != known:
        raise Http404("There are no such words.")
    return HttpResponse(script, content_type="text/javascript; charset=utf-8", headers={"Cache-Control": _KEPT})


@require_safe
def joined_files(request: HttpRequest, version: str, name: str) -> HttpResponse:
    """Styles or scripts of a page in one piece; the address has the fingerprint of all files in it."""
    found = bundles.joined(name) if version == bundles.version() else None
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
    """The picture of an organisation; the address has its hash in it."""
    found = get_object_or_404(Organisation, slug=organisation)
    if not found.logo or found.logo != name:
        raise Http404("There is no such picture.")
    kept = get_object_or_404(Logo, organisation=found)
    headers = {"Cache-Control": _KEPT, "Content-Security-Policy": _NOTHING, "Content-Disposition": "inline"}
    return HttpResponse(bytes(kept.data), content_type=kept.kind, headers=headers)
