"""What the rest of the house asks of a way to play, with the answers of a stage of plain matches."""

from typing import ClassVar

from overtrick.core.draws.choice import ChoiceRule
from overtrick.core.draws.finals import AbsenceRule
from overtrick.core.draws.stanzas import StanzaRule
from overtrick.core.draws.swiss_draws import SwissDraw
from overtrick.core.flow.drop_in import DropInRule
from overtrick.core.flow.graph import Node
from overtrick.core.movements.families import Family
from overtrick.core.provenance import Clause
from overtrick.core.scoring.datum import Span


class WayToPlay:
    """A way to play: what the rest of the house asks of it, with the answers of a stage of plain matches.

    *swiss*: every round is drawn from the standings of the whole field. *two_fields*: North-South meet East-West.
    *in_sessions*: a movement a session, each starting afresh. *by_session*: a board is compared over a whole session,
    because tables play it in different rounds. *head_to_head*: two sides are set against each other on total IMPs, and
    *by_net* wherever a match is worth what its boards brought. *must_be_won*: a level match is for the committee to
    decide, and one that was not played is played later or forfeited. *some_rest*: a round need not have a match for
    everybody. *stays*: nobody leaves it, because places in later stages are counted on. *as_it_stands*: its standings
    are not told match by match. Of a graph's two, in a *knockout* winners go on, and a team *drops_in* to the other.
    *weekly*: its rounds are a week apart.
    """

    __slots__ = ()

    swiss: ClassVar[bool] = False
    two_fields: ClassVar[bool] = False
    in_sessions: ClassVar[bool] = False
    by_session: ClassVar[bool] = False
    head_to_head: ClassVar[bool] = False
    by_net: ClassVar[bool] = False
    must_be_won: ClassVar[bool] = False
    some_rest: ClassVar[bool] = False
    stays: ClassVar[bool] = False
    as_it_stands: ClassVar[bool] = False
    knockout: ClassVar[bool] = False
    drops_in: ClassVar[bool] = False
    weekly: ClassVar[bool] = False

    @property
    def adds_up(self) -> tuple[str, ...]:
        """The stages whose points are added up here, where nothing is played."""
        return ()

    @property
    def flow(self) -> tuple[Node, ...]:
        """The nodes of an event's flow that are played here, one a round; none outside a graph."""
        return ()

    @property
    def in_graph(self) -> bool:
        """Whether the stage is one of a graph."""
        return bool(self.flow)

    @property
    def sits_out_for(self) -> int | None:
        """The per cent that boards bring which a pair sits out; nothing where they are not counted."""
        return None

    @property
    def alone(self) -> bool:
        """Whether everybody plays for himself, with a partner for the round."""
        return False

    @property
    def at_once(self) -> bool:
        """Whether all rounds of a session are published together, and each table goes on as its results are in."""
        return False

    @property
    def session_boards(self) -> Span | None:
        """How many boards a session should have, where that is said."""
        return None

    @property
    def open_ended(self) -> Family | None:
        """The family of a movement that does not say its rounds, so that they end only because the evening does."""
        return None

    @property
    def named(self) -> SwissDraw | None:
        """The draw of the document that it is, where it has one by name."""
        return None

    @property
    def one_match(self) -> int:
        """How many rounds are one match of two contestants; none where a round is a match."""
        return 0

    @property
    def house(self) -> Clause | None:
        """The clause by which the organiser completes an odd field with a contestant of its own."""
        return None

    @property
    def by_lot(self) -> Clause | None:
        """The clause by which a lot gives the contestants their numbers."""
        return None

    @property
    def rights(self) -> StanzaRule | None:
        """Who sits last in which stanza, where that is chosen."""
        return None

    @property
    def absence(self) -> AbsenceRule | None:
        """How long a side that has not appeared is waited for."""
        return None

    @property
    def drop_in(self) -> DropInRule | None:
        """What those bring who come in later."""
        return None

    @property
    def changed(self) -> Clause | None:
        """The clause by which two change places when the winner of their match changes."""
        return None

    @property
    def first_by_lot(self) -> bool:
        """Whether the first draw is made by lot."""
        return False

    @property
    def rests_by_movement(self) -> bool:
        """Whether a movement rests somebody each round, who is given nothing for it."""
        return False

    @property
    def rematch_forbidden(self) -> bool:
        """Whether nobody may meet an opponent a second time, whatever the field."""
        return False

    def rounds_possible(self, size: int, rounds: int) -> int:
        """How many of its rounds a field can play before two must meet who may not."""
        return rounds

    @property
    def wants_house(self) -> bool:
        """Whether an odd field is completed by a contestant of the organiser's."""
        return False

    def chosen(self, size: int) -> ChoiceRule | None:
        """Who chooses an opponent from whom in the first draw of a field of this size; nobody where it is drawn."""
        return None

    def left_to_lot(self, number: int, size: int) -> bool:
        """Whether the draw of a round is made by lot, in a field of this size."""
        return number == 1 and self.first_by_lot

    def lasting(self, rounds: int) -> "WayToPlay":
        """The same way in a stage of so many rounds."""
        return self

    def told(self, rounds: int) -> str:
        """How so many rounds are played, in words that the length of a match follows; nothing where none has one."""
        return ""

    def byes(self, size: int) -> bool:
        """Whether somebody sits out in a field of this size, and should have a score for it."""
        return False

    def parts(self, place: int, size: int) -> bool:
        """Whether play itself parts those down to a place from all below, so that no tie reaches across it."""
        return False

    def takes(self, size: int) -> None:
        """Refuse a field of a size that cannot be played."""
