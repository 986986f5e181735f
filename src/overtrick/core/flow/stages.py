"""The stages of an event as the regulations define them: when, over how many boards, and where teams go next."""

from dataclasses import dataclass
from enum import Enum

from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.core.provenance import Clause
from overtrick.core.scoring.datum import Span
from overtrick.core.wording import Phrase, phrase


class NoFlow(DirectorError):
    """The numbers of a format do not work out."""


class Contest(Enum):
    """What is played in a stage."""

    MATCHES = "matches"
    TRIANGLES = "triangles"
    MIXED = "matches and triangles"
    BYES = "matches and byes"
    GROUPS = "groups"
    SWISS = "swiss"


class Half(Enum):
    """The part of its session that a stage takes."""

    FIRST = "first"
    SECOND = "second"
    BOTH = "both"

    @property
    def ends(self) -> int:
        """The half in which it ends."""
        return 1 if self is Half.FIRST else 2


class Who(Enum):
    """The role in which a team leaves a stage."""

    WINNERS = "winners"
    LUCKY = "lucky losers"
    LOSERS = "losers"
    FIRST = "1st"
    SECOND = "2nd"
    THIRD = "3rd"
    ALL = "all"

    @property
    def one(self) -> "Phrase | Who":
        """The word for one team in this role."""
        match self:
            case Who.WINNERS:
                return phrase("winner")
            case Who.LUCKY:
                return phrase("lucky loser")
            case Who.LOSERS:
                return phrase("loser")
            case _:
                return self

    def out_of(self, stage: str) -> Phrase:
        """A phrase for how a team left a stage: as a winner, for example, or by its final order."""
        if self is Who.ALL:
            return phrase("by the final order of {stage}", stage=stage)
        return phrase("{way} of {stage}", way=self.one, stage=stage)

    def __str__(self) -> str:
        return self.value


class DrawMethod(Enum):
    """How a stage is drawn."""

    SEEDS = "seed blocks"
    CHOICE = "choice"
    SET = "set"
    HEAD_TO_HEAD = "head to head"
    LOT = "lot"
    ENTERING = "entrants first"
    LIKE = "like against like"

    def __str__(self) -> str:
        return self.value


EXITS = {
    Contest.MATCHES: (Who.WINNERS, Who.LUCKY, Who.LOSERS),
    Contest.MIXED: (Who.WINNERS, Who.LOSERS),
    Contest.BYES: (Who.WINNERS, Who.LOSERS),
    Contest.GROUPS: (Who.WINNERS, Who.LOSERS),
    Contest.TRIANGLES: (Who.FIRST, Who.SECOND, Who.THIRD),
    Contest.SWISS: (Who.ALL,),
}
"""The exits of each kind of contest; lucky losers only if a stage has them."""


@dataclass(frozen=True, slots=True)
class ExitRule:
    """An exit: to another stage, or to final ranks from *rank* on."""

    who: Who
    stage: str = ""
    rank: int | None = None


@dataclass(frozen=True, slots=True)
class GroupRule:
    """Groups in which all teams play each other, so that there are fewer byes than in matches of two.

    Of *size* teams, three or four, *survivors* go on, or fewer if the field is too small for that many
    groups; the highest teams have byes. If the numbers do not work out, the first groups have one more survivor.

    >>> one, three = GroupRule(Clause("Club", "1"), 3, 1), GroupRule(Clause("Club", "1"), 4, 3)
    >>> [one.going_on(70, 64), one.going_on(69, 64), three.going_on(69, 64), three.going_on(12, 8)]
    [(1, 1, 1), (2, 1, 1), (3, 3, 3, 3, 3), (2, 2)]
    """

    clause: Clause
    size: int
    survivors: int

    def __post_init__(self) -> None:
        if self.size not in (3, 4) or not 1 <= self.survivors < self.size:
            raise RegulationErrors(["a group has three teams or four, and one or more of them go on, but not all"])

    def going_on(self, teams: int, winners: int) -> tuple[int, ...]:
        """The number that go on from each group to reduce the field to *winners*; empty if it is not larger."""
        too_many = max(0, teams - winners)
        for survivors in range(self.survivors, 0, -1):
            out = self.size - survivors
            groups = -(-too_many // out)
            if groups * self.size <= teams:
                spare = groups * out - too_many
                return tuple(survivors + (spare + groups - 1 - group) // groups for group in range(groups))
        raise NoFlow(
            "Groups of {size} cannot reduce {teams:#team} to {winners}",
            clause=self.clause,
            remedy="Play head-to-head matches first.",
            teams=teams,
            winners=winners,
            size=self.size,
        )


ANY_ENTRY = Span(2, 1000)
"""The numbers of entries for which a stage is played if it sets none."""


@dataclass(frozen=True, slots=True)
class StageRule:
    """One stage of an event's flow.

    It is played for these numbers of *entries*. With *enters* its teams come from the entries: those that the first
    draw put into matches, or into triangles. *lucky* names the count of its lucky losers. *winners* is the number of
    winners of a stage of matches and triangles, or of *groups*. *exactly* and *at_most* limit its field. *tie* is the
    clause that decides a tied match; without it, the tie stands. *choice* names the rule of a draw by choice.
    *choice_at* names such rules for particular numbers of entries. *order* names the chain that ranks its field.
    *tiers* are the roles that are ranked above all others. *places_at* are the numbers of entries for which some places
    are fixed. *number* is the number of a round of a Swiss.
    """

    name: str
    clause: Clause
    contest: Contest
    boards: int
    draw: DrawMethod
    exits: tuple[ExitRule, ...]
    section: str = ""
    session: int = 1
    half: Half = Half.BOTH
    ranking: str = ""
    entries: Span = ANY_ENTRY
    tie: Clause | None = None
    enters: bool = False
    lucky: str = ""
    winners: int | None = None
    groups: GroupRule | None = None
    exactly: int | None = None
    at_most: int | None = None
    choice: str = ""
    choice_at: tuple[tuple[int, str], ...] = ()
    order: str = ""
    tiers: tuple[tuple[tuple[str, Who], ...], ...] = ()
    places_at: tuple[int, ...] = ()
    number: int | None = None

    def __post_init__(self) -> None:
        if (self.draw is DrawMethod.CHOICE) != bool(self.choice):
            raise RegulationErrors([f"{self.name}: a draw by choice names its ceremony, and no other draw does"])
        if (self.contest is Contest.GROUPS) != (self.groups is not None and self.winners is not None):
            raise RegulationErrors(
                [f"{self.name}: groups say of how many they are and how many win, and nothing else does"]
            )
        ways = tuple(each.who for each in self.exits)
        wanted = tuple(w for w in EXITS[self.contest] if w is not Who.LUCKY or self.lucky)
        if sorted(map(str, ways)) != sorted(map(str, wanted)):
            raise RegulationErrors([f"{self.name}: {self.contest.value} leave as {', '.join(map(str, wanted))}."])

    def applies_to(self, entry: int) -> bool:
        """Whether the stage is played with this number of entries."""
        return entry in self.entries

    def ceremony(self, entry: int) -> str:
        """The name of the rule of its draw by choice, for this number of entries."""
        return dict(self.choice_at).get(entry, self.choice)


@dataclass(frozen=True, slots=True)
class Counts:
    """The numbers of lucky losers by name, from a row of a printed table."""

    lucky: tuple[tuple[str, int], ...] = ()

    def lucky_losers_of(self, name: str) -> int:
        return dict(self.lucky).get(name, 0)


@dataclass(frozen=True, slots=True)
class FirstRound:
    """How the entries are split at the start: matches, triangles and byes."""

    matches: int
    triangles: int
    byes: int = 0

    @property
    def teams(self) -> int:
        """The number of teams that are not in a triangle."""
        return 2 * self.matches + self.byes
