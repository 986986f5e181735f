"""Where the teams of a round go next: winners and lucky losers continue, the others drop out.

Lucky losers are beaten teams that stay in the event with the winners.

The regulations list classes of losers in order, each with its own chain of measures; a place goes to the
first team in that order that may have it. A team may be limited to being a lucky loser once in an event.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import assert_never

from overtrick.core.draws.knockout import Team
from overtrick.core.draws.order import PlacedTeam, Record, rank
from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact
from overtrick.core.provenance import Clause
from overtrick.core.ranking.chain import ChainRule
from overtrick.core.ranking.chance import Lot
from overtrick.core.ranking.measures import OF_A_LAST_MATCH, Measure, refuse_untold


class LoserClass(Enum):
    """How a team lost."""

    TRIANGLE_IN_PLUS = "finished a triangle with a net plus"
    TIED = "tied its match"
    BEATEN = "beaten"

    def __str__(self) -> str:
        return "lost its match" if self is LoserClass.BEATEN else self.value

    def holds(self, record: Record) -> bool:
        """Whether a loser belongs to this class; the classes are tried in the order of the regulations."""
        match self:
            case LoserClass.TRIANGLE_IN_PLUS:
                return record.triangle and record.net > 0
            case LoserClass.TIED:
                return record.tied
            case LoserClass.BEATEN:
                return True
        assert_never(self)


@dataclass(frozen=True, slots=True)
class LuckyLoserRule:
    """The classes in order of preference, and whether a team may be a lucky loser only once.

    *once* is the clause for that, or None; *lift* says that places for which no other team is left
    go to barred teams after all, in the same order, with a flag.
    """

    clause: Clause
    classes: tuple[tuple[LoserClass, ChainRule[Measure]], ...]
    once: Clause | None = None
    lift: bool = True

    def __post_init__(self) -> None:
        refuse_untold((order for _, order in self.classes), OF_A_LAST_MATCH, "losers by the match they lost")


@dataclass(frozen=True, slots=True)
class RankedLoser:
    """A loser in the order of preference, and whether it was chosen."""

    team: Team
    lost: LoserClass
    chosen: bool
    why: str

    def __str__(self) -> str:
        return f"{self.team}: {self.why}"


@dataclass(frozen=True, slots=True)
class LuckyLosers:
    """The lucky losers in the order in which the places were filled, and every candidate with the reason."""

    candidates: tuple[RankedLoser, ...]
    chosen: tuple[Team, ...]
    bar_lifted_for: tuple[Team, ...]
    unfilled: int
    clause: Clause

    @property
    def order(self) -> tuple[Team, ...]:
        """All candidates in order of preference, including barred ones."""
        return tuple(candidate.team for candidate in self.candidates)

    @property
    def flags(self) -> tuple[str, ...]:
        """Notes for the director."""
        return tuple(
            f"{team} is a lucky loser a second time: nobody else was left ({self.clause})"
            for team in self.bar_lifted_for
        )


def lucky_losers(
    losers: Sequence[Record], places: int, rule: LuckyLoserRule, *, before: Collection[Team] = (), lot: Lot | None
) -> LuckyLosers:
    """Fill the lucky-loser places; *before* are the earlier lucky losers, *lot* is a drawn order.

    The first class is exhausted before the second is considered. A team that has been a lucky loser before is passed
    over, unless places would stay empty: then as many such teams as needed are let in.
    """
    if places > len(losers):
        raise DirectorError(
            "The format has {places:#lucky-loser place} for only {losers:#losing team}",
            clause=rule.clause,
            remedy="Check the number of teams against the event’s format table.",
            places=places,
            losers=len(losers),
        )
    ordered = _preference(losers, rule, lot)
    barred = {placed.team for _, placed in ordered if rule.once and placed.team in before}
    free = [placed.team for _, placed in ordered if placed.team not in barred][:places]
    missing = places - len(free)
    second = [placed.team for _, placed in ordered if placed.team in barred][: missing if rule.lift else 0]
    chosen = (*free, *second)
    candidates = tuple(
        RankedLoser(placed.team, lost, placed.team in chosen, _explain_choice(placed, lost, chosen, barred, rule))
        for lost, placed in ordered
    )
    return LuckyLosers(candidates, chosen, tuple(second), places - len(chosen), rule.once or rule.clause)


def fewest_eligible(losers: int, lucky_before: int) -> int:
    """The least number of losers that may still be lucky losers, if every earlier lucky loser loses again.

    >>> fewest_eligible(5, 4), fewest_eligible(2, 3)
    (1, 0)
    """
    return max(0, losers - lucky_before)


def _preference(
    losers: Sequence[Record], rule: LuckyLoserRule, lot: Lot | None
) -> tuple[tuple[LoserClass, PlacedTeam], ...]:
    left = list(losers)
    ordered: list[tuple[LoserClass, PlacedTeam]] = []
    for lost, chain in rule.classes:
        members = [record for record in left if lost.holds(record)]
        left = [record for record in left if record not in members]
        ordered += [(lost, placed) for placed in rank(members, chain, lot).places]
    return tuple(ordered)


def _explain_choice(placed: PlacedTeam, lost: LoserClass, chosen: Collection[Team], barred: Collection[Team],
          rule: LuckyLoserRule) -> str:  # fmt: skip
    said = f"{lost}; {placed.why}" if placed.why else str(lost)
    if placed.team in barred:
        again = "chosen a second time, for want of others" if placed.team in chosen else "barred"
        return f"{said}; {again}: it has been a lucky loser before ({rule.once})"
    return f"{said}; {'keeps a place' if placed.team in chosen else 'no place left'}"


@dataclass(frozen=True, slots=True)
class Match:
    """A knockout match: two teams, their IMPs on the boards of the match, and the winner if it was tied."""

    one: Team
    two: Team
    imps: tuple[Exact, Exact]
    tie_break: Team | None = None

    @property
    def winner(self) -> Team:
        """The winner, by score or by tie-break."""
        if self.imps[0] != self.imps[1]:
            return self.one if self.imps[0] > self.imps[1] else self.two
        if self.tie_break not in (self.one, self.two):
            raise DirectorError(
                "Teams {one} and {two} are tied at {imps:#IMP}",
                remedy="Break the tie first.",
                one=self.one,
                two=self.two,
                imps=self.imps[0],
            )
        return self.tie_break

    @property
    def loser(self) -> Team:
        return self.two if self.winner == self.one else self.one

    def record(self, team: Team, tier: int = 0) -> Record:
        """The record of one of the two teams, for the ranking."""
        ours, theirs = self.imps if team == self.one else self.imps[::-1]
        return Record(team, ours, theirs, won=team == self.winner, wins=int(team == self.winner), tier=tier)


@dataclass(frozen=True, slots=True)
class Exits:
    """Where the teams of a round go next: winners and lucky losers continue, the others drop out."""

    winners: tuple[Team, ...]
    lucky: LuckyLosers | None
    others: tuple[Team, ...]


def exits(
    winners: Sequence[Team], losers: Sequence[Record], places: int, rule: LuckyLoserRule | None,
    *, before: Collection[Team] = (), lot: Lot | None,
) -> Exits:  # fmt: skip
    """The teams of a round that continue, winners in the order of their matches, then lucky losers; and the others."""
    lucky = lucky_losers(losers, places, rule, before=before, lot=lot) if rule is not None else None
    kept = lucky.chosen if lucky is not None else ()
    return Exits(tuple(winners), lucky, tuple(each.team for each in losers if each.team not in kept))
