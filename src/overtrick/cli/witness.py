"""Witnesses on the command line: collect the signed heads of a book, and check a book file against kept heads."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import click

from overtrick.cli.show import show_lines
from overtrick.core.errors import DirectorError
from overtrick.lab.verify import Objection
from overtrick.ledger.file import FileBook
from overtrick.ledger.signed_heads import SignedHead, objections, read_heads, read_key
from overtrick.ledger.witness import look

SECONDS = 30
"""The timeout for an answer from a server, in seconds."""


def against_file(file: Path, against: Sequence[str], keys: Sequence[str], signed_as: str) -> list[Objection]:
    """Return the objections of kept heads and receipts to a book file."""
    heads = [head for each in against for head in read_heads(each)]
    named = signed_as or (heads[0].event if heads else "")
    chosen = [head for head in heads if head.event == named]
    if not chosen or (not signed_as and len(chosen) < len(heads)):
        known = ", ".join(sorted({head.event for head in heads})) or "nothing"
        raise DirectorError(
            "No single book matches these heads", remedy="Choose with --signed-as: {known}.", known=known
        )
    with closing(FileBook(file)) as book:
        wrong = objections(chosen, book.hashes(), [read_key(each) for each in keys])
    if not keys:
        click.echo(
            f"Signed by {', '.join(sorted({head.key for head in chosen}))}: check that this is the server's key.",
            err=True,
        )
    return [Objection(0, each) for each in wrong]


@click.command
@click.argument("source")
@click.option("--output", "-o", required=True, help="File of heads to append to.")
@click.option("--key", "keys", multiple=True, help="Server's public key (default: the one that signed the first head).")
@click.option("--token", help="API token, to read and verify every line of the book.", envvar="OVERTRICK_TOKEN")
def witness(source: str, output: str, keys: tuple[str, ...], token: str | None) -> None:
    """Fetch a book's signed head, check that it extends the heads seen before, and save it.

    SOURCE is the address of an event's page, or the short name of an event in this machine's own database. Exit code
    1 if the server contradicts an earlier signed head.

    \b
    Example: overtrick witness https://bridge.example.org/e/coast-swiss-pairs/ -o coast.heads.jsonl
             overtrick witness coast-swiss-pairs -o coast.heads.jsonl
    """
    remote = urlsplit(source)
    found = _ServerBook.from_address(source, token) if remote.scheme in ("http", "https") else _open_book(source)
    seen = look(found, Path(output), [read_key(each) for each in keys])
    for each in seen.wrong:
        show_lines(each)
    if seen.wrong:
        raise SystemExit(1)
    how = "every line verified" if seen.chained else "earlier heads confirmed"
    show_lines(
        f"posting {seen.added.number}, {seen.added.hash[:8]}, added to {output}; {how}"
        if seen.added
        else f"nothing new since the last check; {how}"
    )


@dataclass(frozen=True, slots=True)
class _ServerBook:
    """A book on a server, read through its API."""

    base: str
    token: str | None

    @classmethod
    def from_address(cls, address: str, token: str | None) -> "_ServerBook":
        parts = urlsplit(address)
        names = [each for each in parts.path.split("/") if each]
        for place, name in enumerate(names[:-1]):
            if name in ("e", "y", "events"):
                above = [each for each in names[:place] if each != "api"]
                base = f"{parts.scheme}://{parts.netloc}{''.join(f'/{each}' for each in above)}"
                return cls(f"{base}/api/events/{names[place + 1]}", token)
        raise DirectorError(
            "{address} is not the page of an event",
            remedy="Use an address with /e/ and the short name of the event.",
            address=address,
        )

    def head(self) -> SignedHead | None:
        return self.posting(0)

    def posting(self, number: int) -> SignedHead | None:
        told = self._ask(f"{self.base}/heads/{number}")
        return read_heads(told)[0] if told else None

    def lines(self) -> list[str] | None:
        if not self.token:
            return None
        told = self._ask(f"{self.base}/book")
        return told.split("\n")[:-1] if told is not None else None

    def _ask(self, address: str) -> str | None:
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        try:
            with urlopen(Request(address, headers=headers), timeout=SECONDS) as answer:  # noqa: S310 - http or https
                told: str = answer.read().decode()
                return told
        except HTTPError as fault:
            if fault.code == 404:
                return None
            raise DirectorError(
                "{address} answered with status {code}",
                remedy="Check the address and the token.",
                address=address,
                code=fault.code,
            ) from fault
        except (URLError, OSError, ValueError) as fault:
            raise DirectorError(
                "{address} does not answer: {fault}", remedy="Check the address.", address=address, fault=fault
            ) from fault


@dataclass(frozen=True, slots=True)
class _DatabaseBook:
    """A book in this machine's database."""

    event: str

    def head(self) -> SignedHead | None:
        from overtrick.web.congress.book_transfer import all_heads

        heads: list[SignedHead] = all_heads(self.event)
        return heads[-1] if heads else None

    def posting(self, number: int) -> SignedHead | None:  # noqa: ARG002 - every line is read here
        return None

    def lines(self) -> list[str]:
        from overtrick.ledger.durable.book import DurableBook

        return list(DurableBook(self.event).lines())


def _open_book(event: str) -> Any:
    from overtrick.cli.server_books import ready

    ready()
    return _DatabaseBook(event)
