"""What contestants have match by match, and the sums that documents break ties by."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice

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

    Either the draw is seen to be by a circle, or every way to complete it says the same, or it is taken to be by the
    circle in the order of the field.
    """
    rounds, drawn = idle(stage, leaver), circle(stage)
    if drawn:
        return [name for number in rounds if (name := drawn[number][leaver]) != BYE]
    answers: set[tuple[str, ...]] = set()
    for filled in islice(completions(stage), MOST_WAYS):
        answers.add(tuple(sorted(name for number in rounds if (name := filled[number][leaver]) != BYE)))
        if len(answers) > 1:
            break
    return list(answers.pop()) if len(answers) == 1 else by_circle(stage, leaver)


BYE = ""
MOST_WAYS = 2000
Opponents = dict[str, str]


def all_drawn(stage: Stage) -> tuple[list[str], dict[int, Opponents]]:
    """Everybody, with the bye if they are odd, and the opponents that were drawn in each round."""
    (order,) = stage.fields.values()
    drawn: dict[int, Opponents] = {number: {} for number in stage.draws}
    for match in stage.all_matches():
        drawn[match.round] |= {match.ns: match.ew, match.ew: match.ns}
    return [*order, BYE] if len(order) % 2 else order, drawn


def circle(stage: Stage) -> dict[int, Opponents]:
    """Everybody's opponents in a draw by the circle, whose places are read off two full rounds; else none.

    One stays in its place; the numbers of any other two that meet have the same sum in all matches of a round, and
    whoever would meet itself meets the one that stays.
    """
    everybody, drawn = all_drawn(stage)
    size = len(everybody) - 1
    for opponents in drawn.values():
        rest = [name for name in everybody if name not in opponents]
        if len(rest) == 2 and BYE in rest:
            opponents |= {rest[0]: rest[1], rest[1]: rest[0]}
    full = [opponents for opponents in drawn.values() if len(opponents) == len(everybody)][:2]
    for fixed in everybody if len(full) == 2 else ():
        numbers = _numbers(fixed, *full)
        if len(numbers) == size and (found := _turned(fixed, numbers, drawn, size)):
            return found
    return {}


def _numbers(fixed: str, first: Opponents, second: Opponents) -> dict[str, int]:
    """Numbers by which the sums of one round are 0 and those of another are -1."""
    name, number = first[fixed], 0
    numbers = {name: number}
    while (name := second[name]) != fixed:
        number = -1 - number
        numbers[name] = number
        name, number = first[name], -number
        numbers[name] = number
    return numbers


def _turned(fixed: str, numbers: dict[str, int], drawn: dict[int, Opponents], size: int) -> dict[int, Opponents]:
    """The opponents of every round, if the sums of all rounds say the same."""
    names = {number % size: name for name, number in numbers.items()}
    found = {}
    for played, opponents in drawn.items():
        sums = {
            (numbers[name] + numbers.get(other, numbers[name])) % size
            for name, other in opponents.items()
            if name != fixed
        }
        if len(sums) != 1:
            return {}
        (total,) = sums
        own = {name: names[(total - number) % size] for name, number in numbers.items()}
        alone = next(name for name, other in own.items() if name == other)
        found[played] = own | {alone: fixed, fixed: alone}
    return found


def completions(stage: Stage) -> Iterator[dict[int, Opponents]]:
    """Every way to say whom those without a match should have met: one that has withdrawn, or the bye; each pair once.

    Of several round robins each pair has as many matches as the most that any two have had.
    """
    everybody, drawn = all_drawn(stage)
    met = Counter(frozenset(pair) for opponents in drawn.values() for pair in opponents.items())  # each counted twice
    most = max(met.values(), default=2)

    def absent(name: str, number: int) -> bool:
        return name == BYE or (name in stage.withdrawn and stage.withdrawn[name]["after"] < number)

    def fill(numbers: list[int]) -> Iterator[dict[int, Opponents]]:
        if not numbers:
            yield {number: dict(opponents) for number, opponents in drawn.items()}
            return
        opponents = drawn[numbers[0]]
        rest = [name for name in everybody if name not in opponents]
        if not rest:
            yield from fill(numbers[1:])
            return
        for other in rest[1:]:
            pair = frozenset((rest[0], other))
            if met[pair] < most and any(absent(name, numbers[0]) for name in pair):
                met[pair] += 2
                opponents |= {rest[0]: other, other: rest[0]}
                yield from fill(numbers)
                met[pair] -= 2
                del opponents[rest[0]], opponents[other]

    return fill(list(drawn))


def unmet_boards(stage: Stage, gone: str, other: str) -> int:
    """How many boards the match with one that withdrew would have had: those of its round."""
    filled = circle(stage) or next(completions(stage), {})
    number = next((number for number, opponents in filled.items() if opponents[other] == gone), 0)
    return len(next(iter(stage.matches.get(number) or stage.all_matches())).boards)


def by_circle(stage: Stage, leaver: str) -> list[str]:
    """Whom one waited for in a draw by the circle.

    The places of two that meet have the same sum in all matches of a round; the last place of an even number meets
    whoever would meet itself, and in an odd number that one has the bye.
    """
    (order,) = stage.fields.values()
    size, places = len(order) - (len(order) + 1) % 2, {name: place for place, name in enumerate(order)}
    found = []
    for number in idle(stage, leaver):
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
