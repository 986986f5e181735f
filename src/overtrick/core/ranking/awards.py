"""Awards: points and prizes by place, shared in a tie; titles; leaders of categories.

A contestant that may not have an award is passed over, and the next one gets it. Tied contestants share the amounts
for the places they fill; places beyond the table are worth nothing.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from types import MappingProxyType
from typing import assert_never

from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, floor, plain
from overtrick.core.provenance import MATCHES, Clause, Derivation, Figure, Unit, count_phrase
from overtrick.core.wording import Phrase, phrase

PQP = Unit("PQP", "PQP")
DOLLARS = Unit("dollars", "dollar", places=2)
MASTERPOINTS = Unit("masterpoints", "masterpoint", places=2)


@dataclass(frozen=True, slots=True)
class AwardRule:
    """The amounts for places, and how tied contestants share them.

    *amounts* is empty where the organiser sets them. Shares are rounded down to a multiple of *step*; without it
    they stay exact. *barred* is the clause by which a contestant gets nothing.
    """

    clause: Clause
    unit: Unit
    amounts: tuple[Exact, ...] = ()
    shared: Clause | None = None
    step: Exact | None = None
    barred: Clause | None = None


@dataclass(frozen=True, slots=True)
class Awards:
    """The amount for every contestant, and the remainder left after sharing."""

    given: Mapping[str, Figure[Exact]]
    left_over: Figure[Exact]


def award(
    groups: Sequence[Sequence[str]],
    rule: AwardRule,
    *,
    barred: Collection[str] = (),
    amounts: Sequence[Exact] = (),
    places: Sequence[int] = (),
) -> Awards:
    """Awards by place for contestants in *groups*, best first; a group holds contestants that are tied.

    Contestants in *barred* get nothing and take no place. Each group shares the amounts of the places it fills.
    *places* gives the place of each group if it is not one more than the number above: an empty place is not awarded.

    >>> rule = AwardRule(Clause("ANC26", "22.2"), PQP, (30, 24, 18), Clause("ANC26", "22.3"))
    >>> {name: str(figure) for name, figure in award((("A", "B"), ("C",)), rule).given.items()}
    {'A': '27 PQP', 'B': '27 PQP', 'C': '18 PQP'}
    """
    table = tuple(amounts) or rule.amounts
    if amounts and rule.amounts:
        raise DirectorError(
            "The regulations fix these amounts, so they cannot be changed",
            clause=rule.clause,
            remedy="Leave the amounts out.",
        )
    given: dict[str, Figure[Exact]] = {}
    left = Fraction(0)
    taken = out = 0
    for number, group in enumerate(groups):
        sharing = [name for name in group if name not in barred]
        taken = places[number] - 1 - out if places else taken
        out += len(group) - len(sharing)
        end = places[number + 1] - 1 - out if number + 1 < len(places) else taken + len(sharing)
        worth = table[taken : min(end, taken + len(sharing))]
        given |= {name: Figure(0, rule.unit, rule.barred or rule.clause, note=phrase("no award")) for name in group}
        given |= dict.fromkeys(sharing, _share(worth, taken + 1, len(sharing), rule))
        left += sum((Fraction(amount) for amount in worth), Fraction(0))
        left -= sum((Fraction(given[name].value) for name in sharing), Fraction(0))
        taken += len(sharing)
    return Awards(
        MappingProxyType(given),
        Figure(plain(left), rule.unit, rule.shared or rule.clause, note=phrase("left over after rounding")),
    )


def _share(worth: Sequence[Exact], place: int, sharing: int, rule: AwardRule) -> Figure[Exact]:
    """One contestant's share of the amounts for the places of its group."""
    if sharing <= 1:
        return Figure(worth[0] if worth else 0, rule.unit, rule.clause, note=phrase("place {place}", place=place))
    share = Fraction(sum((Fraction(amount) for amount in worth), Fraction(0)), sharing)
    if rule.step is not None:
        share = floor(share / Fraction(rule.step)) * Fraction(rule.step)
    parts = tuple(rule.unit.amount(plain(amount)) for amount in worth) or phrase("nothing")
    note = phrase(
        "{sharing} contestants tied for places {place} to {last} share {parts}",
        place=place,
        last=place + sharing - 1,
        parts=parts,
        sharing=sharing,
    )
    return Figure(plain(share), rule.unit, rule.shared or rule.clause, note=note)


def title(groups: Sequence[Sequence[str]], *, barred: Collection[str] = ()) -> tuple[str, ...]:
    """The holders of the title: the best contestant that may hold it, or several if they are tied.

    >>> title((("house",), ("B", "C")), barred=("house",))
    ('B', 'C')
    """
    able = ([name for name in group if name not in barred] for group in groups)
    return tuple(next((names for names in able if names), ()))


class Finish(Enum):
    """The final position of a member's team."""

    WINNER = "winner"
    RUNNER_UP = "runner-up"
    SHARED = "shared title"
    NOT_IN_FINAL = "not in the final"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class MemberAwardRule:
    """The award for each member of a team: an amount for taking part, and more for the final.

    A member who has not played *matches* of the qualifying and, as a finalist, *stanzas* of the final
    receives nothing. In a shared title the awards for winners and runners-up are pooled. With *keeps_base* a member
    with too few stanzas loses only the amount for the final.
    """

    clause: Clause
    base: Exact
    final: Clause
    winner: Exact
    runner_up: Exact
    needs: Clause
    matches: int
    stanzas: int
    unit: Unit = PQP
    keeps_base: bool = False


@dataclass(frozen=True, slots=True)
class MemberPlay:
    """How much one member of a team played, and whether the member may have the award."""

    matches: int
    stanzas: int
    finish: Finish
    eligible: bool = True


def member_award(play: MemberPlay, rule: MemberAwardRule) -> Figure[Exact]:
    """The award for one member of a team."""
    if not play.eligible:
        return Figure(0, rule.unit, rule.clause, note=phrase("not eligible"))
    if play.matches < rule.matches:
        return Figure(
            0,
            rule.unit,
            rule.needs,
            note=phrase(
                "{matches} played; {needed} needed", matches=count_phrase(play.matches, MATCHES), needed=rule.matches
            ),
        )
    if play.finish is not Finish.NOT_IN_FINAL and play.stanzas < rule.stanzas:
        note = phrase("stanzas played: {stanzas}; needed: {needed}", stanzas=play.stanzas, needed=rule.stanzas)
        return Figure(rule.base if rule.keeps_base else 0, rule.unit, rule.needs, note=note)
    base = Figure(rule.base, rule.unit, rule.clause, note=phrase("for taking part"))
    if play.finish is Finish.NOT_IN_FINAL:
        return base
    final = Figure(_final_worth(play.finish, rule), rule.unit, rule.final, note=phrase("{finish}", finish=play.finish))
    return Figure(plain(Fraction(base.value) + final.value), rule.unit, rule.final, (base, final), made=Derivation.SUM)


def _final_worth(finish: Finish, rule: MemberAwardRule) -> Exact:
    match finish:
        case Finish.WINNER:
            return rule.winner
        case Finish.RUNNER_UP:
            return rule.runner_up
        case Finish.SHARED:
            return plain(Fraction(Fraction(rule.winner) + rule.runner_up, 2))
        case Finish.NOT_IN_FINAL:
            return 0
    assert_never(finish)


@dataclass(frozen=True, slots=True)
class CategoryRule:
    """Categories within one field; each contestant is in the one that it nominated before the start."""

    clause: Clause
    categories: tuple[str, ...]


def leaders(
    groups: Sequence[Sequence[str]], nominated: Mapping[str, str], rule: CategoryRule
) -> Mapping[str, tuple[str, ...]]:
    """The leading contestants of each category, several if they are tied.

    >>> rule = CategoryRule(Clause("ANC26", "16.1"), ("Open", "Youth"))
    >>> dict(leaders((("P1",), ("P2", "P3")), {"P1": "Open", "P2": "Youth", "P3": "Youth"}, rule))
    {'Open': ('P1',), 'Youth': ('P2', 'P3')}
    """
    found: dict[str, tuple[str, ...]] = {}
    for category in rule.categories:
        others = [name for group in groups for name in group if nominated.get(name) != category]
        found[category] = title(groups, barred=others)
    return MappingProxyType(found)


def check_nomination(
    eligible: Sequence[str], nominated: str | None, rule: CategoryRule, *, started: bool
) -> Phrase | None:
    """What is wrong with a contestant's category; `None` if nothing is.

    >>> rule = CategoryRule(Clause("ANC26", "16.1"), ("Women's", "Seniors'"))
    >>> print(check_nomination(("Women's", "Seniors'"), None, rule, started=True))
    No category was nominated before the start; this contestant could be in Women's or Seniors' (ANC26 16.1)
    """
    if nominated is None:
        if not started:
            return None
        return phrase(
            "No category was nominated before the start[; this contestant could be in {eligible:or}] ({clause})",
            eligible=tuple(eligible),
            clause=rule.clause,
        )
    if nominated not in rule.categories:
        return phrase(
            "{nominated} is not one of the categories {categories:,} ({clause})",
            nominated=nominated,
            categories=rule.categories,
            clause=rule.clause,
        )
    if nominated in eligible:
        return None
    return phrase("Not eligible for {nominated} ({clause})", nominated=nominated, clause=rule.clause)


@dataclass(frozen=True, slots=True)
class HousePairRule:
    """The entry fee of a house pair, and whether it may win."""

    clause: Clause
    fee: Exact
    prizes: bool
    titles: bool

    def charge(self) -> Figure[Exact]:
        """The entry fee of a house pair."""
        return Figure(self.fee, DOLLARS, self.clause, note=phrase("a house pair is supplied by the organiser"))
