"""Draws on the command line: one command for each kind of draw, and a check."""

import click

from overtrick.cli.fixed_draws import knockout, roundrobin
from overtrick.cli.swiss_draws import check, swiss


@click.group
def draw() -> None:
    """Draw a round, or check how an event was drawn, with a reason for every pairing.

    \b
    Example: overtrick draw swiss sabf-2020/swiss examples/swiss-standings.csv -m examples/swiss-matches.csv --why
             overtrick draw roundrobin anc-2026/eight
    """


for command in (swiss, roundrobin, knockout, check):
    draw.add_command(command)
