"""Books in which everything goes wrong at random, and what must hold of them: nothing drops out in silence."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import (
    HOW_UNPLAYED,
    NEITHER,
    Act,
    BoardFouled,
    BoardPutOff,
    DrawPublished,
    EntryTaken,
    EventOpened,
    LatePairSeated,
    MatchForfeited,
    PenaltyGiven,
    Posting,
    ResultPosted,
    RoundClosed,
    RulingGiven,
    ScoreAwarded,
    ScoresShown,
    SidesSwitched,
    StageClosed,
    StageStarted,
    Withdrawn,
)
from overtrick.core.event.plan.stages import Entrants
from overtrick.core.event.play.accounts import Account, Ending, accounts_of, open_accounts
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.score.rounds import rooms_of
from overtrick.core.model.contestants import Player
from overtrick.core.model.notation import read_result
from overtrick.core.model.results import Artificial, Split
from overtrick.core.ranking.measures import ScoreOrigin
from overtrick.director.decide import decide
from overtrick.director.late_pairs import late_pair
from overtrick.director.trial import try_postings
from overtrick.lab.fault_rates import HUMAN_FAULTS
from overtrick.lab.rehearsal import Rehearsal
from overtrick.lab.timetable import write_time
from overtrick.regulations.plan.event_book import event_files, plan_for
from overtrick.views.readers import DESK
from overtrick.views.running import counts_by_session
from overtrick.views.scorecards import CardStage, scorecard_page
from overtrick.views.standings import standings_page
from overtrick.views.whys import Number

RULINGS = (
    "AV+ AV+", "AV+ AV-", "AV AV", "AV- AV-", "60% 40%", "NP", "NP: no time",
    "60% 4S N =, 40% 4S N -1", "1/3 4S N =, 2/3 PASS", "NS 3NT N -1 | EW 3NT N =", "NS AV+ | EW 4S N =",
)  # fmt: skip
"""What a director may rule: artificial, cancelled, weighted and split."""


@dataclass(slots=True)
class Books:
    """What came of all the books: how many were played, ended, and stopped by a refusal, and by how many acts."""

    played: int = 0
    rounds: int = 0
    accounts: Counter[Ending] = field(default_factory=Counter)
    posted: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    stopped: Counter[str] = field(default_factory=Counter)
    held_open: int = 0
    totals: int = 0


EXACTLY, A_HUNDREDTH = Fraction(0), Fraction(2, 100)


class Stopped(Exception):
    """The book cannot go on: an act that it needs was refused."""


@dataclass(slots=True)
class Troubled(Rehearsal):
    """A rehearsal in which much more goes wrong than ever does in a hall, with the acts of *books* counted."""

    books: Books = field(default_factory=Books)
    left_out: set[tuple[str, int, int]] = field(default_factory=set)

    def do(self, act: Act) -> None:
        """Post an act; around draws, results and closes something else may happen."""
        match act:
            case RoundClosed():
                self._close(act)
            case ResultPosted(stage, number, table):
                if (stage, number, table) not in self.left_out or self._chance(0.5):
                    self._soft(act)
            case DrawPublished():
                self._hard(act)
                self._after_draw(self.state.stage(act.stage), act.round)
            case StageStarted():
                self._hard(act)
                self._before_first(self.state.stage(act.stage))
            case StageClosed():
                self._play_what_is_owed(self.state.stage(act.stage))
                self._hard(act)
            case EventOpened():
                self._hard(act)
            case ScoresShown():
                self._after_play(self.state.stage(act.stage), act.round)
                self._soft(act)
            case _:
                self._soft(act)

    def _hard(self, act: Act) -> None:
        """An act without which the book cannot go on."""
        try:
            self._try(act)
        except DirectorError as refusal:
            self.books.stopped[f"{act.called}: {_pattern(refusal)}"] += 1
            raise Stopped from refusal

    def _try(self, act: Act) -> None:
        """Post an act as the desk does: tried on a copy first, where it changes who plays."""
        if isinstance(act, Withdrawn | LatePairSeated | StageStarted | StageClosed):
            try_postings(self.state, self._postings(act))
        Rehearsal.do(self, act)

    def _postings(self, act: Act) -> list[Posting]:
        at = write_time(self.now)
        decided = decide(self.state, act, at)
        return [
            Posting(self.state.last + place, each, "rehearsal", at, f"try {place}")
            for place, each in enumerate(decided.acts, start=1)
        ]

    def _soft(self, act: Act) -> bool:
        """An act that may be refused."""
        try:
            self._try(act)
        except DirectorError as refusal:
            check_remedy(refusal)
            self.books.refused[act.called] += 1
            return False
        self.books.posted[act.called] += 1
        return True

    def _chance(self, chance: float) -> bool:
        return self.dice.random() < chance

    def _before_first(self, state: StageState) -> None:
        if self._chance(0.15):
            self._withdraw(state, 0)

    def _withdraw(self, state: StageState, after: int) -> None:
        names = [name for name in state.playing if name != "house"]
        if len(names) < 3:
            return
        gone, wiped = self.dice.choice(names), self._chance(0.5)
        for expunged in (wiped, not wiped):  # where a rule decides, only one of the two is allowed
            if self._soft(Withdrawn(gone, state.plan.name, after, expunged, "went home")):
                return

    def _after_draw(self, state: StageState, number: int) -> None:
        if number not in state.rounds:
            return
        if self._chance(0.15):
            self._withdraw(state, number - 1)
        if self._chance(0.1):
            self._arrive(state, number)
        for seating in state.round(number).draw.seatings:
            if self._chance(0.08):
                how = self.dice.choice(HOW_UNPLAYED)
                who = "" if how == NEITHER else self.dice.choice(seating.names)
                self._soft(MatchForfeited(state.plan.name, number, seating.table, who, "did not play", how))
            elif self._chance(0.08):
                self.left_out.add((state.plan.name, number, seating.table))

    def _arrive(self, state: StageState, number: int) -> None:
        name = str(len(self.state.entries) + 1)
        size = len(next(iter(self.state.entries.values())).players)
        players = tuple(Player(f"Latecomer {name}{letter}") for letter in "ABCDEF"[:size])
        try:
            seated = late_pair(self.state, state.plan.name, name, number, "missed the train")
        except DirectorError:
            self.books.refused["late pair seated"] += 1
            return
        if self._soft(EntryTaken(name, players=players)):
            self.strength[name] = 0.0
            self._soft(seated)

    def _after_play(self, state: StageState, number: int) -> None:
        """Fouls with a small and a large version, rulings of every kind, penalties, and some who leave."""
        drawn, stage = state.round(number), state.plan.name
        places = sorted(drawn.results)
        for table, room, board in self.dice.sample(places, min(len(places), self.dice.choice((0, 1, 3)))):
            result = read_result(self.dice.choice(RULINGS))
            self._soft(RulingGiven(stage, number, table, board, result, "Law 12C", "as ruled", room))
        if places and self._chance(0.3):
            self._foul(state, number, self.dice.choice(places)[2])
        if places and self._chance(0.1):
            table, _, board = self.dice.choice(places)
            self._soft(SidesSwitched(stage, number, table, "sat the other way", (board,)))
        if self._chance(0.2):
            name = self.dice.choice(state.contestants)
            self._soft(
                PenaltyGiven(name, "slow play", stage, number, Fraction(1, 2), state.unit.many, "Law 90", "twice")
            )
        if self._chance(0.12):
            self._withdraw(state, number)

    def _foul(self, state: StageState, number: int, board: int) -> None:
        tables = sorted({table for table, _, played in state.round(number).results if played == board})
        if len(tables) < 2:
            return
        self.dice.shuffle(tables)
        few = self.dice.choice((1, 1, 2, len(tables) // 2)) or 1
        parts = (tables[:few], tables[few:])
        forms = tuple(tuple(sorted(part)) for part in parts if part)
        self._soft(BoardFouled(state.plan.name, number, board, forms, "a card changed hands"))

    def _close(self, act: RoundClosed) -> None:
        """Close a round: as long as something is open that is refused with a remedy, and then it is settled."""
        state = self.state.stage(act.stage)
        for _ in range(60):
            waiting = open_accounts(state, act.round)
            try:
                decide(self.state, act, write_time(self.now))
            except DirectorError as refusal:
                self.books.held_open += 1
                check_remedy(refusal)
                if not self._settle(state, act.round, waiting):
                    self.books.stopped[f"close: {_pattern(refusal)}"] += 1
                    raise Stopped from refusal
                continue
            assert not waiting, f"{act} is allowed while this is open: {waiting[:3]}"
            Rehearsal.do(self, act)
            self.books.rounds += 1
            assert_accounted(self, state, act.round)
            return
        raise AssertionError(f"{act} cannot be settled")

    def _settle(self, state: StageState, number: int, waiting: tuple[Account, ...]) -> bool:
        """Do something of what the refusal asks for; whether anything was done."""
        drawn, stage = state.round(number), state.plan.name
        done = False
        at = {table for table, seating in drawn.seatings.items() if set(seating.names) & set(state.withdrawn)}
        missing = [each for each in state.missing(number) if each not in drawn.owed and each[0] not in at]
        missing_before = [(number - 1, each) for each in state.missing_triangle_results(number)]
        for of, (table, room, board) in [*((number, each) for each in missing), *missing_before]:
            done |= self._fill(stage, of, (table, room, board))
        return done or self._award(state, number, waiting) or self._rule(state, number, waiting)

    def _award(self, state: StageState, number: int, waiting: tuple[Account, ...]) -> bool:
        """A score for everybody whose match has none."""
        clause = str(state.plan.clause.cite)
        names = dict.fromkeys(each.contestant for each in waiting if not each.board)
        awards = [
            ScoreAwarded(name, state.plan.name, number, self.dice.choice((0, 7, 10, 12)), clause, "as decided")
            for name in names
        ]
        return sum(self._soft(each) for each in awards) > 0

    def _rule(self, state: StageState, number: int, waiting: tuple[Account, ...]) -> bool:
        """Average plus for boards that cannot be compared, or have no score."""
        stage, rulings = state.plan.name, []
        boards = {board for seating in state.round(number).seatings.values() for board in seating.boards}
        for board in sorted(boards) if not state.plan.scoring.in_rooms else ():
            for few in state.board_field(state.scope(number), board).too_few:
                rulings += [(of, table, board, "") for of, table in few.tables if few.awarded is None]
        rulings += [
            (number, each.table, each.board, room) for each in waiting if each.board for room in rooms_of(state.plan)
        ]
        plus = read_result("AV+ AV+")
        acts = [
            RulingGiven(stage, of, table, board, plus, "Law 87", "no comparison", room)
            for of, table, board, room in rulings
        ]
        return sum(self._soft(each) for each in acts) > 0

    def _fill(self, stage: str, number: int, at: tuple[int, str, int]) -> bool:
        """One of the remedies for a result that is missing."""
        table, room, board = at
        chance = self.dice.random()
        if chance < 0.15 and self._soft(BoardPutOff(stage, number, table, board, "no time", room)):
            return True
        if chance < 0.5:
            ruled = read_result(self.dice.choice(RULINGS))
            if self._soft(RulingGiven(stage, number, table, board, ruled, "Law 12C", "not finished", room)):
                return True
        return self._soft(ResultPosted(stage, number, table, board, read_result("1NT N ="), room))

    def _play_what_is_owed(self, state: StageState) -> None:
        """Boards to be played later are played before the stage closes."""
        for number, drawn in state.rounds.items():
            for table, room, board in list(drawn.owed):
                self._soft(ResultPosted(state.plan.name, number, table, board, read_result("1NT N +1"), room))


def check_remedy(refusal: DirectorError) -> None:
    """A refusal says what to do."""
    assert refusal.remedy, f"refused without a remedy: {refusal}"


def _pattern(refusal: DirectorError) -> str:
    """What a refusal says, whoever it is about."""
    return "".join("#" if each.isdigit() else each for each in str(refusal.what))[:110]


def assert_accounted(book: Troubled, state: StageState, number: int) -> None:
    """Everybody in a closed round has one account of it and one of each of its boards, each with its clause."""
    drawn = state.round(number)
    found = accounts_of(state, number)
    counted = Counter((each.contestant, each.table, each.board) for each in found)
    assert set(counted.values()) <= {1}, [key for key, times in counted.items() if times > 1]
    there = {name for seating in drawn.seatings.values() for name in seating.names} | set(drawn.draw.sits_out)
    there |= {name for share in drawn.shares for name in share.teams}
    there |= {name for trio in drawn.draw.trios for name in trio.teams}
    assert there <= {each.contestant for each in found if not each.board}
    assert open_accounts(state, number) == ()
    for each in found:
        assert (each.clause is None) == (each.outcome is Ending.OPEN), each
        book.books.accounts[each.outcome] += 1


def assert_adds_up(book: Troubled, state: StageState) -> None:
    """Every total of the standings is the sum of what the scorecard shows: carried, won in each round, fined."""
    if state.tallied:
        return  # nothing is played: it adds up places of other stages
    for table in standings_page(book.state, state, DESK).tables:
        for row in table.rows:
            total = Fraction(row.total.value or 0)
            parts, rounded = parts_of(book, state, row.who.number)
            assert abs(total - parts) <= rounded, f"{state.plan.name}, {row.who.number}: {total} is not {parts}"
            book.books.totals += 1


def parts_of(book: Troubled, state: StageState, name: str) -> tuple[Fraction, Fraction]:
    """What a contestant's scorecard adds up to, and how far rounded parts may be from it.

    It is what the contestant carried, its rounds or their mean, what rules add, and its penalties.
    """
    page = scorecard_page(book.state, name, DESK)
    card = next(each for each in page.stages if each.stage == state.plan.name)
    carried = _values([card.carried])
    if state.plan.in_season:
        return sum((*carried, *_values([cell.counts for cell in card.season])), Fraction()), EXACTLY
    adds = [Fraction(each.value) for each in state.record(name).extras]
    fined = _values([number for _, number in card.penalties])
    if counts_by_session(state):
        sessions, awards = _sessions(state, card)
        return sum((*carried, _mean(sessions), *adds, *fined), Fraction()), A_HUNDREDTH + awards
    rounds = _values([match.score for match in card.matches])
    if state.plan.standings.mean:
        rounds = [_mean(rounds)]
    return sum((*carried, *rounds, *adds, *fined), Fraction()), EXACTLY


def _mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction()) / len(values) if values else Fraction()


def _sessions(state: StageState, card: CardStage) -> tuple[list[Fraction], Fraction]:
    """What each session comes to in per cent: the mean of its boards, with what sitting out or an award counts for.

    And how far the total may be from that: average plus and minus are more or less where a pair's own average is, and
    several of them less than so many times one.
    """
    shares: defaultdict[int, list[Fraction]] = defaultdict(list)
    awards = 0
    for match in card.matches:
        session, out = state.session_of(match.round), state.plan.play.sits_out_for
        if match.kind == str(ScoreOrigin.GIVEN) and (match.score.value != "0" or str(match.says) == "forfeit"):
            shares[session] += _values([match.score]) * state.plan.boards_in(match.round)
            continue
        for each in match.boards:
            if each.own is not None and each.own.brought.value is not None:
                shares[session].append(Fraction(each.own.brought.value))
                awards += isinstance(each.results[0][0], Artificial | Split)
        if match.table is None and out is not None:
            shares[session] += [Fraction(out)] * state.plan.boards
    boards = sum(map(len, shares.values()))
    return [_mean(each) for each in shares.values()], Fraction(40 * awards) / boards if boards else Fraction(0)


def _values(shown: Sequence[Number]) -> list[Fraction]:
    return [Fraction(number.value) for number in shown if number.value is not None]


def small_entries(event: str) -> Iterator[int]:
    """The smallest fields that an event can be played with."""
    least = event_files()[event].event.entries.least
    for entries in range(least, least + 9):
        try:
            plan_for(event)(Entrants(entries), frozenset(), {})
        except DirectorError:  # not every number between the least and the most can be played
            continue
        yield entries


def play_many(event: str) -> Books:
    """Twenty books of an event in which things go wrong at random, each checked."""
    books = Books()
    for seed in range(1, 21):
        play(event, seed, books)
    assert books.played == 20
    return books


def play(event: str, seed: int, books: Books) -> Troubled:
    """Play a book of an event in which things go wrong at random, and check what must hold of it."""
    book = Troubled(plan_for(event), event, Random(f"{event} {seed}"), HUMAN_FAULTS, books=books)
    fields = list(small_entries(event))[:4]
    entries = fields[seed % len(fields)]
    books.played += 1
    try:
        book.play(entries)
    except Stopped:
        pass
    except DirectorError as refusal:  # the next draw, or the plan of the next session, is refused
        check_remedy(refusal)
        books.stopped[_pattern(refusal)] += 1
    for state in book.state.stages.values():
        assert_adds_up(book, state)
    return book
