"""The rates of faults of a rehearsal as they are typed: by kind, or a set of rates that has a name."""

from collections.abc import Mapping
from dataclasses import fields, replace
from types import MappingProxyType

from overtrick.lab.rehearsal import NO_FAULTS, USUAL_FAULTS, Faults

HUMAN_FAULTS = replace(
    USUAL_FAULTS, small_form=0.15, wrong_way=0.03, late_arrival=0.05, early_departure=0.05, neither=0.02,
    early_close=0.1, forgotten_award=0.5, late_review=0.5, no_house=0.5,
)  # fmt: skip

PRESETS: Mapping[str, Faults] = MappingProxyType({"none": NO_FAULTS, "usual": USUAL_FAULTS, "human": HUMAN_FAULTS})
"""The sets of rates that have a name."""

KINDS: Mapping[str, str] = MappingProxyType({each.name.replace("_", "-"): each.name for each in fields(Faults)})
"""Every kind of fault as it is typed, and the field that holds its rate."""


def read_faults(text: str) -> Faults:
    """The faults that a text names: a preset, rates by kind, or a preset first and then the rates that differ from it.

    Raises `ValueError` with a sentence for whoever typed it.

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
        raise ValueError(f"“{part}” is not a set of faults. Write {', '.join(PRESETS)}, or KIND=RATE.")
    if kind not in KINDS:
        raise ValueError(f"There is no fault “{kind}”. The kinds are {', '.join(KINDS)}.")
    try:
        value = float(rate)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise ValueError(f"The rate of {kind} is a number from 0 to 1, not “{rate}”.")
    return KINDS[kind], value
