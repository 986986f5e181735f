"""Two fields: a North-South field meets an East-West field over several sessions."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from overtrick.core.event.acts import DrawPublished
from overtrick.core.event.plan.ways import TwoFieldForm, TwoFieldPlay
from overtrick.core.event.play.by_matches import ByMatches
from overtrick.core.event.play.movements import draft_movement, movement_of
from overtrick.core.event.play.stage import StageState
from overtrick.core.movements.mitchell import barometer_mitchell
from overtrick.core.movements.movement import Movement
from overtrick.core.movements.two_fields import sectioned_sessions, two_field_sessions


class TwoFields(ByMatches[TwoFieldPlay]):
    """A movement of two fields in each session."""

    def movements(self, state: StageState) -> tuple[Movement, ...]:
        """The movement of each session for the larger field."""
        tables = max(len(each.contestants) for each in state.fields)
        return _two_fields(self.data.form, self.data.sections, tables, state.plan.sessions, state.plan.boards)

    def rounds(self, state: StageState) -> int:
        """The number of rounds in all its movements."""
        return sum(len(movement.rounds) for movement in self.movements(state))

    def draft(
        self, state: StageState, number: int, seeds: Sequence[str], seed: str, *, yielding: bool
    ) -> DrawPublished:
        """The draw of a round by its movement."""
        return draft_movement(state, number, self.movements(state))

    def opponents(self, state: StageState, number: int) -> Mapping[str, str]:
        """The opponents in a round by the movement."""
        movement, place = movement_of(state, number, self.movements(state))
        pairs = self.contestants_by_number(state, movement)
        seated = ([pairs[pair] for pair in seat.seated if pair in pairs] for seat in movement.rounds[place])
        return {one: two for match in seated if len(match) == 2 for one, two in (match, match[::-1])}


@lru_cache(maxsize=64)
def _two_fields(
    form: TwoFieldForm, sections: int, tables: int, sessions: tuple[int, ...], boards: int
) -> tuple[Movement, ...]:
    rounds = sessions[0]
    match form:
        case TwoFieldForm.PLANNED:
            return two_field_sessions(tables, rounds, len(sessions), boards)
        case TwoFieldForm.SECTIONS:
            return sectioned_sessions(sections, rounds, len(sessions), boards)
        case TwoFieldForm.ROTATING:
            played = [sum(sessions[:place]) for place in range(len(sessions))]
            return tuple(
                barometer_mitchell(tables, length, boards, first=before)
                for length, before in zip(sessions, played, strict=True)
            )
