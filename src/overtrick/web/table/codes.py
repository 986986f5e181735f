"""The sheet of table codes an official prints: one code a table, to be laid on it."""

from dataclasses import dataclass
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from overtrick.core.wording import phrase
from overtrick.prints.cards import TableCard, drawn_table_cards
from overtrick.prints.paper import SIZES, Made, installed
from overtrick.prints.sheets import SHEETS, Job
from overtrick.prints.words import speaker
from overtrick.web.congress.access import Action, official
from overtrick.web.congress.addresses import code, for_others, here
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import event_projection
from overtrick.web.languages import current
from overtrick.web.table.code_attempts import LONG, TooManyCodes, led_to, typed_code
from overtrick.web.table.links import NoSuchTable, link, revoke, tables
from overtrick.web.telemetry.refusals import Refusal, address_of, note_refusal
from overtrick.web.translation import words

ALL = "all"
"""What is sent to take back the codes of every table."""


@dataclass(frozen=True, slots=True)
class TableCode:
    """A table's card: its link, the picture of it, and what is typed where nothing scans."""

    table: int
    room: str
    address: str
    picture: SafeString
    typed: tuple[str, str]


@official(Action.DIRECT)
@require_http_methods(["GET", "POST"])
def codes(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """The codes of an event's tables; posting takes back that of one table, or those of all, if it says so."""
    found = event_projection(event)
    with found.lock:
        places = tables(found.event)
    refused = ""
    if request.method == "POST":
        named = {ALL: (0, "")} | {f"{table}{room}": (table, room) for table, room in places}
        wanted = named.get(request.POST.get("take_back", ""))
        if wanted is not None:
            revoke(event, *wanted)
            return HttpResponseRedirect(reverse("table-codes", args=[event.slug]))
        refused = "Nothing was taken back: it was not said which table's code, or that of all."
    phones = for_others(request)
    at = request.GET.get("at", "")
    chosen = at if at in phones.addresses else next(iter(phones.addresses), "")
    made = [_code(event, table, room, chosen or here(request), drawn=bool(chosen)) for table, room in places]
    shown = {
        "record": event, "codes": made, "all": ALL, "refused": refused, "home": phones, "chosen": chosen,
        "short": chosen.partition("//")[2] + reverse("typed-code").rstrip("/"),
    }  # fmt: skip
    status = HTTPStatus.UNPROCESSABLE_ENTITY if refused else HTTPStatus.OK
    return render(request, "table/codes.html", shown, status=status)


@official(Action.DIRECT)
@require_safe
def cards(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """The same codes as cards to print, four a page, as a PDF; the page of codes says why where there are none."""
    found = event_projection(event)
    with found.lock:
        places = tables(found.event)
        made = Made(event.title, event.congress.name, found.last, found.at)
    chosen = next(iter(for_others(request).addresses), "")
    if not places or not chosen or not installed():
        return HttpResponseRedirect(reverse("table-codes", args=[event.slug]))
    short = chosen.partition("//")[2] + reverse("typed-code").rstrip("/")
    say = speaker(words, current().grammar)
    on_paper = []
    for table, room in places:
        each = _code(event, table, room, chosen, drawn=False)
        called = say(phrase("{table}[ {room}]", table=table, room=room))
        on_paper.append(TableCard(called, each.address, short, " ".join(each.typed)))
    size = SIZES.get(request.GET.get("size", ""), SIZES[settings.PAPER])
    job = Job(size, f"{event.title}: {SHEETS['cards'].title}", say)
    for _ in job.steps((made, piece) for piece in drawn_table_cards(on_paper, event.title, say)):
        pass
    answer = HttpResponse(job.pdf(), content_type="application/pdf")
    answer.headers["Content-Disposition"] = f'inline; filename="{event.slug}-cards.pdf"'
    answer.headers["Cache-Control"] = "no-store"
    return answer


@csrf_exempt  # nothing is changed: who types a code goes to its table
@never_cache
@require_http_methods(["GET", "POST"])
def typed(request: HttpRequest) -> HttpResponse:
    """Where a table's code is typed."""
    text = request.POST.get("code", "")[:40]
    refused = None
    if request.method == "POST":
        try:
            return HttpResponseRedirect(reverse("table", args=[led_to(text, address_of(request))]))
        except NoSuchTable as found:
            note_refusal(request, Refusal.THROTTLED if isinstance(found, TooManyCodes) else Refusal.LINK, found.why)
            refused = found
    status = HTTPStatus.UNPROCESSABLE_ENTITY if refused else HTTPStatus.OK
    return render(request, "table/typed.html", {"refused": refused, "text": text, "long": LONG}, status=status)


def _code(record: BookRecord, table: int, room: str, at: str, *, drawn: bool) -> TableCode:
    """A table's card for whoever opens the server *at* an address; not drawn where that is this computer alone."""
    address = at + reverse("table", args=[link(record, table, room)])
    picture = code(address) if drawn else SafeString()
    typed = typed_code(record, table, room)
    return TableCode(table, room, address, picture, (typed[:3], typed[3:]))
