"""The API put together: its routes, and how it says no."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, ValidationError

from overtrick.core.errors import DirectorError, OvertrickError
from overtrick.ledger.book import KeyUsed, LedgerMoved
from overtrick.ledger.codec import write_act
from overtrick.web.api import heads, reading, writing, years
from overtrick.web.whys import NoSuchNumber

api = NinjaAPI(
    title="Overtrick",
    version="1",
    description=(
        "What the public pages show, for programs; and, with a token, what its owner's offices allow. Every number "
        "comes with the address of its why. A posting is known by its key: send it again as often as you like."
    ),
    urls_namespace="api",
)
api.add_router("", reading.router)
api.add_router("", years.router)
api.add_router("", heads.router)
api.add_router("", writing.router)


def _no(request: HttpRequest, status: int, what: str, **more: object) -> HttpResponse:
    return api.create_response(
        request, {"refused": what, "clause": "", "remedy": "", "since": [], **more}, status=status
    )


@api.exception_handler(OvertrickError)
def refused(request: HttpRequest, refusal: OvertrickError) -> HttpResponse:
    """A refusal in words."""
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


@api.exception_handler(Http404)
def nothing_here(request: HttpRequest, _fault: Http404) -> HttpResponse:
    """Nothing there, or nothing that everybody may see."""
    return _no(request, 404, "There is nothing here")


@api.exception_handler(PermissionDenied)
def not_yours(request: HttpRequest, _fault: PermissionDenied) -> HttpResponse:
    """Somebody else's business, and not a word about it."""
    return _no(request, 403, "You may not do this here")


@api.exception_handler(AuthenticationError)
def nobody(request: HttpRequest, _fault: AuthenticationError) -> HttpResponse:
    """No token, or one that was taken back."""
    answer = _no(request, 401, "This needs a token", remedy="Send “Authorization: Bearer …” with a token of yours.")
    answer["WWW-Authenticate"] = "Bearer"
    return answer


@api.exception_handler(ValidationError)
def unreadable(request: HttpRequest, fault: ValidationError) -> HttpResponse:
    """A message that is not as the document says."""
    told = "; ".join(f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in fault.errors)
    return _no(request, 422, told, remedy="See the API's document.")
