"""The release before this one, as its wheel has it, run beside ours: its commands, its server, its schema.

`tests/releases` has one wheel, put there by `scripts/release.py`. It is unpacked and found before our own code by
`PYTHONPATH`; a line of its core and one of its styles are changed, so that it is another program than ours also while
nothing has been written since it was made.
"""

import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, Request, build_opener
from uuid import uuid4

import psycopg
from psycopg import sql

from web.servers import Server, own_database

RELEASES = Path(__file__).parents[1] / "releases"
CHANGED = {
    "core/__init__.py": "# the release before\n",
    "web/static/overtrick/base.css": "/* the release before */\n",
}
"""What is added to files of the release before."""


def unpacked(folder: Path) -> Path:
    """The release before, unpacked into a folder."""
    (wheel,) = RELEASES.glob("overtrick-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    for name, added in CHANGED.items():
        with (folder / "overtrick" / name).open("a", encoding="utf-8") as file:
            file.write(added)
    return folder


@dataclass(frozen=True)
class Release:
    """A release of the program on a database: ours, or where *home* says the one that is unpacked there."""

    url: str
    data: Path
    home: Path | None = None

    @cached_property
    def environment(self) -> dict[str, str]:
        """What every process of it is told."""
        told = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        own = {"PYTHONPATH": str(self.home)} if self.home else {}
        return {
            **told, **own, "DATABASE_URL": self.url, "DJANGO_SETTINGS_MODULE": "overtrick.web.settings",
            "OVERTRICK_LOG": "ERROR", "OVERTRICK_DATA": str(self.data), "OVERTRICK_SECRET": "of all nodes " * 4,
            "PYTHONDONTWRITEBYTECODE": "1",
        }  # fmt: skip

    def runs(self, *words: str, said: str = "") -> str:
        """What Python says that runs these words; it must succeed."""
        done = subprocess.run(
            [sys.executable, *words], env=self.environment, input=said, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{' '.join(words)}: {done.stdout[-1000:]}{done.stderr[-3000:]}"
        return done.stdout

    def command(self, *words: str, said: str = "") -> str:
        """What a command of the program says."""
        return self.runs("-m", "overtrick", *words, said=said)


class Node(Server):
    """`overtrick serve` of a release."""

    def __init__(self, release: Release) -> None:
        super().__init__(workers=1, database=release.url)
        self.release = release

    @property
    def environment(self) -> dict[str, str]:
        """What it is told."""
        return self.release.environment


class _Stays(HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        """Show where one is led to, and do not go there."""


class Person:
    """A browser whose cookies are good at every node, as they are behind one name."""

    def __init__(self) -> None:
        self.opener = build_opener(HTTPCookieProcessor(CookieJar()), _Stays)

    def ask(self, node: Server, path: str, sent: dict[str, str] | None = None) -> tuple[int, str]:
        """The status of an answer and what it says; where it leads elsewhere, that."""
        where = f"http://127.0.0.1:{node.port}"
        body = urlencode(sent).encode() if sent is not None else None
        try:
            asked = Request(where + path, body, {"Referer": where + path})  # noqa: S310 - our own server
            with self.opener.open(asked, timeout=30) as answer:
                return answer.status, answer.read().decode()
        except HTTPError as answer:
            with answer:
                return answer.code, answer.headers.get("Location") or answer.read().decode()

    def submit(self, node: Server, path: str, through: Server | None = None, **sent: str) -> tuple[int, str]:
        """Send the form of a page, with all that it hides; *through* another node than the one that made it."""
        status, page = self.ask(node, path)
        assert status == 200, page
        return self.ask(through or node, path, {**hidden(page), **sent})


def hidden(page: str) -> dict[str, str]:
    """What the forms of a page say without being asked."""
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))


@contextmanager
def new_database(*, roles: bool = False) -> Iterator[tuple[str, str]]:
    """An empty database, which is thrown away: where an administrator signs in, and the server.

    With *roles* the server's own role is another, to be made by `overtrick database setup`.
    """
    base = own_database().rpartition("/")[0]
    name = f"rolling_{uuid4().hex[:12]}"
    admin = f"{base}/{name}"
    server = re.sub(r"//[^@]*@", f"//{name}_server:seven-diamonds@", admin) if roles else admin
    with psycopg.connect(f"{base}/postgres", autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            yield admin, server
        finally:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))
            for role in (f"{name}_server", f"{name}_owner"):
                connection.execute(sql.SQL("DROP ROLE IF EXISTS {}").format(sql.Identifier(role)))
