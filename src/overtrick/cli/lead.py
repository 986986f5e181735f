"""Run a congress from the venue, on the command line or beside the server: copy it, sync it, hand it over."""

import os
import platform
from time import sleep

import click

from overtrick.cli.options import data_folder
from overtrick.cli.server_books import ready
from overtrick.cli.show import show_lines
from overtrick.core.errors import OvertrickError

EVERY = 1.0
"""Seconds between two syncs."""
LONGEST = 10.0
"""The longest pause between two calls to a server that does not answer, in seconds."""


@data_folder
@click.command
@click.argument("address")
@click.option("--token", help="API token on that server, with the right to run events.", envvar="OVERTRICK_TOKEN")
@click.option("--name", help="Name of this machine shown on that server (default: its host name).")
@click.option("--again", is_flag=True, help="Run the events from here again even if that server has taken over.")
@click.option("--hand-over", is_flag=True, help="Stop accepting entries here, send the rest, hand over, and exit.")
@click.option("--once", is_flag=True, help="Sync once, then exit.")
def lead(address: str, token: str | None, name: str | None, again: bool, hand_over: bool, once: bool) -> None:
    """Run the events of the congress at ADDRESS, a page on another server, from this machine.

    Copies the events here and sends each posting back whenever that server is reachable. That server only displays
    them. `overtrick serve --lead ADDRESS` does the same while serving.

    \b
    Example: overtrick lead https://bridge.example.org/c/coast-2026/
             overtrick lead https://bridge.example.org/c/coast-2026/ --hand-over
    """
    ready(creates=True)
    from django.db import DatabaseError, close_old_connections

    from overtrick.web.exchange.lead.leader import Venue
    from overtrick.web.exchange.lead.wire import Remote

    venue = Venue(Remote(address, token or ""), name or platform.node() or "the venue", show_lines, again=again)
    pause, said = EVERY, ""
    while not _is_orphaned():
        try:
            venue.hand_over() if hand_over else venue.look()
            pause, said = EVERY, ""
        except (OvertrickError, DatabaseError) as fault:
            if once or hand_over:
                raise
            if str(fault) != said:
                click.echo(f"{fault}", err=True)
            pause, said = min(LONGEST, pause * 2), str(fault)
        if once or hand_over:
            return
        sleep(pause)
        close_old_connections()


def _is_orphaned() -> bool:
    """Whether the server that started this process has stopped."""
    supervisor = os.environ.get("OVERTRICK_SUPERVISOR")
    return bool(supervisor) and os.getppid() != int(supervisor or 0)
