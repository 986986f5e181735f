"""A round drawn again after results came in: the results that were set aside with its old draw, and where they go.

A result goes to the table where the same two meet again on the same board. The others stay in the history.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from overtrick.core.event.acts import (
    DrawPublished,
    Posting,
    PostingsUndone,
    ResultConfirmed,
    ResultDisputed,
    ResultPosted,
    RulingGiven,
    Seating,
    SidesSwitched,
)
from overtrick.core.event.fold.results import Entered, OfResult, update_result
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.score.rounds import CLOSED, OPEN, RecordedResult

Brought = ResultPosted | RulingGiven
"""A result to restore: as last entered, or ruled on."""

Word = ResultConfirmed | ResultDisputed
"""What the table said of a result: agreed by both sides, or disputed."""

AS_SAT = "as they sat before the round was drawn again"
OTHER_ROOM = {OPEN: CLOSED, CLOSED: OPEN}


@dataclass(frozen=True, slots=True)
class SetAsideMatch:
    """A match that had begun when its draw was withdrawn: its old table, its new one (0 for none), its results.

    *turned* says that the two meet again with directions exchanged; *words* are agreements and disputes about the
    results.
    """

    seating: Seating
    table: int
    turned: bool
    results: tuple[Brought, ...]
    words: tuple[Word, ...]


def set_aside(event: Tournament, draw: DrawPublished) -> tuple[SetAsideMatch, ...]:
    """The matches whose results were undone with the round's previous draw, as a new draw seats them."""
    told = event.postings()
    taken = next((each for each in reversed(told) if _took_back(each, draw, told, event.undone)), None)
    if taken is None or not isinstance(taken.act, PostingsUndone):
        return ()
    gone = [each for each in told if each.number in taken.act.postings]
    old = next(act for each in reversed(gone) if isinstance(act := each.act, DrawPublished) and _same_round(act, draw))
    found = [_place_match(seating, draw.matches, *_results(gone, draw, seating.table)) for seating in old.matches]
    found += [
        _place_share_match(
            seating, [each for now in draw.shares for each in now.seatings], *_results(gone, draw, seating.table)
        )
        for share in old.shares
        for seating in share.seatings
    ]
    return tuple(match for match in found if match.results)


def brought_back(event: Tournament, draw: DrawPublished) -> tuple[Brought | Word | SidesSwitched, ...]:
    """The acts that restore every result whose two sides still meet: result, agreement or dispute, and directions."""
    in_rooms = event.stage(draw.stage).plan.scoring.in_rooms
    acts: list[Brought | Word | SidesSwitched] = []
    for match in set_aside(event, draw):
        if not match.table:
            continue
        for act in (*match.results, *match.words):
            room = OTHER_ROOM[act.room] if match.turned and in_rooms else act.room
            acts.append(replace(act, table=match.table, room=room))
        if match.turned and not in_rooms:
            boards = tuple(dict.fromkeys(act.board for act in match.results))
            acts.append(SidesSwitched(draw.stage, draw.round, match.table, AS_SAT, boards))
    return tuple(acts)


def _took_back(posting: Posting, draw: DrawPublished, told: Sequence[Posting], undone: frozenset[int]) -> bool:
    """Whether a posting that stands withdrew a draw of the same round."""
    act = posting.act
    if not isinstance(act, PostingsUndone) or posting.number in undone:
        return False
    return any(
        each.number in act.postings and isinstance(each.act, DrawPublished) and _same_round(each.act, draw)
        for each in told
    )


def _same_round(one: DrawPublished, two: DrawPublished) -> bool:
    return (one.stage, one.round) == (two.stage, two.round)


def _results(gone: Sequence[Posting], draw: DrawPublished, table: int) -> tuple[tuple[Brought, ...], tuple[Word, ...]]:
    """The last result of each board at a table of the old draw, and agreements and disputes about them."""
    entered: dict[tuple[str, int], Entered] = {}
    stood: dict[tuple[str, int], RecordedResult] = {}
    for each in gone:
        act = each.act
        if isinstance(act, OfResult) and (act.stage, act.round, act.table) == (draw.stage, draw.round, table):
            place = (act.room, act.board)
            stood[place] = update_result(stood.get(place), act, each)
            if isinstance(act, Entered):
                entered[place] = act
    words = [_word(act, stood[place]) for place, act in entered.items()]
    results = tuple(_as_it_stood(act, stood[place]) for place, act in entered.items())
    return results, tuple(word for word in words if word is not None)


def _as_it_stood(act: Entered, stood: RecordedResult) -> Brought:
    if isinstance(act, RulingGiven):
        return act
    return ResultPosted(act.stage, act.round, act.table, act.board, stood.result, act.room, stood.lead)


def _word(act: Entered, stood: RecordedResult) -> Word | None:
    """The agreement or dispute about a result; `None` for a ruling, or where no one has commented."""
    at = (act.stage, act.round, act.table, act.board, act.room)
    if isinstance(act, RulingGiven):
        return None
    if stood.confirmed:
        return ResultConfirmed(*at, stood.result)
    if stood.disputed:
        says = stood.other.result if stood.other is not None else None
        return ResultDisputed(*at, None if says is not None else stood.result, says=says)
    return None


def _place_match(
    old: Seating, seatings: Sequence[Seating], results: tuple[Brought, ...], words: tuple[Word, ...]
) -> SetAsideMatch:
    sides = [set(side) for side in old.sides]
    now = next((each for each in seatings if set(each.sides[0]) in sides and set(each.sides[1]) in sides), None)
    if now is None or any(act.board not in now.boards for act in results):
        return SetAsideMatch(old, 0, turned=False, results=results, words=words)
    return SetAsideMatch(old, now.table, turned=set(now.sides[0]) != sides[0], results=results, words=words)


def _place_share_match(
    old: Seating, seatings: Sequence[Seating], results: tuple[Brought, ...], words: tuple[Word, ...]
) -> SetAsideMatch:
    """A table of a three-way match; its results are restored only where the same two pairs of teams meet again."""
    match = _place_match(old, seatings, results, words)
    return replace(match, table=0, turned=False) if match.turned else match
