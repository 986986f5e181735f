"""A new installation, as a congress would have it: an empty database on PostgreSQL, the server, its commands."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit
from uuid import uuid4

import psycopg
from psycopg import sql

from web.servers import Server


class Installation(Server):
    """`overtrick serve` on a database of its own; nobody has an account yet."""

    @property
    def address(self) -> str:
        """Where the pages are."""
        return f"http://localhost:{self.port}"

    @property
    def first_run(self) -> str:
        """The address that the server printed for making the chief director's account."""
        found = re.search(r"http://\S+/first-run/\?key=\S+", self.said)
        assert found, self.said
        return found[0]

    def command(self, *words: str) -> str:
        """What a command says, at the prompt beside the server; it must succeed."""
        done = subprocess.run(
            [sys.executable, "-m", "overtrick", *words],
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"overtrick {' '.join(words)}: {done.stdout}{done.stderr}"
        return done.stdout

    def exported(self, event: str, folder: Path) -> Path:
        """An event's book in a file, proved whole and lawful by `overtrick verify`."""
        file = folder / f"{event}.jsonl"
        self.command("book", "export", event, "-o", str(file))
        self.command("verify", str(file))
        return file


@contextmanager
def installation(workers: int = 2) -> Iterator[Installation]:
    """The server running on a new database, which is thrown away afterwards."""
    maintenance = urlsplit(os.environ["DATABASE_URL"])._replace(path="/postgres")
    name = f"played_{uuid4().hex[:12]}"
    with psycopg.connect(urlunsplit(maintenance), autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            with Installation(workers, database=urlunsplit(maintenance._replace(path=f"/{name}"))) as server:
                yield server
        finally:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))
