"""How the API answers whatever is asked: a refusal in one shape, and what everybody may read open to other sites."""

import json
from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse

from overtrick.core.wording import Phrase, Said
from overtrick.web.translation import plain

BELOW = "/api/"
PAGES = ("/api/docs", "/api/tokens/")
"""What is a page for people."""


def refusal(what: Said, *, clause: str = "", remedy: Said = "", since: object = ()) -> dict[str, object]:
    """What was wrong, by which clause, and what to do: the one shape of every refusal.

    The words are those of the server's language; *key* is the same in all of them, whatever the values.
    """
    key = what.template if isinstance(what, Phrase) else what
    return {"refused": plain(what), "key": key, "clause": clause, "remedy": plain(remedy), "since": since}


SEE = "The document of the API is at /api/docs."
"""Where a program's author reads on."""
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
    """Middleware: what was answered past the API in words for people is said in its shape.

    What needs no token may be read from any site's pages: it is what everybody may see, and no cookie is asked for.
    """

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer, and say it as a program reads it."""
        response = self.answer(request)
        if not request.path_info.startswith(BELOW) or request.path_info.startswith(PAGES):
            return response
        said = _SAID.get(HTTPStatus(response.status_code))
        if said is not None and not response["Content-Type"].startswith("application/json"):
            response.content = json.dumps(said)
            response["Content-Length"] = str(len(response.content))  # that of the page before is there already
            response["Content-Type"] = "application/json; charset=utf-8"
        if request.method in ("GET", "HEAD") and "Authorization" not in request.headers:
            response["Access-Control-Allow-Origin"] = "*"
        return response
