"""A whole event played through the director's own functions, from a seed, with faults if requested."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from overtrick.core.errors import DirectorError, NoLegalDraw
from overtrick.core.event.acts import (
    Act,
    EntriesClosed,
    EntryTaken,
    EventOpened,
    FormatChosen,
    LotDrawn,
    OtherFieldScored,
    Posting,
    ReadingChosen,
    ResultConfirmed,
    ResultPosted,
    RoundEnded,
    RoundStarted,
    ScoreAwarded,
    ScoresShown,
    SeedsSet,
    StageClosed,
    StageStarted,
    TimetableSet,
)
from overtrick.core.event.plan.stages import Entrants, Event, Stage
from overtrick.core.event.play.drafting import rounds_of
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.score.rounds import CLOSED, OPEN
from overtrick.core.laws.table_score import table_score
from overtrick.core.model.boards import Board
from overtrick.core.model.contestants import Player, Stated
from overtrick.core.model.seats import Seat
from overtrick.core.provenance import PERCENT
from overtrick.director.draws import draft
from overtrick.director.entries import entered_in, stage_fields
from overtrick.lab import human_faults
from overtrick.lab.conduct import line_ups, substitute
from overtrick.lab.graph_rehearsal import choose, play_graph, with_ties
from overtrick.lab.human_faults import trouble
from overtrick.lab.rehearsed_event import RehearsalStop, RehearsedEvent
from overtrick.lab.team_affairs import (
    choices_of_stanzas,
    costing,
    decisions,
    drop_ins,
    joins,
    later_entries,
    not_played,
)
from overtrick.lab.timetable import round_times, write_time

ENTERS, AGREES = str(Seat.NORTH), str(Seat.EAST)
"""The seat that enters a result at a table, and the opponent who agrees to it."""

LINE_UPS = timedelta(minutes=12)
"""How long before play the line-ups are posted."""


@dataclass(slots=True)
class Rehearsal(RehearsedEvent):
    """An event that is played from its first entry to its last placing."""

    def _can_spare(self, entries: int) -> bool:
        """Whether one more of this many contestants may be there without contending."""
        out = sum(not entry.contending for entry in self.state.entries.values()) + 1
        try:
            self.plan_for(Entrants(entries, entries - out), self.state.choices, self.state.readings)
        except DirectorError:
            return False
        return True

    def play(self, entries: int) -> list[Posting]:
        """Play the event from its first entry to its last placing, or as far as requested."""
        with suppress(RehearsalStop):
            self._enter(entries)
            if self.state.current_plan().graph is not None:
                play_graph(self)
            else:
                for stage in self.state.current_plan().stages:
                    self._stage(stage)
                human_faults.decide_reviews(self)
        return list(self.book.postings())

    def _enter(self, entries: int) -> None:
        planned = self.plan_for(Entrants(entries), frozenset(self.choices), self.readings)
        self.do(EventOpened(self.event, planned.name, self.rules, self.program))
        for reading, way in self.readings.items():
            self.do(ReadingChosen(reading, way))
        confirm = planned.graph.confirm if planned.graph is not None else ""
        for choice in dict.fromkeys(
            (*self.choices, *([confirm] if confirm else []), *self._pick_choices(planned, entries))
        ):
            self.do(FormatChosen(choice))
        size = planned.contest.members or 6
        for number in range(1, entries + 1):
            name = str(number)
            self.strength[name] = self._strength(number)
            names = (
                self.rosters[number - 1] if self.rosters else [f"Player {number}{letter}" for letter in "ABCDEF"[:size]]
            )
            players = tuple(Player(each, self.numbers.get(each, ""), self._statements(planned)) for each in names)
            called = self.titles[number - 1] if self.titles else ""
            contending = self.dice.random() > (0.05 if self.faults.withdrawal else 0) or not self._can_spare(entries)
            self.do(EntryTaken(name, called, players, contending=contending, stages=self._enters(planned)))
        wanted = entries % 2 and any(_wants_house(stage) for stage in planned.stages[:1])
        if wanted and not self.strikes(self.faults.no_house):
            self.strength["house"] = 0.0
            self.do(EntryTaken("house", players=(Player("House A"), Player("House B")), contending=False, house=True))
        self.do(EntriesClosed())

    def _strength(self, number: int) -> float:
        if not self.rosters:
            return self.dice.gauss(0, 1)
        known = [self.strengths.get(player, 0.0) for player in self.rosters[number - 1]]
        return sum(known) / len(known)

    def play_knockout(self, state: StageState) -> None:
        """Play the matches of a knockout stage of a graph until each is decided."""
        with_ties(self, state)

    def _statements(self, planned: Event) -> tuple[Stated, ...]:
        """A player's statements for further rankings; occasionally there are none."""
        if not planned.facts or (self.faults.withdrawal and self.dice.random() < 0.05):
            return ()
        spans = ((fact.name, (-6, 12) if fact.unit.like(PERCENT) else (0, 500)) for fact in planned.facts)
        return tuple(Stated(name, str(self.dice.randint(*span))) for name, span in spans)

    def _pick_choices(self, planned: Event, entries: int) -> list[str]:
        """The choices that the text leaves open, picked by the dice from those that fit the entry."""
        return [
            self.dice.choice([choice for choice in must.choices if self._fits(entries, choice)])
            for must in planned.must_choose
            if not set(must.choices) & set(self.choices)
        ]

    def _fits(self, entries: int, choice: str) -> bool:
        """Whether an entry of this size can be planned with a choice."""
        try:
            self.plan_for(Entrants(entries), frozenset((*self.choices, choice)), self.readings)
        except DirectorError:
            return False
        return True

    def _enters(self, planned: Event) -> tuple[str, ...]:
        """Where each stage takes entries of its own, let some teams enter only the first."""
        first = planned.stages[0].name
        return (first,) if planned.by_stage is not None and self.dice.random() < 0.3 else ()

    def _stage(self, plan: Stage) -> None:
        self.do(LotDrawn(plan.name, seed=f"{self.dice.random():.12f}"))
        for entry in drop_ins(self.state, plan, self.dice):
            self.strength[entry.contestant] = self.dice.gauss(0, 1)
            self.do(entry)
        if not plan.sources and not plan.play.adds_up:
            for entry in later_entries(self.state, plan, self.dice):
                self.strength[entry.contestant] = self.dice.gauss(0, 1)
                self.do(entry)
            entered = entered_in(self.state, plan.name)
            self.do(SeedsSet(plan.name, entered if self.rosters else self.seed_order(entered)))
        self.do(StageStarted(plan.name, stage_fields(self.state, plan.name)))
        state = self.state.stage(plan.name)
        for act in choices_of_stanzas(self.state, state, self.dice):
            self.do(act)
        choose(self, state)
        self.do(TimetableSet(plan.name, round_times(plan, self.now, rounds_of(state))))
        while sum(drawn.closed for drawn in state.rounds.values()) < rounds_of(state):
            self.play_round(state)
        human_faults.ask_review(self, state)
        self.do(StageClosed(plan.name))
        if self.reviews and self.dice.random() < 0.5:  # the others are heard during the next stage
            human_faults.decide_reviews(self)

    def play_round(self, state: StageState) -> None:
        name = state.plan.name
        number = next((each for each in sorted(state.rounds) if not state.rounds[each].closed), 0)
        published = bool(number)  # published with the first round of its session, where all are
        number = number or state.last_round + 1
        if not published:
            self._absences(state)
            human_faults.before_draw(self, state)
        seed = f"{self.dice.random():.12f}"
        if not published:
            self._draw(name, seed)
            self._stand_ins(state, number)
        human_faults.after_draw(self, state, number)
        self._before_play(state, number)
        self._wait_until(self.state.conducted.start(name, number))
        self.do(RoundStarted(name, number))
        self._played_through(state, number)
        self.do(RoundEnded(name, number))
        self._add_other_field(state, number)
        if not self.faults.no_house and not self.strikes(self.faults.forgotten_award):
            self._award_unplayed(state, number)
        self.do(ScoresShown(name, number))
        trouble(self, state, number)
        for act in decisions(state):
            self.do(act)
        human_faults.close_round(self, state, number)
        human_faults.decide_reviews(self)

    def _absences(self, state: StageState) -> None:
        """Let some pairs announce before a session of a season that they miss it."""
        for sitting in state.sittings:
            if sitting.first == state.last_round + 1:
                for act in list(human_faults.absences(state, sitting, self.faults.absence, self.dice)):
                    self.do(act)

    def _stand_ins(self, state: StageState, number: int) -> None:
        """Let some pairs bring a substitute to a session of a season."""
        for sitting in state.sittings:
            if sitting.first == number:
                chance = self.faults.substitute
                for act in list(human_faults.substitutes(state, sitting, chance, self.dice, self._players)):
                    self.do(act)

    def _players(self, contestant: str) -> tuple[str, ...]:
        return tuple(player.name for player in self.state.entries[contestant].players)

    def _draw(self, stage: str, seed: str) -> None:
        """Publish the regulation's draw; where it has none left, the one that the committee permits."""
        try:
            self.do(draft(self.state, stage, seed))
        except NoLegalDraw:
            act = draft(self.state, stage, seed, yielding=True)
            self.do(replace(act, by_hand="the committee allows a rematch, no draw being left without"))

    def _wait_until(self, when: datetime | None) -> None:
        """Wait until a moment, if it has not passed."""
        self.now = max(self.now, when) if when is not None else self.now

    def _played_through(self, state: StageState, number: int) -> None:
        """Enter every result of a round, spread over its time."""
        acts = list(self._results(state, number))
        finish = self.state.conducted.finish(state.plan, number)
        usual = self.pace
        if finish is not None and finish > self.now:
            self.pace = (finish - self.now) / (len(acts) + 1)
        for place, act in enumerate(acts):
            if place == len(acts) // 2:
                human_faults.close_early(self, state, number, acts[place:])
            self.do(act)
        self.pace = usual
        self._wait_until(finish)

    def _results(self, state: StageState, number: int) -> Iterator[Act]:
        drawn = state.round(number)
        name = state.plan.name
        teams = state.plan.scoring.in_rooms
        for share in drawn.shares:
            one, two, three = share.teams
            for table, (ns, ew) in zip(share.tables, ((one, two), (two, three), (three, one)), strict=True):
                for board in share.boards:
                    result = self.result_between(state, number, board, (ns,), (ew,))
                    yield ResultPosted(name, number, table, board, result, seat=ENTERS)
        later = {table for trio in drawn.draw.trios if trio.rounds > 1 for table in trio.tables}
        yield from self._triangle_results(state, number)
        for table, seating in drawn.seatings.items():
            if table in later or table in drawn.forfeits or any(state.status(name).left for name in seating.names):
                continue
            for board in seating.boards:
                ours, theirs = seating.sides[::-1] if board in seating.switched else seating.sides
                rooms = ((OPEN, ours, theirs), (CLOSED, theirs, ours)) if teams else (("", ours, theirs),)
                for room, north, east in rooms:
                    result = self.result_between(state, number, board, north, east)
                    yield ResultPosted(name, number, table, board, result, room, seat=ENTERS)
                    if self.dice.random() < 0.5:
                        yield ResultConfirmed(name, number, table, board, room, result, seat=AGREES)

    def _triangle_results(self, state: StageState, number: int) -> Iterator[Act]:
        """The matches of a triangle that began in the previous round and end with this one."""
        trio = state.playing_on(number)
        for seating in trio.seatings if trio is not None else ():
            for board in seating.boards:
                for room, (ns, ew) in ((OPEN, seating.sides), (CLOSED, seating.sides[::-1])):
                    result = self.result_between(state, number - 1, board, ns, ew)
                    yield ResultPosted(state.plan.name, number - 1, seating.table, board, result, room, seat=ENTERS)

    def _add_other_field(self, state: StageState, number: int) -> None:
        """Add the scores of another event on the same boards, where the stage may share a datum with it."""
        if state.plan.pool is None:
            return
        boards = {board for seating in state.round(number).seatings.values() for board in seating.boards}
        for board in sorted(boards):
            results = [
                self._result(state, number, board, self.dice.gauss(0, 1), self.dice.gauss(0, 1)) for _ in "12345"
            ]
            scores = [table_score(Board.from_number(board), result).field for result in results]
            points = tuple(int(score.value) for score in scores if score is not None)
            self.do(OtherFieldScored(state.plan.name, number, board, points, "another event on these boards"))

    def _award_unplayed(self, state: StageState, number: int) -> None:
        """Award a score to everyone who has no match, and no score for it by rule."""
        if state.plan.in_season:
            return  # a session is scored over the boards that were played
        average = human_faults.average_award(state)
        for name in state.round(number).draw.sits_out:
            gone = state.withdrawn_opponent(name, number)
            ruled = state.plan.bye is not None or state.plan.play.some_rest
            if (
                not ruled
                if gone is None
                else not state.has_cancelled_scores(gone) and state.match_line(name, number) is None
            ):
                self.do(ScoreAwarded(name, state.plan.name, number, average, state.plan.clause.cite, "sat out"))
        for seating in state.round(number).seatings.values():
            left = [side for side in seating.names if state.status(side).left is not None]
            if len(left) == 1 and not state.has_cancelled_scores(left[0]):
                clause = str(state.plan.clause.cite)
                for other in (name for name in seating.names if name != left[0]):
                    if state.match_line(other, number) is None:
                        self.do(ScoreAwarded(other, state.plan.name, number, 0, clause, "opponents withdrew"))

    def _before_play(self, state: StageState, number: int) -> None:
        for table, seating in list(state.round(number).seatings.items()):
            may = state.plan.forfeit is not None or state.plan.play.must_be_won
            if may and self.dice.random() < self.faults.forfeit:
                self.do(not_played(state, number, table, self.dice))
            if not state.plan.in_season and self.dice.random() < self.faults.substitute:
                stand_in = substitute(self.state, state, number, seating.ns, write_time(self.now))
                self.do(costing(stand_in, state, self.dice))
        if (entry := joins(self.state, state, self.dice, self.faults.substitute)) is not None:
            self.do(entry)
        start = self.state.conducted.start(state.plan.name, number)
        self._wait_until(start - LINE_UPS if start is not None else None)
        for act in line_ups(self.state, state, number, self.dice):
            self.do(act)


def _wants_house(stage: Stage) -> bool:
    return stage.play.wants_house
