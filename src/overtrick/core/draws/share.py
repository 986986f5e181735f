"""Choose three contestants for a share match or a triangle in an odd field."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from heapq import heapify, heappop, heapreplace
from itertools import pairwise
from math import lcm

from overtrick.core.draws.drawn import ShareMatch
from overtrick.core.draws.meetings import Meetings
from overtrick.core.draws.rules import Choice, ShareRule
from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, plain

Three = tuple[int, int, int]


def choose_three(
    order: Sequence[str],
    meetings: Meetings,
    rule: ShareRule,
    scores: Mapping[str, Exact] | None,
    rest_can: Callable[[Three], bool],
) -> ShareMatch | None:
    """The three who play the share match, by the regulations' criterion; `None` if no three qualify.

    By closest scores (SABF20 14.1#4, reading D87): three below the top half, of whom no two have met, such that the
    rest can still be drawn, with the smallest spread of VPs, then the lowest in the order. If no three qualify, the
    half-way line moves up one place at a time. By fewest meetings (GNOT18, reading Q38): fewest earlier meetings
    among them, then the lowest in the order, comparing the lowest of the three first.
    """
    match rule.choice:
        case Choice.CLOSEST:
            return _closest(order, meetings, rule, scores, rest_can)
        case Choice.FEWEST_MEETINGS:
            return _fewest(order, meetings, rule)


def _closest(
    order: Sequence[str],
    meetings: Meetings,
    rule: ShareRule,
    scores: Mapping[str, Exact] | None,
    rest_can: Callable[[Three], bool],
) -> ShareMatch | None:
    vps = _whole(order, scores, rule)
    half = (len(order) + 1) // 2 if rule.below_top_half else 0
    for line in range(half, -1, -1):
        for repeaters in range(4) if rule.spare_again else (None,):
            for three in _by_spread(vps, line, meetings, order, repeaters):
                names = tuple(order[place] for place in three)
                if not _met_among(names, meetings) and rest_can(three):
                    return _match(order, three, meetings, rule, scores, lifted=line < half)
    return None


def _fewest(order: Sequence[str], meetings: Meetings, rule: ShareRule) -> ShareMatch | None:
    before = [bool(meetings.share_rounds(each)) for each in order]
    for repeaters in range(4) if rule.spare_again else (None,):
        for most in range(4):
            for three in _lowest_first(len(order)):
                if repeaters is not None and sum(before[place] for place in three) != repeaters:
                    continue
                if _met_among(tuple(order[place] for place in three), meetings) <= most:
                    return _match(order, three, meetings, rule, None, lifted=False)
    return None


def _match(
    order: Sequence[str],
    three: Three,
    meetings: Meetings,
    rule: ShareRule,
    scores: Mapping[str, Exact] | None,
    *,
    lifted: bool,
) -> ShareMatch:
    a, b, c = (order[place] for place in three)
    spread = plain(scores[a] - Fraction(scores[c])) if scores is not None else None
    again = tuple(each for each in (a, b, c) if meetings.share_rounds(each))
    return ShareMatch((a, b, c), rule.rounds, spread=spread, lifted=lifted, again=again)


def _met_among(names: tuple[str, ...], meetings: Meetings) -> int:
    a, b, c = names
    return sum(bool(meetings.rounds(one, other)) for one, other in ((a, b), (a, c), (b, c)))


def _whole(order: Sequence[str], scores: Mapping[str, Exact] | None, rule: ShareRule) -> list[int]:
    """The scores as whole numbers over a common denominator, from the top."""
    if scores is None:
        raise DirectorError(
            "The closest three cannot be chosen without the scores", clause=rule.clause.cite, remedy="Give the VPs."
        )
    part = lcm(*(scores[each].denominator for each in order))
    vps = [int(scores[each] * part) for each in order]
    if any(lower > higher for higher, lower in pairwise(vps)):
        raise DirectorError(
            "The draw order does not match the scores given with it",
            clause=rule.clause.cite,
            remedy="Give the VPs that produced the order.",
        )
    return vps


def _lowest_first(count: int) -> Iterator[Three]:
    for c in range(count - 1, 1, -1):
        for b in range(c - 1, 0, -1):
            for a in range(b - 1, -1, -1):
                yield a, b, c


def _by_spread(
    vps: Sequence[int], line: int, meetings: Meetings, order: Sequence[str], repeaters: int | None
) -> Iterator[Three]:
    """Yield groups of three from place *line* down, closest scores first, then the lowest.

    *repeaters* is how many of them have played in a share match before (`None`: any number).
    """
    before = [bool(meetings.share_rounds(each)) for each in order]
    places = [place for place in range(line, len(order)) if repeaters or repeaters is None or not before[place]]
    worth = [vps[place] for place in places]
    # For each lowest member, the runs of equal score above it are in order of spread: merge them.
    heads = [(worth[c - 2] - worth[c], -c, c - 2) for c in range(2, len(places))]
    heapify(heads)
    while heads:
        _, lowest, high = heads[0]
        c = -lowest
        low = high
        while low and worth[low - 1] == worth[high]:
            low -= 1
        for b in range(c - 1, low, -1):
            for a in range(min(b - 1, high), low - 1, -1):
                three = places[a], places[b], places[c]
                if not repeaters or sum(before[place] for place in three) == repeaters:
                    yield three
        if low:
            heapreplace(heads, (worth[low - 1] - worth[c], lowest, low - 1))
        else:
            heappop(heads)
