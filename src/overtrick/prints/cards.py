"""Cards cut from pages: one for each table or pair."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from overtrick.core.errors import DirectorError
from overtrick.core.wording import Phrase, phrase
from overtrick.prints.layout import Block, Cards, Column, Grid, Heading, Row
from overtrick.prints.paper import MM, Pen, join_parts
from overtrick.prints.source import Source
from overtrick.views.draws import DrawPage, draw_page
from overtrick.views.movements import movement_page
from overtrick.views.names import everybody
from overtrick.views.scorecards import scorecard_page

INSIDE = 9 * MM
Drawn: TypeAlias = Callable[[Pen, float, float, float, float], None]


def card(blocks: Sequence[Block], size: float, foot: str) -> Drawn:
    """A card with blocks one below another, scaled down if they are too high, and a line at the bottom."""

    def draw(pen: Pen, x: float, y: float, wide: float, high: float) -> None:
        inner, room = wide - 2 * INSIDE, high - 2 * INSIDE - 8
        fits = size
        strips = [strip for block in blocks for strip in block.strips(fits, inner)]
        while sum(strip.high for strip in strips) > room and fits > 5:
            fits -= 0.5
            strips = [strip for block in blocks for strip in block.strips(fits, inner)]
        at = y + INSIDE
        for strip in strips:
            strip.draw(pen, x + INSIDE, at, inner)
            at += strip.high
        pen.faint(x + INSIDE, y + high - INSIDE, foot, 6.5, inner)

    return draw


def cards_of(across: int, down: int, drawn: Sequence[Drawn]) -> Iterator[Cards]:
    """Cards page by page."""
    each = across * down
    for start in range(0, len(drawn), each):
        yield Cards(across, down, tuple(drawn[start : start + each]))


@dataclass(frozen=True, slots=True)
class TableCard:
    """A table's card: its name, and where a server provides them the address it opens and the code to type."""

    called: str
    address: str = ""
    short: str = ""
    typed: str = ""


def table_cards(source: Source) -> Iterator[Cards]:
    """A card for each table of the round, with its number in large digits and the position of North."""
    state, number = source.drawn
    page = draw_page(source.event, state, number)
    rooms = ("open", "closed") if page.teams else ("",)
    names = [join_parts((line.called, room), " ") for line in page.lines for room in rooms]
    return drawn_table_cards([TableCard(name) for name in names], source.event.current_plan().name, source.say)


def drawn_table_cards(cards: Sequence[TableCard], title: str, say: Callable[[object], str]) -> Iterator[Cards]:
    """The cards, four per page."""
    return cards_of(2, 2, [_table(each, title, say) for each in cards])


def _table(each: TableCard, title: str, say: Callable[[object], str]) -> Drawn:
    def draw(pen: Pen, x: float, y: float, wide: float, high: float) -> None:
        inner = wide - 2 * INSIDE
        left, top = x + INSIDE, y + INSIDE
        pen.text(left, top + 10, say(phrase("NORTH")), 11, bold=True, align="center", width=inner)
        pen.text(left, top + 20, title, 8, align="center", width=inner)
        pen.text(left, top + 46, say(phrase("Table")), 14, align="center", width=inner)
        pen.text(left, top + 122, each.called, 84, bold=True, align="center", width=inner)
        side = min(52 * MM, high - 2 * INSIDE - 175)
        if each.address:
            pen.code(x + (wide - side) / 2, top + 138, side, each.address)
            foot = top + 138 + side
            pen.text(
                left,
                foot + 16,
                say(phrase("or open {short} and type this code:", short=each.short)),
                9,
                align="center",
                width=inner,
            )
            pen.text(left, foot + 34, each.typed, 17, bold=True, align="center", width=inner)

    return draw


def guides(source: Source) -> Iterator[Cards]:
    """Guide cards of a movement: for each table who comes to it, and for each pair where it goes."""
    state, say = source.stage, source.say
    movement = movement_page(state.plan, len(state.contestants))
    if movement is None:
        raise DirectorError(
            "{stage} is not played as a movement, so there are no guide cards for it",
            remedy="Print “Seating by table” for each round instead.",
            stage=state.plan.name,
        )
    columns = (
        Column(say(phrase("Round")), "right", bold=True), Column(say(phrase("NS")), "right", share=1),
        Column(say(phrase("EW")), "right", share=1), Column(say(phrase("Boards")), "right", share=1.4),
    )  # fmt: skip
    foot = join_parts((source.event.current_plan().name, movement.name))
    drawn = []
    for table, places in movement.tables:
        rows = tuple(
            Row((str(number), place.ns or "–", place.ew or "–", place.boards) if place else (str(number), "–", "–", ""))
            for number, place in zip(movement.rounds, places, strict=True)
        )
        head = Heading(say(phrase("Table {table}", table=table)), "", say(movement.length), big=1.8)
        drawn.append(card((head, Grid(columns, rows)), 10, foot))
    drawn += _goes(source, foot)
    yield from cards_of(2, 2, drawn)


def _goes(source: Source, foot: str) -> Iterator[Drawn]:
    """Where each pair goes, as far as the rounds are drawn."""
    state, say = source.stage, source.say
    pages = [draw_page(source.event, state, number) for number in sorted(state.rounds)]
    columns = (
        Column(say(phrase("Round")), "right", bold=True), Column(say(phrase("Table")), "right", bold=True),
        Column(""), Column(say(phrase("Opponents")), share=1), Column(say(phrase("Boards")), "right"),
    )  # fmt: skip
    for who in everybody(source.event):
        rows = tuple(_goes_in(page, who.number, say) for page in pages)
        if pages and who.number in state.contestants:
            yield card((Heading(str(who), big=1.3), Grid(columns, rows)), 10, foot)


def _goes_in(page: DrawPage, name: str, say: Callable[[object], str]) -> Row:
    for line in page.lines:
        for own, other, way in ((line.ns, line.ew, phrase("N–S")), (line.ew, line.ns, phrase("E–W"))):
            if name in own.numbers.split("+"):
                return Row((str(page.round), line.called, say(way), other.numbers, line.boards))
    return Row((str(page.round), "–", "", say(phrase("sits out")), ""))


def personal(source: Source) -> Iterator[Cards]:
    """A slip for each contestant with its place, its total, and every match."""
    say = source.say
    drawn: list[Drawn] = []
    most = 0
    columns = (
        Column(say(phrase("Rd")), "right"), Column(say(phrase("Opponents")), share=1),
        Column(say(phrase("Net")), "right"), Column(say(phrase("Score")), "right", bold=True),
        Column(say(phrase("Total")), "right"),
    )  # fmt: skip
    for who in everybody(source.event):
        page = scorecard_page(source.event, who.number)
        stage = next((each for each in page.stages if each.stage == source.stage.plan.name), None)
        if stage is None:
            continue
        most = max(most, len(stage.matches))
        rows = tuple(
            Row(
                (
                    str(match.round),
                    join_parts(map(str, match.against)) or say(match.says),
                    say(match.net),
                    say(match.score),
                    say(match.running),
                )
            )
            for match in stage.matches
        )
        place = phrase("place {place} of {of}", place=say(stage.place), of=stage.of)
        total = say(phrase("{total} {unit}", total=say(stage.total), unit=Phrase(stage.unit)))
        head = Heading(str(who), total, join_parts((say(place), say(stage.after))), big=1.25, above=0)
        foot = say(phrase("{stage}: as at posting {last}", stage=stage.stage, last=source.event.last))
        drawn.append(card((head, Grid(columns, rows, 1.3)), 9, foot))
    yield from cards_of(2, 4 if most <= 9 else 3 if most <= 14 else 2, drawn)
