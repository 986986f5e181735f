"""The interface of a way to play, with the defaults of a stage of plain matches."""

from typing import ClassVar

from overtrick.core.draws.choice import ChoiceRule
from overtrick.core.draws.finals import AbsenceRule
from overtrick.core.draws.seating import StanzaRule
from overtrick.core.draws.swiss_draws import SwissDraw
from overtrick.core.flow.drop_in import DropInRule
from overtrick.core.flow.graph import Node
from overtrick.core.movements.families import Family
from overtrick.core.provenance import Clause
from overtrick.core.scoring.datum import Span


class WayToPlay:
    """A way to play: its interface, with the defaults of a stage of plain matches.

    *swiss*: every round is drawn from the standings of the whole field. *two_fields*: North-South meet East-West.
    *in_sessions*: each session has its own movement. *by_session*: a board is compared over a whole session,
    because tables play it in different rounds. *head_to_head*: two sides compare their total IMPs; *by_net*: a match
    is worth the net of its boards. *must_be_won*: the committee decides a tied match,
    and a match that was not played is played later or forfeited. *some_rest*: a round need not have a match for
    every contestant. *stays*: contestants cannot withdraw, because later stages depend on their places.
    *as_it_stands*: its standings are not explained match by match. In a graph, winners of a *knockout* go on, and
    *drops_in* marks the stage that losers drop into. *weekly*: its rounds are a week apart.
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
        """The stages whose points are added up, if the stage itself is not played."""
        return ()

    @property
    def flow(self) -> tuple[Node, ...]:
        """The nodes of an event's flow that are played in the stage, one for each round; empty outside a graph."""
        return ()

    @property
    def in_graph(self) -> bool:
        """Whether the stage is part of a graph."""
        return bool(self.flow)

    @property
    def sits_out_for(self) -> int | None:
        """The percentage for boards that a pair sits out; None if they do not count."""
        return None

    @property
    def alone(self) -> bool:
        """Whether the contestants are individuals, with a different partner each round."""
        return False

    @property
    def at_once(self) -> bool:
        """Whether all rounds of a session are published together, and each table moves on when its results are in."""
        return False

    @property
    def session_boards(self) -> Span | None:
        """The intended number of boards in a session, if it is set."""
        return None

    @property
    def open_ended(self) -> Family | None:
        """The family of a movement without a number of rounds, which is limited only by the length of the session."""
        return None

    @property
    def named(self) -> SwissDraw | None:
        """The named draw of the document that it uses, if any."""
        return None

    @property
    def one_match(self) -> int:
        """The number of rounds that make up one match of two contestants; 0 if each round is a match."""
        return 0

    @property
    def house(self) -> Clause | None:
        """The clause by which the organiser completes an odd field with a house contestant."""
        return None

    @property
    def by_lot(self) -> Clause | None:
        """The clause by which contestants draw lots for their numbers."""
        return None

    @property
    def rights(self) -> StanzaRule | None:
        """The rule for who sits last in which stanza, if that is chosen."""
        return None

    @property
    def absence(self) -> AbsenceRule | None:
        """The rule for how long an absent side may take to appear."""
        return None

    @property
    def drop_in(self) -> DropInRule | None:
        """The rule for what drop-ins carry over."""
        return None

    @property
    def changed(self) -> Clause | None:
        """The clause by which two contestants exchange places when the winner of their match changes."""
        return None

    @property
    def first_by_lot(self) -> bool:
        """Whether the first draw is made by lot."""
        return False

    @property
    def rests_by_movement(self) -> bool:
        """Whether contestants sit out by the movement, without a score for it."""
        return False

    @property
    def rematch_forbidden(self) -> bool:
        """Whether rematches are forbidden, whatever the size of the field."""
        return False

    def rounds_possible(self, size: int, rounds: int) -> int:
        """The number of its rounds that a field of this size can play without a rematch."""
        return rounds

    @property
    def wants_house(self) -> bool:
        """Whether an odd field is completed by a house contestant."""
        return False

    def choice_rule(self, size: int) -> ChoiceRule | None:
        """The rule of the draw by choice for a field of this size; None if the first round is drawn otherwise."""
        return None

    def left_to_lot(self, number: int, size: int) -> bool:
        """Whether the draw of a round is made by lot, in a field of this size."""
        return number == 1 and self.first_by_lot

    def lasting(self, rounds: int) -> "WayToPlay":
        """This way to play for a stage of this many rounds."""
        return self

    def describe_rounds(self, rounds: int) -> str:
        """How these rounds are played, in words to be followed by the length of a match; empty if it has none."""
        return ""

    def byes(self, size: int) -> bool:
        """Whether contestants have byes in a field of this size, with a score."""
        return False

    def parts(self, place: int, size: int) -> bool:
        """Whether play itself separates the places down to this one from those below, without ties across."""
        return False

    def takes(self, size: int) -> None:
        """Refuse a field whose size cannot be played."""
