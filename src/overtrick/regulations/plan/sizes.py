"""Sizes of entries in words."""

from collections.abc import Sequence


def runs(sizes: Sequence[int]) -> tuple[str, ...]:
    """Numbers with consecutive ones combined.

    >>> runs([5, 6, 9, 10, 11, 14])
    ('5', '6', '9 to 11', '14')
    """
    runs: list[list[int]] = []
    for size in sizes:
        if runs and size == runs[-1][-1] + 1:
            runs[-1].append(size)
        else:
            runs.append([size])
    return tuple(
        part for run in runs for part in ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else [str(size) for size in run])
    )
