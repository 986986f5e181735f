"""The web server, on the command line."""

import os
import sys
from contextlib import nullcontext
from importlib.util import find_spec
from io import StringIO
from typing import TYPE_CHECKING

import click

from overtrick.cli.options import data_folder, listen_options
from overtrick.core.errors import DirectorError

if TYPE_CHECKING:
    from overtrick.web.reachable_addresses import Home
    from overtrick.web.server.run import Where

SERVER_PACKAGES = (
    "argon2", "cryptography", "django", "fido2", "granian", "ninja", "prometheus_client", "psycopg", "segno",
    "whitenoise",
)  # fmt: skip
"""What the extra `web` installs, by the names under which it is imported."""


@data_folder
@click.command
@listen_options
@click.option(
    "--workers",
    default=1,
    show_default=True,
    type=click.IntRange(1),
    help="Number of processes; more than one needs PostgreSQL.",
)
@click.option(
    "--threads",
    default=8,
    show_default=True,
    type=click.IntRange(1),
    envvar="OVERTRICK_THREADS",
    help="Threads per process for pages (or OVERTRICK_THREADS).",
)
@click.option(
    "--https", is_flag=True, help="Serve over TLS with a certificate from the server's own certificate authority."
)
@click.option(
    "--lead", metavar="ADDRESS", help="Run the congress at this address from here; that server only displays it."
)
def serve(host: str, port: int, workers: int, threads: int, https: bool, lead: str | None) -> None:
    """Serve the pages and the live stream on one port, until interrupted.

    The books are kept in the folder OVERTRICK_DATA (default: overtrick-data in the current folder), or in the
    PostgreSQL database that DATABASE_URL names. The database is migrated first.

    \b
    Example: overtrick serve
             overtrick serve --host 0.0.0.0 --workers 4
             overtrick serve --host 0.0.0.0 --https
             overtrick serve --host 0.0.0.0 --lead https://bridge.example.org/c/coast-2026/
    """
    require_server()
    from overtrick.web.server import port as ports
    from overtrick.web.server import run

    run.check_workers(workers)
    if sys.stderr.isatty():
        os.environ.setdefault("OVERTRICK_LOG", "ERROR")  # a line for each page would push away what is told here
    with ports.reserved_port(host, port), run.shared_folder():
        click.echo(f"Opening the books in {run.kept_where()}…")
        own = run.own_certificate(host) if https else None
        key = run.prepare(for_pages=True)
        where = run.Where(host, port, workers, threads, certificate=own)
        click.echo(f"Overtrick is at {where.here}/")
        tell_phones(where.elsewhere())
        if own:
            tell_trust(where)
        click.echo("Press Ctrl-C to stop.")
        if key:
            click.echo(f"First run: create the chief director's account at {where.here}/first-run/?key={key}")
        with run.run_helper("lead", lead) if lead else nullcontext():
            run.serve(where)


def tell_phones(home: "Home") -> None:
    """Print the addresses that phones can open, with a QR code of the first, or what to do to get one."""
    if not home.addresses:
        click.echo(f"{home.refusal}. {home.remedy}")
        return
    click.echo(f"Phones on the same network open {' or '.join(f'{each}/' for each in home.addresses)}")
    if sys.stdout.isatty():
        click.echo(terminal_code(f"{home.addresses[0]}/"))


def tell_trust(where: "Where") -> None:
    """Print that browsers warn about the server's own certificate, and which page explains what to do."""
    reach = next(iter(where.elsewhere().addresses), where.here)
    click.echo(f"Browsers warn about the certificate until they trust it. See {reach}/trust/")


def terminal_code(address: str) -> str:
    """Return the QR code of an address as text, white on black whatever the colours of the terminal."""
    import segno

    drawn = StringIO()
    segno.make(address, error="l", micro=False).terminal(drawn, compact=True)
    return "\n".join(f"\033[97;40m{line}\033[0m" for line in drawn.getvalue().splitlines())


def require_server() -> None:
    """Refuse, before anything is announced, simulated or written, where the web server is not installed."""
    for name in SERVER_PACKAGES:
        if find_spec(name) is None:
            raise missing(ModuleNotFoundError(name=name))


def missing(fault: ImportError) -> DirectorError:
    """Return the refusal for an installation without the web server."""
    return DirectorError(
        "The web server is not installed ({fault} is missing)",
        remedy="Install it with: pip install 'overtrick[web]'",
        fault=fault.name,
    )
