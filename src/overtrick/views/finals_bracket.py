"""A finals system, or a knockout over several weeks, as a section of a bracket."""

from collections.abc import Iterator
from dataclasses import replace

from overtrick.core.draws.brackets import BracketMatch, LoserOf, Pairing, PoolPosition, Rank, WinnerOf
from overtrick.core.draws.brackets import Source as Seat
from overtrick.core.draws.finals import Final, Finals, Outcome
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.finals import final_total, finals_of, table_of
from overtrick.core.event.play.stage import StageState
from overtrick.core.wording import Said, capitalise, phrase
from overtrick.views import addresses
from overtrick.views.brackets import Box, BoxSide, Column, Feeds, Section, Stands, drawn_out
from overtrick.views.knockouts import running_number
from overtrick.views.names import who
from overtrick.views.stage_names import stage_title
from overtrick.views.whys import Number, imps_number, stage_slug


def finals_section(event: Tournament, state: StageState) -> Section:
    """The matches of a stage that must be won, with a column for each week in which matches begin."""
    finals = finals_of(state)
    weeks = sorted({match.week for match in finals.bracket.matches})
    columns = [_column(event, state, finals, place, weeks) for place in range(len(weeks))]
    feeds = {match.name: tuple(_feeders(match)) for match in finals.bracket.matches}
    name = state.plan.name
    return Section(stage_slug(name), stage_title(event, name), drawn_out(columns, Feeds(feeds)))


def _feeders(match: BracketMatch) -> Iterator[tuple[str, bool]]:
    """The matches that feed a match, and whether with their losers."""
    for side in match.sides:
        if isinstance(side, WinnerOf | LoserOf):
            yield side.match, isinstance(side, LoserOf)


def _column(event: Tournament, state: StageState, finals: Finals, place: int, weeks: list[int]) -> Column:
    week, slug = weeks[place], stage_slug(state.plan.name)
    own = [(turn, final) for turn, final in enumerate(finals.finals, start=1) if final.match.week == week]
    boxes = tuple(_box(event, state, finals, turn, final) for turn, final in own)
    over = all(final.over for _, final in own)
    started = any(week in state.rounds for _, final in own for week in final.match.weeks)
    stands = Stands.OVER if over else Stands.NOW if started else Stands.COMING
    sessions = max(final.match.sessions for _, final in own)
    says = _length(state, sessions, stands)
    return Column(
        f"{slug}-{place + 1}", slug, _title(finals, [final for _, final in own], place, weeks), (says,), stands, boxes
    )


def _length(state: StageState, sessions: int, stands: Stands) -> Said:
    boards, how_far = state.plan.boards, phrase(str(stands))
    if sessions == 1:
        return phrase("{boards:#board}, {stands}", boards=boards, stands=how_far)
    return phrase("{count} × {boards:#board}, {stands}", count=sessions, boards=boards, stands=how_far)


def _title(finals: Finals, own: list[Final], place: int, weeks: list[int]) -> Said:
    """The title of a round: its only match, what its winners become, or its number."""
    if len(own) == 1:
        return capitalise(own[0].match.title)
    last = [match for match in finals.bracket.matches if match.week == weeks[-1]]
    names = {final.match.name for final in own}
    semi = next((won for match in last if len(won := _winners(match)) == 2), frozenset())
    quarter = frozenset(name for each in semi for name in _winners(finals.bracket.match(each)))
    if names == semi:
        return phrase("Semi-finals")
    return (
        phrase("Quarter-finals") if len(own) == 4 and names == quarter else phrase("Round {number}", number=place + 1)
    )


def _winners(match: BracketMatch) -> frozenset[str]:
    """The matches whose winners meet in this one."""
    return frozenset(side.match for side in match.sides if isinstance(side, WinnerOf))


def _box(event: Tournament, state: StageState, finals: Finals, turn: int, final: Final) -> Box:
    week = next((week for week in reversed(final.match.weeks) if week in state.rounds), 0)
    drawn = week and table_of(finals.bracket, final.match, week) in state.rounds[week].seatings
    stands = Stands.OVER if final.over else Stands.NOW if week else Stands.COMING
    decided = final.outcome not in (Outcome.WAITING, Outcome.TO_PLAY)
    return Box(
        final.match.name,
        tuple(_side(event, state, finals, turn, final, place=place) for place in (0, 1)),
        stands,
        capitalise(final.match.title),
        final.why if decided else _so_far(state, final),
        week if drawn else 0,
        table_of(finals.bracket, final.match, week) if drawn else 0,
    )


def _so_far(state: StageState, final: Final) -> Said:
    done = _sessions_played(state, final)
    if not done or final.match.sessions == 1:
        return ""
    return phrase("after {done} of {sessions:#session}", done=done, sessions=final.match.sessions)


def _sessions_played(state: StageState, final: Final) -> int:
    """The number of sessions of a match whose results are in."""
    done = 0
    for week in final.match.weeks:
        if week in state.rounds:
            table = table_of(finals_of(state).bracket, final.match, week)
            done += table in state.rounds[week].seatings and state.card(week, table).complete
    return done


def _side(event: Tournament, state: StageState, finals: Finals, turn: int, final: Final, *, place: int) -> BoxSide:
    team = final.teams[place]
    if team is None:
        return BoxSide(None, _words(finals, final.match.sides[place]), Number(""), won=False)
    won = team == final.winner
    return BoxSide(who(event, team), "", _score(state, turn, final, team), won, phrase("won") if won else "")


def _score(state: StageState, turn: int, final: Final, team: str) -> Number:
    """The score of a side: its total, its sessions so far, or the first boards that all have played."""
    slug = stage_slug(state.plan.name)
    if final.totals:
        return imps_number(final.total(team), addresses.FinalTotal(slug, turn, team))
    if final.over:
        return Number("")
    if _sessions_played(state, final):
        so_far = imps_number(final_total(state, final, team), addresses.FinalTotal(slug, turn, team))
        return replace(so_far, provisional=_so_far(state, final))
    week = final.match.week
    return running_number(state, week, table_of(finals_of(state).bracket, final.match, week), team)


def _words(finals: Finals, side: Seat) -> Said:
    """A description of who will play there."""
    match side:
        case WinnerOf(name):
            return phrase("winner of {match}", match=finals.bracket.match(name).title)
        case LoserOf(name):
            return phrase("loser of {match}", match=finals.bracket.match(name).title)
        case PoolPosition(number):
            pool = next((each for each in finals.bracket.pools if each.number == number), None)
            chosen = pool is not None and pool.how is Pairing.CHOICE
            return phrase("to be chosen") if chosen else phrase("to be drawn")
        case Rank(place):
            return phrase("place {place}", place=place)
