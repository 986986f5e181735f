"""The draw at the desk: the draft with its reasons, changed by hand if need be, and what the change breaks."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from overtrick.core.draws.drawn import in_rounds
from overtrick.core.draws.rules import First
from overtrick.core.errors import DirectorError, NoLegalDraw
from overtrick.core.event.acts import DrawPublished, Seating, Share, Trio
from overtrick.core.event.drafting import meetings_of
from overtrick.core.event.graph_plan import DropInPlay, KnockoutPlay
from overtrick.core.event.plan import SwissPlay
from overtrick.core.event.stage import StageState
from overtrick.core.event.tournament import Tournament
from overtrick.core.flow.stages import DrawMethod
from overtrick.director.decide import decide
from overtrick.director.draws import draft
from overtrick.web.names import who

_TABLE = re.compile(r"Table (\d+): (.*)")


@dataclass(frozen=True, slots=True)
class Drawn:
    """One table of a draw: who meets, why, and whether they have met or were put there by hand."""

    table: int
    ns: str
    ew: str
    ns_name: str
    ew_name: str
    because: str
    again: str = ""
    changed: bool = False


@dataclass(frozen=True, slots=True)
class DrawPage:
    """A draw ready to be looked at: the act that would publish it, its tables, and what should be known."""

    act: DrawPublished
    tables: tuple[Drawn, ...]
    sits_out: tuple[str, ...]
    notes: tuple[str, ...]
    cautions: tuple[str, ...] = ()
    refusal: str = ""
    yields: bool = False
    """Whether the regulation has no draw left, and this one has rematches that the committee must allow."""

    @property
    def rematches(self) -> int:
        """How many have met before."""
        return sum(bool(each.again) for each in self.tables)

    @property
    def changed(self) -> bool:
        """Whether anything was changed by hand."""
        return any(each.changed for each in self.tables)


def lot_name(stage: str, number: int) -> str:
    """What the lot for the draw of a round is called in the book."""
    return f"the draw of round {number} of {stage}"


def needs_lot(event: Tournament, stage: str) -> bool:
    """Whether the next draw is left to chance, and its lot is not drawn yet."""
    state = event.stage(stage)
    return _by_lot(state) and state.last_round == 0 and lot_name(stage, 1) not in event.lots


def _by_lot(state: StageState) -> bool:
    match state.plan.play:
        case SwissPlay() | DropInPlay() as play:
            return play.rule.first in (First.LOT, First.QUARTERS)
        case KnockoutPlay() as play:
            return play.node.rule.draw is DrawMethod.LOT
        case _:
            return False


def draw_page(event: Tournament, stage: str, swaps: Sequence[tuple[str, str]] = (), reason: str = "") -> DrawPage:
    """The next draw of a stage as the regulation makes it, with contestants swapped by hand.

    Where no lawful draw is left, it is the one with the fewest rematches; *reason* then says who allowed it.
    """
    state = event.stage(stage)
    lot = event.lots.get(lot_name(stage, state.last_round + 1))
    seed = lot.seed if lot else ""
    yields = False
    try:
        ours = draft(event, stage, seed)
        act = swapped(ours, swaps, reason)
    except NoLegalDraw:
        yields = True
        ours = draft(event, stage, seed, yielding=True)
        act = replace(swapped(ours, swaps, reason), by_hand=reason)
    cautions: tuple[str, ...] = ()
    refusal = ""
    try:
        cautions = decide(event, act).cautions
    except DirectorError as refused:
        refusal = str(refused)
    return replace(_page(event, state, act, ours, cautions, refusal), yields=yields)


def published_page(event: Tournament, stage: str, number: int) -> DrawPage:
    """A draw as it was published."""
    state = event.stage(stage)
    act = state.round(number).draw
    return _page(event, state, act, act, (), "")


def swapped(act: DrawPublished, swaps: Sequence[tuple[str, str]], reason: str) -> DrawPublished:
    """A draw in which these have changed places, one swap after the other."""
    for one, other in swaps:
        places = {one: other, other: one}
        act = replace(
            act,
            seatings=tuple(_seated(seating, places) for seating in act.seatings),
            sits_out=tuple(places.get(name, name) for name in act.sits_out),
            shares=tuple(_shared(share, places) for share in act.shares),
            trios=tuple(_trio(trio, places) for trio in act.trios),
        )
    return replace(act, by_hand=reason) if swaps else act


def _seated(seating: Seating, places: Mapping[str, str]) -> Seating:
    return replace(seating, ns=places.get(seating.ns, seating.ns), ew=places.get(seating.ew, seating.ew))


def _shared(share: Share, places: Mapping[str, str]) -> Share:
    one, two, three = (places.get(name, name) for name in share.teams)
    return replace(share, teams=(one, two, three))


def _trio(trio: Trio, places: Mapping[str, str]) -> Trio:
    one, two, three = (places.get(name, name) for name in trio.teams)
    return replace(trio, teams=(one, two, three))


def _page(
    event: Tournament,
    state: StageState,
    act: DrawPublished,
    ours: DrawPublished,
    cautions: tuple[str, ...],
    refusal: str,
) -> DrawPage:
    said, notes = reasons(act.why)
    met = meetings_of(state)
    as_drafted = {seating.table: seating for seating in _matches(ours)}
    tables = []
    for seating in _matches(act):
        earlier = tuple(number for number in met.rounds(seating.ns, seating.ew) if number < act.round)
        again = f"They met {in_rounds(earlier)}." if earlier else ""
        changed = as_drafted.get(seating.table) != seating
        because = "Changed by hand." if changed else said.get(seating.table, "")
        tables.append(
            Drawn(
                seating.table,
                seating.ns,
                seating.ew,
                who(event, seating.ns).name,
                who(event, seating.ew).name,
                because,
                again if len(state.contestants) > 2 else "",
                changed,
            )
        )
    return DrawPage(act, tuple(tables), act.sits_out, tuple(notes), cautions, refusal)


def _matches(act: DrawPublished) -> tuple[Seating, ...]:
    """Every match of two of a draw, those of its triangles too."""
    return (*act.seatings, *(match for trio in act.trios for match in trio.seatings))


def reasons(why: str) -> tuple[dict[int, str], list[str]]:
    """What a draw says of itself, by table, and the rest.

    >>> reasons("Round 2, drawn by X.\\nTable 1: 3 meets 5, the next in the order.")
    ({1: '3 meets 5, the next in the order.'}, ['Round 2, drawn by X.'])
    """
    said: dict[int, str] = {}
    notes: list[str] = []
    for line in why.splitlines():
        found = _TABLE.fullmatch(line)
        if found:
            said[int(found[1])] = found[2]
        else:
            notes.append(line)
    return said, notes


def read_swaps(texts: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Swaps as a page's address holds them: `3~5`."""
    pairs = (text.partition("~") for text in texts)
    return tuple((one, other) for one, mark, other in pairs if mark and one and other and one != other)
