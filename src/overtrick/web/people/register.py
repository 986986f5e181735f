"""The register of players: listed from each shown book as it stands, thrown away and made again at any time.

Whoever asks has the books listed first that have grown since. One book is listed by one process at a time, and one in
play at most every few seconds; so a search costs the books nothing. Nothing of a book is listed that everybody may not
read on its own pages, and whoever reads the register asks for shown books alone, so that one hidden meanwhile is gone
at once.
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
from overtrick.ledger.durable.tenancy import EVERYBODY, within
from overtrick.views.persons import PlayedAs, played_in
from overtrick.web.congress.models import BookRecord, Congress, Kind
from overtrick.web.congress.projections import event_projection
from overtrick.web.organisations.models import Person
from overtrick.web.people.keys import LINE, key_of_line, key_of_number, line_of, plain_name, words_of
from overtrick.web.people.models import BookRead, HiddenPerson, Player, Tie, Word

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from django_stubs_ext import WithAnnotations

    class Seal(TypedDict):
        """What a book is known by as it stands."""

        seal: str

    Sealed = WithAnnotations[BookRecord, Seal]

SECONDS = 2.0
"""What one reader waits for while books are listed."""
PACE = timedelta(seconds=10)
"""Between two listings of a book that grows all the time."""
EDITION = f"{version('overtrick')} 2"
"""What is listed changes with the program: then every book is listed anew."""
END = 40
"""Signs of a book's last fingerprint that tell where it stood when it was listed."""
MOST = 200
"""Books that one reader looks for."""
WHOLE = 60.0
"""Seconds between two looks of a process at all books: a venue's lines come late, and bear the time they had there."""
OVERLAP = timedelta(minutes=1)
"""How far a look goes back before the one before: a posting is seen a moment after its time, a listing has its pace."""


_looked: dict[int, tuple[float, datetime | None]] = {}
"""Of an organisation, or of all: until when no whole look is due, and from when on the next one looks."""


def list_players(organisation: int = EVERYBODY) -> int:
    """List every shown book that has grown, of an organisation or of all; how many are left for the next reader.

    A process looks at all of them once a minute, and in between at those that have grown since, so that a search costs
    the same with ten books and with a hundred thousand. Of many that are left no more than some are counted.
    """
    began, now = monotonic(), timezone.now()
    whole, since = _looked.get(organisation, (0.0, None))
    if began > whole:
        since = None
    with within(organisation):
        behind = list(_behind(organisation, since)[:MOST])
    while behind and monotonic() - began < SECONDS:
        record = behind.pop(0)
        with within(record.organisation_id):
            _list(record, record.seal)
    if behind:
        _looked.pop(organisation, None)
    else:
        _looked[organisation] = (began + WHOLE if since is None else whole, now - OVERLAP)
    return len(behind)


def list_again(organisation: int, records: Sequence[str] | None = None) -> None:
    """Have books listed anew by whoever asks next: who somebody is has changed."""
    found = BookRead.objects.filter(organisation=organisation)
    (found if records is None else found.filter(record__in=records)).update(seal="")


def renamed(instance: BookRecord | Congress, *, created: bool, **_: object) -> None:
    """A book or a congress is new or has been changed: what is listed has its name and its day."""
    if isinstance(instance, BookRecord):
        BookRead.objects.update_or_create(
            record=instance, defaults={"seal": ""}, create_defaults={"organisation_id": instance.organisation_id}
        )
    elif not created:
        BookRead.objects.filter(record__congress=instance.slug).update(seal="")


def _behind(organisation: int, since: datetime | None) -> "QuerySet[Sealed]":
    """The shown books that are not listed as they stand, but for those listed a moment ago.

    With a time, of those alone whose books have grown since, and of those that are to be listed anew.
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
        if not mine.update(seal=seal, day=day, at=timezone.now()):  # whoever changes the row has the book to itself
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
    """A key as it stands: of a line that has got a number the number, and nobody's where the line is gone."""
    line = line_of(organisation, key)
    if line is not None:
        return key_of_line(line)
    return "" if key.startswith(LINE) else key


def _words(
    record: BookRecord, players: Sequence[Player], played: Sequence[PlayedAs], hidden: set[str]
) -> Iterator[Word]:
    """Every word something of an event is found under; who is hidden is not found, nor is a pair by him.

    A number that a book has is looked for as a word is.
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
    """Take somebody's page away, or give it back; no search finds it meanwhile."""
    if hidden:
        HiddenPerson.objects.get_or_create(organisation_id=organisation, person=key, defaults={"by": by})
    else:
        HiddenPerson.objects.filter(organisation=organisation, person=key).delete()
    books = Player.objects.filter(organisation=organisation, person=key).values_list("record", flat=True)
    list_again(organisation, list(books))


def is_hidden(organisation: int, key: str) -> bool:
    """Whether somebody has no page."""
    return HiddenPerson.objects.filter(organisation=organisation, person=key).exists()


def tie(player: Player, key: str, by: str) -> None:
    """Say who a player of an event is: somebody by his key, or nobody that is known."""
    Tie.objects.update_or_create(
        record_id=player.record_id, contestant=player.contestant, name=player.name,
        defaults={"person": key, "by": by, "at": timezone.now(), "organisation_id": player.organisation_id},
    )  # fmt: skip
    list_again(player.organisation_id, [player.record_id])


def line_changed(line: Person) -> None:
    """A line of the list was put right or taken off: whoever was tied to it is listed anew."""
    ties = Tie.objects.filter(organisation=line.organisation_id)
    list_again(line.organisation_id, list(ties.values_list("record", flat=True)))
