"""Leading a congress from a venue, at the prompt or beside the server: bring it, lead it, push it, hand it over."""

import os
import platform
from time import sleep

import click

from overtrick.cli.server_books import ready
from overtrick.cli.show import show_lines
from overtrick.core.errors import OvertrickError

EVERY = 1.0
"""Seconds between two looks at the books."""
LONGEST = 10.0
"""Seconds between two calls to a server that does not answer, at the most."""


@click.command
@click.argument("address")
@click.option("--token", help="An official's token of that server, to lead events.", envvar="OVERTRICK_TOKEN")
@click.option("--name", help="What that server calls this one (default: what this machine is called).")
@click.option("--again", is_flag=True, help="Take the lead also where that server has taken it back since.")
@click.option("--hand-over", is_flag=True, help="Take nothing more here, push the rest, let it lead, and end.")
@click.option("--once", is_flag=True, help="One look at everything, then end.")
def lead(address: str, token: str | None, name: str | None, again: bool, hand_over: bool, once: bool) -> None:
    """Lead the events of the congress at ADDRESS, a page of another server, from this machine.

    Its events are brought here, and what is posted here is pushed there, line by line, whenever it can be reached.
    That server shows it and takes nothing itself. `overtrick serve --lead ADDRESS` does this beside the server.

    \b
    Example: overtrick lead https://bridge.example.org/c/coast-2026/
             overtrick lead https://bridge.example.org/c/coast-2026/ --hand-over
    """
    ready()
    from django.db import DatabaseError, close_old_connections

    from overtrick.web.lead.leader import Venue
    from overtrick.web.lead.wire import Remote

    venue = Venue(Remote(address, token or ""), name or platform.node() or "the venue", show_lines, again=again)
    pause, said = EVERY, ""
    while not _orphaned():
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


def _orphaned() -> bool:
    """Whether the server that this was started beside has died."""
    supervisor = os.environ.get("OVERTRICK_SUPERVISOR")
    return bool(supervisor) and os.getppid() != int(supervisor or 0)
