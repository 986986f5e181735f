"""Check every draw of a finished event by drawing it again, round by round.

Each round is drawn again from the order that was recorded for it and from the matches that were actually
played before it, so a difference is reported once and does not affect later rounds. Where
results are given, the recorded order itself is checked against the chain of the regulations. A published draw
stands (SABF20 14.1#5), so an order that later corrections changed is reported separately from the draw.
"""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import TypeAlias

from overtrick.core.draws.drawn import Draw, ShareMatch, in_rounds
from overtrick.core.draws.first import draw_first_round
from overtrick.core.draws.meetings import Meeting, MeetingKind, Meetings, SatOut
from overtrick.core.draws.ranking import RoundResult, lines_after, rank_for_draw
from overtrick.core.draws.rules import SwissRule
from overtrick.core.draws.swiss import draw_round
from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact
from overtrick.core.provenance import Clause
from overtrick.core.ranking.chain import ChainRule
from overtrick.core.ranking.chance import Lot
from overtrick.core.ranking.measures import Measure
from overtrick.core.wording import join_list

# Two contestants who meet, three in a share match, or one who sits out.
Unit: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """One round as it was played.

    *order* is the order from which it was drawn (the seeds, in round one); *scores* are the VPs of that order, where a
    share match needs them; *outcomes* are the contestants' results in the round.
    """

    round: int
    order: tuple[str, ...]
    pairs: tuple[tuple[str, str], ...]
    share: tuple[str, str, str] | None = None
    bye: str | None = None
    scores: Mapping[str, Exact] | None = None
    entrants: tuple[str, ...] = ()
    outcomes: tuple[RoundResult, ...] = ()

    @classmethod
    def of(
        cls, draw: Draw, outcomes: Sequence[RoundResult] = (), scores: Mapping[str, Exact] | None = None
    ) -> "PlayedRound":
        """The round of a draw, played as it was drawn."""
        share = draw.share.contestants if draw.share is not None else None
        bye = draw.bye.contestant if draw.bye is not None else None
        return cls(draw.round, draw.order, draw.pairs, share, bye, scores, draw.entrants, tuple(outcomes))

    @property
    def units(self) -> tuple[Unit, ...]:
        """The groups of the round: those who meet, three in a share match, and the contestant who sits out."""
        odd = [self.share] if self.share is not None else [(self.bye,)] if self.bye is not None else []
        return (*self.pairs, *odd)

    def new_meetings(self, *, playing_on: bool = False) -> Iterable[Meeting | SatOut]:
        """The meetings of this round; three contestants who are only *playing on* met in the round before."""
        for one, other in self.pairs:
            yield Meeting(one, other, self.round)
        if self.share is not None and not playing_on:
            for one, other in ShareMatch(self.share).tables:
                yield Meeting(one, other, self.round, MeetingKind.SHARE)
        if self.bye is not None:
            yield SatOut(self.bye, self.round)


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference between a round and the rule: what was played, what should have been, and the faults.

    *why* gives the reason for each pair that should have been drawn.
    """

    clause: Clause
    round: int
    played: tuple[Unit, ...] = ()
    drawn: tuple[Unit, ...] = ()
    faults: tuple[str, ...] = ()
    why: tuple[str, ...] = ()

    def __str__(self) -> str:
        said = []
        if self.played or self.drawn:
            said.append(f"played {_units_text(self.played)}; the rule draws {_units_text(self.drawn)} ({self.clause}).")
        said += [f"{fault}." for fault in self.faults]
        return f"Round {self.round}: {' '.join(said)}"


def check_event(
    rounds: Sequence[PlayedRound], rule: SwissRule, lot: Lot, order_rule: ChainRule[Measure] | None = None
) -> tuple[Difference, ...]:
    """Every difference between an event as played and its rule; empty if every draw was right.

    With *order_rule* the order of each later round is calculated again from the results of the rounds before it.
    """
    differences: list[Difference] = []
    meetings = Meetings()
    going_on: ShareMatch | None = None
    for place, played in enumerate(rounds):
        if place and order_rule is not None:
            differences += _order_faults(rounds[:place], played, order_rule, lot)
        try:
            right = _again(played, meetings, rule, lot, going_on, first=place == 0)
        except DirectorError as refusal:
            differences.append(Difference(rule.clause, played.round, faults=(str(refusal).rstrip("."),)))
        else:
            differences += _compare_round(played, right, meetings, rule)
        meetings = meetings.and_also(played.new_meetings(playing_on=going_on is not None))
        going_on = _goes_on(played, rule, going_on)
    return tuple(differences)


def _again(
    played: PlayedRound, meetings: Meetings, rule: SwissRule, lot: Lot, going_on: ShareMatch | None, *, first: bool
) -> Draw:
    if first:
        return draw_first_round(played.order, rule, lot, played.round)
    return draw_round(
        played.order,
        meetings,
        rule,
        played.round,
        scores=played.scores,
        entrants=played.entrants,
        playing_on=going_on,
    )


def _compare_round(played: PlayedRound, right: Draw, meetings: Meetings, rule: SwissRule) -> list[Difference]:
    drawn = PlayedRound.of(right).units
    mine, theirs = set(map(frozenset, played.units)), set(map(frozenset, drawn))
    if mine == theirs and len(played.units) == len(drawn):
        return []
    return [
        Difference(
            right.clause,
            played.round,
            tuple(unit for unit in played.units if frozenset(unit) not in theirs),
            tuple(unit for unit in drawn if frozenset(unit) not in mine),
            tuple(_faults(played, meetings, rule)),
            tuple(_reasons(right, mine)),
        )
    ]


def _reasons(right: Draw, played: AbstractSet[frozenset[str]]) -> Iterable[str]:
    """The rule's reasons for pairs that were not played."""
    for pairing in right.pairings:
        if frozenset((pairing.first, pairing.second)) not in played:
            yield str(pairing.why())
    if right.share is not None and frozenset(right.share.contestants) not in played:
        yield str(right.share.why())
    if right.bye is not None and frozenset((right.bye.contestant,)) not in played:
        yield str(right.bye.why())


def _faults(played: PlayedRound, meetings: Meetings, rule: SwissRule) -> list[str]:
    """The faults of a round by itself: a rematch, a contestant that is missing or drawn twice."""
    faults = []
    for one, other in played.pairs:
        met = meetings.rounds(one, other)
        if not rule.may_meet(met, played.round):
            faults.append(f"{one} and {other} had met {in_rounds(met)}")
    seated = [name for unit in played.units for name in unit]
    field = {*played.order, *played.entrants}
    missing = sorted(field - set(seated))
    twice = sorted({name for name in seated if seated.count(name) > 1}) if len(set(seated)) < len(seated) else []
    strangers = sorted(set(seated) - field)
    for who, what in ((missing, "not drawn"), (twice, "drawn twice"), (strangers, "not in the order of the round")):
        if who:
            faults.append(f"{join_list(who)} {'was' if len(who) == 1 else 'were'} {what}")
    return faults


def _order_faults(
    before: Sequence[PlayedRound], played: PlayedRound, order_rule: ChainRule[Measure], lot: Lot
) -> Iterable[Difference]:
    lines = lines_after([each.outcomes for each in before], order_rule)
    order = rank_for_draw(lines, order_rule, lot, played.round).order
    if order != played.order:
        fault = f"drawn from the order {', '.join(played.order)}; by the results it is {', '.join(order)}"
        yield Difference(order_rule.clause, played.round, faults=(f"{fault} ({order_rule.clause})",))


def _goes_on(played: PlayedRound, rule: SwissRule, going_on: ShareMatch | None) -> ShareMatch | None:
    if played.share is None or rule.share is None:
        return None
    now = (
        replace(going_on, part=going_on.part + 1)
        if going_on is not None
        else ShareMatch(played.share, rule.share.rounds)
    )
    return now if now.part < now.rounds else None


def _units_text(units: Sequence[Unit]) -> str:
    said = [f"{unit[0]} sitting out" if len(unit) == 1 else " v ".join(unit) for unit in units]
    return join_list(said) or "nothing"
