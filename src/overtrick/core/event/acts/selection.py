"""Acts of a selection year: what can be written in the book of one, beside lots and notes.

Placings are facts with their source; points, credits, fields and teams are computed. The field names and the
`called` names are the book's written form and are kept for ever.
"""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from overtrick.core.model.written import Day, Prose


class OfSelection:
    """An act that belongs in the book of a selection year, and in no other."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class SelectionOpened(OfSelection):
    """The first act of a book: whose teams are selected, for which year, by which rules, under which program."""

    called: ClassVar[str] = "selection opened"
    document: str
    year: int
    rules: str
    program: str


@dataclass(frozen=True, slots=True)
class Lacking:
    """A member of an entry, and a condition for points that it does not meet."""

    player: str
    need: str


@dataclass(frozen=True, slots=True)
class PlacingCredited(OfSelection):
    """A pair or team that was placed in an event that earns points, and where that is known from.

    *tied* is how many share the place; *size* the size of a team, where not all its members are named.
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
    """A placing was credited wrongly: the number of the act that credited it."""

    called: ClassVar[str] = "placing struck out"
    posting: int
    reason: Prose


@dataclass(frozen=True, slots=True)
class PairNominated(OfSelection):
    """Two players nominate as a pair for a team's trials."""

    called: ClassVar[str] = "pair nominated"
    target: str
    pair: str
    players: tuple[str, str]


@dataclass(frozen=True, slots=True)
class NominationWithdrawn(OfSelection):
    """A pair takes its nomination back."""

    called: ClassVar[str] = "nomination withdrawn"
    target: str
    pair: str
    reason: Prose = ""


@dataclass(frozen=True, slots=True)
class PairExempted(OfSelection):
    """The committee lets a pair in that had no chance to earn points."""

    called: ClassVar[str] = "pair exempted"
    target: str
    pair: str
    reason: Prose


@dataclass(frozen=True, slots=True)
class RankRelaxed(OfSelection):
    """The committee lets players in below the lowest rank, because few pairs nominated."""

    called: ClassVar[str] = "rank relaxed"
    target: str
    reason: Prose


@dataclass(frozen=True, slots=True)
class FieldClosed(OfSelection):
    """The field of a trial as the points make it: who has a berth, seeded, and who waits for one.

    It stands whatever is credited later; *qualifiers* play a qualifying day for the *places* left.
    """

    called: ClassVar[str] = "field closed"
    target: str
    berths: tuple[str, ...]
    reserves: tuple[str, ...] = ()
    qualifiers: tuple[str, ...] = ()
    places: int = 0


@dataclass(frozen=True, slots=True)
class QualifyingDayPlaced(OfSelection):
    """The order of a qualifying day, and where it is known from."""

    called: ClassVar[str] = "qualifying day placed"
    target: str
    order: tuple[str, ...]
    source: str


@dataclass(frozen=True, slots=True)
class BerthDeclined(OfSelection):
    """A pair gives up its berth, or a team the place it was offered."""

    called: ClassVar[str] = "berth declined"
    target: str
    pair: str
    reason: Prose = ""


@dataclass(frozen=True, slots=True)
class TrialPlaced(OfSelection):
    """The final order of a trial, of the pairs that were placed in it, and where it is known from."""

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
    """A selected pair withdraws from its team: when that was received, and whether its reason was accepted."""

    called: ClassVar[str] = "team withdrawal"
    target: str
    pair: str
    received: Day
    accepted: bool
    reason: Prose = ""


@dataclass(frozen=True, slots=True)
class TeamRatified(OfSelection):
    """The team as it was ratified, or why it was refused."""

    called: ClassVar[str] = "team ratified"
    target: str
    team: tuple[str, ...]
    on: Day
    refused: Prose = ""


@dataclass(frozen=True, slots=True)
class ClubQualifier(OfSelection):
    """A club's qualifying event: how many teams played in it, none if it held none."""

    called: ClassVar[str] = "club qualifier"
    club: str
    teams: int
    source: str


@dataclass(frozen=True, slots=True)
class OfferRanked(OfSelection):
    """The order in which places are offered, who contends for them, and where it is known from."""

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
