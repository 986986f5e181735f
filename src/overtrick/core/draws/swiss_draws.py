"""Swiss draws as documents define them: round one, rematches, odd fields, and the order.

Where a document leaves a choice to the organiser, the draw holds all the options and the event must name
one of them; there is no default.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeVar

from overtrick.core.draws.rules import (
    Choice,
    Entering,
    First,
    OddFieldRule,
    Rematch,
    RematchPlacement,
    Replay,
    ShareRule,
    SwissRule,
    plan_modified,
)
from overtrick.core.errors import DirectorError
from overtrick.core.provenance import Clause
from overtrick.core.ranking.chain import ChainRule
from overtrick.core.ranking.measures import OF_A_LAST_MATCH, OF_A_STAGE, Measure, refuse_untold


@dataclass(frozen=True, slots=True)
class FirstWay:
    """A way to draw round one."""

    clause: Clause
    way: First


@dataclass(frozen=True, slots=True)
class OddWay:
    """A way to deal with an odd field; the other fields are for a match of three."""

    clause: Clause
    way: OddFieldRule
    choice: Choice | None = None
    rounds: int = 1
    below_top_half: bool = False
    spare_again: bool = True

    @property
    def share(self) -> ShareRule | None:
        """The rule for a match of three, if an odd field plays one."""
        if self.choice is None:
            return None
        return ShareRule(self.clause, self.choice, self.rounds, self.below_top_half, self.spare_again)


@dataclass(frozen=True, slots=True)
class ReplayRule:
    """The rule that early opponents may meet again in a field that is small for its rounds, and how often in all."""

    clause: Clause
    most: int = 2


@dataclass(frozen=True, slots=True)
class EnteringRule:
    """How contestants who drop in from a knockout are ranked and drawn."""

    clause: Clause
    way: Entering
    order: ChainRule[Measure]


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings that an event fixes before it starts: the entries, and the options its document leaves open.

    *rounds* is the planned number of rounds, needed if early opponents may meet again. *drawing* is the
    first round to be drawn: after round one the method of that round no longer matters.
    """

    entrants: int
    first: First | None = None
    odd: OddFieldRule | None = None
    rounds: int | None = None
    drawing: int = 1


@dataclass(frozen=True, slots=True)
class Swiss:
    """A Swiss draw ready to use: the rule, the order for the draw, and the order of drop-ins."""

    id: str
    rule: SwissRule
    order: ChainRule[Measure]
    entrants: ChainRule[Measure] | None


Way = TypeVar("Way", FirstWay, OddWay)


@dataclass(frozen=True, slots=True)
class SwissDraw:
    """A Swiss draw by name: the leaders meet, with the document's further rules."""

    id: str
    name: str
    clause: Clause
    first: tuple[FirstWay, ...]
    odd: tuple[OddWay, ...]
    order: ChainRule[Measure]
    rematch: Rematch = Rematch.NEVER
    placed: RematchPlacement = RematchPlacement.IN_ORDER
    replay: ReplayRule | None = None
    entering: EnteringRule | None = None

    def __post_init__(self) -> None:
        refuse_untold((self.order,), OF_A_STAGE, "a stage")
        refuse_untold(
            (self.entering.order if self.entering else None,), OF_A_LAST_MATCH, "losers by the match they lost"
        )

    def rule(self, first: First | None, odd: OddFieldRule | None, key: str = "{}") -> tuple[SwissRule, Clause]:
        """The rule with the chosen options, and the clause on an odd field.

        *key* is the format in which a missing option is named in the refusal.
        """
        opening = self._choose_way(self.first, first, key.format("first"))
        uneven = self._choose_way(self.odd, odd, key.format("odd"))
        rule = SwissRule(
            self.clause,
            opening.way,
            self.rematch,
            self.placed,
            odd=uneven.way,
            share=uneven.share,
            entering=self.entering.way if self.entering else None,
            first_clause=opening.clause,
        )
        return rule, uneven.clause

    def resolve(self, settings: Settings) -> Swiss:
        """The draw on the command line; refuse settings that leave open an option which the document requires."""
        opening = settings.first if settings.drawing == 1 else self.first[0].way
        uneven = settings.odd if settings.entrants % 2 else self.odd[0].way
        rule, _ = self.rule(opening, uneven, "--{}")
        rule = replace(rule, replay=self._replay(settings))
        return Swiss(self.id, rule, self.order, self.entering.order if self.entering else None)

    def _choose_way(self, ways: Sequence[Way], asked: Enum | None, option: str) -> Way:
        """The option that an event uses: the only one, or the one that it names."""
        listed = ", ".join(f"“{each.way.value}”" for each in ways)
        opening = ways is self.first
        if asked is None and len(ways) == 1:
            return ways[0]
        if asked is None:
            raise DirectorError(
                "{called}: the regulations do not say how to draw round one"
                if opening
                else "{called}: the regulations do not say how to handle an odd field",
                clause=ways[0].clause,
                remedy="Choose one of {listed} for this event ({option}).",
                called=self.name,
                listed=listed,
                option=option,
            )
        for each in ways:
            if each.way is asked:
                return each
        raise DirectorError(
            "{called}: “{asked}” is not one of the ways to draw round one"
            if opening
            else "{called}: “{asked}” is not one of the ways to handle an odd field",
            clause=ways[0].clause,
            remedy="Choose from {listed}.",
            called=self.name,
            asked=asked.value,
            listed=listed,
        )

    def _replay(self, settings: Settings) -> Replay | None:
        if self.replay is None:
            return None
        if settings.rounds is None:
            raise DirectorError(
                "The number of rounds is needed, because it decides when early opponents may meet again",
                clause=self.replay.clause,
                remedy="Give the number of rounds (--rounds).",
            )
        plan = plan_modified(settings.rounds, settings.entrants, self.replay.clause, self.replay.most)
        if not plan.triggered:
            raise DirectorError(
                "With {entrants} contestants and {rounds} rounds, no rematch is allowed, because there are at least "
                "two contestants per round",
                clause=self.replay.clause,
                remedy="Draw the stage as a plain Swiss.",
                entrants=settings.entrants,
                rounds=settings.rounds,
            )
        return plan.replay
