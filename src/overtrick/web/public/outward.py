"""Views of an event for use elsewhere: embedded standings, calendars and news feeds."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.views.decorators.http import require_safe

from overtrick.core.event.fold.tournament import Tournament
from overtrick.formats.calendar_file import Entry, calendar
from overtrick.views.share import RoundTimes, news_of, times_of
from overtrick.views.standings import standings_page
from overtrick.web.congress.models import BookRecord, Congress, Kind
from overtrick.web.congress.projections import event_projection
from overtrick.web.organisations.models import Organisation
from overtrick.web.public.pages import event_page, record_or_404, stage_or_404
from overtrick.web.translation import language, plain

EVENTS = 20
"""How many events a calendar or feed is made from: the latest, since each is a book to read."""
NEWS = 60
"""The most news in a feed."""
MINUTE = "public, max-age=60"


@require_safe
def embed(request: HttpRequest, event: str) -> HttpResponse:
    """The standings alone, for a frame on another site; this is the only page that may be framed."""

    def make(now: Tournament) -> Mapping[str, Any]:
        state = stage_or_404(now, "")
        return {"page": standings_page(now, state) if state is not None else None}

    answer = event_page(request, event, "room/embed.html", make)
    answer.xframe_options_exempt = True  # Django's own name for it; `headers` reads it
    return answer


@require_safe
def event_times(request: HttpRequest, event: str) -> HttpResponse:
    """The calendar of an event's rounds."""
    record = record_or_404(event)
    return _calendar(record.title, record.slug, _entries(request, [record]))


@require_safe
def congress_times(request: HttpRequest, congress: str) -> HttpResponse:
    """The calendar of a congress's days and its events' rounds."""
    found = get_object_or_404(Congress, slug=congress)
    records = _public_events(BookRecord.objects.filter(congress=found))
    if not records:
        raise Http404("There is nothing here yet.")
    days = []
    if found.starts is not None:
        link = request.build_absolute_uri(reverse("room:congress", args=[found.slug]))
        days = [Entry(f"{found.slug}@congress.overtrick", found.starts, found.ends, found.name, found.venue, link)]
    return _calendar(found.name, found.slug, [*days, *_entries(request, records)])


def _public_events(records: Any) -> list[BookRecord]:
    shown = records.filter(kind=Kind.EVENT, shown=True).select_related("congress")
    return list(shown.order_by("-congress__starts", "place", "slug")[:EVENTS])


def _entries(request: HttpRequest, records: Iterable[BookRecord]) -> Iterator[Entry]:
    for record in records:
        now = event_projection(record)
        with now.lock:
            times = times_of(now.event)
        link = request.build_absolute_uri(reverse("room:event", args=[record.slug]))
        yield from (_entry(record, each, link) for each in times)


def _entry(record: BookRecord, times: RoundTimes, link: str) -> Entry:
    ends = datetime.fromisoformat(times.ends) if times.ends else None
    title = f"{record.title}, {plain(times.called)}"
    uid = f"{record.slug}-{times.stage}-{times.round}@event.overtrick"
    return Entry(uid, datetime.fromisoformat(times.begins), ends, title, record.congress.venue, link)


def _calendar(name: str, slug: str, entries: Iterable[Entry]) -> HttpResponse:
    text = calendar(name, entries, timezone.now().replace(minute=0, second=0, microsecond=0))
    answer = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    answer.headers["Content-Disposition"] = f'inline; filename="{slug}.ics"'
    answer.headers["Cache-Control"] = MINUTE
    return answer


@require_safe
def congress_news(request: HttpRequest, congress: str) -> HttpResponse:
    """The news feed of a congress."""
    found = get_object_or_404(Congress, slug=congress)
    records = _public_events(BookRecord.objects.filter(congress=found))
    if not records:
        raise Http404("There is nothing here yet.")
    return _feed(request, found.name, reverse("room:congress", args=[found.slug]), records)


@require_safe
def organisation_news(request: HttpRequest, organisation: str) -> HttpResponse:
    """The news feed of an organisation's congresses."""
    found = get_object_or_404(Organisation, slug=organisation)
    records = _public_events(BookRecord.objects.filter(organisation=found))
    return _feed(request, str(found), reverse("room:organisation", args=[found.slug]), records)


class _News(Atom1Feed):
    """A feed that is the same on every request: without news, its date is fixed."""

    def latest_post_date(self) -> datetime:
        """The date of the latest news, or a fixed one if there is none."""
        return super().latest_post_date() if self.items else datetime(1970, 1, 1, tzinfo=UTC)


def _feed(request: HttpRequest, title: str, link: str, records: Iterable[BookRecord]) -> HttpResponse:
    feed = _News(
        title=title, link=request.build_absolute_uri(link), description="", feed_url=request.build_absolute_uri(),
        author_name=title, language=language(),
    )  # fmt: skip
    told = []
    for record in records:
        now = event_projection(record)
        with now.lock:
            told += [(each, record) for each in news_of(now.event)]
    told.sort(key=lambda each: (each[0].at, each[0].posting), reverse=True)
    for news, record in told[:NEWS]:
        when = datetime.fromisoformat(news.at) if news.at else timezone.now()
        feed.add_item(
            title=f"{record.title}, {plain(news.stage)}: {plain(news.says)}",
            link=request.build_absolute_uri(reverse("room:event", args=[record.slug])),
            description="",
            unique_id=f"tag:overtrick,2026:{record.slug}/{news.posting}",
            updateddate=when,
            pubdate=when,
        )
    answer = HttpResponse(feed.writeString("utf-8"), content_type="application/atom+xml; charset=utf-8")
    answer.headers["Cache-Control"] = MINUTE
    return answer
