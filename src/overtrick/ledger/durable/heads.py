"""The heads of books that the server has signed, kept beside them: one of a number is enough, whoever signed it."""

from collections.abc import Collection, Iterator
from dataclasses import fields

from overtrick.core.errors import DirectorError
from overtrick.ledger.codec import line_hash
from overtrick.ledger.durable.book import DurableBook
from overtrick.ledger.durable.models import Head, Leadership
from overtrick.ledger.durable.models import SignedHead as Row
from overtrick.ledger.signed_heads import SignedHead, Signer

_COLUMNS = tuple(field.name for field in fields(SignedHead))
_signed_here: dict[tuple[str, str], SignedHead] = {}
"""What this process signed last, by the name of the book and the hash of its first line."""


class NotTheBookSigned(DirectorError):
    """A book that is not the one whose heads were signed."""


def signed_heads(event: str, after: int = 0) -> Iterator[SignedHead]:
    """What was signed of an event's book after a posting, in order."""
    rows = Row.objects.filter(event=event, number__gt=after).order_by("number", "time")
    return (SignedHead(*row) for row in rows.values_list(*_COLUMNS))


def last_signed(event: str) -> SignedHead | None:
    """The head that was signed last."""
    row = Row.objects.filter(event=event).order_by("-number", "-time").values_list(*_COLUMNS).first()
    return SignedHead(*row) if row else None


def leaders_keys(event: str) -> set[str]:
    """The public keys of the servers that have led a book from elsewhere."""
    return set(Leadership.objects.filter(event=event).exclude(key="").values_list("key", flat=True))


def sign_posting(event: str, number: int, signer: Signer) -> SignedHead | None:
    """A receipt: the word that a posting of this number is in the book as it is. Nothing if there is none."""
    line = DurableBook(event).line(number)
    return signer.sign(event, number, line_hash(line)) if line is not None else None


def sign_head(event: str, signer: Signer, known: Collection[str] = ()) -> SignedHead | None:
    """Sign where a book ends now, and keep it; the head that is kept already if the book has not grown since.

    A book that no longer has the posting signed last, as it was, is not signed again: that would be a second word
    against the first. Neither is one whose last head is of a key that is not *known*, nor one that this process has
    signed otherwise, whatever the database says of it now.
    """
    number, organisation = Head.objects.filter(event=event).values_list("last", "organisation").first() or (0, 0)
    if not number:
        return None
    before = last_signed(event)
    this_book = event, line_hash(DurableBook(event).line(1) or "")
    _check_unchanged(event, _signed_here.get(this_book))
    if before is not None:
        _check_key(before, {signer.key, *leaders_keys(event), *known})
        _check_unchanged(event, before)
        if before.number == number and before.key == signer.key:
            return before
    head = sign_posting(event, number, signer)
    if head is not None:
        keep_head(head, organisation)
        _signed_here[this_book] = head
    return head


def _check_key(head: SignedHead, known: Collection[str]) -> None:
    if head.key not in known or not head.genuine():
        raise NotTheBookSigned(
            "The head of {event} at posting {number} is not signed by this server, nor by one that led the event",
            remedy="Run `overtrick book verify {event}`, and compare with an exported copy and its heads.",
            event=head.event,
            number=head.number,
        )


def _check_unchanged(event: str, head: SignedHead | None) -> None:
    if head is None:
        return
    line = DurableBook(event).line(head.number)
    if line is None or line_hash(line) != head.hash:
        raise NotTheBookSigned(
            "The book of {event} is not the one signed {time}, up to posting {number}",
            remedy="Run `overtrick book verify {event}`, and compare with an exported copy and its heads.",
            event=event,
            time=head.time,
            number=head.number,
        )


def keep_head(head: SignedHead, organisation: int) -> None:
    """Keep what was signed of a book, here or by another server that leads it."""
    Row.objects.bulk_create([Row(**head.written(), organisation=organisation)], ignore_conflicts=True)
