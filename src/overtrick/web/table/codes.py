"""The sheet of table codes an official prints: one code a table, to be laid on it."""

from dataclasses import dataclass
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_http_methods

from overtrick.web.congress.access import Action, official
from overtrick.web.congress.keeper import standing
from overtrick.web.congress.models import Held
from overtrick.web.table.links import code, link, revoke, tables

ALL = "all"
"""What is sent to take back the codes of every table."""


@dataclass(frozen=True, slots=True)
class TableCode:
    """A table's link and its picture."""

    table: int
    room: str
    address: str
    picture: SafeString


@official(Action.DIRECT)
@require_http_methods(["GET", "POST"])
def codes(request: HttpRequest, event: Held) -> HttpResponse:
    """The codes of an event's tables; posting takes back that of one table, or those of all, if it says so."""
    found = standing(event)
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
    made = [_code(request, event, table, room) for table, room in places]
    status = HTTPStatus.UNPROCESSABLE_ENTITY if refused else HTTPStatus.OK
    shown = {"held": event, "codes": made, "all": ALL, "refused": refused}
    return render(request, "table/codes.html", shown, status=status)


def _code(request: HttpRequest, held: Held, table: int, room: str) -> TableCode:
    address = request.build_absolute_uri(reverse("table", args=[link(held, table, room)]))
    return TableCode(table, room, address, mark_safe(code(address)))  # noqa: S308 - drawn here, from our own address
