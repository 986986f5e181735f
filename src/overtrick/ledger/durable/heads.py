"""Signed heads of books, stored beside them: one per posting number is enough, whichever server signed it."""

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
"""The last head that this process signed, by the name of the book and the hash of its first line."""


class NotTheBookSigned(DirectorError):
    """The book differs from the one whose heads were signed."""


def signed_heads(event: str, after: int = 0) -> Iterator[SignedHead]:
    """The signed heads of an event's book after a posting, in order."""
    rows = Row.objects.filter(event=event, number__gt=after).order_by("number", "time")
    return (SignedHead(*row) for row in rows.values_list(*_COLUMNS))


def last_signed(event: str) -> SignedHead | None:
    """The head that was signed last."""
    row = Row.objects.filter(event=event).order_by("-number", "-time").values_list(*_COLUMNS).first()
    return SignedHead(*row) if row else None


def leaders_keys(event: str) -> set[str]:
    """The public keys of the other servers that have led a book."""
    return set(Leadership.objects.filter(event=event).exclude(key="").values_list("key", flat=True))


def sign_posting(event: str, number: int, signer: Signer) -> SignedHead | None:
    """A receipt, which states that a posting is in the book as it is; `None` if there is no such posting."""
    line = DurableBook(event).line(number)
    return signer.sign(event, number, line_hash(line)) if line is not None else None


def sign_head(event: str, signer: Signer, known: Collection[str] = ()) -> SignedHead | None:
    """Sign the current end of a book and store the head; if the book has not grown, return the stored head.

    A book that no longer has the last signed posting, unchanged, is not signed again: that would contradict the first
    signature. A book is also refused if its last head has a key that is not *known*, or if this process has signed
    something else, whatever the database says now.
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
            "The head of {event} at posting {number} is not signed by this server or by another "
            "server that ran the event",
            remedy="Run `overtrick book verify {event}`, and compare the book with an exported copy and its heads.",
            event=head.event,
            number=head.number,
        )


def _check_unchanged(event: str, head: SignedHead | None) -> None:
    if head is None:
        return
    line = DurableBook(event).line(head.number)
    if line is None or line_hash(line) != head.hash:
        raise NotTheBookSigned(
            "The book of {event} up to posting {number} differs from the one signed at {time}",
            remedy="Run `overtrick book verify {event}`, and compare the book with an exported copy and its heads.",
            event=event,
            time=head.time,
            number=head.number,
        )


def keep_head(head: SignedHead, organisation: int) -> None:
    """Store a signed head of a book, from this server or another that leads it."""
    Row.objects.bulk_create([Row(**head.as_json(), organisation=organisation)], ignore_conflicts=True)
