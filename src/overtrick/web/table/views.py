"""The pages and messages of a table's phone. The signed link is the only authorisation."""

from dataclasses import asdict
from http import HTTPStatus
from importlib.resources import files

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.crypto import get_random_string
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from overtrick.core import limits
from overtrick.core.errors import DirectorError, OvertrickError
from overtrick.core.event.acts import ResultDisputed
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.model.seats import Side
from overtrick.core.wording import phrase
from overtrick.formats.given_json import bound_of, read_json
from overtrick.ledger.book import KeyUsed
from overtrick.ledger.codec import write_act
from overtrick.views.draws import seat_of
from overtrick.web.bundles import version
from overtrick.web.congress.post import PostOutcome, post_to
from overtrick.web.congress.projections import Projection, event_projection
from overtrick.web.congress.proof import receipt
from overtrick.web.table.intentions import check_round, read_intention
from overtrick.web.table.links import NoSuchTable, Place, open_link
from overtrick.web.table.outcome import other_results, outcome
from overtrick.web.table.sheet import Sheet, SheetJson, sheet
from overtrick.web.table.words import at_table, to_players
from overtrick.web.telemetry.refusals import Refusal, note_refusal
from overtrick.web.translation import language, plain, script_words


@csrf_exempt  # the link in the address is the authorisation; no cookie is used
@never_cache
@require_http_methods(["GET", "POST"])
def table(request: HttpRequest, token: str) -> HttpResponse:
    """The table's page; without JavaScript its form posts here."""
    try:
        place = _open_link(request, token)
    except NoSuchTable as found:
        return render(request, "table/closed.html", {"refusal": found}, status=HTTPStatus.FORBIDDEN)
    refused: list[str] = []
    if request.method == "POST":
        try:
            _post(event_projection(place.record), place, {name: str(value) for name, value in request.POST.items()})
            return HttpResponseRedirect(reverse("table", args=[token]))
        except OvertrickError as found:
            refused.append(plain(to_players(found)))
    now = _sheet(event_projection(place.record), place, _ahead(request))
    context = {
        "sheet": now, "place": place, "token": token, "refused": refused, "data": asdict(now),
        "key": get_random_string(20), "addresses": _addresses(token, place),
    }  # fmt: skip
    status = HTTPStatus.OK if not refused else HTTPStatus.UNPROCESSABLE_ENTITY
    return render(request, "table/table.html", context, status=status)


@never_cache
@require_GET
def now(request: HttpRequest, token: str) -> JsonResponse:
    """The table's current sheet."""
    try:
        place = _open_link(request, token)
        return _answer(_sheet(event_projection(place.record), place, _ahead(request)))
    except DirectorError as refusal:
        return _answer_refusal(refusal)


@csrf_exempt
@never_cache
@require_POST
def message(request: HttpRequest, token: str) -> JsonResponse:
    """Post one message of a phone, once, however often it is sent."""
    try:
        place = _open_link(request, token)
        said = _read_message(request)
        if said is None:
            return JsonResponse(
                {"refused": plain(phrase("This message cannot be read. Reload the page."))},
                status=HTTPStatus.BAD_REQUEST,
            )
        found = event_projection(place.record)
    except OvertrickError as refusal:
        return _answer_refusal(refusal)
    try:
        posted = _post(found, place, said)
    except OvertrickError as refusal:
        return _answer_refusal(refusal, sheet=_sheet(found, place))  # the current state, to check again
    told: dict[str, object] = {
        "posted": True,
        "cautions": [plain(each) for each in posted.cautions],
        "conflict": _conflict(posted, said),
    }
    told["receipt"] = receipt(found.slug, posted.postings, posted.hash)
    return _answer({**told, "sheet": _sheet(found, place)})


@never_cache
@require_GET
def board(request: HttpRequest, token: str, number: int) -> HttpResponse:
    """The page of other tables' results on a board, if this table may see it."""
    try:
        place = _open_link(request, token)
        found = event_projection(place.record)
        with found.lock:
            shown = other_results(found.event, place.table, place.room, number)
    except DirectorError as refusal:
        return render(request, "table/closed.html", {"refusal": refusal}, status=HTTPStatus.FORBIDDEN)
    return render(request, "table/others.html", {"shown": shown, "token": token, "place": place})


@never_cache
@require_GET
def show_outcome(request: HttpRequest, token: str) -> HttpResponse:
    """A part of the phone's page: the outcome for a side, or the next seat of the contestant in *went* who sat here."""
    try:
        place = _open_link(request, token)
    except NoSuchTable as refusal:
        return _answer_refusal(refusal)
    found = event_projection(place.record)
    side, went = Side.EW if request.GET.get("side") == str(Side.EW) else Side.NS, request.GET.get("went", "")
    around = {"event_base": place.record.room, "why_base": f"{place.record.room}why/"}
    with found.lock:
        shown = None if went else outcome(found.event, place.table, place.room, side)
        seat = seat_of(found.event, went) if went in found.event.entries else None
    if seat is not None:
        return render(request, "table/then.html", {"seat": seat, **around})
    if shown is None or not shown.boards:
        return HttpResponse("")
    return render(request, "table/outcome.html", {"shown": shown, "token": token, **around})


@never_cache
@require_GET
def app(request: HttpRequest, token: str) -> JsonResponse:
    """The web app manifest of the table's page, for a phone's home screen."""
    try:
        place = _open_link(request, token)
    except NoSuchTable as refusal:
        return _answer_refusal(refusal)
    called = plain(phrase("Table {table}[ ({room})]", table=place.table, room=place.room))
    told = {
        "name": f"{called}, {place.record.title}", "short_name": called, "start_url": reverse("table", args=[token]),
        "id": f"{reverse('typed-code')}{place.record.slug}/{place.table}{place.room}", "scope": reverse("typed-code"),
        "display": "standalone", "lang": language(), "background_color": "#ffffff", "theme_color": "#0b5d4b",
        "icons": [
            {"src": static(f"overtrick/app-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png",
             "purpose": "any maskable"} for size in (192, 512)
        ],
    }  # fmt: skip
    return JsonResponse(told, content_type="application/manifest+json")


@require_GET
def worker(_: HttpRequest) -> HttpResponse:
    """The service worker that keeps the page usable offline; its address limits what it may cache."""
    scripts = files("overtrick.web") / "static" / "overtrick"
    spoken, push, text = (
        (scripts / name).read_text(encoding="utf-8") for name in ("words.js", "push-worker.js", "table-worker.js")
    )
    text = text.replace("/joined/", f"/joined/{version()}/").replace("en-AU", language())
    return HttpResponse(f"{script_words()[0]}{spoken}{push}{text}", content_type="text/javascript; charset=utf-8")


def _open_link(request: HttpRequest, token: str) -> Place:
    """The table that a link opens; a link that opens none is logged and refused."""
    try:
        return open_link(token)
    except NoSuchTable as refused:
        note_refusal(request, Refusal.LINK, refused.why)
        raise


def _read_message(request: HttpRequest) -> dict[str, object] | None:
    """The message of a phone; None if it cannot be read."""
    try:
        said = read_json(request.body, "The message", largest=limits.MESSAGE)
    except DirectorError as refused:
        note_refusal(request, Refusal.BODY, bound_of(refused))
        return None
    return said if isinstance(said, dict) else None


def _post(found: Projection[Tournament], place: Place, said: dict[str, object] | dict[str, str]) -> PostOutcome:
    wish = read_intention(place, said)
    with found.lock:
        if not found.has(wish.key):  # a message that is already posted is answered whatever its round
            check_round(place, found.event, said)
    return post_to(found, wish.act, at_table(place.table, place.room, wish.seat), wish.key)


def _conflict(posted: PostOutcome, said: dict[str, object]) -> bool:
    """Whether an entered result became a second, different one for its board, which must be seen before confirming."""
    return said.get("what") != "dispute" and any(isinstance(each.act, ResultDisputed) for each in posted.postings)


def _sheet(found: Projection[Tournament], place: Place, ahead: int = 0) -> Sheet:
    with found.lock:
        return sheet(found.event, place.record.title, place.table, place.room, ahead)


def _ahead(request: HttpRequest) -> int:
    """The round that a table goes on to before the previous one is confirmed; 0 if none."""
    asked = request.GET.get("round", "")
    return int(asked) if asked.isascii() and asked.isdigit() and len(asked) <= limits.DIGITS else 0


def _addresses(token: str, place: Place) -> dict[str, str]:
    """The addresses that a phone uses, and the key it stores data under: its table, whichever code was scanned."""
    return {
        "place": f"{place.record.slug}/{place.table}{place.room}",
        "now": reverse("table-now", args=[token]),
        "message": reverse("table-message", args=[token]),
        "outcome": reverse("table-outcome", args=[token]),
        "worker": reverse("table-worker"),
        "scope": reverse("typed-code"),
    }


def _answer_refusal(refusal: OvertrickError, **more: object) -> JsonResponse:
    status = HTTPStatus.FORBIDDEN if isinstance(refusal, NoSuchTable) else HTTPStatus.UNPROCESSABLE_ENTITY
    stands = {"stands": write_act(refusal.act)} if isinstance(refusal, KeyUsed) else {}
    return _answer({"refused": plain(to_players(refusal)), **stands, **more}, status=status)


def _answer(told: Sheet | dict[str, object], status: HTTPStatus = HTTPStatus.OK) -> JsonResponse:
    return JsonResponse(told, encoder=SheetJson, safe=False, status=status)
