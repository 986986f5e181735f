"""Hand records: sixteen boards per page, each with its deal, the makeable contracts and par.

A board is on the sheet only when no one still has to play it. Red suits are printed in red and every suit has its
symbol, so that a page printed in grey says the same. Vulnerability is given in words and by filled bars.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from overtrick.core.errors import DirectorError
from overtrick.core.model.boards import Board, Vulnerability
from overtrick.core.model.cards import Deal
from overtrick.core.model.contracts import Strain
from overtrick.core.model.seats import Side
from overtrick.core.model.signs import SUITS
from overtrick.core.wording import Phrase, phrase
from overtrick.double_dummy.asked import known
from overtrick.prints.layout import Part, Strip
from overtrick.prints.paper import BOLD, Pen, Say, width_of
from overtrick.prints.source import Source
from overtrick.views.deals import Diagram, Hand, SuitHolding, make_diagram
from overtrick.views.open_boards import board_is_open

ACROSS = 4
"""Boards in a row."""
ROW, LOW, WIDE = 174.5, 162.0, 520.0
"""The height of a row on A4, and on paper wider than the third value."""
LINE = 0.046
"""The height of a suit's line, relative to its row."""
TEXT = 7.3
SMALL = 5.8
SIGN = 7.5
"""The width of a suit symbol. The rest of half a board has room for thirteen cards, so none is ever left out."""
_STRAINS = tuple(SUITS.get(strain.value) for strain in Strain)
"""The sign of each column of makeable contracts, as `Makes` orders them; `None` for notrump."""


@dataclass(frozen=True, slots=True)
class Records:
    """The boards of a set, four per row, with as many rows per page as fit."""

    boards: tuple[tuple[int, Diagram], ...]
    say: Say

    def strips(self, size: float, width: float) -> Iterator[Strip]:  # noqa: ARG002 - as every block is asked
        """A strip for each row of boards; four boards fit both kinds of paper, of which one is wider and lower."""
        high = ROW if width < WIDE else LOW
        for start in range(0, len(self.boards), ACROSS):
            yield Strip(high, self._row(self.boards[start : start + ACROSS], high))

    def _row(self, boards: Sequence[tuple[int, Diagram]], high: float) -> Callable[[Pen, float, float, float], None]:
        def draw(pen: Pen, x: float, y: float, width: float) -> None:
            wide = width / ACROSS
            for place, (board, shown) in enumerate(boards):
                _Cell(pen, x + place * wide, y, wide, high, self.say).board(Board.from_number(board), shown)

        return draw


@dataclass(frozen=True, slots=True)
class _Cell:
    """One board on a page: its position, width and height."""

    pen: Pen
    x: float
    y: float
    wide: float
    high: float
    say: Say

    @property
    def line(self) -> float:
        """The height of a suit's line."""
        return self.high * LINE

    def board(self, board: Board, shown: Diagram) -> None:
        """Draw everything about a board."""
        pen, say = self.pen, self.say
        inner = self.wide - 8
        left, top = self.x + 4, self.y + 3
        pen.box(self.x + 1, self.y + 1, self.wide - 2, self.high - 4, grey=0.55)
        pen.text(left, top + 13, str(board.number), 15, bold=True)
        after = left + width_of(str(board.number), 15, BOLD) + 5
        pen.text(after, top + 6, say(phrase("Dealer {dealer}", dealer=board.dealer)), SMALL + 0.4, bold=True)
        pen.text(after, top + 13.5, say(_vulnerable(board.vulnerability)), SMALL + 0.4)
        self._bars(board.vulnerability, left + inner - 22, top + 1)
        hands = {hand.seat: hand for hand in shown.hands}
        column = inner / 3
        body = top + 19
        middle = inner - column * 1.05
        self._hand(hands["North"], left + column * 1.05, body, middle)
        self._hand(hands["South"], left + column * 1.05, body + 8 * self.line, middle)
        east = max(column * 0.95, min(inner / 2, SIGN + max(map(_wide, hands["East"].suits))))
        self._hand(hands["West"], left, body + 4 * self.line, inner / 2)
        self._hand(hands["East"], left + inner - east, body + 4 * self.line, east)
        self._points(hands, left, body + 8.8 * self.line)
        self._makes(shown, left, body + 12 * self.line + 4, inner)

    def _bars(self, vulnerability: Vulnerability, x: float, y: float) -> None:
        """Draw a filled bar for each vulnerable side and an empty one for each other: vertical for North-South."""
        for over, down, wide, high, side in ((8, 0, 5, 13, Side.NS), (0, 4.5, 7, 4, Side.EW), (14, 4.5, 7, 4, Side.EW)):
            self.pen.box(x + over, y + down, wide, high, filled=vulnerability.includes(side))

    def _hand(self, hand: Hand, x: float, y: float, wide: float) -> None:
        for place, holding in enumerate(hand.suits):
            foot = y + (place + 1) * self.line - 1.4
            self.pen.suit(x, foot, holding.suit, TEXT)
            self.pen.text(x + SIGN, foot, _cards(holding), TEXT, width=wide - SIGN)

    def _points(self, hands: dict[str, Hand], x: float, y: float) -> None:
        """Draw the high-card points in the positions of the hands."""
        pen = self.pen
        for seat, over, down in (("North", 13, 0), ("West", 3, 8), ("East", 23, 8), ("South", 13, 16)):
            pen.text(x + over - 5, y + down + 6, str(hands[seat].points), TEXT, bold=True, align="center", width=10)

    def _makes(self, shown: Diagram, x: float, y: float, inner: float) -> None:
        pen, say = self.pen, self.say
        if not shown.makes:
            yet, failed = phrase("Double-dummy analysis is not finished"), phrase("Double-dummy analysis failed")
            pen.faint(x, y + 10, say(yet if shown.pending else failed if shown.failed else ""), SMALL, inner)
            return
        rows = _rows(shown, say)
        step = (inner - 14) / len(_STRAINS)
        for place, sign in enumerate(_STRAINS):
            at = x + 14 + place * step
            if sign is None:
                pen.text(at, y + 5, say(Phrase("NT")), SMALL, bold=True, align="center", width=step)
            else:
                pen.suit(at + step / 2 - 2, y + 5, sign, SMALL)
        pen.rule(x, y + 7, x + inner)
        for down, (name, levels) in enumerate(rows, start=1):
            foot = y + 7.2 + down * 6.9
            pen.text(x, foot, name, SMALL, bold=True)
            for place, level in enumerate(levels):
                pen.text(
                    x + 14 + place * step, foot, str(level) if level else "–", SMALL + 0.4, align="center", width=step
                )
        if shown.par is not None:
            contracts = ", ".join(_together(shown.par.contracts, say)) or say(phrase("passed out"))
            told = say(phrase("Par {score}: {contracts}", score=say(shown.par.score), contracts=contracts))
            pen.cell(x, self.y + self.high - 8, told, SMALL + 0.9, bold=True, width=inner)


def _cards(holding: SuitHolding) -> str:
    return holding.cards.replace(" ", "").replace("10", "T") or "—"


def _wide(holding: SuitHolding) -> float:
    return width_of(_cards(holding), TEXT)


def _together(contracts: Sequence[object], say: Say) -> list[str]:
    """Contracts in words, with those that both partners make alike as one: 4♠ NS =."""
    seats: dict[tuple[str, str], str] = {}
    for each in contracts:
        bid, seat, made = say(each).split(" ")
        seats[bid, made] = seats.get((bid, made), "") + seat
    return [f"{bid} {seat} {made}" for (bid, made), seat in seats.items()]


def _rows(shown: Diagram, say: Say) -> list[tuple[str, tuple[int, ...]]]:
    """What each seat makes, with one row for partners who make the same."""
    by = {row.seat: row.levels for row in shown.makes}
    rows = []
    for one, other in (("North", "South"), ("East", "West")):
        short = [say(Phrase(seat))[:1] for seat in (one, other)]
        if by[one] == by[other]:
            rows.append(("".join(short), by[one]))
        else:
            rows += [(short[0], by[one]), (short[1], by[other])]
    return rows


def _vulnerable(vulnerability: Vulnerability) -> Phrase:
    """The vulnerability in a few words."""
    return {
        Vulnerability.NONE: phrase("None vul."), Vulnerability.NS: phrase("N–S vul."),
        Vulnerability.EW: phrase("E–W vul."), Vulnerability.ALL: phrase("All vul."),
    }[vulnerability]  # fmt: skip


def open_deals(source: Source) -> dict[int, Deal]:
    """The deals of a round that everyone may see, by their boards."""
    state, number = source.drawn
    scope = state.scope(number)
    dealt = {board: deal for (of, board), deal in state.deals.items() if of == scope}
    return {
        board: deal
        for board, deal in sorted(dealt.items())
        if source.board in (0, board) and board_is_open(state, number, board)
    }


def hand_records(source: Source) -> Iterator[Part]:
    """The hand records of a round: every known board that no one still has to play."""
    state, number = source.drawn
    say, deals = source.say, open_deals(source)
    if not deals:
        raise DirectorError(
            "No boards of round {round} can be shown yet",
            remedy="Import the deals at the desk, or wait: a board is printed once every table’s result on it is in.",
            round=number,
        )
    solved = known.several(deals.values())
    boards = tuple(
        (board, make_diagram(deal, Board.from_number(board), solved.get(deal))) for board, deal in deals.items()
    )
    under = say(phrase("{stage}, round {round}", stage=state.plan.name, round=number))
    yield Part(say(phrase("Hand records")), under, (Records(boards, say),), path="", sizes=(), usual=0)
