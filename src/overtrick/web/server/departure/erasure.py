"""Erasing an organisation and its books from the server, for good, by the server administrator on the command line.

What stays contains no personal names: the signed heads of its books (numbers and hashes), with which a copy can still
be verified, and its short name, which no other organisation can get. Lines of the log of accounts are deleted when they
are old enough, as all are. Accounts stay, because their owners may work for other organisations. Backups of the
database are not affected.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db import ProgrammingError, connection, models, transaction
from django.utils import timezone

from overtrick.core.errors import DirectorError
from overtrick.ledger.durable.models import Head, Leadership, Line, SignedHead
from overtrick.ledger.durable.tenancy import DEFAULT
from overtrick.web.accounts.models import Logged
from overtrick.web.accounts.players.models import BookRead, Player, Word
from overtrick.web.organisations.models import Organisation
from overtrick.web.server.departure.archive import model_options, own_models, own_rows

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
        ("lines of the log of accounts, until their days are over", own_rows(Logged, organisation).count()),
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
                    remedy="Set DATABASE_URL to a database administrator’s address for this command.",
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
