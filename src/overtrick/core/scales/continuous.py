"""The continuous scale of the World Bridge Federation: victory points by formula for any match length.

VP = 10 + 10 (1 − τ^(3M/B)) / (1 − τ³), with τ = (√5 − 1)/2 and B = 15 √boards; 20 from a margin of B on.
The formula is irrational, so it is worked in sixty digits and rounded once; no margin of a match of any
length in use comes near enough to a half for that to matter.
"""

from decimal import ROUND_HALF_UP, Context, Decimal, localcontext
from fractions import Fraction
from functools import lru_cache

from overtrick.core.exact import Exact, plain

_DIGITS = Context(prec=60, rounding=ROUND_HALF_UP)


@lru_cache(maxsize=4096)
def continuous_vps(margin: Exact, boards: int) -> Exact:
    """The winner's victory points for a margin in IMPs, to two places, halves up.

    >>> [str(Decimal(continuous_vps(m, 14).numerator) / continuous_vps(m, 14).denominator) for m in (0, 12, 23, 57)]
    ['10', '13.48', '15.85', '20']
    """
    if margin * margin >= 225 * boards:
        return 20
    with localcontext(_DIGITS):
        golden = (Decimal(5).sqrt() - 1) / 2
        whole = Fraction(margin)
        share = Decimal(3 * whole.numerator) / whole.denominator / (15 * Decimal(boards).sqrt())
        value = 10 + 10 * (1 - (golden.ln() * share).exp()) / (1 - golden**3)
        return plain(Fraction(value.quantize(Decimal("0.01"))))
