"""The selection events of NSW stage by stage, for every entry their tables print."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from fractions import Fraction

import pytest

from clauses.answers.conduct_words import charged
from overtrick.core.by_entry import FormatGap
from overtrick.core.conduct.allowance import playing_time
from overtrick.core.conduct.clocks import ClockPurpose, deadline
from overtrick.core.conduct.consequences import OffenceWarning
from overtrick.core.conduct.penalties import slow_play
from overtrick.core.conduct.record import Reach, Same
from overtrick.core.errors import DirectorError
from overtrick.core.event.plan.stages import Entrants, Event, FieldsMade, Stage
from overtrick.core.event.plan.ways import RobinPlay, TwoFieldForm, TwoFieldPlay
from overtrick.core.laws.table_score import points
from overtrick.core.provenance import IMPS, Clause, Figure
from overtrick.core.ranking.carry_over import NoCarry, StandardCarry
from overtrick.core.ranking.carry_rules import Deviation
from overtrick.core.ranking.chain import Better, ChainRule, Scope, When
from overtrick.core.ranking.measures import Measure, OpponentCounting, WinBy
from overtrick.core.ranking.qualification import PassOverReason, qualify
from overtrick.core.scoring.boards import ButlerRule
from overtrick.core.scoring.cross_imps import CrossImpsRule, Divisor
from overtrick.core.scoring.datum import EvenMedian, MedianRule, datum, trim
from overtrick.core.scoring.match import credited_score
from overtrick.regulations.grammar.conduct import Conduct
from overtrick.regulations.grammar.ranking import RankingRules
from overtrick.regulations.plan.event_book import plan_for
from overtrick.regulations.read.documents import load

HERE = Clause("Law", "0")
AS_READ: Mapping[str, str] = {}


def event(
    name: str, pairs: int, *choices: str, contending: int | None = None, readings: Mapping[str, str] = AS_READ
) -> Event:
    return plan_for(f"nsw-its-2021/{name}")(Entrants(pairs, contending), frozenset(choices), readings)


def stage(name: str, pairs: int, of: str, **readings: str) -> Stage:
    found = event(name, pairs, readings={key.replace("_", "-"): way for key, way in readings.items()}).stage(of)
    assert found is not None
    return found


def at(stages: Iterable[tuple[str, int, str]]) -> pytest.MarkDecorator:
    """A test of each of these stages, which says in its name which event it is about."""
    each = [pytest.param(*row, id=f"nsw-its-2021/{row[0]}: {row[2]} of {row[1]}") for row in stages]
    return pytest.mark.parametrize(("name", "pairs", "of"), each)


def credit(here: Stage, net: int) -> object:
    return credited_score(Figure(net, IMPS, HERE), here.boards, here.scoring.match).value


# The Open: contending pairs, pairs in Stage II, matches a session, boards a match, tables in the Final.

OPEN = [
    (18, 18, 3, 9, 4), (35, 18, 3, 9, 4), (36, 24, 4, 7, 5), (51, 24, 4, 7, 5), (52, 30, 5, 5, 6), (160, 30, 5, 5, 6),
]  # fmt: skip
FINALS = {4: (7, 16, 32, 40), 5: (9, 12, 30, 36), 6: (11, 10, 25, 30)}
"""Tables of the Open Final: matches, boards, the most that is won and lost."""


@pytest.mark.parametrize(("pairs", "second", "matches", "boards", "tables"), OPEN)
@pytest.mark.clause("ITS21 OITS.size-table", "ITS21 OITS.final-4", "ITS21 OITS.final-5", "ITS21 OITS.final-6")
@pytest.mark.clause("ITS21 OITS.final-caps")
def test_the_open_by_its_entry(pairs: int, second: int, matches: int, boards: int, tables: int) -> None:
    first, semi, final = event("oits", pairs).stages
    assert len(first.sessions) == 3
    assert semi.source is not None
    assert (semi.source.stage, semi.source.each) == ("Stage I", second // 2)
    assert (semi.sessions, semi.boards) == ((matches,) * 3, boards)
    assert final.source is not None
    assert (final.source.stage, final.source.each) == ("Stage II", tables)
    most_won, most_lost = FINALS[tables][2:]
    assert (final.rounds, final.boards) == FINALS[tables][:2]
    assert final.sessions == (1,) * final.rounds  # each match is a session
    assert [credit(final, net) for net in (most_won, most_won + 1, -most_lost, -most_lost - 1)] == [
        most_won, most_won, -most_lost, -most_lost,
    ]  # fmt: skip
    for each, made in ((first, FieldsMade.SEEDED), (semi, FieldsMade.SEEDED)):
        assert (each.fields.names, each.fields.made) == (("NS", "EW"), made)
    assert isinstance(first.play, TwoFieldPlay)
    assert isinstance(semi.play, TwoFieldPlay)
    assert (first.play.form, semi.play.form, semi.play.sections) == (TwoFieldForm.ROTATING, TwoFieldForm.SECTIONS, 3)


@pytest.mark.clause("ITS21 OITS.size-table")
def test_the_open_counts_contending_pairs_alone() -> None:
    formats = load(RankingRules, "nsw-its-2021").formats["oits"]
    few = formats.find(17)
    assert isinstance(few, FormatGap)
    row = formats.suggested_row(few)
    assert row is not None
    assert row.number("stage_2_pairs") == 18
    semi = event("oits", 60, contending=51).stages[1]
    assert semi.source is not None
    assert semi.source.each == 12


# The Women's and the Seniors': pairs; matches; boards; matches on the days of play.

SINGLE = [
    ((7, 8), 7, 16, (0, 4, 3)), ((9, 10), 9, 16, (3, 3, 3)), ((11, 12), 11, 14, (4, 4, 3)),
    ((13, 14), 13, 13, (4, 5, 4)), ((15, 16), 15, 12, (5, 5, 5)), ((17, 18), 17, 10, (6, 6, 5)),
]  # fmt: skip
TWO_STAGES = [
    # pairs; matches and boards in Qualifying; qualifiers; matches and boards in the Final
    (19, 10, 6, 10, 9, 12), (20, 10, 6, 10, 9, 12), (21, 11, 5, 10, 9, 12), (22, 11, 5, 10, 9, 12),
    (23, 12, 5, 10, 9, 12), (24, 12, 5, 12, 11, 10), (25, 13, 4, 12, 11, 10), (26, 13, 4, 12, 11, 10),
    (27, 14, 4, 12, 11, 10), (28, 14, 4, 12, 11, 10), (29, 14, 4, 14, 13, 8), (34, 14, 4, 14, 13, 8),
]  # fmt: skip
CAPS = {16: (32, 40), 14: (30, 36), 13: (28, 34), 12: (26, 32), 10: (25, 30), 8: (24, 28)}
"""Boards of a match: the most that is won and lost."""


@pytest.mark.parametrize(("sizes", "matches", "boards", "days"), SINGLE)
@pytest.mark.parametrize("name", ["wits", "sits"], ids="nsw-its-2021/{}".format)
@pytest.mark.clause(
    "ITS21 WITS.format-table", "ITS21 SITS.format-table", "ITS21 WITS.final-caps", "ITS21 SITS.final-caps"
)
def test_eighteen_or_fewer_play_a_round_robin(
    name: str, sizes: tuple[int, int], matches: int, boards: int, days: tuple[int, ...]
) -> None:
    for pairs in sizes:
        [final] = event(name, pairs).stages
        assert (final.rounds, final.boards) == (matches, boards)
        assert final.sessions == tuple(day for day in days if day)
        won, lost = CAPS[boards]
        assert [credit(final, net) for net in (won, won + 1, -lost, -lost - 1)] == [won, won, -lost, -lost]
        butler = name == "sits" and pairs % 2 == 0  # SITS.scoring-parity
        assert isinstance(final.scoring.board, ButlerRule if butler else CrossImpsRule)
        assert final.bye is not None
        assert (final.bye.vps, final.bye.imps, final.bye.win) == (None, 0, False)


@pytest.mark.parametrize(("pairs", "matches", "boards", "qualifiers", "more", "longer"), TWO_STAGES)
@pytest.mark.parametrize("name", ["wits", "sits"], ids="nsw-its-2021/{}".format)
@pytest.mark.clause("ITS21 WITS.q-table", "ITS21 SITS.q-table", "ITS21 WITS.final-caps", "ITS21 SITS.final-caps")
def test_more_play_a_qualifying_and_a_final(
    name: str, pairs: int, matches: int, boards: int, qualifiers: int, more: int, longer: int
) -> None:
    qualifying, final = event(name, pairs).stages
    assert (qualifying.rounds, qualifying.boards, len(qualifying.sessions)) == (matches, boards, 2)
    assert final.source is not None
    assert (final.source.stage, final.source.each * 2) == ("Qualifying", qualifiers)
    assert (final.rounds, final.boards, len(final.sessions)) == (more, longer, 2)
    assert final.sessions == (-(-more // 2), more // 2)
    won, lost = CAPS[longer]
    assert [credit(final, net) for net in (won, won + 1, -lost, -lost - 1)] == [won, won, -lost, -lost]
    assert isinstance(final.scoring.board, CrossImpsRule)
    assert (qualifying.fields.names, qualifying.fields.made) == (("NS", "EW"), FieldsMade.SEEDED)
    assert isinstance(qualifying.play, TwoFieldPlay)
    assert (qualifying.play.form, str(qualifying.play.house)) == (
        TwoFieldForm.ROTATING, f"ITS21 {name.upper()}.q-house-pair",
    )  # fmt: skip


@pytest.mark.parametrize("name", ["wits", "sits"], ids="nsw-its-2021/{}".format)
@pytest.mark.clause("ITS21 WITS.format-table", "ITS21 WITS.q-table", "ITS21 SITS.format-table", "ITS21 SITS.q-table")
def test_entries_the_tables_do_not_have(name: str) -> None:
    formats = load(RankingRules, "nsw-its-2021").formats
    own = name.upper()
    for table, pairs, clause in (
        (name, 6, f"{own}.format-table"), (f"{name}-single", 6, f"{own}.format-table"),
        (f"{name}-two-stage", 35, f"{own}.q-table"),
    ):  # fmt: skip
        found = formats[table].find(pairs)
        assert isinstance(found, FormatGap)
        assert (found.clause.number, found.proposes) == (
            clause,
            "the last row" if pairs == 35 else "double round robin",
        )
    assert event(name, 48).stages[0].rounds == 14  # the last row goes on
    for pairs in (6, 49):
        with pytest.raises(DirectorError):
            event(name, pairs)


# The Youth: what the entry makes likely (I-63).

YOUTH = {
    4: (6, 9), 5: (5, 10), 6: (5, 10), 7: (7, 8), 8: (7, 8), 9: (9, 7), 10: (9, 7), 11: (11, 5), 12: (11, 5),
    13: (13, 4), 14: (13, 4),
}  # fmt: skip


@pytest.mark.parametrize("pairs", YOUTH)
@pytest.mark.clause("ITS21 YITS.sessions", "ITS21 YITS.vp-7plus", "ITS21 YITS.imps-6minus", "ITS21 YITS.datum-trim")
def test_the_youth_by_its_entry(pairs: int) -> None:
    [single] = event("yits", pairs).stages
    assert (single.rounds, single.boards, len(single.sessions)) == (*YOUTH[pairs], 2)
    assert single.bye is not None
    assert (single.bye.imps, single.bye.win) == (0, False)
    if single.boards >= 7:
        assert single.standings.unit.many == "VPs"
        assert single.bye.vps == 0
        worth = {9: "13.60", 8: "13.90", 7: "14.10"}  # ten IMPs in the tables that print these lengths
        assert single.boards == 10 or credit(single, 10) == Fraction(worth[single.boards])
    else:
        assert (single.standings.unit.many, single.bye.vps) == ("IMPs", None)
        won, lost = 6 * single.boards, 7 * single.boards
        assert [credit(single, net) for net in (won, won + 1, -lost, -lost - 1)] == [won, won, -lost, -lost]
    assert isinstance(single.scoring.board, ButlerRule)
    rule = single.scoring.board.datum
    assert [trim(points(*range(n)), rule).dropped for n in (4, 5, 14, 15)] == [0, 1, 1, 2]
    assert [datum(points(score), rule).value for score in (25, -25)] == [30, -30]


@pytest.mark.clause("ITS21 YITS.butler", "ITS21 YITS.imps-6minus")
def test_the_youth_may_meet_twice_and_trim_less() -> None:
    for pairs, rounds in ((5, 10), (6, 10)):
        [single] = event("yits", pairs, "double round robin").stages
        assert (single.rounds, single.boards, single.standings.unit.many) == (rounds, 5, "IMPs")
        assert single.bye is not None
        assert single.bye.vps is None
        assert isinstance(single.play, RobinPlay)
        assert single.play.times == 2
    [single] = event("yits", 8, readings={"I-65": "10% in all"}).stages
    assert isinstance(single.scoring.board, ButlerRule)
    assert [trim(points(*range(n)), single.scoring.board.datum).dropped for n in (9, 10, 29, 30)] == [0, 1, 1, 2]
    for pairs in (3, 15):
        with pytest.raises(DirectorError):
            event("yits", pairs)
    for pairs in (17, 161):
        with pytest.raises(DirectorError):
            event("oits", pairs)


# Scoring.

EVERY = [
    ("oits", 44, "Stage I"), ("oits", 44, "Stage II"), ("oits", 44, "Final"), ("wits", 24, "Qualifying"),
    ("wits", 24, "Final"), ("wits", 12, "Final"), ("sits", 24, "Qualifying"), ("sits", 24, "Final"),
    ("sits", 12, "Final"), ("sits", 11, "Final"), ("yits", 8, "Single stage"),
]  # fmt: skip
FINAL = [each for each in EVERY if each[2] == "Final"]


@at(EVERY)
@pytest.mark.clause("ITS21 SCORE.artificial", "ITS21 OITS.median", "ITS21 OITS.final-cross-imps")
def test_boards_and_awards(name: str, pairs: int, of: str) -> None:
    here = stage(name, pairs, of)
    award = here.scoring.match.artificial
    three = name == "oits" or of == "Final"
    assert (award.plus, award.average, award.minus) == ((3, 0, -3) if three else (2, 0, -2))
    board = here.scoring.board
    if of in {"Stage I", "Stage II", "Qualifying"}:
        assert isinstance(board, MedianRule)
        assert board.even is EvenMedian.MEAN
        ways = {
            "the lower of the two": EvenMedian.LOWER, "the higher of the two": EvenMedian.HIGHER,
            "mean of the two middle scores, rounded to 10": EvenMedian.MEAN_TO_TEN,
        }  # fmt: skip
        for way, even in ways.items():
            other = stage(name, pairs, of, I_23=way).scoring.board
            assert isinstance(other, MedianRule)
            assert other.even is even
        assert credit(here, 57) == 57
    elif isinstance(board, CrossImpsRule):
        assert board.divisor is Divisor.RESULTS
        if name != "sits":
            always = stage(name, pairs, of, I_37="always divide by the number of tables").scoring.board
            assert isinstance(always, CrossImpsRule)
            assert always.divisor is Divisor.TABLES


@pytest.mark.clause("ITS21 SITS.scoring-parity")
def test_the_scoring_of_the_seniors_read_otherwise() -> None:
    for way, pairs, board in (
        ("cross-IMPs always", 12, CrossImpsRule), ("cross-IMPs always", 11, CrossImpsRule),
        ("parity always", 24, ButlerRule),
    ):  # fmt: skip
        assert isinstance(stage("sits", pairs, "Final", I_59=way).scoring.board, board)


# Rankings.

PROGRESS = "total, opponents' totals if incomplete movement, boards with a plus, less boards with a minus, lot"
SECOND = "total, boards with a plus, less boards with a minus, lot"
QUALIFY = (
    "total, opponents' totals if incomplete movement, matches won, boards with a plus, less boards with a minus, lot"
)
LAST = "total, less carry-over, matches won, total without the worst matches, matches among the tied, lot"
RANKED = {
    ("oits", "Stage I"): PROGRESS, ("oits", "Stage II"): SECOND, ("oits", "Final"): LAST,
    ("wits", "Qualifying"): QUALIFY, ("wits", "Final"): LAST, ("sits", "Qualifying"): QUALIFY, ("sits", "Final"): LAST,
    ("yits", "Single stage"): "total, matches won, total without the worst matches, matches among the tied, lot",
}  # fmt: skip


def told(chain: ChainRule[Measure]) -> str:
    steps = [
        f"{'less ' if step.better is Better.LESS else ''}{step.by.value}"
        f"{f' if {step.when.value}' if step.when is not When.ALWAYS else ''}"
        for step in chain.steps
    ]
    return ", ".join([*steps, chain.ends.value])


@at(EVERY)
@pytest.mark.clause("ITS21 OITS.ties-stages", "ITS21 WITS.q-ties", "ITS21 SITS.q-ties", "ITS21 OITS.final-ties")
def test_the_order_of_ties(name: str, pairs: int, of: str) -> None:
    rule = stage(name, pairs, of).standings
    assert rule.unit.many == ("VPs" if name == "yits" else "IMPs")
    assert told(rule.prize) == RANKED[name, of]
    if of in {"Final", "Single stage"}:
        first_tie = stage(name, pairs, of, I_44="the pairs of the original tie").standings.prize
        assert told(first_tie) == RANKED[name, of]
        assert [each.steps[-1].scope for each in (rule.prize, first_tie)] == [Scope.STILL_LEVEL, Scope.FIRST_TIE]
    if name == "oits" and of != "Final":
        assert rule.wins is None
    else:
        assert rule.wins is not None
        assert (rule.wins.by, rule.wins.drawn) == (WinBy.SCORE, Fraction(1, 2))
    if of in {"Stage I", "Qualifying"}:
        assert rule.opponents is not None
        assert (rule.opponents.counted, rule.opponents.penalties) == (OpponentCounting.OPPONENT, True)


@at(FINAL)
@pytest.mark.clause("ITS21 OITS.final-ties")
def test_a_tie_for_third_is_broken_in_a_final(name: str, pairs: int, of: str) -> None:
    rule = stage(name, pairs, of).significant
    assert rule is not None
    assert rule.cuts == (3,)


@pytest.mark.clause("ITS21 OITS.carry-1-2", "ITS21 OITS.carry-forward-final", "ITS21 WITS.carry-forward")
@pytest.mark.clause("ITS21 SITS.carry-forward")
def test_carry_forwards() -> None:
    assert isinstance(stage("oits", 44, "Stage II").carry, NoCarry)
    for name, pairs, weights, all_pairs in (
        ("oits", 44, (1, 3), "I_32"), ("wits", 24, (1,), "I_56"), ("sits", 24, (1,), "I_56"),
    ):  # fmt: skip
        rule = stage(name, pairs, "Final").carry
        assert isinstance(rule, StandardCarry)
        assert (rule.weights, rule.most, rule.places, rule.unit.many) == (weights, 24, 1, "IMPs")
        assert (rule.deviation, rule.of_all) == (Deviation.POPULATION, False)
        sample = stage(name, pairs, "Final", I_29="sample (divide by N - 1)").carry
        every = stage(name, pairs, "Final", **{all_pairs: "all pairs"}).carry
        assert isinstance(sample, StandardCarry)
        assert isinstance(every, StandardCarry)
        assert (sample.deviation, every.of_all) == (Deviation.SAMPLE, True)
    for name in ("wits", "sits"):
        assert stage(name, 12, "Final").carry is None


@pytest.mark.parametrize(
    ("name", "pairs", "of", "passed"),
    [
        ("oits", 44, "Stage II", [PassOverReason.NOT_CONTENDING, PassOverReason.WITHDRAWN]),
        ("oits", 44, "Final", [PassOverReason.WITHDRAWN, PassOverReason.NOT_AVAILABLE]),
        ("wits", 24, "Final", [PassOverReason.NOT_CONTENDING]),
        ("sits", 24, "Final", [PassOverReason.NOT_CONTENDING]),
    ],
)
@pytest.mark.clause("ITS21 OITS.qualify-stage2", "ITS21 OITS.withdraw-replacement")
def test_who_is_passed_over_on_the_way(name: str, pairs: int, of: str, passed: list[PassOverReason]) -> None:
    rule = stage(name, pairs, of).qualify
    assert rule is not None
    assert [why for why, _ in rule.passed_over] == passed
    assert rule.places is None


@pytest.mark.clause("ITS21 TEAM.top-three", "ITS21 REPL.team-member")
@pytest.mark.clause("ITS21 YITS.replacement-top-half")
def test_the_team_of_an_event() -> None:
    for name, pairs in (("oits", 44), ("wits", 24), ("sits", 24)):
        rule = event(name, pairs).honours.team
        assert rule is not None
        out = dict(
            zip(
                "ABDE",
                (
                    PassOverReason.WITHDRAWN,
                    PassOverReason.NOT_AVAILABLE,
                    PassOverReason.NOT_CONTENDING,
                    PassOverReason.BARRED,
                ),
                strict=True,
            )
        )
        assert qualify("ABCDEFGH", rule, out).names == ("C", "F", "G")
        assert (rule.vacancy, rule.top) == ("Council to act", None)
    youth = event("yits", 8).honours.team
    assert youth is not None
    out = dict(zip("ABC", (PassOverReason.WITHDRAWN, PassOverReason.NOT_AVAILABLE, PassOverReason.BARRED), strict=True))
    assert qualify("ABCDEFGH", youth, out).names == ("D",)  # the top half of eight
    assert youth.vacancy == "Chairman may select eligible youth players"
    assert (youth.places, youth.top) == (3, Fraction(1, 2))


# Conduct.


@at(EVERY)
@pytest.mark.clause("ITS21 TIME.limit", "ITS21 TIME.penalty-scale", "ITS21 TIME.extra-unplayed")
def test_slow_play_in_the_finals(name: str, pairs: int, of: str) -> None:
    here = stage(name, pairs, of)
    scale, allowed = here.rules.tariffs.slow_play, here.rules.times.allowance
    if of != "Final":
        assert (scale, allowed) == (None, None)
        return
    assert allowed is not None
    assert playing_time(here.boards, allowed).value == 7 * here.boards
    assert scale is not None
    fines = [sum(map(charged, slow_play(1, scale, IMPS, earlier=past))) for past in range(5)]
    assert fines == [0, 3, 6, 9, 9]
    assert isinstance(slow_play(0, scale, IMPS, earlier=0)[0], OffenceWarning)
    three = [sum(map(charged, slow_play(3, scale, IMPS, earlier=past))) for past in (0, 1)]
    assert three == [6, 9]  # two IMPs a board more, if there is more than one
    beyond = stage(name, pairs, of, I_16="each board beyond the first").rules.tariffs.slow_play
    beside = stage(name, pairs, of, I_16="not beside a mere warning").rules.tariffs.slow_play
    assert beyond is not None
    assert beside is not None
    for scale_, expected in ((beyond, [4, 7, 10, 13, 13]), (beside, [0, 9, 12, 15, 15])):
        assert [sum(map(charged, slow_play(3, scale_, IMPS, earlier=past))) for past in range(5)] == expected
        assert [sum(map(charged, slow_play(1, scale_, IMPS, earlier=past))) for past in range(5)] == [0, 3, 6, 9, 9]
    count = here.rules.tariffs.count
    assert count is not None
    assert (count.same, count.reach) == (Same.KIND, Reach.STAGE)


@at(EVERY)
@pytest.mark.clause("ITS21 OITS.correction-stages", "ITS21 OITS.correction-final", "ITS21 WITS.correction-q")
@pytest.mark.clause("ITS21 WITS.correction-final", "ITS21 SITS.correction-q", "ITS21 SITS.correction-final")
def test_how_long_scores_are_corrected(name: str, pairs: int, of: str) -> None:
    times = stage(name, pairs, of).rules.times
    clocks = times.clocks_for(ClockPurpose.CORRECTIONS)
    assert len(times.clocks) == len(clocks)
    if name == "yits":  # nothing is said
        assert clocks == ()
        return
    [clock] = clocks
    ended = datetime.fromisoformat("2021-02-24 22:30")  # a Wednesday
    if of in {"Stage I", "Stage II"}:
        assert deadline(clock, {"end of the session": ended}).at == datetime.fromisoformat("2021-03-02 12:00")
        return
    whole = "end of the match" if of == "Final" else "end of the session"
    assert deadline(clock, {whole: ended}).at == datetime.fromisoformat("2021-02-24 23:00")
    if name == "oits":
        way = stage(name, pairs, of, I_45="the venue's session of several matches").rules.times
        [by_day] = way.clocks_for(ClockPurpose.CORRECTIONS)
        assert deadline(by_day, {"end of the day": ended}).at == datetime.fromisoformat("2021-02-24 23:00")


@pytest.mark.clause("ITS21 OITS.final-match-is-session", "ITS21 WITS.final-match-is-session")
@pytest.mark.clause("ITS21 SITS.final-match-is-session")
def test_each_match_of_a_final_is_a_session() -> None:
    sessions = load(Conduct, "nsw-its-2021").sessions
    assert {name: rule.each.value for name, rule in sessions.items()} == dict.fromkeys(
        ("OITS Final", "WITS Final", "SITS Final"), "match"
    )
