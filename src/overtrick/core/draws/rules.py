"""The rules of a Swiss draw, as enums and records.

The regulations name every method; nothing is guessed. `SwissRule` says for one event how the
first round is drawn, whether contestants may meet twice, what happens in an odd field, and how drop-ins are drawn.
"""

from dataclasses import dataclass
from enum import Enum

from overtrick.core.errors import RegulationErrors
from overtrick.core.provenance import Clause


class First(Enum):
    """How round one is drawn."""

    LOT = "by lot"
    HALVES = "halves"
    QUARTERS = "quarters"
    SEEDED = "seeded"


class Rematch(Enum):
    """What happens when there is no draw without a rematch."""

    NEVER = "never"
    FEWEST = "fewest when unavoidable"


class RematchPlacement(Enum):
    """Where unavoidable rematches go."""

    IN_ORDER = "in order"
    LOW = "as low as possible"


class OddFieldRule(Enum):
    """What happens in an odd field."""

    BYE = "bye"
    HOUSE = "house"
    SHARE = "share"


class Choice(Enum):
    """How the three for a share match are chosen."""

    CLOSEST = "closest scores"
    FEWEST_MEETINGS = "fewest meetings"


class Entering(Enum):
    """How contestants who drop in from a knockout are drawn."""

    REVERSE = "reverse"


@dataclass(frozen=True, slots=True)
class Replay:
    """A modified Swiss (ANC26 App-3): after the last plain round, early opponents may meet again.

    Rounds up to *plain_through* allow no rematch. After them, opponents first met in rounds 1 to
    *replay_through* may meet again, up to *most* meetings in all.
    """

    clause: Clause
    plain_through: int
    replay_through: int
    most: int = 2

    def may_meet(self, met: tuple[int, ...], drawing: int) -> bool:
        """Whether two who met in these rounds may be drawn together again.

        >>> rule = Replay(Clause("ANC26", "App-3"), plain_through=5, replay_through=4)
        >>> rule.may_meet((1,), 6), rule.may_meet((5,), 6), rule.may_meet((1, 6), 7)
        (True, False, False)
        """
        if not met:
            return True
        return drawing > self.plain_through and len(met) < self.most and met[0] <= self.replay_through


@dataclass(frozen=True, slots=True)
class ModifiedSwiss:
    """Whether a field is small enough for a modified Swiss, and the rounds at which it would change."""

    triggered: bool
    replay: Replay


def plan_modified(rounds: int, entrants: int, clause: Clause, most: int = 2) -> ModifiedSwiss:
    """The plan of ANC26 App-3: with fewer entrants than twice the rounds, early opponents may meet again.

    The last plain round is n/2 + 1 for an even number of rounds n and (n + 1)/2 for an odd one, and
    opponents of the first n/2 rounds, rounded down, may meet again after it.
    """
    return ModifiedSwiss(entrants < 2 * rounds, Replay(clause, rounds // 2 + 1, rounds // 2, most))


@dataclass(frozen=True, slots=True)
class ShareRule:
    """A three-way match in an odd field: who plays it, and for how long.

    *choice* says how the three are chosen. *rounds* is 1, or 2 if the three meet one another over two rounds (a
    triangle). With *below_top_half* the three come from below the top half of the field if possible. With *spare_again*
    a contestant plays in a second three-way match only if no others can.
    """

    clause: Clause
    choice: Choice
    rounds: int = 1
    below_top_half: bool = False
    spare_again: bool = True


@dataclass(frozen=True, slots=True)
class SwissRule:
    """One event's Swiss draw.

    After round one the leaders meet: from the top, each contestant meets the highest one below it that it
    may meet, as long as all others can still be drawn. *first_clause* is the clause for round one, if it
    has its own.
    """

    clause: Clause
    first: First
    rematch: Rematch = Rematch.NEVER
    placed: RematchPlacement = RematchPlacement.IN_ORDER
    replay: Replay | None = None
    odd: OddFieldRule = OddFieldRule.BYE
    share: ShareRule | None = None
    entering: Entering | None = None
    first_clause: Clause | None = None

    def __post_init__(self) -> None:
        if (self.odd is OddFieldRule.SHARE) != (self.share is not None):
            raise RegulationErrors(
                [f"{self.clause}: an odd field plays a share match exactly when a share rule is given."]
            )

    def may_meet(self, met: tuple[int, ...], drawing: int) -> bool:
        """Whether two contestants who met in these rounds may be drawn together for round *drawing*."""
        return not met or (self.replay is not None and self.replay.may_meet(met, drawing))


@dataclass(frozen=True, slots=True)
class FieldPlan:
    """The size of a field after a house pair is added or a contestant sits out."""

    entries: int
    house: bool
    sits_out: bool

    @property
    def playing(self) -> int:
        """The number of contestants that play in each round, including the house pair."""
        return self.entries + self.house - self.sits_out

    @property
    def tables(self) -> int:
        """Matches in a round, two contestants to each."""
        return self.playing // 2


def complete_field(entries: int, odd: OddFieldRule) -> FieldPlan:
    """The plan for this number of entries: whether it needs a house pair, or a contestant to sit out each round.

    >>> complete_field(23, OddFieldRule.HOUSE).tables, complete_field(23, OddFieldRule.BYE).tables
    (12, 11)
    """
    uneven = entries % 2 == 1
    return FieldPlan(entries, uneven and odd is OddFieldRule.HOUSE, uneven and odd is OddFieldRule.BYE)


def most_rounds(entries: int, share: ShareRule | None = None) -> int:
    """The most rounds that a field can play without a rematch: a full round robin.

    In an odd field that is one more than the number of opponents, because each contestant sits out once (or meets the
    house pair). With *share* matches each round uses three meetings for the share match and one for every other match;
    a triangle uses three over two rounds. A share match for those who have met least may repeat a meeting, so it is
    not counted.

    >>> most_rounds(6), most_rounds(8), most_rounds(7)
    (5, 7, 7)
    >>> three = ShareRule(Clause("SABF20", "14.1#4"), Choice.CLOSEST)
    >>> over_two = ShareRule(Clause("SABF20", "14.1#4"), Choice.CLOSEST, rounds=2)
    >>> most_rounds(7, three), most_rounds(9, three), most_rounds(7, over_two)
    (4, 6, 6)
    """
    if entries % 2 == 0:
        return entries - 1
    if share is None or share.choice is Choice.FEWEST_MEETINGS:
        return entries
    return entries - 1 if share.rounds == 2 else entries * (entries - 1) // (entries + 3)
