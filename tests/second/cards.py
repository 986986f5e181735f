"""What contestants have match by match, and the sums that documents break ties by."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from fractions import Fraction

from second.book import Match, Stage


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

    def mean_net(self, name: str) -> Fraction:
        """The mean of the matches that were played: at matchpoints the average percentage."""
        return self.net(name) / (sum(score.played for score in self.scores[name]) or 1)

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


def held(stage: Stage) -> list[Match]:
    """The matches without those that were drawn before one of the two withdrew, and not played."""
    left = {name: act["after"] for name, act in stage.withdrawn.items()}
    return [
        match
        for match in stage.all_matches()
        if match.key in stage.forfeits
        or all(match.round <= left.get(name, match.round) for name in (match.ns, match.ew))
    ]


def idle(stage: Stage, name: str) -> list[int]:
    """The rounds in which a contestant that had not withdrawn was without a match."""
    last = stage.withdrawn[name]["after"] if name in stage.withdrawn else len(stage.draws)
    seated = {match.round for match in held(stage) if name in {match.ns, match.ew}}
    return [number for number in stage.draws if number <= last and number not in seated]


def unmet(stage: Stage) -> list[tuple[str, str]]:
    """The matches of a round robin that a withdrawal leaves unplayed: who withdrew, scores standing, and who waits.

    One that withdrew later waited in the rounds until then.
    """
    met: dict[frozenset[str], int] = defaultdict(int)
    for match in held(stage):
        met[frozenset((match.ns, match.ew))] += 1
    robins, left = max(met.values(), default=0), stage.withdrawn
    gone = [name for name, act in left.items() if not act["expunged"]]
    found = [
        (name, other)
        for name in gone
        for other in stage.contestants
        if other not in left
        for _ in range(
            min(
                robins - met[frozenset((name, other))],
                sum(number > left[name]["after"] for number in idle(stage, other)),
            )
        )
    ]
    return found + [(name, other) for other in left for name in awaited(stage, other) if name in gone]


def awaited(stage: Stage, leaver: str) -> list[str]:
    """Whom one that withdrew waited for in its rounds without a match.

    Where only one other has no match, it is that one. In a draw by the circle the places of two that meet have the
    same sum in all matches of a round; the last place of an even number meets whoever would meet itself, and in an odd
    number that one has the bye.
    """
    (order,) = stage.fields.values()
    size, places = len(order) - (len(order) + 1) % 2, {name: place for place, name in enumerate(order)}
    found = []
    for number in idle(stage, leaver):
        seated = {name for match in stage.matches[number] for name in (match.ns, match.ew)}
        others = [name for name in order if name != leaver and name not in seated]
        if len(others) == 1:
            found += others
            continue
        sums = Counter(
            (places[match.ns] + places[match.ew]) % size
            for match in stage.matches[number]
            if size not in {places[match.ns], places[match.ew]}
        )
        partner = (sums.most_common(1)[0][0] - places[leaver]) % size
        if partner != places[leaver]:
            found.append(order[partner])
        elif len(order) > size:
            found.append(order[size])
    return found
