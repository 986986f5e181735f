"""Scorecards: every contestant's matches and boards, on one page each where they fit, all of them in one job."""

from collections.abc import Iterator

from overtrick.core.wording import Phrase, capitalise, phrase
from overtrick.prints.layout import Block, Column, Grid, Heading, Note, Part, Row
from overtrick.prints.paper import Say, join_parts
from overtrick.prints.source import Source
from overtrick.views.matches import MatchBoard
from overtrick.views.names import everybody
from overtrick.views.scorecards import CardMatch, CardStage, ScorecardPage, scorecard_page

SIZES = (9.0, 8.5, 8.0, 7.5, 7.0)


def scorecards(source: Source) -> Iterator[Part]:
    """All scorecards, by number; each is made when it is needed."""
    for number in [who.number for who in everybody(source.event)]:
        yield scorecard(scorecard_page(source.event, number), source.say)


def scorecard(page: ScorecardPage, say: Say) -> Part:
    """One contestant's scorecard, the latest stage first."""
    blocks: list[Block] = [Note(say(phrase("Substitute: {note}", note=note))) for note in page.notes]
    for stage in page.stages:
        blocks += _stage(stage, say, headed=len(page.stages) > 1)
    latest = page.stages[0] if page.stages else None
    right = ""
    if latest is not None and latest.place.text:
        right = say(phrase("{total} {unit}", total=say(latest.total), unit=Phrase(latest.unit)))
    roster = ", ".join(page.who.roster)
    under = join_parts(
        (roster, _place_text(latest, say) if latest is not None else say(phrase("No boards played yet.")))
    )
    return Part(
        str(page.who), under, tuple(blocks), f"pair/{page.who.number}/", across=2, sizes=SIZES, usual=8, right=right
    )


def _place_text(stage: CardStage, say: Say) -> str:
    place = phrase("place {place} of {of} in {stage}", place=say(stage.place), of=stage.of, stage=stage.stage)
    return join_parts((say(capitalise(place)), say(capitalise(stage.after))))


def _stage(stage: CardStage, say: Say, *, headed: bool) -> Iterator[Block]:
    if headed:
        total = say(phrase("{total} {unit}", total=say(stage.total), unit=Phrase(stage.unit)))
        yield Heading(stage.stage, total, _place_text(stage, say), big=1.3, above=0.8)
    if stage.season:
        yield _sessions(stage, say)
    for place, score in stage.sessions:
        yield Note(say(phrase("Session {place}: {score}%", place=place, score=say(score))))
    if stage.carried.text:
        yield Heading(say(phrase("Carry-over")), say(stage.carried))
    for match in stage.matches:
        yield from match_blocks(match, stage, say)
    for offence, amount in stage.penalties:
        yield Heading(say(phrase("Penalty: {offence}", offence=offence)), say(amount))
        yield Note("")


def _sessions(stage: CardStage, say: Say) -> Grid:
    columns = (
        Column(say(phrase("Session")), "right"), Column(say(phrase("Played by")), share=1),
        Column(say(phrase("Session score")), "right"), Column(say(phrase("Counting score")), "right", bold=True),
    )  # fmt: skip
    return Grid(
        columns,
        tuple(
            Row(
                (
                    str(cell.session),
                    join_parts((say(cell.by) or say(phrase("the pair itself")), say(cell.ground)), ", "),
                    say(cell.scored),
                    say(cell.counts) + ("*" if cell.open else ""),
                )
            )
            for cell in stage.season
        ),
    )


def match_blocks(match: CardMatch, stage: CardStage, say: Say) -> Iterator[Block]:
    """A match: the opponents, the score, and its boards."""
    against = " · ".join(map(str, match.against))
    if against:
        left = say(phrase("Round {round}: v {against}", round=match.round, against=against))
    else:
        left = say(phrase("Round {round}: {says}", round=match.round, says=match.says))
    where = say(phrase("[table {table}][ {direction}]", table=match.table, direction=match.direction))
    partner = say(phrase("with {partner}", partner=str(match.partner))) if match.partner else ""
    net = say(phrase("net score {net}", net=say(match.net))) if match.net.text else ""
    running = say(phrase("running total {running}", running=say(match.running))) if match.running.text else ""
    says = say(match.says) if match.against else ""
    score = say(match.score) or (say(match.kind) if match.kind else "")
    yield Heading(left, score, join_parts((where, partner, net, running, says)))
    if match.boards:
        yield _boards(match, stage, say)
    else:
        yield Note("")


def _boards(match: CardMatch, stage: CardStage, say: Say) -> Grid:
    compared = any(board.datum.text for board in match.boards)
    own = "" if stage.teams else say(phrase("Your score"))
    columns = (
        (Column(say(phrase("Bd")), "right"), Column(say(phrase("Open room")), share=1), Column("", "right"))
        if stage.teams
        else (Column(say(phrase("Bd")), "right"), Column(say(phrase("Result")), share=1))
    )
    columns += (
        (
            Column(say(phrase("Closed room")), share=1),
            Column("", "right"),
            Column(say(phrase("IMPs")), "right", bold=True),
        )
        if stage.teams
        else (
            Column(say(phrase("NS")), "right"),
            *((Column(say(phrase("Datum")), "right"),) if compared else ()),
            Column(own, "right", bold=True),
        )
    )
    rows = [_board(board, match, say, teams=stage.teams, compared=compared) for board in match.boards]
    kept = [Row(row.cells, keep=place < len(rows)) for place, row in enumerate(rows, start=1)]
    return Grid(columns, tuple(kept), tall=1.3)


def _board(board: MatchBoard, match: CardMatch, say: Say, *, teams: bool, compared: bool) -> Row:
    mine = say(board.first if match.first else board.second)
    if board.hidden:
        hidden = say(phrase("not all results entered"))
        return Row((str(board.board), hidden, *("" for _ in range(4 if teams else 2 + compared))))
    cells = [cell for result, score in board.results for cell in (say(result) or "–", say(score))]
    datum = [say(board.datum)] if compared else []
    return Row((str(board.board), *cells, *datum, mine))
