"""What Hypothesis draws from: contracts, results, the ways people write them, and fields of scores."""

from collections.abc import Sequence
from fractions import Fraction

from hypothesis import strategies as st

from overtrick.core.laws.table_score import TableScore, bare, points
from overtrick.core.model import (
    Contract,
    Doubling,
    NotPlayed,
    PassedOut,
    PlayedContract,
    Result,
    Seat,
    Single,
    Split,
    Strain,
    WeightedPart,
    WeightedScore,
)

contracts = st.builds(
    Contract, st.integers(1, 7), st.sampled_from(Strain), st.sampled_from(Seat), st.sampled_from(Doubling)
)

played = st.builds(PlayedContract, contracts, st.integers(0, 13))

singles: st.SearchStrategy[Single] = st.one_of(played, st.just(PassedOut()))

exacts = st.one_of(
    st.integers(-10_000, 10_000), st.fractions(min_value=-10_000, max_value=10_000, max_denominator=1000)
)


@st.composite
def weighted(draw: st.DrawFn) -> WeightedScore:
    """A weighted score of one to four results, in whole per cent."""
    cuts = sorted(draw(st.sets(st.integers(1, 99), max_size=3)))
    shares = [high - low for low, high in zip([0, *cuts], [*cuts, 100], strict=True)]
    return WeightedScore(tuple(WeightedPart(Fraction(share, 100), draw(singles)) for share in shares))


results: st.SearchStrategy[Result] = st.one_of(
    played, st.just(PassedOut()), st.just(NotPlayed()), weighted(), st.builds(Split, singles, weighted())
)

_STRAINS = {
    Strain.CLUBS: ("C", "♣"),
    Strain.DIAMONDS: ("D", "♦"),
    Strain.HEARTS: ("H", "♥"),
    Strain.SPADES: ("S", "♠"),
    Strain.NOTRUMP: ("NT", "N"),
}
_DOUBLINGS = {
    Doubling.UNDOUBLED: ("",),
    Doubling.DOUBLED: ("X", "*", "DBL"),
    Doubling.REDOUBLED: ("XX", "**", "RDBL"),
}


@st.composite
def written(draw: st.DrawFn, result: PlayedContract) -> str:
    """One of the ways people write a result that was played."""
    contract, over = result.contract, result.over
    went = [str(result.tricks), f"{over:+d}"] + (["=", "made"] if over == 0 else [])
    if over < 0:
        went.append(f"−{-over}")
    parts = (
        str(contract.level),
        draw(st.sampled_from(_STRAINS[contract.strain])),
        draw(st.sampled_from(_DOUBLINGS[contract.doubling])),
        draw(st.sampled_from(("", "by"))),
        draw(st.sampled_from((contract.declarer.value, str(contract.declarer)))),
        draw(st.sampled_from(went)),
    )
    text = draw(st.sampled_from(("", " ", "  "))).join(parts)
    return draw(st.sampled_from((text, text.lower(), text.upper())))


def field(least: int = 1, most: int = 40) -> st.SearchStrategy[list[int]]:
    """The scores of a board over a field, with the ties that real boards have."""
    likely = st.sampled_from((-1100, -620, -430, -420, -100, -50, 0, 50, 100, 140, 420, 450, 620, 1430))
    return st.lists(st.one_of(likely, st.integers(-760, 760).map(lambda n: 10 * n)), min_size=least, max_size=most)


def tables(scores: Sequence[int]) -> list[TableScore]:
    """Bare scores as the tables that had them."""
    return [bare(score) for score in points(*scores)]
