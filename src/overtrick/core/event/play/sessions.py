"""Sessions of pairs: a movement by the number of tables, each session starting afresh."""

from collections.abc import Sequence

from overtrick.core.event.acts import DrawPublished
from overtrick.core.event.plan.session_ways import SessionPlay
from overtrick.core.event.play.by_matches import ByMatches
from overtrick.core.event.play.movements import draft_movement
from overtrick.core.event.play.session_movements import session_movement
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.score.lines import sat_out_lines, session_lines
from overtrick.core.movements.movement import Movement
from overtrick.core.ranking.measures import MatchLine
from overtrick.core.scoring.session import Missed


class Sessions(ByMatches[SessionPlay]):
    """The same movement every session, one percentage a session where boards are scored so."""

    def movements(self, state: StageState) -> tuple[Movement, ...]:
        """The movement of each session."""
        return (self.movement(len(state.contestants)),) * len(state.plan.sessions)

    def movement(self, pairs: int) -> Movement:
        """The movement of a session for so many pairs."""
        return session_movement(self.data, pairs)

    def rounds(self, state: StageState) -> int:
        """The rounds of all its sessions."""
        return sum(len(movement.rounds) for movement in self.movements(state))

    def draft(
        self, state: StageState, number: int, seeds: Sequence[str], seed: str, *, yielding: bool
    ) -> DrawPublished:
        """The round as its movement has it."""
        return draft_movement(state, number, self.movements(state))

    def lines(self, state: StageState, contestant: str, matches: list[MatchLine]) -> list[MatchLine]:
        """What a pair is placed on: its sessions, where each is a percentage over all its boards."""
        if state.plan.scoring.percent is not None:
            return session_lines(state, contestant)
        if self.data.sit_out is Missed.OWN_AVERAGE and matches:
            return [*matches, *sat_out_lines(state, contestant, matches)]
        return matches
