"""A session scored elsewhere compared with the event made from it: their number, ours, and why they differ.

A difference that another scoring method of the rulebook explains is named by it. Other explanations are the board's own
number of results as its top (unequal fields), an award that is not what its name says, and a total that does not follow
from the file's own lines.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from functools import partial

from overtrick.core.errors import DirectorError
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import Exact, Halves, exact_text, plain, short_text, to_places, with_minus
from overtrick.core.laws.matchpoints import top
from overtrick.core.laws.table_score import Credit, TableScore, table_score
from overtrick.core.model.boards import Board
from overtrick.core.model.results import Artificial, AwardedPercent, NotPlayed
from overtrick.core.provenance import Figure
from overtrick.core.scoring.boards import score_board
from overtrick.core.scoring.rounds import Scoring
from overtrick.core.wording import Phrase, Said, phrase
from overtrick.director.imports.penalties import NEAR, is_near, penalty_of, stated_total, total_of_lines
from overtrick.director.imports.replay import ReplayedSession
from overtrick.formats.session import Contestant, Session, SessionLine

Points = tuple[Exact | None, Exact | None]
_PLACES = 6


class Verdict(Enum):
    """How two numbers compare: equal by the same rule, equal by another rule that is named, different, or absent."""

    SAME = "same"
    CONVENTION = "another convention"
    DIFFERENT = "different"
    NOT_COMPARED = "not compared"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class ComparedNumber:
    """One number of the file beside ours, for a line or a contestant, with its place in the file."""

    where: str
    about: Said
    theirs: Said
    ours: Said
    verdict: Verdict
    why: Said = ""
    number: int = 0


@dataclass(frozen=True, slots=True)
class Comparison:
    """The comparison of a session: lines and contestants, differing ones first; *with_points* lines have points."""

    lines: tuple[ComparedNumber, ...]
    contestants: tuple[ComparedNumber, ...]
    with_points: int

    def count(self, verdict: Verdict) -> tuple[int, int]:
        """How many lines, and how many contestants, have a verdict."""
        lines, contestants = (
            sum(each.verdict is verdict for each in part) for part in (self.lines, self.contestants)
        )  # fmt: skip
        return lines, contestants

    @property
    def differing(self) -> tuple[ComparedNumber, ...]:
        """The lines that were compared and differ."""
        return tuple(each for each in self.lines if each.verdict in (Verdict.CONVENTION, Verdict.DIFFERENT))

    @property
    def compared(self) -> int:
        """How many lines the file has a score or points for."""
        return len(self.lines) - self.count(Verdict.NOT_COMPARED)[0]

    @property
    def said(self) -> str:
        """The counts of what was compared, in words, and of what was not."""
        return str(phrase("{lines}; {contestants}", lines=self._lines_said(), contestants=self._contestants_said()))

    def _lines_said(self) -> Phrase:
        count = len(self.lines)
        if not self.compared:
            return phrase("{n:#line}, none compared: the file has no scores or points to compare", n=count)
        return phrase(
            "{n:#line}: {counts}[, {left} not compared][ ({only})]",
            n=count,
            counts=self._counts(0),
            left=count - self.compared or "",
            only="" if self.with_points else phrase("scores only, because the file has no points"),
        )

    def _contestants_said(self) -> Phrase:
        if not self.contestants:
            return phrase("no totals compared: the file has none")
        return phrase("{n:#contestant}: {counts}", n=len(self.contestants), counts=self._counts(1))

    def _counts(self, part: int) -> Phrase:
        same, other, different = (
            self.count(verdict)[part] for verdict in (Verdict.SAME, Verdict.CONVENTION, Verdict.DIFFERENT)
        )  # fmt: skip
        return phrase(
            "{same} the same, {other} right under other rules, {different} different",
            same=same,
            other=other,
            different=different,
        )


def best_scoring(session: Session, among: Iterable[Scoring]) -> Scoring:
    """The scoring method that gives the most lines of the file their points; the first of several."""
    ways = list(among)
    places = places_of(each for line in session.lines for each in (line.ns_points, line.ew_points))

    def differing(scoring: Scoring) -> int:
        ours = _across(session, scoring)
        return sum(
            not _alike((line.ns_points, line.ew_points), ours[at], places) for at, line in enumerate(session.lines)
        )

    return min(ways, key=differing)


def compare(found: ReplayedSession, others: Sequence[Scoring]) -> Comparison:
    """Compare every number of the file with the event; *others* are scoring methods that may explain a difference."""
    state = found.event.stage(found.stage)
    hidden = _hidden_awards(found.session, found.scoring)
    lines = list(_lines(found, state, others, hidden))
    off = defaultdict(list)
    for at, each in enumerate(lines):
        if each.verdict is Verdict.DIFFERENT or (each.verdict is Verdict.CONVENTION and at in hidden):
            line = found.session.lines[at]
            for name in (line.ns, line.ew):
                off[name].append(line.board)
    contestants = list(_contestants(found, state, off))
    order = (Verdict.DIFFERENT, Verdict.CONVENTION, Verdict.SAME, Verdict.NOT_COMPARED)
    return Comparison(
        tuple(sorted(lines, key=lambda each: (order.index(each.verdict), each.number))),
        tuple(sorted(contestants, key=lambda each: (order.index(each.verdict), each.number))),
        sum(line.ns_points is not None or line.ew_points is not None for line in found.session.lines),
    )


def places_of(numbers: Iterable[Exact | None]) -> int:
    """The number of decimal places to which a file writes numbers of a kind."""
    most = 0
    for each in numbers:
        if isinstance(each, Fraction):
            most = max(most, next((n for n in range(_PLACES) if (each * 10**n).denominator == 1), _PLACES))
    return most


def _same(theirs: Exact | None, ours: Exact | None, places: int) -> bool:
    """Whether a number is ours as the file rounds it, with halves going either way; two missing numbers are equal."""
    if theirs is None:
        return True
    if ours is None:
        return False
    return any(to_places(ours, places, halves) == theirs for halves in (Halves.AWAY, Halves.EVEN))


def _alike(theirs: Points, ours: Points, places: int) -> bool:
    return all(_same(*both, places) for both in zip(theirs, ours, strict=True))


def _across(session: Session, scoring: Scoring) -> dict[int, Points]:
    """The points of each line by a scoring method, compared with the other lines of its board in the file."""
    rule = scoring.across_field
    by_board: defaultdict[int, list[int]] = defaultdict(list)
    for place, line in enumerate(session.lines):
        by_board[line.board].append(place)
    found: dict[int, Points] = {}
    for places in by_board.values():
        scores = [_score(session.lines[place]) for place in places]
        try:
            scored = score_board(scores, rule, expected=len(scores)).lines
        except DirectorError:  # too few scores for a datum: nobody gets points by it
            found |= dict.fromkeys(places, (None, None))
            continue
        worth = partial(_worth, scoring=scoring, most=top(max(2, len(scores))))
        for place, credits in zip(places, scored, strict=True):
            found[place] = (worth(credits.ns), worth(credits.ew))
    return found


def _score(line: SessionLine) -> TableScore:
    return table_score(Board.from_number(line.board), NotPlayed() if line.result is None else line.result)


def _worth(credit: Credit | None, *, scoring: Scoring, most: int) -> Exact | None:
    """A credit in the points of a board; an award at matchpoints is a share of the top."""
    if credit is None or isinstance(credit, Figure):
        return credit.value if credit is not None else None
    award = scoring.match.artificial.worth(credit)
    return award if scoring.percent is None else award * most * Fraction(1, 100)


def _hidden_awards(session: Session, scoring: Scoring) -> dict[int, Phrase]:
    """Lines whose points show that another line of their board, although it looks played, was an award.

    Lines by place, with their explanation: an award that was typed over a result has its own points, and the other
    lines of the board are compared without it.
    """
    if scoring.percent is None:
        return {}
    places = places_of(each for line in session.lines for each in (line.ns_points, line.ew_points))
    ours = _across(session, scoring)
    wrong: defaultdict[int, list[int]] = defaultdict(list)
    for place, line in enumerate(session.lines):
        if not _alike((line.ns_points, line.ew_points), ours[place], places):
            wrong[line.board].append(place)
    found: dict[int, Phrase] = {}
    for board, differing in wrong.items():
        those = [place for place, line in enumerate(session.lines) if line.board == board]
        for place in differing if len(differing) > 1 else ():
            line = session.lines[place]
            award = _award_of(line, top(max(2, len(those))))
            if award is None:
                continue
            tried = replace(session, lines=tuple(
                replace(session.lines[each], result=award) if each == place else session.lines[each] for each in those
            ))  # fmt: skip
            again = _across(tried, scoring)
            if all(_alike((each.ns_points, each.ew_points), again[at], places) for at, each in enumerate(tried.lines)):
                why = phrase(
                    "agrees if {line} is treated as an award of {award} and its result is not compared",
                    line=line.where,
                    award=award,
                )
                found |= dict.fromkeys(differing, why)
                break
    return found


def _award_of(line: SessionLine, most: int) -> Artificial | None:
    """The points of a played line, read as an award."""
    if line.ns_points is None or line.ew_points is None or isinstance(line.result, Artificial):
        return None
    shares = [plain(Fraction(points) * 100 / most) for points in (line.ns_points, line.ew_points)]
    if not all(0 <= share <= 100 for share in shares):
        return None
    return Artificial(AwardedPercent(shares[0]), AwardedPercent(shares[1]))


def _lines(
    found: ReplayedSession, state: StageState, others: Sequence[Scoring], hidden: Mapping[int, Phrase]
) -> Iterator[ComparedNumber]:  # fmt: skip
    session = found.session
    places = places_of(each for line in session.lines for each in (line.ns_points, line.ew_points))
    own = _across(session, found.scoring)
    by_other: dict[str, dict[int, Points]] = {}
    for place, line in enumerate(session.lines):
        number, table = found.seated.places[place]
        theirs = (line.ns_points, line.ew_points)
        ours = _points_in_book(found, state, line, number, table)
        score = _score(line).field
        verdict = Verdict.SAME
        why: Said = ""
        if line.score is None and theirs == (None, None):
            verdict, why = Verdict.NOT_COMPARED, phrase("the file has no score or points for this line")
        elif line.score is not None and (score is None or score.value != line.score):
            verdict = Verdict.DIFFERENT
            why = phrase(
                "{result} scores {score} on board {board} (Law 77)",
                result=line.result,
                score=_number_text(score.value if score else None),
                board=line.board,
            )
        elif not _alike(theirs, ours, places):
            verdict, why = Verdict.DIFFERENT, _describe_difference(line, theirs, own[place])
            if _alike(theirs, own[place], places):
                lines = sum(each.board == line.board for each in session.lines)
                verdict = Verdict.CONVENTION
                why = phrase(
                    "unequal fields: the file scores this board only among its {lines:#result}; Overtrick allows for "
                    "the tables without a result",
                    lines=lines,
                )
            elif place in hidden:
                verdict, why = Verdict.CONVENTION, hidden[place]
            else:
                for other in others:
                    if other.id not in by_other:
                        by_other[other.id] = _across(session, other)
                    if _alike(theirs, by_other[other.id][place], places):
                        verdict = Verdict.CONVENTION
                        why = phrase(
                            "the points agree with {rule:begun} ({id}, {clause})",
                            rule=other.name,
                            id=other.id,
                            clause=other.clause,
                        )
                        break
        yield ComparedNumber(
            line.where,
            phrase(
                "board {board}: {ns} v {ew}, {result}", board=line.board, ns=line.ns, ew=line.ew, result=line.result
            ),
            _score_text(line.score, theirs), _score_text(score.value if score else None, ours), verdict, why, place,
        )  # fmt: skip


def _describe_difference(line: SessionLine, theirs: Points, ours: Points) -> Phrase:
    if isinstance(line.result, Artificial):
        return phrase("the file says {award}, but gives different points for it", award=line.result)
    apart = [
        f"{side} {with_minus(f'{short_text(one - other)}') if one < other else f'+{short_text(one - other)}'}"
        for side, one, other in zip(("NS", "EW"), theirs, ours, strict=True)
        if one is not None and other is not None and one != other
    ]
    if not apart:
        return phrase("no rule gives these points; the line was probably adjusted by hand (Overtrick gives no points)")
    return phrase(
        "no rule gives these points; the line was probably adjusted by hand (difference: {apart:,})", apart=tuple(apart)
    )


def _points_in_book(found: ReplayedSession, state: StageState, line: SessionLine, number: int, table: int) -> Points:
    """The points that the event gives the two sides of a line."""
    card = state.card(number, table)
    boards = list(card.credits)
    field = state.board_field(state.scope(number), line.board)
    values = [card.board_credits(name)[boards.index(line.board)] for name in (line.ns, line.ew)]
    ns, ew = (_worth(each, scoring=found.scoring, most=field.top) for each in values)
    return ns, ew


def _contestants(found: ReplayedSession, state: StageState, off: dict[str, list[int]]) -> Iterator[ComparedNumber]:
    session = found.session
    listed = [each for each in session.contestants if stated_total(session, each) is not None]
    places = places_of(stated_total(session, each) for each in listed)
    rows = {row.contestant: row for field in state.fields for row in state.standings(field.name).rows}
    for number, each in enumerate(listed):
        row = rows.get(each.number)
        theirs = stated_total(session, each)
        ours = row.total.value if row is not None else None
        same = _same(theirs, ours, places)
        verdict = Verdict.SAME if same else Verdict.DIFFERENT
        place, mine = each.place, row.place if row is not None else None
        why: Said = ""
        if not same:
            verdict, why = _because(found, each, (theirs, ours), off)
        elif place is not None and mine is not None and str(place) != str(mine):
            why = phrase(
                "the totals are equal; the places differ because other totals differ or ties are broken differently"
            )
            verdict = Verdict.CONVENTION
        yield ComparedNumber(
            "", f"{each.number} {' – '.join(person.name for person in each.people)}".strip(),
            _with_place(_number_text(theirs), place), _with_place(_number_text(ours, places), mine),
            verdict, why, number,
        )  # fmt: skip


def _because(
    found: ReplayedSession, each: Contestant, both: Points, off: dict[str, list[int]]
) -> tuple[Verdict, Phrase]:
    """Why a total differs: its lines as we score them, the file's own lines, or how totals are made and rounded."""
    theirs, ours = both
    if each.number not in {name for line in found.session.lines for name in (line.ns, line.ew)}:
        return Verdict.DIFFERENT, phrase("the file has no results for this contestant")
    session = found.session
    lines, penalty = total_of_lines(session, each.number), penalty_of(session, each) or 0
    if lines is not None and theirs is not None and not is_near(session, lines - penalty, theirs):
        if each.bonus and is_near(session, lines - penalty + each.bonus, theirs):
            return Verdict.DIFFERENT, phrase(
                "the file’s total includes a handicap or bonus of {bonus}, which is not imported",
                bonus=short_text(each.bonus),
            )
        return Verdict.DIFFERENT, phrase(
            "the file’s total does not match its own lines, which give {lines}[ less a penalty of {penalty}]; it may "
            "be out of date or typed by hand",
            lines=short_text(lines),
            penalty=short_text(penalty) if penalty else "",
        )
    if boards := off.get(each.number):
        return Verdict.DIFFERENT, phrase(
            "the scores on {several:boards|board} {boards} differ", several=len(boards) > 1, boards=tuple(boards)
        )
    if theirs is not None and ours is not None and abs(Fraction(theirs - ours)) <= NEAR:
        return Verdict.CONVENTION, phrase(
            "every line agrees; the file rounds differently (exact total: {total})", total=exact_text(ours)
        )
    return Verdict.CONVENTION, phrase(
        "every line agrees, but the file adds them up differently (missed boards or unequal fields)"
    )


def _with_place(total: str, place: object) -> Phrase:
    return phrase("{total}[, place {place}]", total=total, place="" if place is None else place)


def _score_text(score: Exact | None, points: Points) -> str:
    both = " / ".join(_number_text(each, 2) for each in points)
    return f"{_number_text(score)}: {both}" if score is not None else both


def _number_text(value: Exact | None, places: int | None = None) -> str:
    if value is None:
        return "–"
    return with_minus(short_text(value if places is None else to_places(value, places)))
