"""A congress for tests: an event held in the database, its acts posted by the one way there is."""

from collections.abc import Iterable
from itertools import count

from overtrick.core.event.acts import Act, EntriesClosed, EntryTaken, EventOpened, LotDrawn, Posting, StageStarted
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.model import Player
from overtrick.director.draws import draft
from overtrick.director.entries import stage_fields
from overtrick.ledger.book import Draft
from overtrick.ledger.durable.book import DurableBook
from overtrick.regulations.plan.event_book import edition_for
from overtrick.web.congress.models import BookRecord, Congress
from overtrick.web.congress.post import post
from overtrick.web.congress.projections import Projection, event_projection, forget

_keys = count()


def hold(rules: str, slug: str = "an-event", title: str = "Swiss Pairs") -> BookRecord:
    """An event held at a congress, with nothing in its book."""
    forget(slug)
    congress, _ = Congress.objects.get_or_create(slug="winter", defaults={"name": "Winter Congress"})
    return BookRecord.objects.create(slug=slug, congress=congress, rules=rules, title=title)


def do(held: BookRecord, *acts: Act) -> None:
    """Post acts through the director."""
    for act in acts:
        post(held, act, "M. Lee", f"test {next(_keys)}")


def keep(held: BookRecord, postings: Iterable[Posting]) -> None:
    """Put a whole book into the database at once."""
    drafts = [Draft(posting.act, posting.by, posting.at, posting.key) for posting in postings]
    DurableBook(held.slug).append(drafts)


def started(held: BookRecord, entries: int) -> Projection[Tournament]:
    """The event opened and entered, its first stage begun."""
    do(held, EventOpened(held.rules, held.title, edition_for(held.rules).hash, "tests"))
    return entered(held, entries)


def entered(held: BookRecord, entries: int, names: tuple[str, ...] = ("Alder", "Birch")) -> Projection[Tournament]:
    """An event that is open, entered, its first stage begun."""
    for number in range(1, entries + 1):
        players = tuple(Player(f"{name} {number}") for name in names)
        do(held, EntryTaken(str(number), f"Pair {number}", players))
    do(held, EntriesClosed())
    now = event_projection(held)
    first = now.event.current_plan().stages[0]
    do(held, LotDrawn(first.name, seed="a lot"))
    do(held, StageStarted(first.name, stage_fields(now.event, first.name)))
    return event_projection(held)


def draw_next(held: BookRecord, seed: str = "draw") -> int:
    """Publish the next draw of the last stage; its round."""
    now = event_projection(held)
    stage = list(now.event.stages)[-1]
    do(held, draft(now.event, stage, seed))
    return now.event.stage(stage).last_round
