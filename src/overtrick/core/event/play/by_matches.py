"""A stage of matches: the answers that most ways to play have in common. A way overrides what differs."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from overtrick.core.conduct.verdicts import Verdict
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import ABANDONED, NEITHER, DrawPublished, MatchForfeited
from overtrick.core.event.plan.rules import PairAttendance, may_be_placed
from overtrick.core.event.plan.way_to_play import WayToPlay
from overtrick.core.event.play.session_movements import Sitting
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.play.status import Leaving
from overtrick.core.event.score.lines import average_lines, board_values, match_line_of
from overtrick.core.event.score.rounds import RoundState
from overtrick.core.exact import Exact
from overtrick.core.movements.late import LateSection
from overtrick.core.movements.movement import Movement
from overtrick.core.provenance import MATCHES, Figure
from overtrick.core.ranking.measures import MatchLine, Measure, StageRecord
from overtrick.core.ranking.standings import Purpose, Standings, standings
from overtrick.core.season.record import Season
from overtrick.core.wording import Phrase


def placing_of(state: StageState, contestant: str) -> Verdict | None:
    """Whether a contestant may be placed, by each part of the rule; None if the stage requires no least play."""
    return (
        may_be_placed(attendance_of(state, contestant), state.plan.placing) if state.plan.placing is not None else None
    )


def attendance_of(state: StageState, contestant: str) -> PairAttendance:
    """A contestant's matches: their number, those with a substitute, and those in which no one played for it."""
    plan = state.plan
    away = {number for act in state.stand_ins.values() if act.contestant == contestant for number in act.rounds}
    gone = {
        number
        for number, drawn in state.rounds.items()
        if any(_absent(drawn, forfeit, contestant) for forfeit in drawn.forfeits.values())
    }
    gone |= {number for number in range(1, plan.rounds + 1) if state.status(contestant).gone_by(number)}
    byes = sum(state.sits_out(contestant, number) for number in state.rounds)
    sessions = {number: plan.session_of(number) for number in range(1, plan.rounds + 1)}
    return PairAttendance(plan.rounds - byes, sorted(away), sorted(gone), sessions, len(plan.sessions))


def _absent(drawn: RoundState, forfeit: MatchForfeited, contestant: str) -> bool:
    """Whether a contestant was absent from an unplayed match: the side named, or both if neither appeared.

    A match is abandoned after play began, so both sides were present.
    """
    if forfeit.how == NEITHER:
        return contestant in drawn.seatings[forfeit.table].names
    return forfeit.offender == contestant and forfeit.how != ABANDONED


Data = TypeVar("Data", bound=WayToPlay)
"""The way to play as its regulation has it."""


@dataclass(frozen=True, slots=True)
class ByMatches(Generic[Data]):
    """A stage in which each match gives its sides a score and the scores are added up."""

    data: Data

    @property
    def together(self) -> bool:
        """Whether a total may rest on the matches of others."""
        return False

    @property
    def fines(self) -> tuple[str, ...]:
        """The units of a penalty, where it is not what the stage counts in."""
        return ()

    def rounds(self, state: StageState) -> int:
        """As many as planned."""
        return state.plan.rounds

    def draft(
        self, state: StageState, number: int, seeds: Sequence[str], seed: str, *, yielding: bool
    ) -> DrawPublished:
        """The draw of a round, ready to publish; refused where a stage has none."""
        raise DirectorError(
            "No boards are played in {plan}, so there is no draw", clause=state.plan.clause, plan=state.plan.name
        )

    def movements(self, state: StageState) -> tuple[Movement, ...]:
        """No movement is followed."""
        return ()

    def contestants_by_number(self, state: StageState, movement: Movement) -> Mapping[int, str]:
        """Each field has the numbers of its line, where the movement has one for each; a late pair its own.

        One that came for a pair that left has the number of that.
        """
        new = {act.number: name for name, act in state.late.items() if act.number}
        instead = {act.instead: name for name, act in state.late.items() if act.instead}
        lines = movement.lines if len(state.fields) == 2 else (movement.present,)
        held = [each.contestants for each in state.fields] if len(lines) == 2 else [state.contestants]
        usual = {
            number: instead.get(name, name)
            for line, names in zip(lines, held, strict=True)
            for number, name in zip(
                (each for each in line if each not in new),
                (each for each in names if each not in state.late),
                strict=False,
            )
        }
        return usual | new

    def section_of(self, state: StageState, contestant: str) -> str:
        """There are no sections."""
        return ""

    def sections(self, state: StageState, session: int) -> Mapping[str, LateSection]:
        """There are no sections."""
        return {}

    def table_name(self, state: StageState, table: int) -> str:
        """Its number."""
        return str(table)

    def session_of(self, state: StageState, number: int) -> int:
        """The session a round is played in, as planned."""
        return state.plan.session_of(number)

    def last_of_session(self, state: StageState, number: int) -> int:
        """The last round of the session a round is played in."""
        return min(sum(state.plan.sessions[: self.session_of(state, number)]), self.rounds(state))

    def sittings(self, state: StageState) -> tuple[Sitting, ...]:
        """There is no season."""
        return ()

    def season(self, state: StageState, contestant: str) -> Season:
        """There is no season."""
        raise DirectorError(
            "{plan} is not a season, so absences cannot be recorded by session",
            clause=state.plan.clause,
            remedy="Post a substitute, a forfeit or a withdrawal.",
            plan=state.plan.name,
        )

    def present(self, state: StageState, number: int) -> tuple[str, ...]:
        """Everybody who has not withdrawn."""
        return state.playing

    def contestants_due(self, state: StageState, number: int) -> tuple[str, ...]:
        """Everybody who has not withdrawn."""
        return state.playing

    def opponents(self, state: StageState, number: int) -> Mapping[str, str]:
        """Each round is drawn by itself."""
        return {}

    def line(self, state: StageState, contestant: str, drawn: RoundState) -> MatchLine | None:
        """A contestant's match in a round, if it counts yet."""
        return match_line_of(state, contestant, drawn)

    def lines(self, state: StageState, contestant: str, matches: list[MatchLine]) -> list[MatchLine]:
        """What a contestant is placed on: its matches, or the mean of them."""
        return average_lines(state, matches, MATCHES) if state.plan.standings.mean else matches

    def place_won(self, state: StageState, contestant: str, matches: list[MatchLine]) -> Figure[Exact] | None:
        """The place a contestant won outright; nothing where places are made by ranking."""
        return None

    def record(self, state: StageState, contestant: str) -> StageRecord:
        """A contestant's matches, what it brought, its penalties, and its boards where they break ties."""
        found = [(number, state.match_line(contestant, number)) for number in sorted(state.rounds)]
        played = [(number, line) for number, line in found if line is not None]
        boards: list[Figure[Exact]] = []
        if ranks_by_boards(state):
            boards = [value for number, _ in played for value in board_values(state, contestant, number)]
        matches = self.lines(state, contestant, [line for _, line in played])
        penalties = state.penalties_of(contestant) if state.penalties else ()
        won = self.place_won(state, contestant, matches)
        return StageRecord(contestant, tuple(matches), state.carry(contestant), penalties, tuple(boards), won)

    def carry(self, state: StageState, contestant: str) -> Figure[Exact] | None:
        """What a contestant brought when the stage started."""
        return state.carried.get(contestant)

    def placing(self, state: StageState, contestant: str) -> Verdict | None:
        """Whether a contestant has played enough matches for a place."""
        return placing_of(state, contestant)

    def standings(self, state: StageState, contestants: Sequence[str], about: str, purpose: Purpose) -> Standings:
        """The order by the ranking of the stage."""
        records = [state.record(who) for who in state.contestants if not state.has_cancelled_scores(who)]
        return rank_contestants(state, records, contestants, about, purpose)

    def extra_boards(self, state: StageState, table: int) -> tuple[int, ...]:
        """A level match stands."""
        return ()

    def open_decisions(self, state: StageState) -> tuple[Phrase, ...]:
        """Nothing: a level match counts for its score."""
        return ()

    def leaves(self, state: StageState, lucky_before: Collection[str]) -> Leaving | None:
        """No one is sent on by a way out: those who go on are the first of the standings."""
        return None


def rank_contestants(
    state: StageState, records: Sequence[StageRecord], contestants: Sequence[str], about: str, purpose: Purpose
) -> Standings:
    """The order of these contestants by the ranking of the stage, on these records of everybody in it."""
    unplaced = [who for who in contestants if not state.can_be_placed(who)] if purpose is Purpose.PRIZE else []
    return standings(
        records,
        state.plan.standings,
        state.lot,
        purpose=purpose,
        about=about,
        conditions=state.plan.conditions(max(len(each.contestants) for each in state.fields)),
        among=frozenset(contestants),
        unplaced=unplaced,
        significant=state.plan.significant,
        out=[who for who in contestants if state.status(who).why is not None],
    )


def ranks_by_boards(state: StageState) -> bool:
    """Whether what single boards brought may place someone."""
    rule = state.plan.standings
    chains = (rule.prize, rule.draw)
    wanted = {step.by for chain in chains if chain is not None for step in chain.steps}
    return not wanted.isdisjoint((Measure.PLUS_BOARDS, Measure.MINUS_BOARDS))
