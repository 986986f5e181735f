"""A ladder as an interface shows it: a line for each player, with every session and what counts of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from overtrick.core.exact import exact_text
from overtrick.core.ranking.ladder import LadderRule, Rung
from overtrick.core.wording import phrase
from overtrick.views.addresses import NoSuchNumber, join_path
from overtrick.views.board_whys import FigureAtAddress
from overtrick.views.texts import Text
from overtrick.views.whys import Number

PLACE, TOTAL, EVENING = "place", "total", "evening"
"""What the addresses of a ladder's numbers begin with; they end with the player."""


@dataclass(frozen=True, slots=True)
class LadderLine:
    """A player on a ladder: the place if there is one, the total, and every session; *counts* says which count."""

    place: Number
    shared: bool
    name: str
    total: Number
    evenings: tuple[Number, ...]
    counts: tuple[bool, ...]
    because: Text


@dataclass(frozen=True, slots=True)
class LadderPage:
    """A ladder: its players, its unit and its sessions."""

    says: Text
    by: str
    unit: str
    evenings: tuple[str, ...]
    lines: tuple[LadderLine, ...]


def ladder_page(
    rule: LadderRule, evenings: Sequence[str], rungs: Sequence[Rung], addresses: Sequence[str] = ()
) -> LadderPage:
    """A ladder over these sessions; where each has an *address*, every number has the address of its why."""
    told = {"takes": rule.takes, "evenings": len(evenings)}
    says = (
        phrase("the {takes} of the best {best:#session}, with {evenings:#session} so far", best=rule.count.best, **told)
        if rule.count.best
        else phrase("the {takes} of all sessions, with {evenings:#session} so far", **told)
    )
    unit = rungs[0].total.unit.many if rungs else ""
    there = dict(zip(evenings, addresses or [""] * len(evenings), strict=True))
    return LadderPage(says, str(rule.by), unit, tuple(evenings), tuple(_line(each, there, rule) for each in rungs))


def find_on_ladder(rungs: Sequence[Rung], names: Mapping[str, str], number: str) -> FigureAtAddress:
    """The number at an address of a ladder; *names* are the names of its sessions by their addresses."""
    kind, _, rest = number.strip("/").partition("/")
    evening, _, last = rest.partition("/")
    name = last if kind == EVENING else rest
    rung = next((each for each in rungs if each.name == name), None)
    if rung is not None and kind == PLACE and rung.place is not None:
        return FigureAtAddress(phrase("Place of {who}", who=name), rung.place)
    if rung is not None and kind == TOTAL:
        return FigureAtAddress(phrase("Total of {who}", who=name), rung.total)
    if rung is not None and kind == EVENING and names.get(evening) in rung.evenings:
        said = phrase("{who}, {evening}", who=name, evening=names[evening])
        return FigureAtAddress(said, rung.evenings[names[evening]])
    raise NoSuchNumber("There is no such figure on the ladder", remedy="Open a figure from the ladder’s page.")


def _line(rung: Rung, evenings: Mapping[str, str], rule: LadderRule) -> LadderLine:
    linked = all(evenings.values())
    place = Number("–")
    if rung.place is not None:
        text = exact_text(rung.place.value)
        place = Number(f"{text}=" if rung.shared else text, join_path(PLACE, rung.name) if linked else "", value=text)
    short = phrase("must play at least {needs:#session} to be placed", needs=rule.needs) if rung.place is None else ""
    total = Number(
        rung.total.unit.number(rung.total.value),
        join_path(TOTAL, rung.name) if linked else "",
        value=exact_text(rung.total.value),
    )
    return LadderLine(
        place, rung.shared, rung.name, total,
        tuple(_evening(rung, *each) for each in evenings.items()), tuple(name in rung.counted for name in evenings),
        rung.because or short,
    )  # fmt: skip


def _evening(rung: Rung, name: str, address: str) -> Number:
    figure = rung.evenings.get(name)
    if figure is None:
        return Number("")
    text = figure.unit.number(figure.value)
    return Number(
        text if name in rung.counted else f"({text})",
        join_path(EVENING, address, rung.name) if address else "",
        value=exact_text(figure.value),
    )
