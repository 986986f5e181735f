"""What the other books of an organisation say of the people whom someone enters or nominates.

Nothing is kept here: the register says in which shown books a person is, and those books say what they say. A person
is a number or an official's word (decision 81). Selection years know players by name alone, so what one year says of
a name is a caution in another, never a refusal.
"""

from collections.abc import Iterator
from datetime import date

from overtrick.core.event.acts import Act, EntryTaken, PairNominated, SanctionGiven
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.model.contestants import Player as Entered
from overtrick.core.model.written import read_day
from overtrick.core.wording import Phrase, Said, phrase
from overtrick.director.people import Statement, barred_from_selection, barred_in, check_people, resolve_bar
from overtrick.ledger.durable.models import Line
from overtrick.ledger.durable.tenancy import use_organisation
from overtrick.web.accounts.players.keys import key_of_number
from overtrick.web.accounts.players.models import Player
from overtrick.web.accounts.players.register import list_players
from overtrick.web.congress.models import BookRecord, Kind
from overtrick.web.congress.projections import Projection, event_projection, year_projection


def ask_people(now: Projection[Tournament], act: Act, at: str) -> tuple[Said, ...]:
    """What an official should know of the people in an act before it is posted; refused where a clause says so."""
    on = read_day(at[:10])
    if isinstance(act, PairNominated):
        with use_organisation(now.book.organisation):
            return tuple(_nomination_warnings(BookRecord.objects.get(pk=now.slug), act, on))
    if not isinstance(act, EntryTaken) or act.house:
        return ()
    keys = {key: player for player in act.players if (key := key_of_number(player.number))}
    if not keys:
        return ()
    list_players(now.book.organisation)
    with use_organisation(now.book.organisation):
        statements = list(_statements(BookRecord.objects.get(pk=now.slug), keys, on))
    with now.lock:
        return check_people(now.event, act, on, statements)


def _statements(record: BookRecord, keys: dict[str, Entered], on: date) -> Iterator[Statement]:
    """What the books in which these people are say of them.

    A regular player is in hundreds of books: only those with a sanction are opened.
    """
    rows = Player.objects.filter(organisation=record.organisation_id, person__in=keys, record__kind=Kind.EVENT)
    found: dict[str, list[Player]] = {}
    for row in rows.filter(record__shown=True).select_related("record").order_by("record", "contestant"):
        found.setdefault(row.record_id, []).append(row)
    given = Line.objects.filter(event__in=found, act=SanctionGiven.called)
    sanctioned = set(given.values_list("event", flat=True))
    for slug, listed in found.items():
        if slug in sanctioned:
            people = {(row.contestant, row.name): keys[row.person] for row in listed}
            yield from _bars(listed[0].record, record, people)
        yield from _selections(listed, record, keys, on)


def _bars(book: BookRecord, asking: BookRecord, people: dict[tuple[str, str], Entered]) -> Iterator[Statement]:
    """The bars that a book's sanctions bring these people."""
    other = event_projection(book)
    with other.lock:
        barred = list(barred_in(other.event, lambda number: next(other.book.postings(number - 1)).at))
        event = other.event.any_plan().id
    for each in barred:
        person = people.get((each.contestant[:40], each.player.name[:200]))
        if person is not None:
            own = book.pk == asking.pk
            bar = resolve_bar(each.bar, event, this=own, next_one=not own and _next_running(book, asking))
            yield Statement(person, book.title, bar)


def _next_running(book: BookRecord, asking: BookRecord) -> bool:
    """Whether no other shown book by the same rules was opened after this one and before the one that asks."""
    if book.rules != asking.rules:
        return False
    same = BookRecord.objects.filter(organisation=book.organisation_id, rules=book.rules, shown=True)
    names = {*same.values_list("pk", flat=True), asking.pk}
    opened = dict(Line.objects.filter(event__in=names, number=1).values_list("event", "at"))
    first, last = opened[book.pk], opened.get(asking.pk, "~")  # a book without a posting is opened after all others
    return not any(first < at < last for slug, at in opened.items() if slug not in (book.pk, asking.pk))


def _selections(rows: list[Player], asking: BookRecord, keys: dict[str, Entered], on: date) -> Iterator[Statement]:
    """The states whose selection people entered in a book, and the day on which they did."""
    book = rows[0].record
    own = event_projection(asking)
    with own.lock:
        plan = own.event.any_plan()
    rule = plan.stages[0].rules.players.first_entered
    state = next((e.state for e in rule.selections if (e.event, e.team) == (book.rules, plan.id)), "") if rule else ""
    if rule is None or not state:
        return
    taken: dict[str, date] = {}
    for posting in event_projection(book).book.postings():
        if isinstance(posting.act, EntryTaken):
            taken.setdefault(posting.act.contestant, read_day(posting.at[:10]))
    for row in rows:
        entered = taken.get(row.contestant)
        if entered is not None and 0 <= (on - entered).days <= (rule.days or (on - entered).days):
            yield Statement(keys[row.person], book.title, state=state, entered=entered)


def _nomination_warnings(record: BookRecord, act: PairNominated, on: date) -> Iterator[Phrase]:
    """Players of a nomination whose name another selection year bars: whether it is the same person, people know."""
    years = BookRecord.objects.filter(organisation=record.organisation_id, kind=Kind.YEAR).exclude(pk=record.pk)
    for each in years:
        year = year_projection(each)
        with year.lock:
            barred = list(barred_from_selection(year.event))
        for player, given in barred:
            if player in act.players and given.runs_on(on):
                yield phrase(
                    "{player} is barred from selection[ until {last:date}] in {book} ({clause}). "
                    "If this is the same person, withdraw the nomination",
                    player=player, last=given.last, book=each.title, clause=given.clause,
                )  # fmt: skip
