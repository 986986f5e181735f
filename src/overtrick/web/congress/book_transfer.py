"""Export of books from the database to files and import from files, both byte for byte."""

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from django.db import transaction
from django.utils.text import slugify

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import Act, EventOpened, RulesAdopted, SelectionOpened
from overtrick.core.event.fold.replaying import SetAside, refold
from overtrick.ledger.codec import read_posting
from overtrick.ledger.durable.book import DurableBook
from overtrick.ledger.durable.heads import signed_heads
from overtrick.ledger.durable.models import Head
from overtrick.ledger.durable.texts import DurableTexts
from overtrick.ledger.file import FileBook
from overtrick.ledger.signed_heads import SignedHead
from overtrick.ledger.texts import is_text, text_lines
from overtrick.web.congress.addresses import check_slug
from overtrick.web.congress.book_kinds import KINDS
from overtrick.web.congress.models import BookRecord, Congress, Kind
from overtrick.web.congress.proof import KeptHeads, ProofOutcome, prove, signed_now

_NAMING = (EventOpened, SelectionOpened, RulesAdopted)
"""The acts that name an edition of the regulations."""


@dataclass(frozen=True, slots=True)
class DatabaseBook:
    """A book in the database."""

    event: str
    title: str
    congress: str
    last: int


def kept_books() -> Iterator[DatabaseBook]:
    """Every book, with the event and the congress it belongs to."""
    record = {each.slug: each for each in BookRecord.objects.select_related("congress")}
    lasts = dict(Head.objects.values_list("event", "last"))
    for event in sorted(record.keys() | lasts.keys()):
        found = record.get(event)
        yield DatabaseBook(
            event, found.title if found else "", found.congress.slug if found else "", lasts.get(event, 0)
        )


def export(event: str, path: Path) -> int:
    """Write an event's book to a new file and return its last number. The file is on disk when this returns."""
    texts = _Texts()
    return _write_new(path, texts.among(_book(event).lines())) - texts.count


def _write_new(path: Path, lines: Iterable[str]) -> int:
    """Write lines to a new file and return how many. The file is on disk when this returns."""
    last = 0
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            for last, line in enumerate(lines, start=1):  # noqa: B007 - the last number is the answer
                file.write(f"{line}\n")
            file.flush()
            os.fsync(file.fileno())
    except FileExistsError as fault:
        raise DirectorError(
            "{path} already exists", remedy="Books are never overwritten: choose another name.", path=path
        ) from fault
    return last


def with_texts(lines: Iterable[str]) -> Iterator[str]:
    """The lines of a book, with each text they name before the first line that names it."""
    return _Texts().among(lines)


def named_edition(line: str) -> str:
    """The fingerprint of the edition that a posting's line names; empty if it names none."""
    act = read_posting(line)[0].act if any(f'"act":"{each.called}"' in line for each in _NAMING) else None
    if not isinstance(act, _NAMING):
        return ""
    return act.edition if isinstance(act, RulesAdopted) else act.rules


class _Texts:
    """The texts that are written to a file with a book, each before the first posting that names it."""

    def __init__(self) -> None:
        self._written: set[str] = set()
        self.count = 0

    def among(self, lines: Iterable[str]) -> Iterator[str]:
        """The lines of a book, with the lines of its texts among them."""
        for line in lines:
            for text in self._edition_lines(line):
                self.count += 1
                yield text
            yield line

    def _edition_lines(self, line: str) -> Iterator[str]:
        """The lines of the texts that go before a posting, if it names an edition that is stored here."""
        named = named_edition(line)
        edition = DurableTexts().find(named) if named else None
        if edition is not None:
            yield from text_lines(edition, self._written)
            self._written |= {edition.hash, *(each for _, each in edition.manifest)}


def all_heads(event: str) -> list[SignedHead]:
    """Every signed head of a book, including one signed now."""
    _book(event)
    signed_now(event)
    return list(signed_heads(event))


def heads_beside(event: str, path: Path) -> int:
    """Write the signed heads of a book to a separate new file; return how many."""
    return _write_new(path, (json.dumps(head.as_json()) for head in all_heads(event)))


def prove_kept(event: str, against: KeptHeads | None = None, keys: Sequence[str] = ()) -> ProofOutcome:
    """Check that a book in the database is complete and is the one that was signed, also by one of *keys*."""
    _book(event)
    return prove(event, against, keys)


@transaction.atomic
def take_in(path: Path, congress: str, slug: str = "") -> DatabaseBook:
    """Import a book from a file into a congress, as an event or a year with a new name."""
    host = Congress.objects.filter(slug=congress).first()
    if host is None:
        known = ", ".join(Congress.objects.values_list("slug", flat=True)) or "none yet"
        raise DirectorError(
            "There is no congress “{congress}”", remedy="Existing congresses: {known}.", congress=congress, known=known
        )
    with closing(FileBook(path)) as file:
        for edition in file.kept.editions.values():
            DurableTexts().keep(edition)
        opened = next((found for each in file.postings() if (found := opened_as(each.act)) is not None), None)
    if opened is None:
        raise DirectorError(
            "{path} is not the book of an event or a selection year",
            remedy="Choose a complete book.",
            path=path,
        )
    kind, rules, title = opened
    own = slug or slugify(path.stem)
    check_slug(own)
    name = host.organisation.full_slug(own)
    if Head.objects.filter(event=name, last__gt=0).exists():
        raise DirectorError(
            "A book called {name} already exists", remedy="Give this book another name with --name.", name=name
        )
    with path.open(encoding="utf-8", newline="\n") as lines:
        last = DurableBook(name, organisation=host.whose).take_lines(
            line.rstrip("\n") for line in lines if not is_text(line)
        )
    record, _ = BookRecord.objects.get_or_create(
        slug=name, defaults={"congress": host, "kind": kind, "rules": rules, "title": title or name}
    )
    return DatabaseBook(name, record.title, host.slug, last)


def event_held(event: str) -> BookRecord:
    """The record of an event, by its short name."""
    _book(event)
    record = BookRecord.objects.select_related("congress").filter(slug=event, kind=Kind.EVENT).first()
    if record is None:
        raise DirectorError(
            "{event} is not an event", remedy="Choose an event from `overtrick book list`.", event=event
        )
    return record


def set_aside(event: str) -> tuple[SetAside, ...]:
    """The postings of a book that this program cannot fold, each with the reason."""
    record = BookRecord.objects.filter(slug=event).first()
    if record is None:
        return ()
    state = refold(partial(KINDS[Kind(record.kind)].begin, record.rules), DurableBook(event).postings())
    return tuple(state.aside.values())


def opened_as(act: Act) -> tuple[Kind, str, str] | None:
    """The kind, the rules and the title of the book that an act opens; None if it opens none."""
    for kind, book in KINDS.items():
        if (found := book.opened(act)) is not None:
            return kind, *found
    return None


def _book(event: str) -> DurableBook:
    if not Head.objects.filter(event=event).exists():
        known = ", ".join(each.event for each in kept_books()) or "none yet"
        raise DirectorError("There is no book {event}", remedy="Existing books: {known}.", event=event, known=known)
    return DurableBook(event)
