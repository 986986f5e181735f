"""A stage that is given the totals of its matches instead of its results at the tables.

Everything else is the core's own: this only substitutes a card for the one that results would make.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields

from overtrick.core.event.acts import Seating
from overtrick.core.event.plan.stages import Stage
from overtrick.core.event.play.by_matches import ranks_by_boards
from overtrick.core.event.play.cache import invalidate
from overtrick.core.event.play.dependencies import CARDS
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.score.cards import MatchCard
from overtrick.core.laws.table_score import Credit
from overtrick.core.provenance import IMPS, Figure
from overtrick.core.ranking.measures import MatchLine
from overtrick.core.scoring.match import MatchRule, SideScore, credited_score, net_imps
from overtrick.core.scoring.patton import Patton

At = tuple[int, int]
"""A round and a table."""

Swings = Sequence[int]
"""The IMPs of each board of a match, for the first side."""


def by_totals(plan: Stage) -> bool:
    """Whether a stage can be given totals: it has matches of two sides, counted in IMPs."""
    patton = any(isinstance(conversion, Patton) for _, conversion in plan.scoring.match.conversions)
    counted = plan.scoring.nets_in == IMPS and plan.scoring.percent is None and not patton
    return bool(plan.play.adds_up) or (counted and not plan.play.by_session and not plan.in_season)


@dataclass(slots=True)
class StageByTotals(StageState):
    """A stage with given match totals; a match without them has its boards."""

    known: dict[At, MatchCard] = field(default_factory=dict)
    settled: dict[tuple[str, int], MatchLine] = field(default_factory=dict)

    @classmethod
    def of(cls, state: StageState) -> "StageByTotals":
        """The same stage, ready to be given match totals."""
        return cls(**{each.name: getattr(state, each.name) for each in fields(StageState)})

    def give(self, number: int, matches: Mapping[int, Swings]) -> None:
        """Set the boards of matches of a round, by table."""
        seatings = self.round(number).seatings
        given = {(number, table): self._card(seatings[table], swings) for table, swings in matches.items()}
        self.known |= given
        invalidate(self, CARDS, list(given))

    def card(self, number: int, table: int) -> MatchCard:
        """The match at a table: as it was given, or from its results."""
        known = self.known.get((number, table))
        return StageState.card(self, number, table) if known is None else known

    def match_line(self, contestant: str, number: int) -> MatchLine | None:
        """A contestant's match in a round; it is cached for a closed round.

        Nothing can change it: in a study there are no penalties, forfeits or withdrawals. Where the score of a match
        depends on other matches it is calculated as usual.
        """
        if self.plan.opposed is not None:
            return StageState.match_line(self, contestant, number)
        line = self.settled.get((contestant, number))
        if line is None:
            line = StageState.match_line(self, contestant, number)
            if line is not None and self.rounds[number].closed:
                self.settled[contestant, number] = line
        return line

    def missing(self, number: int) -> tuple[tuple[int, str, int], ...]:
        """The results a round still lacks, of matches that are not given."""
        return tuple(place for place in StageState.missing(self, number) if (number, place[0]) not in self.known)

    def missing_triangle_results(self, number: int) -> list[tuple[int, str, int]]:
        """The missing results of triangles that end with a round, of matches that are not given."""
        return [
            place
            for place in StageState.missing_triangle_results(self, number)
            if (number - 1, place[0]) not in self.known
        ]

    def _card(self, seating: Seating, swings: Swings) -> MatchCard:
        """The card of a match: board by board where boards affect the ranking, else each side's total as one board."""
        rule, played = self.plan.scoring.match, len(swings)
        announced = played if self.plan.scoring.in_rooms else self.plan.boards
        long = rule.length.length_for(announced, played)
        if ranks_by_boards(self):
            boards, first, second = _score_swings(rule, long, tuple(swings))
        else:
            both = (sum(each for each in swings if each > 0), sum(each for each in swings if each < 0))
            boards, first, second = _known_score(rule, long, both)
        credits = dict(zip(seating.boards, boards, strict=False))
        return MatchCard(seating, first, second, credits, complete=True)


Score = tuple[tuple[tuple[Credit, Credit], ...], SideScore, SideScore]
"""The score of each board for both sides, and the score of the match for each."""

_KNOWN: dict[int, tuple[MatchRule, dict[tuple[int, tuple[int, ...]], Score]]] = {}
"""Scores by rule. A rule is identified by its object, which is kept here: comparing rules is slower than scoring."""


def _known_score(rule: MatchRule, long: int, both: tuple[int, int]) -> Score:
    """The score of a match by what each side won. It is cached, as there are few."""
    _, known = _KNOWN.setdefault(id(rule), (rule, {}))
    found = known.get((long, both))
    if found is None:
        found = known[long, both] = _score_swings(rule, long, both)
    return found


def _score_swings(rule: MatchRule, long: int, swings: tuple[int, ...]) -> Score:
    boards = tuple((Figure(each, IMPS, rule.clause), Figure(-each, IMPS, rule.clause)) for each in swings)

    def side(place: int) -> SideScore:
        net = net_imps([each[place] for each in boards], rule)
        return SideScore(net, credited_score(net, long, rule))

    return boards, side(0), side(1)
