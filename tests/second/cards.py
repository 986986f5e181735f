"""What contestants have match by match, and the sums that documents break ties by."""

from collections import defaultdict
from dataclasses import dataclass, field
from fractions import Fraction

from second.book import Stage


@dataclass(frozen=True)
class Score:
    """A contestant's score in a match: net IMPs or per cent, and what it counts."""

    round: int
    opponent: str
    net: Fraction
    points: Fraction
    played: bool = True


@dataclass
class Cards:
    """The scores of every contestant of a stage."""

    stage: Stage
    scores: dict[str, list[Score]] = field(default_factory=lambda: defaultdict(list))

    def add(self, name: str, score: Score) -> None:
        """Write down a score."""
        self.scores[name].append(score)

    def add_awards(self) -> None:
        """Write down what the director gave for rounds that were not played."""
        for (number, name), points in self.stage.awards.items():
            self.add(name, Score(number, "", Fraction(0), points, played=False))

    def points(self, name: str) -> Fraction:
        """The sum of a contestant's scores, before penalties."""
        return sum((score.points for score in self.scores[name]), Fraction(0))

    def total(self, name: str) -> Fraction:
        """The sum less penalties."""
        return self.points(name) - self.stage.penalty(name)

    def net(self, name: str) -> Fraction:
        """The sum of net IMPs."""
        return sum((score.net for score in self.scores[name]), Fraction(0))

    def wins(self, name: str) -> int:
        """How many matches were won in IMPs."""
        return sum(score.net > 0 for score in self.scores[name])

    def opponents(self, name: str) -> Fraction:
        """The sum of the points of the opponents met, once a meeting."""
        met = (score.opponent for score in self.scores[name] if score.opponent)
        return sum((self.points(other) for other in met), Fraction(0))

    def average(self, name: str) -> Fraction | None:
        """The mean score in the matches that were played."""
        played = [score.points for score in self.scores[name] if score.played]
        return sum(played, Fraction(0)) / len(played) if played else None


def unmet(stage: Stage) -> list[tuple[str, str]]:
    """The matches of a round robin that a withdrawal leaves unplayed: who withdrew, scores standing, and who waits.

    One that withdrew later waited in the rounds until then.
    """
    met: dict[frozenset[str], int] = defaultdict(int)
    for match in stage.all_matches():
        met[frozenset((match.ns, match.ew))] += 1
    robins, left = max(met.values(), default=0), stage.withdrawn
    gone = [name for name, act in left.items() if not act["expunged"]]
    return [
        (name, other)
        for name in gone
        for other in stage.contestants
        if other != name
        for _ in range(min(robins - met[frozenset((name, other))], _idle(stage, other, left[name]["after"])))
    ]


def _idle(stage: Stage, name: str, after: int) -> int:
    """In how many rounds after one a contestant that had not withdrawn was without a match."""
    last = stage.withdrawn[name]["after"] if name in stage.withdrawn else len(stage.draws)
    seated = {match.round for match in stage.all_matches() if name in {match.ns, match.ew}}
    return sum(after < number <= last and number not in seated for number in stage.draws)
