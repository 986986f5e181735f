"""The grammar of Swiss draws: how round one goes, who may meet again, what an odd field does, and the order.

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
from overtrick.regulations.grammar.orders import OF_A_LAST_MATCH, OF_A_STAGE, Chain, only


@dataclass(frozen=True, slots=True)
class FirstWords:
    """A way to draw round one."""

    clause: Clause
    way: First


@dataclass(frozen=True, slots=True)
class OddWords:
    """A way to deal with an odd field; the other words are for a match of three."""

    clause: Clause
    way: Odd
    choice: Choice | None = None
    rounds: int = 1
    below_top_half: bool = False
    spare_again: bool = True

    def share(self) -> ShareRule | None:
        """The rule for a match of three, where the odd field plays one."""
        if self.choice is None:
            return None
        return ShareRule(self.clause, self.choice, self.rounds, self.below_top_half, self.spare_again)


@dataclass(frozen=True, slots=True)
class ReplayWords:
    """That early opponents may be met again in a field that is small for its rounds, and how often in all."""

    clause: Clause
    most: int = 2


@dataclass(frozen=True, slots=True)
class EnteringWords:
    """How contestants who drop in from a knockout are ranked and drawn."""

    clause: Clause
    way: Entering
    order: Chain


@dataclass(frozen=True, slots=True)
class SwissWords:
    """A Swiss draw by name: the leaders meet, and what the document says beside that."""

    id: str
    name: str
    clause: Clause
    first: tuple[FirstWords, ...]
    odd: tuple[OddWords, ...]
    order: Chain
    rematch: Rematch = Rematch.NEVER
    placed: Placed = Placed.IN_ORDER
    replay: ReplayWords | None = None
    entering: EnteringWords | None = None

    def __post_init__(self) -> None:
        only((self.order,), OF_A_STAGE, "a stage")
        only((self.entering.order if self.entering else None,), OF_A_LAST_MATCH, "losers by the match they lost")


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
    order: Chain
    entrants: Chain | None


def build_swiss(words: SwissWords, settings: Settings) -> Swiss:
    """A Swiss draw at the prompt; a way that the document leaves open and nobody names is refused."""
    opening = settings.first if settings.drawing == 1 else words.first[0].way
    uneven = settings.odd if settings.entrants % 2 else words.odd[0].way
    rule, _ = swiss_rule(words, opening, uneven, "--{}")
    rule = replace(rule, replay=_replay(words.replay, settings))
    return Swiss(words.id, rule, words.order, words.entering.order if words.entering else None)


def swiss_rule(words: SwissWords, first: First | None, odd: Odd | None, key: str = "{}") -> tuple[SwissRule, Clause]:
    """The rule of a Swiss with the ways its document leaves open, and the clause on an odd field.

    *key* is how the word for a way is written, where one is missing.
    """
    opening = _chosen(words, "round one is drawn", words.first, first, key.format("first"))
    uneven = _chosen(words, "an odd field is dealt with", words.odd, odd, key.format("odd"))
    rule = SwissRule(
        words.clause,
        opening.way,
        words.rematch,
        words.placed,
        odd=uneven.way,
        share=uneven.share(),
        entering=words.entering.way if words.entering else None,
        first_clause=opening.clause,
    )
    return rule, uneven.clause


def _replay(words: ReplayWords | None, settings: Settings) -> Replay | None:
    if words is None:
        return None
    if settings.rounds is None:
        raise DirectorError(
            "When early opponents may be met again depends on the number of rounds",
            clause=str(words.clause),
            remedy="Say how many rounds there are to be (--rounds).",
        )
    plan = plan_modified(settings.rounds, settings.entrants, words.clause, words.most)
    if not plan.triggered:
        raise DirectorError(
            f"{settings.entrants} contestants are not fewer than twice {settings.rounds} rounds: nobody may meet again",
            clause=str(words.clause),
            remedy="Draw it as a plain Swiss.",
        )
    return plan.replay


Found = TypeVar("Found", FirstWords, OddWords)


def _chosen(words: SwissWords, what: str, ways: Sequence[Found], asked: Enum | None, option: str) -> Found:
    """The way an event goes: the only one there is, or the one it names."""
    listed = ", ".join(f"“{each.way}”" for each in ways)
    if asked is None and len(ways) == 1:
        return ways[0]
    if asked is None:
        raise DirectorError(
            f"{words.name}: the document leaves open how {what}: {listed}",
            clause=str(ways[0].clause),
            remedy=f"Name the way this event goes ({option}).",
        )
    for each in ways:
        if each.way is asked:
            return each
    raise DirectorError(
        f"{words.name}: that is not how {what}, “{asked}”", clause=str(ways[0].clause), remedy=f"It may be {listed}."
    )
