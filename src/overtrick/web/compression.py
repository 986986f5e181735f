"""What leaves compressed: what everybody may read. What is made for one person leaves as it is.

A page that holds a secret and repeats what it was asked tells the secret by its length when it is compressed (the
attack is called BREACH). So the desk's and the accounts' pages are never compressed, nor is any answer for which a
session was read or a form's token made. A table's phone is: its one secret is its address, and who does not know that
cannot ask for the page.
"""

from functools import lru_cache
from gzip import compress
from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import get_conditional_response, patch_vary_headers
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

GZIP = "-gzip"
"""What the tag of a compressed answer ends with: it is another one than that of the plain answer."""
_FACES = ("api/", "t/")
_PACKED = ("application/zip", "font/", "image/png", "image/jpeg")
"""Kinds of files that are compressed already."""


def takes_gzip(request: HttpRequest) -> bool:
    """Whether whoever asks can unpack gzip."""
    offered = (each.partition(";") for each in request.headers.get("Accept-Encoding", "").split(","))
    return any(name.strip() == "gzip" and how.replace(" ", "") not in {"q=0", "q=0.0"} for name, _, how in offered)


def gzipped(content: bytes) -> bytes:
    """Content in gzip, the same bytes each time."""
    return compress(content, 9, mtime=0)


class Compression(GZipMiddleware):
    """Middleware: public answers that are not compressed yet leave compressed, the others as they are."""

    max_random_bytes = 0  # there is nothing in them to hide

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """The answer, compressed if it is public."""
        if not _public(request):
            return response
        if not takes_gzip(request):
            patch_vary_headers(response, ("Accept-Encoding",))
            return response
        return super().process_response(request, response)


def _public(request: HttpRequest) -> bool:
    found = request.resolver_match
    if found is None or not ("room" in found.app_names or found.route.startswith(_FACES)):
        return False
    session = getattr(request, "session", None)
    return not (session is not None and session.accessed) and not request.META.get("CSRF_COOKIE_NEEDS_UPDATE")


class StaticFiles(WhiteNoiseMiddleware):  # type: ignore[misc]  # it has no types
    """Middleware: the program's own files, each compressed once a process when it is first asked for."""

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponseBase:
        """The file, or the word that the reader has it."""
        _, path, headers = static_file.alternatives[-1]
        packed = dict(headers)["Content-Type"].startswith(_PACKED)
        if packed or not takes_gzip(request) or "Range" in request.headers or request.method not in {"GET", "HEAD"}:
            plain: HttpResponseBase = WhiteNoiseMiddleware.serve(static_file, request)
            if not packed:
                patch_vary_headers(plain, ("Accept-Encoding",))
            return plain
        tag = f'{static_file.etag[:-1]}{GZIP}"'
        answer = get_conditional_response(request, etag=tag)
        if answer is None:
            small = _gzipped_file(path, tag)
            answer = HttpResponse(small if request.method != "HEAD" else b"", headers=dict(headers))
            answer.headers["Content-Length"] = str(len(small))
            answer.headers["Content-Encoding"] = "gzip"
        answer.headers["ETag"] = tag
        answer.headers["Vary"] = "Accept-Encoding"
        return answer


@lru_cache(maxsize=512)
def _gzipped_file(path: str, tag: str) -> bytes:  # noqa: ARG001 - a file that has changed has another tag
    return gzipped(Path(path).read_bytes())
