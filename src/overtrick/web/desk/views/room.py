"""The room at a glance, and the keystroke line."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_POST

from overtrick.core.errors import OvertrickError
from overtrick.core.event.acts import Act, ResultConfirmed, ResultCorrected, ResultPosted, RulingGiven
from overtrick.core.event.after.naming import Naming
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.by_table import round_of_board
from overtrick.core.event.play.drafting import rounds_of
from overtrick.core.event.play.stage import StageState
from overtrick.core.model.boards import Board
from overtrick.director.acts import sentence
from overtrick.director.late_pairs import comes_late
from overtrick.ledger.durable.book import DurableBook
from overtrick.views.addresses import NoSuchNumber
from overtrick.views.clock import clock_of
from overtrick.views.closing import closing_of
from overtrick.views.lines import At, sides_of
from overtrick.views.names import side_label
from overtrick.views.room import Room, room_now, room_of
from overtrick.views.why_tree import steps, tree
from overtrick.views.whys import find
from overtrick.web.congress.access import Action, may, official
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.preview import foresee
from overtrick.web.congress.projections import event_projection
from overtrick.web.desk.forms.act_form import in_play, open_stages
from overtrick.web.desk.keystroke import Place, Typed, bare_board, in_full, read_line, read_place
from overtrick.web.desk.places import has_table, next_boards, place_after
from overtrick.web.desk.views.shared import by_name, key_of, page, post_as, stage_named, time_now, whole
from overtrick.web.translation import plain

MOST_LINES = 200
"""Lines that one page may leave waiting."""
ONLY_A_DIRECTOR = "Only a director gives awards. Ask one to rule on the board."
LOOK_FIRST = "Nothing is agreed: look at what stands there, and say ok again."
OF_A_LINE = (ResultPosted, ResultCorrected, RulingGiven)
"""What a line posts, unless it agrees."""


@official(Action.SEE)
def event_home(request: HttpRequest, event: BookRecord) -> HttpResponse:  # noqa: ARG001 - every page is asked alike
    """Where an event is now: the room once something is drawn, the draw or the entries before."""
    now = event_projection(event)
    with now.lock:
        stage, number = in_play(now.event)
    return redirect(f"desk-{'room' if number else 'draw' if stage else 'entries'}", event=event.slug)


@official(Action.SEE)
def room(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """Every table of the round, and what it owes."""
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
            "tiles": shown.shown(only) if shown else (),
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
    """Which tables can be looked at alone."""
    behind = ("behind",) if shown is not None and shown.by_table else ()
    return ("", "missing", *behind, "look", "calling", "waiting", "playing", "in", "doubtful", "disputed", "late")


@official(Action.SCORE)
def line(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """What a line reads as and would do, before it is posted."""
    now = event_projection(event)
    with now.lock:
        return JsonResponse(_reading(request, event, now.event, stage_named(now.event, request.GET.get("stage"))))


@official(Action.SCORE)
@require_POST
def post_line(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """Post a line: answered as JSON for the page's own script, by going back to the room otherwise."""
    wants_json = "application/json" in request.headers.get("Accept", "")
    now = event_projection(event)
    try:
        with now.lock:
            stage = stage_named(now.event, request.POST.get("stage"))
            full = _in_full(request, now.event, stage)
            typed = read_line(full)
            allowed(request, event, typed)
            number = typed.round or _meant(now.event, stage, typed)
            act = typed.act(stage, number, whole(request.POST.get("seen"), 0))
            if isinstance(act, ResultConfirmed) and not act.seen:
                return _look_first(request, event, now.event, stage, wants_json=wants_json)
        posted = post_as(request, event, act, key_of(request))
    except OvertrickError as refused:
        if wants_json:
            return JsonResponse({"ok": False, "says": plain(refused)}, status=409)
        messages.error(request, plain(refused))
        return _to_room(event, at=request.POST.get("at", ""), line=request.POST.get("line", ""))
    said = " ".join(f"Posting {each.number}: {sentence(each.act)}" for each in posted.postings) or "That was there."
    now = event_projection(event)
    with now.lock:
        after = place_after(now.event.stage(stage), typed, number)
    if wants_json:
        list(messages.get_messages(request))
        told = {"says": said, "cautions": list(posted.cautions), "at": str(after), "place": after.says, "full": full}
        return JsonResponse({"ok": True, **told})
    messages.success(request, said)
    return _to_room(event, at=str(after))


@official(Action.SCORE)
@require_POST
def post_lines(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """Post the lines that waited on a page when it was left, in their order, each by its own key, once.

    Each is read from where the one before leaves the line. After one that is refused nothing is posted, and the next
    page says so with the text of each.
    """
    at, posted = request.POST.get("at", ""), 0
    texts = request.POST.getlist("line")[:MOST_LINES]
    for text, key in zip(texts, request.POST.getlist("key"), strict=False):
        try:
            at = str(_post_waiting(request, event, WaitingLine(text, at, key[:100])))
        except OvertrickError as refused:
            messages.error(request, f"Not posted: {' · '.join(texts[posted:])}. {plain(refused)}")
            return JsonResponse({"ok": False, "posted": posted, "says": plain(refused), "at": at}, status=409)
        posted += 1
    place = read_place(at)
    return JsonResponse({"ok": True, "posted": posted, "at": at, "place": place.says if place else ""})


@dataclass(frozen=True, slots=True)
class WaitingLine:
    """A line that waited to be posted: its text, where the line was, and its key."""

    text: str
    at: str
    key: str


def _post_waiting(request: HttpRequest, record: BookRecord, line: WaitingLine) -> Place:
    """Post a line unless it is in the book already; the place that it leaves the line at."""
    if (after := _after_standing(request, record, line.key)) is not None:
        return after
    now = event_projection(record)
    try:
        with now.lock:
            stage = stage_named(now.event, request.POST.get("stage"))
            typed = read_line(in_full(line.text, read_place(line.at), next_boards(now.event.stage(stage))))
            allowed(request, record, typed)
            number = typed.round or _meant(now.event, stage, typed)
            act = _unseen(typed.act(stage, number))
        post_as(request, record, act, line.key)
    except OvertrickError:
        # The page's own message may have brought it in meanwhile, and what is read now is the board after.
        if (after := _after_standing(request, record, line.key)) is None:
            raise
        return after
    now = event_projection(record)
    with now.lock:
        return place_after(now.event.stage(stage), typed, number)


def _unseen(act: Act) -> Act:
    """An act of a line whose reading nobody was shown; an agreement is refused."""
    if isinstance(act, ResultConfirmed):
        raise OvertrickError(LOOK_FIRST)
    return act


def _after_standing(request: HttpRequest, record: BookRecord, key: str) -> Place | None:
    """The place after the result that this person has posted under a key; none if there is none."""
    now = event_projection(record)
    standing = now.book.with_key(key)
    first = standing[0][0] if standing else None
    if first is None or first.by != by_name(request) or not isinstance(first.act, OF_A_LINE):
        return None
    act = first.act
    with now.lock:
        typed = Typed(act.round, act.table, act.room, act.board, None)
        return place_after(now.event.stage(act.stage), typed, act.round)


def _to_room(record: BookRecord, **asked: str) -> HttpResponse:
    """Back to the room, at the place where the line is."""
    said = urlencode({name: text for name, text in asked.items() if text})
    return redirect(f"{reverse('desk-room', kwargs={'event': record.slug})}{f'?{said}' if said else ''}")


def _in_full(request: HttpRequest, event: Tournament, stage: str) -> str:
    """The line that is typed, with the table and board of its place where it leaves them out."""
    asked = request.POST if request.method == "POST" else request.GET
    if stage not in event.stages:
        return asked.get("line", "")
    return in_full(asked.get("line", ""), read_place(asked.get("at", "")), next_boards(event.stage(stage)))


@official(Action.SEE)
def why(request: HttpRequest, event: BookRecord, number: str) -> HttpResponse:
    """Why a number is what it is, with the boards still in play: the desk may see them."""
    now = event_projection(event)
    into = request.GET.get("into", "")[:200]
    with now.lock:
        try:
            found = find(now.event, number)
        except NoSuchNumber as error:
            raise Http404(str(error)) from error
        way = steps(into)
        node = None if way is None else tree(found.figure, way, names=Naming(now.event))
        if node is None:
            raise Http404
        return page(
            request, event, now, "why", {"title": found.title, "node": node, "into": into, "here": request.path}
        )


@official(Action.SEE)
def latest(request: HttpRequest, event: BookRecord) -> HttpResponse:  # noqa: ARG001 - every page is asked alike
    """The number of the last posting, for pages that cannot hear the stream."""
    answer = JsonResponse({"number": DurableBook(event.slug).last()})
    answer.headers["Cache-Control"] = "no-store"
    return answer


def allowed(request: HttpRequest, record: BookRecord, typed: Typed) -> None:
    """Refuse an award to who may not rule."""
    if typed.ruled and not may(request.user, Action.DIRECT, record=record):
        raise OvertrickError(ONLY_A_DIRECTOR)


def _look_first(
    request: HttpRequest, record: BookRecord, event: Tournament, stage: str, *, wants_json: bool
) -> HttpResponse:
    """Show what stands before somebody agrees to it; the same line posted again agrees to that."""
    reading = _reading(request, record, event, stage)
    says = f"{reading['says']}. Nothing is posted yet: look, and post it again to agree."
    if wants_json:
        return JsonResponse({**reading, "ok": False, "says": says if reading["ok"] else reading["says"]}, status=409)
    messages.error(request, says if reading["ok"] else str(reading["says"]))
    return _to_room(record, line=request.POST.get("line", ""), at=request.POST.get("at", ""), stage=stage)


def _meant(event: Tournament, stage: str, typed: Typed) -> int:
    """The round that a line is of, unless it says so: where tables go on by themselves, the one its board is in."""
    return round_of_board(event.stage(stage), typed.table, typed.board)


def _seen(event: Tournament, stage: str, typed: Typed) -> int:
    """The last posting about the board of a line, which its reading shows."""
    state = event.stage(stage)
    number = typed.round or _meant(event, stage, typed)
    if number not in state.rounds:
        return 0
    known = state.recorded(number, typed.table, typed.room, typed.board)
    return known.latest if known is not None else 0


def _reading(request: HttpRequest, record: BookRecord, event: Tournament, stage: str) -> dict[str, object]:
    """A line as it reads: who, what, the score, and what changes; or what is wrong with it."""
    might: list[str] = []
    try:
        full = _in_full(request, event, stage)
        typed = read_line(full)
        allowed(request, record, typed)
        current, seen = _meant(event, stage, typed), _seen(event, stage, typed)
        state, number = event.stage(stage), typed.round or current
        might += _might_mean(request, state, number, full)
        foreseen = foresee(event, typed.act(stage, current, seen), at=time_now())
    except OvertrickError as refused:
        return {"ok": False, "says": plain(refused), "cautions": might}
    board = Board.numbered(typed.board)
    where = f"Table {typed.table}{f' {typed.room}' if typed.room else ''}, board {typed.board} ({board.vulnerability})"
    if state.plan.play.at_once:
        where = f"Round {number}, {where[0].lower()}{where[1:]}"
    return {
        "ok": True,
        "says": f"{where}: {_seated(event, stage, (number, typed.table, typed.room, typed.board))}",
        "lines": list(foreseen.lines),
        "cautions": [*foreseen.cautions, *might],
        "seen": seen,
    }


def _seated(event: Tournament, stage: str, at: At) -> str:
    """Who sits where for a board, in the room it is played in."""
    ns, ew = (side_label(event, names) for names in sides_of(event.stage(stage), at))
    return f"NS {ns}, EW {ew}"


def _might_mean(request: HttpRequest, state: StageState, number: int, full: str) -> Iterator[str]:
    """What a short line might mean as well: its first number is also a table."""
    asked = request.POST if request.method == "POST" else request.GET
    meant = bare_board(asked.get("line", ""), full)
    if meant and has_table(state, number, meant):
        yield f"Board {meant} of table {read_line(full).table}. For table {meant}, type t{meant} or its board too."
