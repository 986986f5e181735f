"""The ladders of a congress, cached in the process and updated session by session as their books grow.

Every session is a book of its own. It joins a ladder once all of it has been played and it is public, so that a ladder
reveals nothing of a session in progress. The text of a ladder's rule is stored with it, as a book's rules are, so no
later edition changes an existing ladder.
"""

from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from threading import Lock
from time import monotonic

from overtrick.core.errors import DirectorError
from overtrick.core.event.after.ladder import EveningScores, evening_scores, ladder_of
from overtrick.core.event.after.simultaneous import is_finished
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.core.ranking.ladder import LadderRule, Rung
from overtrick.ledger.durable.models import Head
from overtrick.ledger.durable.texts import DurableTexts
from overtrick.regulations.read.editions import DOCUMENT, Edition, program_edition, use_edition
from overtrick.regulations.read.library import library
from overtrick.views.ladder import LadderPage, ladder_page
from overtrick.views.standings import current
from overtrick.web.congress.heats import SECONDS, StillReading
from overtrick.web.congress.models import BookRecord, Congress, Kind, Ladder
from overtrick.web.congress.projections import event_projection
from overtrick.web.organisations.rule_folders import current_folders, is_hidden, standing_edition

MOST = 16
"""The most ladders that are cached."""


def ladder_rules(organisation: int) -> Mapping[str, tuple[LadderRule, Edition]]:
    """The ladder rules that an organisation may choose from, by id, each with its edition."""
    own = [standing_edition(each) for each in current_folders(organisation) if not is_hidden(each)]
    found: dict[str, tuple[LadderRule, Edition]] = {}
    for edition in (program_edition(), *own):
        with use_edition(edition):
            for name, rule in library().all(LadderRule).items():
                found.setdefault(name, (rule, edition))
    return found


def set_rule(ladder: Ladder, name: str) -> None:
    """Set the rule of a ladder and store the rule's texts with it."""
    rule = ladder_rules(ladder.congress.whose).get(name)
    if rule is None:
        raise DirectorError(
            "There is no ladder rule called “{name}”", remedy="Choose from the list.", name=f"{name:.60}"
        )
    edition = rule[1].reached_from([f"{name.partition('/')[0]}/{DOCUMENT}"])
    DurableTexts().keep(edition)
    ladder.rule, ladder.edition = name, edition.hash


def has_rule(ladder: Ladder) -> bool:
    """Whether the texts of the ladder's rule are on this server."""
    return bool(ladder.edition) and DurableTexts().find(ladder.edition) is not None


def rule_of(ladder: Ladder) -> LadderRule:
    """The rule of a ladder, as it was when it was chosen."""
    edition = DurableTexts().find(ladder.edition)
    if edition is None:
        raise DirectorError(
            "The rules of {title} are not on this server",
            remedy="Choose the ladder’s rule again at the desk.",
            title=ladder.title,
        )
    with use_edition(edition):
        return library().get(LadderRule, ladder.rule)


def evenings_of(ladder: Ladder) -> list[BookRecord]:
    """The public events that count for a ladder, in its order."""
    rows = BookRecord.objects.filter(slug__in=ladder.events, kind=Kind.EVENT, organisation=ladder.organisation_id)
    found = {each.slug: each for each in rows.filter(shown=True).select_related("congress")}
    return [found[slug] for slug in ladder.events if slug in found]


class StandingLadder:
    """A ladder as its books stand. Hold `lock` while reading.

    *refused* is the reason why it cannot be made, if there is one. *behind* is the number of sessions whose books have
    not been read yet; nothing is shown until it is 0.
    """

    def __init__(self) -> None:
        self.lock = Lock()
        self.behind = 0
        self._of: tuple[str, ...] = ()
        self._seen: dict[str, str] = {}
        self._made: dict[str, EveningScores | DirectorError] = {}
        self._clear()

    def _clear(self) -> None:
        self.refused: DirectorError | None = None
        self.page: LadderPage | None = None
        self.rungs: tuple[Rung, ...] = ()
        self.names: dict[str, str] = {}
        self.tag = ""

    def catch_up(self, ladder: Ladder, evenings: Sequence[BookRecord]) -> None:
        """Update every session that is new or whose book has grown, and drop those that no longer count."""
        own = (ladder.title, ladder.rule, ladder.edition, *(f"{each.slug} {each.title}" for each in evenings))
        if own[1:3] != self._of[1:3]:
            self._seen, self._made = {}, {}
        slugs = [each.slug for each in evenings]
        ends = dict(Head.objects.filter(event__in=slugs).values_list("event", "fingerprint"))
        grown = [each for each in evenings if ends.get(each.slug, "") != self._seen.get(each.slug, "")]
        if not grown and own == self._of:
            return
        self._of, self.behind, began = own, 0, monotonic()
        try:
            rule = rule_of(ladder)
        except DirectorError as refused:
            self._clear()
            self.refused, self.tag = refused, sha256("\n".join(own).encode()).hexdigest()[:24]
            return
        while grown and monotonic() - began < SECONDS:
            self._take(grown.pop(), rule)
        self.behind = len(grown)
        if not grown:
            self._make(rule, evenings)

    def _take(self, record: BookRecord, rule: LadderRule) -> None:
        now = event_projection(record)
        with now.lock:
            state = current(now.event)
            self._made.pop(record.slug, None)
            if state is not None and is_finished(state):
                self._made[record.slug] = _scores(now.event, state, rule)
            self._seen[record.slug] = now.fingerprint

    def _make(self, rule: LadderRule, evenings: Sequence[BookRecord]) -> None:
        self._clear()
        there = [each for each in evenings if each.slug in self._made]
        titles = [each.title for each in there]
        self.names = {
            each.slug: each.title if titles.count(each.title) == 1 else f"{each.title} ({each.slug})" for each in there
        }
        made = {self.names[each.slug]: self._made[each.slug] for each in there}
        try:
            self.rungs = ladder_of({name: _or_refused(each) for name, each in made.items()}, rule)
            self.page = ladder_page(rule, tuple(self.names.values()), self.rungs, tuple(self.names))
        except DirectorError as refused:
            self.refused = refused
        ends = [f"{each.slug} {self._seen.get(each.slug, '')}" for each in evenings]
        self.tag = sha256("\n".join([*self._of, *ends]).encode()).hexdigest()[:24]


def _scores(event: Tournament, state: StageState, rule: LadderRule) -> EveningScores | DirectorError:
    """The scores of a session, or the reason why it cannot be counted."""
    try:
        return evening_scores(event, state, rule)
    except DirectorError as refused:
        return refused


def _or_refused(made: EveningScores | DirectorError) -> EveningScores:
    if isinstance(made, DirectorError):
        raise made.with_traceback(None)
    return made


_kept: OrderedDict[int, StandingLadder] = OrderedDict()
_lock = Lock()


@contextmanager
def standing_ladder(ladder: Ladder) -> Iterator[StandingLadder]:
    """A ladder, caught up and locked while it is read; `StillReading` if not every book is read yet."""
    with _lock:
        found = _kept.setdefault(ladder.pk, StandingLadder())
        _kept.move_to_end(ladder.pk)
        while len(_kept) > MOST:
            _kept.popitem(last=False)
    evenings = evenings_of(ladder)
    with found.lock:
        found.catch_up(ladder, evenings)
        if found.behind:
            raise StillReading(len(evenings) - found.behind, len(evenings))
        yield found


def ladders_of(congress: Congress) -> list[Ladder]:
    """The ladders of a congress that have something to show, by title."""
    return [each for each in congress.ladders.all() if evenings_of(each)]
