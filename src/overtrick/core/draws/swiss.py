"""The Swiss draw: the leaders meet, no one plays the same opponent twice, and all contestants have a match.

From the top, each contestant meets the highest one below it that it may meet, as long as all the others can
still be drawn. SABF20 14.1#3 goes down the field and repairs clashes from the bottom up,
NSWSP 1.3 goes down and backtracks; both give the first complete draw in rank order (SABF20
reading D85), which `matching` finds exactly. A field without a legal draw gets the draw with the fewest rematches.
"""

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from overtrick.core.draws.drawn import (
    BYE,
    AlreadyMet,
    CostsMore,
    Draw,
    Pairing,
    PairingMethod,
    ShareMatch,
    SitsOut,
    Skip,
    Strands,
    in_rounds,
)
from overtrick.core.draws.first import odd_without_house
from overtrick.core.draws.least_cost import least_cost_pairs
from overtrick.core.draws.matching import MatchedPair, NoDrawProof, can_complete, first_matching
from overtrick.core.draws.meetings import Meetings
from overtrick.core.draws.rules import Choice, OddFieldRule, Rematch, RematchPlacement, SwissRule
from overtrick.core.draws.share import Three, choose_three
from overtrick.core.errors import DirectorError, NoLegalDraw
from overtrick.core.exact import Exact
from overtrick.core.wording import Phrase, phrase

# Above this size finding the fewest rematches takes too long; a field without a legal draw is far smaller.
_LARGEST_TO_PRICE = 120


def draw_round(
    order: Sequence[str],
    meetings: Meetings,
    rule: SwissRule,
    round_number: int,
    *,
    scores: Mapping[str, Exact] | None = None,
    entrants: Sequence[str] = (),
    playing_on: ShareMatch | None = None,
) -> Draw:
    """The draw of a round after the first, from the order of the field.

    *order* ranks the field for the draw, top first (`rank_for_draw`); *scores* are the VPs behind it,
    needed if a share match goes to the three with the closest scores. *entrants* drop in this round, best
    first; *playing_on* are three whose match continues from the round before.

    The pairs are guaranteed to be the first complete legal draw in rank order. If there is none, the rule
    decides between `NoLegalDraw`, which holds the proof, and the fewest rematches.

    >>> from overtrick.core.draws.meetings import Meeting
    >>> from overtrick.core.draws.rules import First
    >>> from overtrick.core.provenance import Clause
    >>> rule = SwissRule(Clause("SABF20", "14.1#3", ("D85",)), First.HALVES)
    >>> print(draw_round("1234", Meetings.of([Meeting("3", "4", 1)]), rule, 2).why())
    Round 2, drawn under SABF20 14.1#3, reading D85.
    Table 1: 1 meets 3. Ranked closer to 1: 2 (that would leave 3 with only 4, whom it has met).
    Table 2: 2 meets 4, next in order. They have not met.
    """
    busy = set(playing_on.contestants) if playing_on is not None else set()
    field = _Field(tuple(each for each in order if each not in busy), meetings, rule, round_number)
    _each_once((*field.order, *entrants), rule)
    share = replace(playing_on, part=playing_on.part + 1) if playing_on is not None else None
    if (len(field.order) + len(entrants)) % 2 and rule.odd is OddFieldRule.SHARE:
        if share is not None:
            raise _second_share(rule)
        share = field.three(scores, len(entrants))
        field = replace(field, order=tuple(each for each in field.order if each not in share.contestants))
    draw = _with_entrants(field, tuple(entrants)) if entrants else field.draw()
    return replace(draw, order=tuple(order), share=share, entrants=tuple(entrants))


@dataclass(frozen=True, slots=True)
class _Field:
    """The contestants to be drawn for a round, and the restrictions."""

    order: tuple[str, ...]
    meetings: Meetings
    rule: SwissRule
    round: int

    def draw(self) -> Draw:
        """The legal draw, or what the rule allows instead."""
        if len(self.order) % 2 == 0:
            return self._draw_pairs(self.order, 0)
        if self.rule.odd is not OddFieldRule.BYE:
            raise odd_without_house(self.rule, len(self.order))
        return self._with_bye()

    def three(self, scores: Mapping[str, Exact] | None, entrants: int) -> ShareMatch:
        """The share match of this round."""
        share = self.rule.share
        barred = self._barred_opponents(self.order, 0)
        longest = max(map(len, barred), default=0)

        def rest_can(three: Three) -> bool:
            left = len(self.order) - 3
            if entrants or left >= 2 * longest + 2:
                return True
            rest = tuple(each for place, each in enumerate(self.order) if place not in three)
            return can_complete(self._barred_opponents(rest, 0))

        if share is None:
            raise odd_without_house(self.rule, len(self.order))
        found = choose_three(self.order, self.meetings, share, scores, rest_can)
        if found is None and self.rule.rematch is Rematch.FEWEST:
            found = choose_three(self.order, self.meetings, share, scores, lambda _: True)
        if found is None and self.rule.rematch is Rematch.FEWEST:
            fewest = replace(share, choice=Choice.FEWEST_MEETINGS)
            found = choose_three(self.order, self.meetings, fewest, scores, lambda _: True)
        if found is None:
            raise NoLegalDraw(
                "No three contestants can play a share match in round {round} and still leave a draw for the others",
                clause=self.rule.clause.cite,
                remedy="Allow a rematch, or let someone sit out.",
                round=self.round,
            )
        return found

    def _with_bye(self) -> Draw:
        """The draw with the bye as the last contestant of the order, which each other contestant may meet once.

        If there is no legal draw then, those who have sat out least may do so again. If the rule
        allows rematches, a rematch is preferred to a second bye.
        """
        often = sorted({len(self.meetings.sat_out(each)) for each in self.order})
        if self.rule.rematch is Rematch.FEWEST:
            often = often[:1]
        names = (*self.order, BYE)
        for most in often[:-1]:
            if can_complete(self._barred_opponents(names, most)):
                return self._draw_pairs(names, most)
        return self._draw_pairs(names, often[-1])

    def _draw_pairs(self, names: tuple[str, ...], most: int) -> Draw:
        found = first_matching(self._barred_opponents(names, most))
        if isinstance(found, NoDrawProof):
            if self.rule.rematch is Rematch.NEVER:
                raise self._no_draw(names, found)
            return self._as_draw(names, self._fewest(names, most), self._rematch_reason(names, found))
        return self._as_draw(names, found, ())

    def _barred_opponents(self, names: tuple[str, ...], most: int) -> list[set[int]]:
        """The opponents that each may not meet, by place; *most* is the most byes one may have had to get another."""
        place = {name: at for at, name in enumerate(names)}
        if self.rule.replay is None:
            barred = [{place[o] for o in self.meetings.opponents(name) if o in place} for name in names]
        else:
            barred = [
                {
                    place[o]
                    for o, rounds in self.meetings.opponents(name).items()
                    if o in place and not self.rule.may_meet(rounds, self.round)
                }
                for name in names
            ]
        if names[-1:] == (BYE,):
            for at, name in enumerate(names[:-1]):
                if len(self.meetings.sat_out(name)) > most:
                    barred[at].add(len(names) - 1)
                    barred[-1].add(at)
        return barred

    def _rounds(self, one: str, other: str) -> tuple[int, ...]:
        """The rounds in which two have met; meeting the bye is sitting out."""
        if other == BYE:
            return self.meetings.sat_out(one)
        return self.meetings.rounds(one, other)

    def _as_draw(self, names: tuple[str, ...], found: Sequence[MatchedPair], notes: tuple[str, ...]) -> Draw:
        pairings: list[Pairing] = []
        bye = None
        for each in found:
            first, second = names[each.first], names[each.second]
            skipped = tuple(self._skip(names, first, other, stuck) for other, stuck in each.skipped)
            again = self._rounds(first, second)
            if second == BYE:
                bye = SitsOut(first, skipped, again)
            else:
                pairings.append(Pairing(len(pairings) + 1, first, second, PairingMethod.ORDER, skipped, again))
        return Draw(self.rule.clause, self.round, self.order, tuple(pairings), bye=bye, notes=notes)

    def _skip(self, names: tuple[str, ...], first: str, other: int, stuck: NoDrawProof | None) -> Skip:
        if stuck is not None:
            return Skip(names[other], _strands(names, stuck))
        met = self._rounds(first, names[other])
        return Skip(names[other], AlreadyMet(met) if met else CostsMore())

    def _fewest(self, names: tuple[str, ...], most: int) -> tuple[MatchedPair, ...]:
        def often(one: int, other: int) -> int:
            return len(self._rounds(names[one], names[other]))

        bye = len(names) - 1 if names[-1] == BYE else None
        return fewest_rematches(self._barred_opponents(names, most), often, self.rule.placed, bye)

    def _rematch_reason(self, names: tuple[str, ...], stuck: NoDrawProof) -> tuple[str, ...]:
        why = _strands(names, stuck).as_phrase()
        return (f"No draw without a rematch was left: the meetings so far leave {why}. This one has the fewest.",)

    def _no_draw(self, names: tuple[str, ...], stuck: NoDrawProof) -> NoLegalDraw:
        proof = _strands(names, stuck)
        yields: list[tuple[str, str]] = []
        if len(names) <= _LARGEST_TO_PRICE:
            found = self._fewest(names, 0)
            pairs = [(names[each.first], names[each.second]) for each in found]
            yields = [pair for pair in pairs if self._barred_pair(*pair)]
        remedy = phrase("Allow a rematch in this round, or end the event here.")
        if yields:
            fewest = tuple(self._repetition(one, other) for one, other in yields)
            remedy = phrase("Allow at least {fewest:and}, or end the event here.", fewest=fewest)
        return NoLegalDraw(
            "Round {round} cannot be drawn without a rematch{bye: or another sit-out|}: the meetings so far leave "
            "{left}",
            clause=self.rule.clause.cite,
            remedy=remedy,
            groups=proof.groups,
            outside=proof.outside,
            rematches=yields,
            round=self.round,
            bye=BYE in names,
            left=proof.as_phrase(),
        )

    def _repetition(self, one: str, other: str) -> Phrase:
        rounds = in_rounds(self._rounds(one, other))
        if other == BYE:
            return phrase("another sit-out by {one} (who sat out {rounds})", one=one, rounds=rounds)
        return phrase("a rematch of {one} against {other} (they met {rounds})", one=one, other=other, rounds=rounds)

    def _barred_pair(self, one: str, other: str) -> bool:
        rounds = self._rounds(one, other)
        return bool(rounds) if other == BYE else not self.rule.may_meet(rounds, self.round)


def _with_entrants(field: _Field, entrants: tuple[str, ...]) -> Draw:
    """The draw with drop-ins in reverse order (GNOT18 2.5): the best in the Swiss meets the lowest drop-in, and so on.

    Swiss teams left over are drawn among themselves; drop-ins left over are paired best against lowest
    (reading Q35).
    """
    rule = field.rule
    if rule.entering is None:
        raise DirectorError(
            "The rule does not say how the drop-ins ({entrants}) are drawn",
            clause=rule.clause.cite,
            remedy="State in the regulations how drop-ins are drawn.",
            entrants=tuple(entrants),
        )
    both = min(len(field.order), len(entrants))
    crossed = [
        (one, other, PairingMethod.ENTERING) for one, other in zip(field.order, reversed(entrants), strict=False)
    ]
    left_in = replace(field, order=field.order[both:]).draw()
    left_over = entrants[: len(entrants) - both]
    half = len(left_over) // 2
    folded = [
        (one, other, PairingMethod.FOLD) for one, other in zip(left_over[:half], reversed(left_over), strict=False)
    ]
    pairings = [Pairing(0, one, other, by, (), field.meetings.rounds(one, other)) for one, other, by in crossed]
    pairings += left_in.pairings
    pairings += [Pairing(0, one, other, by, (), field.meetings.rounds(one, other)) for one, other, by in folded]
    tables = tuple(replace(each, table=table) for table, each in enumerate(pairings, start=1))
    return replace(left_in, pairings=tables)


def _strands(names: tuple[str, ...], stuck: NoDrawProof) -> Strands:
    groups = tuple(tuple(names[place] for place in group) for group in stuck.groups)
    outside, others = (tuple(names[place] for place in places) for places in (stuck.outside, stuck.others))
    return Strands(groups, outside, others)


def _each_once(names: Sequence[str], rule: SwissRule) -> None:
    if len(set(names)) != len(names):
        twice = sorted({name for name in names if names.count(name) > 1})
        raise DirectorError(
            "The field lists {twice} twice", clause=rule.clause.cite, remedy="Remove the duplicate.", twice=tuple(twice)
        )


def _second_share(rule: SwissRule) -> DirectorError:
    return DirectorError(
        "The field still has an odd number of contestants while a triangle continues from the previous round",
        clause=rule.clause.cite,
        remedy="Check who has withdrawn or entered since the previous round.",
    )


def fewest_rematches(
    barred: Sequence[AbstractSet[int]],
    often: Callable[[int, int], int],
    placed: RematchPlacement,
    bye: int | None = None,
) -> tuple[MatchedPair, ...]:
    """The complete draw that breaks the rule least; *often* says how many times two contestants have met before.

    The criteria in order are: no one sits out again (*bye* is the position that means sitting out); the fewest
    rematches; the fewest earlier meetings between those who meet again; rematches as low in the order
    as possible if the rule asks for that (the highest contestant avoids one if possible, then the next);
    and finally the rank order that every draw follows.

    >>> everybody = tuple({0, 1, 2, 3} - {each} for each in range(4))
    >>> [(pair.first, pair.second) for pair in fewest_rematches(everybody, lambda *_: 1, RematchPlacement.IN_ORDER)]
    [(0, 1), (2, 3)]
    """
    count = len(barred)
    met = {(i, j): often(i, j) for i in range(count) for j in barred[i] if i < j}
    weight = _weights(count, max(met.values(), default=0))
    digit = [1]
    while len(digit) < count:
        digit.append(digit[-1] * count)

    def cost(one: int, other: int) -> int:
        high, low = min(one, other), max(one, other)
        order = low * digit[count - 1 - high] + high * digit[count - 1 - low]
        if low not in barred[high]:
            return order
        again = count if low == bye else 1
        where = (1 << (count - 1 - high)) + (1 << (count - 1 - low)) if placed is RematchPlacement.LOW else 0
        return again * weight[0] + met[high, low] * weight[1] + where * weight[2] + order

    open_places = set(range(count))
    taken = []
    for first, second in least_cost_pairs(count, cost):
        skipped = tuple((other, None) for other in range(first + 1, second) if other in open_places)
        taken.append(MatchedPair(first, second, skipped))
        open_places -= {first, second}
    return tuple(taken)


def _weights(count: int, most: int) -> tuple[int, int, int]:
    """The costs of one rematch, one earlier meeting and one position: each outweighs all that come after it."""
    order = 1
    for _ in range(count):
        order *= count
    place = order << count
    return place * (count * most + 1), place, order
