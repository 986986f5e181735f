"""A congress to look at, running."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from overtrick.cli.serving import missing, tell_phones, tell_trust

if TYPE_CHECKING:
    from overtrick.web.demo.run import Told
    from overtrick.web.own_address import Home

    Tables = tuple[tuple[int, str], ...]


@click.command
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on; 0.0.0.0 for all.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535), help="The port to listen on.")
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="A folder to keep it in; without one it is gone when the demo stops.",
)
@click.option(
    "--pace", default=4.0, show_default=True, type=click.FloatRange(0.01), help="Seconds between phones' messages."
)
@click.option("--https", is_flag=True, help="Serve over TLS, under a certificate of its own.")
def demo(host: str, port: int, data: Path | None, pace: float, https: bool) -> None:
    """Run a congress in the middle of things, until interrupted.

    A Swiss Pairs is in match 5, an Open Butler stands between its stages, and in a Grand National Open Teams a
    choice is due. Simulated phones post results and agree to them, by the same links that players use. A simulated
    director closes each match of the Swiss Pairs and draws the next one, and holds the event again when it is over.
    Two tables are yours: if you enter nothing there for three minutes, simulated players fill in. The books are
    in a folder that goes away with the demo, in --data, or in the empty database that DATABASE_URL names.

    \b
    Example: overtrick demo
             overtrick demo --port 8080 --pace 1
             overtrick demo --host 0.0.0.0 --https
    """
    try:
        from overtrick.web.demo import run
        from overtrick.web.serving.port import reserved_port
        from overtrick.web.serving.run import Where, own_certificate, shared_folder
    except ImportError as fault:
        raise missing(fault) from fault
    with reserved_port(host, port), shared_folder(), run.kept_in(data):
        click.echo("Playing four events to where it gets interesting…")
        rehearsals = run.rehearse()
        own = own_certificate(host) if https else None
        try:
            told, links = run.set_up(rehearsals)
        except ImportError as fault:
            raise missing(fault) from fault
        where = Where(host, port, patience=2, certificate=own)
        _tell(told, where.here, where.elsewhere())
        if https:
            tell_trust(where)
        run.run(where, links, rehearsals, pace, partial(_announce, where.here))
    click.echo("The demo has stopped.")


def _tell(told: "Told", home: str, elsewhere: "Home") -> None:
    """The addresses and sign-ins; the only place where the passwords are ever shown."""
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
    click.echo("\nCtrl-C stops it.")


def _announce(home: str, slug: str, title: str, tables: "Tables") -> None:
    """The addresses of an event that begins while the demo runs."""
    click.echo(f"\n{title} has begun: {home}/e/{slug}/")
    _tell_tables(home, tables)


def _tell_tables(home: str, tables: "Tables") -> None:
    for table, token in tables:
        click.echo(f"  table {table}: {home}/t/{token}/")
