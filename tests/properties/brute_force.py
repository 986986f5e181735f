"""Every possible draw, one by one: the slow and obvious way to check the quick one."""

from collections.abc import Callable, Iterable, Iterator, Sequence

Pairs = tuple[tuple[str, str], ...]


def every_draw(teams: Sequence[str]) -> Iterator[Pairs]:
    """All perfect matchings, each pair in the order of *teams*."""
    if not teams:
        yield ()
        return
    first, *others = teams
    for place, other in enumerate(others):
        for rest in every_draw(others[:place] + others[place + 1 :]):
            yield ((first, other), *rest)


def lowest_opponents(draw: Pairs, ranked: Sequence[str]) -> list[int]:
    """Everybody's opponent, from the top; greater is nearer to high against low."""
    opponent = {one: two for pair in draw for one, two in (pair, pair[::-1])}
    return [ranked.index(opponent[team]) for team in ranked]


def best_draws(draws: Iterable[Pairs], cost: Callable[[Pairs], tuple[int, ...]]) -> list[Pairs]:
    """The draws of least cost."""
    costs = [(cost(draw), draw) for draw in draws]
    least = min(price for price, _ in costs)
    return [draw for price, draw in costs if price == least]
