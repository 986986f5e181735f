"""Swiss draws as documents lay them down: how round one goes, who may meet again, what an odd field does, the order.

Where a document leaves a choice to the organiser, its ways stand beside each other and an event must name
one of them; nothing is chosen for it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeVar

from overtrick.core.draws.rules import (
    Choice,
    Entering,
    First,
    Odd,
    Placed,
    Rematch,
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
    """A way to deal with an odd field; the other words are for a match of three."""

    clause: Clause
    way: Odd
    choice: Choice | None = None
    rounds: int = 1
    below_top_half: bool = False
    spare_again: bool = True

    @property
    def share(self) -> ShareRule | None:
        """The rule for a match of three, where the odd field plays one."""
        if self.choice is None:
            return None
        return ShareRule(self.clause, self.choice, self.rounds, self.below_top_half, self.spare_again)


@dataclass(frozen=True, slots=True)
class ReplayRule:
    """That early opponents may be met again in a field that is small for its rounds, and how often in all."""

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
    """What an event fixes before it starts: how many enter, and the ways its document leaves open.

    *rounds* is how many there are to be, wanted where early opponents may be met again. *drawing* is the
    first round that is wanted: after round one it no longer matters how that was drawn.
    """

    entrants: int
    first: First | None = None
    odd: Odd | None = None
    rounds: int | None = None
    drawing: int = 1


@dataclass(frozen=True, slots=True)
class Swiss:
    """A Swiss draw ready to use: the rule, the order it is drawn from, and the order of those who drop in."""

    id: str
    rule: SwissRule
    order: ChainRule[Measure]
    entrants: ChainRule[Measure] | None


Way = TypeVar("Way", FirstWay, OddWay)


@dataclass(frozen=True, slots=True)
class SwissDraw:
    """A Swiss draw by name: the leaders meet, and what the document says beside that."""

    id: str
    name: str
    clause: Clause
    first: tuple[FirstWay, ...]
    odd: tuple[OddWay, ...]
    order: ChainRule[Measure]
    rematch: Rematch = Rematch.NEVER
    placed: Placed = Placed.IN_ORDER
    replay: ReplayRule | None = None
    entering: EnteringRule | None = None

    def __post_init__(self) -> None:
        refuse_untold((self.order,), OF_A_STAGE, "a stage")
        refuse_untold(
            (self.entering.order if self.entering else None,), OF_A_LAST_MATCH, "losers by the match they lost"
        )

    def rule(self, first: First | None, odd: Odd | None, key: str = "{}") -> tuple[SwissRule, Clause]:
        """The rule with the ways that are left open, and the clause on an odd field.

        *key* is how the word for a way is written, where one is missing.
        """
        opening = self._chosen("round one is drawn", self.first, first, key.format("first"))
        uneven = self._chosen("an odd field is dealt with", self.odd, odd, key.format("odd"))
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

    def under(self, settings: Settings) -> Swiss:
        """The draw at the prompt; a way that the document leaves open and nobody names is refused."""
        opening = settings.first if settings.drawing == 1 else self.first[0].way
        uneven = settings.odd if settings.entrants % 2 else self.odd[0].way
        rule, _ = self.rule(opening, uneven, "--{}")
        rule = replace(rule, replay=self._replay(settings))
        return Swiss(self.id, rule, self.order, self.entering.order if self.entering else None)

    def _chosen(self, what: str, ways: Sequence[Way], asked: Enum | None, option: str) -> Way:
        """The way an event goes: the only one there is, or the one it names."""
        listed = ", ".join(f"“{each.way}”" for each in ways)
        if asked is None and len(ways) == 1:
            return ways[0]
        if asked is None:
            raise DirectorError(
                "{called}: the document leaves open how {doing}: {listed}",
                clause=str(ways[0].clause),
                remedy="Name the way this event goes ({option}).",
                called=self.name,
                doing=what,
                listed=listed,
                option=option,
            )
        for each in ways:
            if each.way is asked:
                return each
        raise DirectorError(
            "{called}: that is not how {doing}, “{asked}”",
            clause=str(ways[0].clause),
            remedy="It may be {listed}.",
            called=self.name,
            doing=what,
            asked=asked,
            listed=listed,
        )

    def _replay(self, settings: Settings) -> Replay | None:
        if self.replay is None:
            return None
        if settings.rounds is None:
            raise DirectorError(
                "When early opponents may be met again depends on the number of rounds",
                clause=str(self.replay.clause),
                remedy="Say how many rounds there are to be (--rounds).",
            )
        plan = plan_modified(settings.rounds, settings.entrants, self.replay.clause, self.replay.most)
        if not plan.triggered:
            raise DirectorError(
                "{entrants} contestants are not fewer than twice {rounds} rounds: nobody may meet again",
                clause=str(self.replay.clause),
                remedy="Draw it as a plain Swiss.",
                entrants=settings.entrants,
                rounds=settings.rounds,
            )
        return plan.replay
