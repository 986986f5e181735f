"""Results: corrections, rulings, fouled and lent boards, calls for the director. `agreement` has what tables say."""

from collections.abc import Iterator

from overtrick.core.errors import ResultRefused
from overtrick.core.event.acts import (
    CALLED_ABOUT,
    BoardFouled,
    CallAnswered,
    DirectorCalled,
    OtherFieldScored,
    ResultCorrected,
    ResultPosted,
    RulingGiven,
)
from overtrick.core.event.fold.results import OfResult
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.score.cards import NOTHING
from overtrick.core.event.score.played import boards_of_match, not_compared
from overtrick.core.event.score.rounds import CLOSED, OPEN, RoundState
from overtrick.core.laws.table_score import BridgeScore, table_score
from overtrick.core.model.boards import Board, boards_phrase
from overtrick.core.model.results import Artificial
from overtrick.core.scoring.fouled import TooLate, allows_substitute
from overtrick.core.scoring.teams import team_credit
from overtrick.core.scoring.unplayed import too_few_compared
from overtrick.core.wording import Phrase, phrase
from overtrick.director import graph
from overtrick.director.clocks import in_time_to_correct
from overtrick.director.decision import AllowedActs, Caution, allow, refuse, still_open
from overtrick.director.fouled_boards import form_cautions
from overtrick.director.late_changes import check_authority, late_effects
from overtrick.director.what_if import what_if


def call(event: Tournament, act: DirectorCalled | CallAnswered) -> AllowedActs:
    """Record that a table calls, or that its call is answered; a table that already waits does not call twice."""
    drawn = event.stage(act.stage).round(act.round)
    tables = set(drawn.seatings) | {table for share in drawn.shares for table in share.tables}
    if act.table not in tables:
        raise refuse(
            "There is no table {table} in round {round}",
            remedy="Check the table number.",
            table=act.table,
            round=act.round,
        )
    if isinstance(act, DirectorCalled) and act.about not in CALLED_ABOUT:
        raise refuse(
            "“{about}” is not a reason for a call", remedy="Call the director without giving a reason.", about=act.about
        )
    waits = (act.table, act.room) in drawn.calls
    return allow() if waits is isinstance(act, DirectorCalled) else allow(act)


def correct(event: Tournament, act: ResultCorrected | RulingGiven, at: str = "") -> AllowedActs:
    """Correct a result while its deadlines run, or record the score of a ruling."""
    state, drawn = where(event, act)
    scored_together(state, drawn, act)
    if isinstance(act, ResultCorrected) and (act.table, act.room, act.board) not in drawn.results:
        raise refuse(
            "Board {board} at table {table} has no result to correct",
            remedy="Post the result.",
            table=act.table,
            board=act.board,
        )
    if not act.reason:
        raise refuse("A correction or ruling needs a reason", remedy="Say in a few words what was wrong.")
    if state.left is not None:
        return graph.decide_change(event, act)
    ruling = isinstance(act, RulingGiven)
    check_authority(event, state, act.round, at, table=act.table, board=act.board, ruling=ruling)
    stands = next_draw_stands(state, act.round)
    fouled = act.board in drawn.fouled or (isinstance(act, RulingGiven) and act.fouled)
    awarded = isinstance(act.result, Artificial)
    compared: Caution = few_compared(state, drawn, act.table, act.board, fouled=fouled) if awarded else ""
    placed = awarded and fouled and act.table in drawn.seatings
    again: Caution = replaced_or_cancelled(state, act.round, act.table, act.board) if placed else ""
    forms = _forms_after(event, state, act)
    late = late_effects(event, state, act)
    clock: Caution = (
        "" if state.closed and ruling else in_time_to_correct(event, act, at)
    )  # the review or appeal permits it
    return allow(act, cautions=(*late, stands, again, compared, *forms, clock))


def _forms_after(event: Tournament, state: StageState, act: ResultCorrected | RulingGiven) -> tuple[Phrase, ...]:
    """New cautions about the forms of a fouled board after one of its results is changed."""
    if state.find_foul(state.scope(act.round), act.board) is None:
        return ()
    then = form_cautions(what_if(event, [act]).stage(act.stage), act.round, act.board)
    return then if then != form_cautions(state, act.round, act.board) else ()


def next_draw_stands(state: StageState, number: int) -> Caution:
    """The caution when a round is corrected from which the next one was drawn."""
    later = state.last_round > number and not state.plan.play.at_once
    return phrase("the draw of round {number} is published and stands", number=number + 1) if later else ""


def foul(event: Tournament, act: BoardFouled, at: str = "") -> AllowedActs:
    """Record a fouled board: the tables of each form must be among those that played it."""
    state = event.stage(act.stage)
    check_authority(event, state, act.round, at, board=act.board)
    drawn = state.round(act.round)
    named = [table for form in act.forms for table in form]
    wrong = [str(table) for table in named if table not in _tables_of(state, drawn, act.board)]
    if wrong or len(set(named)) != len(named):
        raise refuse(
            "Wrong tables for board {board}: {row}",
            remedy="Name each table that played the board, once.",
            row=", ".join(wrong) or phrase("one table is named twice"),
            board=act.board,
        )
    if state.plan.scoring.in_rooms:
        rule = state.plan.scoring.substitute
        replaced = tuple(replaced_or_cancelled(state, act.round, table, act.board) for table in sorted(set(named)))
        raise refuse(
            "In a teams match a fouled board is replaced or cancelled",
            clause=(rule or state.plan).clause,
            remedy=phrase("{tables:;}.", tables=replaced)
            if rule
            else phrase("Post the result of the replacement board, or a ruling."),
        )
    then = what_if(event, [act]).stage(act.stage)
    forms = form_cautions(then, act.round, act.board)
    return allow(act, cautions=(*late_effects(event, state, act), *forms, *_few_by_foul(then, act)))


def _tables_of(state: StageState, drawn: RoundState, board: int) -> set[int]:
    """The tables among which a board is compared: those of the whole session where it moves between tables."""
    here = {table for table, seating in drawn.seatings.items() if board in seating.boards}
    in_rooms = state.plan.scoring.in_rooms
    return here if in_rooms else here | {table for _, table in state.players(state.scope(drawn.number), board)}


def _few_by_foul(then: StageState, act: BoardFouled) -> Iterator[Caution]:
    """Cautions about matches that a fouled board leaves with too few comparisons; *then* includes the foul."""
    drawn = then.round(act.round)
    for table, seating in sorted(drawn.seatings.items()):
        if (act.round, act.board) in not_compared(then, drawn, seating, fouled=True):
            yield few_compared(then, drawn, table, act.board, fouled=True)


def replaced_or_cancelled(state: StageState, number: int, table: int, board: int) -> Caution:
    """Whether a fouled board of a teams match is replaced or cancelled, depending on what has happened at its tables.

    The book shows whether the result of the match is known. Whether a player has left is for the director to see.
    """
    rule, drawn = state.plan.scoring.substitute, state.round(number)
    if rule is None:
        return ""
    others = [each for each in drawn.seatings[table].boards if each != board]
    known = all((table, room, each) in drawn.results for each in others for room in (OPEN, CLOSED))
    if allows_substitute([TooLate.RESULT_KNOWN] if known else [], rule):
        return phrase(
            "Table {table}: another board replaces this one in both rooms, unless {unless:or} ({clause}); post the "
            "results of the new board as board {board}, or give the ruling AV+ AV+",
            table=table, unless=tuple(rule.unless), clause=rule.clause, board=board,
        )  # fmt: skip
    return phrase(
        "Table {table}: {late}, so the board is cancelled ({clause}); give the ruling AV+ AV+",
        table=table, late=TooLate.RESULT_KNOWN, clause=rule.clause,
    )  # fmt: skip


def lend(event: Tournament, act: OtherFieldScored) -> AllowedActs:
    """Add another event's scores on a board, where the stage may share a datum with it."""
    state = event.stage(act.stage)
    pool = state.plan.pool
    if pool is None:
        raise refuse(
            "{stage} shares its boards with no other event",
            clause=state.plan.clause,
            remedy="Do not add other scores: the datum of this stage uses its own tables only.",
            stage=act.stage,
        )
    still_open(state)
    if not any(act.board in seating.boards for seating in state.round(act.round).seatings.values()):
        raise refuse(
            "No one plays board {board} in round {round}", remedy="Check the board.", board=act.board, round=act.round
        )
    if not act.source:
        raise refuse(
            "Scores from another event need a source", clause=pool.clause, remedy="Say where the scores are from."
        )
    return allow(act)


def scored_together(state: StageState, drawn: RoundState, act: ResultPosted | ResultCorrected | RulingGiven) -> None:
    """Refuse a result that cannot be scored, alone or, where teams compare tables, with the other tables' results."""
    own = table_score(Board.from_number(act.board), act.result)
    for shown in (own.ns, own.ew):  # an award in a unit that does not count here is refused
        if shown is not None and not isinstance(shown, BridgeScore):
            state.plan.scoring.match.artificial.worth(shown)
    if not state.plan.scoring.in_rooms:
        return
    share = next((share for share in drawn.shares if act.table in share.tables), None)
    places = [(table, "") for table in share.tables] if share else [(act.table, OPEN), (act.table, CLOSED)]
    known = [drawn.results.get((table, room, act.board)) for table, room in places]
    scores = [each.score if each else NOTHING for each in known]
    scores[places.index((act.table, act.room))] = own
    for place, score in enumerate(scores):
        team_credit(score, scores[place - 1], state.plan.scoring.compared_by)


def where(event: Tournament, act: OfResult) -> tuple[StageState, RoundState]:
    """The stage and round of a result, after checking that it belongs there."""
    state = event.stage(act.stage)
    drawn = state.round(act.round)
    share = next((share for share in drawn.shares if act.table in share.tables), None)
    seating = drawn.seatings.get(act.table)
    boards = share.boards if share else seating.boards if seating else ()
    boards += drawn.extra.get(act.table, ())
    if not boards:
        tables = (*drawn.seatings, *(table for share in drawn.shares for table in share.tables))
        raise ResultRefused(
            "There is no table {table} in round {round}",
            remedy="The highest table number in this round is {highest}.",
            table=act.table,
            round=act.round,
            highest=max(tables, default=0),
        )
    if act.board not in boards:
        raise ResultRefused(
            "Table {table} plays {boards} in round {round}, not board {board}",
            remedy="Check the board and table numbers.",
            table=act.table,
            boards=boards_phrase(boards),
            round=act.round,
            board=act.board,
        )
    rooms = (OPEN, CLOSED) if state.plan.scoring.in_rooms and not share else ("",)
    if act.room not in rooms:
        if rooms == ("",):
            raise ResultRefused("The results of this table are entered without a room", remedy="Do not enter a room.")
        raise ResultRefused(
            "This match is played in two rooms, so a result must name its room",
            remedy="Choose the open or the closed room.",
        )
    return state, drawn


def few_compared(state: StageState, drawn: RoundState, table: int, board: int, *, fouled: bool) -> Caution:
    """The caution when an artificial score on a board leaves its match with too few comparisons."""
    rule, seating = state.plan.compared, drawn.seatings.get(table)
    if rule is None or seating is None:
        return ""
    boards, this = boards_of_match(state, seating), (drawn.number, board)
    lost = {*not_compared(state, drawn, seating, fouled=True), *((this,) if fouled else ())}
    every = {*not_compared(state, drawn, seating, fouled=False), this}
    if len(lost) > 1 and too_few_compared(boards - len(lost), boards, rule):
        return phrase(
            "table {table}: fouled boards leave {left} of {boards} to compare; {then}",
            table=table,
            left=boards - len(lost),
            boards=boards,
            then=scored_as_forfeit(state),
        )
    if len(every) > 1 and too_few_compared(boards - len(every), boards, rule):
        return phrase(
            "table {table}: artificial scores leave {left} of {boards} boards to compare; if the boards were fouled, "
            "say so in the rulings, and the match is scored as a forfeit ({clause})",
            table=table, left=boards - len(every), boards=boards, clause=rule.clause,
        )  # fmt: skip
    return ""


def scored_as_forfeit(state: StageState) -> Phrase:
    """What becomes of a match with too few comparisons, and what the director decides."""
    return phrase(
        "the match is scored as a forfeit with neither side at fault ({clause}){by_hand:; the regulations give no "
        "score for that, so award each side a score|}",
        clause=(state.plan.compared or state.plan).clause,
        by_hand=state.plan.forfeit is None,
    )
