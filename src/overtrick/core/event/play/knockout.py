"""Knockout matches as they stand: who won each and by what, the triangles, and who leaves the stage how."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from overtrick.core.draws.lucky_losers import Match, exits
from overtrick.core.draws.order import Record
from overtrick.core.draws.triangle import Triangle, TriangleMatch, rank_triangle
from overtrick.core.errors import DirectorError, EngineError
from overtrick.core.event.acts import DrawPublished
from overtrick.core.event.plan.graph import KnockoutPlay
from overtrick.core.event.play.by_matches import ByMatches
from overtrick.core.event.play.extra_boards import imps_on, still_to_play, swings
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.play.status import Leaving
from overtrick.core.event.score.lines import won_in
from overtrick.core.event.score.rounds import RoundState
from overtrick.core.exact import Exact, short_text
from overtrick.core.flow.stages import Contest, Who
from overtrick.core.laws.adjusted import awards
from overtrick.core.provenance import IMPS, Clause, Figure, count_phrase, total
from overtrick.core.ranking.chance import lot_order
from overtrick.core.scoring.tie import TieRule, TieStep, break_tie
from overtrick.core.wording import Phrase, Said, phrase

ROUND = 1
"""A knockout stage has one round."""

SCORE, FORFEIT = phrase("the score"), phrase("forfeit")


@dataclass(frozen=True, slots=True)
class Outcome:
    """A match as it stands: both sides' IMPs, the winner once there is one, and by what it was decided.

    *waits* says what is missing for a decision; *extra* are the boards to be played for it. *playoff* are the
    IMPs of extra boards, which never count in the match itself.
    """

    table: int
    one: str
    two: str
    imps: tuple[Exact, Exact]
    winner: str | None
    by: Said = ""
    waits: Said = ""
    extra: tuple[int, ...] = ()
    playoff: tuple[Exact, Exact] | None = None
    figures: tuple[Figure[Exact], ...] = ()

    @property
    def loser(self) -> str | None:
        """The other side, once there is a winner."""
        return None if self.winner is None else self.two if self.winner == self.one else self.one

    def match(self) -> Match:
        """The match as a draw knows it; there must be a winner."""
        if self.winner is None:
            raise DirectorError(
                "{one} v {two} is not decided: {waits}",
                remedy="Decide the match first.",
                one=self.one,
                two=self.two,
                waits=self.waits,
            )
        return Match(self.one, self.two, self.imps, self.winner)

    def record(self, team: str, tier: int = 0) -> Record:
        """What one of the two brings away."""
        ours, theirs = self.imps if team == self.one else self.imps[::-1]
        playoff = None if self.playoff is None else self.playoff if team == self.one else self.playoff[::-1]
        won = team == self.winner
        return Record(team, ours, theirs, won=won, wins=int(won), tier=tier, playoff=playoff)

    def __str__(self) -> str:
        score = f"{self.one} {short_text(self.imps[0])}, {self.two} {short_text(self.imps[1])}"
        if self.winner is None:
            return f"{score}: {self.waits}"
        return f"{score}: {self.winner} by {self.by}"


class Knockout(ByMatches[KnockoutPlay]):
    """Matches of two and triangles, played once: winners go on, and some losers."""

    def draft(
        self, state: StageState, number: int, seeds: Sequence[str], seed: str, *, yielding: bool
    ) -> DrawPublished:
        """A knockout is drawn from the whole event, by `knockout_draw`."""
        raise EngineError(f"{state.plan.name} is drawn from the whole event")

    def extra_boards(self, state: StageState, table: int) -> tuple[int, ...]:
        """The boards that the rule of a level match calls for now."""
        return outcome(state, table).extra if table in state.round(ROUND).seatings else ()

    def open_decisions(self, state: StageState) -> tuple[Phrase, ...]:
        """The matches without a winner, and the triangles that are not finished."""
        return open_decisions(state)

    def leaves(self, state: StageState, lucky_before: Collection[str]) -> Leaving | None:
        """Winners, lucky losers and the others, once every match is decided."""
        return None if open_decisions(state) else leaving(state, lucky_before)


def knockout_of(state: StageState) -> KnockoutPlay:
    """How a knockout stage is played."""
    if not isinstance(state.plan.play, KnockoutPlay):
        raise DirectorError("{plan} is not a knockout", clause=state.plan.clause, plan=state.plan.name)
    return state.plan.play


def outcome(state: StageState, table: int) -> Outcome:
    """The match at a table of a knockout stage."""
    drawn = state.round(ROUND)
    seating = drawn.seatings[table]
    one, two = (side_imps(state, table, team).value for team in (seating.ns, seating.ew))
    imps = (one, two)
    if table in drawn.forfeits:
        return _forfeit_outcome(drawn, table, imps)
    if not state.card(ROUND, table).complete:
        return Outcome(table, seating.ns, seating.ew, imps, None, waits=phrase("results are missing"))
    if imps[0] != imps[1]:
        return Outcome(table, seating.ns, seating.ew, imps, seating.ns if imps[0] > imps[1] else seating.ew, SCORE)
    tie = knockout_of(state).tie
    if tie is None or drawn.trio_of(seating.ns) is not None:
        return Outcome(table, seating.ns, seating.ew, imps, None, waits=phrase("tied"))
    return _level(state, table, imps, tie)


def _level(state: StageState, table: int, imps: tuple[Exact, Exact], tie: TieRule) -> Outcome:
    """A level match: extra boards, rescoring and lot, as its rule has them."""
    drawn = state.round(ROUND)
    seating = drawn.seatings[table]
    called = drawn.extra.get(table, ())
    extra = swings(drawn, table, called)
    playoff = imps_on(extra) if called else None

    def still(waits: Said, boards: int = 0) -> Outcome:
        last = (*seating.boards, *called)[-1]
        wanted = tuple(range(last + 1, last + 1 + boards))
        return Outcome(table, seating.ns, seating.ew, imps, None, waits=waits, extra=wanted, playoff=playoff)

    if TieStep.PLAY_OFF in tie.steps:
        if len(called) < tie.extra:
            waits = phrase("tied, with {extra:#extra board} to play ({clause})", extra=tie.extra, clause=tie.clause)
            return still(waits, tie.extra - len(called))
        if still_to_play(drawn, table):
            return still(phrase("results of extra boards are missing"))
    if tie.then and playoff is not None and playoff[0] == playoff[1]:
        return still(
            phrase("tied, with {then:#more board} to play ({clause})", then=tie.then, clause=tie.clause), tie.then
        )
    lot = None
    if state.lot is not None:
        first = lot_order([seating.ns, seating.ew], state.lot, f"{state.plan.name}, table {table}")[0]
        lot = first == seating.ns
    try:
        broken = break_tie(swings(drawn, table, seating.boards), extra, tie, lot_to_home=lot)
    except DirectorError as error:
        return still(error.phrased)
    winner = seating.ns if broken.home else seating.ew
    return Outcome(
        table,
        seating.ns,
        seating.ew,
        imps,
        winner,
        phrase("{by}", by=broken.by),
        playoff=playoff,
        figures=broken.figures,
    )


def _forfeit_outcome(drawn: RoundState, table: int, imps: tuple[Exact, Exact]) -> Outcome:
    seating, offender = drawn.seatings[table], drawn.forfeits[table].offender
    sides = (seating.ns, seating.ew)
    if offender:
        winner = seating.ew if offender == seating.ns else seating.ns
        return Outcome(table, *sides, imps, winner, FORFEIT)
    if imps[0] == imps[1]:
        return Outcome(
            table, *sides, imps, None, waits=phrase("neither side has been awarded more IMPs than the other")
        )
    return Outcome(table, *sides, imps, sides[imps[0] < imps[1]], FORFEIT)


def side_imps(state: StageState, table: int, team: str) -> Figure[Exact]:
    """The IMPs a side won over the boards of its match, less its penalties; of a forfeit, what it was awarded.

    In a triangle penalties are taken once, from what a side has over all its matches, and so from none of them here.
    Scores of a board that do not balance are averaged where the scoring names the clause for it (Law 12C4).
    """
    drawn = state.round(ROUND)
    if table in drawn.forfeits:
        given = drawn.awarded.get(team)
        note = phrase("awarded for a forfeited match") if given else phrase("the match was forfeited")
        return Figure(given.score if given else 0, IMPS, state.plan.clause, (), note)
    averaged = state.plan.scoring.match.averaged is not None
    won = won_in(state, ROUND, table, team) if averaged else _own_gains(state, table, team)
    fined = state.penalties_of(team) if drawn.trio_of(team) is None else ()
    return total([won, *fined], IMPS, state.plan.clause, phrase("IMPs won, less penalties")) if fined else won


def _own_gains(state: StageState, table: int, team: str) -> Figure[Exact]:
    """What a side gained by its own scores, whatever its opponents have on the same boards."""
    card, rule = state.card(ROUND, table), state.plan.scoring.match
    given = [credit for credit in card.board_credits(team) if credit is not None]
    figures = [credit if isinstance(credit, Figure) else awards([credit], rule.artificial) for credit in given]
    return total(
        [each for each in figures if each.value > 0],
        IMPS,
        rule.clause,
        phrase("IMPs won on {given}", given=count_phrase(len(given))),
    )


def outcomes(state: StageState) -> tuple[Outcome, ...]:
    """Every match of two in a knockout stage, in the order of the draw."""
    drawn = state.rounds.get(ROUND)
    return () if drawn is None else tuple(outcome(state, seating.table) for seating in drawn.draw.seatings)


@dataclass(frozen=True, slots=True)
class WentOn:
    """A team that went on as the winner of a match which another wins now, or no one while it is level."""

    team: str
    winner: str | None
    clause: Clause


def went_on_before(state: StageState, table: int) -> WentOn | None:
    """Who went on from a match before its result was corrected; nothing where its winner went on."""
    if state.left is None or any(table in trio.tables for trio in state.round(ROUND).draw.trios):
        return None
    now = outcome(state, table)
    gone = [team for team in (now.one, now.two) if team in state.left.leavers_in_role(Who.WINNERS)]
    return WentOn(gone[0], now.winner, _changed_by(state)) if len(gone) == 1 and gone[0] != now.winner else None


def triangles_changed(state: StageState) -> tuple[tuple[Triangle, Clause], ...]:
    """The triangles whose order is another now than the one in which their teams went on."""
    if state.left is None:
        return ()
    trios = triangles(state)
    return tuple(
        (trio, _changed_by(state))
        for trio, count in zip(trios, _going_on(state, len(trios)), strict=True)
        if not _as_sent_on(state.left, trio, count, by_place=knockout_of(state).node.rule.contest is Contest.TRIANGLES)
    )


def _as_sent_on(left: Leaving, trio: Triangle, count: int, *, by_place: bool) -> bool:
    order = trio.order.teams
    if by_place:
        ways = (Who.FIRST, Who.SECOND, Who.THIRD)
        return all(team in left.leavers_in_role(way) for team, way in zip(order, ways, strict=False))
    return all(team in left.leavers_in_role(Who.WINNERS) for team in order[:count])


def _changed_by(state: StageState) -> Clause:
    return knockout_of(state).changed or state.plan.clause


def triangles(state: StageState) -> tuple[Triangle, ...]:
    """Every triangle of a stage that is complete, in the order of the draw."""
    drawn = state.rounds.get(ROUND)
    found = []
    for trio in drawn.draw.trios if drawn is not None else ():
        played = [outcome(state, table) for table in trio.tables]
        if all(state.card(ROUND, table).complete or table in state.round(ROUND).forfeits for table in trio.tables):
            forfeited = state.round(ROUND).forfeits
            matches = [
                TriangleMatch(each.one, each.two, each.imps, each.winner if each.table in forfeited else None)
                for each in played
            ]
            lot = lot_order(trio.teams, state.lot, f"{state.plan.name}, triangle") if state.lot is not None else ()
            fined = {team: state.penalties_of(team) for team in trio.teams}
            found.append(rank_triangle(matches, knockout_of(state).triangle, lot, fined))
    return tuple(found)


def open_decisions(state: StageState) -> tuple[Phrase, ...]:
    """What must still be decided before anybody can leave the stage."""
    drawn = state.rounds.get(ROUND)
    if drawn is None:
        return (phrase("the draw has not been made"),)
    found = [waiting(each) for each in outcomes(state) if each.winner is None]
    if len(triangles(state)) < len(drawn.draw.trios):
        found.append(phrase("a triangle or a group of four is not finished"))
    return tuple(found)


def waiting(match: Outcome) -> Phrase:
    """What a match without a winner waits for."""
    return phrase("{one} v {two}: {waits}", one=match.one, two=match.two, waits=match.waits)


def leaving(state: StageState, lucky_before: Collection[str]) -> Leaving:
    """Who leaves the stage how; every match must be decided. *lucky_before* have been lucky losers already."""
    play, matches, trios = knockout_of(state), outcomes(state), triangles(state)
    if play.node.rule.contest is Contest.TRIANGLES:
        ways = {
            who: tuple(trio.order.teams[place] for trio in trios)
            for place, who in enumerate((Who.FIRST, Who.SECOND, Who.THIRD))
        }
        return Leaving(ways, None, trios)
    on = _going_on(state, len(trios))
    survivors = [team for trio, count in zip(trios, on, strict=True) for team in trio.order.teams[:count]]
    won = (*(each.match().winner for each in matches), *survivors)
    lost = [each.record(each.match().loser) for each in matches]
    lost += [trio.record(team) for trio, count in zip(trios, on, strict=True) for team in trio.order.teams[count:]]
    places = next((each.count for each in play.node.exits if each.rule.who is Who.LUCKY), 0)
    lot = lot_order(state.contestants, state.lot, f"{state.plan.name}, lucky losers") if state.lot is not None else ()
    sent = exits(won, lost, places, play.lucky, before=lucky_before, lot=lot)
    ways = {
        Who.WINNERS: (*sent.winners, *state.round(ROUND).draw.sits_out),
        Who.LUCKY: sent.lucky.chosen if sent.lucky is not None else (),
        Who.LOSERS: sent.others,
    }
    return Leaving(ways, sent.lucky, trios)


def _going_on(state: StageState, trios: int) -> tuple[int, ...]:
    """How many go on from each triangle: one, or as many as the rule of groups says for the field that was drawn."""
    rule, draw = knockout_of(state).node.rule, state.round(ROUND).draw
    if rule.groups is None or rule.winners is None:
        return (1,) * trios
    return rule.groups.going_on(len(draw.sits_out) + sum(len(trio.teams) for trio in draw.trios), rule.winners)


def record_of(state: StageState, team: str, tier: int = 0, rivals: int = 0) -> Record | None:
    """What a team brings away from a knockout stage; nothing if it had no match there.

    A triangle is as long as two matches: its net is brought to the length of the *rivals'* match, in boards.
    """
    drawn = state.rounds.get(ROUND)
    if drawn is None:
        return None
    if (three := drawn.trio_of(team)) is not None:
        for trio in triangles(state):
            if team in trio.order.teams:
                made = trio.record(team)
                matches = max(1, 2 * len(three.boards) // rivals) if rivals else made.matches
                return Record(team, made.imps_for, made.imps_against, made.won, made.wins, matches, tier)
        return None
    seating = drawn.seating_of(team)
    return outcome(state, seating.table).record(team, tier) if seating is not None else None
