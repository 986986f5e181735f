"""The overview of the round's tables, and the keystroke line."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_POST

from overtrick.core.errors import DirectorError, OvertrickError
from overtrick.core.event.acts import Act, ResultConfirmed, ResultCorrected, ResultPosted, RulingGiven
from overtrick.core.event.after.naming import Naming
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.by_table import round_of_board
from overtrick.core.event.play.drafting import rounds_of
from overtrick.core.event.play.stage import StageState
from overtrick.core.model.boards import Board
from overtrick.core.wording import Phrase, phrase
from overtrick.director.late_pairs import comes_late
from overtrick.views.clock import clock_of
from overtrick.views.closing import closing_of
from overtrick.views.lines import At, sides_of
from overtrick.views.names import side_label
from overtrick.views.room import Room, room_now, room_of
from overtrick.views.whys import find
from overtrick.web.congress.access import Action, may, official
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.preview import foresee
from overtrick.web.congress.projections import event_projection
from overtrick.web.congress.whys import latest_posting, why_context
from overtrick.web.desk.forms.act_form import in_play, open_stages
from overtrick.web.desk.keystroke import (
    LinePlace,
    TypedLine,
    bare_board,
    has_table,
    in_full,
    next_boards,
    place_after,
    read_line,
    read_place,
)
from overtrick.web.desk.views.shared import (
    by_name,
    key_of,
    page,
    post_as,
    posting_text,
    stage_named,
    time_now,
    whole,
)
from overtrick.web.translation import plain

MOST_LINES = 200
"""The most lines that one page may leave waiting."""
OF_A_LINE = (ResultPosted, ResultCorrected, RulingGiven)
"""The acts that a line posts, unless it confirms a result."""


@official(Action.SEE)
def event_home(request: HttpRequest, event: BookRecord) -> HttpResponse:  # noqa: ARG001 - every view takes a request
    """Redirect to the current page of an event: the overview once a round is drawn; before that the draw or entries."""
    now = event_projection(event)
    with now.lock:
        stage, number = in_play(now.event)
    return redirect(f"desk-{'room' if number else 'draw' if stage else 'entries'}", event=event.slug)


@official(Action.SEE)
def room(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """The page with every table of the round, and the results it owes."""
    now = event_projection(event)
    only = request.GET.get("only", "")
    with now.lock:
        stage = stage_named(now.event, request.GET.get("stage"))
        number = 0
        shown = None
        if stage:
            state = now.event.stage(stage)
            number = whole(request.GET.get("round"), 0)
            if number in state.rounds:
                shown = room_of(now.event, stage, number, rounds_of(state), time_now())
            elif state.rounds and not number:
                shown = room_now(now.event, stage, rounds_of(state), time_now())
        context = {
            "room": shown,
            "tiles": shown.select_tiles(only) if shown else (),
            "only": only,
            "filters": _filters(shown),
            "line": request.GET.get("line", ""),
            "at": read_place(request.GET.get("at", "")) if shown else None,
            "reading": _reading(request, event, now.event, stage) if request.GET.get("line") else None,
            "stages": open_stages(now.event),
            "closing": closing_of(now.event, stage) if stage and shown else None,
            "clock": clock_of(now.event, now.event.stage(stage), shown.round) if shown else None,
            "begun": shown is not None and (stage, shown.round) in now.event.conducted.started,
            "takes_late": bool(stage) and comes_late(now.event.stage(stage)),
        }
        return page(request, event, now, "room", context)


def _filters(shown: Room | None) -> tuple[str, ...]:
    """The filters that the tables can be shown by."""
    behind = ("behind",) if shown is not None and shown.by_table else ()
    return ("", "missing", *behind, "look", "calling", "waiting", "playing", "in", "doubtful", "disputed", "late")


@official(Action.SCORE)
def line(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """The preview of a line, as JSON: how it is read, and what it would change."""
    now = event_projection(event)
    with now.lock:
        return JsonResponse(_reading(request, event, now.event, stage_named(now.event, request.GET.get("stage"))))


@official(Action.SCORE)
@require_POST
def post_line(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """Post a line. The answer is JSON for the page's own script; otherwise it redirects to the overview."""
    wants_json = "application/json" in request.headers.get("Accept", "")
    now = event_projection(event)
    try:
        with now.lock:
            stage = stage_named(now.event, request.POST.get("stage"))
            full = _in_full(request, now.event, stage)
            typed = read_line(full)
            check_ruling(request, event, typed)
            number = typed.round or _implied_round(now.event, stage, typed)
            act = typed.act(stage, number, whole(request.POST.get("seen"), 0))
            if isinstance(act, ResultConfirmed) and not act.seen:
                return _look_first(request, event, now.event, stage, wants_json=wants_json)
        posted = post_as(request, event, act, key_of(request))
    except OvertrickError as refused:
        if wants_json:
            return JsonResponse({"ok": False, "says": plain(refused)}, status=409)
        messages.error(request, plain(refused))
        return _to_room(event, at=request.POST.get("at", ""), line=request.POST.get("line", ""))
    said = " ".join(map(posting_text, posted.postings)) or plain(phrase("Already posted."))
    now = event_projection(event)
    with now.lock:
        after = place_after(now.event.stage(stage), typed, number)
    if wants_json:
        list(messages.get_messages(request))
        told = {
            "says": said,
            "cautions": [plain(each) for each in posted.cautions],
            "at": str(after),
            "place": after.says,
            "full": full,
        }
        return JsonResponse({"ok": True, **told})
    messages.success(request, said)
    return _to_room(event, at=str(after))


@official(Action.SCORE)
@require_POST
def post_lines(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """Post the lines that were waiting on a page when the user left it, in order, each once by its own key.

    Each is read at the place where the one before leaves the line. After a refusal nothing more is posted, and the next
    page shows the text of every unposted line.
    """
    at, posted = request.POST.get("at", ""), 0
    texts = request.POST.getlist("line")[:MOST_LINES]
    for text, key in zip(texts, request.POST.getlist("key"), strict=False):
        try:
            at = str(_post_waiting(request, event, WaitingLine(text, at, key[:100])))
        except OvertrickError as refused:
            unposted = phrase("Not posted: {lines}. {why}", lines=" · ".join(texts[posted:]), why=plain(refused))
            messages.error(request, plain(unposted))
            return JsonResponse({"ok": False, "posted": posted, "says": plain(refused), "at": at}, status=409)
        posted += 1
    place = read_place(at)
    return JsonResponse({"ok": True, "posted": posted, "at": at, "place": place.says if place else ""})


@dataclass(frozen=True, slots=True)
class WaitingLine:
    """A line that was waiting to be posted: its text, the place it was typed at, and its key."""

    text: str
    at: str
    key: str


def _post_waiting(request: HttpRequest, record: BookRecord, line: WaitingLine) -> LinePlace:
    """Post a line unless it is already in the book; return the place of the line after it."""
    if (after := _after_standing(request, record, line.key)) is not None:
        return after
    now = event_projection(record)
    try:
        with now.lock:
            stage = stage_named(now.event, request.POST.get("stage"))
            typed = read_line(in_full(line.text, read_place(line.at), next_boards(now.event.stage(stage))))
            check_ruling(request, record, typed)
            number = typed.round or _implied_round(now.event, stage, typed)
            act = _unseen(typed.act(stage, number))
        post_as(request, record, act, line.key)
    except OvertrickError:
        # The page's own request may have posted it meanwhile, so that the line is now read as the next board.
        if (after := _after_standing(request, record, line.key)) is None:
            raise
        return after
    now = event_projection(record)
    with now.lock:
        return place_after(now.event.stage(stage), typed, number)


def _unseen(act: Act) -> Act:
    """An act of a line whose preview no one saw; a confirmation is refused."""
    if isinstance(act, ResultConfirmed):
        raise DirectorError("Nothing is confirmed yet", remedy="Check the posted result, then type ok again.")
    return act


def _after_standing(request: HttpRequest, record: BookRecord, key: str) -> LinePlace | None:
    """The place after the result that this user posted under a key; None if there is none."""
    now = event_projection(record)
    standing = now.book.with_key(key)
    first = standing[0][0] if standing else None
    if first is None or first.by != by_name(request) or not isinstance(first.act, OF_A_LINE):
        return None
    act = first.act
    with now.lock:
        typed = TypedLine(act.round, act.table, act.room, act.board, None)
        return place_after(now.event.stage(act.stage), typed, act.round)


def _to_room(record: BookRecord, **asked: str) -> HttpResponse:
    """Redirect to the overview, with the line at its place."""
    said = urlencode({name: text for name, text in asked.items() if text})
    return redirect(f"{reverse('desk-room', kwargs={'event': record.slug})}{f'?{said}' if said else ''}")


def _in_full(request: HttpRequest, event: Tournament, stage: str) -> str:
    """The typed line, completed with the table and board of its place."""
    asked = request.POST if request.method == "POST" else request.GET
    if stage not in event.stages:
        return asked.get("line", "")
    return in_full(asked.get("line", ""), read_place(asked.get("at", "")), next_boards(event.stage(stage)))


@official(Action.SEE)
def why(request: HttpRequest, event: BookRecord, number: str) -> HttpResponse:
    """The page that explains a number, including boards still in play, which the desk may see."""
    now = event_projection(event)
    with now.lock:
        context = why_context(request, lambda: find(now.event, number), names=Naming(now.event))
        return page(request, event, now, "why", context)


@official(Action.SEE)
def latest(request: HttpRequest, event: BookRecord) -> HttpResponse:  # noqa: ARG001 - every view takes a request
    """The number of the last posting, for pages without the live stream."""
    return latest_posting(event.slug)


def check_ruling(request: HttpRequest, record: BookRecord, typed: TypedLine) -> None:
    """Refuse an adjusted score by a user who is not a director."""
    if typed.ruled and not may(request.user, Action.DIRECT, record=record):
        raise DirectorError("Only a director can give an adjusted score", remedy="Ask a director to rule on the board.")


def _look_first(
    request: HttpRequest, record: BookRecord, event: Tournament, stage: str, *, wants_json: bool
) -> HttpResponse:
    """Show the recorded result before it is confirmed; posting the same line again confirms it."""
    reading = _reading(request, record, event, stage)
    says = plain(
        phrase(
            "{reading}. Not confirmed yet: check the posted result, then press Enter again to confirm it.",
            reading=reading["says"],
        )
    )
    if wants_json:
        return JsonResponse({**reading, "ok": False, "says": says if reading["ok"] else reading["says"]}, status=409)
    messages.error(request, says if reading["ok"] else str(reading["says"]))
    return _to_room(record, line=request.POST.get("line", ""), at=request.POST.get("at", ""), stage=stage)


def _implied_round(event: Tournament, stage: str, typed: TypedLine) -> int:
    """The round of a line that names none: the one its board is in, where tables move on by themselves."""
    return round_of_board(event.stage(stage), typed.table, typed.board)


def _last_posting(event: Tournament, stage: str, typed: TypedLine) -> int:
    """The last posting about a line's board, which its preview shows."""
    state = event.stage(stage)
    number = typed.round or _implied_round(event, stage, typed)
    if number not in state.rounds:
        return 0
    known = state.result_at(number, typed.table, typed.room, typed.board)
    return known.latest if known is not None else 0


def _reading(request: HttpRequest, record: BookRecord, event: Tournament, stage: str) -> dict[str, object]:
    """The preview of a line: who plays, the result, the score and the changes; or what is wrong with it."""
    might: list[Phrase] = []
    try:
        full = _in_full(request, event, stage)
        typed = read_line(full)
        check_ruling(request, record, typed)
        current, seen = _implied_round(event, stage, typed), _last_posting(event, stage, typed)
        state, number = event.stage(stage), typed.round or current
        might += _might_mean(request, state, number, full)
        foreseen = foresee(event, typed.act(stage, current, seen), at=time_now())
    except OvertrickError as refused:
        return {"ok": False, "says": plain(refused), "cautions": [plain(each) for each in might]}
    said_round = number if state.plan.play.at_once else 0
    return {
        "ok": True,
        "says": plain(_board_label(event, stage, (number, typed.table, typed.room, typed.board), said_round)),
        "lines": [plain(each) for each in foreseen.lines],
        "cautions": [plain(each) for each in (*foreseen.cautions, *might)],
        "seen": seen,
    }


def _board_label(event: Tournament, stage: str, at: At, said_round: int) -> Phrase:
    """A board at its table with the pairs who play it there, and its round if *said_round* is given."""
    _, table, room, board = at
    ns, ew = (side_label(event, names) for names in sides_of(event.stage(stage), at))
    values = {
        "table": table, "room": room, "board": board,
        "vulnerable": Board.from_number(board).vulnerability, "ns": ns, "ew": ew,
    }  # fmt: skip
    if said_round:
        return phrase(
            "Round {round}, table {table}[, {room:name} room], board {board} ({vulnerable}): NS {ns}, EW {ew}",
            round=said_round,
            **values,
        )
    return phrase("Table {table}[, {room:name} room], board {board} ({vulnerable}): NS {ns}, EW {ew}", **values)


def _might_mean(request: HttpRequest, state: StageState, number: int, full: str) -> Iterator[Phrase]:
    """The other meaning of a short line whose first number is also a table."""
    asked = request.POST if request.method == "POST" else request.GET
    meant = bare_board(asked.get("line", ""), full)
    if meant and has_table(state, number, meant):
        yield phrase(
            "The line is read as board {meant} of table {table}. For table {meant}, type t{meant}, or add a board "
            "number.",
            meant=meant,
            table=read_line(full).table,
        )
