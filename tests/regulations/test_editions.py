"""Editions: what an event reaches is all it rests on, and rules are built from the edition in force."""

import pytest

from overtrick.core.errors import DirectorError
from overtrick.core.event.fold.tournament import PlanFor
from overtrick.core.event.plan.stages import Entrants
from overtrick.regulations.describe.event import describe_event
from overtrick.regulations.lint.events import sizes
from overtrick.regulations.plan.book_rules import BookRules
from overtrick.regulations.plan.event_book import edition_for, edition_for_year, event_files, find_event, plan_for
from overtrick.regulations.plan.selection import load_selection
from overtrick.regulations.read.editions import Edition, in_force, shipped_edition, use_edition
from overtrick.regulations.read.library import library, shipped_rulebook

pytestmark = pytest.mark.whole

CONGRESS = "nsw-swiss-pairs/congress"
SCORING = "nsw-swiss-pairs/scoring.toml"


def changed(edition: Edition, path: str, old: str, new: str) -> Edition:
    assert old in edition.texts[path]
    return Edition({**edition.texts, path: edition.texts[path].replace(old, new, 1)})


def apart(edition: Edition) -> Edition:
    """The same texts, so that nothing of what was built from the others is used."""
    return Edition(dict(edition.texts))


def planned(plan: PlanFor, size: int) -> object:
    """All that is planned for an entry, or why it is not."""
    try:
        return plan(Entrants(size), frozenset(), {})
    except DirectorError as refused:
        return str(refused)


@pytest.mark.parametrize("name", event_files())
def test_an_event_is_planned_and_described_from_what_it_reaches(name: str) -> None:
    file = find_event(name)
    entry = Entrants(file.event.usual)
    reached = apart(edition_for(name))
    with use_edition(reached):
        own = find_event(name)
        told = list(describe_event(own, entry))
        plan = plan_for(name)
    assert told == list(describe_event(file, entry))
    for size in {file.event.usual, min(sizes(file)), max(sizes(file))}:
        assert planned(plan, size) == planned(plan_for(name), size)


def test_a_selection_year_is_built_from_what_it_reaches() -> None:
    with use_edition(apart(edition_for_year("sabf-2020"))):
        reached = load_selection("sabf-2020")
    assert reached == load_selection("sabf-2020")


def test_an_event_does_not_reach_other_events_or_other_documents() -> None:
    edition = edition_for(CONGRESS)
    assert [path for path in edition.paths if "/events/" in path] == ["nsw-swiss-pairs/events/congress.toml"]
    of_others = [path for path in edition.paths if path.startswith(("anc-2026", "sabf-2020"))]
    assert of_others == ["anc-2026/tables.toml", "sabf-2020/tables.toml"]  # which print the same scale
    one = changed(shipped_edition(), "anc-2026/scoring.toml", "ANC26", "ANC 26")
    with use_edition(one):
        assert edition_for(CONGRESS).hash == edition.hash


def test_the_edition_in_force_ends_with_its_block_and_leaves_the_other_alone() -> None:
    other = changed(shipped_edition(), SCORING, 'share = "1/10"', 'share = "1/3"')
    ours = library()
    with use_edition(other):
        assert library() is not ours
        assert library().datum("nsw-swiss-pairs/datum") != ours.datum("nsw-swiss-pairs/datum")
        assert shipped_rulebook() is ours
        plan = plan_for(CONGRESS)
    assert in_force() is shipped_edition()
    here, there = (each(Entrants(24), frozenset(), {}).stages[0].scoring for each in (plan_for(CONGRESS), plan))
    assert here != there


def test_texts_that_are_the_programs_own_are_not_built_twice() -> None:
    kept = apart(edition_for(CONGRESS))
    rules = BookRules(CONGRESS, {kept.hash: kept}.get)
    assert rules.edition(kept.hash) is shipped_edition()
    other = changed(kept, SCORING, 'share = "1/10"', 'share = "1/3"')
    rules = BookRules(CONGRESS, {other.hash: other}.get)
    assert rules.edition(other.hash) is other
    assert rules.edition("0" * 64) is None
    assert rules.edition("") is shipped_edition()


def test_the_fingerprint_is_of_every_path_and_every_letter() -> None:
    one = Edition({"a/x.toml": "1", "b/y.toml": "2"})
    assert len({one.hash, Edition({"a/x.toml": "1"}).hash, Edition({"a/x.toml": "2", "b/y.toml": "1"}).hash}) == 3
    assert Edition({"b/y.toml": "2", "a/x.toml": "1"}).hash == one.hash
