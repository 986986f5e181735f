"""A simultaneous as an interface shows it: all contestants of all heats in one list, and a board's frequencies."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from overtrick.core.event.after.simultaneous import Dealt, Frequency, Pair, Simultaneous
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.exact import Exact, exact_text
from overtrick.core.provenance import POINTS, Figure
from overtrick.views.addresses import NoSuchNumber, Total, join_path
from overtrick.views.names import Who, who
from overtrick.views.whys import Number, stage_slug


@dataclass(frozen=True, slots=True)
class HeatLine:
    """A pair in the overall list: its place, its overall score, and its score in its own heat.

    The why of *across* is at an address over all heats, that of *own* at one in its heat's event.
    """

    place: Number
    shared: bool
    heat: str
    who: Who
    across: Number
    own: Number


@dataclass(frozen=True, slots=True)
class HeatsPage:
    """Every pair of every heat in one list, in *unit*; *results* is the number compared on the most-played board."""

    unit: str
    heats: int
    boards: int
    results: int
    lines: tuple[HeatLine, ...]


@dataclass(frozen=True, slots=True)
class FrequencyLine:
    """A score of a board: how often it occurred in all heats, and what it gave each side."""

    score: Number
    times: int
    ns: Number
    ew: Number


NS, EW = "ns", "ew"


def find_across(field: Simultaneous, number: str) -> Figure[Exact]:
    """The figure at an address over all heats: a pair's score, or what a score of a board gave a side."""
    match number.split("/"):
        case [heat, pair] if (heat, pair) in field.pairs:
            return field.score((heat, pair))
        case [session, board, score, side] if side in {NS, EW} and session.isdecimal() and board.isdecimal():
            dealt = (int(session), int(board))
            for each in field.board(dealt).frequencies if dealt in field.boards else ():
                if exact_text(each.score) == score and each.line is not None:
                    credit = each.line.ns if side == NS else each.line.ew
                    if isinstance(credit, Figure):
                        return credit
    raise NoSuchNumber(
        "There is no such figure in the ranking across all heats",
        remedy="Open a figure from the ranking across all heats.",
    )


def names_of(heat: str, event: Tournament) -> dict[Pair, Who]:
    """The names of everyone entered in a heat."""
    return {(heat, number): who(event, number) for number in event.entries}


def heats_page(names: Mapping[Pair, Who], field: Simultaneous) -> HeatsPage:
    """Everyone over all heats; the why of a score is at its heat and number."""
    placed = field.standings()
    stages = {name: stage_slug(state.plan.name) for name, state in field.heats.items()}
    return HeatsPage(
        placed[0].score.unit.many if placed else "",
        len(field.heats),
        len(field.boards),
        field.expected,
        tuple(
            HeatLine(
                Number(f"{row.place}{'=' if row.shared else ''}", value=str(row.place)),
                row.shared,
                row.pair[0],
                names.get(row.pair) or Who(row.pair[1], ""),
                replace(_number(row.score), why=join_path(*row.pair)),
                replace(_number(row.own), why=Total(stages[row.pair[0]], row.pair[1]).path()),
            )
            for row in placed
        ),
    )


def frequency_lines(field: Simultaneous, dealt: Dealt) -> tuple[FrequencyLine, ...]:
    """The scores of a board over all heats, the best for North-South first, each with the why of its result."""

    def brought(each: Frequency, side: str) -> Number:
        credit = None if each.line is None else each.line.ns if side == NS else each.line.ew
        if not isinstance(credit, Figure):
            return Number("–")
        return replace(_number(credit), why=join_path(*dealt, exact_text(each.score), side))

    return tuple(
        FrequencyLine(
            Number(POINTS.number(each.score), value=exact_text(each.score)),
            each.times,
            brought(each, NS),
            brought(each, EW),
        )
        for each in field.board(dealt).frequencies
    )


def _number(figure: Figure[Exact]) -> Number:
    return Number(figure.unit.number(figure.value), value=exact_text(figure.value))
