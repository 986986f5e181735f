"""An organisation that leaves the server: everything it owns is exported, and then erased here.

The books can be imported and verified elsewhere. Data derived from them is left out, and so are invitations, which
would give access, and push subscriptions, which belong to readers.

What stays contains no personal names: the signed heads of its books (numbers and hashes), with which a copy can still
be verified, and its short name, which no other organisation can get. Lines of the log of accounts are deleted when they
are old enough, as all are. Accounts stay, because their owners may work for other organisations. Backups of the
database are not affected.
"""

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import ZIP_DEFLATED, ZipFile

from django.apps import apps
from django.conf import settings
from django.core import serializers
from django.db import ProgrammingError, connection, models, transaction
from django.utils import timezone

from overtrick.core.errors import DirectorError
from overtrick.formats.people_csv import PersonLine, write_people
from overtrick.ledger.durable.book import DurableBook
from overtrick.ledger.durable.models import Head, Leadership, Line, SignedHead
from overtrick.ledger.durable.tenancy import DEFAULT
from overtrick.web.accounts.models import Logged
from overtrick.web.accounts.players.models import BookRead, Player, Word
from overtrick.web.congress.book_transfer import all_heads, with_texts
from overtrick.web.organisations.models import Organisation

if TYPE_CHECKING:
    from django.db.models.options import Options

BOOKS = "book"
"""The app label of the tables of books, which are exported as files."""
LEFT_OUT = frozenset(
    {"congress.Snapshot", "people.BookRead", "people.Player", "people.Word", "push.PushSubscription",
     "accounts.Invitation"}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ArchiveCounts:
    """How many books, postings and rows an archive contains."""

    books: int
    postings: int
    rows: int


def model_options(model: type[models.Model]) -> "Options[Any]":
    """The Django options of a model."""
    return model._meta  # noqa: SLF001 - Django's documented interface


def own_models() -> Iterator[type[models.Model]]:
    """The models whose rows belong to an organisation, except those of books."""
    for model in apps.get_models():
        named = any(each.name == "organisation" for each in model_options(model).concrete_fields)
        if named and model_options(model).app_label != BOOKS:
            yield model


def own_rows(model: type[models.Model], organisation: Organisation) -> "models.QuerySet[Any]":
    """The rows of a model that belong to an organisation."""
    return model._base_manager.filter(organisation=organisation.number)  # noqa: SLF001 - every model has it


def write_archive(organisation: Organisation, path: Path) -> ArchiveCounts:
    """Write an organisation's archive to a new file."""
    try:
        with ZipFile(path, "x", ZIP_DEFLATED) as archive:
            archive.writestr("organisation.json", serializers.serialize("json", [organisation], indent=1))
            people = organisation.people.values_list("name", "number", "club", "state")
            archive.writestr("people.csv", write_people(PersonLine(*row) for row in people))
            rows = sum(_rows(archive, organisation))
            books = list(Head.objects.filter(organisation=organisation.number).values_list("event", flat=True))
            postings = sum(_book(archive, organisation, book) for book in books)
    except FileExistsError as fault:
        raise DirectorError("{path} already exists", remedy="Choose another name.", path=path) from fault
    return ArchiveCounts(len(books), postings, rows)


def _rows(archive: ZipFile, organisation: Organisation) -> Iterator[int]:
    for model in own_models():
        if model_options(model).label in LEFT_OUT:
            continue
        found = own_rows(model, organisation).order_by("pk")
        told = serializers.serialize("jsonl", found.iterator(), use_natural_foreign_keys=True)
        archive.writestr(f"rows/{model_options(model).label_lower}.jsonl", told)
        yield told.count("\n")


def _book(archive: ZipFile, organisation: Organisation, event: str) -> int:
    book = DurableBook(event, organisation=organisation.number)
    _lines(archive, f"books/{event}.jsonl", with_texts(book.lines()))
    _lines(archive, f"books/{event}.heads.jsonl", (json.dumps(head.as_json()) for head in all_heads(event)))
    return book.last()


def _lines(archive: ZipFile, name: str, lines: Iterable[str]) -> None:
    with archive.open(name, "w") as file:
        for line in lines:
            file.write(f"{line}\n".encode())


_BOOKS: tuple[type[models.Model], ...] = (Line, Leadership, Head)
"""The tables of books whose rows are deleted; the database allows that only to the owner of the tables."""
_UNSAID = frozenset({BookRead, Player, Word})
"""Models derived from books, which are not counted."""


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What an erasure deletes and what it leaves, by name and number."""

    goes: tuple[tuple[str, int], ...]
    stays: tuple[tuple[str, int], ...]


def foresee(organisation: Organisation) -> Foreseen:
    """Preview an erasure: what would be deleted and what would stay."""
    number = organisation.number
    goes = [("postings", Line.objects.filter(organisation=number).count()), ("books", _heads(number).count())]
    goes += [
        (str(model_options(model).verbose_name_plural), own_rows(model, organisation).count())
        for model in own_models()
        if model not in _UNSAID and model is not Logged
    ]
    stays = [
        ("signed heads of its books", SignedHead.objects.filter(organisation=number).count()),
        ("lines of the account log, until they expire", own_rows(Logged, organisation).count()),
    ]
    return Foreseen(tuple(each for each in goes if each[1]), tuple(each for each in stays if each[1]))


def erase(organisation: Organisation) -> None:
    """Delete everything an organisation owns except what must stay, in one transaction."""
    if organisation.number == DEFAULT:
        raise DirectorError(
            "The installation’s own organisation cannot be erased", remedy="Delete the whole database instead."
        )
    slugs = list(_heads(organisation.number).values_list("event", flat=True))
    with transaction.atomic():
        for model in _children_first(own_models()):
            if model is not Logged:
                own_rows(model, organisation).delete()
        for book in _BOOKS:
            with _let_go(model_options(book).db_table):
                own_rows(book, organisation).delete()
        blank = {"name": "", "time_zone": "", "colour": "", "logo": "", "host": "", "most_events": 0}
        Organisation.objects.filter(number=organisation.number).update(**blank, erased=timezone.now())
    for slug in slugs:
        (Path(settings.SITES) / f"{slug}.zip").unlink(missing_ok=True)


def _heads(number: int) -> "models.QuerySet[Head]":
    return Head.objects.filter(organisation=number)


def _children_first(found: Iterable[type[models.Model]]) -> Iterator[type[models.Model]]:
    """The models in an order in which each comes before the models it refers to."""
    left = list(found)
    while left:
        led_to = {target for each in left for target in _leads_to(each) if target is not each}
        free = [each for each in left if each not in led_to]
        yield from free
        left = [each for each in left if each in led_to]


def _leads_to(model: type[models.Model]) -> set[object]:
    return {each.related_model for each in model_options(model).concrete_fields if each.is_relation}


@contextmanager
def _let_go(table: str) -> Iterator[None]:
    """Let the owner of a table, and no one else, delete rows of books inside the `with` block."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            try:
                cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
            except ProgrammingError as fault:
                raise DirectorError(
                    "Only the owner of the database tables can erase books",
                    remedy="For this command, use a DATABASE_URL that signs in as a database administrator.",
                ) from fault
            yield
            cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")
            return
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s", [table])
        triggers = cursor.fetchall()
        for name, _ in triggers:
            cursor.execute(f"DROP TRIGGER {name}")
        yield
        for _, made in triggers:
            cursor.execute(made)
