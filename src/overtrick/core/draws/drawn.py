"""A draw, with the reasons for each pair in it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from overtrick.core.draws.meetings import Meeting, MeetingKind, SatOut
from overtrick.core.exact import Exact
from overtrick.core.provenance import Clause
from overtrick.core.wording import Phrase, phrase

BYE = "the bye"
_AS_NUMBERED: Mapping[str, str] = {}
_FEW = 5


class PairingMethod(Enum):
    """The rule by which a pair was drawn."""

    ORDER = "the leaders meet"
    LOT = "by lot"
    HALVES = "top half against bottom half"
    QUARTERS = "top and bottom quarters against the middle half, by lot"
    SEEDS = "neighbours in the seeding"
    ENTERING = "the drop-ins meet the Swiss in reverse order, the lowest against the best"
    FOLD = "the remaining drop-ins meet each other, the highest against the lowest"

    def __str__(self) -> str:
        return self.value


def in_rounds(rounds: Sequence[int]) -> Phrase:
    """The rounds as a phrase.

    >>> print(in_rounds((3,)), in_rounds((2, 7)))
    in round 3 in rounds 2 and 7
    """
    return phrase("in {several:rounds|round} {rounds}", several=len(rounds) > 1, rounds=tuple(rounds))


@dataclass(frozen=True, slots=True)
class AlreadyMet:
    """Passed over because the two have met."""

    rounds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Strands:
    """Passed over because the rest could not be drawn.

    Each group has an odd number of contestants who may meet only each other and those *outside*, and
    there is one group more than there are contestants outside. The *others* are remaining contestants whom no one
    in a group may meet.
    """

    groups: tuple[tuple[str, ...], ...]
    outside: tuple[str, ...]
    others: tuple[str, ...] = ()

    def as_phrase(self, names: Mapping[str, str] = _AS_NUMBERED) -> Phrase:
        """The contestants that could not be drawn, as a phrase.

        >>> print(Strands((("10",),), (), ("5", "2", "4")).as_phrase())
        10 with only 5, 2 and 4, all of whom it has met
        >>> print(Strands((("28", "29", "30"),), ()).as_phrase())
        28, 29 and 30 with only each other to play, and an odd number cannot be paired
        >>> print(Strands((("7",), ("8",), ("9",)), ("5", "6")).as_phrase())
        7, 8 and 9 with only 5 and 6 between them as opponents
        """
        groups = [tuple(names.get(each, each) for each in group) for group in self.groups]
        outside = tuple(names.get(each, each) for each in self.outside)
        if groups == [(BYE,)]:
            return phrase("no one who may sit out")
        if not outside:
            return self._alone(groups[0], names)
        sets = tuple(
            group[0] if len(group) == 1 else phrase("the set of {size:words} ({group})", size=len(group), group=group)
            for group in groups
        )
        return phrase(
            "{sets} with only {outside} between them as opponents{single:| outside their own set}",
            sets=sets, outside=outside, single=all(len(group) == 1 for group in groups),
        )  # fmt: skip

    def _alone(self, group: tuple[str, ...], names: Mapping[str, str]) -> Phrase:
        if len(group) > 1:
            return phrase("{group} with only each other to play, and an odd number cannot be paired", group=group)
        others = tuple(names.get(each, each) for each in self.others if each != BYE)
        if not others or len(others) > _FEW:
            return phrase("{one} with no new opponent", one=group[0])
        if len(others) == 1:
            return phrase("{one} with only {other}, whom it has met", one=group[0], other=others[0])
        return phrase("{one} with only {others}, all of whom it has met", one=group[0], others=others)


@dataclass(frozen=True, slots=True)
class CostsMore:
    """Passed over because more contestants would have to play each other again."""


Reason: TypeAlias = AlreadyMet | Strands | CostsMore


@dataclass(frozen=True, slots=True)
class Skip:
    """An opponent that was closer in the order, and why it was passed over."""

    opponent: str
    reason: Reason


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two contestants who meet, the table, and the reasons.

    *skipped* are the opponents closer to the first that were passed over, closest first; *again* are
    the rounds in which these two have met before.
    """

    table: int
    first: str
    second: str
    by: PairingMethod = PairingMethod.ORDER
    skipped: tuple[Skip, ...] = ()
    again: tuple[int, ...] = ()

    @property
    def natural(self) -> str:
        """The opponent next in the order, whether or not it was passed over."""
        return self.skipped[0].opponent if self.skipped else self.second

    def why(self, names: Mapping[str, str] = _AS_NUMBERED) -> Phrase:
        """Why these two meet, in one or two sentences.

        >>> print(Pairing(4, "6", "10", skipped=(Skip("8", AlreadyMet((2,))), Skip("9", AlreadyMet((1, 4))))).why())
        6 meets 10. Ranked closer to 6: 8 (they met in round 2) and 9 (they met in rounds 1 and 4).
        """
        first, second = names.get(self.first, self.first), names.get(self.second, self.second)
        again = in_rounds(self.again) if self.again else None
        if self.by is not PairingMethod.ORDER:
            return phrase(
                "{first} meets {second}: {by}.[ They have met before, {again}.]",
                first=first, second=second, by=self.by, again=again,
            )  # fmt: skip
        if not self.skipped:
            return phrase(
                "{first} meets {second}, next in order.{met:| They have not met.}[ They have met before, {again}.]",
                first=first, second=second, met=again is not None, again=again,
            )  # fmt: skip
        return phrase(
            "{first} meets {second}. {nearer}[ They have met before, {again}.]",
            first=first, second=second, nearer=_nearer(first, self.skipped, names), again=again,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class SitsOut:
    """The contestant without an opponent in an odd field, and the reason."""

    contestant: str
    skipped: tuple[Skip, ...] = ()
    again: tuple[int, ...] = ()

    def why(self, names: Mapping[str, str] = _AS_NUMBERED) -> Phrase:
        """Why this contestant sits out."""
        who = names.get(self.contestant, self.contestant)
        again = in_rounds(self.again) if self.again else None
        if not self.skipped:
            return phrase(
                "{who} sits out as the last contestant left to pair.[ It has sat out before, {again}, but no one "
                "else can.]",
                who=who, again=again,
            )  # fmt: skip
        return phrase(
            "{who} sits out. {nearer}[ It has sat out before, {again}, but no one else can.]",
            who=who, nearer=_nearer(who, self.skipped, names), again=again,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class ShareMatch:
    """A match of three contestants who play each other in an odd field.

    *tables* seats them: at each table the first is North-South. *spread* is the difference in VPs between the highest
    and the lowest of them; *again* are those who have played in one before; *lifted* says that one of them
    had to come from the top half. It lasts *rounds* rounds, of which this is number *part*.
    """

    contestants: tuple[str, str, str]
    rounds: int = 1
    part: int = 1
    spread: Exact | None = None
    lifted: bool = False
    again: tuple[str, ...] = ()

    @property
    def tables(self) -> tuple[tuple[str, str], ...]:
        """The two contestants at each table: A–B, C–A, B–C."""
        a, b, c = self.contestants
        return (a, b), (c, a), (b, c)

    def why(self, names: Mapping[str, str] = _AS_NUMBERED) -> Phrase:
        """Why these three play the match."""
        who = tuple(names.get(each, each) for each in self.contestants)
        if self.part > 1:
            return phrase("{who} continue with part {part} of their triangle.", who=who, part=self.part)
        near = phrase("{spread:#VP}", spread=self.spread) if self.spread is not None else None
        return phrase(
            "{who} play a share match because the field is odd[; the highest and the lowest of them are "
            "{near} apart].{lifted: No three in the lower half could, so higher-placed contestants were "
            "considered too.|}[ {again} played in one before, but no other three can.]",
            who=who, near=near, lifted=self.lifted, again=self.again,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Draw:
    """The draw of one round: the order from which it was made, the pairs from table 1, and the odd contestants."""

    clause: Clause
    round: int
    order: tuple[str, ...]
    pairings: tuple[Pairing, ...]
    share: ShareMatch | None = None
    bye: SitsOut | None = None
    entrants: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """The pairs of opponents, leaders first, with the higher contestant of each pair first."""
        return tuple((each.first, each.second) for each in self.pairings)

    @property
    def rematches(self) -> tuple[Pairing, ...]:
        """The pairs that have met before."""
        return tuple(each for each in self.pairings if each.again)

    @property
    def repaired(self) -> tuple[Pairing, ...]:
        """The pairs in which a legal closer opponent had to be passed over so that the others could be drawn."""
        return tuple(
            each for each in self.pairings if any(not isinstance(skip.reason, AlreadyMet) for skip in each.skipped)
        )

    def new_meetings(self) -> Iterator[Meeting | SatOut]:
        """The meetings that this draw adds; a triangle over two rounds is counted once, when it starts."""
        for each in self.pairings:
            yield Meeting(each.first, each.second, self.round)
        if self.share is not None and self.share.part == 1:
            for one, other in self.share.tables:
                yield Meeting(one, other, self.round, MeetingKind.SHARE)
        if self.bye is not None:
            yield SatOut(self.bye.contestant, self.round)

    def why(self, names: Mapping[str, str] = _AS_NUMBERED) -> str:
        """The whole draw in words, one line for each table."""
        lines = [f"Round {self.round}, drawn under {self.clause}."]
        lines += [f"Table {each.table}: {each.why(names)}" for each in self.pairings]
        lines += [str(odd.why(names)) for odd in (self.share, self.bye) if odd is not None]
        lines += self.notes
        return "\n".join(lines)


def for_one_sake(skipped: Sequence[Skip], names: Mapping[str, str] = _AS_NUMBERED) -> list[list[Skip]]:
    """The opponents passed over, closest first, grouped where the reason is the same."""
    same: dict[str, list[Skip]] = {}
    for skip in skipped:
        sake = str(skip.reason.as_phrase(names)) if isinstance(skip.reason, Strands) else type(skip.reason).__name__
        same.setdefault(skip.opponent if isinstance(skip.reason, AlreadyMet) else sake, []).append(skip)
    return list(same.values())


def _nearer(first: str, skipped: Sequence[Skip], names: Mapping[str, str]) -> Phrase:
    """A phrase for the opponents passed over, closest first, grouped where the reason is the same."""
    said = []
    for skips in for_one_sake(skipped, names):
        who = [names.get(skip.opponent, skip.opponent) for skip in skips]
        said.append(phrase("{who} ({why})", who=_some(who), why=_because(skips[0].reason, first, who, names)))
    return phrase("Ranked closer to {first}: {others}.", first=first, others=tuple(said))


def _some(who: list[str]) -> Phrase:
    if len(who) <= _FEW:
        return phrase("{who}", who=tuple(who))
    return phrase(
        "{one}, {two} and {more} more, down to {last}", one=who[0], two=who[1], more=len(who) - 2, last=who[-1]
    )


def _because(reason: Reason, first: str, who: list[str], names: Mapping[str, str]) -> Phrase:
    one = len(who) == 1
    match reason:
        case AlreadyMet(rounds) if who == [BYE]:
            return phrase("{first} sat out {rounds}", first=first, rounds=in_rounds(rounds))
        case AlreadyMet(rounds):
            return phrase("they met {rounds}", rounds=in_rounds(rounds))
        case Strands():
            return phrase("{one:that|each} would leave {left}", one=one, left=reason.as_phrase(names))
        case CostsMore():
            return phrase("{one:that|each} would cause more rematches than necessary", one=one)
