"""Posting an act: every interface uses this one path, which decides on the act, tries it, and appends it to the book.

If someone else posted first, the act is decided on again as things stand then. Two tables' results never conflict and
are posted one after the other; where two acts do conflict, the refusal says why.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import uniform
from time import perf_counter, sleep
from typing import Any

from django.utils import timezone

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import Act, BoardDealt, Posting
from overtrick.core.model.cards import Deal
from overtrick.core.wording import Said
from overtrick.director.clock_back import clock_went_back
from overtrick.director.decision import becomes
from overtrick.director.posting import Poster, intend
from overtrick.double_dummy.asked import known
from overtrick.ledger.book import KeyUsed, LedgerMoved
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import Projection, projection_of
from overtrick.web.congress.proof import sign_if_closing
from overtrick.web.congress.rules import keep_named
from overtrick.web.organisations.quota import check_postings
from overtrick.web.telemetry import metrics
from overtrick.web.telemetry.spans import record_posted, span

TRIES = 50

Ask = Callable[[Projection[Any], Act, str], tuple[Said, ...]]
ASKED: list[Ask] = []
"""Functions that check an act against other books before it is decided on; they return cautions or refuse it."""


@dataclass(frozen=True, slots=True)
class PostOutcome:
    """The postings that are in the book now, and cautions for the poster.

    *hash* is the hash of the last posting's line, from which a receipt is made.
    """

    postings: tuple[Posting, ...]
    cautions: tuple[Said, ...]
    hash: str


def post(record: BookRecord, act: Act, by: str, key: str, *, seen: int | None = None, device: str = "") -> PostOutcome:
    """Decide on an act and append what follows from it, or refuse with the reason.

    *key* is made by the poster: sent again, it returns the posting that is there, and a different act under the same
    key is refused with `KeyUsed`. With *seen*, the book must not have grown since that number; otherwise `LedgerMoved`
    says what was posted.
    """
    return post_to(projection_of(record), act, by, key, seen=seen, device=device)


def post_to(
    now: Projection[Any], act: Act, by: str, key: str, *, seen: int | None = None, device: str = ""
) -> PostOutcome:
    """Decide on an act of an event that is caught up, and append it. The event includes it when this returns.

    The projection knows the keys of the book up to its last number, and nothing is appended to a book that has grown
    since, so a key that is not among them is new. The book is searched only if not all keys were folded here.
    """
    check_postings(now.book.organisation)
    said = () if now.has(key) else tuple(each for ask in ASKED for each in ask(now, act, _time()))
    for tries in range(TRIES):
        with now.turn():
            try:
                if not now.has(key):
                    stands = _once(now, act, (by, key, device), seen)
                    return replace(stands, cautions=(*stands.cautions, *said))
                if standing := now.book.with_key(key):
                    return _again(standing, act, by)
            except DirectorError as refusal:
                if not isinstance(refusal, LedgerMoved) or seen is not None:
                    # The same posting may have gone in meanwhile, through another process: that is no refusal.
                    again = now.book.with_key(key)
                    if again:
                        return _again(again, act, by)
                    raise
        metrics.APPEND_RETRIES.inc()
        sleep(uniform(0, 0.002 * min(tries + 1, 10)))  # noqa: S311 - only so that two processes fall out of step
        now.catch_up()
    raise LedgerMoved(list(now.book.postings(now.last)))


def _time() -> str:
    return timezone.localtime().isoformat(timespec="milliseconds")


def _again(standing: Sequence[tuple[Posting, str]], act: Act, by: str) -> PostOutcome:
    """The postings that are already under a key; `KeyUsed` if the act or the poster is different."""
    first = standing[0][0]
    if first.by != by or not any(becomes(act, each.act) for each, _ in standing):
        raise KeyUsed(first.key, first.act, first.by, first.number)
    return _stands(standing)


def _once(now: Projection[Any], act: Act, poster: tuple[str, str, str], seen: int | None) -> PostOutcome:
    """Decide on the act, try it and append it; `LedgerMoved` if the book has grown."""
    by, key, device = poster
    with now.lock:
        base = now.last
        if seen is not None and seen != base:
            raise LedgerMoved(list(now.book.postings(seen)))
        at = _time()
        intention = intend(now.event, act, Poster(by, at, key, device), now.kind.decide)
        told = [caution] if (caution := clock_went_back(now.at, at)) else []
    keep_named(now.event, [draft.act for draft in intention.drafts])
    started = perf_counter()
    with span("append", event=now.slug):
        kept = now.book.append_hashed(intention.drafts, seen=base)
        postings = tuple(posting for posting, _ in kept)
        record_posted(now.slug, range(base + 1, base + 1 + len(postings)), started)
    metrics.APPEND_SECONDS.observe(perf_counter() - started)
    metrics.POSTINGS.inc(len(postings))
    if intention.after is not None:
        now.stand(intention.after, kept)
    for posting, fingerprint in kept:
        now.fold(posting, fingerprint)
    if postings and now.last < postings[-1].number:
        now.catch_up()
    sign_if_closing(now.slug, postings)
    known.several(Deal.read(each.act.deal) for each in postings if isinstance(each.act, BoardDealt))
    return _stands(kept, (*intention.cautions, *told))


def _stands(kept: Sequence[tuple[Posting, str]], cautions: tuple[Said, ...] = ()) -> PostOutcome:
    """The result for the poster, made from postings with the hashes of their lines."""
    return PostOutcome(tuple(posting for posting, _ in kept), cautions, kept[-1][1] if kept else "")
