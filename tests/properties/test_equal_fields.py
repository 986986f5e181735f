"""Two fields of equal strength, in large fields: the division is the one that all sums lead to, in little memory."""

import tracemalloc

from hypothesis import given
from hypothesis import strategies as st

from overtrick.core.draws.seeding import Entrant, field_sizes, two_fields
from overtrick.core.provenance import Clause

CLAUSE = Clause("ITS21", "OITS.stage1-seeding")


def by_all_sums(entrants: list[Entrant]) -> tuple[str, ...]:
    """North-South, with what can be reached before every place written down as a set."""
    (out, _), (playing, _) = field_sizes(len(entrants), sum(not each.contending for each in entrants))
    reach: list[set[tuple[int, int, int]]] = [{(0, 0, 0)}]
    for each in entrants:
        taken = {(p + each.contending, o + (not each.contending), s + int(each.rating)) for p, o, s in reach[-1]}
        reach.append(reach[-1] | taken)
    total = sum(int(each.rating) for each in entrants)
    ends = [s for p, o, s in reach[-1] if (p, o) == (playing, out)]
    here = (playing, out, min(ends, key=lambda s: (abs(2 * s - total), s)))
    chosen = []
    for place in reversed(range(len(entrants))):
        if here not in reach[place]:
            each = entrants[place]
            chosen.append(each.name)
            here = (here[0] - each.contending, here[1] - (not each.contending), here[2] - int(each.rating))
    return tuple(reversed(chosen))


@given(st.lists(st.tuples(st.integers(-9, 40), st.booleans()), min_size=23, max_size=40))
def test_a_large_field_is_divided_as_all_its_sums_have_it(rated: list[tuple[int, bool]]) -> None:
    entrants = [Entrant(str(number), *each) for number, each in enumerate(rated)]
    assert tuple(each.name for each in two_fields(entrants, CLAUSE).ns) == by_all_sums(entrants)


def test_a_field_of_800_is_divided_evenly_in_little_memory() -> None:
    entrants = [Entrant(str(number), number) for number in range(1, 801)]
    tracemalloc.start()
    fields = two_fields(entrants, CLAUSE)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert sum(each.rating for each in fields.ns) == sum(each.rating for each in fields.ew)
    assert most < 300 * 1024 * 1024
