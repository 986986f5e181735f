"""A knockout as a bracket: a column for each stage, a box for each match, a line from each winner to its next match."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

WIDTH, HEIGHT, GAP, ACROSS = 118, 44, 14, 46
HEAD = 62


@dataclass(frozen=True, slots=True)
class Tie:
    """A match of a bracket: both sides, their scores as written, and the winner once there is one."""

    sides: tuple[str, str]
    scores: tuple[str, str]
    winner: str | None


@dataclass(frozen=True, slots=True)
class Bracket:
    """The stages of a knockout from left to right, each by its name and with its matches."""

    title: str
    columns: tuple[tuple[str, tuple[Tie, ...]], ...]

    @property
    def width(self) -> int:
        """How wide it is drawn."""
        return len(self.columns) * (WIDTH + ACROSS) - ACROSS

    @property
    def height(self) -> int:
        """How high it is drawn."""
        lowest = max((y for column in places(self) for y in column), default=0)
        return HEAD + lowest + HEIGHT + 30


def ordered(bracket: Bracket) -> list[tuple[Tie, ...]]:
    """The matches of each column in the order that keeps winners beside the match they go on to."""
    columns = [ties for _, ties in bracket.columns]
    found = [columns[-1]] if columns else []
    for ties in reversed(columns[:-1]):
        wanted = [side for tie in found[0] for side in tie.sides]
        found.insert(0, tuple(sorted(ties, key=lambda tie: _place(tie, wanted))))
    return found


def _place(tie: Tie, wanted: Sequence[str]) -> int:
    return wanted.index(tie.winner) if tie.winner in wanted else len(wanted)


def places(bracket: Bracket) -> list[list[int]]:
    """How far down each match stands: half-way between those its sides won, never on another."""
    found: list[list[int]] = []
    columns = ordered(bracket)
    for number, ties in enumerate(columns):
        before = dict(zip((tie.winner for tie in columns[number - 1]), found[-1], strict=True)) if number else {}
        column: list[int] = []
        for tie in ties:
            from_ = [before[side] for side in tie.sides if side in before]
            least = column[-1] + HEIGHT + GAP if column else 0
            column.append(max(least, sum(from_) // len(from_) if from_ else least))
        found.append(column)
    return found


def draw_bracket(bracket: Bracket, left: int, top: int) -> Iterator[str]:
    """The bracket as SVG, below *top* and from *left* on."""
    yield f'<text x="{left}" y="{top + 24}" font-size="17" font-weight="700">{escape(bracket.title)}</text>'
    columns, down = ordered(bracket), places(bracket)
    for number, (name, _) in enumerate(bracket.columns):
        x = left + number * (WIDTH + ACROSS)
        middle = x + WIDTH // 2
        yield f'<text x="{middle}" y="{top + 50}" text-anchor="middle" font-weight="700">{escape(name)}</text>'
        won = {tie.winner: y for tie, y in zip(columns[number - 1], down[number - 1], strict=True)} if number else {}
        for tie, y in zip(columns[number], down[number], strict=True):
            for row, side in enumerate(tie.sides):
                if side in won:
                    yield _line(x, top + HEAD + won[side] + HEIGHT // 2, top + HEAD + y + 11 + 22 * row)
            yield from _tie(tie, x, top + HEAD + y)


def _line(x: int, start: int, end: int) -> str:
    bend = x - ACROSS // 2
    return f'<path d="M{x - ACROSS} {start}H{bend}V{end}H{x}" fill="none" stroke="#111" stroke-width="1.4"/>'


def _tie(tie: Tie, x: int, y: int) -> Iterator[str]:
    yield f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" fill="#fff" stroke="#111" stroke-width="1.4"/>'
    yield f'<path d="M{x} {y + 22}h{WIDTH}" stroke="#999"/>'
    for row, (side, score) in enumerate(zip(tie.sides, tie.scores, strict=True)):
        weight = ' font-weight="700"' if side == tie.winner else ""
        at = y + 16 + 22 * row
        yield f'<text x="{x + 8}" y="{at}"{weight}>{escape(side)}</text>'
        yield f'<text x="{x + WIDTH - 8}" y="{at}" text-anchor="end"{weight}>{escape(score)}</text>'
