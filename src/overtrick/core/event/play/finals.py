"""A finals system as it stands: its matches told to the bracket, its next draw, and the places it gives.

What a match came to is read off its rounds. A draw that was published from a match stands whatever is
corrected in that match later, so its winner stands too.
"""

from collections.abc import Iterator, Mapping, Sequence

from overtrick.core.draws.brackets import Bracket, BracketMatch, LoserOf, Rank, WinnerOf
from overtrick.core.draws.finals import (
    BY_COMMITTEE,
    Abandoned,
    Final,
    Finals,
    Forfeited,
    Outcome,
    Report,
    Ruled,
    Score,
    play_finals,
)
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import NEITHER, DrawPublished, MatchDecided, Seating
from overtrick.core.event.plan.ways import FinalsPlay
from overtrick.core.event.play.by_matches import ByMatches
from overtrick.core.event.play.drafting import board_numbers
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.score.lines import won_in
from overtrick.core.event.score.rounds import DECISION, FORFEIT, RoundState
from overtrick.core.exact import Exact, added, plain
from overtrick.core.provenance import IMPS, Fact, Figure, Made, Unit, total
from overtrick.core.ranking.measures import Kind, MatchLine
from overtrick.core.wording import Phrase, phrase

PLACE = Unit("as the place won", "as the place won")
STILL_IN = 0
PUT_RIGHT = phrase("put right after the next draw was published, which stands")


class FinalsSystem(ByMatches[FinalsPlay]):
    """A bracket of matches over its weeks; the place won is the rank."""

    @property
    def together(self) -> bool:
        """A place rests on the matches of others."""
        return True

    def rounds(self, state: StageState) -> int:
        """The weeks of its bracket."""
        return bracket_of(state).weeks

    def draft(
        self, state: StageState, number: int, seeds: Sequence[str], seed: str, *, yielding: bool
    ) -> DrawPublished:
        """The matches of a week, from the weeks before."""
        return draft_finals(state, number, board_numbers(state.plan, number))

    def wanted(self, state: StageState, number: int) -> tuple[str, ...]:
        """Those who play that week, and those who rest."""
        drawn = draft_finals(state, number, ())
        return (*(name for seating in drawn.seatings for name in (seating.ns, seating.ew)), *drawn.sits_out)

    def line(self, state: StageState, contestant: str, drawn: RoundState) -> MatchLine | None:
        """A team's session in a week."""
        return finals_line(state, contestant, drawn)

    def place_won(self, state: StageState, contestant: str, matches: list[MatchLine]) -> Figure[Exact] | None:
        """The place a team has won."""
        return place_won(state, contestant, [line.score for line in matches])


def bracket_of(state: StageState) -> Bracket:
    """The finals system of a stage, for the teams that take part."""
    play = state.plan.play
    if not isinstance(play, FinalsPlay):
        raise DirectorError(f"{state.plan.name} is no finals system", clause=str(state.plan.clause))
    return play.bracket(len(state.contestants))


def finals_of(state: StageState) -> Finals:
    """How the finals stand; the contestants of the stage are in the order they qualified."""
    bracket = bracket_of(state)
    stands = _drawn_from(state, bracket)
    reports: dict[str, Report] = {}
    for match in bracket.matches:
        seats = list(_seats(state, bracket, match))
        report = _report(state, match, seats) if seats else None
        if report is None:
            continue
        reports[match.name] = report
        winner = stands.get(match.name)
        if winner is not None and play_finals(bracket, state.contestants, reports).final(match.name).winner != winner:
            reports[match.name] = Ruled(winner, PUT_RIGHT)
    return play_finals(bracket, state.contestants, reports)


def _seats(state: StageState, bracket: Bracket, match: BracketMatch) -> Iterator[tuple[RoundState, Seating]]:
    """The rounds a match has been drawn for, with its seating in each."""
    for week in match.weeks:
        if week in state.rounds:
            seating = state.rounds[week].seatings.get(_table(bracket, match, week))
            if seating is not None:
                yield state.rounds[week], seating


def _table(bracket: Bracket, match: BracketMatch, week: int) -> int:
    return 1 + bracket.in_week(week).index(match)


def _report(state: StageState, match: BracketMatch, seats: list[tuple[RoundState, Seating]]) -> Report | None:
    """What a match came to: a forfeit, the committee's word, or its score when every session is complete."""
    for drawn, seating in seats:
        if seating.table in drawn.forfeits:
            act = drawn.forfeits[seating.table]
            return Abandoned() if act.how == NEITHER else Forfeited(act.offender)
        if seating.table in drawn.decided:
            return _decided(drawn.decided[seating.table])
    if len(seats) < match.sessions or not all(state.card(r.number, s.table).complete for r, s in seats):
        return None
    sides = (seats[0][1].ns, seats[0][1].ew)
    return Score({name: _imps(state, match, name, seats) for name in sides})


def level_finals(state: StageState) -> Iterator[tuple[int, tuple[str, str]]]:
    """The matches of the last week drawn that ended level, by their tables: they are for the committee."""
    level = {frozenset(final.teams) for final in finals_of(state).finals if final.outcome is Outcome.LEVEL}
    for table, seating in sorted(state.round(state.last_round).seatings.items()):
        if frozenset((seating.ns, seating.ew)) in level:
            yield table, (seating.ns, seating.ew)


def _decided(act: MatchDecided) -> Ruled:
    return Ruled(act.winner, phrase("level: {reason}", reason=act.reason) if act.reason else BY_COMMITTEE)


def _imps(state: StageState, match: BracketMatch, name: str, seats: list[tuple[RoundState, Seating]]) -> Exact:
    """The IMPs of a team in a match, penalties in its weeks taken off."""
    won = added(won_in(state, drawn.number, seating.table, name).value for drawn, seating in seats)
    fined = added(
        given.amount for given in state.penalties.values() if given.contestant == name and given.round in match.weeks
    )
    return plain(won - fined)


def _drawn_from(state: StageState, bracket: Bracket) -> Mapping[str, str]:
    """The winner of each match from which a later draw has been published, as that draw has it."""
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
    return found


def _opponent(seating: Seating, team: str) -> str:
    return seating.ew if seating.ns == team else seating.ns


def draft_finals(state: StageState, number: int, boards: tuple[int, ...]) -> DrawPublished:
    """The matches of a week, from the weeks before."""
    finals = finals_of(state)
    seatings, told = [], []
    for match in finals.bracket.in_week(number):
        final = finals.final(match.name)
        if final.outcome in (Outcome.WAITING, Outcome.LEVEL):
            raise _not_yet(state, finals, final)
        told.append(_told(final))
        one, two = final.teams
        if final.outcome is Outcome.TO_PLAY and one is not None and two is not None:
            seatings.append(Seating(_table(finals.bracket, match, number), one, two, boards))
    why = "\n".join([f"Week {number} of the {finals.bracket.name}, {finals.bracket.clause}.", *told])
    resting = finals.resting(number)
    return DrawPublished(state.plan.name, number, tuple(seatings), resting, (), state.contestants, "", why)


def _told(final: Final) -> str:
    """A match of the draw in a sentence."""
    match = final.match
    sides = " against ".join(
        f"{team or 'nobody'} ({side})" for team, side in zip(final.teams, match.sides, strict=True)
    )
    if final.outcome is not Outcome.TO_PLAY:
        return f"{match.title}: {sides}, {final.why}."
    carried = f"; {final.carry_to} has the carry-forward" if final.carry_to else ""
    return f"{match.title}: {sides}{carried}."


def _not_yet(state: StageState, finals: Finals, final: Final) -> DirectorError:
    level = [each for each in finals.finals if each.outcome is Outcome.LEVEL]
    if level:
        names = " and ".join(str(team) for team in level[0].teams)
        return DirectorError(
            f"The {level[0].match.title} of {names} is level", clause=str(finals.bracket.level.clause),
            remedy="Post the committee's decision first.",
        )  # fmt: skip
    return DirectorError(
        f"The {final.match.title} is {final.why}", clause=str(state.plan.clause), remedy="Close the week before first."
    )


def finals_line(state: StageState, contestant: str, drawn: RoundState) -> MatchLine | None:
    """A team's session in a week: the IMPs it won, and the carry-forward where the match begins."""
    seating = drawn.seating_of(contestant)
    if seating is None:
        return None
    bracket = bracket_of(state)
    match = next(m for m in bracket.in_week(drawn.number) if _table(bracket, m, drawn.number) == seating.table)
    opponent = _opponent(seating, contestant)
    if seating.table in drawn.forfeits:
        act = drawn.forfeits[seating.table]
        lost = act.how == NEITHER or act.offender == contestant
        note = phrase("{title}: {lost:lost|won} by forfeit", title=match.title, lost=lost)
        figure: Figure[Exact] = Figure(
            0, IMPS, match.clause, (drawn.said(FORFEIT, seating.table, act.reason or Phrase(act.how)),), note
        )
        return MatchLine((opponent,), figure, 0, 0, Kind.FORFEIT)
    card = state.card(drawn.number, seating.table)
    if not card.complete:
        return None
    parts = [won_in(state, drawn.number, seating.table, contestant)]
    if drawn.number == match.week and match.carry_to is not None:
        holds = (seating.ns, seating.ew)[match.carry_to] == contestant
        parts += [carried_forward(match, bracket)] if holds else []
    score = total(
        parts,
        IMPS,
        match.clause,
        phrase("{session} against {opponent}", session=_session(match, drawn.number), opponent=opponent),
    )
    theirs = won_in(state, drawn.number, seating.table, opponent).value
    net = card.side(contestant).net
    return MatchLine((opponent,), score, theirs, net.value, net=net)


def final_total(state: StageState, final: Final, contestant: str) -> Figure[Exact]:
    """A team's IMPs in a match over its sessions: those it won, the carry-forward, and what penalties took.

    It is the number that decides the match (`Final.total`), as a figure that opens to the boards.
    """
    weeks = [finals_line(state, contestant, state.rounds[week]) for week in final.match.weeks if week in state.rounds]
    given = zip(state.given_to(contestant), state.penalties_of(contestant), strict=True)
    taken = [figure for penalty, figure in given if penalty.round in final.match.weeks]
    parts = [*(line.score for line in weeks if line is not None), *taken]
    return total(parts, IMPS, final.match.clause, phrase("{title}", title=final.match.title))


def _session(match: BracketMatch, week: int) -> str | Phrase:
    """A match by its title, and which session of it where there are several."""
    if match.sessions == 1:
        return match.title
    return phrase("{title}, session {number}", title=match.title, number=1 + match.weeks.index(week))


def carried_forward(match: BracketMatch, bracket: Bracket) -> Figure[Exact]:
    """What the better placed of the two starts a match with, and what it has it for."""
    holder = match.sides[match.carry_to or 0]
    words = (
        phrase("the team placed {place} in the qualifying", place=holder.place)
        if isinstance(holder, Rank)
        else phrase("the {holder}", holder=holder)
    )
    return Figure(
        bracket.carry, IMPS, bracket.carry_clause or bracket.clause, (),
        phrase("carried forward, so that the match cannot end level: it came into the match as {words}", words=words),
    )  # fmt: skip


def place_won(state: StageState, contestant: str, scores: Sequence[Figure[Exact]] = ()) -> Figure[Exact]:
    """The place a team has won; 0 while it is still in. *scores* are of the matches it played for it."""
    finals = finals_of(state)
    bracket = finals.bracket
    last = _last_of(finals, contestant)
    for place, (source, team) in enumerate(zip(bracket.places, finals.places, strict=True), start=1):
        shared = not isinstance(source, Rank) and _shared(finals.final(source.match), contestant)
        if team == contestant or shared:
            note = _ended(last, contestant)
            return Figure(place, PLACE, last.match.clause, (*scores, *_decisions(state)), note, Made.RANK)
    if all(final.over for final in finals.finals):
        note = phrase("{title}: {why}", title=last.match.title, why=last.why)
        return Figure(len(bracket.places) + 1, PLACE, last.match.clause, tuple(scores), note, Made.RANK)
    return Figure(STILL_IN, PLACE, bracket.clause, tuple(scores), phrase("still in the finals"), Made.RANK)


def _shared(final: Final, contestant: str) -> bool:
    return final.outcome is Outcome.SHARED and contestant in final.teams


def _last_of(finals: Finals, contestant: str) -> Final:
    """The last match a team is in, or the first of all where it is in none yet."""
    own = [final for final in finals.finals if contestant in final.teams]
    return own[-1] if own else finals.finals[0]


def _ended(final: Final, contestant: str) -> Phrase:
    if final.winner is None:
        return phrase("shared the {title}: {why}", title=final.match.title, why=final.why)
    won = final.winner == contestant
    return phrase("{won:won|lost} the {title}: {why}", won=won, title=final.match.title, why=final.why)


def _decisions(state: StageState) -> tuple[Fact, ...]:
    """What the committee decided in the finals, which may have given a place."""
    return tuple(
        drawn.said(
            DECISION,
            table,
            phrase("for {winner}: {why}", winner=act.winner, why=act.reason or phrase("decided by the committee")),
        )
        for drawn in state.rounds.values()
        for table, act in drawn.decided.items()
    )
