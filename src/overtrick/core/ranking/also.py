"""Additional rankings of one result: with a share of a handicap added, or of part of the field only.

They use facts about an entry, which the event declares with their units, stated for the whole entry or for
each of its players. The result itself does not change, nor does anything that follows from it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from overtrick.core.errors import RegulationErrors
from overtrick.core.exact import Exact, mean, plain
from overtrick.core.model.contestants import Player, Stated
from overtrick.core.provenance import Clause, Derivation, Fact, Figure, Unit
from overtrick.core.typed_numbers import NotANumber, read_exact
from overtrick.core.wording import phrase


class Whole(Enum):
    """How an entry's value is made from its players' values."""

    MEAN = "mean"
    SUM = "sum"
    HIGHEST = "highest"

    def __str__(self) -> str:
        return self.value


_MADE = {Whole.MEAN: Derivation.MEAN, Whole.SUM: Derivation.SUM, Whole.HIGHEST: Derivation.GREATEST}


@dataclass(frozen=True, slots=True)
class FactRule:
    """A fact about an entry: a number with a *name* and a *unit*.

    If the fact is stated for each player, *of* says whether the entry has the mean, the sum or the highest.
    """

    clause: Clause
    name: str
    unit: Unit
    of: Whole = Whole.MEAN

    def of_entry(self, stated: Sequence[Stated], players: Sequence[Player]) -> Figure[Exact] | None:
        """The entry's value: the one stated for it, or else made from its players'; None unless all players have one.

        >>> from overtrick.core.provenance import PERCENT
        >>> rule = FactRule(Clause("CLUB", "8"), "handicap", PERCENT)
        >>> pair = [Player(name, stated=(Stated("handicap", has),)) for name, has in (("A", "2.35"), ("B", "3.85"))]
        >>> str(rule.of_entry((), pair)), rule.of_entry((), pair[:1] + [Player("C")])
        ('3.10%', None)
        """
        own = self._stated_figure(stated, "")
        if own is not None:
            return own
        each = [self._stated_figure(player.stated, player.name) for player in players]
        known = [figure for figure in each if figure is not None]
        if not known or len(known) < len(each):
            return None
        values = [figure.value for figure in known]
        value = {Whole.MEAN: mean(values), Whole.SUM: plain(sum(values)), Whole.HIGHEST: max(values)}[self.of]
        note = phrase("the {of} of the values for {names}", of=self.of, names=tuple(player.name for player in players))
        return Figure(value, self.unit, self.clause, tuple(known), note, _MADE[self.of])

    def _stated_figure(self, stated: Sequence[Stated], who: str) -> Figure[Exact] | None:
        for each in stated:
            if each.what == self.name and (value := number_of(each.value)) is not None:
                said = phrase(
                    "{what} {value}[ for {who}], as entered", what=each.what, value=each.value, who=who or None
                )
                return Figure(value, self.unit, self.clause, (Fact(said),))
        return None


def number_of(text: str) -> Exact | None:
    """The number that a text states, or None if it is not a number.

    >>> number_of("-5"), number_of("7/2"), number_of("about ten")
    (-5, Fraction(7, 2), None)
    """
    try:
        return read_exact(text)
    except NotANumber:
        return None


@dataclass(frozen=True, slots=True)
class AddedShare:
    """Adds a *share* of a *fact* to the score, but not more than *most*; an entry without the fact gets nothing."""

    fact: FactRule
    share: Exact = 1
    most: Exact | None = None

    @property
    def part(self) -> Exact | None:
        """The share, or None if it is the whole."""
        return None if self.share == 1 else self.share

    def of_entry(self, fact: Figure[Exact] | None, unit: Unit, clause: Clause) -> Figure[Exact]:
        """The amount added for an entry, in the unit of its stage.

        >>> from overtrick.core.provenance import PERCENT
        >>> here = Clause("CLUB", "8")
        >>> share = AddedShare(FactRule(here, "handicap", PERCENT), Fraction(4, 5), 10)
        >>> [str(share.of_entry(Figure(value, PERCENT, here), PERCENT, here)) for value in (5, 20, -5)]
        ['4.00%', '10.00%', '−4.00%']
        """
        if fact is None:
            return Figure(0, unit, clause, (), phrase("no {fact} entered", fact=self.fact.name), Derivation.GIVEN)
        whole = plain(Fraction(fact.value) * Fraction(self.share))
        value = whole if self.most is None else min(whole, self.most)
        if value == fact.value:
            return Figure(value, unit, clause, (fact,), phrase("{fact}", fact=self.fact.name), Derivation.SAME)
        most = None if value == whole else unit.amount(value)
        note = phrase("{fact} × {share}[, at most {most}]", share=self.share, fact=self.fact.name, most=most)
        return Figure(value, unit, clause, (fact,), note, Derivation.FORMULA)


@dataclass(frozen=True, slots=True)
class Stratum:
    """Ranks only entries whose *fact* is less than *below*, or at least *at_least*, or both.

    An entry without the fact counts as having the highest value.
    """

    fact: FactRule
    below: Exact | None = None
    at_least: Exact | None = None

    def __post_init__(self) -> None:
        if self.below is None and self.at_least is None:
            raise RegulationErrors(["say which entries are ranked, with below or at_least"])

    def has(self, fact: Figure[Exact] | None) -> bool:
        """Whether an entry with this fact is in the stratum."""
        if fact is None:
            return self.below is None
        above = self.at_least is None or fact.value >= self.at_least
        return above and (self.below is None or fact.value < self.below)


@dataclass(frozen=True, slots=True)
class AlsoRule:
    """A further ranking of a stage, with its *name*.

    *add* is what is added to the scores. *only* says which entries are ranked. Each field has its own list, as in the
    standings; with *together* all fields are in one list. The program sets *section* to rank a section alone.
    """

    clause: Clause
    name: str
    add: AddedShare | None = None
    only: Stratum | None = None
    together: bool = False
    section: str = ""

    def __post_init__(self) -> None:
        if self.add is None and self.only is None and not (self.together or self.section):
            raise RegulationErrors(["say what it adds, whom it ranks only, or that fields are ranked together"])
