"""The fault rates of a rehearsal: by kind, as a named set of rates, and as users type them."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Faults:
    """The rate of each kind of fault: a chance per board, match, round, stage or event.

    *small_form*: only one or two tables played a form of a fouled board. *wrong_way*: a match was scored the wrong way
    round, and is corrected after the next draw. *late_arrival* and *early_departure*: a contestant comes in, or leaves,
    before a round or after its draw. *neither*: neither side appears for a match. *early_close*: the director tries to
    close a round whose results are not in. *forgotten_award*: a score is awarded only once the close asks for it.
    *late_review*: a review asked for in time is decided after the stage has closed. *no_house*: an odd field has no
    house pair, so that someone sits out.
    """

    correction: float = 0.0
    adjusted: float = 0.0
    penalty: float = 0.0
    fouled: float = 0.0
    forfeit: float = 0.0
    substitute: float = 0.0
    withdrawal: float = 0.0
    absence: float = 0.0
    small_form: float = 0.0
    wrong_way: float = 0.0
    late_arrival: float = 0.0
    early_departure: float = 0.0
    neither: float = 0.0
    early_close: float = 0.0
    forgotten_award: float = 0.0
    late_review: float = 0.0
    no_house: float = 0.0


NO_FAULTS = Faults()
USUAL_FAULTS = Faults(0.01, 0.01, 0.05, 0.02, 0.01, 0.03, 0.02, 0.06)
HUMAN_FAULTS = replace(
    USUAL_FAULTS, small_form=0.15, wrong_way=0.03, late_arrival=0.05, early_departure=0.05, neither=0.02,
    early_close=0.1, forgotten_award=0.5, late_review=0.5, no_house=0.5,
)  # fmt: skip

PRESETS: Mapping[str, Faults] = MappingProxyType({"none": NO_FAULTS, "usual": USUAL_FAULTS, "human": HUMAN_FAULTS})
"""The named sets of rates."""

KINDS: Mapping[str, str] = MappingProxyType({each.name.replace("_", "-"): each.name for each in fields(Faults)})
"""Every kind of fault as users type it, and the field that holds its rate."""


def read_faults(text: str) -> Faults:
    """The faults that a text names: a preset, rates by kind, or a preset followed by the rates that differ from it.

    Raises `ValueError` with a sentence for the user.

    >>> read_faults("neither=0.5,early-close=1") == Faults(neither=0.5, early_close=1)
    True
    >>> read_faults("usual,penalty=0") == replace(USUAL_FAULTS, penalty=0)
    True
    """
    first, *others = (part.strip() for part in text.split(","))
    if first in PRESETS:
        return replace(PRESETS[first], **dict(map(_rate, others)))
    return Faults(**dict(map(_rate, (first, *others))))


def _rate(part: str) -> tuple[str, float]:
    kind, equals, rate = part.partition("=")
    if not equals:
        raise ValueError(
            f"“{part}” is neither a set of faults nor a rate like neither=0.1. The sets are {', '.join(PRESETS)}; "
            f"the kinds are {', '.join(KINDS)}."
        )
    if kind not in KINDS:
        raise ValueError(f"There is no fault “{kind}”. The kinds are {', '.join(KINDS)}.")
    try:
        value = float(rate)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise ValueError(f"The rate of {kind} is a number from 0 to 1, not “{rate}”.")
    return KINDS[kind], value
