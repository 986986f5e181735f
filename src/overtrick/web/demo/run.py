"""Starting the demo: its database, its congress, its phones, and the server around them."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from overtrick.lab.rehearsal import Rehearsal
from overtrick.web.demo.books import EVENTS
from overtrick.web.demo.phones import Line, Phones
from overtrick.web.serving.run import Where, prepare, serve

OWN_TABLES = (1, 2)
"""The tables whose phones are left to whoever looks at the demo."""


@dataclass(frozen=True, slots=True)
class Told:
    """What the terminal shows: the events, who signs in how, and the links of tables that wait for a hand."""

    events: tuple[tuple[str, str, str], ...]
    sign_ins: tuple[tuple[str, str, str], ...]
    tables: tuple[tuple[int, str], ...]


@contextmanager
def kept_in(data: Path | None) -> Iterator[None]:
    """Keep the books in this folder; else where DATABASE_URL says; else in one that goes away with the demo."""
    os.environ.setdefault("OVERTRICK_LOG", "ERROR")  # a line for each message of a phone would hide what matters
    if data is not None:
        os.environ.pop("DATABASE_URL", None)
        os.environ["OVERTRICK_DATA"] = str(data.resolve())
        yield
    else:
        with TemporaryDirectory(prefix="overtrick-demo-") as folder:
            os.environ["OVERTRICK_DATA"] = folder
            yield


def rehearse() -> dict[str, Rehearsal]:
    """Every event played to its moment."""
    return {event.slug: event.rehearse() for event in EVENTS}


def set_up(rehearsals: Mapping[str, Rehearsal]) -> tuple[Told, dict[str, list[str]]]:
    """Bring the database to where the demo begins; what to tell, and the phones' links of each event."""
    prepare()
    from django.db import connections
    from django.utils import timezone

    from overtrick.ledger.durable.tenancy import DEFAULT, within
    from overtrick.web.congress.models import BookRecord
    from overtrick.web.demo import congress
    from overtrick.web.table.links import link, tables

    links: dict[str, list[str]] = {}
    own: list[tuple[int, str]] = []
    with within(DEFAULT):
        sign_ins = congress.set_up(rehearsals, timezone.localtime())
        for place, event in enumerate(EVENTS):
            record = BookRecord.objects.get(slug=event.slug)
            made = [(table, link(record, table, room)) for table, room in tables(rehearsals[event.slug].state)]
            if place == 0:
                own = [each for each in made if each[0] in OWN_TABLES]
            links[event.slug] = [token for table, token in made if (table, token) not in own]
    connections.close_all()
    events = tuple((event.slug, event.title, event.moment) for event in EVENTS)
    told = Told(events, tuple((each.office, each.name, each.password) for each in sign_ins), tuple(own))
    return told, links


def run(where: Where, links: Mapping[str, list[str]], rehearsals: Mapping[str, Rehearsal], pace: float) -> None:
    """Serve, with phones posting, until interrupted."""
    phones = [Phones(Line(where), tokens, rehearsals[slug], pace) for slug, tokens in links.items()]
    for each in phones:
        each.start()
    try:
        serve(where)
    finally:
        for each in phones:
            each.stop()
