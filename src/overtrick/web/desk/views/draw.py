"""The draw: drafting, previewing, changing by hand, publishing and undoing it; and line-ups."""

import secrets
from dataclasses import dataclass
from datetime import datetime

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from overtrick.core.draws.choice import Phase
from overtrick.core.errors import OvertrickError
from overtrick.core.event.acts import DrawPublished, LotDrawn
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.by_table import round_in_play
from overtrick.core.event.play.drafting import rounds_of
from overtrick.core.event.play.graph import arrivals, waits_for
from overtrick.core.event.play.knockout_draw import by_choice, ceremony
from overtrick.core.event.play.stage import StageState
from overtrick.core.wording import phrase
from overtrick.director.line_ups import line_up_due, sitting_now
from overtrick.director.redrawn import brought_back, set_aside
from overtrick.views.closing import can_start, level_starts
from overtrick.views.drafts import draft_page, lot_name, needs_lot, published_page, read_swaps
from overtrick.views.names import label
from overtrick.web.congress.access import Action, may, offices, official
from overtrick.web.congress.models import BookRecord, Role
from overtrick.web.congress.projections import Projection, event_projection
from overtrick.web.desk.ceremony import stages_by_choice
from overtrick.web.desk.forms.act_form import in_play, open_stages
from overtrick.web.desk.views.shared import key_of, page, post_as, posting_text, show_refusal, stage_named, whole
from overtrick.web.translation import plain


@official(Action.SEE)
def draw(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """The page with the draw of the round in play and the draft of the next."""
    now = event_projection(event)
    with now.lock:
        return page(request, event, now, "draw", _draw(request, now))


def _draw(request: HttpRequest, now: Projection[Tournament]) -> dict[str, object]:
    stage = stage_named(now.event, request.GET.get("stage"))
    if not stage:
        return {"published": None, "draft": None, "starts": can_start(now.event), "level": level_starts(now.event)}
    state = now.event.stage(stage)
    number = whole(request.GET.get("round"), round_in_play(state))
    swaps = read_swaps(request.GET.getlist("swap"))
    reason = request.GET.get("reason", "")[:300]
    one, other = request.GET.get("one", "").strip(), request.GET.get("other", "").strip()
    if one and other and one != other:
        swaps = (*swaps, (one, other))
    context: dict[str, object] = {
        "shown_stage": stage,
        "published": published_page(now.event, stage, number) if number in state.rounds else None,
        "drawn_rounds": sorted(state.rounds),
        "under_way": number in state.rounds and _is_under_way(now.event, state, number),
        "at_once": state.plan.play.at_once,
        "take_back": number == state.last_round or (state.plan.play.at_once and not _has_results(state, number)),
        "drawn_by": state.round(number).posting if number in state.rounds else 0,
        "next_round": state.last_round + 1,
        "rounds": rounds_of(state),
        "needs_lot": needs_lot(now.event, stage),
        "swaps": swaps,
        "reason": reason,
        "draft": None,
        "refused": "",
        "waits": bool(state.last_round) and not state.round(state.last_round).closed,
        "starts": can_start(now.event),
        "level": level_starts(now.event),
        "choosing": by_choice(state) and ceremony(now.event, stage).phase is not Phase.DRAWN,
        "joins": _joins(now, state),
        "stages": open_stages(now.event),
    }
    wanted = "draft" in request.GET or not context["waits"]
    ready = not (context["choosing"] or context["needs_lot"] or state.closed or state.last_round >= rounds_of(state))
    if wanted and ready:
        try:
            draft = context["draft"] = draft_page(now.event, stage, swaps, reason)
            context["earlier_results"] = set_aside(now.event, draft.act)
        except OvertrickError as refused:
            context["refused"] = plain(refused)
    return context


def _is_under_way(event: Tournament, state: StageState, number: int) -> bool:
    """Whether a round was started or has results, so that its draw can only be undone and drawn again."""
    return bool(state.round(number).results) or (state.plan.name, number) in event.conducted.started


def _has_results(state: StageState, number: int) -> bool:
    """Whether a round or a later one has results."""
    return any(drawn.results for each, drawn in state.rounds.items() if each >= number)


def _joins(now: Projection[Tournament], state: StageState) -> bool:
    """Whether teams drop into a stage before its next draw."""
    play, number = state.plan.play, state.last_round + 1
    if not play.drops_in or not 1 < number <= len(play.flow) or number in state.joined:
        return False
    node = play.flow[number - 1]
    return not waits_for(now.event, node) and bool(arrivals(now.event, node))


@official(Action.DIRECT)
@require_POST
def draw_lot(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """Draw the lot for the next draw, once. It is in the book before anybody sees the draw."""
    now = event_projection(event)
    with now.lock:
        stage = stage_named(now.event, request.POST.get("stage"))
        about = lot_name(stage, now.event.stage(stage).last_round + 1) if stage else ""
    try:
        post_as(request, event, LotDrawn(about, seed=secrets.token_hex(8)), key_of(request))
    except OvertrickError as refused:
        show_refusal(request, refused)
    return redirect("desk-draw", event=event.slug)


@official(Action.DIRECT)
@require_POST
def publish(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """Publish the draft that was previewed."""
    now = event_projection(event)
    with now.lock:
        stage = stage_named(now.event, request.POST.get("stage"))
        swaps = read_swaps(request.POST.getlist("swap"))
        try:
            act = draft_page(now.event, stage, swaps, request.POST.get("reason", "")[:300]).act
        except OvertrickError as refused:
            show_refusal(request, refused)
            return redirect("desk-draw", event=event.slug)
        if act.round != whole(request.POST.get("round"), 0):
            drawn = phrase("A draw has been published or withdrawn in the meantime. Check the draw again.")
            messages.error(request, plain(drawn))
            return redirect("desk-draw", event=event.slug)
    try:
        posted = post_as(request, event, act, key_of(request))
    except OvertrickError as refused:
        show_refusal(request, refused)
        return redirect("desk-draw", event=event.slug)
    for each in posted.postings:
        messages.success(request, posting_text(each))
        if "results" in request.POST and isinstance(each.act, DrawPublished):
            _bring_back(request, event, each.act)
    return redirect("desk-draw", event=event.slug)


def _bring_back(request: HttpRequest, record: BookRecord, draw: DrawPublished) -> None:
    """Post the results that were set aside with a round's old draw, where the same opponents still meet."""
    now = event_projection(record)
    with now.lock:
        acts = brought_back(now.event, draw)
    brought = 0
    for place, act in enumerate(acts):
        try:
            brought += len(post_as(request, record, act, f"{key_of(request)}-{draw.round}-{place}").postings)
        except OvertrickError as refused:
            show_refusal(request, refused)
    if brought:
        said = phrase("Round {round}: results restored ({brought:#change} posted).", round=draw.round, brought=brought)
        messages.success(request, plain(said))


@dataclass(frozen=True, slots=True)
class LineUpRow:
    """A contestant's line-up in a round: the players, when it was posted, its deadline, and who sits first."""

    contestant: str
    name: str
    players: str
    posted: str
    due: str
    sits: str


def _clock(when: datetime | None) -> str:
    return f"{when:%H:%M}" if when else ""


def _due(now: Projection[Tournament], stage: str, number: int, contestant: str) -> str:
    """The deadline of a line-up, if the stage has a clock for it and the round is drawn."""
    state = now.event.stage(stage)
    due = line_up_due(now.event, state, number, contestant) if number in state.rounds else None
    return f"{due.at:%H:%M} ({due.clause.cite})" if due else ""


def _sits(now: Projection[Tournament], stage: str, number: int, contestant: str) -> str:
    """Whether a team sits first or second in its match, and by which clause; empty if no clause says so."""
    state = now.event.stage(stage)
    seating = state.round(number).seating_of(contestant) if number in state.rounds else None
    order = sitting_now(now.event, state, number, seating) if seating is not None else None
    if order is None or order.first is None:
        return ""
    first = order.first == contestant
    return plain(phrase("{first:first|second} ({clause})", first=first, clause=order.clause.cite))


@official(Action.CAPTAIN)
def line_ups(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """The page of a round's line-ups with the times they were posted. A captain sees only their own team's."""
    now = event_projection(event)
    own = {each.contestant for each in offices(request.user, event.congress, event) if each.role == Role.CAPTAIN}
    with now.lock:
        stage, number = in_play(now.event)
        number = whole(request.GET.get("round"), number)
        posted = {key[2]: act for key, act in now.event.line_ups.items() if key[:2] == (stage, number)}
        names = now.event.stage(stage).contestants if stage else ()
        captain_only = bool(own) and not may(request.user, Action.SEE, record=event)
        rows = [
            LineUpRow(
                name,
                label(now.event, name),
                ", ".join(posted[name].players) if name in posted else "",
                _clock(now.event.conducted.line_ups.get((stage, number, name))),
                _due(now, stage, number, name),
                _sits(now, stage, number, name),
            )
            for name in names
            if not captain_only or name in own
        ]
        choosing = [name for name in stages_by_choice(now.event) if ceremony(now.event, name).phase is not Phase.DRAWN]
        return page(request, event, now, "line-ups", {"rows": rows, "shown_round": number, "choosing": choosing})
