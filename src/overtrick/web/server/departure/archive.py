"""Everything an organisation owns in one archive: its books as files, its list of people, and all its other rows.

The books can be imported and verified elsewhere. Data derived from them is left out, and so are invitations, which
would give access, and push subscriptions, which belong to readers.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import ZIP_DEFLATED, ZipFile

from django.apps import apps
from django.core import serializers
from django.db import models

from overtrick.core.errors import DirectorError
from overtrick.formats.people_csv import PersonLine, write_people
from overtrick.ledger.durable.book import DurableBook
from overtrick.ledger.durable.models import Head
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
class Written:
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


def write_archive(organisation: Organisation, path: Path) -> Written:
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
    return Written(len(books), postings, rows)


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
