"""The table of withdrawals: each document, each kind of stage, each moment, by acts alone.

Every board is flat, so that a match is worth 10 VPs, in the Interstate Teams 35 (35 plus net IMPs) and in the
ITS Finals 0 IMPs. Where no rule scores a match, the director of these tests awards 5. The numbers were worked out by
hand from the clauses; the page has the same rows.
"""

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import pytest

from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, decimal_text
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

    @property
    def line(self) -> str:
        """The row as the page has it."""
        when = f"after {self.after}" if self.after else "before 1"
        shown = [NEVER if each is None else decimal_text(each, 2) for each in (self.met, self.unmet)]
        scores = "wiped" if self.wiped else "stand"
        met, unmet = shown
        return f"| `{self.event}`, {self.stage} | {when} | {scores} | {met} | {unmet} | {self.clause}: {self.why} |"


SABF, ITC, WITS, YITS = (
    "sabf-2020/seniors-butler-trials", "anc-2026/interstate-open", "nsw-its-2021/wits", "nsw-its-2021/yits",
)  # fmt: skip
LEAST = "the least for a forfeit is a win by 12 IMPs over 14 boards, 13.60 in the table of 21.2"
FORFEITS = "35 a match; the least for a forfeit is 56.50"
GIVEN = "TR 13.9 is not supplied: the director's 5"
WIPED = "no match with it counts"
BYE = "12 matches and a bye in the robin drawn without it, 35 each"

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
    # Eight pairs, seven matches of 10.00; no word on withdrawals in the Youth event, so the director's 5.
    Row(YITS, 8, "Single stage", 0, False, None, 65, "ITS21 YITS.sessions", "no rule: the director's 5", awarded=7),
    Row(YITS, 8, "Single stage", 3, False, 70, 65, "ITS21 YITS.sessions", "no rule: the director's 5", awarded=4),
    Row(YITS, 8, "Single stage", 3, True, 60, 60, "ITS21 YITS.sessions", WIPED),
    Row(YITS, 8, "Single stage", 7, False, 70, None, "ITS21 YITS.sessions", "everybody has met it"),
]  # fmt: skip


def label(row: Row) -> str:
    return f"{row.event} after {row.after} {'wiped' if row.wiped else 'stand'}"


@pytest.mark.clause(
    "SABF20 13.9#3", "SABF20 16.1#1", "ANC26 11.11", "ANC26 11.12", "ITS21 WDR.expunge", "ITS21 WDR.stand"
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
    ("sabf-2020/swiss-teams", 12, "Swiss", "SABF20 14.1#3", "three share a match", (0, 2, 5)),
]
MOMENTS = [(*each[:5], after, wiped) for each in SWISS for after in each[5] for wiped in (False, True)]


def swiss_line(event: str, stage: str, clause: str, odd: str, after: int, *, wiped: bool) -> str:
    """The row of a Swiss as the page has it."""
    when, scores = (f"after {after}" if after else "before 1"), "wiped" if wiped else "stand"
    kept = NEVER if not after else "no score" if wiped else "10.00"
    director = "5.00 from the director" if odd == "sits out" else "a match of three"
    return f"| `{event}`, {stage} | {when} | {scores} | {kept} | {director} | {clause} |"


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


REFUSED = [
    # ITS21: the middle match decides; a team does not leave a knockout, it forfeits (SABF20 16.1, GNOT18 Q65).
    (WITS, 10, "Final", 4, False, "3 leaves before match 5, so its scores are wiped", "ITS21 WDR.expunge"),
    (WITS, 10, "Final", 5, True, "3 leaves after the start of match 5, so its scores stand", "ITS21 WDR.stand"),
    ("gnot-nsw-2018/gnot", 20, "M1", 0, False, "A team does not leave M1: it forfeits", "GNOT18 A1.S1(b).draw"),
    ("gnot-nsw-2018/gnot", 20, "M1", 0, True, "A team does not leave M1: it forfeits", "GNOT18 A1.S1(b).draw"),
]  # fmt: skip


def refused_line(event: str, stage: str, after: int, wiped: bool, told: str, clause: str) -> str:  # noqa: FBT001 - as the row has it
    """The row of a refusal as the page has it."""
    when, scores = (f"after {after}" if after else "before 1"), "wiped" if wiped else "stand"
    return f"| `{event}`, {stage} | {when} | {scores} | {told} | {clause} |"


@pytest.mark.clause("ITS21 WDR.expunge", "ITS21 WDR.stand", "GNOT18 1.7")
@pytest.mark.parametrize(("event", "entries", "stage", "after", "wiped", "told", "clause"), REFUSED)
def test_a_withdrawal_that_the_rules_do_not_know_is_refused(
    event: str, entries: int, stage: str, after: int, told: str, clause: str, *, wiped: bool
) -> None:
    with pytest.raises(DirectorError, match=told) as refused:
        withdraw(event, entries, stage, after, expunged=wiped)
    assert clause in refused.value.clause
    assert refused.value.remedy


def test_the_page_has_the_same_rows() -> None:
    found = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    wanted = [row.line for row in ROUND_ROBINS]
    wanted += [
        swiss_line(event, stage, clause, odd, after, wiped=wiped)
        for event, _, stage, clause, odd, after, wiped in MOMENTS
    ]
    wanted += [
        refused_line(event, stage, after, wiped, told, clause)
        for event, _, stage, after, wiped, told, clause in REFUSED
    ]
    assert found == wanted
