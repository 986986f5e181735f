"""The ways to play a stage as data, with the properties that each has under every regulation.

Other code reads these properties and never checks the class. The draws and scores of each way are in
`overtrick.core.event.play`, one file for each way.
"""

from dataclasses import dataclass, replace
from enum import Enum
from typing import ClassVar

from overtrick.core.conduct.participation import CommonMembersRule
from overtrick.core.draws.brackets import Bracket, Pairing
from overtrick.core.draws.bye_rounds import ByeMoved, ByesSpread
from overtrick.core.draws.choice import ChoiceRule
from overtrick.core.draws.elimination import EliminationRule, bracket_for
from overtrick.core.draws.finals import AbandonedPlace, AbsenceRule
from overtrick.core.draws.round_robin import PrintedDraw, Rounds
from overtrick.core.draws.rules import First, OddFieldRule, Rematch, SwissRule, most_rounds, plan_modified
from overtrick.core.draws.seating import SitsFirst, StanzaRule
from overtrick.core.draws.swiss_draws import SwissDraw
from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.core.event.plan.way_to_play import WayToPlay
from overtrick.core.movements.finals import BalancedFinal
from overtrick.core.provenance import Clause
from overtrick.core.ranking.awards import AwardRule
from overtrick.core.scoring.datum import Span
from overtrick.core.wording import Phrase, phrase


@dataclass(frozen=True, slots=True)
class SwissPlay(WayToPlay):
    """Each round is drawn from the standings; *modified* lets early opponents meet again in a small field.

    *house* is the clause by which the organiser completes an odd field with a house contestant; *named* is the named
    draw of the document that it uses, if any.
    """

    swiss: ClassVar[bool] = True

    rule: SwissRule
    modified: Clause | None = None
    house: Clause | None = None
    named: SwissDraw | None = None

    @property
    def first_by_lot(self) -> bool:
        """Whether the first draw is made by lot, of the whole field or within its quarters."""
        return self.rule.first in (First.LOT, First.QUARTERS)

    @property
    def rematch_forbidden(self) -> bool:
        """Whether its rule forbids rematches."""
        return self.rule.rematch is Rematch.NEVER

    def rounds_apart(self, rounds: int) -> int:
        """The number of consecutive rounds without rematches."""
        return rounds if self.modified is None else plan_modified(rounds, 0, self.modified).replay.plain_through

    def rounds_possible(self, size: int, rounds: int) -> int:
        """The number of its rounds that a field of this size can play without a rematch: all of them if it is large."""
        most = most_rounds(size, self.rule.share)
        return most if self.rounds_apart(rounds) > most else rounds

    @property
    def wants_house(self) -> bool:
        """Whether an odd field is completed by a house pair."""
        return self.rule.odd is OddFieldRule.HOUSE

    def describe_rounds(self, rounds: int) -> str:
        """How its rounds are played, in words."""
        return f"Swiss, {rounds} matches"

    def later(self, size: int, rounds: int) -> Phrase:
        """How every round after the first is drawn in a field of this size, in words."""
        if self.rematch_forbidden and self.rounds_possible(size, rounds) < rounds:
            return phrase(
                "in later rounds, from the top down, each plays the highest-placed opponent below it that it "
                "has not met, provided all the others can still be paired; {size} contestants are too few "
                "for {rounds:#round} without a rematch, so the committee decides which contestants meet again",
                size=size, rounds=rounds,
            )  # fmt: skip
        return phrase(
            "in later rounds, from the top down, each plays the highest-placed opponent below it "
            "that it has not met, provided all the others can still be paired; no two meet "
            "twice{never:|, unless that cannot be avoided, and then there are as few rematches as "
            "possible}",
            never=self.rematch_forbidden,
        )

    def byes(self, size: int) -> bool:
        """Whether an odd field has a bye."""
        return self.rule.odd is OddFieldRule.BYE


@dataclass(frozen=True, slots=True)
class MonradPlay(SwissPlay):
    """A Danish Monrad: first meets second, third meets fourth, round after round.

    Two contestants who met do not meet in the next *apart* rounds. Without it they never meet again, or not before
    round *again_from*, from which two may meet until they have met *most_meetings* times.
    """

    apart: int | None = 1
    again_from: int | None = None
    most_meetings: int = 2

    def rounds_apart(self, rounds: int) -> int:
        """How many of its rounds follow one another in which no one may meet twice."""
        if self.apart is not None:
            return min(rounds, self.apart + 1)
        return rounds if self.again_from is None else min(rounds, self.again_from - 1)

    def describe_rounds(self, rounds: int) -> str:
        """How its rounds are played, in words."""
        return f"Danish Monrad, {rounds} matches"

    def later(self, size: int, rounds: int) -> Phrase:
        """How every round after the first is drawn, in words."""
        if self.apart is None:
            within = phrase(
                "again[ before round {again}, and never meet more than {most} times]",
                again=self.again_from, most=self.most_meetings,
            )  # fmt: skip
        elif self.apart == 1:
            within = phrase("again in the next round")
        else:
            within = phrase("again in the next {apart:#round}", apart=self.apart)
        return phrase(
            "in later rounds first plays second, third plays fourth, and so on down the standings; two contestants "
            "that have met do not meet {within}: instead, each plays the highest-placed opponent below it that it "
            "may meet",
            within=within,
        )


@dataclass(frozen=True, slots=True)
class RobinDraw:
    """One round robin by positions: contestants hold positions by number, or by place at the time of the draw.

    *sits_first* says which team of a match gives its line-up first; *by_number* says that the second team is the one
    with the higher number, not the one listed second. At the tables *half_way* the two change directions
    half-way through the match. *first_round* is its first round.
    """

    rounds: Rounds
    by_placing: bool = False
    sits_first: SitsFirst | None = None
    clause: Clause | None = None
    by_number: bool = False
    half_way: tuple[int, ...] = ()
    first_round: int = 1

    def pattern(self, table: int, boards: int) -> str:
        """The boards on which the first listed sits North-South (N) and East-West (E); empty without a switch."""
        return "N" * (boards - boards // 2) + "E" * (boards // 2) if table in self.half_way else ""


@dataclass(frozen=True, slots=True)
class PrintedRobins:
    """The round robins that a document prints for fields of these sizes, each following the one before."""

    sizes: tuple[int, ...]
    robins: tuple[RobinDraw, ...]
    clause: Clause | None = None

    def __post_init__(self) -> None:
        begins = 1
        for robin in self.robins:
            if robin.first_round != begins:
                told = f"a round robin begins with round {robin.first_round}, and it is the turn of {begins}"
                raise RegulationErrors([told])
            begins += len(robin.rounds)

    def counting(self, *, by_number: bool) -> "PrintedRobins":
        """These round robins with the second team of a match by number, or as listed."""
        return replace(self, robins=tuple(replace(each, by_number=by_number) for each in self.robins))

    @classmethod
    def of(cls, draw: PrintedDraw, *, switched: bool) -> "PrintedRobins":
        """One printed draw; if it lists seeds, positions are held by seed, and one seed short, the last is the bye.

        Without *switched* contestants do not change directions half-way, even if the draw says so.
        """
        rounds = draw.by_seed() if draw.seeds else draw.rounds
        size = 2 * len(rounds[0])
        return cls((size - 1, size), (RobinDraw(rounds, half_way=draw.half_way if switched else ()),))


@dataclass(frozen=True, slots=True)
class RobinPlay(WayToPlay):
    """Round robins: printed for some sizes, balanced finals for others, otherwise by the circle method, *times* over.

    With *by_movement* all teams meet in one session by a movement for teams, which sets the boards of each match.
    No team sits out, although the rounds in which the matches are recorded leave one out.
    """

    printed: tuple[PrintedRobins, ...] = ()
    finals: tuple[BalancedFinal, ...] = ()
    times: int = 1
    bye_moved: ByeMoved | None = None
    byes_spread: ByesSpread | None = None
    by_lot: Clause | None = None
    by_movement: bool = False

    @property
    def rests_by_movement(self) -> bool:
        """Whether it is played by a movement."""
        return self.by_movement

    def __post_init__(self) -> None:
        if self.by_movement and (self.printed or self.finals or self.times != 1):
            raise RegulationErrors(["a round robin by_movement is met once, and by no printed draw"])

    def describe_rounds(self, rounds: int) -> str:
        """How its rounds are played, in words."""
        return f"round robin, {rounds} matches"

    def byes(self, size: int) -> bool:
        """Whether a contestant has a bye each round: in an odd field, unless it is played by a movement."""
        return size % 2 == 1 and not self.by_movement


class TwoFieldForm(Enum):
    """How two fields meet over several sessions."""

    PLANNED = "planned"
    SECTIONS = "three sections"
    ROTATING = "rotating"


@dataclass(frozen=True, slots=True)
class TwoFieldPlay(WayToPlay):
    """A North-South field meets an East-West field over several sessions, each in its own direction.

    *house* is the clause by which the organiser completes an odd field with a house contestant. *boards*
    (`session_boards` in a file) is the intended number of boards in a session, if it is set.
    """

    two_fields: ClassVar[bool] = True
    by_session: ClassVar[bool] = True

    form: TwoFieldForm
    sections: int = 3
    house: Clause | None = None
    boards: Span | None = None

    @property
    def session_boards(self) -> Span | None:
        """The intended number of boards in a session."""
        return self.boards

    def describe_rounds(self, rounds: int) -> str:
        """How its rounds are played, in words."""
        return f"the fields meet, {rounds} matches"


LONGEST = Span(13, 13)
"""The number of rounds of a movement that does not set it: all its rounds, up to a session of two-board rounds."""


AS_THEY_COME = Span(1)
"""The boards of a session whose movements all set the number of boards in a round."""


@dataclass(frozen=True, slots=True)
class StanzaPlay(WayToPlay):
    """One match of two contestants in stanzas; a stanza is a round.

    *rights* says which side sits last in which stanza.
    """

    head_to_head: ClassVar[bool] = True
    by_net: ClassVar[bool] = True
    stays: ClassVar[bool] = True

    stanzas: int = 0
    rights: StanzaRule | None = None

    def lasting(self, rounds: int) -> "StanzaPlay":
        """The match in this many stanzas."""
        return replace(self, stanzas=rounds)

    def describe_rounds(self, rounds: int) -> str:
        """How its rounds are played, in words."""
        return f"one match in {self.stanzas} stanzas"

    @property
    def one_match(self) -> int:
        """The number of stanzas: all are one match."""
        return self.stanzas

    def takes(self, size: int) -> None:
        """Refuse any number of contestants except two."""
        if size != 2:
            raise DirectorError(
                "A match in stanzas is played by two contestants, not by {size}",
                remedy="Name two contestants, or leave the stage unplayed so that the earlier standings count.",
                size=size,
            )


class InBrackets(WayToPlay):
    """A bracket: matches between ranked teams, and winners and losers of other matches. A week is a round."""

    __slots__ = ()

    head_to_head: ClassVar[bool] = True
    by_net: ClassVar[bool] = True
    must_be_won: ClassVar[bool] = True
    some_rest: ClassVar[bool] = True
    stays: ClassVar[bool] = True
    as_it_stands: ClassVar[bool] = True

    def bracket(self, teams: int) -> Bracket:
        """The bracket for this many teams; refused if there is none."""
        raise NotImplementedError

    def usual(self, teams: int) -> Bracket:
        """The bracket for which the event is planned with this many teams."""
        return self.bracket(teams)

    @property
    def absence_rule(self) -> AbsenceRule | None:
        """The rule for teams that do not appear."""
        return None

    @property
    def abandoned_place(self) -> AbandonedPlace:
        """The place that the two teams of an abandoned match take."""
        return AbandonedPlace.LOSER

    def parts(self, place: int, size: int) -> bool:
        """Whether a place is decided in a different match or round from the next place."""
        bracket = self.usual(size)
        return not 0 < place < bracket.teams or bracket.place(place) != bracket.place(place + 1)

    def takes(self, size: int) -> None:
        """Refuse a number of teams without a bracket."""
        self.bracket(size)


@dataclass(frozen=True, slots=True)
class FinalsPlay(InBrackets):
    """A finals system, as a document prints it.

    *brackets* are the systems for different numbers of teams, the usual one first; *absence* is how long an
    absent team may take to appear; *abandoned* is the place that the two teams of an abandoned match take.
    """

    weekly: ClassVar[bool] = True

    brackets: tuple[Bracket, ...]
    absence: AbsenceRule | None = None
    abandoned: AbandonedPlace = AbandonedPlace.LOSER

    @property
    def absence_rule(self) -> AbsenceRule | None:
        """The rule for teams that do not appear."""
        return self.absence

    @property
    def abandoned_place(self) -> AbandonedPlace:
        """The place that the two teams of an abandoned match take."""
        return self.abandoned

    def describe_rounds(self, rounds: int) -> str:
        """How its rounds are played, in words."""
        return "a finals system, matches"

    def usual(self, teams: int) -> Bracket:
        """The first bracket, regardless of withdrawals."""
        return self.brackets[0]

    def bracket(self, teams: int) -> Bracket:
        """The finals system for this many teams."""
        for bracket in self.brackets:
            if bracket.teams == teams:
                return bracket
        raise DirectorError(
            "There is no finals system for {teams:#team}",
            clause=self.brackets[0].clause,
            remedy="Finals systems exist for {sizes:or} teams; otherwise the committee decides.",
            teams=teams,
            sizes=tuple(bracket.teams for bracket in self.brackets),
        )


@dataclass(frozen=True, slots=True)
class BracketPlay(InBrackets):
    """A knockout of any number of teams, in segments; a segment is a round."""

    rule: EliminationRule
    absence: AbsenceRule | None = None

    @property
    def absence_rule(self) -> AbsenceRule | None:
        """The rule for teams that do not appear."""
        return self.absence

    def describe_rounds(self, rounds: int) -> str:
        """How its rounds are played, in words."""
        return "a knockout, segments"

    def bracket(self, teams: int) -> Bracket:
        """The bracket for this many teams."""
        return bracket_for(teams, self.rule)

    def choice_rule(self, size: int) -> ChoiceRule | None:
        """The rule of the draw by choice for the first round, if it has one."""
        return self.rule.choice.for_field(size) if self.rule.choice is not None else None

    def left_to_lot(self, number: int, size: int) -> bool:
        """Whether the draw before a segment is made by lot."""
        pool = self.bracket(size).pool(number)
        return pool is not None and pool.how is Pairing.LOT


@dataclass(frozen=True, slots=True)
class TallyPlay(WayToPlay):
    """Nothing is played: the points earned in these *stages* are added up.

    *points* names the award that gives the points for places in each stage. *same* (`same_team` in a file) is the rule
    by which a team of a later stage counts as a team of an earlier one.
    """

    as_it_stands: ClassVar[bool] = True

    stages: tuple[str, ...]
    points: AwardRule
    same: CommonMembersRule | None = None

    @property
    def adds_up(self) -> tuple[str, ...]:
        """The stages that are added up."""
        return self.stages
