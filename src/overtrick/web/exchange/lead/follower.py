"""The following server: it gives the lead away, stores the leader's lines, and takes the lead over again.

Every change of a book's lead happens under the lock of its head, as every posting does. A line enters the book only
under the term that is current at that moment, so whatever a leader sends after it was taken over while offline is
stored as proposals.
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
from overtrick.ledger.texts import EditionTexts, is_text
from overtrick.web.congress.book_transfer import named_edition
from overtrick.web.congress.models import BookRecord
from overtrick.web.exchange.lead.line_times import VERIFY, InvalidPush, check_times
from overtrick.web.exchange.lead.models import Bar, Heard, Proposal


class NotYours(DirectorError):
    """The lead belongs to another server and is not given to the one that asks for it."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A server's request to lead a book: its name and key, where its copy ends, and its token's fingerprint."""

    leader: Leader
    last: int
    hash: str
    again: bool = False
    token: str = ""


@dataclass(frozen=True, slots=True)
class PushedLines:
    """Lines after a posting, as their leader wrote them in a term, with the texts they name; the last is signed."""

    term: int
    after: int
    head: SignedHead | None = None
    lines: Sequence[str] = ()
    texts: Sequence[str] = ()
    token: str = ""


@dataclass(frozen=True, slots=True)
class FollowerState:
    """The state of a book on the follower: its end, its term, its leader, and what is stored of a former term.

    *ended* is where that term ended in the book; *proposed* is the last posting after it that is stored as a proposal.
    *lacks* lists editions that must be sent before the lines that name them.
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
    """The leadership of a book in a term."""
    return Leadership.objects.filter(event=record.slug, term=term).first()


def led_by(record: BookRecord) -> str:
    """The name of the server that leads a book instead of this one; empty if this one leads."""
    if not Head.objects.filter(event=record.slug, led=True).exists():
        return ""
    return stand(record).leader


def stand(record: BookRecord, term: int = 0) -> FollowerState:
    """The current state of a book, with what is stored of *term* if it is over."""
    ends = book_of(record).ends()
    now = leadership(record, ends.term)
    after = leadership(record, term + 1) if term and term < ends.term else None
    ended = after.last if after else 0
    mine = Proposal.objects.filter(record=record, term=term).order_by("-number").values_list("number", flat=True)
    return FollowerState(
        ends.last, ends.hash, ends.term, ends.led, now.leader if now else "",
        ended, max(ended, mine.first() or 0) if after else 0,
    )  # fmt: skip


@transaction.atomic
def give(record: BookRecord, claim: Claim, by: str) -> FollowerState:
    """Let another server lead a book whose copy there ends as the book does here. It can be called again safely."""
    book = book_of(record)
    ends = book.ends()
    now = leadership(record, ends.term)
    if ends.led and now is not None and now.key == claim.leader.key:
        record_contact(record, claim.token)
        return stand(record)
    if ends.led and now is not None:
        raise _led_by_another(record, now)
    _check_admitted(record, claim)
    if ends.term and not claim.again:
        raise NotYours(
            "The server you push to now runs {event}",
            remedy="To run the event on this laptop again, start `overtrick lead … --again`.",
            event=record.title,
        )  # fmt: skip
    here = (ends.last, ends.hash) == (claim.last, claim.hash)
    given = here and book.change_lead(ends.term, claim.leader, by, ends.last) is not None
    after = stand(record)
    now = leadership(record, after.term)
    if after.led and now is not None and now.key != claim.leader.key:  # another was faster
        raise _led_by_another(record, now)
    if given:
        record_contact(record, claim.token)
    return after


def _led_by_another(record: BookRecord, now: Leadership) -> NotYours:
    return NotYours(
        "{leader} has been running {event} since {since}",
        remedy="Take over the event first, on its “Venue server” page at the desk of the server you push to.",
        leader=now.leader, event=record.title, since=f"{now.at:%Y-%m-%d %H:%M} UTC",
    )  # fmt: skip


@transaction.atomic
def take_over(record: BookRecord, by: str, was: int) -> bool:
    """Take the lead of a book over by an official's act, and bar the former leader; return whether it was led there."""
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
    """The servers that were taken over in this event and are not readmitted, oldest first."""
    return Bar.objects.filter(record=record, readmitted=None).order_by("at")


def readmit(record: BookRecord, bar: int, by: str) -> bool:
    """Readmit a server that was taken over, by an official's act; return whether it was barred."""
    return bool(bars(record).filter(pk=bar).update(readmitted=timezone.now(), readmitted_by=by))


def _check_admitted(record: BookRecord, claim: Claim) -> None:
    """Refuse the lead of an event that was taken over, and any server that was taken over in the congress."""
    barred = Bar.objects.filter(record__congress=record.congress_id, readmitted=None)
    same = Q(record=record) | Q(key=claim.leader.key) | (Q(token=claim.token) if claim.token else Q(pk=None))
    found = barred.filter(same).order_by("-at").first()
    if found is not None:
        raise NotYours(
            "{by} took over {event} from {leader}, which has not been readmitted since",
            remedy="An official can readmit the laptop on the “Venue server” page of {event}, at the desk of the "
                   "server you push to.",
            by=found.by, event=found.record.title, leader=found.leader,
        )  # fmt: skip


def hand_over(record: BookRecord, pushed: PushedLines, by: str) -> FollowerState:
    """Take the lead back because the leader hands it over and has nothing more to push."""
    led = _verify_push(record, pushed)
    book_of(record).change_lead(led.term, Leader(), by, pushed.after)
    return stand(record, pushed.term)


def take(record: BookRecord, pushed: PushedLines) -> FollowerState:
    """Store what a leader pushed: in the book during its term, as proposals afterwards; return the book's state."""
    _verify_push(record, pushed)
    lacks = _keep_texts(pushed)
    if lacks:
        return replace(stand(record, pushed.term), lacks=lacks)
    ends = book_of(record).ends()
    if ends.term != pushed.term:
        _propose(record, pushed)
    elif pushed.lines and ends.last == pushed.after:
        _append(record, pushed, ends)
    record_contact(record, pushed.token)
    return stand(record, pushed.term)


def record_contact(record: BookRecord, token: str) -> None:
    """Record that a leader was heard, and the fingerprint of its token."""
    known = {"at": timezone.now(), "token": token, "organisation_id": record.organisation_id}
    Heard.objects.update_or_create(record=record, defaults=known)


def _verify_push(record: BookRecord, pushed: PushedLines) -> Leadership:
    """The leadership of the push's term, after checking that its lines are a chain and that its leader signed them."""
    led = leadership(record, pushed.term)
    if led is None or not led.leader:
        raise InvalidPush("No other server ran {event} in term {term}", event=record.title, term=pushed.term)
    number, prev, kept = pushed.after, "", ""
    for line in pushed.lines:
        try:
            posting, before = read_posting(line)
        except UnreadablePosting as fault:
            raise InvalidPush(
                "Posting {number} cannot be read: {fault}", remedy=VERIFY, number=number + 1, fault=fault
            ) from fault
        number += 1
        if posting.number != number or (prev and before != prev):
            raise InvalidPush(
                "Posting {number} does not continue from the line before it", remedy=VERIFY, number=number
            )
        check_times(posting, kept)
        prev, kept = line_hash(line), posting.kept or kept
    head = pushed.head
    if head is None or head.key != led.key or head.event != record.slug or not head.genuine():
        raise InvalidPush("The push is not signed by {leader}", leader=led.leader)
    if head.number != number or (prev and head.hash != prev):
        raise InvalidPush(
            "The head signed by {leader} is not that of the last line pushed", remedy=VERIFY, leader=led.leader
        )
    return led


def _keep_texts(pushed: PushedLines) -> list[str]:
    """Store the texts of a push; return the editions that its lines name and this server lacks."""
    kept = EditionTexts()
    for text in pushed.texts:
        kept.take(text)
    for edition in kept.editions.values():
        DurableTexts().keep(edition)
    named = {found for line in pushed.lines if (found := named_edition(line))}
    return sorted(each for each in named if not DurableTexts().has(each))


def _append(record: BookRecord, pushed: PushedLines, ends: Ends) -> None:
    """Append the lines to the book, unless it has grown or the term has ended meanwhile."""
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
        raise InvalidPush(
            "The push from {leader} does not continue from posting {last}: {says:plain}",
            remedy="The two books differ before that point: check the book on the laptop and on the server with "
            "`overtrick book verify`.",
            leader=stand(record).leader, last=ends.last, says=says,
        ) from fault  # fmt: skip


def _propose(record: BookRecord, pushed: PushedLines) -> None:
    """Store what a leader still had when its term ended, if it continues the book or the stored proposals."""
    now = stand(record, pushed.term)
    if pushed.after != now.proposed or not pushed.lines:
        return
    before = (
        book_of(record).line(now.ended)
        if now.proposed == now.ended
        else Proposal.objects.get(record=record, term=pushed.term, number=now.proposed).line
    )
    if read_posting(pushed.lines[0])[1] != (line_hash(before) if before else ""):
        raise InvalidPush(
            "The push does not continue from posting {last} of {event}",
            remedy=VERIFY, last=pushed.after, event=record.title,
        )  # fmt: skip
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


def split_texts(lines: Sequence[str]) -> tuple[list[str], list[str]]:
    """Separate the lines of a book from the lines of texts among them."""
    return [each for each in lines if not is_text(each)], [each for each in lines if is_text(each)]
