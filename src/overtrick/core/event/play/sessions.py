"""Sessions of pairs: a movement by the number of tables, each session starting afresh."""

from collections.abc import Mapping, Sequence

from overtrick.core.event.acts import DrawPublished
from overtrick.core.event.plan.session_ways import SessionPlay
from overtrick.core.event.play.by_matches import ByMatches
from overtrick.core.event.play.movements import draft_movement, movement_of, with_late_pairs
from overtrick.core.event.play.sections import numbers_by_turn
from overtrick.core.event.play.session_movements import section_movements, session_movement
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.score.lines import sat_out_lines, session_lines
from overtrick.core.movements.movement import Movement
from overtrick.core.movements.sections import first_pairs, first_tables
from overtrick.core.ranking.measures import MatchLine
from overtrick.core.scoring.session import Missed


class Sessions(ByMatches[SessionPlay]):
    """The same movement every session, one percentage a session where boards are scored so."""

    def movements(self, state: StageState) -> tuple[Movement, ...]:
        """The movement of each session, with those who came late from their round on."""
        usual = self.movement(len(state.contestants) - len(state.late))
        return tuple(with_late_pairs(state, usual, place) for place in range(len(state.plan.sessions)))

    def movement(self, pairs: int) -> Movement:
        """The movement of a session for so many pairs."""
        return session_movement(self.data, pairs)

    def rounds(self, state: StageState) -> int:
        """The rounds of all its sessions."""
        return sum(len(movement.rounds) for movement in self.movements(state))

    def wanted(self, state: StageState, number: int) -> tuple[str, ...]:
        """Everybody who has not withdrawn; of a section that has played all its rounds nobody."""
        if not self.data.sections:
            return state.playing
        movement, place = movement_of(state, number, self.movements(state))
        numbered = self.numbered(state, movement)
        there = {numbered.get(pair) for seat in movement.rounds[place] for pair in seat.seated}
        return tuple(name for name in state.playing if name in there)

    def numbered(self, state: StageState, movement: Movement) -> Mapping[int, str]:
        """Sections are filled in turn; where each has rankings of its own, in their order."""
        if not self.data.sections or len(state.fields) != len(movement.lines):
            return ByMatches.numbered(self, state, movement)
        starts = list(first_pairs(self._parts(state)).values())
        return {
            number: name
            for line, field in zip(movement.lines, state.fields, strict=True)
            for number, name in zip(numbers_by_turn(line, starts), field.contestants, strict=False)
        }

    def _parts(self, state: StageState) -> tuple[tuple[str, Movement], ...]:
        return section_movements(self.data, len(state.contestants))

    def section_of(self, state: StageState, contestant: str) -> str:
        """The section whose numbers a pair plays among."""
        if not self.data.sections:
            return ""
        numbered = self.numbered(state, self.movement(len(state.contestants)))
        own = next((number for number, name in numbered.items() if name == contestant), 0)
        return _last_before(first_pairs(self._parts(state)), own)[0]

    def table_name(self, state: StageState, table: int) -> str:
        """The section and the number in it, like B3."""
        if not self.data.sections:
            return str(table)
        section, before = _last_before(first_tables(self._parts(state)), table)
        return f"{section}{table - before}"

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


def _last_before(starts: Mapping[str, int], number: int) -> tuple[str, int]:
    """The section that a number is in, and how many there are before its first."""
    return [(name, before) for name, before in starts.items() if before < max(number, 1)][-1]
