"""Results worth checking: nothing here changes a score.

A result is marked where the field contradicts it: every other declarer sits the other way, or the swing is larger than
a mistake in play explains. A match is marked for an unusual net over its boards. Where the deal is known, a result is
marked whose lead was not in the leader's hand, or whose tricks are far from double dummy.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from overtrick.core.errors import ResultRefused
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.score.rounds import Place
from overtrick.core.exact import Exact
from overtrick.core.model.cards import Card, Deal, lead_fault
from overtrick.core.model.contracts import Strain
from overtrick.core.model.results import PlayedContract
from overtrick.core.model.seats import Seat
from overtrick.core.provenance import IMPS, Figure
from overtrick.core.wording import Said, phrase
from overtrick.double_dummy.asked import known

SWING = 17
"""IMPs on one board that are rarely gained."""
PER_BOARD = 6
"""Net IMPs per board over a whole match that are rarely gained."""
FIELD = 4
"""How many other tables it takes to call one result an outlier."""

TRICKS = 3
"""How far from double dummy a result may be before it is marked."""
_STRAINS = {
    Strain.CLUBS: phrase("clubs"), Strain.DIAMONDS: phrase("diamonds"), Strain.HEARTS: phrase("hearts"),
    Strain.SPADES: phrase("spades"), Strain.NOTRUMP: phrase("notrump"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Doubt:
    """A result to check, with the reason."""

    place: Place
    why: Said


def doubts(state: StageState, number: int) -> tuple[Doubt, ...]:
    """The results of a round that are worth checking, in the order of the tables, each with all its reasons."""
    teams = state.plan.scoring.in_rooms
    by_field = _teams(state, number) if teams else (*_wrong_way(state, number), *_swings(state, number))
    whys: dict[Place, list[Said]] = {}
    for doubt in (*_deal_doubts(state, number), *by_field):
        whys.setdefault(doubt.place, []).append(doubt.why)
    return tuple(Doubt(place, phrase("{whys:;}", whys=tuple(whys[place]))) for place in sorted(whys))


def _deal_doubts(state: StageState, number: int) -> Iterator[Doubt]:
    """Results that the cards make impossible or unlikely; for a fouled board the cards at a table are not known."""
    drawn = state.round(number)
    solved = known.several(
        deal for place in drawn.results if state.deals and (deal := state.deal(number, place[2])) is not None
    )
    for place, each in drawn.results.items() if state.deals else ():
        deal = state.deal(number, place[2])
        if (
            deal is None
            or state.find_foul(state.scope(number), place[2]) is not None
            or not isinstance(each.result, PlayedContract)
        ):
            continue
        contract = each.result.contract
        if fault := _lead_fault(deal, contract.declarer, each.lead):
            yield Doubt(place, fault)
        double_dummy = solved.get(deal, {}).get((contract.declarer, contract.strain))
        if double_dummy is not None and abs(each.result.tricks - double_dummy) > TRICKS:
            yield Doubt(
                place,
                phrase(
                    "{tricks:#trick}, where double dummy gives {best}", tricks=each.result.tricks, best=double_dummy
                ),
            )


def _lead_fault(deal: Deal, declarer: Seat, lead: str) -> Said:
    try:
        return lead_fault(deal, declarer, Card.parse(lead)) if lead else ""
    except ResultRefused as refused:
        return refused.what


def _wrong_way(state: StageState, number: int) -> Iterator[Doubt]:
    """Results declared by the other side from everyone else who played the same strain on the board."""
    results = state.round(number).results
    played = [
        (place, each.result.contract) for place, each in results.items() if isinstance(each.result, PlayedContract)
    ]
    count = Counter((place[2], contract.strain, contract.declarer.side) for place, contract in played)
    for place, contract in played:
        board, strain, side = place[2], contract.strain, contract.declarer.side
        others = count[board, strain, side.other]
        if count[board, strain, side] == 1 and others >= FIELD:
            yield Doubt(
                place,
                phrase(
                    "{strain} declared by the other side at {others:#table}", strain=_STRAINS[strain], others=others
                ),
            )


def _swings(state: StageState, number: int) -> Iterator[Doubt]:
    drawn, scope = state.round(number), state.scope(number)
    for board in sorted({place[2] for place in drawn.results}):
        if len(state.players(scope, board)) <= FIELD:
            continue
        for (played, table), line in state.lines(scope, board).items():
            credit = line.ns
            if (
                played == number
                and isinstance(credit, Figure)
                and credit.unit == IMPS
                and _exceeds(credit.value, SWING)
            ):
                yield Doubt((table, "", board), phrase("a swing of {swing}", swing=credit))


def _exceeds(value: Exact, limit: int) -> bool:
    return value >= limit or -value >= limit


def _teams(state: StageState, number: int) -> Iterator[Doubt]:
    for table in state.round(number).seatings:
        card = state.card(number, table)
        for board, (first, _) in card.credits.items():
            if isinstance(first, Figure) and _exceeds(first.value, SWING):
                yield Doubt((table, "open", board), phrase("a swing of {swing}", swing=first))
        net = card.first.net
        if card.complete and _exceeds(net.value, PER_BOARD * len(card.seating.boards)):
            yield Doubt(
                (table, "open", card.seating.boards[0]), phrase("a net result of {net} over the whole match", net=net)
            )
