"""A knockout for any number of teams: its bracket, round by round.

Each round halves the field until the required number is left. If the field cannot be halved evenly to the end, the
first round reduces it to a number that can, and the highest places have byes in it. The winner of a match takes the
place of the higher side, so the first and the second seed can meet only in the last match.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from overtrick.core.draws.brackets import (
    Bracket,
    BracketMatch,
    LevelRule,
    LoserOf,
    Pairing,
    Pool,
    PoolPosition,
    Rank,
    Source,
    WinnerOf,
)
from overtrick.core.draws.choice import ChoiceLayout
from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.core.provenance import Clause
from overtrick.core.wording import Said, phrase


@dataclass(frozen=True, slots=True)
class EliminationRule:
    """A knockout: how its first round is paired (*pairing*) and *then* every later one, until *survivors* are left.

    *segments* is the number of segments in a match, each of the stage's boards, round by round: the last number is for
    the last round, and the first also applies to all earlier rounds. *third_place* is the number of segments of a match
    between the beaten semi-finalists; 0 for none. *level* says how a tied match is decided, *choice* who chooses from
    whom in a first round by choice.
    """

    clause: Clause
    level: LevelRule
    pairing: Pairing = Pairing.PLACE
    then: Pairing = Pairing.BRACKET
    survivors: int = 1
    segments: tuple[int, ...] = (1,)
    third_place: int = 0
    choice: ChoiceLayout | None = None

    def __post_init__(self) -> None:
        if self.survivors < 1:
            raise RegulationErrors(["a knockout leaves one team at least: survivors is 1 or more"])
        if not self.segments or min(self.segments) < 1 or self.third_place < 0:
            raise RegulationErrors(["a match has one segment at least"])
        if self.third_place and self.survivors != 1:
            raise RegulationErrors(["a match for third_place goes with a knockout that leaves one team"])
        if (self.pairing is Pairing.CHOICE) != (self.choice is not None):
            raise RegulationErrors(["a pairing by choice says in choice who chooses from whom, no other does"])
        if self.then is Pairing.CHOICE:
            raise RegulationErrors(
                ["then is “bracket”, “by lot” or “by place”: opponents are chosen in the first round"]
            )


@dataclass(frozen=True, slots=True)
class Halving:
    """A round of a knockout: the number of teams before it and after it."""

    number: int
    field: int
    left: int

    @property
    def matches(self) -> int:
        """The number of matches: each eliminates one team."""
        return self.field - self.left

    @property
    def byes(self) -> int:
        """The number of teams with a bye."""
        return self.field - 2 * self.matches


def halvings(teams: int, survivors: int) -> tuple[Halving, ...]:
    """The rounds of a knockout.

    >>> [(each.field, each.matches, each.byes) for each in halvings(11, 1)]
    [(11, 3, 5), (8, 4, 0), (4, 2, 0), (2, 1, 0)]
    """
    found: list[Halving] = []
    while teams > survivors:
        left = survivors
        while 2 * left < teams:
            left *= 2
        found.append(Halving(len(found) + 1, teams, left))
        teams = left
    return tuple(found)


def segments_of(rule: EliminationRule, number: int, rounds: int) -> int:
    """The number of segments of a match in round *number* of *rounds*.

    >>> from overtrick.core.draws.brackets import Level
    >>> said = Clause("CLUB", "1")
    >>> rule = EliminationRule(said, LevelRule(said, Level.REFER), segments=(2, 4, 6))
    >>> [segments_of(rule, number, 5) for number in range(1, 6)]
    [2, 2, 2, 4, 6]
    """
    return rule.segments[max(0, len(rule.segments) - 1 - (rounds - number))]


@cache
def bracket_for(teams: int, rule: EliminationRule) -> Bracket:
    """The bracket for this many teams."""
    if teams <= rule.survivors:
        raise DirectorError(
            "A knockout with {teams:#team} cannot leave {survivors:#team}",
            clause=rule.clause,
            remedy="Add more teams.",
            teams=teams,
            survivors=rule.survivors,
        )
    if rule.pairing is Pairing.CHOICE and halvings(teams, rule.survivors)[0].byes:
        raise DirectorError(
            "{teams:#team} cannot be drawn by choice: some would have a bye",
            clause=rule.clause,
            remedy="Choose a number of teams that needs no byes.",
            teams=teams,
        )
    slots: list[Source] = [Rank(place) for place in range(1, teams + 1)]
    matches: list[BracketMatch] = []
    pools: list[Pool] = []
    out: list[tuple[Source, ...]] = []
    rounds = halvings(teams, rule.survivors)
    week = 1
    for each in rounds:
        long = segments_of(rule, each.number, len(rounds))
        resting, playing = slots[: each.byes], slots[each.byes :]
        how = rule.pairing if each.number == 1 else rule.then
        if how is Pairing.BRACKET or (how is Pairing.PLACE and each.number == 1):
            sides: list[tuple[Source, Source]] = _outwards(playing)
        else:
            pools.append(Pool(each.number, week, tuple(playing), how, rule.clause))
            seats = [PoolPosition(each.number, seat) for seat in range(1, len(playing) + 1)]
            sides = list(zip(seats[::2], seats[1::2], strict=True))
        titles = list(_titles(each, rule.survivors))
        played = [
            BracketMatch(name, title, pair, rule.clause, week=week, sessions=long)
            for (name, title), pair in zip(titles, sides, strict=True)
        ]
        matches += played
        out.append(tuple(LoserOf(match.name) for match in played))
        slots = [*resting, *(WinnerOf(match.name) for match in played)]
        week += long
    if rule.third_place and len(rounds) > 1 and rounds[-2].matches == 2:
        third = BracketMatch(
            "3P", phrase("third-place match"), (out[-2][0], out[-2][1]), rule.clause,
            week=matches[-1].week, sessions=rule.third_place,
        )  # fmt: skip
        matches.append(third)
        out[-2:] = [(LoserOf(third.name),), (WinnerOf(third.name),), out[-1]]
    groups = [tuple(slots), *reversed(out)]
    places = tuple(source for group in groups for source in group)
    shared = tuple(1 + sum(map(len, groups[:number])) for number, group in enumerate(groups) for _ in group)
    return Bracket("knockout", rule.clause, tuple(matches), places, rule.level, pools=tuple(pools), shared=shared)


def _outwards(playing: Sequence[Source]) -> list[tuple[Source, Source]]:
    """First against last, second against second-last, and so on."""
    half = len(playing) // 2
    return list(zip(playing[:half], reversed(playing[half:]), strict=True))


def _titles(each: Halving, survivors: int) -> Iterator[tuple[str, Said]]:
    """The short name and the title of every match of a round."""
    last = survivors == 1
    for number in range(1, each.matches + 1):
        if last and each.left == 1:
            yield "F", phrase("final")
        elif last and each.left == 2:
            yield f"SF{number}", phrase("semi-final {number}", number=number)
        elif last and each.left == 4:
            yield f"QF{number}", phrase("quarter-final {number}", number=number)
        else:
            yield f"R{each.number}M{number}", phrase("round {round}, match {number}", round=each.number, number=number)
