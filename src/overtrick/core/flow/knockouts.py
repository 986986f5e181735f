"""Knockouts for any number of entries: single or double, with byes or triangles, as stages of a graph."""

from dataclasses import dataclass
from enum import Enum

from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.core.flow.stages import Contest, DrawMethod, ExitRule, GroupRule, StageRule, Who
from overtrick.core.provenance import Clause
from overtrick.core.scoring.datum import Span


class OddKnockoutRule(Enum):
    """What happens in an odd field."""

    BYE = "bye"
    TRIANGLE = "triangle"


@dataclass(frozen=True, slots=True)
class KnockoutNames:
    """The names of the rounds: of a single knockout, of unbeaten teams, of teams beaten once, and of the final."""

    round: str
    unbeaten: str
    beaten: str
    final: str


@dataclass(frozen=True, slots=True)
class KnockoutShape:
    """A whole knockout for any number of entries, made by the program.

    *lives* is the number of defeats that eliminate a team, 1 or 2. *odd* says what an odd field has: a bye for its
    highest team, or a triangle. With *byes_first* a single knockout has all its byes in the first round. With
    *groups_first* the first round has groups and byes instead, which reduce the field to the next power of two.
    """

    clause: Clause
    lives: int
    odd: OddKnockoutRule
    boards: int
    final_boards: int | None
    tie: Clause | None
    names: KnockoutNames
    order: str = ""
    byes_first: bool = False
    groups_first: GroupRule | None = None

    def __post_init__(self) -> None:
        if self.boards < 1:
            raise RegulationErrors(["a match has at least one board"])
        if self.byes_first and (self.odd is not OddKnockoutRule.BYE or self.lives != 1):
            raise RegulationErrors(["byes_first goes with a single knockout with byes"])
        if self.groups_first is not None and (self.byes_first or self.lives != 1):
            raise RegulationErrors(["groups_first goes with a single knockout, in place of byes_first"])


def knockout_stages(entry: int, shape: KnockoutShape) -> tuple[StageRule, ...]:
    """The stages of a knockout for this many teams, in order of play.

    In a double knockout unbeaten teams play each other, and so do teams beaten once; unbeaten teams that lose
    join the latter for the next round. The last team of each group meet in the final.

    >>> from overtrick.core.provenance import Clause
    >>> names = KnockoutNames("round", "unbeaten", "beaten once", "last")
    >>> shape = KnockoutShape(Clause("Club", "1"), 1, OddKnockoutRule.BYE, 24, 32, None, names)
    >>> [(stage.name, stage.contest.value) for stage in knockout_stages(5, shape)]
    [('round 1', 'matches and byes'), ('round 2', 'matches and byes'), ('last', 'matches')]
    """
    if entry < 2:
        raise DirectorError("A knockout needs at least two teams", clause=shape.clause)
    return _single(entry, shape) if shape.lives == 1 else _double(entry, shape)


def _winners(teams: int, shape: KnockoutShape, *, first: bool) -> int:
    """The number of teams that go on from a round of this many teams."""
    if (shape.byes_first or shape.groups_first is not None) and first:
        return 1 << (teams - 1).bit_length() - 1
    return teams // 2 if shape.odd is OddKnockoutRule.TRIANGLE and teams > 1 else (teams + 1) // 2


def _single(entry: int, shape: KnockoutShape) -> tuple[StageRule, ...]:
    stages: list[StageRule] = []
    teams = entry
    while teams > 1:
        number = len(stages) + 1
        winners = _winners(teams, shape, first=number == 1)
        name = shape.names.final if winners == 1 else f"{shape.names.round} {number}"
        last = winners > 1 and _winners(winners, shape, first=False) == 1
        exits = (
            ExitRule(Who.WINNERS, stage=shape.names.final if last else f"{shape.names.round} {number + 1}")
            if winners > 1
            else ExitRule(Who.WINNERS, rank=1),
            ExitRule(Who.LOSERS, rank=winners + 1),
        )
        stages.append(_stage(name, shape.names.round, number, teams, winners, exits=exits, shape=shape))
        teams = winners
    return tuple(stages)


def _double(entry: int, shape: KnockoutShape) -> tuple[StageRule, ...]:
    stages: list[StageRule] = []
    up_side, down_side, last = shape.names.unbeaten, shape.names.beaten, shape.names.final
    unbeaten, once, session = entry, 0, 0
    while unbeaten > 1 or once > 1:
        session += 1
        best = _winners(unbeaten, shape, first=False) if unbeaten > 1 else unbeaten
        kept = _winners(once, shape, first=False) if once > 1 else once
        beaten = unbeaten - best
        up = last if best == 1 else f"{up_side} {session + 1}"
        # A single team has no opponent, and waits for the losers of the next round.
        alone = kept + beaten == 1
        down = last if alone and best == 1 else f"{down_side} {session + 1 + alone}"
        if unbeaten > 1:
            exits = (ExitRule(Who.WINNERS, stage=up), ExitRule(Who.LOSERS, stage=down))
            stages.append(_stage(f"{up_side} {session}", up_side, session, unbeaten, best, exits=exits, shape=shape))
        if once > 1:
            exits = (ExitRule(Who.WINNERS, stage=down), ExitRule(Who.LOSERS, rank=best + beaten + kept + 1))
            stages.append(_stage(f"{down_side} {session}", down_side, session, once, kept, exits=exits, shape=shape))
        unbeaten, once = best, kept + beaten
    final = (ExitRule(Who.WINNERS, rank=1), ExitRule(Who.LOSERS, rank=2))
    return (*stages, _stage(last, last, session + 1, 2, 1, exits=final, shape=shape))


def _stage(
    name: str,
    section: str,
    session: int,
    teams: int,
    winners: int,
    *,
    exits: tuple[ExitRule, ...],
    shape: KnockoutShape,
) -> StageRule:
    contest = Contest.MATCHES if teams == 2 * winners else Contest.BYES if teams < 2 * winners else Contest.MIXED
    groups = shape.groups_first if session == 1 and contest is Contest.BYES else None
    contest = contest if groups is None else Contest.GROUPS
    last = name == shape.names.final
    return StageRule(
        name, shape.clause, contest, shape.final_boards or shape.boards if last else shape.boards,
        DrawMethod.HEAD_TO_HEAD if last and teams == 2 else DrawMethod.SET, exits, section, session,
        entries=Span(2), tie=shape.tie, enters=session == 1 and (section != shape.names.beaten),
        winners=None if contest is Contest.MATCHES else winners, order="" if session == 1 else shape.order,
        groups=groups,
    )  # fmt: skip
