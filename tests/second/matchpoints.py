"""Matchpoints (Law 78A): what each side has of a board's top, two for a score beaten and one for an equal one."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from second.book import Match, Stage
from second.butler import Played, compared, forms
from second.table import Outcome


@dataclass(frozen=True)
class Share:
    """A contestant's part of the top on a board, or the *grade* of an artificial score."""

    contestant: str
    round: int
    table: int
    part: Fraction = Fraction(0)
    grade: int | None = None


def shares(stage: Stage, group: Callable[[Match], object], *, alone: bool = True) -> Iterator[Share]:
    """Every part of every board of a stage; *group* says which lines are compared.

    *alone* says whether a result that is alone in a form of a fouled board brings both sides an average plus; else,
    and on a board that was not fouled, it is half the top. The top is that of all tables drawn to play a board: where
    one did not, its result is missing.
    """
    drawn: Counter[object] = Counter((group(match), board) for match in stage.all_matches() for board in match.boards)
    for which, lines in compared(stage, group).items():
        found = forms(stage, lines)
        for form in found:
            real = [played for played in form if played.line.played]
            lone = alone and len(found) > 1 and len(real) == 1
            for played in form:
                yield from _of_table(played, real, drawn[which], lone=lone)


@dataclass
class Session:
    """What a contestant has of a session: per cent of its boards, grades of artificial scores, and per cent given."""

    parts: list[Fraction] = field(default_factory=list)
    grades: list[int] = field(default_factory=list)
    given: list[Fraction] = field(default_factory=list)

    @property
    def boards(self) -> int:
        """How many boards count."""
        return len(self.parts) + len(self.grades) + len(self.given)

    def per_cent(self, worth: Callable[[list[int], list[Fraction]], Fraction]) -> Fraction:
        """The average of its boards; *worth* is what the grades come to, beside the boards played."""
        played = sum(self.parts, Fraction(0)) + sum(self.given, Fraction(0))
        return (played + worth(self.grades, self.parts)) / self.boards


Sessions = dict[tuple[str, int], Session]
"""Of each contestant and session."""


def sessions_of(stage: Stage, session: Callable[[int], int], *, alone: bool = True) -> Sessions:
    """Every session of every contestant; *session* is that of a round.

    A score that the director gave for a round is the per cent of each of its boards. Only 0 adds nothing where no
    match was forfeited: a round sat out counts for nothing.
    """
    found: Sessions = defaultdict(Session)
    given = {key: score for key, score in stage.awards.items() if score or _forfeited(stage, *key)}
    for share in shares(stage, lambda match: session(match.round), alone=alone):
        if (share.round, share.contestant) in given:
            continue
        own = found[share.contestant, session(share.round)]
        if share.grade is None:
            own.parts.append(share.part * 100)
        else:
            own.grades.append(share.grade)
    for (number, name), score in given.items():
        boards = max(len(match.boards) for match in stage.matches[number])
        found[name, session(number)].given += [score] * boards
    return found


def _forfeited(stage: Stage, number: int, name: str) -> bool:
    return any(
        match.key in stage.forfeits
        for match in stage.matches[number]
        if name in {match.ns, match.ew, match.south, match.west}
    )


def law_12c2(grades: list[int], parts: list[Fraction]) -> Fraction:
    """60% for an average plus or the pair's own percentage if greater, 40% for a minus or that if smaller."""
    own = sum(parts, Fraction(0)) / len(parts) if parts else Fraction(50)
    worth = {1: max(Fraction(60), own), 0: Fraction(50), -1: min(Fraction(40), own)}
    return sum((worth[each] for each in grades), Fraction(0))


def _of_table(played: Played, real: list[Played], tables: int, *, lone: bool) -> Iterator[Share]:
    match = played.match
    turned = played.board in match.switched
    for seat, outcome in (("ns", played.line.ns), ("ew", played.line.ew)):
        first = (seat == "ns") != turned
        names = [match.ns, match.south] if first else [match.ew, match.west]
        for name in filter(None, names):
            if outcome.grade is not None or lone:
                yield Share(name, *match.key, grade=1 if outcome.grade is None else outcome.grade)
            else:
                yield Share(name, *match.key, part=_part(played, real, seat, tables))


def _part(played: Played, real: list[Played], seat: str, tables: int) -> Fraction:
    """Of *tables* scores some may be missing: the ones there are stand for all (Neuberg's formula)."""
    own: Outcome = getattr(played.line, seat)
    sign = 1 if seat == "ns" else -1
    won = Fraction(0)
    for other in real:
        if other is not played:
            won += _against(own, getattr(other.line, seat), sign)
    full = Fraction(tables, len(real)) * (won + 1) - 1
    return full / (2 * (tables - 1)) if tables > 1 else Fraction(1, 2)


def _against(own: Outcome, other: Outcome, sign: int) -> Fraction:
    return sum(
        (
            weight * theirs * (1 + (sign * (score - beaten) > 0) - (sign * (score - beaten) < 0))
            for weight, score in own.mix
            for theirs, beaten in other.mix
        ),
        Fraction(0),
    )
