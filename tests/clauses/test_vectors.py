"""Every vector the product answers, one test each."""

import pytest

from clauses.vectors import Vector, answer_for, load_vectors


@pytest.mark.parametrize(
    "vector", [v for v in load_vectors() if answer_for(v)], ids=lambda v: v.name if isinstance(v, Vector) else str(v)
)
def test_vector(vector: Vector) -> None:
    answer = answer_for(vector)
    assert answer is not None
    assert answer(vector) == vector.expect, vector.note
