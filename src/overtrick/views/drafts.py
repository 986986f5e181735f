"""The draw at the desk: the draft with its reasons, changes made by hand, and what these changes break."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from overtrick.core.draws.drawn import in_rounds
from overtrick.core.errors import DirectorError, NoLegalDraw
from overtrick.core.event.acts import DrawPublished, Seating
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.drafting import meetings_of, rounds_of
from overtrick.core.event.play.stage import StageState
from overtrick.core.wording import Said, phrase
from overtrick.director.decide import decide
from overtrick.director.draws import draft, seated_as
from overtrick.views.draws import DrawLine, draw_line, reasons
from overtrick.views.names import Who, who
from overtrick.views.texts import Text


@dataclass(frozen=True, slots=True)
class DraftTable:
    """One table of a draw, whether the two have met, and whether they were placed by hand."""

    line: DrawLine
    again: Said = ""
    changed: bool = False


@dataclass(frozen=True, slots=True)
class DraftPage:
    """A draw to preview: the act that would publish it, its tables, and cautions."""

    act: DrawPublished
    tables: tuple[DraftTable, ...]
    sits_out: tuple[Who, ...]
    notes: tuple[Text, ...]
    cautions: tuple[Said, ...] = ()
    refusal: Said = ""
    yields: bool = False
    """Whether the regulation has no draw left, so that this one has rematches that the committee must permit."""

    @property
    def rematches(self) -> int:
        """The number of rematches."""
        return sum(bool(each.again) for each in self.tables)

    @property
    def changed(self) -> bool:
        """Whether anything was changed by hand."""
        return any(each.changed for each in self.tables)


def lot_name(stage: str, number: int) -> str:
    """The name in the book of the lot for the draw of a round."""
    return f"the draw of round {number} of {stage}"


def needs_lot(event: Tournament, stage: str) -> bool:
    """Whether the next draw needs a lot that is not drawn yet."""
    state = event.stage(stage)
    number = state.last_round + 1
    by_lot = number <= rounds_of(state) and state.plan.play.left_to_lot(number, len(state.contestants))
    return by_lot and lot_name(stage, number) not in event.lots


def draft_page(event: Tournament, stage: str, swaps: Sequence[tuple[str, str]] = (), reason: str = "") -> DraftPage:
    """The next draw of a stage as the regulation makes it, with contestants swapped by hand.

    Where no draw is permitted any more, it is the one with the fewest rematches; *reason* then says who allowed it.
    """
    state = event.stage(stage)
    lot = event.lots.get(lot_name(stage, state.last_round + 1))
    seed = lot.seed if lot else ""
    yields = False
    try:
        ours = draft(event, stage, seed)
        act = apply_swaps(ours, swaps, reason)
    except NoLegalDraw:
        yields = True
        ours = draft(event, stage, seed, yielding=True)
        act = replace(apply_swaps(ours, swaps, reason), by_hand=reason)
    cautions: tuple[Said, ...] = ()
    refusal: Said = ""
    try:
        cautions = decide(event, act).cautions
    except DirectorError as refused:
        refusal = refused.phrased
    return replace(_page(event, state, act, ours, cautions, refusal=refusal), yields=yields)


def published_page(event: Tournament, stage: str, number: int) -> DraftPage:
    """A draw as it was published."""
    state = event.stage(stage)
    act = state.round(number).draw
    return _page(event, state, act, act, (), refusal="")


def apply_swaps(act: DrawPublished, swaps: Sequence[tuple[str, str]], reason: str) -> DrawPublished:
    """A draw with these contestants swapped, one swap after the other; the reasons for their seats are removed."""
    ours = act
    for one, other in swaps:
        act = seated_as(act, {one: other, other: one})
    moved = {seating.table for seating in act.seatings if seating not in ours.seatings}
    kept = tuple(each for each in act.reasons if each.table not in moved)
    return replace(act, by_hand=reason, reasons=kept) if swaps else act


def _page(
    event: Tournament,
    state: StageState,
    act: DrawPublished,
    ours: DrawPublished,
    cautions: tuple[Said, ...],
    *,
    refusal: Said,
) -> DraftPage:
    because, notes = reasons(act)
    met = meetings_of(state)
    as_drafted = {seating.table: seating for seating in _matches(ours)}
    tables = []
    for seating in _matches(act):
        earlier = tuple(number for number in met.rounds(seating.ns, seating.ew) if number < act.round)
        again: Said = ""
        if earlier and len(state.contestants) > 2:
            again = phrase("They met {rounds}.", rounds=in_rounds(earlier))
        changed = as_drafted.get(seating.table) != seating
        why: Said = phrase("Changed by hand.") if changed else because.get(seating.table, "")
        tables.append(DraftTable(draw_line(event, state, act.round, seating, why), again, changed))
    sits_out = tuple(who(event, name) for name in act.sits_out)
    return DraftPage(act, tuple(tables), sits_out, tuple(notes), cautions, refusal)


def _matches(act: DrawPublished) -> tuple[Seating, ...]:
    """Every match of two sides in a draw, including those of its triangles."""
    return (*act.seatings, *(match for trio in act.trios for match in trio.seatings))


def read_swaps(texts: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Swaps as written in a page's address: `3~5`."""
    pairs = (text.partition("~") for text in texts)
    return tuple((one, other) for one, mark, other in pairs if mark and one and other and one != other)
