"""A whole selection year played: its qualifying events, nominations, fields, trials and teams, from a seed."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import (
    Act,
    BerthDeclined,
    ClubQualifier,
    FieldClosed,
    LotDrawn,
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
)
from overtrick.core.event.fold.tournament import PlanFor, Tournament
from overtrick.core.exact import Exact
from overtrick.core.selection.events import EntryUnit, SelectedEvent
from overtrick.core.selection.rules import Selection
from overtrick.core.selection_year.crediting import credits_of
from overtrick.core.selection_year.fields import berth_lot, propose_field
from overtrick.core.selection_year.year import SelectionYear, current_field, team_of
from overtrick.director.posting import Poster, decided_on, keep
from overtrick.director.selection import decide_selection
from overtrick.lab.fault_rates import USUAL_FAULTS, Faults
from overtrick.lab.rehearsal import Rehearsal
from overtrick.ledger.memory import MemoryBook

PLAYERS = 96
TEAMS = 12
PAIRS_NOMINATED = (18, 26)


@dataclass(frozen=True, slots=True)
class PlayedBook:
    """An event that was played for the year: its id, the name of its book, and its postings."""

    event: str
    name: str
    postings: tuple[Posting, ...]


@dataclass(slots=True)
class YearRehearsal:
    """A selection year being played: its book, the books of its events, the dice, and the strengths of the players.

    *plans* returns the regulation of an event by its id, and `None` for one that is not played here; *fingerprint*
    names the edition of the rules for an event, or for the document itself.
    """

    rules: Selection
    document: str
    year: int
    plans: Callable[[str], PlanFor | None]
    dice: Random
    entries: Callable[[str], int]
    faults: Faults = USUAL_FAULTS
    fingerprint: Callable[[str], str] = str
    program: str = ""
    book: MemoryBook = field(default_factory=MemoryBook)
    books: list[PlayedBook] = field(default_factory=list)
    state: SelectionYear = field(init=False)
    strength: dict[str, float] = field(default_factory=dict)
    clock: int = 0

    def __post_init__(self) -> None:
        self.state = SelectionYear(self.rules)

    def do(self, act: Act) -> None:
        """Decide on an act, post the result, and fold it."""
        self.clock += 1
        month, day = 1 + self.clock // 340 % 12, 1 + self.clock % 28
        at = f"{self.year - 1 + self.clock // 4080:04}-{month:02}-{day:02}T20:00:00+09:30"
        keep(
            self.state,
            self.book,
            decided_on(self.state, act, Poster("rehearsal", at, str(self.clock)), decide_selection),
        )

    def play(self) -> list[Posting]:
        """Play the year from its first qualifying event to its ratified teams."""
        self.strength = {f"Player {number}": self.dice.gauss(0, 1) for number in range(1, PLAYERS + 1)}
        self.do(SelectionOpened(self.document, self.year, self.fingerprint(self.document), self.program))
        for event in self.rules.ledger.events.values():
            self._event(event)
        for club in ("North", "South", "West"):
            self.do(ClubQualifier(club, self.dice.choice((0, 3, 6, 11)), "the club's report"))
        for target in self.rules.teams:
            self._team(target)
        return list(self.book.postings())

    def _event(self, event: SelectedEvent) -> None:
        """Play an event of the year here, or enter its placings from a results sheet."""
        if event.kind is EntryUnit.MEMBERSHIP:
            members = tuple(self.dice.sample(sorted(self.strength), 6))
            place = self.dice.randint(1, 4)
            self.do(PlacingCredited(event.id, members, place, f"a letter on the {event.name}", size=len(members)))
            return
        if event.played and self.plans(event.played) is not None:
            if event.played not in (each.event for each in self.books):
                rosters = self._teams() if event.kind is EntryUnit.TEAMS else ()
                self._credit(self._play_event(event.played, event.id, rosters), f"book {event.id}")
            return
        rosters = self._pairs() if event.kind is EntryUnit.PAIRS else self._teams()
        order = sorted(rosters, key=lambda names: -self._worth(names) - self.dice.gauss(0, 0.5))
        for place, names in enumerate(order[:10], start=1):
            size = len(names) if event.kind is EntryUnit.TEAMS else 0
            self.do(PlacingCredited(event.id, names, place, f"results sheet of the {event.name}", size=size))

    def _credit(self, event: Tournament, source: str) -> None:
        """Credit everything that an event earned."""
        for act in credits_of(event, self.rules.ledger, source):
            self.do(act)

    def _play_event(self, event: str, name: str, rosters: Sequence[tuple[str, ...]] = ()) -> Tournament:
        """Play an event into a book of this name, which the year's book cites as its source."""
        plan = self.plans(event)
        if plan is None:
            raise DirectorError("There is no event {event} to play", event=event)
        chosen = tuple(rosters) or tuple(self._pairs()[: self.entries(event)])
        seed = f"{self.dice.random():.12f}"
        rehearsal = Rehearsal(
            plan, event, Random(seed), self.faults, rules=self.fingerprint(event), program=self.program,  # noqa: S311 - a rehearsal, not a lot
            rosters=chosen, strengths=self.strength,
        )  # fmt: skip
        postings = rehearsal.play(len(chosen))
        self.books.append(PlayedBook(event, name, tuple(postings)))
        return rehearsal.state

    def _pairs(self) -> list[tuple[str, ...]]:
        """Everyone with a partner: the usual one, or occasionally another."""
        names = list(self.strength)
        usual = [(names[at], names[at + 1]) for at in range(0, len(names) - 1, 2)]
        self.dice.shuffle(usual)
        swapped = []
        while len(usual) > 1:
            one, two = usual.pop(), usual.pop()
            swapped += [(one[0], two[0]), (one[1], two[1])] if self.dice.random() < 0.2 else [one, two]
        return [*swapped, *usual]

    def _teams(self) -> list[tuple[str, ...]]:
        """Teams of four, five and six."""
        left = self._pairs()
        found = []
        for _ in range(TEAMS):
            size = self.dice.choice((4, 5, 6))
            members = [left.pop() for _ in range((size + 1) // 2)]
            found.append(tuple(player for pair in members for player in pair)[:size])
        return found

    def _worth(self, names: Sequence[str]) -> float:
        return sum(self.strength[name] for name in names) / len(names)

    def _team(self, target: str) -> None:
        """Nominate, close the field, play the trials and pick a team, with some players who cannot go."""
        rule = self.rules.teams[target]
        earned: defaultdict[str, Exact] = defaultdict(int)
        for award in self.state.awards:
            earned[award.player] += award.amount.value
        pairs = sorted(self._pairs(), key=lambda pair: -sum(earned[name] for name in pair))
        for one, two in pairs[: self.dice.randint(*PAIRS_NOMINATED)]:
            self.do(PairNominated(target, f"{one} and {two}", (one, two)))
        if not rule.trial or self.plans(rule.trial) is None:
            return
        self._close(target)
        closed = self.state.closed[target]
        if closed.places and rule.day:
            order = self._play_trial(target, rule.day, closed.qualifiers)
            self.do(QualifyingDayPlaced(target, order, f"book {self.books[-1].name}"))
        if self.dice.random() < 0.5 and closed.reserves:
            self.do(BerthDeclined(target, self.dice.choice(current_field(self.state, target)), "overseas"))
        order = self._play_trial(target, rule.trial, current_field(self.state, target))
        self.do(TrialPlaced(target, order, f"book {self.books[-1].name}"))
        self._pick(target, order)

    def _close(self, target: str) -> None:
        """Close a field, drawing a lot where only that can decide."""
        field_rule = self.rules.fields.get(target)
        if field_rule is not None and field_rule.rank.may_be_extended(len(self.state.nominated[target])):
            self.do(RankRelaxed(target, "few pairs nominated"))
        try:
            act: FieldClosed = propose_field(self.state, target).act
        except DirectorError:
            names = list(self.state.nominated[target])
            self.dice.shuffle(names)
            self.do(LotDrawn(berth_lot(target), order=tuple(names)))
            act = propose_field(self.state, target).act
        self.do(act)

    def _play_trial(self, target: str, event: str, pairs: Sequence[str]) -> tuple[str, ...]:
        """Play a trial with these pairs; return those placed in it, in order."""
        named: Mapping[tuple[str, ...], str] = {
            act.players: name for name, act in self.state.nominated[target].items() if name in pairs
        }
        players = {name: players for players, name in named.items()}
        played = self._play_event(event, event.rpartition("/")[2], [players[name] for name in pairs])
        state = list(played.stages.values())[-1]
        rows = [row for row in state.standings(state.fields[0].name).rows if row.placed]
        entered = {
            contestant: tuple(player.name for player in entry.players) for contestant, entry in played.entries.items()
        }
        return tuple(named[entered[row.contestant]] for row in rows if state.wins(row.contestant))

    def _pick(self, target: str, order: Sequence[str]) -> None:
        if self.dice.random() < 0.5 and len(order) > 5:
            self.do(PairUnavailable(target, order[self.dice.randrange(3)], "work"))
        team = team_of(self.state, target).pairs
        self.do(TeamRatified(target, team, f"{self.year}-04-02"))
        if self.dice.random() < 0.5 and len(order) > 5:
            received = self.dice.choice((f"{self.year}-05-14", f"{self.year}-07-08"))
            accepted = self.dice.random() < 0.5
            self.do(TeamWithdrawal(target, self.dice.choice(team), received, accepted, "family"))
