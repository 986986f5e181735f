"""Facts as the vectors give them, in the words the rules ask for."""

from collections.abc import Iterator, Mapping
from datetime import date, datetime
from typing import assert_never

from overtrick.core.conduct.eligibility import All, Any, Rule, Test, When
from overtrick.core.conduct.facts import Amount, Moment
from overtrick.core.conduct.verdicts import Verdict
from overtrick.core.typed_numbers import read_exact


def moment(text: str) -> Moment:
    """A day, or a time of a day, as a vector writes it."""
    return date.fromisoformat(text) if len(text) == 10 else datetime.fromisoformat(text)


def amounts(**counts: int | str | None) -> tuple[Amount, ...]:
    """Numbers by name, underscores for spaces; those not given are left out."""
    return tuple(
        Amount(what.replace("_", " "), read_exact(str(count))) for what, count in counts.items() if count is not None
    )


def moments(given: Mapping[str, str], words: Mapping[str, str]) -> dict[str, Moment]:
    """The moments of a vector under the rules' words for them."""
    return {words[key]: moment(text) for key, text in given.items() if key in words}


def said(given: Mapping[str, bool], words: Mapping[str, str]) -> dict[str, bool]:
    """What a vector states under the rules' words for it."""
    return {words[key]: stated for key, stated in given.items() if key in words}


def remedies(verdict: Verdict) -> tuple[str, ...]:
    """What may be done about the reasons in the way, each once."""
    return tuple(dict.fromkeys(str(reason.remedy) for reason in verdict.against if reason.remedy))


def each_test(rule: Rule) -> Iterator[Test]:
    """Every single test in a rule, in its order."""
    match rule:
        case Test():
            yield rule
        case All(parts=parts) | Any(parts=parts):
            for part in parts:
                yield from each_test(part)
        case When(condition=condition, then=then, otherwise=otherwise):
            for each in (condition, then, otherwise):
                if each is not None:
                    yield from each_test(each)
        case _:
            assert_never(rule)
