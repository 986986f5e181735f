"""A contestant's scorecard: its matches in an event, stage by stage."""

from dataclasses import dataclass

from overtrick.core.event.acts import SubstituteUsed
from overtrick.core.event.after.offences import offence_phrase
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.progress import provisional, settled_state, told_after
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import exact_text, short_text
from overtrick.core.ranking.measures import ScoreOrigin
from overtrick.core.wording import Phrase, phrase
from overtrick.double_dummy.asked import known
from overtrick.views import addresses
from overtrick.views.analysis import (
    ABOVE,
    PLAYER_ROLES,
    TRICKS,
    PlayedBoard,
    above_figure,
    deals_of,
    parts_of,
    slams,
    taken_boards,
    tricks_figure,
)
from overtrick.views.matches import MatchBoard, Step, match_boards, net_number, run_of
from overtrick.views.names import Who, who
from overtrick.views.ramp import match_step
from overtrick.views.readers import PUBLIC, Reader
from overtrick.views.running import counts_by_session, running_figure
from overtrick.views.season import SessionCell, cells_of, placing_of, total_open
from overtrick.views.texts import ResultText, Text
from overtrick.views.whys import Number, figure_number, place_number, stage_slug


@dataclass(frozen=True, slots=True)
class CardMatch:
    """One match on a scorecard, from the contestant's side; *kind* is how it counts once it does, for example a bye.

    An individual has a *partner* in it. Once it is final it has its *step* on the colour scale from loss to win.
    """

    round: int
    table: int | None
    direction: Text
    against: tuple[Who, ...]
    says: Text
    net: Number
    score: Number
    running: Number
    first: bool
    boards: tuple[MatchBoard, ...]
    kind: str = ""
    partner: Who | None = None
    step: str = ""

    @property
    def run(self) -> tuple[Step, ...]:
        """The contestant's lead after each board."""
        return run_of([(each.board, each.first if self.first else each.second) for each in self.boards])

    @property
    def repeats(self) -> bool:
        """Whether its net and its score are the same number."""
        return self.net.value == self.score.value

    @property
    def leads(self) -> bool:
        """Whether anyone recorded a lead."""
        return any(each.lead is not None for each in self.boards)

    @property
    def compared(self) -> bool:
        """Whether its boards have a datum."""
        return any(each.own is not None and each.own.datum.text for each in self.boards)

    @property
    def par(self) -> bool:
        """Whether the par of any of its boards is known."""
        return any(each.own is not None and each.own.par.text for each in self.boards)


@dataclass(frozen=True, slots=True)
class CardPart:
    """A group of a contestant's boards: how many, and the average score."""

    called: Text
    boards: int
    average: Number
    within: bool


@dataclass(frozen=True, slots=True)
class CardBoard:
    """A board of a contestant: its number, what was played in one room or two, and its score."""

    round: int
    board: int
    results: tuple[ResultText, ...]
    brought: Number


@dataclass(frozen=True, slots=True)
class CardAnalysis:
    """The analysis of a contestant's open boards: averages by group, slams, tricks, best and worst boards.

    *tricks* is how many tricks more than double dummy its declarers took, on *solved* boards; on *unsolved* ones the
    solver failed, and some still *wait* for it. In two rooms the boards above average are those it won; *level* are
    those won by neither. *by_player* says that the boards are grouped by what the player did, as in an individual.
    """

    parts: tuple[CardPart, ...]
    boards: int
    above: Number
    level: int
    slams: tuple[int, int]
    tricks: Number
    solved: int
    unsolved: int
    wait: int
    best: CardBoard
    worst: CardBoard
    by_player: bool


@dataclass(frozen=True, slots=True)
class CardStage:
    """A contestant's stage: its matches and their scores, its penalties, its total and place.

    In a *season* each session has two figures; *open* says why the total may still change, *placing* what a pair still
    needs for a place. Before anything of it is played it has not *begun*. *after* says after which match the total and
    the place are, while another is played.
    """

    stage: str
    slug: str
    unit: str
    sessions: tuple[tuple[int, Number], ...]
    season: tuple[SessionCell, ...]
    placing: Text
    open: Text
    carried: Number
    matches: tuple[CardMatch, ...]
    penalties: tuple[tuple[Text, Number], ...]
    total: Number
    place: Number
    of: int
    teams: bool
    after: Text = ""
    percent: bool = False
    boards_in: str = ""
    analysis: CardAnalysis | None = None
    begun: bool = True


@dataclass(frozen=True, slots=True)
class ScorecardPage:
    """A contestant's results in the event, the latest stage first.

    While deals of open boards are being solved it is *pending*: it must not be cached, as it will change.
    """

    who: Who
    notes: tuple[Text, ...]
    stages: tuple[CardStage, ...]
    pending: bool = False


def scorecard_page(event: Tournament, name: str, reader: Reader = PUBLIC) -> ScorecardPage:
    """A contestant's scorecard; the desk also reads the net of rounds that were not one match at one table."""
    stages = [state for state in event.stages.values() if name in state.contestants]
    notes = [
        phrase(
            "{substitute} for {out} in {stage}, {when}",
            substitute=act.substitute,
            out=act.out,
            stage=act.stage,
            when=_when(event, act),
        )
        for act in event.substitutes
        if act.contestant == name
    ]
    return ScorecardPage(
        who(event, name),
        tuple(notes),
        tuple(_card_stage(event, state, name, reader) for state in reversed(stages)),
        any(_pending(state, name) for state in stages),
    )


def _pending(state: StageState, name: str) -> bool:
    """Whether double dummy tricks for the scorecard are still being calculated."""
    if not known.able or not state.deals:
        return False
    deals = {*deals_of(state, taken_boards(state, name)).values()}
    return len(known.several(deals)) < len(deals)


def _analysis(state: StageState, name: str) -> CardAnalysis | None:
    """The analysis of a contestant's boards, if any is open."""
    taken = taken_boards(state, name)
    if not taken:
        return None
    slug = stage_slug(state.plan.name)
    tricks = tricks_figure(state, taken)
    order = sorted(taken, key=lambda each: each.worth.value)
    deals = {*deals_of(state, (each for each in taken if any(at.declared for at in each.played))).values()}
    found = known.several(deals)
    return CardAnalysis(
        parts=tuple(
            CardPart(
                part.called,
                part.boards,
                figure_number(part.average, addresses.Analysis(slug, part.part, name)),
                part.within,
            )
            for part in parts_of(state, taken)
        ),
        boards=len(taken),
        above=figure_number(above_figure(state, taken), addresses.Analysis(slug, ABOVE, name)),
        level=sum(each.level for each in taken),
        slams=slams(taken),
        tricks=figure_number(tricks, addresses.Analysis(slug, TRICKS, name)) if tricks is not None else Number(""),
        solved=len(tricks.of) if tricks is not None else 0,
        unsolved=sum(not tricks for tricks in found.values()),
        wait=len(deals) - len(found) if known.able else 0,
        best=card_board(slug, order[-1], name),
        worst=card_board(slug, order[0], name),
        by_player=any(each.roles & PLAYER_ROLES for each in taken),
    )


def card_board(slug: str, each: PlayedBoard, name: str) -> CardBoard:
    """A board of a contestant, with what was played and its score."""
    at = (slug, each.round, each.table, each.board, name)
    address = addresses.BoardShare(*at) if each.share is not None else addresses.Board(*at)
    return CardBoard(each.round, each.board, each.shown, figure_number(each.worth, address))


def _when(event: Tournament, act: SubstituteUsed) -> Phrase:
    """The rounds a substitute played; in a season, where it plays a whole session, the session."""
    state = event.stages.get(act.stage)
    sessions = state.sessions_of(act.rounds) if state is not None and state.plan.in_season else ()
    if sessions:
        return phrase("{several:sessions|session} {sessions:,}", several=len(sessions) > 1, sessions=sessions)
    return phrase("{several:rounds|round} {rounds:,}", several=len(act.rounds) > 1, rounds=act.rounds)


def _card_stage(event: Tournament, state: StageState, name: str, reader: Reader) -> CardStage:
    slug = stage_slug(state.plan.name)
    after = settled_state(state)
    table = after.standings(after.field_of(name))
    row = next((each for each in table.rows if each.contestant == name), None)
    carried = state.carry(name)
    season = state.plan.in_season
    return CardStage(
        state.plan.name,
        slug,
        state.unit.many,
        _sessions(state, name),
        cells_of(state, name) if season else (),
        placing_of(state, name) if season else "",
        total_open(state.season(name)) if season else "",
        figure_number(carried, addresses.CarryOver(slug, name)) if carried is not None else Number(""),
        _matches(event, state, name, reader),
        _penalties(state, name),
        figure_number(row.total, addresses.Total(slug, name)) if row else Number("–"),
        place_number(row, slug) if row else Number("–"),
        len(table.rows),
        state.plan.scoring.in_rooms,
        told_after(state) if after is not state else "",
        state.plan.scoring.percent is not None,
        "%" if state.plan.scoring.percent is not None else state.plan.scoring.boards_in.many,
        _analysis(state, name),
        bool(state.last_round or state.tallied or carried is not None),
    )


def _penalties(state: StageState, name: str) -> tuple[tuple[Text, Number], ...]:
    """A contestant's penalties; in a season they are part of the session's score, and so in the why of the total.

    Where stages are added up, each penalty is listed in its own stage.
    """
    if state.tallied:
        return ()
    slug = stage_slug(state.plan.name)
    given = [(posting, act) for posting, act in state.penalties.items() if act.contestant == name]
    figures = state.record(name).penalties
    if state.plan.in_season or len(figures) != len(given):  # in finals it is part of the match, not of a sum
        return tuple(
            (
                offence_phrase(act.offence),
                Number(
                    f"−{short_text(act.amount)} {act.unit}",
                    addresses.Total(slug, name).path(),
                    value=exact_text(-act.amount),
                ),
            )
            for _, act in given
        )
    return tuple(
        (offence_phrase(act.offence), figure_number(figure, addresses.Penalty(slug, posting, name)))
        for (posting, act), figure in zip(given, figures, strict=True)
    )


def _sessions(state: StageState, name: str) -> tuple[tuple[int, Number], ...]:
    """The sessions of one day, where each is one percentage over all its boards."""
    if not counts_by_session(state) or state.plan.in_season:
        return ()
    slug = stage_slug(state.plan.name)
    return tuple(
        (place, figure_number(line.score, addresses.Session(slug, place, name)))
        for place, line in enumerate(state.record(name).matches, start=1)
    )


def _matches(event: Tournament, state: StageState, name: str, reader: Reader) -> tuple[CardMatch, ...]:
    matches = [_card_match(event, state, (name, number), reader) for number in sorted(state.rounds)]
    return tuple(each for each in matches if each.table or each.score.text or each.against or each.says)


def _running(state: StageState, number: int, name: str) -> Number:
    """A contestant's score after a round, with its why; it is provisional as long as one of the rounds is."""
    figure = None if counts_by_session(state) else running_figure(state, name, number)
    if figure is None:
        return Number("")
    rounds = [each for each in sorted(state.rounds) if each <= number]
    lines = {each: line for each in rounds if (line := state.match_line(name, each)) is not None}
    moving = (provisional(state, each) for each, line in lines.items() if line.kind is ScoreOrigin.PLAYED)
    waits = next((each for each in moving if each), "")
    return figure_number(figure, addresses.Running(stage_slug(state.plan.name), number, name), waits)


def _scores(state: StageState, number: int, table: int | None, name: str, reader: Reader) -> tuple[Number, Number]:
    """The net and the score of a contestant's round; for a triangle, of both its matches."""
    line = state.match_line(name, number)
    if line is None:
        return Number(""), Number("")
    played = line.kind is ScoreOrigin.PLAYED and table is not None and state.round(number).trio_of(name) is None
    net = net_number(state, number, table, name) if played and table is not None else Number("")
    if reader.desk and not net.text:
        net = Number(short_text(line.net_imps), value=exact_text(line.net_imps))
    waits = provisional(state, number) if line.kind is ScoreOrigin.PLAYED else ""
    return net, figure_number(line.score, addresses.Match(stage_slug(state.plan.name), number, name), waits)


def _card_match(event: Tournament, state: StageState, at: tuple[str, int], reader: Reader) -> CardMatch:
    name, number = at
    running = _running(state, number, name)
    drawn = state.rounds[number]
    seating = drawn.seating_of(name)
    share = drawn.share_of(name)
    trio = drawn.trio_of(name)
    if seating is None:
        several = share or trio
        others = tuple(who(event, team) for team in several.teams if team != name) if several else ()
        says = phrase("sat out") if state.sits_out(name, number) else ""
        if trio is not None:
            says = phrase("group") if len(trio.teams) > 3 else phrase("triangle")
        table = several.tables[several.teams.index(name)] if several else None
        net, score = _scores(state, number, table, name, reader)
        return CardMatch(number, table, "", others, says, net, score, running, True, (), _kind(state, name, number))
    net, score = _scores(state, number, seating.table, name, reader)
    first, own = seating.first(name), seating.seat(name)
    against = tuple(who(event, each) for each in seating.opponents_of(name))
    direction = Phrase(str(own)) if own is not None else phrase("NS") if first else phrase("EW")
    partner = who(event, seating.partner(name)) if own is not None else None
    says = phrase("forfeit") if state.why_unplayed(number, seating.table) is not None else ""
    return CardMatch(
        number, seating.table, direction, against, says, net, score, running, first,
        match_boards(state, number, seating, reader=reader, own=name), _kind(state, name, number), partner,
        _step(state, name, number),
    )  # fmt: skip


def _step(state: StageState, name: str, number: int) -> str:
    """The step of a match on the colour scale, once it is final."""
    line = state.match_line(name, number)
    return "" if line is None or provisional(state, number) else match_step(state, number, line)


def _kind(state: StageState, name: str, number: int) -> str:
    line = state.match_line(name, number)
    return str(line.kind) if line is not None else ""
