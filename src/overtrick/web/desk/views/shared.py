"""What every page of the desk shares: its context, its version, and the one way to post from a page."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from overtrick.core.errors import OvertrickError
from overtrick.core.event.acts import Act, Posting
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.core.wording import Phrase, phrase
from overtrick.director.acts import sentence
from overtrick.regulations.read.editions import Edition
from overtrick.views.season import how_far
from overtrick.web.congress.access import Action, author_name, may, rights, roles_of
from overtrick.web.congress.creation import open_book
from overtrick.web.congress.http_cache import PageVersion
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.post import PostOutcome, post
from overtrick.web.congress.projections import Projection
from overtrick.web.congress.rules import adoptable, notice_of, told_of
from overtrick.web.desk.appeals import timed_appeals
from overtrick.web.desk.forms.act_form import in_play, open_stages, season_stages
from overtrick.web.desk.remedies import Remedy, taken_back
from overtrick.web.desk.times import times_of
from overtrick.web.exchange.lead.follower import led_by
from overtrick.web.live.tickets import ticket
from overtrick.web.telemetry.spans import span
from overtrick.web.translation import plain

TABS = (
    "room", "draw", "results", "standings", "rulings", "appeals", "systems", "entries", "close", "print", "export",
    "history", "rules", "publishing", "lead",
)  # fmt: skip
MORE = ("appeals", "systems", "export", "rules", "publishing", "lead")
"""The pages that are used less often; they are in a menu, so that the tabs fit on one line."""
SEASON = "season"
"""The page that only events with sessions weeks apart have."""
_NAME = 200
_JUST = 2_000
"""The most postings that a page lists after a list was entered."""
PART = "X-Overtrick-Part"
"""The header with which a page's own script fetches the page again to update the parts that have changed."""


def page(
    request: HttpRequest,
    record: BookRecord,
    now: Projection[Tournament],
    tab: str,
    context: Mapping[str, Any],
    *,
    status: int = 200,
) -> HttpResponse:
    """Render a page of an event's desk from the event as it stands. Hold its lock."""
    stage, number = in_play(now.event)
    own = {
        "tab": tab,
        "tabs": _tabs(now.event),
        "more": MORE,
        "base": record.desk,
        "public": record.room,
        "times": (*times_of(now.event, time_now()), *timed_appeals(now.event, time_now())),
        "in_play": _in_play(now.event),
        "find": f"{record.desk}find/",
        "may_mend": may(request.user, Action.SCORE, record=record),
        "stage": stage,
        "number": number,
        "just": _just_posted(now, request.GET.get("posted", "")),
    }
    return render_book_page(
        request, record, now, f"desk/{tab.replace('-', '_')}.html", {**own, **context}, status=status
    )


@dataclass(frozen=True, slots=True)
class JustPosted:
    """What the user has just posted: for each its number, its sentence and the form that undoes it."""

    first: int
    last: int
    rows: tuple[tuple[int, str, Remedy | None], ...]

    @property
    def standing(self) -> bool:
        """Whether any of it can be undone."""
        return any(remedy is not None for _, _, remedy in self.rows)


def posted_query(postings: Sequence[Posting]) -> str:
    """The query string that makes a page show these postings as just posted."""
    return f"?posted={postings[0].number}-{postings[-1].number}" if postings else ""


def _just_posted(now: Projection[Tournament], named: str) -> JustPosted | None:
    """The postings that an address names, as `12-35`."""
    first, last = (whole(each, 0) for each in named.partition("-")[::2])
    if not 0 < first <= last <= now.last:
        return None
    found = [each for each in now.event.told_since(first) if each.number <= last][:_JUST]
    return JustPosted(first, last, tuple((p.number, plain(sentence(p.act)), taken_back(now.event, p)) for p in found))


def render_book_page(
    request: HttpRequest,
    record: BookRecord,
    now: Projection[Any],
    template: str,
    context: Mapping[str, Any],
    *,
    status: int = 200,
) -> HttpResponse:
    """Render a desk page of a book of any kind, with the shared context; the book's pages are below `base`."""
    shared = {
        "record": record,
        "more": (),
        "last": now.last,
        "unreadable_postings": list(now.event.aside.values()),
        "page_version": PageVersion(now.last, now.at),
        "live": f"/live/{record.slug}?ticket={ticket(record.slug, settings.SECRET_KEY)}",
        "why_base": f"{context['base']}why/",
        "who": author_name(request.user),
        "roles": roles_of(request.user, record),
        "may": {action.name: True for action in rights(request.user, record=record)},
        "key": new_key(),
        "rules_notice": notice_of(now.event),
        "edition": told_of(now.event),
        "led_by": led_by(record),
        "adoptable": adoptable(now.event) is not None,
    }
    if request.headers.get(PART):  # messages about the official's own act are for the page they open
        shared["messages"] = ()
    with span("render", template=template):
        return render(request, template, {**shared, **context}, status=status)


def _tabs(event: Tournament) -> tuple[str, ...]:
    """The tabs of an event; that of a season comes after the standings."""
    if not season_stages(event):
        return TABS
    after = TABS.index("standings") + 1
    return (*TABS[:after], SEASON, *TABS[after:])


def _in_play(event: Tournament) -> str:
    """The state of the event, in a few words for each stage in play."""
    if not event.stages:
        waits = phrase("entries closed, not started") if event.entries_closed else phrase("taking entries")
        return plain(waits)
    stages = (event.stage(name) for name in open_stages(event) or (in_play(event)[0],))
    return " · ".join(plain(_where(each)) for each in stages)


def _where(state: StageState) -> Phrase:
    name = state.plan.name
    if state.closed:
        return phrase("{stage} is over", stage=name)
    if not state.last_round:
        return phrase("{stage}, no draw yet", stage=name)
    return phrase("{stage}, {how_far}", stage=name, how_far=how_far(state))


def time_now() -> str:
    """The current time, as a posting has it."""
    return timezone.localtime().isoformat(timespec="milliseconds")


def new_key() -> str:
    """A new key for a form, so that it is posted once however often it is sent."""
    return uuid4().hex


def key_of(request: HttpRequest) -> str:
    """The key of the submitted form, or a new one."""
    return request.POST.get("key", "")[:100] or new_key()


def by_name(request: HttpRequest) -> str:
    """The name that the signed-in user's postings bear."""
    return author_name(request.user)[:_NAME]


def post_as(request: HttpRequest, record: BookRecord, act: Act, key: str) -> PostOutcome:
    """Post an act under the signed-in user's name, and show its cautions."""
    posted = post(record, act, by_name(request), key)
    for caution in posted.cautions:
        messages.warning(request, plain(caution))
    return posted


def posting_text(posting: Posting) -> str:
    """The number and the sentence of a posting, for the next page to show."""
    return plain(phrase("Posted as no. {number}. {sentence}", number=posting.number, sentence=sentence(posting.act)))


def open_as(
    request: HttpRequest, record: BookRecord, acts: Iterable[Act], edition: Edition | None = None
) -> BookRecord | None:
    """Create a record and open its book under the signed-in user's name; None if refused, which the page says."""
    try:
        return open_book(record, acts, author_name(request.user), key_of(request), edition)
    except OvertrickError as refused:
        show_refusal(request, refused)
    return None


def show_refusal(request: HttpRequest, refused: OvertrickError) -> None:
    """Have the next page show a refusal."""
    messages.error(request, plain(refused))


def whole(text: str | None, otherwise: int) -> int:
    """A whole number from an address, or *otherwise* if it is not one."""
    return int(text) if text and text.isdecimal() and len(text) < 7 else otherwise


def stage_named(event: Tournament, name: str | None) -> str:
    """The stage that an address names, or the one in play."""
    return name if name and name in event.stages else in_play(event)[0]
