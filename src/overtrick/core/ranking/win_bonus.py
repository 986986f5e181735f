"""A bonus for each match won, which leagues and clubs add to victory points so that a narrow win counts more."""

from dataclasses import dataclass
from fractions import Fraction

from overtrick.core.exact import Exact, plain
from overtrick.core.provenance import Clause, Derivation, Figure, Unit
from overtrick.core.ranking.additions import AdditionRule
from overtrick.core.ranking.measures import StageRecord, WinsRule, wins
from overtrick.core.wording import Phrase, phrase


@dataclass(frozen=True, slots=True)
class WinBonusRule(AdditionRule):
    """An amount for *each* match won, up to *most* in all; *wins* says what a win is and how a tied match counts.

    >>> from overtrick.core.provenance import VPS
    >>> from overtrick.core.ranking.measures import MatchLine, WinBy
    >>> here = Clause("CLUB", "6")
    >>> won = [MatchLine(("B",), Figure(score, VPS, here), 20 - score) for score in (11, 16, 9, 12)]
    >>> rule = WinBonusRule("club/bonus", here, 2, WinsRule(here, WinBy.SCORE), most=5)
    >>> str(rule.adds(StageRecord("A", tuple(won)), VPS))
    '5.00 VPs'
    """

    id: str
    clause: Clause
    each: Exact
    wins: WinsRule
    most: Exact | None = None

    def adds(self, record: StageRecord, unit: Unit) -> Figure[Exact]:
        """The bonus of a contestant for the matches it has won so far."""
        won = wins(record.matches, self.wins)
        earned = Fraction(won.value) * Fraction(self.each)
        value = plain(earned if self.most is None else min(earned, Fraction(self.most)))
        note = phrase(
            "{each} for each win[, at most {most}]",
            each=unit.amount(self.each),
            most=None if value == earned else unit.amount(value),
        )
        return Figure(value, unit, self.clause, (won,), note, Derivation.FORMULA)

    @property
    def told(self) -> Phrase:
        """The rule as a sentence for players."""
        return phrase(
            "each match won earns a bonus of {each:#point}[, at most {most} in all][; a tied match earns {drawn} "
            "times that bonus]; a match is won with {by}",
            each=self.each, drawn=self.wins.drawn, most=self.most, by=self.wins.by,
        )  # fmt: skip
