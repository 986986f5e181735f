"""Starting the server: the database brought up to date, then as many processes as were asked for."""

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

from overtrick.core.errors import DirectorError

MIGRATION_LOCK = 0x0B1D
"""The advisory lock under which PostgreSQL is migrated: of several servers that start at once, one does it."""


@dataclass(frozen=True, slots=True)
class Where:
    """Where to listen, with how many processes and threads, and how many seconds open streams have to end."""

    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    threads: int = 8
    patience: int = 10


def django_ready() -> None:
    """Set Django up on the database that the environment names, which must answer."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "overtrick.web.settings")
    os.environ.setdefault("OVERTRICK_DATA", str(Path("overtrick-data").resolve()))
    Path(os.environ["OVERTRICK_DATA"]).mkdir(parents=True, exist_ok=True)
    django.setup()
    _answers()


def prepare() -> str:
    """Set Django up and bring the database up to date; the key of the first run if nobody has an account."""
    django_ready()
    from django.core.management import call_command
    from django.db import connections

    from overtrick.web.accounts import first_run
    from overtrick.web.congress.proof import signer
    from overtrick.web.congress.rules import keep_all

    signer()
    _migrate()
    keep_all()
    call_command("clearsessions")
    key = first_run.key() if first_run.wanted() else ""
    connections.close_all()
    return key


def _migrate() -> None:
    """Bring the database up to date, if it is behind and this role may."""
    from django.db import ProgrammingError
    from django.db.migrations.exceptions import MigrationSchemaMissing

    from overtrick.web.watching.views import missing_migrations

    try:
        if missing_migrations():
            _migrate_alone()
    except (ProgrammingError, MigrationSchemaMissing) as fault:
        raise DirectorError(
            f"The server may not bring this database up to date: {str(fault).splitlines()[0]}",
            remedy="Run `overtrick database setup --admin …` as its administrator, then start again.",
        ) from fault


def _migrate_alone() -> None:
    """Of several servers that start at once one migrates, and the others wait."""
    from django.core.management import call_command
    from django.db import connection

    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT pg_advisory_lock(%s)", [MIGRATION_LOCK])
        try:
            call_command("migrate", verbosity=0, interactive=False)
        finally:
            if connection.vendor == "postgresql":
                cursor.execute("SELECT pg_advisory_unlock(%s)", [MIGRATION_LOCK])


def serve(where: Where) -> None:
    """Serve until told to stop."""
    from granian.constants import Interfaces, Loops
    from granian.log import LogLevels
    from granian.server import Server

    from overtrick.web.watching.logs import logging_settings

    level = os.environ.get("OVERTRICK_LOG", "INFO").upper()
    with tempfile.TemporaryDirectory(prefix="overtrick-run-") as shared:
        os.environ["OVERTRICK_RUN"] = shared
        os.environ["OVERTRICK_THREADS"] = str(where.threads)
        Server(
            "overtrick.web.serving.gateway:application",
            address=where.host,
            port=where.port,
            interface=Interfaces.ASGI,
            loop=Loops.asyncio,
            workers=where.workers,
            backpressure=30_000,  # open streams count as requests; the pages have a limit of their own
            respawn_failed_workers=True,
            workers_kill_timeout=where.patience,
            websockets=False,
            log_level=LogLevels(level.lower()),
            log_dictconfig=logging_settings(level),
        ).serve()


def check_workers(workers: int) -> None:
    """Refuse several processes on SQLite: its postings are told inside one process only."""
    if workers > 1 and not os.environ.get("DATABASE_URL"):
        raise DirectorError(
            "Several processes need PostgreSQL",
            remedy="Name the database in DATABASE_URL, or leave --workers out: one process serves a club easily.",
        )


def _answers() -> None:
    from django.db import OperationalError, connection

    try:
        connection.ensure_connection()
    except OperationalError as fault:
        raise DirectorError(
            f"The database does not answer: {str(fault).strip().splitlines()[0]}",
            remedy="Check DATABASE_URL, and that the database exists and runs; without DATABASE_URL the books are "
            "kept in a file.",
        ) from fault
