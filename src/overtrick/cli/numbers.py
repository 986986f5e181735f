"""The commands that convert numbers: to IMPs, to victory points, and awards to scores."""

from dataclasses import dataclass

import click

from overtrick.cli.entries import NUMBERS
from overtrick.cli.options import Counting, as_json, depth, refuse_options
from overtrick.cli.show import show_json, show_lines, show_table
from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, Halves, exact_text, round_to, with_minus
from overtrick.core.laws.adjusted import awards
from overtrick.core.laws.imps import LAW_78B, imps_of
from overtrick.core.laws.imps import imps as imps_figure
from overtrick.core.model import Artificial, Award, read_result
from overtrick.core.provenance import IMPS, PERCENT, POINTS, VPS, Clause, Derivation, Fact, Figure, Json
from overtrick.core.scales import CornerScale, Scale, vps
from overtrick.core.typed_numbers import read_exact
from overtrick.core.wording import phrase
from overtrick.regulations.grammar.scales import PrintedTable, Repair
from overtrick.regulations.read.library import Rulebook, library, repaired_rows


@click.command(context_settings=NUMBERS)
@click.argument("scores", nargs=-1, required=True, callback=refuse_options)
@as_json
def imps(scores: tuple[str, ...], as_json: bool) -> None:
    """Convert a difference, or one score against another, to IMPs (Law 78B).

    \b
    Example: overtrick imps 620 480
             overtrick imps -45
    """
    numbers = [read_exact(score) for score in scores]
    if len(numbers) == 1:
        difference = Figure(
            numbers[0], POINTS, LAW_78B, (Fact(phrase("a difference of {scores}", scores=with_minus(scores[0]))),)
        )
        figure = Figure(imps_of(numbers[0]), IMPS, LAW_78B, (difference,), made=Derivation.SCALE)
    elif len(numbers) == 2:
        ours, against = (Figure(n, POINTS, LAW_78B, (Fact(phrase("as entered")),)) for n in numbers)
        figure = imps_figure(ours, against, phrase("{ours} against {theirs}", ours=numbers[0], theirs=numbers[1]))
    else:
        raise click.UsageError("Give one difference, or two scores.")
    show_json(figure.explained()) if as_json else show_lines(figure.line())


@click.command(context_settings=NUMBERS)
@click.argument("scale")
@click.argument("nets", nargs=-1, callback=refuse_options)
@click.option("--boards", type=Counting(), help="Boards in the match, if the scale depends on it.")
@as_json
def vp(scale: str, nets: tuple[str, ...], boards: int | None, as_json: bool) -> None:
    """Convert net IMPs, or a percentage, to victory points on SCALE, for both sides.

    `overtrick rules list --kind scale` lists the scales. If awards leave the two sides with nets that do not balance,
    give both nets; each side is converted separately.

    \b
    Example: overtrick vp abf/swiss-pairs --boards 8 12
             overtrick vp anc-2026/interstate-pairs 54.9
    """
    if scale.lstrip("+-").isdecimal():
        raise DirectorError(
            "“{net}” is a number, and the name of the scale comes first",
            remedy="Write it like: overtrick vp abf/swiss-pairs --boards 8 12.",
            net=scale,
        )
    if not nets:
        raise click.UsageError("Give the net IMPs, or the percentage, after the name of the scale.")
    book = library()
    found = book.scale(scale)
    if boards is None and not isinstance(found, CornerScale):
        raise DirectorError(
            "The points on {found} depend on the length of the match",
            remedy="Add --boards with the number of boards, like --boards 8.",
            found=found.name,
        )
    own = [_net(net, book, scale) for net in nets]
    answers = [_Answer.of(net, boards or 0, found, _printed_rows(book, scale, boards, net.value)) for net in own]
    if as_json:
        listed: list[Json] = [answer.as_json() for answer in answers]
        show_json(listed[0] if len(listed) == 1 else listed)
        return
    show_table(("net", "VPs", "opponents"), [answer.row() for answer in answers])
    for answer in answers:
        show_lines(answer.vps.line())
        for where in answer.printed:
            show_lines(f"  {where}")


def _net(text: str, book: Rulebook, scale: str) -> Figure[Exact]:
    stated = book.find_stated("scale", scale)
    percent = stated.words["kind"] == "bands" or stated.words.get("of") == "per cent"
    clause = Clause.parse(stated.clause.cite)
    unit, note = (PERCENT, phrase("the side’s percentage")) if percent else (IMPS, phrase("net IMPs"))
    return Figure(read_exact(text), unit, clause, (Fact(phrase("as entered")),), note)


@dataclass(frozen=True)
class _Answer:
    """A conversion: a side's net and points, the opponents' points, and the rows that documents print."""

    net: Figure[Exact]
    vps: Figure[Exact]
    opponents: Figure[Exact]
    printed: "list[_PrintedRow]"

    @classmethod
    def of(cls, net: Figure[Exact], boards: int, scale: Scale, printed: "list[_PrintedRow]") -> "_Answer":
        opposite = 100 - net.value if net.unit == PERCENT else -net.value
        note = phrase("the opponents’ percentage") if net.unit == PERCENT else phrase("the opponents’ net IMPs")
        theirs = Figure(opposite, net.unit, net.clause, net.of, note)
        return cls(net, vps(net, boards, scale), vps(theirs, boards, scale), printed)

    def row(self) -> tuple[str, str, str]:
        return str(self.net), VPS.number(self.vps.value), VPS.number(self.opponents.value)

    def as_json(self) -> dict[str, Json]:
        return {
            "net": exact_text(self.net.value),
            "vps": VPS.number(self.vps.value),
            "opponents": VPS.number(self.opponents.value),
            "clause": self.vps.clause.cite,
            "readings": list(self.vps.clause.readings),
            "printed": [where.as_json() for where in self.printed],
            "why": self.vps.explained(),
        }


@dataclass(frozen=True)
class _PrintedRow:
    """The matching row of one printed table, and whether it differs from our answer."""

    clause: Clause
    win: str
    lose: str
    differs: bool
    reading: str

    def __str__(self) -> str:
        row = f"{self.win} – {self.lose}" if self.lose else self.win or "no such row"
        tail = f", a misprint (reading {self.reading})" if self.differs and self.reading else ""
        return f"{self.clause.cite} prints {row}{tail}"

    def as_json(self) -> dict[str, Json]:
        return {
            "clause": self.clause.cite,
            "win": self.win,
            "lose": self.lose,
            "differs": self.differs,
            "reading": self.reading,
        }


def _printed_rows(book: Rulebook, scale: str, boards: int | None, net: Exact) -> list[_PrintedRow]:
    """Return the matching row of every document that prints this column."""
    if book.find_stated("scale", scale).words["kind"] != "printed" or boards is None:
        return []
    margin = round_to(net if net >= 0 else -net, 1, Halves.AWAY)
    repairs = repaired_rows(book)
    return [_row(table, margin, repairs) for table in book.printed_tables(scale, boards)]


def _row(table: PrintedTable, margin: Exact, repairs: dict[tuple[str, int], Repair]) -> _PrintedRow:
    last = int(table.rows[-1][0])
    wanted = int(min(margin, last))
    found = next((row for row in table.rows if row[0] == wanted), None)
    repair = repairs.get((table.id, wanted))
    win = VPS.number(found[1]) if found else ""
    lose = VPS.number(found[2]) if found and len(found) > 2 else ""
    differs = repair is not None and (found is None or found[1] != repair.win)
    return _PrintedRow(table.clause, win, lose, differs, repair.reading if repair else "")


@click.command(context_settings=NUMBERS)
@click.argument("rule")
@click.argument("given", nargs=-1, required=True, metavar="AWARDS...", callback=refuse_options)
@click.option("--own", metavar="PERCENT", help="The pair's percentage on the boards it played, if the rule may use it.")
@depth
@as_json
def adjust(rule: str, given: tuple[str, ...], own: str | None, depth: int | None, as_json: bool) -> None:
    """Total the artificial adjusted scores of one side under RULE (Law 12C2).

    AWARDS are for one side, one per board: AV+, AV, AV-, 60% or "3 IMPs". `overtrick rules list --kind artificial`
    lists the rules.

    \b
    Example: overtrick adjust anc-2026/teams AV+ AV+ AV+
             overtrick adjust sabf-2020/matchpoints AV+ --own 63.4
    """
    named = library().artificial(rule)
    listed: list[Award] = []
    for text in given:
        result = read_result(text)
        if not isinstance(result, Artificial) or result.ns != result.ew:
            raise DirectorError(
                "“{text}” is not one side's award",
                clause="Law 12C2",
                remedy="Write AV+, AV, AV-, 60% or 3 IMPs for each board.",
                text=text,
            )
        listed.append(result.ns)
    average = (
        Figure(read_exact(own), PERCENT, named.clause, (), phrase("the side’s own average, as entered"))
        if own
        else None
    )
    figure = awards(listed, named, average)
    show_json(figure.explained(depth)) if as_json else show_lines(figure.why(depth))
