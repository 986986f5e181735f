"""What the house asks of a way to play. Each way answers in a file of its own, registered in `ways`."""

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol, TypeVar

from overtrick.core.conduct.verdicts import Verdict
from overtrick.core.event.acts import DrawPublished
from overtrick.core.event.play.session_movements import Sitting
from overtrick.core.event.play.status import Leaving
from overtrick.core.event.score.rounds import RoundState
from overtrick.core.exact import Exact
from overtrick.core.movements.late import LateSection
from overtrick.core.movements.movement import Movement
from overtrick.core.provenance import Figure
from overtrick.core.ranking.measures import MatchLine, StageRecord
from overtrick.core.ranking.standings import Purpose, Standings
from overtrick.core.season.record import Season
from overtrick.core.wording import Phrase

S_contra = TypeVar("S_contra", contravariant=True)
"""A stage as it stands."""


class Play(Protocol[S_contra]):
    """How a stage is played: its rounds and draws, who is wanted for them, its lines and standings, and who leaves.

    Of two matters it says how far they reach. *together*: a total may rest on the matches of others. *fines*: the
    units of a penalty, where it is not what the stage counts in.
    """

    @property
    def together(self) -> bool: ...
    @property
    def fines(self) -> tuple[str, ...]: ...

    def rounds(self, state: S_contra) -> int:
        """How many rounds there are for the field."""
        ...

    def draft(self, state: S_contra, number: int, seeds: Sequence[str], seed: str, *, yielding: bool) -> DrawPublished:
        """The draw of a round, ready to publish."""
        ...

    def movements(self, state: S_contra) -> tuple[Movement, ...]:
        """The movement of each session; none where rounds follow no movement."""
        ...

    def contestants_by_number(self, state: S_contra, movement: Movement) -> Mapping[int, str]:
        """Who plays as which number of a movement."""
        ...

    def section_of(self, state: S_contra, contestant: str) -> str:
        """The section a contestant plays in; nothing where there are none."""
        ...

    def sections(self, state: S_contra, session: int) -> Mapping[str, LateSection]:
        """The sections of a session, from 0, by their names; none where the room is one."""
        ...

    def table_name(self, state: S_contra, table: int) -> str:
        """What a table is called: its number, or its section and its number in that."""
        ...

    def session_of(self, state: S_contra, number: int) -> int:
        """The session a round is played in, from 1."""
        ...

    def last_of_session(self, state: S_contra, number: int) -> int:
        """The last round of the session a round is played in."""
        ...

    def sittings(self, state: S_contra) -> tuple[Sitting, ...]:
        """The sessions of a season; none where there is no season."""
        ...

    def season(self, state: S_contra, contestant: str) -> Season:
        """A pair's sessions and what each counts for; refused where there is no season."""
        ...

    def present(self, state: S_contra, number: int) -> tuple[str, ...]:
        """Who may be seated in a round."""
        ...

    def contestants_due(self, state: S_contra, number: int) -> tuple[str, ...]:
        """Who must have a place in the draw of a round: a seat, or a rest."""
        ...

    def opponents(self, state: S_contra, number: int) -> Mapping[str, str]:
        """Whom each is to meet in a round by a draw made beforehand; no one where each round is drawn by itself."""
        ...

    def line(self, state: S_contra, contestant: str, drawn: RoundState) -> MatchLine | None:
        """A contestant's match in a round, if it counts yet."""
        ...

    def record(self, state: S_contra, contestant: str) -> StageRecord:
        """Everything a contestant brings to the ranking."""
        ...

    def carry(self, state: S_contra, contestant: str) -> Figure[Exact] | None:
        """What a contestant brought into the stage."""
        ...

    def placing(self, state: S_contra, contestant: str) -> Verdict | None:
        """Whether a contestant may be placed, limb by limb; nothing where no least play is asked for."""
        ...

    def standings(self, state: S_contra, contestants: Sequence[str], about: str, purpose: Purpose) -> Standings:
        """The order of the contestants of a field."""
        ...

    def extra_boards(self, state: S_contra, table: int) -> tuple[int, ...]:
        """The boards to be called now for a level match at a table of the last round; none where none is to be."""
        ...

    def open_decisions(self, state: S_contra) -> tuple[Phrase, ...]:
        """What must be decided before anybody can leave the stage."""
        ...

    def leaves(self, state: S_contra, lucky_before: Collection[str]) -> Leaving | None:
        """Who leaves the stage how, once everything is decided; nothing where no one is sent on by a way out."""
        ...
