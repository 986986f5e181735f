"""Credits: the value of awards to a pair that nominates, always calculated and never stored."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.core.exact import Exact, plain
from overtrick.core.provenance import TIMES, Clause, Derivation, Figure, Note, same, total
from overtrick.core.scoring.datum import Span
from overtrick.core.selection.awards import Award
from overtrick.core.selection.events import QUALIFYING_POINTS, Player
from overtrick.core.wording import phrase


@dataclass(frozen=True, slots=True)
class Worth:
    """The value of a point in a currency towards a team."""

    currency: str
    factor: int
    clause: Clause


ANY_PLACE = Span(1)


@dataclass(frozen=True, slots=True)
class ImmediateRule:
    """A way to be eligible at once: both players have points in a currency, or both were members of a team.

    For a team, *event* is the membership event and *finish* the range of places (open-ended without a last place).
    """

    clause: Clause
    currency: str = ""
    event: str = ""
    finish: Span = ANY_PLACE

    def __post_init__(self) -> None:
        if bool(self.currency) == bool(self.event):
            raise RegulationErrors(["a pair is eligible at once by points of a currency or by a team: name one"])


@dataclass(frozen=True, slots=True)
class Target:
    """A team to be selected: the currencies that count towards it, and the share that counts in part.

    Points earned as a pair or as team-mates count in full; *part* of other points counts. *immediate* are the ways
    to be eligible at once.
    """

    name: str
    clause: Clause
    worth: tuple[Worth, ...]
    full: Clause
    other: Clause
    part: Fraction
    immediate: tuple[ImmediateRule, ...] = ()

    def worth_of(self, currency: str) -> Worth | None:
        """The value of a point in a currency towards this team, if it counts."""
        return next((each for each in self.worth if each.currency == currency), None)


@dataclass(frozen=True, slots=True)
class Nomination:
    """Two players who nominate as a pair."""

    name: str
    players: tuple[Player, Player]

    def __post_init__(self) -> None:
        if self.players[0] == self.players[1]:
            raise DirectorError("{players} cannot nominate alone", remedy="Name two players.", players=self.players[0])


@dataclass(frozen=True, slots=True)
class Credit:
    """One award as it counts for a nominated pair: its weight, the value of its currency, and the result."""

    award: Award
    weight: Fraction
    conversion: int
    value: Figure[Exact]


@dataclass(frozen=True, slots=True)
class PlayerCredits:
    """One player's credits and their sum."""

    player: Player
    credits: tuple[Credit, ...]
    total: Figure[Exact]


@dataclass(frozen=True, slots=True)
class PairCredits:
    """A nominated pair's credits: both players' and their sum."""

    nomination: Nomination
    players: tuple[PlayerCredits, PlayerCredits]
    total: Figure[Exact]


def pair_credits(nomination: Nomination, awards: Sequence[Award], target: Target) -> PairCredits:
    """A pair's credits from the awards of a season. The credits add up to the total exactly."""
    one, two = (_player(player, nomination, awards, target) for player in nomination.players)
    note = phrase("pair {name}, towards the {target} team", name=nomination.name, target=target.name)
    return PairCredits(
        nomination, (one, two), total((one.total, two.total), QUALIFYING_POINTS, target.clause, note)
    )  # fmt: skip


def credit(award: Award, nomination: Nomination, target: Target) -> Credit | None:
    """One award as it counts for the pair, or None if its currency does not count for the team."""
    worth = target.worth_of(award.table.currency)
    if worth is None:
        return None
    amount = award.amount
    if worth.factor != 1:
        note = phrase("each {currency} point counts {factor:times}", currency=worth.currency, factor=worth.factor)
        amount = _times(amount, worth.factor, worth.clause, note)
    together = all(player in award.entry.members for player in nomination.players)
    if together or not award.table.halved:
        weight, clause = Fraction(1), target.full if together else award.table.clause
        note = phrase("in full: earned as a pair or as team-mates") if together else phrase("in full, with any partner")
    else:
        weight, clause = target.part, target.other
        share = phrase("half") if weight == Fraction(1, 2) else weight
        note = phrase("{share} of the award: not earned with the nominated partner", share=share)
    in_full = weight == 1
    value = same(amount, QUALIFYING_POINTS, clause, note) if in_full else _times(amount, weight, clause, note)
    return Credit(award, weight, worth.factor, value)


def _times(amount: Figure[Exact], factor: Exact, clause: Clause, note: Note) -> Figure[Exact]:
    """The amount earned, multiplied by a factor."""
    times = Figure(factor, TIMES, clause, (), phrase("factor applied"))
    return Figure(plain(amount.value * factor), QUALIFYING_POINTS, clause, (amount, times), note, Derivation.PRODUCT)


def _player(player: Player, nomination: Nomination, awards: Sequence[Award], target: Target) -> PlayerCredits:
    own = tuple(
        found for award in awards if award.player == player and (found := credit(award, nomination, target)) is not None
    )
    values = tuple(each.value for each in own)
    return PlayerCredits(
        player, own, total(values, QUALIFYING_POINTS, target.clause, phrase("credits of {player}", player=player))
    )
