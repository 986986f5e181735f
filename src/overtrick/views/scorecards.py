"""What a contestant has made of an event: its matches stage by stage, as a scorecard shows them."""

from dataclasses import dataclass

from overtrick.core.event.acts import SubstituteUsed
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.progress import provisional, settled, told_after
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import exact_text, short_text
from overtrick.core.ranking.measures import Kind
from overtrick.core.wording import Phrase, phrase
from overtrick.views import addresses
from overtrick.views.matches import MatchBoard, match_boards, net_number
from overtrick.views.names import Who, who
from overtrick.views.readers import PUBLIC, Reader
from overtrick.views.running import running_figure
from overtrick.views.season import SessionCell, cells_of, counts_by_session, placing_of, total_open
from overtrick.views.texts import Text
from overtrick.views.whys import Number, figure_number, place_number, stage_slug


@dataclass(frozen=True, slots=True)
class CardMatch:
    """One match on a scorecard, from the contestant's side; *kind* is what it counts as once it does, as a bye.

    Who plays for himself has a *partner* in it.
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
    placing: Text
    open: Text
    carried: Number
    matches: tuple[CardMatch, ...]
    penalties: tuple[tuple[str, Number], ...]
    total: Number
    place: Number
    of: int
    teams: bool
    after: Text = ""


@dataclass(frozen=True, slots=True)
class ScorecardPage:
    """What a contestant has made of the event, the latest stage first."""

    who: Who
    notes: tuple[Text, ...]
    stages: tuple[CardStage, ...]


def scorecard_page(event: Tournament, name: str, reader: Reader = PUBLIC) -> ScorecardPage:
    """A contestant's scorecard; the desk reads the net of what was not one match at one table, too."""
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
        who(event, name), tuple(notes), tuple(_card_stage(event, state, name, reader) for state in reversed(stages))
    )


def _when(event: Tournament, act: SubstituteUsed) -> Phrase:
    """The rounds a substitute played; in a season, where it plays a whole session, the session."""
    state = event.stages.get(act.stage)
    if state is None or not state.plan.in_season:
        return phrase("round {rounds:,}", rounds=act.rounds)
    return phrase("session {sessions:,}", sessions=state.sessions_of(act.rounds))


def _card_stage(event: Tournament, state: StageState, name: str, reader: Reader) -> CardStage:
    slug = stage_slug(state.plan.name)
    after = settled(state)
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
    if state.plan.in_season or len(figures) != len(given):  # in finals it is in the match, not in a sum
        return tuple(
            (
                act.offence,
                Number(
                    f"−{short_text(act.amount)} {act.unit}",
                    addresses.Total(slug, name).path(),
                    value=exact_text(-act.amount),
                ),
            )
            for _, act in given
        )
    return tuple(
        (act.offence, figure_number(figure, addresses.Penalty(slug, posting, name)))
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
    """What a contestant has after a round, with its why; it moves as long as one of the rounds in it does."""
    figure = None if counts_by_session(state) else running_figure(state, name, number)
    if figure is None:
        return Number("")
    rounds = [each for each in sorted(state.rounds) if each <= number]
    lines = {each: line for each in rounds if (line := state.match_line(name, each)) is not None}
    moving = (provisional(state, each) for each, line in lines.items() if line.kind is Kind.PLAYED)
    waits = next((each for each in moving if each), "")
    return figure_number(figure, addresses.Running(stage_slug(state.plan.name), number, name), waits)


def _scores(state: StageState, number: int, table: int | None, name: str, reader: Reader) -> tuple[Number, Number]:
    """The net and the score of a contestant's round; a triangle's are of both its matches."""
    line = state.match_line(name, number)
    if line is None:
        return Number(""), Number("")
    played = line.kind is Kind.PLAYED and table is not None and state.round(number).trio_of(name) is None
    net = net_number(state, number, table, name) if played and table is not None else Number("")
    if reader.desk and not net.text:
        net = Number(short_text(line.net_imps), value=exact_text(line.net_imps))
    waits = provisional(state, number) if line.kind is Kind.PLAYED else ""
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
        says = phrase("triangle") if trio else phrase("sat out") if name in drawn.draw.sits_out else ""
        table = several.tables[several.teams.index(name)] if several else None
        net, score = _scores(state, number, table, name, reader)
        return CardMatch(number, table, "", others, says, net, score, running, True, (), _kind(state, name, number))
    net, score = _scores(state, number, seating.table, name, reader)
    first, own = seating.first(name), seating.seat(name)
    against = tuple(who(event, each) for each in seating.against(name))
    direction = Phrase(str(own)) if own is not None else phrase("NS") if first else phrase("EW")
    partner = who(event, seating.partner(name)) if own is not None else None
    says = phrase("forfeit") if state.unplayed(number, seating.table) is not None else ""
    return CardMatch(
        number, seating.table, direction, against, says, net, score, running, first,
        match_boards(state, number, seating, reader, name), _kind(state, name, number), partner,
    )  # fmt: skip


def _kind(state: StageState, name: str, number: int) -> str:
    line = state.match_line(name, number)
    return str(line.kind) if line is not None else ""
