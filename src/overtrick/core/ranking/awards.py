"""Awards: points and prizes by place, shared by those who tie; titles; leaders of categories.

Whoever cannot have an award is passed over, and the next one takes the place. Tied contestants share what
the places they fill are worth, places beyond the table being worth nothing.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from types import MappingProxyType
from typing import assert_never

from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, exact_text, floor, plain
from overtrick.core.provenance import MATCHES, Clause, Figure, Made, Unit, counted
from overtrick.core.wording import phrase

PQP = Unit("PQP", "PQP")
DOLLARS = Unit("dollars", "dollar", places=2)
MASTERPOINTS = Unit("masterpoints", "masterpoint", places=2)


@dataclass(frozen=True, slots=True)
class AwardRule:
    """What places are worth, and how those who tie share it.

    *amounts* is empty where the organiser sets them. *step* is the smallest coin, shares being rounded down
    to it; without it shares stay exact. *barred* is the clause by which somebody gets nothing.
    """

    clause: Clause
    unit: Unit
    amounts: tuple[Exact, ...] = ()
    shared: Clause | None = None
    step: Exact | None = None
    barred: Clause | None = None


@dataclass(frozen=True, slots=True)
class Awards:
    """What everybody receives, and what sharing left over."""

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
    """Awards by place for contestants in *groups*, best first, those in one group being level.

    Those *barred* get nothing and take no place. Each group shares the amounts of the places it fills. *places* has
    the place of each group, where they do not follow from how many stand above: a place nobody has is not awarded.

    >>> rule = AwardRule(Clause("ANC26", "22.2"), PQP, (30, 24, 18), Clause("ANC26", "22.3"))
    >>> {name: str(figure) for name, figure in award((("A", "B"), ("C",)), rule).given.items()}
    {'A': '27 PQP', 'B': '27 PQP', 'C': '18 PQP'}
    """
    table = tuple(amounts) or rule.amounts
    if amounts and rule.amounts:
        raise DirectorError(
            "The amounts are printed and cannot be set", clause=str(rule.clause), remedy="Leave the amounts out."
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
        given |= {name: Figure(0, rule.unit, rule.barred or rule.clause, note=phrase("gets nothing")) for name in group}
        given |= dict.fromkeys(sharing, _share(worth, taken + 1, len(sharing), rule))
        left += sum((Fraction(amount) for amount in worth), Fraction(0))
        left -= sum((Fraction(given[name].value) for name in sharing), Fraction(0))
        taken += len(sharing)
    return Awards(
        MappingProxyType(given), Figure(plain(left), rule.unit, rule.shared or rule.clause, note=phrase("kept"))
    )


def _share(worth: Sequence[Exact], place: int, sharing: int, rule: AwardRule) -> Figure[Exact]:
    """One contestant's share of what the places of its group are worth."""
    if sharing <= 1:
        return Figure(worth[0] if worth else 0, rule.unit, rule.clause, note=phrase("place {place}", place=place))
    share = Fraction(sum((Fraction(amount) for amount in worth), Fraction(0)), sharing)
    if rule.step is not None:
        share = floor(share / Fraction(rule.step)) * Fraction(rule.step)
    parts = " and ".join(exact_text(plain(amount)) for amount in worth) or "nothing"
    note = phrase(
        "places {place} to {last} share {parts} between {sharing}",
        place=place,
        last=place + sharing - 1,
        parts=parts,
        sharing=sharing,
    )
    return Figure(plain(share), rule.unit, rule.shared or rule.clause, note=note)


def title(groups: Sequence[Sequence[str]], *, barred: Collection[str] = ()) -> tuple[str, ...]:
    """Who holds the title: the best who can, all of them if they are level.

    >>> title((("house",), ("B", "C")), barred=("house",))
    ('B', 'C')
    """
    able = ([name for name in group if name not in barred] for group in groups)
    return tuple(next((names for names in able if names), ()))


class Finish(Enum):
    """How a member's team came out of the event."""

    WINNER = "winner"
    RUNNER_UP = "runner-up"
    SHARED = "shared title"
    NOT_IN_FINAL = "not in the final"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class MemberAwardRule:
    """What each member of a team receives: something for taking part, and more for the final.

    *matches* of the qualifying and, for finalists, *stanzas* of the final must have been played, or there
    is nothing at all. A shared title pools what winners and runners-up receive. With *keeps_base* too few
    stanzas cost only what is for the final.
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
    """How much one member of a team played, and whether the member can have the award."""

    matches: int
    stanzas: int
    finish: Finish
    eligible: bool = True


def member_award(play: MemberPlay, rule: MemberAwardRule) -> Figure[Exact]:
    """What one member of a team receives."""
    if not play.eligible:
        return Figure(0, rule.unit, rule.clause, note=phrase("not eligible"))
    if play.matches < rule.matches:
        return Figure(
            0,
            rule.unit,
            rule.needs,
            note=phrase(
                "{matches} of the {needed} needed", matches=counted(play.matches, MATCHES), needed=rule.matches
            ),
        )
    if play.finish is not Finish.NOT_IN_FINAL and play.stanzas < rule.stanzas:
        note = phrase("{stanzas} stanzas of the {needed} needed", stanzas=play.stanzas, needed=rule.stanzas)
        return Figure(rule.base if rule.keeps_base else 0, rule.unit, rule.needs, note=note)
    base = Figure(rule.base, rule.unit, rule.clause, note=phrase("for taking part"))
    if play.finish is Finish.NOT_IN_FINAL:
        return base
    final = Figure(_final_worth(play.finish, rule), rule.unit, rule.final, note=phrase("{finish}", finish=play.finish))
    return Figure(plain(Fraction(base.value) + final.value), rule.unit, rule.final, (base, final), made=Made.SUM)


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
    """Categories within one field, each contestant in the one it nominated before the start."""

    clause: Clause
    categories: tuple[str, ...]


def leaders(
    groups: Sequence[Sequence[str]], nominated: Mapping[str, str], rule: CategoryRule
) -> Mapping[str, tuple[str, ...]]:
    """The leading contestants of each category, several where they are level.

    >>> rule = CategoryRule(Clause("ANC26", "16.1"), ("Open", "Youth"))
    >>> dict(leaders((("P1",), ("P2", "P3")), {"P1": "Open", "P2": "Youth", "P3": "Youth"}, rule))
    {'Open': ('P1',), 'Youth': ('P2', 'P3')}
    """
    found: dict[str, tuple[str, ...]] = {}
    for category in rule.categories:
        others = [name for group in groups for name in group if nominated.get(name) != category]
        found[category] = title(groups, barred=others)
    return MappingProxyType(found)


def check_nomination(eligible: Sequence[str], nominated: str | None, rule: CategoryRule, *, started: bool) -> str:
    """What is wrong with a contestant's category, or nothing.

    >>> rule = CategoryRule(Clause("ANC26", "16.1"), ("Women's", "Seniors'"))
    >>> check_nomination(("Women's", "Seniors'"), None, rule, started=True)
    "No category was nominated before the start; this contestant could be in Women's or Seniors' (ANC26 16.1)"
    """
    if nominated is None:
        if not started:
            return ""
        could = f"; this contestant could be in {' or '.join(eligible)}" if eligible else ""
        return f"No category was nominated before the start{could} ({rule.clause})"
    if nominated not in rule.categories:
        return f"{nominated} is not one of {', '.join(rule.categories)} ({rule.clause})"
    return "" if nominated in eligible else f"Not eligible for {nominated} ({rule.clause})"


@dataclass(frozen=True, slots=True)
class HousePairRule:
    """What a house pair pays, and what it may win."""

    clause: Clause
    fee: Exact
    prizes: bool
    titles: bool

    def charge(self) -> Figure[Exact]:
        """The entry fee of a house pair."""
        return Figure(self.fee, DOLLARS, self.clause, note=phrase("a house pair is supplied by the organiser"))
