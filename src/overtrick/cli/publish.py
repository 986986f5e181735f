"""The worker that sends results elsewhere, at the prompt: once, or until it is stopped."""

from time import sleep

import click

from overtrick.cli.options import as_json
from overtrick.cli.server_books import ready
from overtrick.cli.show import show_json, show_lines

PAUSE = 2.0
"""Seconds between two looks at the queue."""


@click.command
@click.option("--watch", is_flag=True, help="Go on sending until interrupted, as the service does.")
@as_json
def publish(watch: bool, as_json: bool) -> None:
    """Send every delivery that is due: what directors published, what is sent after each round, and word to players.

    The desk fills the queue (*Publish* on its page); nothing in the room waits for it.

    \b
    Example: overtrick publish
             overtrick publish --watch
    """
    ready()
    from django.db import InterfaceError, OperationalError, close_old_connections

    from overtrick.web.deliveries.queue import send_due
    from overtrick.web.push.sender import tell_due

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
        show_lines(f"{tried} tried; the desk says what became of each" if tried else "nothing is due")
