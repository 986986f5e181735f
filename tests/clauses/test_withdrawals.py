"""The table of withdrawals: each document, each kind of stage, each moment, by acts alone.

Every board is flat, so that a match is worth 10 VPs, in the Interstate Teams 35 (35 plus net IMPs) and in the
ITS Finals 0 IMPs. Where no rule scores a match, the director of these tests awards 5. The numbers were worked out by
hand from the clauses; the page has the same rows, with the moments of one outcome in one row.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import pytest

from overtrick.core.errors import DirectorError
from overtrick.core.event.plan.stages import Entrants
from overtrick.core.exact import Exact, decimal_text
from overtrick.regulations.plan.event_book import plan_for
from withdrawing import AWARD, totals, withdraw

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "withdrawals.md"
NEVER = "–"


@dataclass(frozen=True)
class Row:
    """One withdrawal: where, when, and the total of those who had met the one that left and of those who had not."""

    event: str
    entries: int
    stage: str
    after: int
    wiped: bool
    met: Exact | None
    unmet: Exact | None
    clause: str
    why: str
    awarded: int = 0


SABF, ITC, OPEN, MIXED = (
    "sabf-2020/seniors-butler-trials", "anc-2026/interstate-open", "anc-2026/open-butler", "anc-2026/mixed-butler",
)  # fmt: skip
GNOT = "gnot-nsw-2018/gnot"
OITS, WITS, SITS, YITS = (f"nsw-its-2021/{name}" for name in ("oits", "wits", "sits", "yits"))
LEAST = "a forfeit scores at least 13.60, a win by 12 IMPs over 14 boards (21.2)"
FORFEITS = "35 a match, a forfeit at least 56.50"
GIVEN = "the director awards 5, because we do not have NSWBA TR 13.9"
BUTLER = "the director awards 5, because we do not have ABF TR 14"
WIPED = "no match with it counts"
BYE = "12 matches and a bye in the round robin redrawn without it, 35 each"

ROUND_ROBINS = [
    # Seven matches of 10.00. Those who met it keep 70.00; the others have six and 13.60 = 73.60; wiped, all have six.
    Row(SABF, 8, "Final", 0, False, None, Fraction("73.60"), "SABF20 13.9#3", LEAST),
    Row(SABF, 8, "Final", 1, False, 70, Fraction("73.60"), "SABF20 13.9#3", LEAST),
    Row(SABF, 8, "Final", 4, False, 70, Fraction("73.60"), "SABF20 13.9#3", LEAST),
    Row(SABF, 8, "Final", 7, False, 70, None, "SABF20 13.9#3", "everybody has met it"),
    Row(SABF, 8, "Final", 0, True, None, 60, "SABF20 13.9#3", WIPED),
    Row(SABF, 8, "Final", 4, True, 60, 60, "SABF20 13.9#3", WIPED),
    Row(SABF, 8, "Final", 7, True, 60, None, "SABF20 13.9#3", WIPED),
    # Three round robins of six teams: 15 matches, three with each. Not met: 12 x 35 + 3 x 56.50 = 589.50; met once:
    # 13 x 35 + 2 x 56.50 = 568.00. Wiped before the last robin is drawn: that is one of five teams, each with a bye of
    # 35 (11.11), so 12 x 35 + 35 = 455.00; wiped after the last round: 12 x 35 = 420.00.
    Row(ITC, 6, "Qualifying", 0, False, None, Fraction("589.50"), "ANC26 11.12", FORFEITS),
    Row(ITC, 6, "Qualifying", 2, False, 568, Fraction("589.50"), "ANC26 11.12", FORFEITS),
    Row(ITC, 6, "Qualifying", 15, False, 525, None, "ANC26 11.12", "15 matches of 35"),
    Row(ITC, 6, "Qualifying", 2, True, 455, 455, "ANC26 11.11", BYE),
    Row(ITC, 6, "Qualifying", 15, True, 420, None, "ANC26 11.12", "12 matches of 35"),
    # Ten pairs, nine matches, 0 IMPs each: before match 5 the scores are wiped, after its start they stand.
    Row(WITS, 10, "Final", 0, True, None, 0, "ITS21 WDR.expunge", WIPED),
    Row(WITS, 10, "Final", 4, True, 0, 0, "ITS21 WDR.expunge", WIPED),
    Row(WITS, 10, "Final", 5, False, 0, AWARD, "ITS21 WDR.stand", GIVEN, awarded=4),
    Row(WITS, 10, "Final", 9, False, 0, None, "ITS21 WDR.stand", "everybody has met it"),
    # The SITS Final of ten pairs goes by the same clauses; the OITS Final of eight has seven matches, 4 in the middle.
    Row(SITS, 10, "Final", 4, True, 0, 0, "ITS21 WDR.expunge", WIPED),
    Row(SITS, 10, "Final", 5, False, 0, AWARD, "ITS21 WDR.stand", GIVEN, awarded=4),
    Row(OITS, 18, "Final", 3, True, 0, 0, "ITS21 WDR.expunge", WIPED),
    Row(OITS, 18, "Final", 4, False, 0, AWARD, "ITS21 WDR.stand", GIVEN, awarded=3),
    Row(OITS, 18, "Final", 7, False, 0, None, "ITS21 WDR.stand", "everybody has met it"),
    # Eight pairs, seven matches of 10.00; by I-73 the Youth event goes by the clauses of the Finals: before match 4 the
    # scores are wiped, and all have six matches; later they stand, and those yet to meet it have six and the 5.
    Row(YITS, 8, "Single stage", 0, True, None, 60, "ITS21 WDR.expunge", WIPED),
    Row(YITS, 8, "Single stage", 3, True, 60, 60, "ITS21 WDR.expunge", WIPED),
    Row(YITS, 8, "Single stage", 4, False, 70, 65, "ITS21 WDR.stand", GIVEN, awarded=3),
    Row(YITS, 8, "Single stage", 7, False, 70, None, "ITS21 WDR.stand", "everybody has met it"),
    # The Butlers: TR 14 is not supplied (20.2), so the director's 5. Stage 1 of the Open counts IMPs, 0 if it is flat,
    # over twelve rounds of twelve tables. Its Stage 2 has ten matches of 10.00: met 100, not met 9 x 10 + 5 = 95, wiped
    # 90. Its Stage 3 and Stage 2 of the Mixed have nine: met 90, not met 8 x 10 + 5 = 85, wiped 80. Carry-overs apart.
    Row(OPEN, 24, "Stage 1", 4, False, 0, AWARD, "ANC26 20.2", BUTLER, awarded=8),
    Row(OPEN, 20, "Stage 2", 4, False, 100, 95, "ANC26 20.2", BUTLER, awarded=6),
    Row(OPEN, 20, "Stage 2", 4, True, 90, 90, "ANC26 20.2", WIPED),
    Row(OPEN, 20, "Stage 3", 4, False, 90, 85, "ANC26 20.2", BUTLER, awarded=5),
    Row(MIXED, 14, "Stage 2", 0, False, None, 85, "ANC26 20.2", BUTLER, awarded=9),
    Row(MIXED, 14, "Stage 2", 4, False, 90, 85, "ANC26 20.2", BUTLER, awarded=5),
    Row(MIXED, 14, "Stage 2", 4, True, 80, 80, "ANC26 20.2", WIPED),
    Row(MIXED, 14, "Stage 2", 9, False, 90, None, "ANC26 20.2", "everybody has met it"),
]  # fmt: skip


def moments(rounds: Iterable[int]) -> str:
    """When the contestant leaves: before the first round, or after one of these."""
    after = ", ".join(str(each) for each in rounds if each)
    return " or ".join([*(["before 1"] if 0 in rounds else []), *([f"after {after}"] if after else [])])


def round_robin_lines() -> list[str]:
    """The rows as the page has them: one where only the moment differs."""
    groups: list[list[Row]] = []
    for row in ROUND_ROBINS:
        for group in groups:
            rows = [*group, row]
            alike = {(each.event, each.stage, each.wiped, each.clause) for each in rows}
            totals_of = [{each.met for each in rows} - {None}, {each.unmet for each in rows} - {None}]
            if len(alike) == 1 and all(len(different) < 2 for different in totals_of):
                group.append(row)
                break
        else:
            groups.append([row])
    return [round_robin_line(group) for group in groups]


def round_robin_line(rows: Sequence[Row]) -> str:
    """The row of these withdrawals, which differ only in their moments."""
    first, *_ = rows
    met, unmet = (
        next((decimal_text(each, 2) for each in column if each is not None), NEVER)
        for column in ([row.met for row in rows], [row.unmet for row in rows])
    )
    when, scores = moments([row.after for row in rows]), "expunged" if first.wiped else "stand"
    why = f"{first.clause}: {first.why}"
    return f"| `{first.event}`, {first.stage} | {when} | {scores} | {met} | {unmet} | {why} |"


def label(row: Row) -> str:
    return f"{row.event} after {row.after} {'wiped' if row.wiped else 'stand'}"


@pytest.mark.clause(
    "SABF20 13.9#3", "SABF20 16.1#1", "ANC26 11.11", "ANC26 11.12", "ANC26 20.2", "ITS21 WDR.expunge", "ITS21 WDR.stand"
)
@pytest.mark.parametrize("row", ROUND_ROBINS, ids=label)
def test_what_the_others_have_of_a_round_robin(row: Row) -> None:
    room, _, awarded = withdraw(row.event, row.entries, row.stage, row.after, expunged=row.wiped)
    met, unmet = totals(room, row.stage, row.after)
    assert list(met) == ([] if row.met is None else [row.met])
    assert list(unmet) == ([] if row.unmet is None else [row.unmet])
    assert awarded == row.awarded
    assert room.agrees()


SWISS = [
    # In a Swiss nobody is due to meet it: who is left is drawn anew. An odd field has somebody sit out each round, and
    # the director's 5 for it (NSWSP S-13, ANC26 6.3 D57); SABF20 14.1#3 seats three teams in a match instead.
    ("nsw-swiss-pairs/congress", 8, "Swiss", "NSWSP 1.5", "sits out", (0, 3, 7)),
    ("anc-2026/swiss-pairs-a", 10, "Swiss", "ANC26 6.3", "sits out", (0, 4, 10)),
    (MIXED, 14, "Stage 1", "ANC26 6.3", "sits out", (0, 4, 10)),
    ("sabf-2020/swiss-teams", 12, "Swiss", "SABF20 14.1#3", "three share a match", (0, 2, 5)),
]
MOMENTS = [(*each[:5], after, wiped) for each in SWISS for after in each[5] for wiped in (False, True)]


def swiss_line(event: str, stage: str, clause: str, odd: str, rounds: Sequence[int]) -> str:
    """The row of a Swiss as the page has it; its numbers are those that the test below expects."""
    director = f"{decimal_text(AWARD, 2)} from the director" if odd == "sits out" else "three-way match"
    return f"| `{event}`, {stage} | {moments(rounds)} | 10.00 | no score | {director} | {clause} |"


@pytest.mark.clause("NSWSP 1.5", "SABF20 14.1#3")
@pytest.mark.parametrize(("event", "entries", "stage", "clause", "odd", "after", "wiped"), MOMENTS)
def test_what_the_others_have_of_a_swiss(
    event: str, entries: int, stage: str, clause: str, odd: str, after: int, *, wiped: bool
) -> None:
    """The match with it counts 10.00 if it stands and nothing if it is wiped; every other match counts 10.00."""
    room, _, _ = withdraw(event, entries, stage, after, expunged=wiped)
    state = room.event.stage(stage)
    for name in state.playing:
        worth: list[Exact] = []
        for number, drawn in state.rounds.items():
            seating, line = drawn.seating_of(name), state.match_line(name, number)
            if name in drawn.draw.sits_out:
                worth.append(AWARD)
            elif seating is not None and "3" in seating.names and wiped:
                assert line is None
            else:
                worth.append(10)
        assert room.total(stage, name) == sum(worth)
    out = [name for drawn in state.rounds.values() for name in drawn.draw.sits_out]
    assert len(out) == (len(state.rounds) - after if odd == "sits out" else 0)
    assert clause


CANCELLED, STAND = "ITS21 WDR.expunge", "ITS21 WDR.stand"
REFUSED = [
    # ITS21: the middle match decides, in the YITS by I-73; nobody leaves a knockout or a match of two: they forfeit
    # (SABF20 16.1, GNOT18 Q65, Q80).
    (WITS, 10, "Final", 4, False, "3 withdraws before match 5, so its scores are cancelled", CANCELLED),
    (WITS, 10, "Final", 5, True, "3 withdraws after the start of match 5, so its scores stand", STAND),
    (YITS, 8, "Single stage", 3, False, "3 withdraws before match 4, so its scores are cancelled", CANCELLED),
    (YITS, 8, "Single stage", 4, True, "3 withdraws after the start of match 4, so its scores stand", STAND),
    (ITC, 6, "Final", 0, False, "Teams cannot withdraw from Final: they forfeit", "ANC26 12.3"),
    (ITC, 6, "Final", 2, True, "Teams cannot withdraw from Final: they forfeit", "ANC26 12.3"),
    (GNOT, 20, "M1", 0, False, "Teams cannot withdraw from M1: they forfeit", "GNOT18 A1.S1(b).draw"),
    (GNOT, 20, "M1", 0, True, "Teams cannot withdraw from M1: they forfeit", "GNOT18 A1.S1(b).draw"),
]  # fmt: skip


@pytest.mark.parametrize("entries", [16, 20, 23, 32])
def test_nobody_leaves_any_stage_of_the_gnot(entries: int) -> None:
    stages = plan_for(GNOT)(Entrants(entries), frozenset(), {}).stages
    assert len(stages) > 4
    assert all(stage.play.stays for stage in stages)


def refused_lines() -> list[str]:
    """The rows of the refusals as the page has them: one for each answer in a stage."""
    groups: dict[tuple[str, str, str, str], list[tuple[int, bool]]] = {}
    for event, _, stage, after, wiped, told, clause in REFUSED:
        groups.setdefault((event, stage, told, clause), []).append((after, wiped))
    lines = []
    for (event, stage, told, clause), asked in groups.items():
        when = moments(list(dict.fromkeys(after for after, _ in asked)))
        scores = " or ".join(dict.fromkeys("expunged" if wiped else "stand" for _, wiped in asked))
        lines.append(f"| `{event}`, {stage} | {when} | {scores} | {told} | {clause} |")
    return lines


@pytest.mark.clause("ITS21 WDR.expunge", "ITS21 WDR.stand", "GNOT18 1.7")
@pytest.mark.parametrize(("event", "entries", "stage", "after", "wiped", "told", "clause"), REFUSED)
def test_a_withdrawal_that_the_rules_do_not_know_is_refused(
    event: str, entries: int, stage: str, after: int, told: str, clause: str, *, wiped: bool
) -> None:
    with pytest.raises(DirectorError, match=told) as refused:
        withdraw(event, entries, stage, after, expunged=wiped)
    assert clause in str(refused.value.clause)
    assert refused.value.remedy


def test_the_page_has_the_same_rows() -> None:
    found = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    wanted = round_robin_lines()
    wanted += [swiss_line(event, stage, clause, odd, rounds) for event, _, stage, clause, odd, rounds in SWISS]
    assert found == [*wanted, *refused_lines()]
