"""Taking an organisation off the server, with its books: for whoever keeps the server, at the prompt, and for good.

What stays has nobody's name in it: the heads of its books that were signed (numbers and hashes), by which a copy can
still be proved, and its short name, which no other gets. Lines of the log of accounts go when their days are over, as
all do. Accounts are their owners', who may work for others too. Copies of the database have what they have.
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
from overtrick.web.departure.archive import about, own_models, own_rows
from overtrick.web.organisations.models import Organisation
from overtrick.web.people.models import BookRead, Player, Word

_BOOKS: tuple[type[models.Model], ...] = (Line, Leadership, Head)
"""What is taken away of books; the database refuses that to everybody but the owner of the tables, who asks it to."""
_UNSAID = frozenset({BookRead, Player, Word})
"""Rows that follow from books: nobody counts them."""


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What an erasure takes away, and what it leaves: names of things, and how many."""

    goes: tuple[tuple[str, int], ...]
    stays: tuple[tuple[str, int], ...]


def foresee(organisation: Organisation) -> Foreseen:
    """What would go and what would stay, and nothing is done."""
    number = organisation.number
    goes = [("postings", Line.objects.filter(organisation=number).count()), ("books", _heads(number).count())]
    goes += [
        (str(about(model).verbose_name_plural), own_rows(model, organisation).count())
        for model in own_models()
        if model not in _UNSAID and model is not Logged
    ]
    stays = [
        ("signed heads of its books", SignedHead.objects.filter(organisation=number).count()),
        ("lines of the log of accounts, until their days are over", own_rows(Logged, organisation).count()),
    ]
    return Foreseen(tuple(each for each in goes if each[1]), tuple(each for each in stays if each[1]))


def erase(organisation: Organisation) -> None:
    """Take away all that is an organisation's but what must stay: all of it at once, or nothing."""
    if organisation.number == DEFAULT:
        raise DirectorError(
            "The installation's own organisation cannot be erased", remedy="Take the whole database away instead."
        )
    slugs = list(_heads(organisation.number).values_list("event", flat=True))
    with transaction.atomic():
        for model in _children_first(own_models()):
            if model is not Logged:
                own_rows(model, organisation).delete()
        for book in _BOOKS:
            with _let_go(about(book).db_table):
                own_rows(book, organisation).delete()
        blank = {"name": "", "time_zone": "", "colour": "", "logo": "", "host": "", "most_events": 0}
        Organisation.objects.filter(number=organisation.number).update(**blank, erased=timezone.now())
    for slug in slugs:
        (Path(settings.SITES) / f"{slug}.zip").unlink(missing_ok=True)


def _heads(number: int) -> "models.QuerySet[Head]":
    return Head.objects.filter(organisation=number)


def _children_first(found: Iterable[type[models.Model]]) -> Iterator[type[models.Model]]:
    """Models in an order in which none is left over that leads to one taken away before."""
    left = list(found)
    while left:
        led_to = {target for each in left for target in _leads_to(each) if target is not each}
        free = [each for each in left if each not in led_to]
        yield from free
        left = [each for each in left if each in led_to]


def _leads_to(model: type[models.Model]) -> set[object]:
    return {each.related_model for each in about(model).concrete_fields if each.is_relation}


@contextmanager
def _let_go(table: str) -> Iterator[None]:
    """Let the owner of a table take rows of books away, for as long as this lasts and to nobody else."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            try:
                cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
            except ProgrammingError as fault:
                raise DirectorError(
                    "Only the owner of the tables may take books away",
                    remedy="Name its role in DATABASE_URL for this command.",
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
