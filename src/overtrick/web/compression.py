"""Compression of public answers. Answers for a single person are not compressed.

A compressed page that contains a secret and repeats parts of the request reveals the secret through its length (the
BREACH attack). So the pages of the desk and of accounts are never compressed, and neither is any answer for which a
session was read or a form token made. A table's pages are: their only secret is their address, and someone who does not
know it cannot request the page.
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
"""The suffix of a compressed answer's ETag, which must differ from that of the plain answer."""
_FACES = ("api/", "t/")
_PACKED = ("application/zip", "font/", "image/png", "image/jpeg")
"""The media types of files that are already compressed."""


def takes_gzip(request: HttpRequest) -> bool:
    """Whether the client accepts gzip."""
    offered = (each.partition(";") for each in request.headers.get("Accept-Encoding", "").split(","))
    return any(name.strip() == "gzip" and how.replace(" ", "") not in {"q=0", "q=0.0"} for name, _, how in offered)


def gzip_bytes(content: bytes) -> bytes:
    """Content compressed with gzip; the result is the same every time."""
    return compress(content, 9, mtime=0)


class Compression(GZipMiddleware):
    """Middleware: compresses public answers that are not compressed yet."""

    max_random_bytes = 0  # public answers hold no secrets

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Compress the answer if it is public and the client accepts gzip."""
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


class StaticFiles(WhiteNoiseMiddleware):  # type: ignore[misc]  # it has no type hints
    """Middleware: serves the program's own files, each compressed once per process, on first use."""

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponseBase:
        """The file, or a 304 if the client has it."""
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
def _gzipped_file(path: str, tag: str) -> bytes:  # noqa: ARG001 - part of the cache key: a changed file has another tag
    return gzip_bytes(Path(path).read_bytes())
