"""The worker that sends queued deliveries, on the command line: once, or until interrupted."""

from time import sleep

import click

from overtrick.cli.options import as_json, data_folder
from overtrick.cli.server_books import ready
from overtrick.cli.show import show_json, show_lines
from overtrick.core.wording import count_of

PAUSE = 2.0
"""Seconds between two checks of the queue."""


@data_folder
@click.command
@click.option("--watch", is_flag=True, help="Keep sending until interrupted, as a service does.")
@as_json
def publish(watch: bool, as_json: bool) -> None:
    """Send every due delivery: published results, automatic updates after each round, and notifications to players.

    Directors queue deliveries at the desk (*Publishing*); play never waits for them.

    \b
    Example: overtrick publish
             overtrick publish --watch
    """
    ready()
    from django.db import InterfaceError, OperationalError, close_old_connections

    from overtrick.web.exchange.deliveries.queue import send_due
    from overtrick.web.exchange.push.sender import tell_due

    tried = send_due() + tell_due()
    while watch:
        sleep(PAUSE)
        close_old_connections()
        try:
            tried += send_due() + tell_due()
        except (OperationalError, InterfaceError) as fault:  # the database is away: it comes back
            click.echo(f"The database does not answer: {str(fault).splitlines()[0]}", err=True)
    if as_json:
        show_json({"tried": tried})
    else:
        show_lines(
            f"{count_of(tried, 'delivery', 'deliveries')} attempted; the desk shows the outcome"
            if tried
            else "nothing is due"
        )
