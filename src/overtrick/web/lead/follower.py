"""At the server that follows: it gives the lead, takes the leader's lines, and takes the lead back.

Everything about a book's lead happens under the lock of its head, as every posting does. A line goes into the book
under the term that is current in that moment and under no other; so a leader that was taken over while it was away can
send what it likes: it is kept as proposals.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from django.db import DataError, IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from overtrick.core.errors import DirectorError
from overtrick.ledger.book import LedgerMoved
from overtrick.ledger.codec import UnreadablePosting, line_hash, read_posting
from overtrick.ledger.durable.book import DurableBook, Ends, Leader
from overtrick.ledger.durable.heads import keep_head
from overtrick.ledger.durable.models import Head, Leadership
from overtrick.ledger.durable.texts import DurableTexts
from overtrick.ledger.file import BrokenBook
from overtrick.ledger.signed_heads import SignedHead
from overtrick.ledger.texts import Kept, is_text
from overtrick.web.congress.book_transfer import named_edition
from overtrick.web.congress.models import BookRecord
from overtrick.web.lead.line_times import Strange, check_times
from overtrick.web.lead.models import Bar, Heard, Proposal


class NotYours(DirectorError):
    """The lead is another's, and is not given to who asks for it."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A server that would lead a book: its name, its key, where its own copy ends, and its token's fingerprint."""

    leader: Leader
    last: int
    hash: str
    again: bool = False
    token: str = ""


@dataclass(frozen=True, slots=True)
class Pushed:
    """Lines after a posting, as their leader wrote them in a term, with texts they name; the last is signed."""

    term: int
    after: int
    head: SignedHead | None = None
    lines: Sequence[str] = ()
    texts: Sequence[str] = ()
    token: str = ""


@dataclass(frozen=True, slots=True)
class Stand:
    """Where a book stands at the follower: its end, its term, who leads, and what of a term that is over is kept.

    *ended* is where that term ended in the book, *proposed* the last posting after it that is kept as a proposal.
    *lacks* are editions to be sent before the lines that name them.
    """

    last: int
    hash: str
    term: int
    led: bool
    leader: str
    ended: int = 0
    proposed: int = 0
    lacks: list[str] = field(default_factory=list)


def book_of(record: BookRecord) -> DurableBook:
    """The book of a record."""
    return DurableBook(record.slug, organisation=record.organisation_id)


def leadership(record: BookRecord, term: int) -> Leadership | None:
    """Who led a book in a term."""
    return Leadership.objects.filter(event=record.slug, term=term).first()


def led_by(record: BookRecord) -> str:
    """The server that leads a book instead of this one; nothing if this one does."""
    if not Head.objects.filter(event=record.slug, led=True).exists():
        return ""
    return stand(record).leader


def stand(record: BookRecord, term: int = 0) -> Stand:
    """Where a book stands now; with what is kept of a term that is over."""
    ends = book_of(record).ends()
    now = leadership(record, ends.term)
    after = leadership(record, term + 1) if term and term < ends.term else None
    ended = after.last if after else 0
    mine = Proposal.objects.filter(record=record, term=term).order_by("-number").values_list("number", flat=True)
    return Stand(
        ends.last, ends.hash, ends.term, ends.led, now.leader if now else "",
        ended, max(ended, mine.first() or 0) if after else 0,
    )  # fmt: skip


@transaction.atomic
def give(record: BookRecord, claim: Claim, by: str) -> Stand:
    """Let another server lead a book, which ends there as it does here; asked again it is answered alike."""
    book = book_of(record)
    ends = book.ends()
    now = leadership(record, ends.term)
    if ends.led and now is not None and now.key == claim.leader.key:
        heard(record, claim.token)
        return stand(record)
    if ends.led and now is not None:
        raise NotYours(
            "{leader} leads {event} since {since}", remedy="Take the event over at the desk of this server first.",
            leader=now.leader, event=record.title, since=f"{now.at:%Y-%m-%d %H:%M} UTC",
        )  # fmt: skip
    _check_admitted(record, claim)
    if ends.term and not claim.again:
        raise NotYours(
            "The server that you push to has the lead of {event} again, since {by} took it",
            remedy="Take it back to this laptop with `overtrick lead … --again`.",
            event=record.title, by=now.by if now else "",
        )  # fmt: skip
    if (ends.last, ends.hash) == (claim.last, claim.hash):
        book.change_lead(ends.term, claim.leader, by, ends.last)
        heard(record, claim.token)
    return stand(record)


@transaction.atomic
def take_over(record: BookRecord, by: str, was: int) -> bool:
    """Lead a book here from now on, where it ends now, and bar who led it: an official's act; whether it was so."""
    book = book_of(record)
    before = leadership(record, was)
    if not book.ends().led or before is None or book.change_lead(was, Leader(), by) is None:
        return False
    last = Heard.objects.filter(record=record).first()
    Bar.objects.create(
        record=record, leader=before.leader, key=before.key, token=last.token if last is not None else "", by=by
    )
    return True


def bars(record: BookRecord) -> QuerySet[Bar]:
    """Who was taken over in this event and is not readmitted."""
    return Bar.objects.filter(record=record, readmitted=None).order_by("at")


def readmit(record: BookRecord, bar: int, by: str) -> bool:
    """Let a server that was taken over ask for the lead again: an official's act. Whether it was barred."""
    return bool(bars(record).filter(pk=bar).update(readmitted=timezone.now(), readmitted_by=by))


def _check_admitted(record: BookRecord, claim: Claim) -> None:
    """Refuse an event that was taken over, and whoever was taken over anywhere in the congress."""
    barred = Bar.objects.filter(record__congress=record.congress_id, readmitted=None)
    same = Q(record=record) | Q(key=claim.leader.key) | (Q(token=claim.token) if claim.token else Q(pk=None))
    found = barred.filter(same).order_by("-at").first()
    if found is not None:
        raise NotYours(
            "{by} took {event} over from {leader}, and no laptop has been readmitted since",
            remedy="An official can let it lead again at the desk of this server, on the page Lead of {event}.",
            by=found.by, event=found.record.title, leader=found.leader,
        )  # fmt: skip


def hand_over(record: BookRecord, pushed: Pushed, by: str) -> Stand:
    """Lead a book here again because its leader says so, which has nothing more for it."""
    led = _proved(record, pushed)
    book_of(record).change_lead(led.term, Leader(), by, pushed.after)
    return stand(record, pushed.term)


def take(record: BookRecord, pushed: Pushed) -> Stand:
    """Take what a leader pushed: into the book in its term, as proposals when that is over; where the book stands."""
    _proved(record, pushed)
    lacks = _keep_texts(pushed)
    if lacks:
        return replace(stand(record, pushed.term), lacks=lacks)
    ends = book_of(record).ends()
    if ends.term != pushed.term:
        _propose(record, pushed)
    elif pushed.lines and ends.last == pushed.after:
        _append(record, pushed, ends)
    heard(record, pushed.token)
    return stand(record, pushed.term)


def heard(record: BookRecord, token: str) -> None:
    """A leader was heard, with a token of this fingerprint."""
    known = {"at": timezone.now(), "token": token, "organisation_id": record.organisation_id}
    Heard.objects.update_or_create(record=record, defaults=known)


def _proved(record: BookRecord, pushed: Pushed) -> Leadership:
    """That whoever led in this term signed the end of what is pushed, which follows line from line."""
    led = leadership(record, pushed.term)
    if led is None or not led.leader:
        raise Strange("No other server led {event} in term {term}", event=record.title, term=pushed.term)
    number, prev, kept = pushed.after, "", ""
    for line in pushed.lines:
        try:
            posting, before = read_posting(line)
        except UnreadablePosting as fault:
            raise Strange("Posting {number} cannot be read: {fault}", number=number + 1, fault=fault) from fault
        number += 1
        if posting.number != number or (prev and before != prev):
            raise Strange("Posting {number} does not follow from the line before it", number=number)
        check_times(posting, kept)
        prev, kept = line_hash(line), posting.kept or kept
    head = pushed.head
    if head is None or head.key != led.key or head.event != record.slug or not head.genuine():
        raise Strange("What was pushed is not signed by {leader}", leader=led.leader)
    if head.number != number or (prev and head.hash != prev):
        raise Strange("What {leader} signed is not the last of the lines that came with it", leader=led.leader)
    return led


def _keep_texts(pushed: Pushed) -> list[str]:
    """Keep the texts that came; the editions that the lines name and nobody has here."""
    kept = Kept()
    for text in pushed.texts:
        kept.take(text)
    for edition in kept.editions.values():
        DurableTexts().keep(edition)
    named = {found for line in pushed.lines if (found := named_edition(line))}
    return sorted(each for each in named if not DurableTexts().has(each))


def _append(record: BookRecord, pushed: Pushed, ends: Ends) -> None:
    """Behind the end of the book, if that has not moved and the term is not over meanwhile."""
    before = book_of(record).line(ends.last)
    check_times(read_posting(pushed.lines[0])[0], read_posting(before)[0].kept if before else "")
    try:
        with transaction.atomic():
            book_of(record).take_lines(pushed.lines, ends)
            if pushed.head is not None:
                keep_head(pushed.head, record.organisation_id)
    except LedgerMoved:
        return
    except (BrokenBook, IntegrityError, DataError) as fault:
        says = str(fault).splitlines()[0]
        raise Strange(
            "What {leader} pushed does not follow from posting {last}: {says}",
            remedy="Its book and this one are not the same up to there: compare them with `overtrick book verify`.",
            leader=stand(record).leader, last=ends.last, says=says,
        ) from fault  # fmt: skip


def _propose(record: BookRecord, pushed: Pushed) -> None:
    """Keep what a leader still had when its term was over, where it follows from the book or from what was kept."""
    now = stand(record, pushed.term)
    if pushed.after != now.proposed or not pushed.lines:
        return
    before = (
        book_of(record).line(now.ended)
        if now.proposed == now.ended
        else Proposal.objects.get(record=record, term=pushed.term, number=now.proposed).line
    )
    if read_posting(pushed.lines[0])[1] != (line_hash(before) if before else ""):
        raise Strange("What was pushed does not follow from posting {last} of {event}",
                      last=pushed.after, event=record.title)  # fmt: skip
    rows = []
    for line in pushed.lines:
        posting = read_posting(line)[0]
        rows.append(
            Proposal(
                record=record, organisation_id=record.organisation_id, term=pushed.term, number=posting.number,
                key=posting.key, line=line,
            )
        )  # fmt: skip
    Proposal.objects.bulk_create(rows, ignore_conflicts=True)


def parted(lines: Sequence[str]) -> tuple[list[str], list[str]]:
    """Lines of a book apart from those of the texts among them."""
    return [each for each in lines if not is_text(each)], [each for each in lines if is_text(each)]
