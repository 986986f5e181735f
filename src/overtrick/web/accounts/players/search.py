"""Search over public events: by the beginnings of words, in any order, without accents, and with limits on its cost.

The words are in a table of their own with an index on their beginnings, so that no database extension is needed.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet

from overtrick.web.accounts.players.keys import words_of
from overtrick.web.accounts.players.models import HiddenPerson, Player, Word
from overtrick.web.congress.models import BookRecord, Congress
from overtrick.web.organisations.models import Organisation, organisations_called

MOST = 30
"""The most results of each kind on a page."""
LOOKED_AT = 1000
"""The most words that are read for a kind: a very common word is not sorted just to show the first results."""
FAR = 20_000
"""The most rows of the rarest word that are read for a kind, if the search has several words."""
WORDS = 5
"""The most words of a search that count."""
LETTERS = 2
"""How many letters the longest word must have, in scripts with letters."""


@dataclass(frozen=True, slots=True)
class FoundPerson:
    """A person, with their organisation, name and number of public events."""

    organisation: str
    key: str
    name: str
    events: int


@dataclass(frozen=True, slots=True)
class FoundContestant:
    """A pair, a team or a player of an event."""

    record: BookRecord
    number: str
    called: str


@dataclass(frozen=True, slots=True)
class SearchResults:
    """The results of a search; *more* says that there are more than shown."""

    persons: tuple[FoundPerson, ...] = ()
    contestants: tuple[FoundContestant, ...] = ()
    events: tuple[BookRecord, ...] = ()
    congresses: tuple[Congress, ...] = ()
    organisations: tuple[Organisation, ...] = ()
    more: bool = False

    def __bool__(self) -> bool:
        return bool(self.persons or self.contestants or self.events or self.congresses or self.organisations)


def is_enough(words: Sequence[str]) -> bool:
    """Whether the words are long enough to search: two letters, or one character of a script with short words."""
    return any(len(word) >= LETTERS or not word.isascii() for word in words)


def search(asked: str, organisation: int | None = None) -> SearchResults:
    """The results for these words in all public events, or in those of an organisation."""
    words = sorted(words_of(asked)[:WORDS], key=len, reverse=True)
    if not is_enough(words):
        return SearchResults()
    persons, contestants = _persons(words, organisation), _contestants(words, organisation)
    slugs = _refs(Word.Kind.EVENT, words, organisation)
    events = list(BookRecord.objects.filter(slug__in=slugs).select_related("congress").order_by("-congress__starts"))
    names = _refs(Word.Kind.CONGRESS, words, organisation)
    congresses = list(Congress.objects.filter(slug__in=names).order_by("-starts", "name"))
    organisations = list(organisations_called(asked)[: MOST + 1]) if organisation is None else []
    kinds: tuple[Sequence[object], ...] = (persons, contestants, events, congresses, organisations)
    return SearchResults(
        tuple(persons[:MOST]),
        tuple(contestants[:MOST]),
        tuple(events[:MOST]),
        tuple(congresses[:MOST]),
        tuple(organisations[:MOST]),
        any(len(each) > MOST for each in kinds),
    )


def _words(kind: Word.Kind, words: Sequence[str], organisation: int | None) -> "QuerySet[Word]":
    """The rows of a word, or of the rarest of several words, for things that have the other words too.

    The rarest word is selected in a separate query with a limit, because the database would otherwise assume that kinds
    and words are independent and read all words book by book.
    """
    if len(words) == 1:
        return _beginning(kind, words[0], organisation).filter(record__shown=True)
    counts = {word: _beginning(kind, word, organisation)[:FAR].count() for word in words}
    rare = min(words, key=lambda word: counts[word])
    if not counts[rare]:
        return Word.objects.none()
    found = Word.objects.filter(pk__in=_beginning(kind, rare, organisation).values("pk")[:FAR], record__shown=True)
    for word in words:
        if word != rare:
            also = Word.objects.filter(record=OuterRef("record"), kind=kind, ref=OuterRef("ref"), word__startswith=word)
            found = found.filter(Exists(also))
    return found


def _beginning(kind: Word.Kind, word: str, organisation: int | None) -> "QuerySet[Word]":
    found = Word.objects.filter(kind=kind, word__startswith=word)
    return found if organisation is None else found.filter(organisation=organisation)


def _refs(kind: Word.Kind, words: Sequence[str], organisation: int | None) -> list[str]:
    found = _words(kind, words, organisation).values_list("ref", flat=True)
    return sorted(set(found[:LOOKED_AT]))[: MOST + 1]


def _persons(words: Sequence[str], organisation: int | None) -> list[FoundPerson]:
    hidden = HiddenPerson.objects.filter(organisation=OuterRef("organisation"), person=OuterRef("ref"))
    refs = _words(Word.Kind.PERSON, words, organisation).filter(~Exists(hidden)).values_list("organisation", "ref")
    wanted = Q(pk=None)
    for whose, key in sorted(set(refs[:LOOKED_AT]))[: MOST + 1]:
        wanted |= Q(organisation=whose, person=key)
    rows = (
        Player.objects.filter(wanted, record__shown=True)
        .values("organisation__slug", "person")
        .annotate(events=Count("record", distinct=True), called=Max("name"))
        .order_by("called", "person")
    )
    return [FoundPerson(row["organisation__slug"], row["person"], row["called"], row["events"]) for row in rows]


def _contestants(words: Sequence[str], organisation: int | None) -> list[FoundContestant]:
    refs = _words(Word.Kind.CONTESTANT, words, organisation).values_list("record", "ref")
    wanted = Q(pk=None)
    for record, contestant in sorted(set(refs[:LOOKED_AT]))[: MOST + 1]:
        wanted |= Q(record=record, contestant=contestant)
    rows = Player.objects.filter(wanted, seat=0, record__shown=True).select_related("record__congress")
    return [FoundContestant(each.record, each.contestant, each.called) for each in rows.order_by("record", "called")]
