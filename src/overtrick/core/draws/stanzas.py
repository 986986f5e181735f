"""Seating rights in a match of several stanzas: which team has choice of opponents in which.

The two teams choose stanzas in turn, as many at a time as the regulations say; the rest go to the
team with the last turn. The only state is the tuple of choices made so far.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from overtrick.core.errors import DirectorError
from overtrick.core.provenance import Clause
from overtrick.core.wording import phrase


@dataclass(frozen=True, slots=True)
class StanzaRule:
    """The number of stanzas and the turns: the side (0 is the higher-placed) and how many stanzas it chooses.

    In the last turn there is no choice: that side has the remaining stanzas.
    """

    clause: Clause
    stanzas: int
    turns: tuple[tuple[int, int], ...]

    def __post_init__(self) -> None:
        if sum(count for _, count in self.turns) != self.stanzas:
            raise DirectorError(
                "The turns do not add up to {stanzas:#stanza}", clause=str(self.clause), stanzas=self.stanzas
            )


@dataclass(frozen=True, slots=True)
class Rights:
    """The stanzas in which each side has choice of opponents, and the side whose turn it is to choose more."""

    higher: tuple[int, ...]
    other: tuple[int, ...]
    to_name: tuple[int, int] | None
    clause: Clause


def seating_rights(picks: Sequence[Sequence[int]], rule: StanzaRule) -> Rights:
    """The stanzas in which each side has choice of opponents, after these choices.

    >>> rule = StanzaRule(Clause("ANC26", "12.4"), 5, ((0, 1), (1, 2), (0, 2)))
    >>> rights = seating_rights(((5,), (1, 3)), rule)
    >>> rights.higher, rights.other, rights.to_name
    ((2, 4, 5), (1, 3), None)
    """
    held: tuple[set[int], set[int]] = (set(), set())
    free = set(range(1, rule.stanzas + 1))
    if len(picks) >= len(rule.turns):
        raise DirectorError("Both teams have already chosen their stanzas", clause=str(rule.clause))
    for named, (side, count) in zip(picks, rule.turns, strict=False):
        if len(set(named)) != len(named) or len(named) != count or not set(named) <= free:
            left = ", ".join(str(stanza) for stanza in sorted(free))
            raise DirectorError(
                "This choice of stanzas is not allowed: {row}",
                clause=str(rule.clause),
                remedy="Choose exactly {count} of {left}.",
                row=", ".join(map(str, named)) or phrase("(none)"),
                count=count,
                left=left,
            )
        held[side].update(named)
        free -= set(named)
    to_name: tuple[int, int] | None = rule.turns[len(picks)]
    if len(picks) == len(rule.turns) - 1:
        held[rule.turns[-1][0]].update(free)
        to_name = None
    return Rights(tuple(sorted(held[0])), tuple(sorted(held[1])), to_name, rule.clause)
