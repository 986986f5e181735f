"""Starting the demo: its database, its congress, its phones, and the server around them."""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from overtrick.lab.rehearsal import Rehearsal
from overtrick.web.server.demo.books import EVENTS
from overtrick.web.server.demo.phones import Phones, ServerAccess
from overtrick.web.server.run import Where, prepare, serve

if TYPE_CHECKING:
    from overtrick.web.server.demo.director import SimulatedDirector, TableLinks

Announce = Callable[[str, str, tuple[tuple[int, str], ...]], None]
"""A function that shows an event that has begun: its slug, its title, and the links of the reader's tables."""

OWN_TABLES = (1, 2)
"""The tables that are left for the person who tries the demo."""


@dataclass(frozen=True, slots=True)
class DemoBriefing:
    """What the terminal shows: the events, the sign-ins, and the links of the tables left for the reader."""

    events: tuple[tuple[str, str, str], ...]
    sign_ins: tuple[tuple[str, str, str], ...]
    tables: tuple[tuple[int, str], ...]


@contextmanager
def kept_in(data: Path | None) -> Iterator[None]:
    """Store the books in this folder, or else where DATABASE_URL says, or else in a temporary folder."""
    os.environ.setdefault("OVERTRICK_LOG", "ERROR")  # a log line for every message would hide what matters
    if data is not None:
        os.environ.pop("DATABASE_URL", None)
        os.environ["OVERTRICK_DATA"] = str(data.resolve())
        yield
    else:
        with TemporaryDirectory(prefix="overtrick-demo-") as folder:
            os.environ["OVERTRICK_DATA"] = folder
            yield


def rehearse() -> dict[str, Rehearsal]:
    """Rehearse every event to its moment."""
    return {event.slug: event.rehearse() for event in EVENTS}


def set_up(rehearsals: Mapping[str, Rehearsal]) -> tuple[DemoBriefing, "dict[str, TableLinks]"]:
    """Prepare the database for the demo; return what the terminal shows, and the links of each event's tables."""
    prepare()
    from django.db import connections
    from django.utils import timezone

    from overtrick.ledger.durable.tenancy import DEFAULT, use_organisation
    from overtrick.web.congress.models import BookRecord
    from overtrick.web.server.demo import congress
    from overtrick.web.server.demo.director import table_links

    links: dict[str, TableLinks] = {}
    with use_organisation(DEFAULT):
        sign_ins = congress.set_up(rehearsals, timezone.localtime())
        for place, event in enumerate(EVENTS):
            record = BookRecord.objects.get(slug=event.slug)
            links[event.slug] = table_links(record, rehearsals[event.slug].state, OWN_TABLES if place == 0 else ())
    connections.close_all()
    events = tuple((event.slug, event.title, event.moment) for event in EVENTS)
    told = DemoBriefing(
        events, tuple((each.office, each.name, each.password) for each in sign_ins), links[EVENTS[0].slug].reader
    )
    return told, links


def run(
    where: Where,
    links: "Mapping[str, TableLinks]",
    rehearsals: Mapping[str, Rehearsal],
    pace: float,
    announce: Announce,
) -> None:
    """Serve, with phones posting and the first event kept going, until interrupted."""
    line, first = ServerAccess(where), EVENTS[0].slug
    phones = {slug: Phones(line, each.others, rehearsals[slug], pace) for slug, each in links.items()}
    director = _director(line, links[first], rehearsals[first], phones[first], announce)
    for each in phones.values():
        each.start()
    director.start(line)
    try:
        serve(where)
    finally:
        director.stop()
        for each in phones.values():
            each.stop()


def _director(
    line: ServerAccess, links: "TableLinks", rehearsal: Rehearsal, phones: Phones, announce: Announce
) -> "SimulatedDirector":
    """The simulated director of the first event, at the pace of its phones."""
    from overtrick.web.server.demo.director import SimulatedDirector

    return SimulatedDirector(
        EVENTS[0], links, rehearsal, phones,
        lambda tokens, played, prefix: Phones(line, tokens, played, phones.pace, prefix),
        lambda event, made: announce(event.slug, event.title, made.reader),
        pace=phones.pace,
    )  # fmt: skip
