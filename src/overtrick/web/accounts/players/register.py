"""The register of players: listed from each public book as it stands, and rebuilt at any time.

A request first has the books listed that have grown since the last one. One process at a time lists a book, and a book
in play is listed at most every few seconds, so a search costs the books nothing. The register contains only what a
book's own public pages show, and queries are limited to public books, so one that is hidden disappears at once.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from importlib.metadata import version
from time import monotonic
from typing import TYPE_CHECKING, TypedDict

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, Subquery, Value
from django.db.models.functions import Coalesce, Concat, Left
from django.utils import timezone

from overtrick.ledger.durable.models import Head
from overtrick.ledger.durable.tenancy import EVERYBODY, use_organisation
from overtrick.views.persons import PlayedAs, played_in
from overtrick.web.accounts.players.keys import LINE, key_of_line, key_of_number, line_of, plain_name, words_of
from overtrick.web.accounts.players.models import BookRead, HiddenPerson, Player, Tie, Word
from overtrick.web.congress.models import BookRecord, Congress, Kind
from overtrick.web.congress.projections import event_projection
from overtrick.web.organisations.models import Person

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from django_stubs_ext import WithAnnotations

    class Seal(TypedDict):
        """The annotation with the current seal of a book."""

        seal: str

    Sealed = WithAnnotations[BookRecord, Seal]

SECONDS = 2.0
"""How long one request may list books."""
PACE = timedelta(seconds=10)
"""The least time between two listings of a book that keeps growing."""
EDITION = f"{version('overtrick')} 2"
"""The edition of the listing, which depends on the program; if it changes, every book is listed again."""
END = 40
"""How many characters of a book's last fingerprint are in its seal."""
MOST = 200
"""The most books that one request finds to list."""
WHOLE = 60.0
"""Seconds between two checks of all books: a venue's lines arrive late and have the time they were posted there."""
OVERLAP = timedelta(minutes=1)
"""How far a check reaches back before the last one: postings become visible a moment after their time."""


_looked: dict[int, tuple[float, datetime | None]] = {}
"""By organisation, or for all: until when no full check is due, and the time from which the next check starts."""


def list_players(organisation: int = EVERYBODY) -> int:
    """List every public book that has grown, of an organisation or of all; return how many are left for later requests.

    A process checks all of them once a minute, and in between those that have grown since, so that a search costs the
    same with ten books and with a hundred thousand. At most `MOST` books are counted as left.
    """
    began, now = monotonic(), timezone.now()
    whole, since = _looked.get(organisation, (0.0, None))
    if began > whole:
        since = None
    with use_organisation(organisation):
        behind = list(_stale_books(organisation, since)[:MOST])
    while behind and monotonic() - began < SECONDS:
        record = behind.pop(0)
        with use_organisation(record.organisation_id):
            _list(record, record.seal)
    if behind:
        _looked.pop(organisation, None)
    else:
        _looked[organisation] = (began + WHOLE if since is None else whole, now - OVERLAP)
    return len(behind)


def list_again(organisation: int, records: Sequence[str] | None = None) -> None:
    """Have the next request list books again, because a person's identity has changed."""
    found = BookRead.objects.filter(organisation=organisation)
    (found if records is None else found.filter(record__in=records)).update(seal="")


def mark_stale(instance: BookRecord | Congress, *, created: bool, **_: object) -> None:
    """Have a book listed again because it or its congress is new or changed; the listing includes their names."""
    if isinstance(instance, BookRecord):
        BookRead.objects.update_or_create(
            record=instance, defaults={"seal": ""}, create_defaults={"organisation_id": instance.organisation_id}
        )
    elif not created:
        BookRead.objects.filter(record__congress=instance.slug).update(seal="")


def _stale_books(organisation: int, since: datetime | None) -> "QuerySet[Sealed]":
    """The public books whose listing is out of date, except those listed a moment ago.

    With a time, only books that have grown since then or that must be listed again are checked.
    """
    found = BookRecord.objects.filter(kind=Kind.EVENT, shown=True).select_related("congress")
    if organisation != EVERYBODY:
        found = found.filter(organisation=organisation)
    if since is not None:
        grown = Head.objects.filter(day__gte=since.astimezone(UTC).date(), kept__gte=since)
        anew = BookRead.objects.filter(seal="", record__shown=True, record__kind=Kind.EVENT)
        if organisation != EVERYBODY:
            grown, anew = grown.filter(organisation=organisation), anew.filter(organisation=organisation)
        found = found.filter(slug__in={*grown.values_list("event", flat=True), *anew.values_list("pk", flat=True)})
    end = Head.objects.filter(event=OuterRef("slug")).values(short=Left("fingerprint", END))[:1]
    seal = Concat(Value(f"{EDITION} "), Coalesce(Subquery(end), Value("")))
    read = BookRead.objects.filter(record=OuterRef("slug"))
    just_now = Q(at__gte=timezone.now() - PACE) & ~Q(seal="")
    return found.annotate(seal=seal).exclude(Exists(read.filter(Q(seal=OuterRef("seal")) | just_now))).order_by("slug")


def _list(record: BookRecord, seal: str) -> None:
    """List a book's players, unless another process has just done so."""
    now = event_projection(record)
    with now.lock:
        played, day = list(played_in(now.event)), now.at[:10]
    with transaction.atomic():
        BookRead.objects.get_or_create(record=record, defaults={"organisation_id": record.organisation_id})
        mine = BookRead.objects.filter(record=record).exclude(seal=seal)
        if not mine.update(seal=seal, day=day, at=timezone.now()):  # the process that changes the row lists the book
            return
        players = list(_players(record, played))
        Player.objects.filter(record=record).delete()
        Word.objects.filter(record=record).delete()
        Player.objects.bulk_create(players, batch_size=500)
        hidden = {*HiddenPerson.objects.filter(organisation=record.organisation_id).values_list("person", flat=True)}
        Word.objects.bulk_create(_words(record, players, played, hidden), batch_size=1000)


def _players(record: BookRecord, played: Sequence[PlayedAs]) -> Iterator[Player]:
    ties = {(each.contestant, each.name): each.person for each in Tie.objects.filter(record=record)}
    for each in played:
        key = key_of_number(each.number)
        if (each.contestant, each.name[:200]) in ties:
            key = standing_key(record.organisation_id, ties[each.contestant, each.name[:200]])
        yield Player(
            organisation_id=record.organisation_id, record=record, contestant=each.contestant[:40],
            called=each.called[:400], seat=each.seat, person=key, name=each.name[:200], plain=plain_name(each.name),
            number=each.number[:40], results=[asdict(result) for result in each.results],
        )  # fmt: skip


def standing_key(organisation: int, key: str) -> str:
    """The current key of a person: the number, if their line has got one since; empty if the line is gone."""
    line = line_of(organisation, key)
    if line is not None:
        return key_of_line(line)
    return "" if key.startswith(LINE) else key


def _words(
    record: BookRecord, players: Sequence[Player], played: Sequence[PlayedAs], hidden: set[str]
) -> Iterator[Word]:
    """Every word that finds something of an event. Hidden people are not found, and neither are pairs by their names.

    A number in a book is searched like a word.
    """
    whose = record.organisation_id
    told: dict[tuple[str, str], dict[str, None]] = {}
    for player, each in zip(players, played, strict=True):
        pair = told.setdefault((Word.Kind.CONTESTANT, player.contestant), {})
        pair.update(dict.fromkeys(words_of(each.team)))
        if player.person not in hidden or not player.person:
            pair.update(dict.fromkeys(words_of(player.name)))
            if player.person:
                own = told.setdefault((Word.Kind.PERSON, player.person), {})
                own.update(dict.fromkeys((*words_of(player.name), *words_of(player.number))))
    told[Word.Kind.EVENT, record.slug] = dict.fromkeys(words_of(record.title))
    told[Word.Kind.CONGRESS, record.congress_id] = dict.fromkeys(words_of(record.congress.name))
    for (kind, ref), words in told.items():
        yield from (Word(organisation_id=whose, record=record, kind=kind, ref=ref, word=word[:60]) for word in words)


def hide(organisation: int, key: str, by: str, *, hidden: bool) -> None:
    """Hide or restore a person's page; while it is hidden, no search finds it."""
    if hidden:
        HiddenPerson.objects.get_or_create(organisation_id=organisation, person=key, defaults={"by": by})
    else:
        HiddenPerson.objects.filter(organisation=organisation, person=key).delete()
    books = Player.objects.filter(organisation=organisation, person=key).values_list("record", flat=True)
    list_again(organisation, list(books))


def is_hidden(organisation: int, key: str) -> bool:
    """Whether a person's page is hidden."""
    return HiddenPerson.objects.filter(organisation=organisation, person=key).exists()


def tie(player: Player, key: str, by: str) -> None:
    """Link a player of an event to a person by key; an empty key means an unknown person."""
    Tie.objects.update_or_create(
        record_id=player.record_id, contestant=player.contestant, name=player.name,
        defaults={"person": key, "by": by, "at": timezone.now(), "organisation_id": player.organisation_id},
    )  # fmt: skip
    list_again(player.organisation_id, [player.record_id])


def line_changed(line: Person) -> None:
    """Have books with links listed again because a line of the list was corrected or removed."""
    ties = Tie.objects.filter(organisation=line.organisation_id)
    list_again(line.organisation_id, list(ties.values_list("record", flat=True)))
