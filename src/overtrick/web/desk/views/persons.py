"""A player across events: linking an entry to a player or unlinking it, and hiding or restoring a player's page.

The books do not change. Each action is written to the log of accounts with its author.
"""

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_http_methods

from overtrick.core.wording import phrase
from overtrick.web.accounts.log import note
from overtrick.web.accounts.models import What
from overtrick.web.accounts.players.keys import LINE, MOST, line_of, words_of
from overtrick.web.accounts.players.models import Player, Tie
from overtrick.web.accounts.players.register import hide, is_hidden, list_players, standing_key, tie
from overtrick.web.congress.access import Action, author_name, official
from overtrick.web.desk.views.organisations import organisation_page
from overtrick.web.organisations.models import Organisation
from overtrick.web.translation import plain

SHOWN = 60
"""The most entries that are offered for linking."""


@official(Action.PEOPLE)
@require_http_methods(["GET", "HEAD", "POST"])
def person_record(request: HttpRequest, organisation: Organisation, person: str) -> HttpResponse:
    """The page with the sources of a player's public page, and the corrections that can be made."""
    key = standing_key(organisation.number, person[:MOST])
    if not key or (key.startswith(LINE) and line_of(organisation.number, key) is None):
        raise Http404("No such player.")
    if request.method == "POST":
        _act(request, organisation, key)
        return redirect("desk-person-record", organisation=organisation.slug, person=key)
    behind = list_players(organisation.number)
    players = Player.objects.filter(organisation=organisation).select_related("record").order_by("record", "contestant")
    own, line = list(players.filter(person=key)), line_of(organisation.number, key)
    name = line.name if line is not None else own[0].name if own else key
    asked = request.GET.get("q", name)[:80]
    ties = {(each.record_id, each.contestant, each.name) for each in Tie.objects.filter(organisation=organisation)}
    context: dict[str, object] = {
        "name": name,
        "key": key,
        "line": line,
        "own": [(each, (each.record_id, each.contestant, each.name) in ties) for each in own],
        "asked": asked,
        "others": _like(players.exclude(person=key), asked),
        "hidden": is_hidden(organisation.number, key),
        "behind": behind,
    }
    return organisation_page(request, organisation, "desk/person_record.html", 200, **context)


def _like(players: "QuerySet[Player]", asked: str) -> list[Player]:
    """The entries whose name contains every word of the search."""
    words = words_of(asked)
    if not words:
        return []
    for word in words[:4]:
        players = players.filter(plain__contains=word)
    return list(players[:SHOWN])


def _act(request: HttpRequest, organisation: Organisation, key: str) -> None:
    by, reason = author_name(request.user), request.POST.get("reason", "")[:200].strip()
    if (wanted := request.POST.get("page")) in {"hide", "show"}:
        hide(organisation.number, key, by, hidden=wanted == "hide")
        what = What.PERSON_HIDDEN if wanted == "hide" else What.PERSON_SHOWN
        note(what, request, organisation=organisation.number, about=f"{key} {reason}".strip())
        said = phrase("Public page hidden.") if wanted == "hide" else phrase("Public page restored.")
        messages.success(request, plain(said))
        return
    number = request.POST.get("tie") or request.POST.get("untie") or ""
    player = get_object_or_404(Player, organisation=organisation, pk=int(number) if number.isdecimal() else 0)
    tied = "tie" in request.POST
    tie(player, key if tied else "", by)
    about = f"{player.name}, {player.record_id} number {player.contestant}: {key} {reason}".strip()
    note(What.ENTRY_TIED if tied else What.ENTRY_UNTIED, request, organisation=organisation.number, about=about)
    named = {"name": player.name, "event": player.record.title}
    if tied:
        messages.success(request, plain(phrase("{name} in {event} is now linked to this player.", **named)))
    else:
        messages.success(request, plain(phrase("{name} in {event} is now unlinked.", **named)))
