"""A selection year: its book folded into the present points, fields and teams.

The book holds placings, nominations and decisions. The awards for placings, their value to pairs, the berths and
the teams are calculated here each time; they are never posted as facts, except a
field when it is closed.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from overtrick.core.conduct.eligibility import Bar, bar
from overtrick.core.conduct.entries import Offer, Replacement, club_places, even_field, fill_place, offer_places
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import (
    BerthDeclined,
    ClubQualifier,
    FieldClosed,
    LotDrawn,
    OfferRanked,
    PairExempted,
    PairNominated,
    PairUnavailable,
    PlacingCredited,
    Posting,
    QualifyingDayPlaced,
    RankRelaxed,
    SelectionOpened,
    TeamRatified,
    TeamWithdrawal,
    TrialPlaced,
    Unread,
)
from overtrick.core.event.acts.table import ActTable
from overtrick.core.event.fold.replaying import SetAside, put_aside, refold
from overtrick.core.exact import Exact
from overtrick.core.lots import Lots
from overtrick.core.model.written import read_day
from overtrick.core.provenance import Figure
from overtrick.core.ranking.chance import Lot
from overtrick.core.selection.awards import Award, awards_for, player_points, rank_players
from overtrick.core.selection.credits import Nomination, PairCredits, Target, pair_credits
from overtrick.core.selection.events import Entry
from overtrick.core.selection.rules import Selection
from overtrick.core.selection.teams import pick_team

folds_in_year: ActTable[None] = ActTable("fold it into a selection year")
"""The functions that fold the acts of a selection year, each called with the year, the act and its posting."""


@dataclass(slots=True)
class SelectionYear:
    """The state of a selection year after its last posting. Only `post` changes it.

    *rules* are those of the document until the book names its *edition*; then those of the edition, if *editions*
    has it.
    """

    rules: Selection
    editions: Callable[[str], Selection | None] | None = None
    edition: str = ""
    opened: SelectionOpened | None = None
    readings: dict[str, str] = field(default_factory=dict)
    placings: dict[int, PlacingCredited] = field(default_factory=dict)
    nominated: dict[str, dict[str, PairNominated]] = field(default_factory=dict)
    withdrew: dict[str, list[PairNominated]] = field(default_factory=dict)
    exempt: dict[str, list[PairExempted]] = field(default_factory=dict)
    relaxed: dict[str, RankRelaxed] = field(default_factory=dict)
    lots: dict[str, LotDrawn] = field(default_factory=dict)
    closed: dict[str, FieldClosed] = field(default_factory=dict)
    days: dict[str, QualifyingDayPlaced] = field(default_factory=dict)
    declined: dict[str, list[BerthDeclined]] = field(default_factory=dict)
    trials: dict[str, TrialPlaced] = field(default_factory=dict)
    unavailable: dict[str, list[PairUnavailable]] = field(default_factory=dict)
    left: dict[str, list[TeamWithdrawal]] = field(default_factory=dict)
    ratified: dict[str, TeamRatified] = field(default_factory=dict)
    clubs: dict[str, ClubQualifier] = field(default_factory=dict)
    offers: dict[str, OfferRanked] = field(default_factory=dict)
    notes: list[tuple[int, str]] = field(default_factory=list)
    aside: dict[int, SetAside] = field(default_factory=dict)
    last: int = 0
    gone: frozenset[int] = frozenset()

    def post(self, posting: Posting) -> None:
        """Fold one more posting; one with an unreadable act is set aside."""
        if isinstance(posting.act, Unread):
            put_aside(self, posting, posting.act.why)
            return
        if type(posting.act) not in folds_in_year:
            raise DirectorError(
                "“{called}” does not belong in the book of a selection year",
                remedy="Post this act in the book of its event.",
                called=posting.act.called,
            )
        folds_in_year[type(posting.act)](self, posting.act, posting)
        self.last = posting.number

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entries that were placed in events that earn points."""
        return tuple(entry_of(act, f", posting {number}") for number, act in self.placings.items())

    @property
    def awards(self) -> tuple[Award, ...]:
        """Each player's awards, before nominations."""
        return awards_for(self.entries, self.rules.ledger)

    def nominations(self, target: str) -> tuple[Nomination, ...]:
        """The pairs that nominated for a team, in the order of their nominations."""
        return tuple(Nomination(act.pair, act.players) for act in self.nominated.get(target, {}).values())

    def lot(self, about: str) -> Lot | None:
        """The recorded lot with this name, if it was drawn."""
        act = self.lots.get(about)
        return None if act is None else act.order or Lots(act.seed)


def fold_year(
    rules: Selection, postings: Iterable[Posting], editions: Callable[[str], Selection | None] | None = None
) -> SelectionYear:
    """The state of the selection year after these postings; those that cannot be folded are set aside."""
    return refold(lambda: SelectionYear(rules, editions), postings)


def entry_of(act: PlacingCredited, where: str = "") -> Entry:
    """A placing as an entry for the points; *where* names its posting."""
    lacking = tuple((each.player, each.need) for each in act.lacking)
    return Entry(act.event, act.members, act.place, act.size or None, act.tied, lacking, f"{act.source}{where}")


def points_of(year: SelectionYear, target: str) -> tuple[PairCredits, ...]:
    """The nominated pairs' credits towards a team, highest first."""
    rule = target_of(year, target)
    awards = year.awards
    found = [pair_credits(each, awards, rule) for each in year.nominations(target)]
    return tuple(sorted(found, key=lambda each: (-each.total.value, each.nomination.name)))


def target_of(year: SelectionYear, target: str) -> Target:
    """The rules for a team."""
    if target not in year.rules.targets:
        raise DirectorError(
            "There is no team called “{target}”",
            remedy="Teams to be selected: {targets:,}.",
            target=target,
            targets=tuple(year.rules.targets),
        )
    return year.rules.targets[target]


def players_of(year: SelectionYear, currency: str) -> Mapping[str, Figure[Exact]]:
    """Each player's own points in one currency, before any halving for a partnership."""
    return player_points(year.awards, currency, year.rules.ledger.ties)


def ranks_of(year: SelectionYear, currency: str) -> Mapping[str, int]:
    """Each player's rank by own points in one currency."""
    return rank_players({player: figure.value for player, figure in players_of(year, currency).items()})


def current_field(year: SelectionYear, target: str) -> tuple[str, ...]:
    """The pairs that now have a berth: as closed, with those from a qualifying day and replacements."""
    closed = year.closed.get(target)
    if closed is None:
        raise DirectorError(
            "The field for the {target} trials is not closed", remedy="Close the field first.", target=target
        )
    gone = {act.pair for act in year.declined.get(target, ())}
    day = year.days[target].order if target in year.days else ()
    through = tuple(pair for pair in day if pair not in gone)
    wanted = len(closed.berths) + (closed.places if day else 0)
    stay = [pair for pair in (*closed.berths, *through[: closed.places]) if pair not in gone]
    waiting = [pair for pair in (*closed.reserves, *through[closed.places :]) if pair not in gone and pair not in stay]
    return (*stay, *waiting[: wanted - len(stay)])


@dataclass(frozen=True, slots=True)
class TeamState:
    """The state of a team: its pairs, how each vacant place was filled, and who is barred for leaving."""

    pairs: tuple[str, ...]
    replacements: tuple[Replacement, ...]
    bars: Mapping[str, Bar]
    waits: tuple[str, ...]
    ratified: TeamRatified | None


def team_of(year: SelectionYear, target: str) -> TeamState:
    """The team: the highest-placed available pairs, and replacements."""
    trial = year.trials.get(target)
    if trial is None:
        raise DirectorError("The {target} trials have no result", remedy="Post the trial result first.", target=target)
    away = {act.pair for act in year.unavailable.get(target, ())}
    pairs = pick_team(trial.order, away, year.rules.teams[target])
    filled: list[Replacement] = []
    waits: list[str] = []
    bars: dict[str, Bar] = {}
    for act in year.left.get(target, ()):
        received = read_day(act.received)
        gone = away | {each.pair for each in year.left[target]}
        if year.rules.withdrew is not None and (barred := bar(year.rules.withdrew, received, excused=act.accepted)):
            bars[act.pair] = barred
        if year.rules.replacement is None:
            waits.append(act.pair)
            continue
        found = fill_place(
            year.rules.replacement, trial.order, pairs, act.pair, (received.month, received.day), unavailable=gone
        )
        filled.append(found)
        if found.team is None:
            pairs = tuple(pair for pair in pairs if pair != act.pair)
            waits.append(act.pair)
        else:
            pairs = found.team
    return TeamState(pairs, tuple(filled), bars, tuple(waits), year.ratified.get(target))


def offer_now(year: SelectionYear, name: str) -> Offer:
    """The contestants that are offered places down a ranking, passing over those that declined."""
    act = year.offers[name]
    declined = [each.pair for each in year.declined.get(name, ())]
    contending = dict.fromkeys(act.contending, True)
    return offer_places((year.rules.offers or {})[name], act.order, unavailable=declined, contending=contending)


def places_by_club(year: SelectionYear) -> Mapping[str, Figure[int]]:
    """The number of teams that each club may send, from its qualifying event; the last line makes the field even."""
    rule = year.rules.club_places
    if rule is None:
        raise DirectorError(
            "The regulations of this selection year give no places to clubs",
            remedy="Do not record club qualifiers in this selection year.",
        )
    found = {club: club_places(rule, act.teams or None) for club, act in sorted(year.clubs.items())}
    total = sum(figure.value for figure in found.values())
    return {**found, "in all, with one to make it even if need be": even_field(rule, total)}
