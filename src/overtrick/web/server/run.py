"""Starting the server: migrating the database, then starting the worker processes."""

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
from overtrick.web.reachable_addresses import ANY, AUTHORITY, LISTENS, Home, address, home, only_here
from overtrick.web.telemetry.folder import FOLDER

if TYPE_CHECKING:
    from django.db.backends.base.base import BaseDatabaseWrapper

    from overtrick.web.server.certificate import Certificate

BACKLOG = 4096
"""How many connections may wait to be accepted, so that a rush of readers keeps no phone out."""
MIGRATING = 60.0
"""Seconds to wait for another program that is migrating the same file."""
MIGRATION_LOCK = 0x0B1D
"""The advisory lock for migrating PostgreSQL, so that only one of several servers that start at once does it."""


@dataclass(frozen=True, slots=True)
class Where:
    """Where to listen, with how many processes and threads, and how many seconds open streams have to end.

    Without a number of threads, the setting OVERTRICK_THREADS holds. With a certificate, the server uses only TLS.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    threads: int | None = None
    patience: int = 10
    certificate: "Certificate | None" = None

    @property
    def scheme(self) -> str:
        """The scheme of its addresses."""
        return "https" if self.certificate else "http"

    @property
    def listens(self) -> str:
        """The address it listens on."""
        return address(self.scheme, self.host, self.port)

    @property
    def here(self) -> str:
        """The address for the person who starts it, on this machine."""
        if os.environ.get("OVERTRICK_URL"):
            return os.environ["OVERTRICK_URL"].rstrip("/")
        near = self.host in ANY or only_here(self.host)
        return address(self.scheme, "localhost" if near else self.host, self.port)

    def elsewhere(self) -> Home:
        """The address for phones."""
        return home(os.environ.get("OVERTRICK_URL", ""), self.listens)


def django_ready(*, for_pages: bool = False) -> None:
    """Set Django up with the configured database, which must answer. Unless *for_pages*, a pool is bypassed."""
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
    """Where the books are stored, as the server says when it starts."""
    if os.environ.get("DATABASE_URL"):
        return "the database that DATABASE_URL names"
    return f"the folder {Path(os.environ.get('OVERTRICK_DATA', 'overtrick-data')).resolve()}"


def unbound_questions() -> None:
    """Let commands on the command line take as long as they need: the timeouts of the server's role are for its pages.

    Nothing is set behind a transaction pool, where it would apply to the next user of the connection.
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
    """Create the folder of the books so that only its owner can read what is in it.

    SQLite gives the files beside a database the permissions of the database, which is therefore created here.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not os.environ.get("DATABASE_URL"):
        (folder / "overtrick.sqlite3").touch(mode=0o600)
    own = (folder / name for name in ("secret", "signing-key.pem", "push-key.pem"))
    for file in (*folder.glob("overtrick.sqlite3*"), *own):
        if file.is_file() and file.stat().st_mode & 0o077:
            file.chmod(0o600)


def prepare(*, for_pages: bool = False) -> str:
    """Set Django up and migrate the database; return the setup key if no one has an account yet."""
    django_ready(for_pages=for_pages)
    from django.core.management import call_command
    from django.db import connections

    from overtrick.ledger.durable.tenancy import EVERYBODY, use_organisation
    from overtrick.web.accounts import first_run
    from overtrick.web.accounts.log import forget_old
    from overtrick.web.congress.proof import signer
    from overtrick.web.congress.rules import keep_all

    signer()
    bring_up_to_date()
    with use_organisation(EVERYBODY):
        keep_all()
    call_command("clearsessions")
    forget_old()
    key = first_run.key() if first_run.is_needed() else ""
    connections.close_all()
    return key


def bring_up_to_date() -> None:
    """Migrate the database if it is behind; refuse if this role lacks the permission."""
    from django.db import ProgrammingError
    from django.db.migrations.exceptions import MigrationSchemaMissing

    from overtrick.web.telemetry.views import missing_migrations

    try:
        if missing_migrations():
            _migrate_alone()
    except (ProgrammingError, MigrationSchemaMissing) as fault:
        raise DirectorError(
            "The server has no permission to migrate this database: {says}",
            remedy="Run `overtrick database setup --admin …` as the database administrator, then start again.",
            says=str(fault).splitlines()[0],
        ) from fault


def steps_behind() -> list[str]:
    """The migrations of this program that the database lacks."""
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [f"{step.app_label} {step.name}" for step, _ in plan]


def _migrate_alone() -> None:
    """Migrate under a lock: of several servers that start at once, one migrates and the others wait."""
    from overtrick.web.database_address import direct_connection
    from overtrick.web.server.database import migrate

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
    """Migrate SQLite, one program at a time; a step that is blocked by someone's posting is tried again."""
    import portalocker
    from django.db import OperationalError

    from overtrick.web.server.database import migrate

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
                    remedy="Wait until the program that has the books open finishes, or stop it, then try again.",
                    says=str(fault),
                ) from fault
            sleep(0.5)
        else:
            return


@contextmanager
def shared_folder() -> Iterator[None]:
    """Create the folder that the processes of one server share while it runs.

    The environment names it before the pages are loaded, because the metrics library looks for it once.
    """
    with tempfile.TemporaryDirectory(prefix="overtrick-run-") as shared:
        os.environ["OVERTRICK_RUNTIME_DIR"] = os.environ[FOLDER] = shared
        os.environ["OVERTRICK_SUPERVISOR"] = str(os.getpid())
        yield


@contextmanager
def run_helper(*words: str) -> Iterator[None]:
    """Run one of our own commands beside the server for as long as the `with` block runs."""
    command = [sys.executable, "-m", "overtrick", *words]
    with subprocess.Popen(command) as helper:  # noqa: S603 - our own program, and no shell
        try:
            yield
        finally:
            helper.terminate()


def serve(where: Where) -> None:
    """Serve until told to stop, inside `shared_folder`."""
    from granian.constants import HTTPModes, Interfaces, Loops, SSLProtocols
    from granian.http import HTTP1Settings
    from granian.log import LogLevels

    from overtrick.web.server.supervisor import SupervisedServer
    from overtrick.web.telemetry.logs import logging_settings

    level = os.environ.get("OVERTRICK_LOG", "INFO").upper()
    if where.threads is not None:
        os.environ["OVERTRICK_THREADS"] = str(where.threads)
    os.environ[LISTENS] = where.listens
    if where.certificate:
        os.environ[AUTHORITY] = str(where.certificate.authority)
    load_pages()
    SupervisedServer(
        "overtrick.web.server.gateway:application",
        address=where.host,
        port=where.port,
        interface=Interfaces.ASGI,
        loop=Loops.asyncio,
        workers=where.workers,
        http=HTTPModes.auto if where.certificate else HTTPModes.http1,  # browsers use HTTP/2 only over TLS
        http1_settings=HTTP1Settings(header_read_timeout=limits.HEADER * 1000),
        backlog=BACKLOG,
        backpressure=30_000,  # open streams count as requests; the pages have a limit of their own
        respawn_failed_workers=True,
        workers_kill_timeout=where.patience,
        websockets=False,
        ssl_cert=where.certificate.shown if where.certificate else None,
        ssl_key=where.certificate.key if where.certificate else None,
        ssl_protocol_min=SSLProtocols.tls12,  # for ten-year-old phones
        log_level=LogLevels(level.lower()),
        log_dictconfig=logging_settings(level),
    ).serve()


def load_pages() -> None:
    """Load every page before the processes fork, so that each is ready at once, even after a restart."""
    import gc

    from django.template.loader import get_template
    from django.urls import get_resolver, reverse

    import overtrick.web.wsgi  # noqa: F401 - imported to load it
    from overtrick.regulations.read.editions import program_edition
    from overtrick.regulations.read.library import library
    from overtrick.web.congress.snapshots import code
    from overtrick.web.settings import HERE

    _ = get_resolver().url_patterns, program_edition().manifest
    reverse("room:congresses")  # the first address that is reversed indexes all routes
    templates = HERE / "templates"
    for public in (*templates.glob("*.html"), *templates.glob("room/*.html")):
        get_template(public.relative_to(templates).as_posix())
    library()
    code()
    gc.collect()
    gc.freeze()  # what the collector never visits stays one copy for all of them


def own_certificate(host: str) -> "Certificate":
    """The installation's own certificate, valid for this machine's current names."""
    from overtrick.web.server.certificate import FOLDER, certificate, own_names

    data = Path(os.environ.get("OVERTRICK_DATA", "overtrick-data"))
    os.environ.setdefault("OVERTRICK_HTTPS", "own")
    return certificate(data / FOLDER, own_names(host, os.environ.get("OVERTRICK_URL", "")))


def check_workers(workers: int) -> None:
    """Refuse several processes on SQLite, whose notices of postings reach only one process."""
    if workers > 1 and not os.environ.get("DATABASE_URL"):
        raise DirectorError(
            "Several worker processes need PostgreSQL",
            remedy="Set DATABASE_URL, or leave out --workers: one process is enough for a club.",
        )


def _answers() -> None:
    from django.db import OperationalError, connection

    try:
        connection.ensure_connection()
    except OperationalError as fault:
        raise DirectorError(
            "The database is not responding: {says}",
            remedy="Check that the database is running and that DATABASE_URL is right, or unset DATABASE_URL to keep "
            "books in a file.",
            says=str(fault).strip().splitlines()[0],
        ) from fault
