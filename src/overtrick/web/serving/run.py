"""Starting the server: the database brought up to date, then as many processes as were asked for."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING

from overtrick.core.errors import DirectorError
from overtrick.web import limits
from overtrick.web.own_address import ANY, AUTHORITY, LISTENS, Home, address, home, only_here
from overtrick.web.telemetry.folder import FOLDER

if TYPE_CHECKING:
    from django.db.backends.base.base import BaseDatabaseWrapper

    from overtrick.web.serving.certificate import Certificate

BACKLOG = 4096
"""Connections that may wait to be taken: a herd of readers keeps no phone out."""
MIGRATING = 60.0
"""Seconds that a program waits for another that brings the same file up to date."""
MIGRATION_LOCK = 0x0B1D
"""The advisory lock under which PostgreSQL is migrated: of several servers that start at once, one does it."""


@dataclass(frozen=True, slots=True)
class Where:
    """Where to listen, with how many processes and threads, and how many seconds open streams have to end.

    With a certificate it serves over TLS alone.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    threads: int = 8
    patience: int = 10
    certificate: "Certificate | None" = None

    @property
    def scheme(self) -> str:
        """What its addresses begin with."""
        return "https" if self.certificate else "http"

    @property
    def listens(self) -> str:
        """Where it listens, as an address."""
        return address(self.scheme, self.host, self.port)

    @property
    def here(self) -> str:
        """Where whoever started it opens it."""
        if os.environ.get("OVERTRICK_URL"):
            return os.environ["OVERTRICK_URL"].rstrip("/")
        near = self.host in ANY or only_here(self.host)
        return address(self.scheme, "localhost" if near else self.host, self.port)

    def elsewhere(self) -> Home:
        """Where phones open it."""
        return home(os.environ.get("OVERTRICK_URL", ""), self.listens)


def django_ready(*, for_pages: bool = False) -> None:
    """Set Django up on the database that the environment names, which must answer; past a pool, unless *for_pages*."""
    import django

    if not for_pages and (direct := os.environ.pop("OVERTRICK_DATABASE_DIRECT", "")):
        os.environ["DATABASE_URL"] = direct
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "overtrick.web.settings")
    os.environ.setdefault("OVERTRICK_DATA", str(Path("overtrick-data").resolve()))
    keep_to_oneself(Path(os.environ["OVERTRICK_DATA"]))
    django.setup()
    unbound_questions()
    _answers()


def kept_where() -> str:
    """Where the books are kept, to whoever starts the server."""
    if os.environ.get("DATABASE_URL"):
        return "the database that DATABASE_URL names"
    return f"the folder {Path(os.environ.get('OVERTRICK_DATA', 'overtrick-data')).resolve()}"


def unbound_questions() -> None:
    """Let commands at the prompt take their time: the server's role may have time-outs, which are for its pages.

    Nothing is set for a session behind a pool of transactions: it would be set for whoever has the connection next.
    """
    from django.db.backends.base.base import BaseDatabaseWrapper
    from django.db.backends.signals import connection_created

    def unbound(connection: BaseDatabaseWrapper, **_: object) -> None:
        if connection.vendor == "postgresql" and not connection.settings_dict.get("POOLED"):
            with connection.cursor() as cursor:
                cursor.execute(
                    "SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0"
                )

    connection_created.connect(unbound, weak=False, dispatch_uid="overtrick prompt")


def keep_to_oneself(folder: Path) -> None:
    """Make the folder of the books, and let nobody but its owner read what is in it.

    SQLite gives the files beside a database the rights of the database, which is therefore made here.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not os.environ.get("DATABASE_URL"):
        (folder / "overtrick.sqlite3").touch(mode=0o600)
    own = (folder / name for name in ("secret", "signing-key.pem", "push-key.pem"))
    for file in (*folder.glob("overtrick.sqlite3*"), *own):
        if file.is_file() and file.stat().st_mode & 0o077:
            file.chmod(0o600)


def prepare(*, for_pages: bool = False) -> str:
    """Set Django up and bring the database up to date; the key of the first run if nobody has an account."""
    django_ready(for_pages=for_pages)
    from django.core.management import call_command
    from django.db import connections

    from overtrick.ledger.durable.tenancy import EVERYBODY, within
    from overtrick.web.accounts import first_run
    from overtrick.web.accounts.log import forget_old
    from overtrick.web.congress.proof import signer
    from overtrick.web.congress.rules import keep_all

    signer()
    bring_up_to_date()
    with within(EVERYBODY):
        keep_all()
    call_command("clearsessions")
    forget_old()
    key = first_run.key() if first_run.wanted() else ""
    connections.close_all()
    return key


def bring_up_to_date() -> None:
    """Bring the database up to date, if it is behind and this role may."""
    from django.db import ProgrammingError
    from django.db.migrations.exceptions import MigrationSchemaMissing

    from overtrick.web.telemetry.views import missing_migrations

    try:
        if missing_migrations():
            _migrate_alone()
    except (ProgrammingError, MigrationSchemaMissing) as fault:
        raise DirectorError(
            "The server may not bring this database up to date: {says}",
            remedy="Run `overtrick database setup --admin …` as its administrator, then start again.",
            says=str(fault).splitlines()[0],
        ) from fault


def steps_behind() -> list[str]:
    """What the database lacks of this program, step by step."""
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [f"{step.app_label} {step.name}" for step, _ in plan]


def _migrate_alone() -> None:
    """Of several servers that start at once one migrates, and the others wait."""
    from overtrick.web.database_address import direct_connection
    from overtrick.web.serving.database import migrate

    connection = direct_connection()
    if connection.vendor != "postgresql":
        _migrate_file(connection)
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [MIGRATION_LOCK])
        try:
            migrate(connection.alias)
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [MIGRATION_LOCK])


def _migrate_file(connection: "BaseDatabaseWrapper") -> None:
    """Bring books in a file up to date, one program at a time; a step that meets somebody's posting is tried again."""
    import portalocker
    from django.db import OperationalError

    from overtrick.web.serving.database import migrate

    until = monotonic() + MIGRATING
    while True:
        try:
            with portalocker.Lock(f"{connection.settings_dict['NAME']}.migrating", timeout=MIGRATING):
                migrate(connection.alias)
        except (OperationalError, portalocker.LockException) as fault:
            connection.close()
            if monotonic() > until:
                raise DirectorError(
                    "The books cannot be brought up to date: {says}",
                    remedy="Another program has them open: wait until it is ready, or stop it, and try again.",
                    says=str(fault),
                ) from fault
            sleep(0.5)
        else:
            return


@contextmanager
def shared_folder() -> Iterator[None]:
    """The folder that the processes of one server share, for as long as it runs.

    It is named before the pages are loaded: what counts their figures looks for it once.
    """
    with tempfile.TemporaryDirectory(prefix="overtrick-run-") as shared:
        os.environ["OVERTRICK_RUN"] = os.environ[FOLDER] = shared
        os.environ["OVERTRICK_SUPERVISOR"] = str(os.getpid())
        yield


@contextmanager
def beside(*words: str) -> Iterator[None]:
    """A command of ours that runs beside the server, for as long as it does."""
    command = [sys.executable, "-m", "overtrick", *words]
    with subprocess.Popen(command) as helper:  # noqa: S603 - our own program, and no shell
        try:
            yield
        finally:
            helper.terminate()


def serve(where: Where) -> None:
    """Serve until told to stop, in a shared folder."""
    from granian.constants import HTTPModes, Interfaces, Loops, SSLProtocols
    from granian.http import HTTP1Settings
    from granian.log import LogLevels

    from overtrick.web.serving.supervisor import SupervisedServer
    from overtrick.web.telemetry.logs import logging_settings

    level = os.environ.get("OVERTRICK_LOG", "INFO").upper()
    os.environ["OVERTRICK_THREADS"] = str(where.threads)
    os.environ[LISTENS] = where.listens
    if where.certificate:
        os.environ[AUTHORITY] = str(where.certificate.authority)
    load_pages()
    SupervisedServer(
        "overtrick.web.serving.gateway:application",
        address=where.host,
        port=where.port,
        interface=Interfaces.ASGI,
        loop=Loops.asyncio,
        workers=where.workers,
        http=HTTPModes.auto if where.certificate else HTTPModes.http1,  # browsers speak HTTP/2 over TLS alone
        http1_settings=HTTP1Settings(header_read_timeout=limits.HEADER * 1000),
        backlog=BACKLOG,
        backpressure=30_000,  # open streams count as requests; the pages have a limit of their own
        respawn_failed_workers=True,
        workers_kill_timeout=where.patience,
        websockets=False,
        ssl_cert=where.certificate.shown if where.certificate else None,
        ssl_key=where.certificate.key if where.certificate else None,
        ssl_protocol_min=SSLProtocols.tls12,  # phones of ten years ago
        log_level=LogLevels(level.lower()),
        log_dictconfig=logging_settings(level),
    ).serve()


def load_pages() -> None:
    """Load every page before the processes part: each is ready at once, also one that is started again."""
    import gc

    from django.template.loader import get_template
    from django.urls import get_resolver, reverse

    import overtrick.web.wsgi  # noqa: F401 - so that it is loaded
    from overtrick.regulations.read.editions import program_edition
    from overtrick.regulations.read.library import library
    from overtrick.web.congress.snapshots import code
    from overtrick.web.settings import HERE

    _ = get_resolver().url_patterns, program_edition().manifest
    reverse("room:congresses")  # the first address that is written sorts all of them
    templates = HERE / "templates"
    for public in (*templates.glob("*.html"), *templates.glob("room/*.html")):
        get_template(public.relative_to(templates).as_posix())
    library()
    code()
    gc.collect()
    gc.freeze()  # what is never looked over again stays one copy for all of them


def own_certificate(host: str) -> "Certificate":
    """The certificate of this installation's own, good for this machine as it is called now."""
    from overtrick.web.serving.certificate import FOLDER, certificate, own_names

    data = Path(os.environ.get("OVERTRICK_DATA", "overtrick-data"))
    os.environ.setdefault("OVERTRICK_HTTPS", "own")
    return certificate(data / FOLDER, own_names(host, os.environ.get("OVERTRICK_URL", "")))


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
            "The database does not answer: {says}",
            remedy="Check DATABASE_URL, and that the database exists and runs; without DATABASE_URL the books are "
            "kept in a file.",
            says=str(fault).strip().splitlines()[0],
        ) from fault
