"""A stage over several sessions, weeks apart: attendance, the value of each session, and places.

Each session has the movement for the pairs that come to it, so its number of rounds is known when its first
round is drawn. `overtrick.core.season` does the calculations; this module reads the numbers from the book.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import cast

from overtrick.core.conduct.consequences import PERCENTAGE_POINTS, SHARE_OF_TOP
from overtrick.core.conduct.verdicts import Verdict
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import DrawPublished, PenaltyGiven
from overtrick.core.event.plan.session_ways import SessionPlay
from overtrick.core.event.plan.stages import Source, Stage, seats_at
from overtrick.core.event.play.movements import draft_movement
from overtrick.core.event.play.session_movements import Sitting, session_length
from overtrick.core.event.play.sessions import Sessions
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.score.lines import round_credits
from overtrick.core.exact import Exact, plain
from overtrick.core.lots import Lots
from overtrick.core.movements.movement import Movement
from overtrick.core.provenance import PERCENT, Clause, Derivation, Fact, Figure, PostingSource, Unit
from overtrick.core.ranking.chain import Decision, Ranking
from overtrick.core.ranking.chance import lot_order
from overtrick.core.ranking.measures import MatchLine, Measure, StageRecord
from overtrick.core.ranking.standings import Purpose, Standing, Standings
from overtrick.core.scoring.session import BoardCredit, Fine, percentage
from overtrick.core.scoring.stand_ins import Ground
from overtrick.core.season.placing import place
from overtrick.core.season.record import Season, season
from overtrick.core.season.rules import Attendance, SeasonRule, Session
from overtrick.core.wording import phrase

FINES = (PERCENT.many, PERCENTAGE_POINTS.many, SHARE_OF_TOP.many)
"""The units in which a session's penalties may be given."""

PAIRS = Unit("pairs", "pair")


class InSeason(Sessions):
    """Sessions weeks apart: each has the movement for the pairs that come, and counts for a share of the season."""

    @property
    def fines(self) -> tuple[str, ...]:
        """Penalties are in per cent, in percentage points or in parts of a top."""
        return FINES

    def sittings(self, state: StageState) -> tuple[Sitting, ...]:
        """The sessions; future ones as they would be drawn now."""
        return sittings(state)

    def season(self, state: StageState, contestant: str) -> Season:
        """A pair's sessions and the value of each."""
        return season_of(state, contestant)

    def session_of(self, state: StageState, number: int) -> int:
        """The session to which a round belongs."""
        return sitting_of(state, number).number

    def last_of_session(self, state: StageState, number: int) -> int:
        """The last round of the session."""
        return sitting_of(state, number).last

    def present(self, state: StageState, number: int) -> tuple[str, ...]:
        """The pairs of the session that have not left."""
        return tuple(name for name in sitting_of(state, number).order if state.status(name).plays)

    def contestants_due(self, state: StageState, number: int) -> tuple[str, ...]:
        """All pairs that came."""
        return self.present(state, number)

    def movements(self, state: StageState) -> tuple[Movement, ...]:
        """The movement of each session, for the pairs in it."""
        return tuple(self.movement(len(sitting.order)) for sitting in state.sittings)

    def draft(
        self, state: StageState, number: int, seeds: Sequence[str], seed: str, *, yielding: bool
    ) -> DrawPublished:
        """The draw of a round by its movement; a lot gives the pairs their numbers in the first round of a session."""
        sitting = sitting_of(state, number)
        order = sitting.order
        if sitting.first not in state.rounds:
            order = lot_order(order, Lots(seed), f"seats of {state.plan.name}, session {sitting.number}")
        return draft_movement(state, number, self.movements(state), sitting, order, seed=seed)

    def placing(self, state: StageState, contestant: str) -> Verdict | None:
        """Whether a pair has played enough sessions for a place."""
        return state.season(contestant).eligible

    def record(self, state: StageState, contestant: str) -> StageRecord:
        """A pair's sessions as the ranking counts them, as a record."""
        return season_record(state, contestant)

    def standings(self, state: StageState, contestants: Sequence[str], about: str, purpose: Purpose) -> Standings:
        """The standings by aggregate."""
        return season_standings(state, contestants, about)


def rule_of(plan: Stage) -> SeasonRule:
    """The rule for how the sessions of a stage count."""
    if plan.season is None:
        raise DirectorError(
            "{plan} is not a season, so absences cannot be recorded by session",
            clause=plan.clause,
            remedy="Post a substitute, a forfeit or a withdrawal.",
            plan=plan.name,
        )
    return plan.season


def sittings(state: StageState) -> tuple[Sitting, ...]:
    """The sessions of a stage, each with its rounds; future ones as they would be drawn now."""
    found: list[Sitting] = []
    first = 1
    for number in range(1, len(state.plan.sessions) + 1):
        order = _drawn_pairs(state, first) or expected_pairs(state, number)
        rounds = _rounds(state.plan, len(order))
        found.append(Sitting(number, first, rounds, order))
        first += rounds
    return tuple(found)


def _drawn_pairs(state: StageState, first: int) -> tuple[str, ...]:
    if first not in state.rounds:
        return ()
    drawn = state.rounds[first].draw
    seated = (name for seating in drawn.seatings for name in seating.names)
    return drawn.order or (*seated, *drawn.sits_out)


def _rounds(plan: Stage, pairs: int) -> int:
    play = plan.play
    if not isinstance(play, SessionPlay):
        raise DirectorError("{plan} is not played in sessions", clause=plan.clause, plan=plan.name)
    if pairs < 3:
        raise DirectorError(
            "Only {pairs:#pair} would play a session of {plan}",
            clause=plan.clause,
            remedy="Have at least three pairs play: a movement needs that many.",
            pairs=pairs,
            plan=plan.name,
        )
    return session_length(play, pairs)[0]


def expected_pairs(state: StageState, session: int) -> tuple[str, ...]:
    """The pairs that are to play a session."""
    return tuple(name for name in state.playing if (name, session) not in state.absences)


def sitting_of(state: StageState, number: int) -> Sitting:
    """The session of a season to which a round belongs."""
    for sitting in state.sittings:
        if number in sitting:
            return sitting
    raise DirectorError("{plan} has no round {number}", clause=state.plan.clause, plan=state.plan.name, number=number)


def attendance(state: StageState, contestant: str, sitting: Sitting) -> tuple[Attendance, Ground | None, list[Fact]]:
    """Who played for a pair in a session, on which ground, and the postings that say so."""
    absence = state.absences.get((contestant, sitting.number))
    if absence is not None:
        posting, act = absence
        ground = ground_named(act.ground)
        # The reason for an absence may be private; the posting has it, for those who may read it.
        said = phrase("absent[, {ground}]", ground=ground)
        return Attendance.ABSENT, ground, [Fact(said, PostingSource(posting))]
    if contestant not in sitting.order:
        drawn = state.rounds.get(sitting.first)
        source = PostingSource(drawn.posting, sitting.first) if drawn is not None else ""
        return Attendance.ABSENT, None, [Fact(phrase("not in the session’s movement"), source)]
    if state.gone_by(contestant, sitting.first):
        return Attendance.ABSENT, None, [Fact(phrase("withdrew before the session"), state.withdrawals[contestant])]
    used = {
        posting: act
        for posting, act in state.stand_ins.items()
        if act.contestant == contestant and any(number in sitting for number in act.rounds)
    }
    if not used:
        return Attendance.OWN, None, []
    facts = [
        Fact(phrase("{substitute} for {out}", substitute=act.substitute, out=act.out), PostingSource(posting))
        for posting, act in used.items()
    ]
    grounds = [act.ground for act in used.values() if act.ground]
    both = len({act.out for act in used.values()}) > 1
    return (
        Attendance.STAND_INS if both else Attendance.SUBSTITUTE,
        ground_named(grounds[-1]) if grounds else None,
        facts,
    )


def ground_named(name: str) -> Ground | None:
    """The ground with this name; None for an empty name."""
    if not name:
        return None
    known = {str(ground): ground for ground in Ground}
    if name not in known:
        listed = ", ".join(known)
        raise DirectorError(
            "“{name}” is not a recognised ground for absence",
            remedy="The grounds are {listed}.",
            name=name,
            listed=listed,
        )
    return known[name]


def season_of(state: StageState, contestant: str) -> Season:
    """A pair's complete sessions so far, and their result."""
    rule = rule_of(state.plan)
    sessions = []
    for sitting in state.sittings:
        if sitting.last > state.last_round:
            break
        who, ground, said = attendance(state, contestant, sitting)
        score = session_score(state, contestant, sitting) if who is not Attendance.ABSENT else None
        if score is None and who is not Attendance.ABSENT:
            break
        sessions.append(Session(sitting.number, who, score, ground, tuple(said)))
    return season(
        contestant, sessions, len(state.plan.sessions), rule,
        carried=state.carried.get(contestant), own_before=state.own_before.get(contestant, 0),
    )  # fmt: skip


def session_score(state: StageState, contestant: str, sitting: Sitting) -> Figure[Exact] | None:
    """The score of a session after penalties; None until all its results are in."""
    percent = state.plan.scoring.percent
    if percent is None:
        raise DirectorError(
            "{plan} is not scored as a percentage", clause=state.plan.scoring.clause, plan=state.plan.name
        )
    boards: list[BoardCredit] = []
    for number in sitting.all_rounds:
        drawn = state.round(number)
        seating = drawn.seating_of(contestant)
        if seating is not None and contestant not in drawn.awarded:
            gone = any(state.status(name).left is not None for name in seating.names)
            if not gone and not state.card(number, seating.table).complete:
                return None
        boards += round_credits(state, contestant, number)
    fines = [
        fine_of(given, posting)
        for posting, given in state.penalties.items()
        if given.contestant == contestant and given.round in sitting
    ]
    return percentage(boards, percent, fines)


def fine_of(given: PenaltyGiven, posting: int) -> Fine:
    """A penalty as a session's penalty: in parts of a top, or in percentage points."""
    note, source = f"fine: {given.offence}", PostingSource(posting, given.round)
    clause = Clause.parse(given.clause)
    if given.unit == SHARE_OF_TOP.many:
        return Fine(clause, tops=plain(Fraction(given.amount) / 100), note=note, source=source)
    return Fine(clause, points=given.amount, note=note, source=source)


def season_record(state: StageState, contestant: str) -> StageRecord:
    """A pair's sessions as the ranking counts them; penalties are included in the session scores."""
    own = state.season(contestant)
    return StageRecord(contestant, tuple(MatchLine((), each.competition) for each in own.counted), own.carried)


def season_standings(state: StageState, contestants: Iterable[str], about: str) -> Standings:
    """The standings by aggregate with ties; pairs that can no longer be placed come last, without a place."""
    rule = rule_of(state.plan)
    seasons = {name: state.season(name) for name in contestants}
    placing = place(seasons.values(), rule.ties, state.lot, about)
    decisions: list[Decision[Measure]] = []
    for group, below in zip(placing.groups, (*placing.groups[1:], None), strict=True):
        # Within a tie something other than a total decides; rows only display it.
        decisions += cast("tuple[Decision[Measure], ...]", group.decisions)
        if below is not None:
            above, under = group.places[-1], below.places[0]
            figures = (seasons[above[0]].aggregate.value, seasons[under[0]].aggregate.value)
            decisions.append(Decision(above, under, Measure.TOTAL, rule.ties.clause, figures, unit=PERCENT))
    awaits = tuple(level for group in placing.groups for level in group.awaits_lot)
    ranking = Ranking(state.plan.standings.prize, placing.order, tuple(decisions), (), awaits)
    rows = []
    for joint, decided in zip(ranking.groups, (*decisions, None), strict=True):
        for name in joint:
            total = seasons[name].aggregate
            rows.append(Standing(ranking.places[name], len(joint) > 1, name, total, (), decided))
    last = len(rows) + 1
    out = sorted(placing.unplaced, key=lambda name: (-seasons[name].aggregate.value, name))
    rows += [
        Standing(last, shared=False, contestant=name, total=seasons[name].aggregate, columns=(), placed=False)
        for name in out
    ]
    return Standings(Purpose.PRIZE, tuple(rows), ranking)


def average_attendance(state: StageState, clause: Clause) -> Figure[Exact]:
    """The exact average number of pairs in a session of a stage."""
    sat = [len(sitting.order) for sitting in state.sittings]
    said = tuple(
        Figure(len(sitting.order), PAIRS, clause, note=phrase("session {number}", number=sitting.number))
        for sitting in state.sittings
    )
    return Figure(
        plain(Fraction(sum(sat), max(1, len(sat)))), PAIRS, clause, said, phrase("on average"), Derivation.MEAN
    )


def seats_for(state: StageState, source: Source) -> int:
    """The number that go on from a source stage: as planned, or by the number that played in it."""
    if not source.seats:
        return source.each
    average = average_attendance(state, source.clause).value
    return seats_at(source.seats, average).places
