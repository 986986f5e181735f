"""A stage of an event as a file of results holds it: contestants with their places, lines, matches, deals.

Only this module decides what of an event goes into a file: what the public may see. A board that someone has still to
play is left out with its deal, and so are the federation's numbers unless they are requested.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from importlib.metadata import version

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import Seating
from overtrick.core.event.after.honours import awards_of, last_stage
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.progress import settled_state
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.score.lines import won_in
from overtrick.core.event.score.rounds import rooms_of
from overtrick.core.exact import Exact, exact_sum, plain
from overtrick.core.laws.table_score import Credit
from overtrick.core.model.cards import Deal
from overtrick.core.model.results import PassedOut, PlayedContract, PointsResult
from overtrick.core.provenance import PERCENT, VPS, Figure
from overtrick.core.ranking.awards import MASTERPOINTS
from overtrick.core.ranking.standings import Standing
from overtrick.core.scoring.boards import ButlerRule
from overtrick.formats.session import Contestant, Match, Method, Person, Session, SessionLine
from overtrick.views.board_whys import credit_figure
from overtrick.views.lines import At, sides_and_credits
from overtrick.views.open_boards import board_is_open
from overtrick.views.readers import PUBLIC, Reader
from overtrick.views.session_parts import day_of, directions_of, kind_of, method_of, sections_by_name


@dataclass(frozen=True, slots=True)
class SessionDetails:
    """What a file says besides the results, and its content: only one *section*, the players' *numbers*.

    What is not given follows from the event: the title from its name and the stage, the day from its first round.
    """

    title: str = ""
    club: str = ""
    club_number: str = ""
    venue: str = ""
    day: date | None = None
    section: str = ""
    numbers: bool = False


def session_of(
    event: Tournament, state: StageState, reader: Reader = PUBLIC, about: SessionDetails | None = None
) -> Session:
    """A stage as far as it has been played and the reader may see it."""
    return _Stage(event, state, reader, about or SessionDetails()).session()


def boards_hidden(state: StageState) -> int:
    """How many boards are left out of a public file because their results are still hidden."""
    there = {
        (state.scope(number), board, number) for number, drawn in state.rounds.items() for *_, board in drawn.results
    }
    boards = {(scope, board): number for scope, board, number in there}
    return sum(not board_is_open(state, number, board) for (_, board), number in boards.items())


@dataclass(slots=True)
class _Stage:
    """A stage while it is converted to a session, with values that are needed repeatedly."""

    event: Tournament
    state: StageState
    reader: Reader
    about: SessionDetails
    opened: dict[tuple[int, int], bool] = field(default_factory=dict)
    called: dict[str, str] = field(default_factory=dict)
    parts: dict[int, tuple[str, int]] = field(default_factory=dict)
    several: bool = False

    def session(self) -> Session:
        """The complete session."""
        event, state, about = self.event, self.state, self.about
        sections = state.play.sections(state, 0)
        self.parts = {
            table: (name, place)
            for name, part in sections.items()
            for place, table in enumerate(sorted(part.tables), start=1)
        }
        self.several = state.plan.play.by_session and len({state.session_of(each) for each in state.rounds}) > 1
        directions = directions_of(state)
        of_section = sections_by_name(state, directions)
        self._call(directions, of_section)
        if about.section and about.section not in of_section.values():
            raise DirectorError(
                "There is no section {section}", remedy="Available sections: {sections:,}.",
                section=about.section, sections=tuple(sorted({*of_section.values()} - {""})) or ("none",),
            )  # fmt: skip
        kept = {name for name in state.contestants if about.section in ("", of_section[name])}
        lines = tuple(self._lines(kept))
        planned = event.current_plan()
        stage = f", {state.plan.name}" if len(planned.stages) > 1 else ""
        section = f", {about.section}" if about.section else ""
        return Session(
            title=about.title or f"{planned.name}{stage}{section}",
            kind=kind_of(state),
            method=method_of(state),
            contestants=tuple(self._contestants(kept, directions, of_section)),
            lines=lines,
            matches=tuple(self._matches(kept)),
            winners=2 if directions else 1,
            vps=state.unit == VPS,
            day=about.day or day_of(event, state),
            club=about.club,
            club_number=about.club_number,
            venue=about.venue,
            program=f"Overtrick {version('overtrick')}",
            datums=dict(self._datums()),
            deals=dict(self._deals()),
            tops=dict(self._tops()),
        )

    def _call(self, directions: Mapping[str, str], of_section: Mapping[str, str]) -> None:
        """The name of each contestant in the file: with its section and direction, where two share a number."""
        names, sections = self.state.contestants, {*self.parts.values()}
        prefix = {name: of_section[name] if sections else "" for name in names}
        made = {
            name: f"{prefix[name]}{name}{'' if name.endswith(directions.get(name, '')) else directions[name]}"
            for name in names
        }
        self.called = made if len({*made.values()}) == len(made) else {name: name for name in names}

    def _open(self, number: int, board: int) -> bool:
        """Whether the reader may see a board."""
        key = (self.state.scope(number), board)
        if key not in self.opened:
            self.opened[key] = self.reader.desk or board_is_open(self.state, number, board)
        return self.opened[key]

    def _places(self) -> Iterator[At]:
        """Every table, room and board with a result that the reader may see, round by round."""
        state = self.state
        for number, drawn in sorted(state.rounds.items()):
            for seating in sorted(self._seatings(number), key=lambda each: each.table):
                rooms = rooms_of(state.plan) if seating.table in drawn.seatings else ("",)
                for board in seating.boards:
                    if self._open(number, board):
                        yield from (
                            (number, seating.table, room, board)
                            for room in rooms
                            if (seating.table, room, board) in drawn.results
                        )

    def _seatings(self, number: int) -> Iterator[Seating]:
        """The tables of a round, including those of a match shared by three teams; expunged matches are left out."""
        drawn = self.state.rounds[number]
        every = (*drawn.seatings.values(), *(each for share in drawn.shares for each in share.seatings))
        return (seating for seating in every if not self.state.is_expunged(seating))

    def _lines(self, kept: set[str]) -> Iterator[SessionLine]:
        state = self.state
        for at in self._places():
            number, table, room, board = at
            sides, credits = sides_and_credits(state, at)
            recorded = state.result_at(*at)
            if recorded is None or kept.isdisjoint((*sides[0], *sides[1])):
                continue
            (ns, *south), (ew, *west) = ([self.called[name] for name in names] for names in sides)
            section, place = self.parts.get(table, ("", table))
            single = (
                isinstance(recorded.result, PlayedContract | PassedOut | PointsResult)
                and recorded.score.field is not None
            )
            yield SessionLine(
                board=board, ns=ns, ew=ew, result=recorded.result,
                score=int(recorded.score.field.value) if single and recorded.score.field is not None else None,
                lead=recorded.lead,
                ns_points=self._points(credits[0], at), ew_points=self._points(credits[1], at),
                round=number, table=place, section=section, room=room,
                south=south[0] if south else "", west=west[0] if west else "",
                clause=self._clause(credits), session=self._session(number),
            )  # fmt: skip

    def _session(self, number: int) -> int:
        return self.state.session_of(number) if self.several else 0

    def _key(self, number: int, board: int) -> tuple[int, int]:
        """The key of a board in a session: by its round, or by its session where there are several."""
        return (self._session(number) if self.state.plan.play.by_session else number, board)

    def _points(self, credit: Credit | None, at: At) -> Exact | None:
        """A side's score on a board; an award in per cent is converted to matchpoints."""
        if credit is None:
            return None
        number, _, _, board = at
        figure = credit_figure(credit, self.state)
        if figure.unit != PERCENT:
            return figure.value
        top = self.state.board_field(self.state.scope(number), board).top
        return plain(Fraction(figure.value) * top / 100)

    def _clause(self, credits: tuple[Credit | None, Credit | None]) -> str:
        """The clause behind the score of North-South."""
        return str(credit_figure(credits[0], self.state).clause) if credits[0] is not None else ""

    def _contestants(
        self, kept: set[str], directions: Mapping[str, str], of_section: Mapping[str, str]
    ) -> Iterator[Contestant]:
        after, earned, boards = settled_state(self.state), *self._points_and_boards()
        won = self._masterpoints()
        for each in after.fields:
            for row in after.standings(each.name).rows:
                if (name := row.contestant) not in kept:
                    continue
                entry = self.event.entries.get(name)
                fined = exact_sum(figure.value for figure in self.state.record(name).penalties)
                carried = self.state.carry(name)
                total, percent = self._total_and_percent(row, earned)
                yield Contestant(
                    number=self.called[name],
                    people=tuple(
                        Person(player.name, player.number if self.about.numbers else "")
                        for player in (entry.players if entry else ())
                    ),
                    name=entry.name if entry else "",
                    direction=directions.get(name, ""),
                    place=row.place if row.placed else None,
                    total=total,
                    percent=percent,
                    boards=boards.get(name, 0),
                    carried=carried.value if carried is not None else None,
                    penalty=-fined if fined else None,
                    masterpoints=won.get(name),
                    section=of_section[name],
                )  # fmt: skip

    def _total_and_percent(self, row: Standing, earned: Mapping[str, Exact]) -> tuple[Exact | None, Exact | None]:
        """A contestant's total and its percentage; over several added sessions, their mean."""
        value = row.total.value
        if row.total.unit != PERCENT:
            return value, None
        if not self.several or self.state.plan.standings.mean:
            return earned.get(row.contestant), value
        return value, plain(Fraction(value) / max(len(self.state.record(row.contestant).matches), 1))

    def _points_and_boards(self) -> tuple[Mapping[str, Exact], Mapping[str, int]]:
        """The points of all boards of each contestant, and how many boards it has played."""
        points: defaultdict[str, list[Exact]] = defaultdict(list)
        boards: defaultdict[str, set[tuple[int, int]]] = defaultdict(set)
        for number, drawn in self.state.rounds.items():
            tables = {seating.table: seating for seating in self._seatings(number)}
            for table, room, board in drawn.results:
                if table not in tables or board not in tables[table].boards:
                    continue
                at = (number, table, room, board)
                for names, credit in zip(*sides_and_credits(self.state, at), strict=True):
                    for name in names:
                        boards[name].add((number, board))
                        points[name].append(self._points(credit, at) or 0)
        return {name: exact_sum(each) for name, each in points.items()}, {
            name: len(each) for name, each in boards.items()
        }

    def _masterpoints(self) -> Mapping[str, Exact]:
        """The masterpoints of each player of a contestant, where the stage is the last and they are given by place."""
        if last_stage(self.event) is not self.state:
            return {}
        return {
            each.contestant: each.figure.value
            for table in awards_of(self.event)
            if table.unit == MASTERPOINTS
            for each in table.awards
            if not each.player
        }

    def _matches(self, kept: set[str]) -> Iterator[Match]:
        state = self.state
        if state.plan.play.in_sessions:
            return
        for number, drawn in sorted(state.rounds.items()):
            for _, seating in sorted(drawn.seatings.items()):
                if not state.is_expunged(seating) and not kept.isdisjoint(seating.names):
                    yield self._match(number, seating)
            alone = [*drawn.draw.sits_out, *(team for share in drawn.shares for team in share.teams)]
            for name in (each for each in alone if each in kept):
                line = state.match_line(name, number)
                if line is not None:
                    yield Match(
                        number, self.called[name], "", home_vps=line.score.value if line.score.unit == VPS else None,
                        home_score=line.net.value if line.net is not None else None,
                    )  # fmt: skip

    def _match(self, number: int, seating: Seating) -> Match:
        """A match of two, with their IMPs once the reader may see all of its boards."""
        state, table = self.state, seating.table
        home, away = seating.ns, seating.ew
        card = state.card(number, table)
        played = card.complete and state.why_unplayed(number, table) is None
        told = played and all(self._open(number, board) for board in seating.boards)
        scores = [self._side_score(number, table, name) if told else None for name in (home, away)]
        vps = [state.match_score(name, number, table) for name in (home, away)]
        return Match(
            round=number, home=self.called[home], away=self.called[away], table=self.parts.get(table, ("", table))[1],
            home_score=scores[0], away_score=scores[1],
            home_vps=_in_vps(vps[0]), away_vps=_in_vps(vps[1]), boards=seating.boards,
        )  # fmt: skip

    def _side_score(self, number: int, table: int, name: str) -> Exact:
        """A side's score: the IMPs it won in a match of teams, otherwise its net."""
        if method_of(self.state) is Method.IMPS:
            return won_in(self.state, number, table, name).value
        return self.state.card(number, table).side(name).net.value

    def _datums(self) -> Iterator[tuple[tuple[int, int], Exact]]:
        if not isinstance(self.state.plan.scoring.board, ButlerRule):
            return
        for number, board in sorted({(at[0], at[3]) for at in self._places()}):
            scored = self.state.board_field(self.state.scope(number), board).scored
            if len(scored.comparisons) == 1 and not scored.groups:  # the forms of a fouled board are different boards
                yield self._key(number, board), scored.comparisons[0].value

    def _tops(self) -> Iterator[tuple[tuple[int, int], int]]:
        if method_of(self.state) is not Method.MATCHPOINTS:
            return
        for number, board in sorted({(at[0], at[3]) for at in self._places()}):
            yield self._key(number, board), self.state.board_field(self.state.scope(number), board).top

    def _deals(self) -> Iterator[tuple[tuple[int, int], Deal]]:
        for number in sorted(self.state.rounds):
            for board in sorted({board for seating in self._seatings(number) for board in seating.boards}):
                dealt = self.state.deal(number, board)
                if dealt is not None and self._open(number, board):
                    yield self._key(number, board), dealt


def _in_vps(score: Figure[Exact] | None) -> Exact | None:
    return score.value if score is not None and score.unit == VPS else None
