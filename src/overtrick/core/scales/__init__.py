"""Convert IMPs or percentages to victory points."""

from functools import lru_cache

from overtrick.core.errors import EngineError
from overtrick.core.exact import Exact, Halves
from overtrick.core.provenance import VPS, Derivation, Figure, Unit, count_phrase
from overtrick.core.scales.types import BandScale, CornerScale, PrintedScale, Scale, ScaleColumn, continuous_vps
from overtrick.core.wording import Phrase, phrase

__all__ = ["BandScale", "CornerScale", "PrintedScale", "Scale", "ScaleColumn", "continuous_vps", "vps"]


def vps(net: Figure[Exact], boards: int, scale: Scale, halves: Halves = Halves.AWAY) -> Figure[Exact]:
    """One side's victory points for its own net IMPs or percentage.

    *halves* says how half an IMP, which an adjusted score can leave, is rounded before a printed scale is read:
    away from zero for both sides, or up for the side that gets the benefit.

    Each side converts its own net: the two add up to the total of the scale only if the nets are opposite.
    """
    if not net.unit.like(scale.takes):
        raise EngineError(f"{net} ({net.clause}) is read on {scale.name}, which takes {scale.takes.name}")
    match scale:
        case PrintedScale():
            value, clause = scale.vps(net.value, boards, halves)
        case CornerScale():
            value, clause = scale.vps(net.value), scale.clause
        case BandScale():
            value, clause = scale.vps(net.value, boards), scale.clause
    rounded = isinstance(scale, PrintedScale) and net.value.denominator != 1 and not scale.takes_fraction(net.value)
    read = scale.margin(net.value, halves) if isinstance(scale, PrintedScale) and rounded else None
    length = None if isinstance(scale, CornerScale) else boards
    return Figure(
        value, VPS, clause, (net,), _conversion_note(net.value, net.unit, length, scale.name, read), Derivation.SCALE
    )


@lru_cache(maxsize=4096)
def _conversion_note(net: Exact, unit: Unit, boards: int | None, scale: str, read: int | None) -> Phrase:
    """The conversion in words, cached because large fields repeat the same few.

    *read* is the whole number to which a fraction was rounded.
    """
    length = None if boards is None else count_phrase(boards)
    if read is not None:
        return phrase(
            "{net}, rounded to {read},[ over {length}] on {scale}",
            net=unit.amount(net), read=unit.amount(read), length=length, scale=scale,
        )  # fmt: skip
    return phrase("{net}[ over {length}] on {scale}", net=unit.amount(net), length=length, scale=scale)
