"""Serving the faces in a browser."""

import os
import sys
from contextlib import nullcontext
from io import StringIO
from typing import TYPE_CHECKING

import click

from overtrick.core.errors import DirectorError

if TYPE_CHECKING:
    from overtrick.web.own_address import Home
    from overtrick.web.serving.run import Where


@click.command
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on; 0.0.0.0 for all.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535), help="The port to listen on.")
@click.option("--workers", default=1, show_default=True, type=click.IntRange(1), help="Processes; needs PostgreSQL.")
@click.option("--threads", default=8, show_default=True, type=click.IntRange(1), help="Threads for pages, a process.")
@click.option("--https", is_flag=True, help="Serve over TLS, under a certificate of its own.")
@click.option("--lead", metavar="ADDRESS", help="Lead the congress at this page of another server, which follows.")
def serve(host: str, port: int, workers: int, threads: int, https: bool, lead: str | None) -> None:
    """Serve pages and live stream on one port, until interrupted.

    The books are kept in the folder OVERTRICK_DATA (default: overtrick-data, here), or in the PostgreSQL database
    that DATABASE_URL names. The database is brought up to date first.

    \b
    Example: overtrick serve
             overtrick serve --host 0.0.0.0 --workers 4
             overtrick serve --host 0.0.0.0 --https
             overtrick serve --host 0.0.0.0 --lead https://bridge.example.org/c/coast-2026/
    """
    try:
        from overtrick.web.serving import port as ports
        from overtrick.web.serving import run
    except ImportError as fault:
        raise missing(fault) from fault
    run.check_workers(workers)
    if sys.stderr.isatty():
        os.environ.setdefault("OVERTRICK_LOG", "ERROR")  # a line for each page would push away what is told here
    with ports.reserved_port(host, port), run.shared_folder():
        click.echo(f"Getting the books ready, in {run.kept_where()}…")
        own = run.own_certificate(host) if https else None
        try:
            key = run.prepare(for_pages=True)
        except ImportError as fault:
            raise missing(fault) from fault
        where = run.Where(host, port, workers, threads, certificate=own)
        click.echo(f"Overtrick is at {where.here}/")
        tell_phones(where.elsewhere())
        if own:
            tell_trust(where)
        click.echo("Ctrl-C stops it.")
        if key:
            click.echo(f"First run: make the chief director's account at {where.here}/first-run/?key={key}")
        with run.beside("lead", lead) if lead else nullcontext():
            run.serve(where)


def tell_phones(home: "Home") -> None:
    """The addresses phones can open, with a code of the first to scan from the screen; or what to do for one."""
    if not home.addresses:
        click.echo(f"{home.refusal}. {home.remedy}")
        return
    click.echo(f"Phones in the same network open {' or '.join(f'{each}/' for each in home.addresses)}")
    if sys.stdout.isatty():
        click.echo(terminal_code(f"{home.addresses[0]}/"))


def tell_trust(where: "Where") -> None:
    """What browsers say of a certificate of its own, and who says what to do about it."""
    reach = next(iter(where.elsewhere().addresses), where.here)
    click.echo(f"Browsers warn of its certificate until they trust it: {reach}/trust/ says how.")


def terminal_code(address: str) -> str:
    """The code of an address in characters, white on black also where the terminal writes black on white."""
    import segno

    drawn = StringIO()
    segno.make(address, error="l", micro=False).terminal(drawn, compact=True)
    return "\n".join(f"\033[97;40m{line}\033[0m" for line in drawn.getvalue().splitlines())


def missing(fault: ImportError) -> DirectorError:
    """What to do when the browser's part is not installed."""
    return DirectorError(
        "The part for browsers is not installed ({fault} is missing)",
        remedy="Install it with: pip install 'overtrick[web]'",
        fault=fault.name,
    )
