"""Sessions of pairs: a movement by the number of tables, the same in each session."""

from collections.abc import Mapping, Sequence

from overtrick.core.event.acts import DrawPublished
from overtrick.core.event.plan.session_ways import SessionPlay
from overtrick.core.event.play.by_matches import ByMatches
from overtrick.core.event.play.movements import draft_movement, movement_of, with_late_pairs
from overtrick.core.event.play.session_movements import numbers_by_turn, section_movements, session_movement
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.score.lines import sat_out_lines, session_lines
from overtrick.core.movements.late import LateSection, stand_of
from overtrick.core.movements.movement import Movement
from overtrick.core.movements.sections import first_pairs, first_tables
from overtrick.core.ranking.measures import MatchLine
from overtrick.core.scoring.session import MissedBoardScore


class Sessions(ByMatches[SessionPlay]):
    """The same movement in every session, and one percentage for each session if boards are scored at matchpoints."""

    def movements(self, state: StageState) -> tuple[Movement, ...]:
        """The movement of each session, with late pairs from their round on."""
        return tuple(self._session(state, place)[0] for place in range(len(state.plan.sessions)))

    def _session(self, state: StageState, place: int) -> tuple[Movement, Mapping[str, LateSection]]:
        """The movement of a session, from 0, and its sections, with late pairs."""
        usual = self.movement(_starting_pairs(state))
        parts = self._parts(state) if self.data.sections else ()
        starts = [*first_pairs(parts).values(), usual.contestants]
        tables = [*first_tables(parts).values(), stand_of(usual) - 1]
        sections = {
            name: LateSection(
                _numbers_after(tables[number], tables[number + 1]), _numbers_after(starts[number], starts[number + 1])
            )
            for number, (name, _) in enumerate(parts)
        }
        return with_late_pairs(state, usual, place, sections)

    def sections(self, state: StageState, session: int) -> Mapping[str, LateSection]:
        """The sections of a session, from 0, by name; empty without sections."""
        return self._session(state, session)[1]

    def movement(self, pairs: int) -> Movement:
        """The movement of a session for this many pairs."""
        return session_movement(self.data, pairs)

    def rounds(self, state: StageState) -> int:
        """The number of rounds in all its sessions."""
        return sum(len(movement.rounds) for movement in self.movements(state))

    def contestants_due(self, state: StageState, number: int) -> tuple[str, ...]:
        """The contestants that have not left, except those in a section that has played all its rounds."""
        if not self.data.sections:
            return state.playing
        movement, place = movement_of(state, number, self.movements(state))
        numbered = self.contestants_by_number(state, movement)
        there = {numbered.get(pair) for seat in movement.rounds[place] for pair in seat.seated}
        return tuple(name for name in state.playing if name in there)

    def contestants_by_number(self, state: StageState, movement: Movement) -> Mapping[int, str]:
        """The contestants by number: sections are filled in turn, or in their order if each has its own ranking."""
        if not self.data.sections or len(state.fields) != len(movement.lines):
            return ByMatches.contestants_by_number(self, state, movement)
        starts = list(first_pairs(self._parts(state)).values())
        new = {act.number: name for name, act in state.late.items() if act.number}
        instead = {act.instead: name for name, act in state.late.items() if act.instead}
        usual = {
            number: instead.get(name, name)
            for line, field in zip(movement.lines, state.fields, strict=True)
            for number, name in zip(
                numbers_by_turn([each for each in line if each not in new], starts),
                (each for each in field.contestants if each not in state.late),
                strict=False,
            )
        }
        return usual | new

    def _parts(self, state: StageState) -> tuple[tuple[str, Movement], ...]:
        return section_movements(self.data, _starting_pairs(state))

    def section_of(self, state: StageState, contestant: str) -> str:
        """The section of a pair, by its number."""
        if not self.data.sections:
            return ""
        movement, parts = self._session(state, 0)
        own = [number for number, name in self.contestants_by_number(state, movement).items() if name == contestant]
        return next((name for name, part in parts.items() if part.numbers.intersection(own)), "")

    def table_name(self, state: StageState, table: int) -> str:
        """The section and the number in it, like B3; a table added for a late pair has the next number."""
        for name, part in self.sections(state, 0).items() if self.data.sections else ():
            if table in part.tables:
                return f"{name}{1 + sorted(part.tables).index(table)}"
        return str(table)

    def draft(
        self, state: StageState, number: int, seeds: Sequence[str], seed: str, *, yielding: bool
    ) -> DrawPublished:
        """The draw of a round by its movement."""
        return draft_movement(state, number, self.movements(state))

    def lines(self, state: StageState, contestant: str, matches: list[MatchLine]) -> list[MatchLine]:
        """The lines by which a pair is placed: its sessions, if each is a percentage over all its boards."""
        if state.plan.scoring.percent is not None:
            return session_lines(state, contestant)
        if self.data.sit_out is MissedBoardScore.OWN_AVERAGE and matches:
            return [*matches, *sat_out_lines(state, contestant, matches)]
        return matches


def _starting_pairs(state: StageState) -> int:
    """The number of pairs for which the movement was made: those that did not come late."""
    return len(state.contestants) - len(state.late)


def _numbers_after(before: int, last: int) -> frozenset[int]:
    return frozenset(range(before + 1, last + 1))
