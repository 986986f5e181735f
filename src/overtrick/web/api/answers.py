"""The form of the API's answers: every refusal in one shape, and public data readable from other sites' pages."""

import json
from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse

from overtrick.core.wording import Phrase, Said
from overtrick.web.translation import plain

BELOW = "/api/"
PAGES = ("/api/docs", "/api/tokens/")
"""Addresses below the API that are pages for people."""


def refusal(what: Said, *, clause: str = "", remedy: Said = "", since: object = ()) -> dict[str, object]:
    """The shape of every refusal: what was wrong, by which clause, and what to do.

    The text is in the server's language; *key* is the same in every language and for all values.
    """
    key = what.template if isinstance(what, Phrase) else what
    return {"refused": plain(what), "key": key, "clause": clause, "remedy": plain(remedy), "since": since}


SEE = "The document of the API is at /api/docs."
"""The remedy that points a program's author to the documentation."""
_SAID = {
    HTTPStatus.BAD_REQUEST: refusal("This request cannot be read", remedy=SEE),
    HTTPStatus.NOT_FOUND: refusal("There is nothing at this address", remedy=SEE),
    HTTPStatus.METHOD_NOT_ALLOWED: refusal("This address is not asked like that", remedy=SEE),
    HTTPStatus.INTERNAL_SERVER_ERROR: refusal("A fault of ours; it is in the server's log", remedy="Send it again."),
    HTTPStatus.SERVICE_UNAVAILABLE: refusal(
        "The database does not answer, and nothing was kept", remedy="Send it again in some seconds, with the same key."
    ),
}


class InOneShape:
    """Middleware: turns errors that were answered outside the API, in text for people, into its shape.

    Answers to requests without a token may be read by any site's pages: they are public and depend on no cookie.
    """

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request, with errors in the API's shape."""
        response = self.answer(request)
        if not request.path_info.startswith(BELOW) or request.path_info.startswith(PAGES):
            return response
        said = _SAID.get(HTTPStatus(response.status_code))
        if said is not None and not response["Content-Type"].startswith("application/json"):
            response.content = json.dumps(said)
            response["Content-Length"] = str(len(response.content))  # replaces that of the original page
            response["Content-Type"] = "application/json; charset=utf-8"
        if request.method in ("GET", "HEAD") and "Authorization" not in request.headers:
            response["Access-Control-Allow-Origin"] = "*"
        return response
