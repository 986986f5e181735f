"""A match as a page shows it, and a contestant's scorecard."""

from dataclasses import dataclass

from overtrick.core.event.acts import TOO_FEW, Seating
from overtrick.core.event.attendance_acts import SubstituteUsed
from overtrick.core.event.graph_plan import KnockoutPlay
from overtrick.core.event.knockout import outcome
from overtrick.core.event.progress import provisional, settled, told_after
from overtrick.core.event.rounds import CLOSED, OPEN
from overtrick.core.event.stage import StageState
from overtrick.core.event.tournament import Tournament
from overtrick.core.exact import exact_text, short_text
from overtrick.core.provenance import PERCENT
from overtrick.core.ranking.measures import Kind
from overtrick.core.scoring.rounds import TeamsRule
from overtrick.web.names import Who, who
from overtrick.web.shown.boards import credit_number, score_number
from overtrick.web.shown.draws import board_span
from overtrick.web.shown.season import SessionCell, cells_of, counts_by_session, placing_of, total_open
from overtrick.web.visible import board_is_open
from overtrick.web.whys import Number, address, figure_number, place_number, stage_slug


@dataclass(frozen=True, slots=True)
class MatchBoard:
    """One board of a match: its results by room, what it is compared with, and what it brought each side.

    *hidden* says that it is still being played at other tables.
    """

    board: int
    results: tuple[tuple[str, Number], ...]
    datum: Number
    first: Number
    second: Number
    hidden: bool


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a match: who, its net, its score."""

    who: Who
    net: Number
    score: Number


@dataclass(frozen=True, slots=True)
class MatchPage:
    """A match at a table; three sides where three teams share it."""

    stage: str
    slug: str
    round: int
    table: int
    unit: str
    teams: bool
    complete: bool
    says: str
    boards_text: str
    sides: tuple[Side, ...]
    boards: tuple[MatchBoard, ...]
    compared: bool
    provisional: str = ""


def match_page(event: Tournament, state: StageState, number: int, table: int) -> MatchPage | None:
    """The match at a table, as far as it has been played and the room may see it."""
    drawn = state.round(number)
    share = next((each for each in drawn.shares if table in each.tables), None)
    if share is not None:
        return _share_page(event, state, number, share.teams[0], table)
    seating = drawn.seatings.get(table)
    if seating is None:
        return None
    boards = match_boards(state, number, seating)
    complete = state.card(number, table).complete
    return MatchPage(
        state.plan.name,
        stage_slug(state.plan.name),
        number,
        table,
        state.unit.many,
        isinstance(state.plan.scoring.board, TeamsRule),
        complete,
        _says(event, state, number, table),
        board_span(seating.boards),
        tuple(_side(event, state, number, table, name) for name in (seating.ns, seating.ew)),
        boards,
        any(board.datum.text for board in boards),
        provisional(state, number) if complete else "",
    )


def _says(event: Tournament, state: StageState, number: int, table: int) -> str:
    """What is to be said of a match besides its boards: a forfeit, or who won a knockout match and by what."""
    forfeited = state.unplayed(number, table)
    if forfeited is not None and forfeited.how == TOO_FEW:
        return f"Scored as a forfeit with nobody at fault: {forfeited.reason}"
    if forfeited is not None:
        return f"Forfeited by {who(event, forfeited.offender)}" if forfeited.offender else "Not played"
    if not isinstance(state.plan.play, KnockoutPlay):
        return ""
    decided = outcome(state, table)
    if decided.winner is None:
        return decided.waits.capitalize()
    return f"{who(event, decided.winner)} won by {decided.by}"


def _side(event: Tournament, state: StageState, number: int, table: int, name: str) -> Side:
    """One side at a table; in a triangle the match there has a score of its own."""
    line = state.match_line(name, number)
    played = state.round(number).trio_of(name) is not None or (line is not None and line.kind is Kind.PLAYED)
    net = _net(state, number, table, name) if played else Number("")
    return Side(who(event, name), net, match_number(state, number, table, name))


def match_number(state: StageState, number: int, table: int, name: str) -> Number:
    """What the match at a table counts for one side, with its why; nothing until it does."""
    score = state.match_score(name, number, table)
    if score is None:
        return Number("")
    slug = stage_slug(state.plan.name)
    trio = state.round(number).trio_of(name) is not None
    at = ("table", number, table, name) if trio else ("match", number, name)
    return figure_number(score, slug, *at, provisional=provisional(state, number))


def _net(state: StageState, number: int, table: int, name: str) -> Number:
    share = state.share(number, name)
    if share is not None:
        net = share.scores[share.share.teams.index(name)].net
    else:
        card = state.card(number, table)
        if not card.complete:
            return Number("")
        net = card.side(name).net
    text = net.unit.show(net.value) if net.unit == PERCENT else net.unit.number(net.value)
    at = address(stage_slug(state.plan.name), "net", number, table, name)
    return Number(text, at, provisional(state, number), exact_text(net.value))


def _share_page(event: Tournament, state: StageState, number: int, team: str, table: int) -> MatchPage | None:
    card = state.share(number, team)
    if card is None:
        return None
    sides = tuple(_side(event, state, number, table, name) for name in card.share.teams)
    tables = ", ".join(map(str, card.share.tables))
    return MatchPage(
        state.plan.name, stage_slug(state.plan.name), number, table, state.unit.many, True, card.complete,
        f"A match of three teams at tables {tables}; the boards are on their own pages.",
        board_span(card.share.boards), sides, (), False,
    )  # fmt: skip


def match_boards(state: StageState, number: int, seating: Seating) -> tuple[MatchBoard, ...]:
    """The boards of a match, those still in play kept hidden."""
    return tuple(_board(state, number, seating, board) for board in seating.boards)


def _board(state: StageState, number: int, seating: Seating, board: int) -> MatchBoard:
    if not board_is_open(state, number, board):
        return MatchBoard(board, (), Number(""), Number(""), Number(""), hidden=True)
    slug = stage_slug(state.plan.name)
    teams = isinstance(state.plan.scoring.board, TeamsRule)
    results = []
    for room in (OPEN, CLOSED) if teams else ("",):
        recorded = state.recorded(number, seating.table, room, board)
        why = address(slug, "score", number, board, seating.table, *([room] if room else []))
        results.append((str(recorded.result) if recorded else "", score_number(recorded, why)))
    comparisons = () if teams else state.board_field(state.scope(number), board).scored.comparisons
    datum = figure_number(comparisons[0], slug, "datum", number, board) if len(comparisons) == 1 else Number("")
    card = state.card(number, seating.table).credits[board]
    first, second = (
        credit_number(credit, state, address(slug, "board", number, seating.table, board, name))
        for credit, name in zip(card, (seating.ns, seating.ew), strict=True)
    )
    return MatchBoard(board, tuple(results), datum, first, second, hidden=False)


@dataclass(frozen=True, slots=True)
class CardMatch:
    """One match on a scorecard, from the contestant's side."""

    round: int
    table: int | None
    direction: str
    against: tuple[Who, ...]
    says: str
    net: Number
    score: Number
    running: str
    first: bool
    boards: tuple[MatchBoard, ...]


@dataclass(frozen=True, slots=True)
class CardStage:
    """A contestant's stage: its matches, what it brought, its penalties, its total and place.

    In a *season* each session has two figures; *open* says why the total may still change, *placing* what stands
    between the pair and a place. *after* says after which match the total and the place are, while another is played.
    """

    stage: str
    slug: str
    unit: str
    sessions: tuple[tuple[int, Number], ...]
    season: tuple[SessionCell, ...]
    placing: str
    open: str
    carried: Number
    matches: tuple[CardMatch, ...]
    penalties: tuple[tuple[str, Number], ...]
    total: Number
    place: Number
    of: int
    teams: bool
    after: str = ""


@dataclass(frozen=True, slots=True)
class ScorecardPage:
    """What a contestant has made of the event, the latest stage first."""

    who: Who
    notes: tuple[str, ...]
    stages: tuple[CardStage, ...]


def scorecard_page(event: Tournament, name: str) -> ScorecardPage:
    """A contestant's scorecard."""
    stages = [state for state in event.stages.values() if name in state.contestants]
    notes = [
        f"{act.substitute} for {act.out} in {act.stage}, {_when(event, act)}"
        for act in event.substitutes
        if act.contestant == name
    ]
    return ScorecardPage(
        who(event, name), tuple(notes), tuple(_card_stage(event, state, name) for state in reversed(stages))
    )


def _when(event: Tournament, act: SubstituteUsed) -> str:
    """The rounds a substitute played; in a season, where it plays a whole session, the session."""
    state = event.stages.get(act.stage)
    if state is None or state.plan.season is None:
        return f"round {', '.join(map(str, act.rounds))}"
    return f"session {', '.join(map(str, sorted({state.session_of(number) for number in act.rounds})))}"


def _card_stage(event: Tournament, state: StageState, name: str) -> CardStage:
    slug = stage_slug(state.plan.name)
    after = settled(state)
    table = after.standings(after.field_of(name))
    row = next((each for each in table.rows if each.contestant == name), None)
    carried = state.carry(name)
    season = state.plan.season is not None
    return CardStage(
        state.plan.name,
        slug,
        state.unit.many,
        _sessions(state, name),
        cells_of(state, name) if season else (),
        placing_of(state, name) if season else "",
        total_open(state.season(name)) if season else "",
        figure_number(carried, slug, "carry-over", name) if carried is not None else Number(""),
        _matches(event, state, name),
        _penalties(state, name),
        figure_number(row.total, slug, "total", name) if row else Number("–"),
        place_number(row, slug) if row else Number("–"),
        len(table.rows),
        isinstance(state.plan.scoring.board, TeamsRule),
        told_after(state) if after is not state else "",
    )


def _penalties(state: StageState, name: str) -> tuple[tuple[str, Number], ...]:
    """What a contestant was fined; in a season it is in the session's own score, and so in the why of the total.

    Where stages are added up, each has its own.
    """
    if state.tallied:
        return ()
    slug = stage_slug(state.plan.name)
    given = [(posting, act) for posting, act in state.penalties.items() if act.contestant == name]
    figures = state.record(name).penalties
    if state.plan.season is not None or len(figures) != len(given):  # in finals it is in the match, not in a sum
        return tuple(
            (
                act.offence,
                Number(
                    f"−{short_text(act.amount)} {act.unit}", address(slug, "total", name), "", exact_text(-act.amount)
                ),
            )
            for _, act in given
        )
    return tuple(
        (act.offence, figure_number(figure, slug, "penalty", posting, name))
        for (posting, act), figure in zip(given, figures, strict=True)
    )


def _sessions(state: StageState, name: str) -> tuple[tuple[int, Number], ...]:
    """The sessions of one day, where each is one percentage over all its boards."""
    if not counts_by_session(state) or state.plan.season is not None:
        return ()
    slug = stage_slug(state.plan.name)
    return tuple(
        (place, figure_number(line.score, slug, "session", place, name))
        for place, line in enumerate(state.record(name).matches, start=1)
    )


def _matches(event: Tournament, state: StageState, name: str) -> tuple[CardMatch, ...]:
    matches = []
    carried = state.carry(name)
    running = carried.value if carried is not None else 0
    by_round = not counts_by_session(state)
    for number in sorted(state.rounds):
        line = state.match_line(name, number)
        if line is not None:
            running += line.score.value
        matches.append(_card_match(event, state, name, number, state.unit.number(running) if line and by_round else ""))
    return tuple(each for each in matches if each.table or each.score.text or each.against or each.says)


def _scores(state: StageState, number: int, table: int | None, name: str) -> tuple[Number, Number]:
    """The net and the score of a contestant's round; a triangle's are of both its matches."""
    line = state.match_line(name, number)
    if line is None:
        return Number(""), Number("")
    played = line.kind is Kind.PLAYED and table is not None and state.round(number).trio_of(name) is None
    net = _net(state, number, table, name) if played and table is not None else Number("")
    waits = provisional(state, number) if line.kind is Kind.PLAYED else ""
    return net, figure_number(line.score, stage_slug(state.plan.name), "match", number, name, provisional=waits)


def _card_match(event: Tournament, state: StageState, name: str, number: int, running: str) -> CardMatch:
    drawn = state.rounds[number]
    seating = drawn.seating_of(name)
    share = drawn.share_of(name)
    trio = drawn.trio_of(name)
    if seating is None:
        several = share or trio
        others = tuple(who(event, team) for team in several.teams if team != name) if several else ()
        says = "triangle" if trio else "sat out" if name in drawn.draw.sits_out else ""
        table = several.tables[several.teams.index(name)] if several else None
        net, score = _scores(state, number, table, name)
        return CardMatch(number, table, "", others, says, net, score, running, True, ())
    net, score = _scores(state, number, seating.table, name)
    first = seating.ns == name
    against = who(event, seating.ew if first else seating.ns)
    says = "forfeit" if state.unplayed(number, seating.table) is not None else ""
    return CardMatch(
        number, seating.table, "NS" if first else "EW", (against,), says, net, score, running, first,
        match_boards(state, number, seating),
    )  # fmt: skip
