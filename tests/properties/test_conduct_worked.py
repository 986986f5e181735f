"""Clocks, ranks, dates and forms of conduct, worked out by hand beside the properties, which throw dice."""

from datetime import datetime
from fractions import Fraction

import pytest

from overtrick.core.conduct.clocks import IntervalClock, deadline
from overtrick.core.conduct.conditions import ClearOfLower, RankCondition
from overtrick.core.conduct.facts import Amount, Facts
from overtrick.core.conduct.precedence import PrecedenceRule, governing
from overtrick.core.conduct.systems import PsychicRule, psychic_barred
from overtrick.core.conduct.timetable import MoveRule, may_postpone
from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, Halves, Share, round_to
from overtrick.core.provenance import Clause, Fact, PostingSource
from overtrick.core.provenance.telling import fact_told
from overtrick.regulations.grammar.conduct import Conduct
from overtrick.regulations.read.documents import load

HERE = Clause("Test", "1")


@pytest.mark.parametrize(
    ("minutes", "at", "said"),
    [
        (30, (10, 30), "protests: 30 minutes after the end of the appeal"),
        (1, (10, 1), "protests: 1 minute after the end of the appeal"),
        (-15, (9, 45), "protests: 15 minutes before the end of the appeal"),
        (0, (10, 0), "protests: end of the appeal"),
    ],
)
def test_a_clock_says_how_long_after_or_before_it_runs_out(minutes: int, at: tuple[int, int], said: str) -> None:
    end = datetime(2026, 7, 4, 10)  # noqa: DTZ001 - a local time
    found = deadline(IntervalClock(HERE, "protests", "end of the appeal", minutes), {"end of the appeal": end})
    assert (found.at, str(found.says)) == (end.replace(hour=at[0], minute=at[1]), said)


@pytest.mark.parametrize(
    ("opponents", "both", "applies", "mixed"),
    [
        (("club", "club"), False, True, False),
        (("club", "state"), False, True, True),
        (("state", "state"), False, False, False),
        (("club", "club"), True, True, False),
        (("club", "state"), True, False, True),
        (("state", "state"), True, False, False),
    ],
)
def test_a_psychic_call_is_barred_against_one_weaker_opponent_or_only_against_two(
    *, opponents: tuple[str, str], both: bool, applies: bool, mixed: bool
) -> None:
    rule = PsychicRule(HERE, RankCondition("rank", "state", ("club", "state", "national")), both)
    found = psychic_barred(rule, opponents, intentional=True)
    assert (found.applies, found.mixed) == (applies, mixed)
    assert not psychic_barred(rule, opponents, intentional=False).applies


def test_a_rank_nobody_has_stated_is_not_clear_of_the_lower_half() -> None:
    condition = ClearOfLower(("in June", "in July"), "teams", Fraction(1, 2), Share.FLOOR)

    def found(**stated: int) -> bool | None:
        amounts = tuple(Amount(what.replace("_", " "), value) for what, value in stated.items())
        return condition.check(Facts(amounts=amounts)).holds

    assert found(in_June=7, in_July=1, teams=13) is True  # the lower half of 13 starts with the eighth
    assert found(in_June=8, in_July=1, teams=13) is False
    assert found(in_June=7, teams=13) is None
    assert found(in_June=7, in_July=1) is None


def test_only_a_text_that_has_a_rank_can_govern() -> None:
    rule = PrecedenceRule(HERE, ("regulations", "laws"))
    assert governing(("laws",), rule) == "laws"
    for texts, named in (
        (("laws", "custom"), "The clause does not rank custom"),
        ((), "No documents were given to rank"),
    ):
        with pytest.raises(DirectorError, match=f"{named}.*the clause ranks: regulations, laws"):
            governing(texts, rule)


def test_a_match_is_put_off_for_the_reasons_named_and_they_are_told() -> None:
    named, none = (MoveRule(HERE, "finals", (), reasons) for reasons in (("flood", "fire"), ()))
    told = {
        str(may_postpone(reason, rule).says) for reason, rule in (("fire", named), ("travel", named), ("fire", none))
    }
    assert told == {
        "“fire” is a reason to postpone",
        "“travel” is not a reason to postpone; the accepted reasons are flood, fire",
        "“fire” is not a reason to postpone",
    }


@pytest.mark.clause("SABF20 21.14")
def test_the_parts_of_the_form_that_are_filled_with_an_act() -> None:
    rules = load(Conduct, "sabf-2020").appeal
    assert rules is not None
    assert [part.fields[0] for part in rules.parts_at("lodge")] == ["match number", "grounds of appeal"]
    assert [part.fields for part in rules.parts_at("respond")] == [("submission of respondents",)]


@pytest.mark.parametrize(
    ("value", "step", "rounded"),
    [
        (26, 10, 30),
        (Fraction(7, 2), 3, 3),  # one and a sixth of a three
        (Fraction(7, 2), Fraction(3, 2), 3),  # two and a third of a one and a half
        (Fraction(17, 4), Fraction(3, 2), Fraction(9, 2)),
    ],
)
def test_a_step_of_any_size_is_rounded_to(value: Exact, step: Exact, rounded: Exact) -> None:
    assert round_to(value, step, Halves.AWAY) == rounded


def test_a_fact_for_a_program_leaves_out_the_table_it_did_not_come_from() -> None:
    told = fact_told(Fact("late", PostingSource(812, 3)))
    assert {word: told[word] for word in told if word not in {"fact", "source"}} == {"posting": 812, "round": 3}
    assert fact_told(Fact("4S N =", PostingSource(813, 3, 4, "open"))).items() >= {"table": 4, "room": "open"}.items()
