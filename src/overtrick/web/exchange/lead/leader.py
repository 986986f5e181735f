"""The leading server at the venue: it copies a congress, leads its books, and pushes postings to the follower.

No one at the venue waits for any of this. The follower's answer alone says what it has: after every interruption the
push continues from there, and nothing is assumed about what was sent without an answer.
"""

import json
from collections.abc import Callable
from itertools import islice
from time import monotonic

from django.db import transaction

from overtrick.core.errors import DirectorError
from overtrick.core.wording import count_of
from overtrick.ledger.codec import line_hash, read_posting
from overtrick.ledger.durable.book import Ends, Leader
from overtrick.ledger.durable.texts import DurableTexts
from overtrick.ledger.texts import EditionTexts
from overtrick.web.congress.book_transfer import with_texts
from overtrick.web.congress.creation import free_slug
from overtrick.web.congress.models import BookRecord, Congress, Kind
from overtrick.web.congress.proof import signer
from overtrick.web.exchange.lead.follower import FollowerState, book_of, split_texts
from overtrick.web.exchange.lead.models import VenueBook
from overtrick.web.exchange.lead.wire import LeaderRefusal, Remote
from overtrick.web.organisations.models import home_number
from overtrick.web.organisations.names import short

BATCH = 400
"""The most lines in one push."""
BEAT = 8.0
"""Seconds after which a leader with nothing new sends an empty push, and learns whether it still leads.

It is less than the time a server keeps an idle connection (`limits.HEADER`), because reconnecting costs more.
"""


class Venue:
    """This server as the leader of the books of one congress on another server."""

    def __init__(self, remote: Remote, name: str, say: Callable[[str], None], *, again: bool = False) -> None:
        self.remote = remote
        self.name = name
        self.say = say
        self.again = again
        self.listed = False
        self.settled: set[str] = set()
        self.beats: dict[str, float] = {}

    def look(self) -> None:
        """Copy books that are missing here, take the lead of those not led yet, and push what is new, once."""
        if not self.listed:
            self._list()
        congress = self._congress()
        known = VenueBook.objects.filter(address=self.remote.address)
        events = BookRecord.objects.filter(congress=congress, kind=Kind.EVENT)
        for record in events.exclude(slug__in=known.values("record")):
            if record.slug not in self.settled and not book_of(record).ends().led:  # a book that was set aside stays so
                self._announce(record)
        for each in known.select_related("record__congress__organisation"):
            if each.record_id not in self.settled:
                self._settle(each)
            else:
                self._tell(each)

    def hand_over(self) -> None:
        """Accept no more postings here, push everything, and give the lead to the other server."""
        for each in VenueBook.objects.filter(address=self.remote.address, term__gt=0).select_related(
            "record__congress"
        ):
            self._step_down(each)
            stand = self._push_all(each)
            if stand.term == each.term:
                stand = FollowerState(
                    **self.remote.push(f"events/{each.remote}/hand-over", [self._push_header(each, each.pushed)])
                )
            self.say(f"{each.record}: {self.remote.host} runs the event from posting {stand.last} on")

    def _congress(self) -> Congress:
        return Congress.objects.get(slug=short(self.remote.congress))

    def _list(self) -> None:
        """List the books of the other server's congress, and copy those that are missing here."""
        home_number()
        said = self.remote.get(f"congresses/{self.remote.congress}/led")
        about = {name: said["congress"][name] for name in ("name", "venue", "starts", "ends")}
        congress, _ = Congress.objects.get_or_create(slug=short(self.remote.congress), defaults=about)
        for book in said["books"]:
            if not VenueBook.objects.filter(address=self.remote.address, remote=book["slug"]).exists():
                self._bring(congress, book["slug"], book)
        self.listed = True

    def _bring(self, host: Congress, remote: str, about: dict[str, str], left: VenueBook | None = None) -> VenueBook:
        """Copy a book, which accepts no postings until it is led from here; it may replace one that is set aside."""
        slug = short(remote)
        if BookRecord.objects.filter(slug=slug).exists():
            slug = free_slug(host, about["title"])
        lines, texts = split_texts(self._lines(remote, 0, texts=True))
        with transaction.atomic():
            if left is not None:
                left.delete()
                left.record.title, left.record.shown = f"{left.record.title[:180]} (left behind)", False
                left.record.save()
            record = BookRecord.objects.create(
                slug=slug, congress=host, rules=about["rules"], title=about["title"],
                place=host.events.count() + 1,
            )  # fmt: skip
            _keep(texts)
            book = book_of(record)
            book.change_lead(0, Leader(self.remote.host), self.name)
            book.take_lines(lines, Ends(0, "", 1, led=True))
            made = VenueBook.objects.create(
                record=record, organisation_id=record.organisation_id, address=self.remote.address, remote=remote,
                pushed=len(lines),
            )  # fmt: skip
        self.say(f"{record}: copied here as {record.slug}, {count_of(len(lines), 'posting')}")
        return made

    def _announce(self, record: BookRecord) -> None:
        """Have the other server create a record for a book that was opened here; if it refuses, say so once."""
        about: dict[str, object] = {"slug": short(record.slug), "rules": record.rules, "title": record.title}
        try:
            said = self.remote.post(f"congresses/{self.remote.congress}/led", about)
        except LeaderRefusal as refused:
            self.say(f"{record}: {refused}")
            self.settled.add(record.slug)
            return
        VenueBook.objects.create(
            record=record, organisation_id=record.organisation_id, address=self.remote.address, remote=said["slug"]
        )

    def _settle(self, each: VenueBook) -> None:
        """Take the lead of a book if the other server allows it; if it refuses, say so once."""
        ends = book_of(each.record).ends()
        if each.term and not ends.led:
            self.settled.add(each.record_id)
            return
        if each.term:  # first save what is left of a term that may be over
            self._push_all(each)
        try:
            found = self._claim_lead(each)
        except LeaderRefusal as refused:
            self.say(f"{each.record}: {refused}")
            found = each
        self.settled.add(found.record_id)

    def _claim_lead(self, each: VenueBook) -> VenueBook:
        """Catch up and ask for the lead until it is given, for a book that ends here as it does there."""
        while True:
            each = self._caught_up(each, self._stand(each))
            book = book_of(each.record)
            stand = self._stand(each)
            line = book.line(stand.last)
            claim: dict[str, object] = {
                "name": self.name, "key": signer().key, "last": stand.last, "again": self.again,
                "hash": line_hash(line) if line else "",
            }  # fmt: skip
            stand = FollowerState(**self.remote.post(f"events/{each.remote}/lead", claim))
            if stand.led:
                break
        with transaction.atomic():
            book.change_lead(book.ends().term, Leader(), self.name)
            each.term, each.pushed = stand.term, stand.last
            each.save()
        self.say(
            f"{each.record}: this laptop runs the event, term {stand.term}, {count_of(stand.last, 'posting')} there"
        )
        return each

    def _caught_up(self, each: VenueBook, stand: FollowerState) -> VenueBook:
        """The local copy, with the lines it was missing; a new copy if this one has diverged."""
        book = book_of(each.record)
        ends = book.ends()
        if not ends.led:  # opened here, and never led elsewhere
            return each
        lines, texts = (
            split_texts(self._lines(each.remote, ends.last, texts=True)) if stand.last > ends.last else ([], [])
        )
        follows = (
            read_posting(lines[0])[1] == ends.hash if lines else (stand.last, stand.hash) == (ends.last, ends.hash)
        )
        if not follows:
            return self._anew(each)
        _keep(texts)
        book.take_lines(lines, ends)
        each.pushed = ends.last + len(lines)
        each.save()
        return each

    def _anew(self, each: VenueBook) -> VenueBook:
        """Replace a copy that has diverged. A book never loses postings, so the old copy is hidden and kept."""
        about = {"rules": each.record.rules, "title": each.record.title}
        return self._bring(each.record.congress, each.remote, about, each)

    def _tell(self, each: VenueBook) -> None:
        """Push what is new in a book, or an empty push now and then."""
        ends = book_of(each.record).ends()
        if not each.term or (
            ends.last <= each.pushed and (ends.led or self.beats.get(each.record_id, 0) > monotonic())
        ):
            return
        self._push_all(each)

    def _push_all(self, each: VenueBook) -> FollowerState:
        """Push until the other server has everything, in the book or as proposals."""
        while True:
            stand = self._push(each)
            ends = book_of(each.record).ends()
            self.beats[each.record_id] = monotonic() + BEAT
            over = stand.term != each.term
            if over and not ends.led:
                self._step_down(each)
                self.say(f"{each.record}: {self.remote.host} has run the event since posting {stand.ended}. This "
                         "laptop accepts nothing more for it; its unsent postings are proposals there.")  # fmt: skip
            if not over and stand.last > ends.last:
                self._step_down(each)
                self.settled.discard(each.record_id)
                raise DirectorError(
                    "{host} has postings of {event} that this laptop sent but no longer has",
                    remedy="An older copy of this laptop’s books was restored, so wait until the books are up to date "
                           "again.",
                    host=self.remote.host, event=each.record.title,
                )  # fmt: skip
            before, each.pushed = each.pushed, stand.proposed if over else stand.last
            if each.pushed != before:
                each.save()
            if each.pushed >= book_of(each.record).ends().last or (
                over and each.pushed == before and stand.lacks == []
            ):
                return stand

    def _push(self, each: VenueBook) -> FollowerState:
        """Push one batch, with the rules that it names if the other server lacks them."""
        lines = list(islice(book_of(each.record).lines(each.pushed), BATCH))
        path = f"events/{each.remote}/lines"
        head = self._push_header(each, each.pushed, lines)
        stand = FollowerState(**self.remote.push(path, [head, *lines]))
        return FollowerState(**self.remote.push(path, [head, *with_texts(lines)])) if stand.lacks else stand

    def _push_header(self, each: VenueBook, after: int, lines: list[str] | None = None) -> str:
        """The first line of a push: the term, where the lines start, and their end, signed under the remote name."""
        number = after + len(lines or ())
        last = lines[-1] if lines else book_of(each.record).line(number)
        head = signer().sign(each.remote, number, line_hash(last) if last else "")
        return json.dumps({"term": each.term, "after": after, "head": head.as_json()})

    def _step_down(self, each: VenueBook) -> None:
        """Accept no more postings to a book here."""
        book = book_of(each.record)
        ends = book.ends()
        if not ends.led:
            book.change_lead(ends.term, Leader(self.remote.host), self.name)

    def _stand(self, each: VenueBook) -> FollowerState:
        return FollowerState(**self.remote.get(f"events/{each.remote}/led"))

    def _lines(self, remote: str, after: int, *, texts: bool) -> list[str]:
        asked = f"events/{remote}/book?after={after}&texts={str(texts).lower()}"
        return self.remote.text("GET", asked).split("\n")[:-1]


def _keep(texts: list[str]) -> None:
    kept = EditionTexts()
    for text in texts:
        kept.take(text)
    for edition in kept.editions.values():
        DurableTexts().keep(edition)
