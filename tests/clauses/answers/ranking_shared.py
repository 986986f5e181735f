"""What the answers on rankings share: figures and candidates from a vector's plain numbers."""

from collections.abc import Mapping, Sequence
from typing import Any

from overtrick.core.exact import Exact, decimal_text, exact_text, plain
from overtrick.core.provenance import IMPS, VPS, Clause, Figure, Unit
from overtrick.core.ranking.chain import Candidate, ChainRule, Ranking, rank
from overtrick.core.ranking.measures import MatchLine, Measure, StageRecord
from overtrick.core.typed_numbers import read_exact

GIVEN = Clause("Test", "given")


def number(text: Any) -> Exact:
    return read_exact(str(text))


def vps(text: Any) -> Figure[Exact]:
    return Figure(number(text), VPS, GIVEN)


def imps(text: Any) -> Figure[Exact]:
    return Figure(number(text), IMPS, GIVEN)


def two(value: Exact) -> str:
    return decimal_text(value, 2)


def six(value: Exact) -> str:
    """A number as the vectors write it: whole or short if exact, else six places."""
    text = exact_text(plain(value))
    return text if "/" not in text and len(text.partition(".")[2]) <= 6 else decimal_text(value, 6)


def record(contestant: str, scores: Sequence[Any], unit: Unit = VPS, **more: Any) -> StageRecord:
    """A record of matches of which only the score is known."""
    matches = tuple(MatchLine((f"opponent {n}",), Figure(number(s), unit, GIVEN)) for n, s in enumerate(scores, 1))
    return StageRecord(contestant, matches, **more)


def ranked(given: Mapping[str, Mapping[Measure, Exact]], chain: ChainRule[Measure]) -> Ranking[Measure]:
    """Candidates by name with their measures, in order; told backwards it must come out the same."""
    candidates = [Candidate(name, dict(worth)) for name, worth in given.items()]
    ranking = rank(candidates, chain)
    assert ranking == rank(candidates[::-1], chain)
    return ranking


def grouped(groups: Sequence[Sequence[str]]) -> list[Any]:
    """Groups as the vectors write them: a name alone, or a list of those level."""
    return [group[0] if len(group) == 1 else list(group) for group in groups]
