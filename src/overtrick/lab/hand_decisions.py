"""The decisions in a book that an official made by hand because no rule makes them, counted by kind."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from overtrick.core.event.acts import MatchDecided, Posting, ReviewDecided, RulingGiven, ScoreAwarded, StageClosed
from overtrick.core.wording import count_of


@dataclass(frozen=True, slots=True)
class DecisionKind:
    """A kind of decision: its name in JSON, and its name in a sentence, for one and for several."""

    name: str
    one: str
    many: str


AWARDS = DecisionKind("awards", "score awarded by the director", "scores awarded by the director")
COMMITTEE = DecisionKind("committee", "match decided by the committee", "matches decided by the committee")
REVIEWS = DecisionKind("reviews", "review decided", "reviews decided")
LATE_RULINGS = DecisionKind("late_rulings", "ruling after its stage closed", "rulings after their stage closed")
FOULED_RULINGS = DecisionKind(
    "fouled_rulings", "ruling on a fouled board without comparison", "rulings on fouled boards without comparison"
)


@dataclass(frozen=True, slots=True)
class HandDecisions:
    """All decisions of one kind in a book, by their reason."""

    kind: DecisionKind
    reasons: Counter[str]

    def __str__(self) -> str:
        listed = ", ".join(f"{reason} ({count})" for reason, count in self.reasons.most_common())
        return f"{count_of(self.reasons.total(), self.kind.one, self.kind.many)}: {listed}"


def decisions_by_hand(postings: Iterable[Posting]) -> tuple[HandDecisions, ...]:
    """Every kind of decision made by hand in a book, except draws, in the order of first occurrence."""
    found: dict[DecisionKind, Counter[str]] = {}
    for kind, reason in _decisions(postings):
        found.setdefault(kind, Counter())[reason] += 1
    return tuple(HandDecisions(kind, reasons) for kind, reasons in found.items())


def _decisions(postings: Iterable[Posting]) -> Iterator[tuple[DecisionKind, str]]:
    closed: set[str] = set()
    for posting in postings:
        match posting.act:
            case StageClosed(stage):
                closed.add(stage)
            case ScoreAwarded(reason=reason):
                yield AWARDS, reason
            case MatchDecided(reason=reason):
                yield COMMITTEE, reason
            case ReviewDecided(outcome=outcome):
                yield REVIEWS, outcome
            case RulingGiven(stage=stage, reason=reason) if stage in closed:
                yield LATE_RULINGS, reason
            case RulingGiven(fouled=True, reason=reason):
                yield FOULED_RULINGS, reason
            case _:
                pass
