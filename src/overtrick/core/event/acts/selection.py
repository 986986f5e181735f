"""Acts of a selection year: everything that can be written in its book, in addition to lots and notes.

Placings are facts with their source; points, credits, fields and teams are calculated. The field names and the
`called` names are the written form in books and never change.
"""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from overtrick.core.model.written import Day, Prose


class OfSelection:
    """An act that belongs only in the book of a selection year."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class SelectionOpened(OfSelection):
    """The first act of a book: whose teams are selected, the year, the rules, and the version of the program."""

    called: ClassVar[str] = "selection opened"
    document: str
    year: int
    rules: str
    program: str


@dataclass(frozen=True, slots=True)
class Lacking:
    """A member of an entry, and a condition for points that the member does not meet."""

    player: str
    need: str


@dataclass(frozen=True, slots=True)
class PlacingCredited(OfSelection):
    """The place of a pair or team in an event that earns points, and the source.

    *tied* is how many share the place; *size* is the size of a team if not all its members are named.
    """

    called: ClassVar[str] = "placing credited"
    event: str
    members: tuple[str, ...]
    place: int
    source: str
    tied: int = 1
    size: int = 0
    lacking: tuple[Lacking, ...] = ()


@dataclass(frozen=True, slots=True)
class PlacingStruckOut(OfSelection):
    """A wrongly credited placing was removed, identified by the number of its posting."""

    called: ClassVar[str] = "placing struck out"
    posting: int
    reason: Prose


@dataclass(frozen=True, slots=True)
class PairNominated(OfSelection):
    """Two players nominated as a pair for a team's trials."""

    called: ClassVar[str] = "pair nominated"
    target: str
    pair: str
    players: tuple[str, str]


@dataclass(frozen=True, slots=True)
class NominationWithdrawn(OfSelection):
    """A pair withdrew its nomination."""

    called: ClassVar[str] = "nomination withdrawn"
    target: str
    pair: str
    reason: Prose = ""


@dataclass(frozen=True, slots=True)
class PairExempted(OfSelection):
    """The committee admitted a pair that had no chance to earn points."""

    called: ClassVar[str] = "pair exempted"
    target: str
    pair: str
    reason: Prose


@dataclass(frozen=True, slots=True)
class RankRelaxed(OfSelection):
    """The committee admitted players below the lowest rank, because few pairs nominated."""

    called: ClassVar[str] = "rank relaxed"
    target: str
    reason: Prose


@dataclass(frozen=True, slots=True)
class FieldClosed(OfSelection):
    """The field of a trial, as it follows from the points: the seeded pairs with a berth, and the waiting list.

    It stands whatever is credited later; *qualifiers* play a qualifying day for the remaining *places*.
    """

    called: ClassVar[str] = "field closed"
    target: str
    berths: tuple[str, ...]
    reserves: tuple[str, ...] = ()
    qualifiers: tuple[str, ...] = ()
    places: int = 0


@dataclass(frozen=True, slots=True)
class QualifyingDayPlaced(OfSelection):
    """The order of a qualifying day, and its source."""

    called: ClassVar[str] = "qualifying day placed"
    target: str
    order: tuple[str, ...]
    source: str


@dataclass(frozen=True, slots=True)
class BerthDeclined(OfSelection):
    """A pair gave up its berth, or a team declined the place that it was offered."""

    called: ClassVar[str] = "berth declined"
    target: str
    pair: str
    reason: Prose = ""


@dataclass(frozen=True, slots=True)
class TrialPlaced(OfSelection):
    """The final order of the pairs that were placed in a trial, and its source."""

    called: ClassVar[str] = "trial placed"
    target: str
    order: tuple[str, ...]
    source: str


@dataclass(frozen=True, slots=True)
class PairUnavailable(OfSelection):
    """A pair cannot go with the team."""

    called: ClassVar[str] = "pair unavailable"
    target: str
    pair: str
    reason: Prose = ""


@dataclass(frozen=True, slots=True)
class TeamWithdrawal(OfSelection):
    """A selected pair withdrew from its team: when that was received, and whether its reason was accepted."""

    called: ClassVar[str] = "team withdrawal"
    target: str
    pair: str
    received: Day
    accepted: bool
    reason: Prose = ""


@dataclass(frozen=True, slots=True)
class TeamRatified(OfSelection):
    """The team was ratified, or refused with a reason."""

    called: ClassVar[str] = "team ratified"
    target: str
    team: tuple[str, ...]
    on: Day
    refused: Prose = ""


@dataclass(frozen=True, slots=True)
class ClubQualifier(OfSelection):
    """A club's qualifying event: how many teams played in it, 0 if it was not held."""

    called: ClassVar[str] = "club qualifier"
    club: str
    teams: int
    source: str


@dataclass(frozen=True, slots=True)
class OfferRanked(OfSelection):
    """The order in which places are offered, who contends for them, and the source."""

    called: ClassVar[str] = "offer ranked"
    offer: str
    order: tuple[str, ...]
    source: str
    contending: tuple[str, ...] = ()


SelectionAct: TypeAlias = (
    SelectionOpened | PlacingCredited | PlacingStruckOut | PairNominated | NominationWithdrawn | PairExempted
    | RankRelaxed | FieldClosed | QualifyingDayPlaced | BerthDeclined | TrialPlaced | PairUnavailable | TeamWithdrawal
    | TeamRatified | ClubQualifier | OfferRanked
)  # fmt: skip
