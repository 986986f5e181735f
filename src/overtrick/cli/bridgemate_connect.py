"""Bridgemate's Data Connector on the command line: send it a session, and post the results from its queues."""

from dataclasses import dataclass
from datetime import datetime
from time import monotonic, sleep

import click

from overtrick.cli.books import stage_of
from overtrick.cli.bridgemate import open_desk, stage_option, tell
from overtrick.cli.options import as_json, data_folder
from overtrick.cli.show import show_lines
from overtrick.director.device_people import introduce
from overtrick.director.devices import Desk, take, take_calls
from overtrick.formats.bridgemate.data_connector import PORT, Away, DataConnector, calls_of, sat_of, words_of
from overtrick.formats.bridgemate.plan import Plan
from overtrick.views.bridgemates import device_plan

EVERY = 1.5
"""Seconds between two polls of the queues."""


@data_folder
@click.command("connect")
@click.argument("event")
@stage_option
@click.option("--host", default="127.0.0.1", show_default=True, help="Host running BCS.")
@click.option(
    "--port", default=PORT, show_default=True, type=click.IntRange(1, 65535), help="Port of the Data Connector."
)
@click.option("--club", default="", help="The club's Bridgemate number.")
@click.option("--licence", default="", envvar="OVERTRICK_BRIDGEMATE", help="The club's licence key.")
@click.option(
    "--every", default=EVERY, show_default=True, type=click.FloatRange(0.01), help="Polling interval in seconds."
)
@click.option(
    "--seconds", type=click.FloatRange(0), help="Stop after this many seconds (default: run until interrupted)."
)
@as_json
def connect(
    event: str, stage: str | None, host: str, port: int, club: str, licence: str, every: float, seconds: float | None,
    as_json: bool,
) -> None:  # fmt: skip
    """Send a stage of EVENT, a book or an event on this server, to the Data Connector, and post its results.

    You can stop and restart this command and the Data Connector at any time; no result is posted twice. New rounds are
    sent as they are drawn.

    \b
    Example: overtrick bridgemate connect coast-swiss-pairs --host 192.168.1.50
    """
    desk = open_desk(event)
    chosen = stage_of(desk.event(), stage).plan.name
    plan = device_plan(desk.event(), chosen)
    line = Connection(desk, chosen, DataConnector(f"http://{host}:{port}", plan.guid, club, licence), as_json)
    until = monotonic() + (seconds or 0)
    line.say(f"Exchanging results of {chosen} with {host}:{port}. Press Ctrl-C to stop.")
    while True:
        try:
            line.look()
        except Away as fault:
            line.plan = None
            click.echo(f"{fault} Retrying.", err=True)
        if seconds is not None and monotonic() >= until:
            return
        sleep(every)


@dataclass(slots=True)
class Connection:
    """A session on the connector; *plan* is the last plan sent, or None if that is not known."""

    desk: Desk
    stage: str
    connector: DataConnector
    as_json: bool = False
    plan: Plan | None = None
    seen: int = 0

    def look(self) -> None:
        """Send new seats and post new results; after an interruption, read the queues from the beginning.

        Items are acknowledged only after they are posted, so a crash in between loses nothing.
        """
        everything = self.plan is None
        self._send()
        results = self.connector.results(everything=everything)
        tell(take(self.desk, self.stage, words_of(results.items)), as_json=self.as_json)
        self.connector.accept(results)
        people = self.connector.people(everything=everything)
        for each in introduce(self.desk, self.stage, sat_of(people.items)):
            self.say(each.says)
        self.connector.accept(people)
        calls = self.connector.calls(everything=everything)
        take_calls(self.desk, self.stage, calls_of(calls.items))
        self.connector.accept(calls)

    def say(self, what: str) -> None:
        """Print a message, unless the output is JSON."""
        if not self.as_json:
            show_lines(what)

    def _send(self) -> None:
        event = self.desk.event()
        if self.plan is not None and event.last == self.seen:
            return
        plan = device_plan(event, self.stage)
        if self.plan is None:
            known = self.connector.begin(plan, datetime.now())  # noqa: DTZ005 - devices have the room's own time
            self.say("Session resumed." if known else "Session started.")
        elif plan.plays != self.plan.plays:
            self.connector.update(plan)
            self.say("New seating sent.")
        self.plan, self.seen = plan, event.last
