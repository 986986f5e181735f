"""Sessions out and in again: what a format can say comes back through our own reader, whatever was played by whom."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.core.exact import plain
from overtrick.core.model.cards import RANKS, Card, Deal
from overtrick.core.model.results import (
    Artificial,
    Average,
    Award,
    AwardedImps,
    AwardedPercent,
    NotPlayed,
    PassedOut,
    PlayedContract,
    PointsResult,
    Result,
    Split,
    WeightedScore,
)
from overtrick.formats.pbn_results import pbn_results
from overtrick.formats.recognition import read_session
from overtrick.formats.session import Contestant, EventKind, Method, Person, Session, SessionLine
from overtrick.formats.session_tables import csv_file
from overtrick.formats.usebio import flat_usebio, nested_usebio
from overtrick.formats.xml_writing import printable
from sessions_made import NASTY
from strategies import played, singles, weighted

PAIRS_BY = (Method.MATCHPOINTS, Method.BUTLER, Method.CROSS_IMPS)
names = st.text(st.sampled_from(f"{NASTY}Жωא한ñ"), min_size=1, max_size=12).filter(
    lambda text: printable(text) not in ("", "-", "?", "#")
)
hundredths = st.integers(-5_000, 5_000).map(lambda value: plain(Fraction(value, 100)))
above_zero = st.integers(1, 5_000).map(lambda value: plain(Fraction(value, 100)))
percents = st.integers(0, 99).map(AwardedPercent)
imps = st.integers(-12, 12).map(AwardedImps)
suits = [".".join("" if place != suit else RANKS for place in range(4)) for suit in range(4)]
deals = st.permutations(suits).map(lambda hands: Deal.read(f"N:{' '.join(hands)}"))
leads = st.one_of(st.just(""), st.builds(lambda suit, rank: f"{suit}{rank}", *map(st.sampled_from, ("SHDC", RANKS))))


def results(method: Method) -> st.SearchStrategy[Result]:
    """What may stand on a line: mostly contracts, and everything else that a director can give."""
    awards = st.one_of(st.sampled_from(Average), percents if method is Method.MATCHPOINTS else imps)
    return st.one_of(
        played, played, st.just(PassedOut()), st.builds(Artificial, awards, awards),
        st.integers(-110, 110).map(lambda tens: PointsResult(10 * tens)), st.just(NotPlayed()),
        weighted(), st.builds(Split, singles, weighted()),
    )  # fmt: skip


@st.composite
def sessions(draw: st.DrawFn) -> Session:
    """Pairs of one field or two, who play two boards against each of some opponents."""
    method, winners, half = draw(st.sampled_from(PAIRS_BY)), draw(st.integers(1, 2)), draw(st.integers(2, 3))
    numbers = [f"{place}NS" for place in range(1, half + 1)] + [f"{place}EW" for place in range(1, half + 1)]
    if winners == 1:
        numbers = [str(place) for place in range(1, 2 * half + 1)]
    lines: list[SessionLine] = []
    for number in range(1, draw(st.integers(1, half)) + 1):
        for table in range(half):
            ns, ew = numbers[table], numbers[half + (table + number) % half]
            empty = [SessionLine(2 * number - own, ns, ew, None, round=number, table=table + 1) for own in (1, 0)]
            lines += [draw(_line(method, each)) for each in empty]
    boards = sorted({line.board for line in lines if not isinstance(line.result, NotPlayed)})
    keys = [(0, board) for board in boards if draw(st.booleans())]
    return Session(
        draw(names), EventKind.PAIRS, method,
        tuple(draw(_pair(number, number[-2:] if winners == 2 else "")) for number in numbers), tuple(lines),
        winners=winners, day=draw(st.dates(date(1990, 1, 1), date(2089, 12, 31))), club=draw(names), venue=draw(names),
        club_number="4680", program="Overtrick 1",
        datums={key: draw(hundredths) for key in keys} if method is Method.BUTLER else {},
        deals={key: draw(deals) for key in keys},
    )  # fmt: skip


@st.composite
def _line(draw: st.DrawFn, method: Method, line: SessionLine) -> SessionLine:
    result = draw(results(method))
    score = 0 if isinstance(result, PassedOut) else None
    if isinstance(result, PlayedContract):
        score = draw(st.integers(-7_600, 7_600))
    elif isinstance(result, PointsResult):
        score = result.ns
    lead = draw(leads) if isinstance(result, PlayedContract) else ""
    return replace(line, result=result, score=score, lead=lead, ns_points=draw(hundredths), ew_points=draw(hundredths))


@st.composite
def _pair(draw: st.DrawFn, number: str, direction: str) -> Contestant:
    people = tuple(Person(draw(names), draw(st.sampled_from(("", "123", "0045678")))) for _ in range(2))
    return Contestant(
        number, people, direction=direction, place=draw(st.integers(1, 6)), total=draw(hundredths),
        percent=draw(st.one_of(st.none(), above_zero)), boards=draw(st.integers(0, 40)),
        penalty=draw(st.one_of(st.none(), above_zero)), masterpoints=draw(st.one_of(st.none(), above_zero)),
    )  # fmt: skip


def in_file(
    session: Session, line: Callable[[SessionLine], SessionLine], keep: Callable[[Contestant], Contestant]
) -> Session:
    """What any file can say: text in one line, and the boards that were played, in their order."""
    there = [each for each in session.lines if not isinstance(each.result, NotPlayed)]
    return replace(
        session, title=printable(session.title), club=printable(session.club), venue=printable(session.venue),
        lines=tuple(line(each) for each in sorted(there, key=session.key)),
        contestants=tuple(map(keep, session.contestants)),
    )  # fmt: skip


def without_places(session: Session) -> Session:
    """A session as it was read, but for where in the file its lines stood; leads as the cards that they are."""
    lines = (replace(line, where="", lead=_card(line.lead)) for line in session.lines)
    return replace(session, lines=tuple(lines), deals=dict(session.deals), datums=dict(session.datums))


def _card(lead: str) -> str:
    return str(Card.parse(lead)) if lead else ""


def _share(award: Award) -> Award:
    """USEBIO's two digits: a share, and of IMPs the nearest of 3 up, nothing and 3 down (Law 12C2)."""
    match award:
        case AwardedPercent():
            return award
        case AwardedImps(given):
            return AwardedPercent(60 if given >= 2 else 40 if given <= -2 else 50)
        case Average():
            return AwardedPercent({Average.PLUS: 60, Average.EVEN: 50, Average.MINUS: 40}[award])


def usebio_says(session: Session, section: str) -> Session:
    def line(each: SessionLine) -> SessionLine:
        result = each.result
        if isinstance(result, Artificial):
            result = Artificial(_share(result.ns), _share(result.ew))
        return replace(each, result=result, round=None, table=None, section=section, lead=_card(each.lead))

    def pair(each: Contestant) -> Contestant:
        people = tuple(replace(person, name=printable(person.name)) for person in each.people)
        return replace(each, people=people, section=section)

    return in_file(session, line, pair)


def approximate(told: Session, meant: Session) -> Session:
    """Weighted and split scores are in USEBIO an adjustment, of which the points are the truth."""
    assert len(told.lines) == len(meant.lines)
    lines = []
    for one, other in zip(told.lines, meant.lines, strict=True):
        irregular = isinstance(other.result, WeightedScore | Split)
        assert not irregular or isinstance(one.result, Artificial)
        lines.append(replace(one, result=other.result) if irregular else one)
    return replace(told, lines=tuple(lines))


@pytest.mark.parametrize(("write", "section"), [(flat_usebio, ""), (nested_usebio, "A")])
@settings(max_examples=20, deadline=None)
@given(session=sessions())
def test_usebio_comes_back(write: Callable[[Session], bytes], section: str, session: Session) -> None:
    said = usebio_says(session, section)
    if write is flat_usebio and len({line.board for line in said.lines}) < 2:
        return  # refused, as test_usebio_out has it
    told = without_places(read_session(write(session), "x.xml"))
    assert approximate(told, said) == said


@settings(max_examples=20, deadline=None)
@given(sessions())
def test_pbn_comes_back_with_weighted_scores(session: Session) -> None:
    def line(each: SessionLine) -> SessionLine:
        return replace(each, lead=_card(each.lead))

    def pair(each: Contestant) -> Contestant:
        people = (Person(printable(person.name).replace(";", ",")) for person in each.people)
        return replace(each, people=tuple(people), masterpoints=None)

    said = replace(in_file(session, line, pair), club_number="", program="")
    if said.lines:
        assert without_places(read_session(pbn_results(session), "x.pbn")) == said


@pytest.mark.parametrize("table", ["results", "travellers"])
@settings(max_examples=20, deadline=None)
@given(session=sessions())
def test_tables_of_results_come_back(table: str, session: Session) -> None:
    read = read_session(csv_file(session, table), "x.csv")
    several = len({line.round for line in session.lines}) > 1
    said = [
        (line.board, line.ns, line.ew, line.result, line.lead, *((line.round, line.table) if several else (None, None)))
        for line in session.lines
    ]
    told = [(line.board, line.ns, line.ew, line.result, line.lead, line.round, line.table) for line in read.lines]
    assert sorted(told, key=lambda each: each[:3]) == sorted(said, key=lambda each: each[:3])
