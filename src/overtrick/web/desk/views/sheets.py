"""Entering a whole sheet at once: a table's score slip or a board's traveller."""

from dataclasses import dataclass, field

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode

from overtrick.core import limits
from overtrick.core.errors import DirectorError, OvertrickError
from overtrick.core.event.acts import Act, ResultConfirmed
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.by_table import round_in_play, table_round
from overtrick.core.wording import phrase
from overtrick.director.decide import decide
from overtrick.director.what_if import what_if
from overtrick.views.results import round_results
from overtrick.web.congress.access import Action, official
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import event_projection
from overtrick.web.desk.forms.act_form import open_stages
from overtrick.web.desk.keystroke import read_line
from overtrick.web.desk.sheets import Cell, Sheet, read_pasted, sheet_of
from overtrick.web.desk.views.room import check_ruling
from overtrick.web.desk.views.shared import key_of, page, post_as, stage_named, time_now, whole
from overtrick.web.translation import plain


@dataclass(slots=True)
class _SubmittedSheet:
    """A submitted sheet as it was read: the acts with their boxes, and the faults by box."""

    texts: dict[str, str] = field(default_factory=dict)
    acts: list[tuple[str, Act]] = field(default_factory=list)
    faults: dict[str, str] = field(default_factory=dict)
    unread: list[str] = field(default_factory=list)
    pasted: str = ""
    posted: int = 0


@official(Action.SCORE)
def sheet(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """The page of a score slip or a traveller. It is posted as a whole, once nothing in it is wrong."""
    asked = request.POST if request.method == "POST" else request.GET
    now = event_projection(event)
    with now.lock:
        stage = stage_named(now.event, asked.get("stage"))
        table, board = whole(asked.get("table"), 0), whole(asked.get("board"), 0)
        number = _round(now.event, stage, whole(asked.get("round"), 0), table)
        empty = _sheet(now.event, stage, number, table, board)
        sent = (
            _read(request, event, now.event, (stage, number), empty)
            if empty and request.method == "POST"
            else _SubmittedSheet()
        )
    if sent.acts and not sent.faults and not sent.unread:
        _post(request, event, sent)
        if not sent.faults:
            place: dict[str, str | int] = {"stage": stage, "round": number}
            place |= {"table": table} if table else {"board": board}
            return redirect(f"{reverse('desk-results', kwargs={'event': event.slug})}?{urlencode(place)}")
    now = event_projection(event)
    wrong = len(sent.faults) + len(sent.unread)
    with now.lock:
        shown = _sheet(now.event, stage, number, table, board)
        context = {
            "sheet": shown.fill(sent.texts, sent.faults) if shown else None,
            "shown": round_results(now.event, now.event.stage(stage), number) if number else None,
            "stages": open_stages(now.event),
            "faults": plain(phrase("{wrong:#error}", wrong=wrong)) if wrong else "",
            "posted": sent.posted,
            "unread": [plain(phrase("No row of this sheet matches “{line}”", line=each)) for each in sent.unread],
            "pasted": sent.pasted if sent.unread else "",
        }
        status = 400 if wrong else 200
        return page(request, event, now, "sheet", context, status=status)


def _round(event: Tournament, stage: str, asked: int, table: int) -> int:
    """The round of a sheet: the one asked for, or else the one in play, which may differ from table to table."""
    if stage not in event.stages:
        return 0
    state = event.stage(stage)
    if asked in state.rounds:
        return asked
    own = table_round(state, table) if table and state.plan.play.at_once else 0
    return own or round_in_play(state)


def _sheet(event: Tournament, stage: str, number: int, table: int, board: int) -> Sheet | None:
    return sheet_of(event, event.stage(stage), number, table=table, board=board) if number else None


def _read(
    request: HttpRequest, record: BookRecord, event: Tournament, at: tuple[str, int], empty: Sheet
) -> _SubmittedSheet:
    """Read everything that was typed, and try the acts one after the other. Nothing is posted here."""
    sent = _SubmittedSheet(pasted=request.POST.get("paste", "")[: limits.LINE * 100])
    pasted, sent.unread = read_pasted(sent.pasted, empty)
    for cell in empty.cells():
        text = pasted.get(cell.name) or request.POST.get(cell.name, cell.written)
        sent.texts[cell.name] = text[: limits.LINE]
    for cell in empty.fill(sent.texts, {}).cells():
        if not cell.changed:
            continue
        try:
            act = _act(request, record, event, at, cell)
            decided = decide(event, act, time_now())
            event = what_if(event, decided.acts, time_now()) if decided.acts else event
        except OvertrickError as refused:
            sent.faults[cell.name] = plain(refused)
        else:
            sent.acts.append((cell.name, act))
    return sent


def _act(request: HttpRequest, record: BookRecord, event: Tournament, at: tuple[str, int], cell: Cell) -> Act:
    """The act of a box, as the keystroke line would read its text there; *at* is the stage and the round."""
    stage, number = at
    typed = read_line(f"r{number} {cell.table}{cell.room[:1]} {cell.board} {cell.value}")
    check_ruling(request, record, typed)
    known = event.stage(stage).result_at(number, cell.table, cell.room, cell.board)
    latest = known.latest if known is not None else 0
    act = typed.act(stage, number, latest)
    if isinstance(act, ResultConfirmed) and latest > whole(request.POST.get("last"), 0):
        raise DirectorError(
            "This result has changed since you opened the sheet",
            remedy="Check the current result, then confirm it again.",
        )
    return act


def _post(request: HttpRequest, record: BookRecord, sent: _SubmittedSheet) -> None:
    """Post every act. If the event has changed and one is refused, the refusal is shown at its box."""
    key = key_of(request)
    for name, act in sent.acts:
        try:
            post_as(request, record, act, f"{key}-{name}")
        except OvertrickError as refused:
            sent.faults[name] = plain(refused)
        else:
            sent.posted += 1
    messages.success(request, plain(phrase("{posted:#result} posted.", posted=sent.posted)))
