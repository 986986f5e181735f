"""Acts about a draw: who sits where with which boards, published and withdrawn, and who plays for a team."""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from overtrick.core.exact import Exact
from overtrick.core.model.written import Account, Prose


@dataclass(frozen=True, slots=True)
class Seating:
    """Who meets whom at a table in a round, and the boards they play.

    In a teams match *ns* is the team that sits North-South in the open room. On the *switched* boards the
    two sides change directions.
    """

    table: int
    ns: str
    ew: str
    boards: tuple[int, ...]
    switched: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Share:
    """Three teams that share a match: table by table, North-South against East-West."""

    tables: tuple[int, int, int]
    teams: tuple[str, str, str]
    boards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Trio:
    """Three teams in a triangle: each plays the two others, first against second, second against third, third
    against first, at these tables. It fills so many *rounds* of its stage, and its results count with the first.
    """

    tables: tuple[int, int, int]
    teams: tuple[str, str, str]
    boards: tuple[int, ...]
    rounds: int = 1

    @property
    def seatings(self) -> tuple[Seating, ...]:
        """Its three matches."""
        one, two, three = self.teams
        sides = ((one, two), (two, three), (three, one))
        return tuple(Seating(table, *pair, self.boards) for table, pair in zip(self.tables, sides, strict=True))


@dataclass(frozen=True, slots=True)
class PassedOver:
    """Opponents who stood nearer in the order and were not taken, for one sake: its *key* and what it rests on.

    They had `met`, in these *rounds*; taking one of them `strands` the *groups*, who may meet only each other and
    those *outside*; or it `costs more` rematches.
    """

    opponents: tuple[str, ...]
    key: str
    rounds: tuple[int, ...] = ()
    groups: tuple[tuple[str, ...], ...] = ()
    outside: tuple[str, ...] = ()
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawReason:
    """One reason for a draw as data: a *key* and its values, put into words when somebody reads it.

    At a *table* the key is what brought the two *names* together; they met before in these *rounds*. Of the whole draw
    it is what it was `drawn by`, who `sits out`, which `three` share a match, or a `note`, *said* in words.
    """

    key: str
    table: int = 0
    names: tuple[str, ...] = ()
    skipped: tuple[PassedOver, ...] = ()
    rounds: tuple[int, ...] = ()
    said: Prose = ""
    part: int = 1
    apart: Exact | None = None
    lifted: bool = False
    again: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawPublished:
    """A round's draw, as published. It stands whatever is corrected later.

    *order* is the ranking it was drawn from, *seed* the lots, *why* what the draw says of itself and *reasons* the same
    as data; *by_hand* is the reason of the official who changed it.
    """

    called: ClassVar[str] = "draw published"
    stage: str
    round: int
    seatings: tuple[Seating, ...]
    sits_out: tuple[str, ...] = ()
    shares: tuple[Share, ...] = ()
    order: tuple[str, ...] = ()
    seed: str = ""
    why: Account = ""
    by_hand: Prose = ""
    trios: tuple[Trio, ...] = ()
    reasons: tuple[DrawReason, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawChanged:
    """A published draw as it is from now on, where tables have not begun: somebody came late, or left."""

    called: ClassVar[str] = "draw changed"
    stage: str
    round: int
    seatings: tuple[Seating, ...]
    sits_out: tuple[str, ...] = ()
    reason: Prose = ""


@dataclass(frozen=True, slots=True)
class DrawWithdrawn:
    """A published draw was taken back before play."""

    called: ClassVar[str] = "draw withdrawn"
    stage: str
    round: int
    reason: Prose


@dataclass(frozen=True, slots=True)
class LineUpPosted:
    """A team's line-up for a match or a stanza, in a room; *system* is the class of what a pair plays.

    *agreed* says that the other captain and the director agree to a limited system all the same.
    """

    called: ClassVar[str] = "line-up posted"
    stage: str
    round: int
    contestant: str
    players: tuple[str, ...]
    system: str = ""
    agreed: bool = False


DrawAct: TypeAlias = DrawPublished | DrawChanged | DrawWithdrawn | LineUpPosted
"""Everything that is written of who meets whom, and who plays for a team."""
