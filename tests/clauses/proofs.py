"""What a test that cites a clause rests on: the product's own faces, or code that none of them reaches."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import reach

from clauses.vectors import Vector, answer_for, load_vectors

TESTS = Path(__file__).parents[1]


def unreached_by(item: pytest.Item) -> frozenset[reach.Node]:
    """What a test, or the answer to its vector, names of the product though no face reaches it."""
    params = getattr(getattr(item, "callspec", None), "params", {})
    vector = params.get("vector")
    if isinstance(vector, Vector):
        return used_by_answer(vector, reach.unreached())
    if not isinstance(item, pytest.Function):
        return frozenset()
    module = ".".join(item.path.relative_to(TESTS).with_suffix("").parts)
    return reach.rests_on(
        module, item.originalname, reach.unreached()
    )  # Hypothesis wraps the function itself under another name


def used_by_answer(vector: Vector, dead: frozenset[reach.Node]) -> frozenset[reach.Node]:
    """What the answer to a vector names of these definitions of the product."""
    answer = answer_for(vector)
    if answer is None:
        return frozenset()
    return reach.rests_on(answer.__module__, answer.__qualname__.partition(".")[0], dead)


def proofs(dead: frozenset[reach.Node]) -> Iterator[tuple[str, frozenset[reach.Node]]]:
    """Every citation, by a vector or by a test's mark, with what it rests on of these definitions of the product."""
    for vector in load_vectors():
        yield vector.clause, used_by_answer(vector, dead)
    for module, name, cites in reach.cited():
        for cite in cites:
            yield cite, reach.rests_on(module, name, dead)
