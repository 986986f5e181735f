"""The doctor: checks everything a server depends on, changes nothing, and says how to fix what is wrong."""

import socket
import ssl
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

from cryptography import x509

from overtrick.core.wording import count_of
from overtrick.ledger.durable.models import Head
from overtrick.web.congress.book_transfer import prove_kept
from overtrick.web.server.run import steps_behind
from overtrick.web.telemetry import checks
from overtrick.web.telemetry.checks import Finding, State

CERTIFICATE = 21
"""The least number of days for which a certificate should still be valid."""
RECENT = 20
"""How many books are checked unless all are requested: those with the latest postings."""
PATIENCE = 5.0
"""Seconds that a server may take to send its certificate."""


def examine(url: str = "", backups: Path | None = None, *, every_book: bool = False) -> Iterator[Finding]:
    """Check the database, the clocks, the disk, the certificate, the backups and the books.

    *url* is the public address whose certificate is checked, and *backups* the folder of backups. If the database does
    not answer, its contents are not checked; if it lacks migrations of this version, the books are not.
    """
    answers = checks.database()
    yield answers
    tables_there = False
    if answers.state is not State.ILL:
        schema = _schema()
        tables_there = schema.state is State.WELL
        yield schema
        yield from checks.clock()
        yield from checks.archive()
    yield checks.disk()
    if url:
        yield _certificate(url)
    if backups is not None:
        yield checks.copies(backups)
    if tables_there:
        yield from _books(every_book=every_book)


def _schema() -> Finding:
    behind = steps_behind()
    if behind:
        found = f"{count_of(len(behind), 'migration')} to apply"
        remedy = "Run `overtrick migrate`, or `overtrick database setup` if the server’s role does not own the tables."
        return Finding("schema", State.ILL, found, remedy)
    return Finding("schema", State.WELL, "up to date")


def _certificate(url: str) -> Finding:
    parts = urlsplit(url)
    if parts.scheme != "https" or not parts.hostname:
        remedy = "Serve with --https, or behind a proxy that adds TLS."
        return Finding("certificate", State.WATCH, f"{url} does not use TLS", remedy)
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE  # it is only read, nothing is sent
    try:
        with (
            socket.create_connection((parts.hostname, parts.port or 443), PATIENCE) as line,
            context.wrap_socket(line, server_hostname=parts.hostname) as secure,
        ):
            shown = x509.load_der_x509_certificate(secure.getpeercert(binary_form=True) or b"")
    except (OSError, ValueError) as fault:
        return Finding("certificate", State.ILL, f"{parts.hostname} is not responding: {fault}", "Check the proxy.")
    if not _names_host(shown, parts.hostname):
        remedy = "Get a certificate for this name, or correct the proxy: browsers refuse this one."
        return Finding("certificate", State.ILL, f"not for {parts.hostname}", remedy)
    days = (shown.not_valid_after_utc - datetime.now(UTC)).days
    if days < CERTIFICATE:
        remedy = "Renew the certificate: phones refuse an expired one."
        return Finding("certificate", State.ILL, f"valid for {days} days", remedy)
    return Finding("certificate", State.WELL, f"valid for {days} days")


def _names_host(shown: x509.Certificate, host: str) -> bool:
    """Whether a certificate is for a host, by its name, its address, or a wildcard for names one level below."""
    try:
        names = shown.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        return False
    known = [name.lower() for name in names.get_values_for_type(x509.DNSName)]
    addresses = map(str, names.get_values_for_type(x509.IPAddress))
    return host.lower() in (*known, *addresses) or f"*.{host.lower().partition('.')[2]}" in known


def _books(*, every_book: bool) -> Iterator[Finding]:
    """Check the chains of the books with the latest postings, or of all books."""
    heads = Head.objects.order_by("-kept").values_list("event", flat=True)
    events = list(heads if every_book else heads[:RECENT])
    postings, wrong = 0, False
    for event in events:
        proved = prove_kept(event, None)
        postings += proved.postings
        for each in proved.wrong:
            wrong = True
            check = f"Check it with `overtrick book verify {event}` against a backup and a witness."
            remedy = f"Post nothing to this book. {check}"
            yield Finding(f"book {event}", State.ILL, each, remedy)
    if not wrong:
        checked = f"{count_of(len(events), 'book')} checked, {count_of(postings, 'posting')}"
        yield Finding("books", State.WELL, f"{checked}, every chain intact")
