"""The grammar of `draws.toml`: round robins as printed, balanced finals, byes, numbers and programmes.

Every draw is checked when it is read. Rounds are written "5-2 6-3 7-4 8-1", one line each.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from overtrick.core.draws.bye_rounds import ByeMoved, ByesSpread
from overtrick.core.draws.round_robin import PrintedDraw, check_draw
from overtrick.core.draws.seating import SitsFirst
from overtrick.core.event.plan.ways import PrintedRobins, RobinDraw
from overtrick.core.movements.finals import BalancedFinal
from overtrick.core.provenance import Clause
from overtrick.regulations.grammar.files import KINDS, TablesByName, document_file, tables_field
from overtrick.regulations.grammar.forms import NEEDED, form, grammar_field, makes


class PrintedDrawRef:
    """A printed round robin by its id, or the qualifying stages of a document together."""


@makes(RobinDraw)
def printed_robin(
    *,
    clause: Clause,
    draw: PrintedDraw,
    first_round: int,
    holders: Literal["numbers", "placing"],
    sits_first: SitsFirst,
) -> RobinDraw:
    """One round robin of a qualifying stage; *holders* says who has which position of its *draw*."""
    return RobinDraw(draw.rounds, holders == "placing", sits_first, clause, first_round=first_round)


form(PrintedRobins, sizes="teams", robins="robin", clause=NEEDED)


@dataclass(frozen=True, slots=True)
class Programme:
    """The rounds of each day, for these events."""

    clause: Clause
    events: tuple[str, ...]
    days: Mapping[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class HowellChoice:
    """A Howell to be played when a field averages at least this many pairs."""

    clause: Clause
    at_least: int
    tables: int
    sessions: int


def numbers(*, clause: Clause, teams: Mapping[str, int]) -> Mapping[str, int]:  # noqa: ARG001 - it is cited
    """The numbers of *teams* in an event."""
    return teams


@document_file("draws.toml")
@dataclass(frozen=True, slots=True)
class DrawBook:
    """Everything a document's `draws.toml` says."""

    draws: Mapping[str, PrintedDraw] = tables_field("draw", "draw")
    finals: Mapping[str, BalancedFinal] = tables_field("final", "balanced final")
    numbers: Mapping[str, Mapping[str, int]] = grammar_field("", TablesByName(numbers, "event"), default_factory=dict)
    qualifying: tuple[PrintedRobins, ...] = ()
    programmes: tuple[Programme, ...] = grammar_field("programme", default=())
    howells: tuple[HowellChoice, ...] = grammar_field("howell", default=())
    bye_moved: ByeMoved | None = None
    byes_spread: ByesSpread | None = None

    def programme(self, event: str) -> Programme:
        """The programme of an event."""
        return next(programme for programme in self.programmes if event in programme.events)


form(ByeMoved, contestants="teams")
form(ByesSpread, contestants="teams")
KINDS |= {PrintedDrawRef: "draw", Programme: "programme"}


@makes(PrintedDraw)
def printed_draw(
    *, clause: Clause, rounds: tuple[str, ...], seeds: tuple[int, ...] = (), half_way: tuple[int, ...] = ()
) -> PrintedDraw:
    """A round robin as it is printed, checked to be one; its *seeds* by position, rounds switched *half_way*."""
    matches = [[match.partition("-") for match in line.split()] for line in rounds]
    made = PrintedDraw(
        clause, tuple(tuple((int(one), int(other)) for one, _, other in line) for line in matches), seeds, half_way
    )
    if faults := list(_draw_faults(made)):
        raise ValueError(f"{clause}: {'; '.join(faults)}")
    return made


def _draw_faults(draw: PrintedDraw) -> Iterator[str]:
    yield from check_draw(draw.rounds).faults
    if draw.seeds and sorted(draw.seeds) != list(range(1, draw.contestants + 1)):
        yield f"the seeds are not the positions 1 to {draw.contestants}, each once"


@makes(BalancedFinal)
def balanced_final(
    *, clause: Clause, boards: int, draw: PrintedDraw, patterns: tuple[str, ...], tables: int | None = None
) -> BalancedFinal:
    """A balanced final of a printed *draw*: who sits North for which boards at each table."""
    final = BalancedFinal(clause, boards, draw.rounds, patterns)
    if tables is not None and tables != final.tables:
        raise ValueError(f"it is for {tables} tables and has patterns for {final.tables}")
    return final
