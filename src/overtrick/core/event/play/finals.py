"""The state of a finals system: the reports of its matches for the bracket, its next draw, and its places.

The result of a match is read from its rounds. A draw that was published from a match stands whatever is
corrected in that match later, so its winner stands too.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from overtrick.core.conduct.verdicts import Answer, Reason, Verdict, one_reason
from overtrick.core.draws.brackets import Bracket, BracketMatch, LoserOf, PoolPosition, Rank, Source, WinnerOf
from overtrick.core.draws.finals import (
    BY_COMMITTEE,
    AbandonedMatch,
    AbandonedPlace,
    Course,
    Final,
    Finals,
    ForfeitedMatch,
    Outcome,
    Report,
    RuledMatch,
    Score,
    play_finals,
)
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import NEITHER, MatchDecided, Seating
from overtrick.core.event.plan.ways import InBrackets
from overtrick.core.event.play.cache import cache_as
from overtrick.core.event.play.dependencies import FINALS
from overtrick.core.event.play.extra_boards import imps_on, still_to_play, swings
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.score.lines import won_in
from overtrick.core.event.score.rounds import DECISION, FORFEIT, RoundState
from overtrick.core.exact import Exact, exact_sum, plain
from overtrick.core.provenance import IMPS, Clause, Derivation, Fact, Figure, Unit, total
from overtrick.core.ranking.measures import MatchLine, ScoreOrigin
from overtrick.core.wording import Phrase, Said, phrase

PLACE = Unit("in the finals", "in the finals")
STILL_IN = 0


def bracket_of(state: StageState) -> Bracket:
    """The bracket of a stage for the number of teams that take part."""
    return _played_by(state).bracket(len(state.contestants))


@cache_as(FINALS)
def finals_of(state: StageState) -> Finals:
    """The state of the finals; the contestants of the stage are in the order in which they qualified."""
    return finals_with(state, {})


def finals_with(state: StageState, seats: Mapping[PoolPosition, str]) -> Finals:
    """The state of the finals with these positions in a draw that is not published yet."""
    bracket = bracket_of(state)
    drawn = {**_seats_drawn(state, bracket), **seats}
    course = Course(drawn, state.ahead, _drawn_from(state, bracket), _excluded_from(state, bracket))
    reports: dict[str, Report] = {}
    for match in bracket.matches:
        played = list(_seats(state, bracket, match))
        report = _report(state, match, played) if played else None
        if report is not None:
            reports[match.name] = report
    return play_finals(bracket, state.contestants, reports, course=course)


def _excluded_from(state: StageState, bracket: Bracket) -> dict[str, dict[str, Phrase]]:
    """The teams that are out of matches not yet drawn, because a sanction excluded them in an earlier week."""
    known = {team: state.status(team) for team in state.contestants}
    out = {team: each for team, each in known.items() if not each.placed}
    return {
        match.name: {
            team: phrase("team {team} is excluded ({clause})", team=team, clause=each.clause)
            for team, each in out.items()
            if each.after < match.week
        }
        for match in bracket.matches
        if out and not any(_seats(state, bracket, match))
    }


def _seats_drawn(state: StageState, bracket: Bracket) -> dict[PoolPosition, str]:
    """The positions of teams in the published draws of pools; a team drawn without an opponent sits out."""
    found: dict[PoolPosition, str] = {}
    for pool in bracket.pools:
        if pool.week not in state.rounds:
            continue
        drawn = state.rounds[pool.week]
        alone = [name for name in drawn.draw.sits_out if pool.number > 1]
        for match in bracket.in_week(pool.week):
            seating = drawn.seatings.get(table_of(bracket, match, pool.week))
            teams = (seating.ns, seating.ew) if seating is not None else (alone.pop(0),) if alone else ()
            found |= {
                side: team for side, team in zip(match.sides, teams, strict=False) if isinstance(side, PoolPosition)
            }
    return found


def _seats(state: StageState, bracket: Bracket, match: BracketMatch) -> Iterator[tuple[RoundState, Seating]]:
    """The rounds for which a match has been drawn, with its seating in each."""
    for week in match.weeks:
        if week in state.rounds:
            seating = state.rounds[week].seatings.get(table_of(bracket, match, week))
            if seating is not None:
                yield state.rounds[week], seating


def table_of(bracket: Bracket, match: BracketMatch, week: int) -> int:
    """The table of a match in one of its weeks."""
    return 1 + bracket.in_week(week).index(match)


def _report(state: StageState, match: BracketMatch, seats: list[tuple[RoundState, Seating]]) -> Report | None:
    """The report of a match: a forfeit, the committee's decision, or its score once every session is complete."""
    for drawn, seating in seats:
        if seating.table in drawn.forfeits:
            act = drawn.forfeits[seating.table]
            return AbandonedMatch() if act.how == NEITHER else ForfeitedMatch(act.offender)
        if seating.table in drawn.decided:
            return _make_ruling(drawn.decided[seating.table])
    if len(seats) < match.sessions or not all(state.card(r.number, s.table).complete for r, s in seats):
        return None
    sides = (seats[0][1].ns, seats[0][1].ew)
    return Score({name: _imps(state, match, name, seats) for name in sides}, _on_extra_boards(*seats[-1]))


def _on_extra_boards(drawn: RoundState, seating: Seating) -> dict[str, Exact]:
    """The IMPs of both sides on the extra boards of a match, once all of them have been played."""
    called = drawn.extra.get(seating.table, ())
    if not called or still_to_play(drawn, seating.table):
        return {}
    return dict(zip((seating.ns, seating.ew), imps_on(swings(drawn, seating.table, called)), strict=True))


def extra_for(state: StageState, table: int) -> tuple[int, ...]:
    """The extra boards to order for a tied match at a table of the last week drawn; none while some are unplayed."""
    bracket, drawn = bracket_of(state), state.round(state.last_round)
    if drawn.closed or table not in dict(level_finals(state)) or still_to_play(drawn, table):
        return ()
    match = next(each for each in bracket.in_week(drawn.number) if table_of(bracket, each, drawn.number) == table)
    last = drawn.boards_of(drawn.seatings[table])[-1]
    return tuple(range(last + 1, last + 1 + bracket.level.extra_boards(match.sessions * state.plan.boards)))


def level_finals(state: StageState) -> Iterator[tuple[int, tuple[str, str]]]:
    """The tied matches of the last week drawn, by table, which the committee has to decide."""
    level = {frozenset(final.teams) for final in finals_of(state).finals if final.outcome is Outcome.LEVEL}
    for table, seating in sorted(state.round(state.last_round).seatings.items()):
        if frozenset((seating.ns, seating.ew)) in level:
            yield table, (seating.ns, seating.ew)


def _make_ruling(act: MatchDecided) -> RuledMatch:
    return RuledMatch(act.winner, phrase("tied: {reason}", reason=act.reason) if act.reason else BY_COMMITTEE)


def _imps(state: StageState, match: BracketMatch, name: str, seats: list[tuple[RoundState, Seating]]) -> Exact:
    """The IMPs of a team in a match, after penalties in its weeks."""
    won = exact_sum(won_in(state, drawn.number, seating.table, name).value for drawn, seating in seats)
    fined = exact_sum(
        given.amount for given in state.penalties.values() if given.contestant == name and given.round in match.weeks
    )
    return plain(won - fined)


def _drawn_from(state: StageState, bracket: Bracket) -> Mapping[str, str]:
    """The winner of each match from which a later draw has been published, as used in that draw."""
    found: dict[str, str] = {}
    for match in bracket.matches:
        seats = list(_seats(state, bracket, match))
        if not seats:
            continue
        drawn = seats[0][1]
        for side, team in zip(match.sides, (drawn.ns, drawn.ew), strict=True):
            if isinstance(side, WinnerOf):
                found[side.match] = team
            elif isinstance(side, LoserOf):
                before = list(_seats(state, bracket, bracket.match(side.match)))
                found |= {side.match: _opponent(before[0][1], team)} if before else {}
    for pool in bracket.pools:
        if pool.week in state.rounds:
            there = {name for seating in state.rounds[pool.week].seatings.values() for name in (seating.ns, seating.ew)}
            for source in pool.sources:
                if isinstance(source, WinnerOf):
                    before = list(_seats(state, bracket, bracket.match(source.match)))
                    sides = [name for name in (before[0][1].ns, before[0][1].ew) if name in there] if before else []
                    found |= {source.match: sides[0]} if len(sides) == 1 else {}
    return found


def _opponent(seating: Seating, team: str) -> str:
    return seating.ew if seating.ns == team else seating.ns


def finals_line(state: StageState, contestant: str, drawn: RoundState) -> MatchLine | None:
    """A team's session in a week: the IMPs it won, and the carry-forward in the first session of the match."""
    seating = drawn.seating_of(contestant)
    if seating is None:
        return None
    bracket = bracket_of(state)
    match = next(m for m in bracket.in_week(drawn.number) if table_of(bracket, m, drawn.number) == seating.table)
    opponent = _opponent(seating, contestant)
    if seating.table in drawn.forfeits:
        act = drawn.forfeits[seating.table]
        lost = act.how == NEITHER or act.offender == contestant
        note = phrase("{title}: {lost:lost|won} by forfeit", title=match.title, lost=lost)
        figure: Figure[Exact] = Figure(
            0, IMPS, match.clause, (drawn.make_fact(FORFEIT, seating.table, act.reason or Phrase(act.how)),), note
        )
        return MatchLine((opponent,), figure, 0, 0, ScoreOrigin.FORFEIT)
    card = state.card(drawn.number, seating.table)
    if not card.complete:
        return None
    parts = [won_in(state, drawn.number, seating.table, contestant)]
    if drawn.number == match.week:
        parts += _starts_with(state, match, seating, contestant)
    score = total(
        parts,
        IMPS,
        match.clause,
        phrase("{session}, against team {opponent}", session=_session(match, drawn.number), opponent=opponent),
    )
    theirs = won_in(state, drawn.number, seating.table, opponent).value
    net = card.side(contestant).net
    return MatchLine((opponent,), score, theirs, net.value, net=net)


def _starts_with(state: StageState, match: BracketMatch, seating: Seating, contestant: str) -> list[Figure[Exact]]:
    """The lead with which a team starts a match: the carry-over between the two, or the bracket's carry-forward."""
    between = state.ahead.get(frozenset((seating.ns, seating.ew)))
    if between is not None:
        return [between.imps] if between.team == contestant else []
    if match.carry_to is None or (seating.ns, seating.ew)[match.carry_to] != contestant:
        return []
    return [carried_forward(match, bracket_of(state))]


def final_total(state: StageState, final: Final, contestant: str) -> Figure[Exact]:
    """A team's IMPs in a match over its sessions: those it won, the carry-forward, and penalties.

    It is the number that decides the match (`Final.total`), as a figure with the boards as its parts.
    """
    weeks = [finals_line(state, contestant, state.rounds[week]) for week in final.match.weeks if week in state.rounds]
    given = zip(state.given_to(contestant), state.penalties_of(contestant), strict=True)
    taken = [figure for penalty, figure in given if penalty.round in final.match.weeks]
    parts = [*(line.score for line in weeks if line is not None), *taken]
    return total(parts, IMPS, final.match.clause, phrase("{title}", title=final.match.title))


def _session(match: BracketMatch, week: int) -> Said:
    """The title of a match, with the session if there are several."""
    if match.sessions == 1:
        return match.title
    return phrase("{title}, session {number}", title=match.title, number=1 + match.weeks.index(week))


def carried_forward(match: BracketMatch, bracket: Bracket) -> Figure[Exact]:
    """The carry-forward of the better-placed team in a match, with the reason."""
    holder = match.sides[match.carry_to or 0]
    words = (
        phrase("the team ranked {place} in qualifying", place=holder.place)
        if isinstance(holder, Rank)
        else phrase("the {holder}", holder=holder)
    )
    return Figure(
        bracket.carry, IMPS, bracket.carry_clause or bracket.clause, (),
        phrase(
            "carry-over for entering as {words}{whole:|, so that the match cannot end in a tie}",
            words=words,
            whole=Fraction(bracket.carry).denominator == 1,
        ),
    )  # fmt: skip


def place_won(state: StageState, contestant: str, scores: Sequence[Figure[Exact]] = ()) -> Figure[Exact]:
    """The place that a team has won; 0 while it is still in the finals. *scores* are of the matches it played.

    A team without a place, because its match was abandoned, is below all others.
    """
    finals = finals_of(state)
    bracket = finals.bracket
    last = _last_of(finals, contestant)
    for place, source in enumerate(bracket.places, start=1):
        if _has_won(state, finals, source, contestant):
            clause, note = _decided_by(state, last), _describe_end(last, contestant)
            return Figure(bracket.place(place), PLACE, clause, (*scores, *_decisions(state)), note, Derivation.RANK)
    if not _all_over(finals):
        return Figure(
            STILL_IN, PLACE, bracket.clause, tuple(scores), phrase("still playing for a place"), Derivation.RANK
        )
    below = len(bracket.places) + 1
    return Figure(below, PLACE, _decided_by(state, last), tuple(scores), _describe_final(last), Derivation.RANK)


def _has_won(state: StageState, finals: Finals, source: Source, contestant: str) -> bool:
    """Whether a team has the place that this source decides: alone, shared, or as one of two that did not appear.

    A team that is out of the finals has none.
    """
    if not state.status(contestant).placed:
        return False
    if finals.teams((source,)) == (contestant,):
        return True
    if not isinstance(source, WinnerOf | LoserOf) or contestant not in finals.final(source.match).teams:
        return False
    outcome = finals.final(source.match).outcome
    if outcome is Outcome.ABANDONED:
        return isinstance(source, LoserOf) and _played_by(state).abandoned_place is AbandonedPlace.LOSER
    return outcome is Outcome.SHARED


def no_place(state: StageState, contestant: str) -> Verdict | None:
    """Why a team has no place after the finals are over; None if it has one, or may still win one."""
    finals = finals_of(state)
    if not _all_over(finals) or any(_has_won(state, finals, each, contestant) for each in finals.bracket.places):
        return None
    last = _last_of(finals, contestant)
    return one_reason(Reason(Answer.REFUSED, "no place won", str(_describe_final(last)), _decided_by(state, last)))


@dataclass(frozen=True, slots=True)
class Vacancy:
    """A title without a winner: the match that should have decided it, and the clause."""

    why: Phrase
    clause: Clause


def title_vacancy(state: StageState) -> Vacancy | None:
    """Why finals that are over have no winner; None if they have one, or two that share the title."""
    finals = finals_of(state)
    first = finals.bracket.places[0]
    if not _all_over(finals) or any(_has_won(state, finals, first, team) for team in state.contestants):
        return None
    final = finals.final(first.match) if isinstance(first, WinnerOf) else finals.finals[-1]
    sanction = state.status(final.winner).sanction if final.winner is not None else None
    if sanction is not None:
        return Vacancy(won_and_out(sanction.contestant, final.match.title), Clause.parse(sanction.clause))
    absent = final.outcome is Outcome.ABANDONED and None not in final.teams
    absent = absent and all(state.status(team).placed for team in final.teams if team is not None)
    why = phrase("neither team appeared for “{title}”", title=final.match.title) if absent else _describe_final(final)
    return Vacancy(why, _decided_by(state, final))


def won_and_out(team: str, title: Said) -> Phrase:
    """The phrase that a sanction excluded the winner of the deciding match."""
    return phrase("team {team} won “{title}” but is excluded", team=team, title=title)


def _all_over(finals: Finals) -> bool:
    return all(final.over for final in finals.finals)


def _describe_final(final: Final) -> Phrase:
    return phrase("{title}: {why}", title=final.match.title, why=final.why)


def _played_by(state: StageState) -> InBrackets:
    play = state.plan.play
    if not isinstance(play, InBrackets):
        raise DirectorError("{plan} is not a finals system", clause=state.plan.clause, plan=state.plan.name)
    return play


def _decided_by(state: StageState, final: Final) -> Clause:
    """The clause that decided a match: its own, or the one for a match at which neither team appears."""
    absence = _played_by(state).absence_rule
    if final.outcome is Outcome.ABANDONED and absence is not None and absence.abandoned is not None:
        return absence.abandoned
    return final.match.clause


def _last_of(finals: Finals, contestant: str) -> Final:
    """The last match of a team, or the first match of the finals if it has none yet."""
    own = [final for final in finals.finals if contestant in final.teams]
    return own[-1] if own else finals.finals[0]


def _describe_end(final: Final, contestant: str) -> Phrase:
    if final.outcome is Outcome.ABANDONED:
        return _describe_final(final)
    if final.winner is None:
        return phrase("shared “{title}”: {why}", title=final.match.title, why=final.why)
    won = final.winner == contestant
    return phrase("{won:won|lost} “{title}”: {why}", won=won, title=final.match.title, why=final.why)


def _decisions(state: StageState) -> tuple[Fact, ...]:
    """The committee's decisions in the finals, which may have decided a place."""
    return tuple(
        drawn.make_fact(
            DECISION,
            table,
            phrase("for team {winner}: {why}", winner=act.winner, why=act.reason or phrase("decided by the committee")),
        )
        for drawn in state.rounds.values()
        for table, act in drawn.decided.items()
    )
