"""A board across the field: its results in order of score, with par and datum marked among them."""

from collections import Counter
from dataclasses import dataclass

from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.core.model.boards import Board
from overtrick.core.model.contracts import Contract
from overtrick.core.model.results import PlayedContract
from overtrick.core.wording import Said, phrase
from overtrick.views import addresses
from overtrick.views.deals import Diagram, diagram
from overtrick.views.lines import Line, Mark, boards_at, lines_of, marks_of
from overtrick.views.open_boards import board_is_open
from overtrick.views.readers import PUBLIC, Reader
from overtrick.views.texts import Text
from overtrick.views.whys import stage_slug


@dataclass(frozen=True, slots=True)
class BoardPage:
    """A board: its dealer, results, datum and cards, and how many tables are still to play it.

    *played* is the number of results, *most* a sentence about what most tables did. With *percent*, scores are shown as
    shares of the top.
    """

    stage: str
    slug: str
    round: int
    board: int
    dealer: str
    vulnerable: str
    boards: tuple[int, ...]
    open: bool
    waiting: int
    teams: bool
    unit: str
    strip: tuple[Line | Mark, ...]
    fouled: str
    deal: Diagram | None
    played: int = 0
    percent: bool = False
    most: Text = ""

    @property
    def leads(self) -> bool:
        """Whether any table recorded the lead."""
        return any(isinstance(each, Line) and each.lead is not None for each in self.strip)

    @property
    def before(self) -> int | None:
        """The previous board of the round."""
        return self._neighbour(-1)

    @property
    def after(self) -> int | None:
        """The next board of the round."""
        return self._neighbour(1)

    def _neighbour(self, step: int) -> int | None:
        return dict(enumerate(self.boards)).get(self.boards.index(self.board) + step)


def credit_unit(state: StageState) -> str:
    """The unit in which the sides are credited with a board, as the head of a column."""
    return "MPs" if state.plan.scoring.percent else state.plan.scoring.boards_in.many


def board_page(
    event: Tournament, state: StageState, number: int, board: int, reader: Reader = PUBLIC
) -> BoardPage | None:
    """A board of a round; `None` if no one plays it there. Results of a board in play are hidden from players."""
    drawn = state.round(number)
    played = [boards_at(state, number, seating, reader) for seating in drawn.seatings.values()]
    boards = sorted({each for listed in (*played, *(share.boards for share in drawn.shares)) for each in listed})
    if board not in boards:
        return None
    open_now = reader.desk or board_is_open(state, number, board)
    lines = list(lines_of(event, state, number, board, reader))
    results = [line for line in lines if line.result] if open_now else []
    placed, dealt = Board.from_number(board), state.deal(number, board)
    fouled = state.find_foul(state.scope(number), board)
    shown = (
        diagram(
            dealt,
            board,
            addresses.Par(stage_slug(state.plan.name), number, board),
            (each for (scope, _), each in state.deals.items() if scope == state.scope(number)),
        )
        if open_now and dealt is not None
        else None
    )
    marks = (*marks_of(state, number, board), *_par(shown)) if open_now else ()
    return BoardPage(
        stage=state.plan.name,
        slug=stage_slug(state.plan.name),
        round=number,
        board=board,
        dealer=str(placed.dealer),
        vulnerable=str(placed.vulnerability),
        boards=tuple(boards),
        open=open_now,
        waiting=sum(not line.result for line in lines),
        teams=state.plan.scoring.in_rooms,
        unit=credit_unit(state),
        strip=tuple(_strip(results, marks)),
        fouled=fouled.reason if fouled is not None else "",
        deal=shown,
        played=len(results),
        percent=state.plan.scoring.percent is not None,
        most=_most(results),
    )


def _par(deal: Diagram | None) -> tuple[Mark, ...]:
    """Par as a mark in the list, where it is known."""
    if deal is None or deal.par is None:
        return ()
    return (Mark(phrase("Par"), deal.par.score, int(deal.par.score.value or 0), par=True),)


def _strip(lines: list[Line], marks: tuple[Mark, ...]) -> list[Line | Mark]:
    """The lines, best for North-South first, each mark above the first line that is not better."""
    every: list[Line | Mark] = [*marks, *lines]
    return sorted(every, key=lambda each: (each.value is None, -(each.value or 0), isinstance(each, Line)))


def _most(lines: list[Line]) -> Said:
    """What most tables played, and how many of them made it; empty where no contract was played twice."""
    played = [line.result for line in lines if isinstance(line.result, PlayedContract)]
    counts: Counter[Contract] = Counter(result.contract for result in played)
    often = max(counts.values(), default=0)
    common = tuple(contract for contract, count in counts.items() if count == often)
    if often < 2 or len(common) > 3:
        return ""
    return phrase(
        "Most played: {contracts}, {one:at|each at} {often} of {tables:#table}; made at {made:#table}.",
        contracts=common,
        one=len(common) == 1,
        often=often,
        tables=len(lines),
        made=sum(result.contract in common and result.over >= 0 for result in played),
    )
