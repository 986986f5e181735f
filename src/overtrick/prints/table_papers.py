"""Papers for writing at the tables: travellers, score slips, and the appeal form."""

from collections.abc import Iterator

from overtrick.core.model.boards import Board
from overtrick.core.wording import Phrase, phrase
from overtrick.prints.cards import card, cards_of
from overtrick.prints.layout import Block, Cards, Column, Grid, Heading, Note, Part, Row
from overtrick.prints.paper import Say, join_parts
from overtrick.prints.source import Source
from overtrick.views.boards import board_page, credit_unit
from overtrick.views.draws import draw_page
from overtrick.views.lines import lines_of
from overtrick.views.matches import match_page
from overtrick.views.readers import PUBLIC

WRITTEN = 2.1
"""The height of a row for writing in, relative to its text."""
FACTS = ("appellant", "opponents", "stage and round", "table", "board", "the director's ruling", "time of the ruling")
"""The first fields of every appeal form."""
GROUNDS = ("grounds of the appeal", "signature of the appellant", "comments of the opponents", "decision")
"""The fields of a form where the regulations have none of their own."""


def travellers(source: Source) -> Iterator[Cards]:
    """A sheet for each board of the round: every table's line, with its result where it is public."""
    state, number = source.drawn
    say = source.say
    lines = draw_page(source.event, state, number).lines
    if not lines:
        return
    boards = board_page(source.event, state, number, _first(source, lines[0].table))
    drawn, most, unit = [], 0, credit_unit(state)
    for board in boards.boards if boards is not None else ():
        page = board_page(source.event, state, number, board)
        rows = []
        for line in lines_of(source.event, state, number, board, PUBLIC):
            shown = (line.result, line.score, line.ns_credit, line.ew_credit) if page is not None and page.open else ()
            cells = tuple(map(say, shown)) or ("", "", "", "")
            where = say(phrase("{table}[ {room}]", table=line.table, room=line.room))
            rows.append(Row((where, line.ns.numbers, line.ew.numbers, *cells)))
        columns = (
            Column(say(phrase("Table")), "right"), Column(say(phrase("NS")), "right", bold=True),
            Column(say(phrase("EW")), "right", bold=True), Column(say(phrase("Contract, declarer, tricks")), share=3),
            Column(say(phrase("N–S score")), "right", share=1),
            Column(say(phrase("N–S {unit}", unit=unit)), "right", share=1),
            Column(say(phrase("E–W {unit}", unit=unit)), "right", share=1),
        )  # fmt: skip
        head = Heading(
            say(phrase("Board {board}", board=board)), _dealer_line(board, say), _where(source, number), big=1.6
        )
        blocks: tuple[Block, ...] = (head, Grid(columns, tuple(rows), WRITTEN, lined=True))
        most = max(most, len(rows))
        drawn.append(card(blocks, 9, _foot(source)))
    yield from cards_of(1, 2 if most <= 15 else 1, drawn)


def _first(source: Source, table: int) -> int:
    """A board of the round, by which the page of its boards is found."""
    state, number = source.drawn
    match = match_page(source.event, state, number, table)
    return match.boards[0].board if match is not None and match.boards else 0


def slips(source: Source) -> Iterator[Cards]:
    """A slip for each table of the round and each of its rooms: its boards, to be filled in and signed."""
    state, number = source.drawn
    say = source.say
    drawn = []
    most = 0
    for line in draw_page(source.event, state, number).lines:
        match = match_page(source.event, state, number, line.table)
        boards = [board.board for board in match.boards] if match is not None else []
        most = max(most, len(boards))
        for room in ("open", "closed") if match is not None and match.teams else ("",):
            title = say(phrase("Table {table}[, {room} room]", table=line.called, room=room))
            sides = (line.ns, line.ew) if room != "closed" else (line.ew, line.ns)
            columns = (
                Column(say(phrase("Bd")), "right", bold=True), Column("", least=40),
                Column(say(phrase("Contract")), share=2), Column(say(phrase("By")), share=0.8),
                Column(say(phrase("Lead")), share=1), Column(say(phrase("Tricks")), share=1),
                Column(say(phrase("N–S score")), share=1.4),
            )  # fmt: skip
            rows = tuple(Row((str(board), _short(board, say), "", "", "", "", "")) for board in boards)
            ns = say(phrase("N–S: {who}", who=str(sides[0])))
            ew = say(phrase("E–W: {who}", who=str(sides[1])))
            signed = say(phrase("Signed N–S ____________  E–W ____________"))
            blocks: tuple[Block, ...] = (
                Heading(title, say(phrase("round {round}", round=number)), big=1.5),
                Note(ns), Note(ew),
                Grid(columns, rows, WRITTEN, lined=True),
                Note(""), Note(signed),
            )  # fmt: skip
            drawn.append(card(blocks, 8.5, _foot(source)))
    yield from cards_of(2, 3 if most <= 6 else 2 if most <= 14 else 1, drawn)


def appeal_form(source: Source) -> Iterator[Part]:
    """An empty appeal form: with the fields of the regulations, or the usual ones where they have none."""
    say = source.say
    rules = source.stage.plan.rules.appeals
    facts = _form(tuple(say(Phrase(name)) for name in FACTS), 2.2)
    blocks: list[Block] = [facts]
    for by, fields in [(part.by, part.fields) for part in rules.form.parts] if rules else [("", GROUNDS)]:
        blocks += [
            Heading(say(Phrase(by)).capitalize() if by else "", above=1),
            _form(tuple(say(Phrase(name)) for name in fields), 5),
        ]
    under = (
        rules.form.clause.cite
        if rules
        else say(
            phrase(
                "An appeal must be lodged within 30 minutes after the official score is made available, unless the "
                "organiser sets another time (Law 92B)"
            )
        )
    )
    yield Part(say(phrase("Appeal")), under, tuple(blocks), sizes=(12, 11, 10, 9, 8, 7), usual=9)


def _form(names: tuple[str, ...], tall: float) -> Grid:
    rows = tuple(Row((f"{name[:1].upper()}{name[1:]}", "")) for name in names)
    return Grid((Column("", share=1), Column("", share=2.2)), rows, tall, lined=True, titled=False)


def _dealer_line(board: int, say: Say) -> str:
    placed = Board.from_number(board)
    return say(phrase("dealer {dealer}, {vul}", dealer=placed.dealer, vul=placed.vulnerability))


def _short(board: int, say: Say) -> str:
    placed = Board.from_number(board)
    return join_parts((say(placed.dealer)[:1], say(Phrase(placed.vulnerability.value))), " ")


def _where(source: Source, number: int) -> str:
    return source.say(phrase("{stage}, round {round}", stage=source.stage.plan.name, round=number))


def _foot(source: Source) -> str:
    return source.say(
        phrase("{event}: as at posting {last}", event=source.event.current_plan().name, last=source.event.last)
    )
