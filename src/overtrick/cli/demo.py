"""The demonstration congress on the command line."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from overtrick.cli.options import listen_options
from overtrick.cli.serving import require_server, tell_phones, tell_trust
from overtrick.core.wording import count_of

if TYPE_CHECKING:
    from overtrick.web.reachable_addresses import Home
    from overtrick.web.server.demo.run import DemoBriefing

    Tables = tuple[tuple[int, str], ...]


@click.command
@listen_options
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder to keep the demo in (default: deleted when the demo stops).",
)
@click.option(
    "--pace",
    default=4.0,
    show_default=True,
    type=click.FloatRange(0.01),
    help="Seconds between simulated phone entries.",
)
@click.option(
    "--https", is_flag=True, help="Serve over TLS with a certificate from the server's own certificate authority."
)
def demo(host: str, port: int, data: Path | None, pace: float, https: bool) -> None:
    """Run a demonstration congress, already in progress, until interrupted.

    A Swiss Pairs is in match 5, an Open Butler is between its stages, and a Grand National Open Teams is waiting for a
    choice. Simulated phones post and confirm results, through the same links that players use. A simulated director
    closes each match of the Swiss Pairs and draws the next one, and runs the event again when it is over. Two tables
    are yours: if you enter nothing there for three minutes, simulated players fill in. The books are kept in a
    temporary folder, in --data, or in the empty database at DATABASE_URL.

    \b
    Example: overtrick demo
             overtrick demo --port 8080 --pace 1
             overtrick demo --host 0.0.0.0 --https
    """
    require_server()
    from overtrick.web.server.demo import run
    from overtrick.web.server.demo.books import EVENTS
    from overtrick.web.server.port import reserved_port
    from overtrick.web.server.run import Where, own_certificate, shared_folder

    with reserved_port(host, port), shared_folder(), run.kept_in(data):
        click.echo(f"Simulating the first part of {count_of(len(EVENTS), 'event')}…")
        rehearsals = run.rehearse()
        own = own_certificate(host) if https else None
        told, links = run.set_up(rehearsals)
        where = Where(host, port, patience=2, certificate=own)
        _tell(told, where.here, where.elsewhere())
        if https:
            tell_trust(where)
        run.run(where, links, rehearsals, pace, partial(_announce, where.here))
    click.echo("The demo has stopped.")


def _tell(told: "DemoBriefing", home: str, elsewhere: "Home") -> None:
    """Print the addresses and sign-ins; the passwords are shown nowhere else."""
    click.echo(f"The demo is at {home}/")
    if elsewhere.addresses:
        tell_phones(elsewhere)
    click.echo()
    for slug, title, moment in told.events:
        click.echo(f"  {title}, {moment}: {home}/e/{slug}/")
    click.echo(f"\nOfficials sign in at {home}/sign-in/")
    wide = max(len(secret) for _, _, secret in told.sign_ins)
    for office, name, secret in told.sign_ins:
        click.echo(f"  {name:<10} {secret:<{wide}}  {office}")
    click.echo("\nSimulated players post at the other tables; these two are yours:")
    _tell_tables(home, told.tables)
    click.echo("If you enter nothing for three minutes, simulated players fill in for you.")
    click.echo("\nPress Ctrl-C to stop.")


def _announce(home: str, slug: str, title: str, tables: "Tables") -> None:
    """Print the addresses of an event that starts while the demo runs."""
    click.echo(f"\n{title} has started: {home}/e/{slug}/")
    _tell_tables(home, tables)


def _tell_tables(home: str, tables: "Tables") -> None:
    for table, token in tables:
        click.echo(f"  table {table}: {home}/t/{token}/")
