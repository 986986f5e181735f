"""A simultaneous as a face shows it: everybody over all heats in one list, and a board's frequencies."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from overtrick.core.event.after.simultaneous import Dealt, Pair, Simultaneous
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.exact import Exact, exact_text
from overtrick.core.laws.lines import Credit
from overtrick.core.provenance import POINTS, Figure
from overtrick.views.addresses import written
from overtrick.views.names import Who, who
from overtrick.views.whys import Number


@dataclass(frozen=True, slots=True)
class HeatLine:
    """A pair over all heats: its place, what it made there, and what it made in its own heat."""

    place: Number
    shared: bool
    heat: str
    who: Who
    across: Number
    own: Number


@dataclass(frozen=True, slots=True)
class HeatsPage:
    """Every pair of every heat in one list, in *unit*; *results* were compared on the board that was played most."""

    unit: str
    heats: int
    boards: int
    results: int
    lines: tuple[HeatLine, ...]


@dataclass(frozen=True, slots=True)
class FrequencyLine:
    """A score of a board: how often it was made anywhere, and what it brought to each side."""

    score: Number
    times: int
    ns: Number
    ew: Number


def names_of(heat: str, event: Tournament) -> dict[Pair, Who]:
    """Everybody entered in a heat."""
    return {(heat, number): who(event, number) for number in event.entries}


def heats_page(names: Mapping[Pair, Who], field: Simultaneous) -> HeatsPage:
    """Everybody over all heats; what a pair made there says why at its heat and number."""
    placed = field.standings()
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
                replace(_number(row.score), why=written(*row.pair)),
                _number(row.own),
            )
            for row in placed
        ),
    )


def frequency_lines(field: Simultaneous, dealt: Dealt) -> tuple[FrequencyLine, ...]:
    """The scores of a board over all heats, the best for North-South first."""
    return tuple(
        FrequencyLine(
            Number(POINTS.number(each.score), value=exact_text(each.score)),
            each.times,
            _credit(each.line.ns if each.line else None),
            _credit(each.line.ew if each.line else None),
        )
        for each in field.board(dealt).frequencies
    )


def _number(figure: Figure[Exact]) -> Number:
    return Number(figure.unit.number(figure.value), value=exact_text(figure.value))


def _credit(credit: Credit | None) -> Number:
    return _number(credit) if isinstance(credit, Figure) else Number("–")
