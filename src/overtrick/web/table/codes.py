"""Table codes: the sheet that an official prints, with one code to lay on each table, and the page to type one.

A typed code has six letters and digits and leads to a table's link. There are a billion, and guessing is stopped after
sixty wrong codes in a quarter of an hour, since a venue shares one address and people mistype. A code opens nothing but
a table.
"""

import secrets
from dataclasses import dataclass
from datetime import timedelta
from http import HTTPStatus

from django.conf import settings
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from overtrick.core.wording import phrase
from overtrick.prints.cards import TableCard, drawn_table_cards
from overtrick.prints.paper import SIZES, SheetSource, can_print
from overtrick.prints.sheets import SHEETS, Job
from overtrick.prints.source import speaker
from overtrick.web.accounts import throttle
from overtrick.web.congress.access import Action, official
from overtrick.web.congress.addresses import code, for_others, request_address
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import event_projection
from overtrick.web.languages import current
from overtrick.web.organisations.requests import answer_for
from overtrick.web.table.links import GOOD_FOR, NoSuchTable, link, revoke, tables, taken_back
from overtrick.web.table.models import Typed
from overtrick.web.telemetry.refusals import Refusal, address_of, note_refusal
from overtrick.web.translation import words

ALL = "all"
"""The form value that revokes the codes of every table."""
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The characters of codes, without I, L, O and U: someone who types I, L or O means 1, 1 or 0."""
LONG = 6
MEANT = str.maketrans({"O": "0", "I": "1", "L": "1", " ": None, "-": None})


class TooManyCodes(NoSuchTable):
    """Too many codes from one address were wrong."""


@dataclass(frozen=True, slots=True)
class TableCode:
    """A table's card: its link, its QR code, and the code to type if it cannot be scanned."""

    table: int
    room: str
    address: str
    picture: SafeString
    typed: tuple[str, str]


@official(Action.DIRECT)
@require_http_methods(["GET", "POST"])
def codes(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """The page of an event's table codes; a POST revokes the code of one table or of all."""
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
        refused = "No code was replaced: choose one table, or all of them."
    phones = for_others(request)
    at = request.GET.get("at", "")
    chosen = at if at in phones.addresses else next(iter(phones.addresses), "")
    made = [_code(event, table, room, chosen or request_address(request), drawn=bool(chosen)) for table, room in places]
    shown = {
        "record": event, "codes": made, "all": ALL, "refused": refused, "home": phones, "chosen": chosen,
        "short": chosen.partition("//")[2] + reverse("typed-code").rstrip("/"),
    }  # fmt: skip
    status = HTTPStatus.UNPROCESSABLE_ENTITY if refused else HTTPStatus.OK
    return render(request, "table/codes.html", shown, status=status)


@official(Action.DIRECT)
@require_safe
def cards(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """Download the codes as a PDF of cards, four per page; if there are none, redirect to the page that says why."""
    found = event_projection(event)
    with found.lock:
        places = tables(found.event)
        made = SheetSource(event.title, event.congress.name, found.last, found.at)
    chosen = next(iter(for_others(request).addresses), "")
    if not places or not chosen or not can_print():
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


@csrf_exempt  # nothing is changed: a code only leads to its table
@never_cache
@require_http_methods(["GET", "POST"])
def enter_code(request: HttpRequest) -> HttpResponse:
    """The page where a table's code is typed."""
    text = request.POST.get("code", "")[:40]
    refused = None
    if request.method == "POST":
        try:
            return HttpResponseRedirect(reverse("table", args=[_led_to(text, address_of(request))]))
        except NoSuchTable as found:
            note_refusal(request, Refusal.THROTTLED if isinstance(found, TooManyCodes) else Refusal.LINK, found.why)
            refused = found
    status = HTTPStatus.UNPROCESSABLE_ENTITY if refused else HTTPStatus.OK
    return render(request, "table/typed.html", {"refused": refused, "text": text, "long": LONG}, status=status)


def _code(record: BookRecord, table: int, room: str, at: str, *, drawn: bool) -> TableCode:
    """A table's card with links to the server *at* an address; its QR code is only made if it is *drawn*."""
    address = at + reverse("table", args=[link(record, table, room)])
    picture = code(address) if drawn else SafeString()
    typed = typed_code(record, table, room)
    return TableCode(table, room, address, picture, (typed[:3], typed[3:]))


def typed_code(record: BookRecord, table: int, room: str = "") -> str:
    """The code of a table, which stays the same until its link is revoked, and is valid from now as long as a link."""
    of_all, of_table = taken_back(record, table, room)
    now = timezone.now()
    found = Typed.objects.filter(record=record, table=table, room=room)
    if found.filter(of_all=of_all, of_table=of_table).update(at=now):
        return found.get().code
    found.delete()
    while True:
        code = "".join(secrets.choice(LETTERS) for _ in range(LONG))
        try:
            with transaction.atomic():
                return Typed.objects.create(
                    code=code, record=record, table=table, room=room, of_all=of_all, of_table=of_table, at=now
                ).code
        except IntegrityError:
            if made := found.first():  # another official has just opened the same sheet
                return made.code


def _code_meant(text: str) -> str:
    """The code that a typed text stands for.

    >>> _code_meant(" k7m-3qx "), _code_meant("IO l2ab")
    ('K7M3QX', '1012AB')
    """
    return text.strip().upper().translate(MEANT)


def _led_to(text: str, address: str) -> str:
    """The link for a code that was typed at an address; refused if it is wrong, or if too many were wrong."""
    place = throttle.admitted_to_type(address)
    if place is None:
        raise TooManyCodes(
            "Too many wrong codes", why="codes", remedy="Wait 15 minutes, or scan the code on the table."
        )
    code = _code_meant(text)
    known = Typed.objects.filter(code=code, at__gt=timezone.now() - timedelta(seconds=GOOD_FOR))
    found = known.first() if set(code) <= set(LETTERS) else None  # other characters are never looked up
    if found is not None:
        answer_for(found.record_id)
        if taken_back(found.record, found.table, found.room) == (found.of_all, found.of_table):
            place.delete()
            return link(found.record, found.table, found.room)
    raise NoSuchTable(
        "No table has this code",
        why="no such code",
        remedy="Check the newest card on the table: its code has six characters, letters and digits.",
    )
