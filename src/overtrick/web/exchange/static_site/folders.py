"""Writing a static site to a folder or an archive, and the site of a book that is not in the database."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from overtrick.core.errors import DirectorError
from overtrick.web.congress.models import BookRecord, Congress
from overtrick.web.exchange.static_site.build import Progress, SiteCounts, static_site

EVER = (1980, 1, 1, 0, 0, 0)
"""The fixed time of all files in an archive, so that the same book gives the same archive."""


def site_in(record: BookRecord, path: Path, progress: Progress, *, signed: bool = True) -> SiteCounts:
    """Build the site of an event in a new folder or `.zip`; a partial one never appears under that name."""
    if path.exists():
        raise DirectorError(
            "{path} already exists",
            remedy="Existing files are never overwritten: choose another name.",
            path=path,
        )
    beside = path.with_name(f".{path.name}.half")
    rmtree(beside, ignore_errors=True)
    if path.suffix.lower() == ".zip":
        made = _write_archive(record, beside, progress, signed=signed)
    else:
        made = static_site(record, _Folder(beside).put, progress, signed=signed)
    beside.rename(path)
    return made


def _write_archive(record: BookRecord, path: Path, progress: Progress, *, signed: bool) -> SiteCounts:
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:

        def put(name: str, content: bytes) -> None:
            entry = ZipInfo(f"{record.slug}/{name}", EVER)
            entry.external_attr = 0o644 << 16
            entry.compress_type = ZIP_DEFLATED
            archive.writestr(entry, content)

        return static_site(record, put, progress, signed=signed)


class _Folder:
    """A folder that is created with its first file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def put(self, name: str, content: bytes) -> None:
        """Write a file, and create its folder if necessary."""
        at = self.path / name
        at.parent.mkdir(parents=True, exist_ok=True)
        at.write_bytes(content)


@contextmanager
def taken_in(path: Path, congress: str) -> Iterator[BookRecord]:
    """The book in a file, as a record at a congress of this name that exists only inside the `with` block."""
    from django.db import connection, transaction

    from overtrick.web.congress.book_transfer import take_in

    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                # Building pages can take minutes between two statements; the timeout is meant for requests.
                cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
        held = Congress.objects.create(slug=f"kept-{os.getpid()}", name=congress)
        kept = take_in(path, held.slug)
        yield BookRecord.objects.select_related("congress").get(slug=kept.event)
        transaction.set_rollback(True)
