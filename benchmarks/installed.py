"""An installation to measure: Django configured for a temporary SQLite file, or for a given database."""

import logging
import os
import tempfile
from collections.abc import Iterable
from secrets import token_urlsafe
from unittest.mock import patch

import django
from large import EVENT

from overtrick.core.event.acts import Posting
from overtrick.core.event.fold.tournament import PlanFor

SLUG = "big"


def set_up(database: str = "") -> None:
    """Configure Django before anything that needs it is imported. The default is a new file in a new folder."""
    os.environ.update(DJANGO_SETTINGS_MODULE="overtrick.web.settings", OVERTRICK_LOG="ERROR")
    os.environ.setdefault("OVERTRICK_SECRET", token_urlsafe(40))
    os.environ["OVERTRICK_DATA"] = tempfile.mkdtemp(prefix="overtrick-bench-")
    os.environ.pop("DATABASE_URL", None)
    if database:
        os.environ["DATABASE_URL"] = database
    django.setup()
    logging.disable(logging.INFO)


def hold(plan: PlanFor, postings: Iterable[Posting]) -> None:
    """Migrate, and create an event with these postings in its book and this plan, whatever its file says of size."""
    from django.core.management import call_command

    from overtrick.ledger.codec import line_hash, write_posting
    from overtrick.ledger.durable.book import DurableBook
    from overtrick.web.congress.models import BookRecord, Congress

    call_command("migrate", verbosity=0)
    planned_so(plan)
    congress = Congress.objects.create(slug=SLUG, name="Big")
    BookRecord.objects.create(slug=SLUG, congress=congress, rules=EVENT, title="Big Swiss")
    lines, prev = [], ""
    for posting in postings:
        lines.append(write_posting(posting, prev))
        prev = line_hash(lines[-1])
    DurableBook(SLUG).take_lines(lines)


def planned_so(plan: PlanFor) -> None:
    """Plan events in this way for the life of this process, including those whose book names no edition."""
    from overtrick.regulations.plan import book_rules
    from overtrick.web.congress import book_kinds

    for place in (book_kinds, book_rules):
        patch.object(place, "plan_for", lambda _: plan).start()


def answered(status: int, wanted: int = 200) -> None:
    """Stop if a page did not answer as expected: its time would be meaningless."""
    if status != wanted:
        raise SystemExit(f"A page answered {status}, not {wanted}.")
