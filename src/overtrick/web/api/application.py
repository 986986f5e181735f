"""The API as a whole: its routes, its error handlers, and the form of its answers."""

import json
from collections.abc import Callable, Mapping
from functools import cached_property, wraps
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, ValidationError
from ninja.openapi.schema import OpenAPISchema
from ninja.operation import Operation
from ninja.parser import Parser

from overtrick.core import limits
from overtrick.core.errors import DirectorError, OvertrickError
from overtrick.core.wording import Phrase, PhrasedValue, Said
from overtrick.formats.given_json import bound_of, read_json
from overtrick.ledger.act_schema import act_schema
from overtrick.ledger.book import KeyUsed, LedElsewhere, LedgerMoved
from overtrick.ledger.codec import write_act
from overtrick.views.addresses import NoSuchNumber
from overtrick.web.api import heads, ladders, lead_routes, read_routes, write_routes, years
from overtrick.web.api.tokens import OutOfScope
from overtrick.web.congress.access import note_no_right
from overtrick.web.congress.creation import AddressTaken
from overtrick.web.congress.heats import StillReading
from overtrick.web.exchange.lead.follower import NotYours
from overtrick.web.telemetry.refusals import Refusal, note_refusal
from overtrick.web.translation import plain

BELOW = "/api/"
PAGES = ("/api/docs", "/api/tokens/")
"""Addresses below the API that are pages for people."""


def refusal(
    what: Said, *, clause: Said | PhrasedValue = "", remedy: Said = "", since: object = ()
) -> dict[str, object]:
    """The shape of every refusal: what was wrong, by which clause, and what to do.

    The text is in the server's language; *key* is the same in every language and for all values.
    """
    key = what.template if isinstance(what, Phrase) else what
    return {"refused": plain(what), "key": key, "clause": str(clause), "remedy": plain(remedy), "since": since}


SEE = "The API is documented at /api/docs."
"""The remedy that points a program's author to the documentation."""
_SAID = {
    HTTPStatus.BAD_REQUEST: refusal("This request cannot be read", remedy=SEE),
    HTTPStatus.NOT_FOUND: refusal("There is nothing at this address", remedy=SEE),
    HTTPStatus.METHOD_NOT_ALLOWED: refusal("This address does not accept this method", remedy=SEE),
    HTTPStatus.INTERNAL_SERVER_ERROR: refusal(
        "The server could not answer because of an error, which is in its log", remedy="Send the request again."
    ),
    HTTPStatus.SERVICE_UNAVAILABLE: refusal(
        "The database is not responding, and nothing was posted",
        remedy="Send the request again in a few seconds, with the same key.",
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


class BoundedJson(Parser):
    """Parses JSON bodies, with limits on size, depth and the length of numbers that fit an act."""

    def parse_body(self, request: HttpRequest) -> Any:
        """The parsed body of the request."""
        return read_json(request.body, "This message", largest=limits.ACT)


SCHEMAS = "#/components/schemas/"


def answer_lists(route: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate a route so that a tuple is returned as a list: Ninja would take two rows for a status and a body."""

    @wraps(route)
    def answer(*args: Any, **kwargs: Any) -> Any:
        found = route(*args, **kwargs)
        return list(found) if isinstance(found, tuple) else found

    return answer


class Api(NinjaAPI):
    """The API and its OpenAPI document, which includes the schemas of all acts; tuples are answered as lists."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.add_decorator(answer_lists)

    def get_openapi_schema(
        self, *, path_prefix: str | None = None, path_params: dict[str, Any] | None = None
    ) -> OpenAPISchema:
        """The OpenAPI document with the schemas of the acts; it takes half a second to make, and is made once."""
        prefix = path_prefix or self.get_root_path(path_params or {})
        if prefix not in self._documents:
            self._documents[prefix] = self._document(prefix)
        return self._documents[prefix]

    @cached_property
    def _documents(self) -> dict[str, OpenAPISchema]:
        return {}

    def _document(self, prefix: str) -> OpenAPISchema:
        document = super().get_openapi_schema(path_prefix=prefix)
        schemas = document["components"]["schemas"]
        any_act, named = act_schema(SCHEMAS)
        asked = schemas["ActAsked"]["properties"]
        asked["act"] = {"description": asked["act"]["description"], **any_act}
        schemas |= named
        return document

    def get_openapi_operation_id(self, operation: Operation) -> str:
        """The operation's name in generated clients: the name of its view, which must not change."""
        return operation.view_func.__name__


api = Api(
    parser=BoundedJson(),
    title="Overtrick",
    version="1",
    description=(
        "Programs can read what the public pages show; with a token, they can also do what the roles of the token's "
        "owner allow. Every number comes with its exact value and the address of its explanation. A posting is "
        "identified by its key, so it is safe to send it again. A refusal says what was wrong, by which clause, and "
        "what to do."
    ),
    urls_namespace="api",
    servers=[{"url": "/", "description": "this server"}],
)
api.add_router("", read_routes.router)
api.add_router("", ladders.router)
api.add_router("", years.router)
api.add_router("", heads.router)
api.add_router("", write_routes.router)
api.add_router("", lead_routes.router)


def _no(request: HttpRequest, status: int, what: Said, **more: Any) -> HttpResponse:
    return api.create_response(request, refusal(what, **more), status=status)


@api.exception_handler(OvertrickError)
def answer_refusal(request: HttpRequest, refusal: OvertrickError) -> HttpResponse:
    """Answer a refusal in words."""
    if isinstance(refusal, AddressTaken | LedElsewhere | NotYours):
        return _no(request, 409, refusal.what, remedy=refusal.remedy)
    if isinstance(refusal, NoSuchNumber):
        return _no(request, 404, refusal.what, remedy=refusal.remedy)
    if isinstance(refusal, LedgerMoved):
        since = [{"number": each.number, "line": write_act(each.act)} for each in refusal.since[:100]]
        return _no(request, 409, refusal.what, remedy=refusal.remedy, since=since)
    if isinstance(refusal, KeyUsed):
        stands = [{"number": refusal.number, "line": write_act(refusal.act)}]
        return _no(request, 422, refusal.what, remedy=refusal.remedy, since=stands)
    if isinstance(refusal, DirectorError):
        return _no(request, 422, refusal.what, clause=refusal.clause, remedy=refusal.remedy)
    return _no(request, 422, str(refusal))


@api.exception_handler(StillReading)
def being_read(request: HttpRequest, so_far: StillReading) -> HttpResponse:
    """Answer that books are still being read, and when to try again."""
    answer = _no(
        request, 503, f"The books for this answer are still being read: {so_far}", remedy="Try again in a second."
    )
    answer["Retry-After"] = "1"
    return answer


@api.exception_handler(Http404)
def nothing_here(request: HttpRequest, _fault: Http404) -> HttpResponse:
    """Answer that there is nothing here, or nothing public."""
    return _no(request, 404, "There is nothing here")


@api.exception_handler(PermissionDenied)
def not_yours(request: HttpRequest, _fault: PermissionDenied) -> HttpResponse:
    """Answer a user without permission, and say nothing about what is there."""
    note_no_right(request, "use the API there")
    return _no(request, 403, "You do not have permission to do this")


@api.exception_handler(OutOfScope)
def out_of_scope(request: HttpRequest, _fault: OutOfScope) -> HttpResponse:
    """Answer a user who has the permission, but whose token does not."""
    note_refusal(request, Refusal.TOKEN, "out of scope")
    return _no(
        request,
        403,
        "This token does not give permission for this",
        remedy="Create a token that does, at /api/tokens/.",
    )


@api.exception_handler(AuthenticationError)
def nobody(request: HttpRequest, _fault: AuthenticationError) -> HttpResponse:
    """Answer a request without a valid token."""
    answer = _no(
        request, 401, "This request needs a token", remedy="Send “Authorization: Bearer …” with one of your tokens."
    )
    answer["WWW-Authenticate"] = "Bearer"
    return answer


@api.exception_handler(HttpError)
def not_read(request: HttpRequest, fault: HttpError) -> HttpResponse:
    """Answer that a body cannot be read, and why."""
    if isinstance(fault.__cause__, DirectorError):
        note_refusal(request, Refusal.BODY, bound_of(fault.__cause__))
        return _no(request, fault.status_code, fault.__cause__.what, remedy=fault.__cause__.remedy or SEE)
    return _no(request, fault.status_code, fault.message, remedy=SEE)


@api.exception_handler(ValidationError)
def not_as_the_document_says(request: HttpRequest, fault: ValidationError) -> HttpResponse:
    """Answer that a request does not match the OpenAPI document."""
    return _no(request, 422, "; ".join(map(_in_words, fault.errors[: limits.FAULTS])), remedy=SEE)


_WORDS = {
    "Input should": "should",
    "String should": "should",
    "a valid dictionary": "an object",
    "valid integer": "number",
}


def _in_words(fault: Mapping[str, Any]) -> str:
    """One fault of a request, with its field; the first parts of the location are the framework's."""
    place = fault["loc"]
    field = ".".join(map(str, place[2 if place[0] == "body" else 1 :])) or "the message"
    if fault["type"] == "missing":
        return f"“{field}” is missing"
    told = str(fault["msg"])
    for python, words in _WORDS.items():
        told = told.replace(python, words)
    return f"“{field}” {told}"
