"""The first draw of a seeded field: top block against bottom block by lot, and the middle block by lot."""

from collections.abc import Sequence
from dataclasses import dataclass

from overtrick.core.draws.knockout import Pairing, Team
from overtrick.core.errors import DirectorError
from overtrick.core.lots import Lots
from overtrick.core.provenance import Clause


@dataclass(frozen=True, slots=True)
class SeedBlockRule:
    """The number of seeds in the middle block, and of the triangles they form; the rest of them play matches."""

    clause: Clause
    middle: int = 0
    triangles: int = 0


@dataclass(frozen=True, slots=True)
class SeedBlocks:
    """The seeds of each block (1 is the top seed), and the number of triangles."""

    top: tuple[int, ...]
    middle: tuple[int, ...]
    bottom: tuple[int, ...]
    triangles: int
    clause: Clause

    @property
    def matches(self) -> int:
        """The number of matches of two teams."""
        return len(self.top) + (len(self.middle) - 3 * self.triangles) // 2


@dataclass(frozen=True, slots=True)
class FirstDraw:
    """Matches and triangles drawn by lot from a recorded seed."""

    pairs: tuple[Pairing, ...]
    triangles: tuple[tuple[Team, Team, Team], ...]
    clause: Clause


def seed_blocks(entry: int, rule: SeedBlockRule) -> SeedBlocks:
    """The blocks of a seeded field.

    >>> blocks = seed_blocks(23, SeedBlockRule(Clause("GNOT18", "A1.S1(c).draw"), middle=7, triangles=1))
    >>> blocks.top[-1], blocks.middle, blocks.bottom[0], blocks.matches
    (8, (9, 10, 11, 12, 13, 14, 15), 16, 10)
    """
    outer = entry - rule.middle
    if outer < 0 or outer % 2 or rule.middle < 3 * rule.triangles or (rule.middle - 3 * rule.triangles) % 2:
        raise DirectorError(
            "{entry:#team} cannot be split into two equal blocks with {middle} in the middle",
            clause=str(rule.clause),
            remedy="Choose the layout for this number of teams.",
            entry=entry,
            middle=rule.middle,
        )
    block = outer // 2
    seeds = tuple(range(1, entry + 1))
    return SeedBlocks(seeds[:block], seeds[block : entry - block], seeds[entry - block :], rule.triangles, rule.clause)


def first_draw(seeded: Sequence[Team], rule: SeedBlockRule, lots: Lots) -> FirstDraw:
    """Draw each top seed against a bottom seed by lot; in the middle, draw the triangles first, then the matches.

    The draw can be repeated from the seed of *lots*.
    """
    blocks = seed_blocks(len(seeded), rule)
    bottom = lots.derive("bottom block").order(blocks.bottom)
    middle = lots.derive("middle block").order(blocks.middle)
    in_triangles = 3 * rule.triangles
    rest = middle[in_triangles:]
    across = [(top, low, "top block against bottom block, by lot") for top, low in zip(blocks.top, bottom, strict=True)]
    among = [
        (min(a, b), max(a, b), "middle block, by lot") for a, b in zip(rest[::2], rest[1::2], strict=True)
    ]  # fmt: skip
    pairs = tuple(Pairing(seeded[a - 1], seeded[b - 1], rule.clause, (why,)) for a, b, why in (*across, *among))
    trios = zip(middle[0:in_triangles:3], middle[1:in_triangles:3], middle[2:in_triangles:3], strict=True)
    triangles = tuple((seeded[a - 1], seeded[b - 1], seeded[c - 1]) for a, b, c in trios)
    return FirstDraw(pairs, triangles, rule.clause)
