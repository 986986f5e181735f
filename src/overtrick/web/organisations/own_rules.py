"""Rules of an organisation's own: event files, each in its editions, checked before they are kept.

A book that is opened by one keeps the texts itself, by their hash, as it does those that ship; what is done to the file
later changes no book. Nobody but the organisation is offered it.
"""

import re
from functools import lru_cache

from django.db import transaction
from django.db.models import QuerySet

from overtrick.core.errors import DirectorError
from overtrick.lab.trial import refusals
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.lint.files import check_files
from overtrick.regulations.plan.event_book import OWN, is_event, read_event
from overtrick.regulations.read.editions import Edition, program_edition, text_hash, under
from overtrick.web.organisations.models import OwnRules

MOST = 50
"""Files of one organisation."""
EDITIONS = 200
"""Editions of one organisation, of all its files together."""
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,50}\.toml")


class RulesRefused(DirectorError):
    """A file that is not kept, with everything that is wrong with it."""

    def __init__(self, told: str, faults: list[str]) -> None:
        super().__init__(told)
        self.faults = faults


def current_rules(organisation: int) -> QuerySet[OwnRules]:
    """The files of an organisation that are offered, by the names of their events."""
    return OwnRules.objects.filter(organisation=organisation, current=True).order_by("title", "name")


def editions_of(organisation: int, name: str) -> QuerySet[OwnRules]:
    """The editions of a file, the last first."""
    return OwnRules.objects.filter(organisation=organisation, name=name).order_by("-at", "-pk")


def keep_rules(organisation: int, name: str, text: str, by: str) -> OwnRules:
    """Keep a file, as a new edition if there is one of its name; refused with every fault that `rules check` finds."""
    name, text = name.strip().lower(), text.replace("\r\n", "\n")
    if not _NAME.fullmatch(name):
        raise RulesRefused("The file's name has small letters, figures and hyphens, and ends with .toml", [])
    if not is_event(text):
        faults, _ = check_files({name: text})
        told = "This is no event file: it has no [event]. Rules of your own stand in one, under [rules]"
        raise RulesRefused(told, faults)
    faults, findings = check_files({name: text})
    wrong = [*faults, *(each.located for each in findings if each.fault)] or refusals(_event(name, text))
    if wrong:
        raise RulesRefused(f"{name} is not kept", wrong)
    with transaction.atomic():
        there = OwnRules.objects.filter(organisation=organisation)
        last = there.filter(name=name, current=True).first()
        if last is not None and last.text == text:
            raise RulesRefused(f"{name} is here already, letter for letter", [])
        if there.count() >= EDITIONS or (last is None and there.filter(current=True).count() >= MOST):
            raise RulesRefused(f"An organisation has at most {MOST} files, and {EDITIONS} editions of them", [])
        there.filter(name=name, current=True).update(current=False)
        return OwnRules.objects.create(
            organisation_id=organisation, name=name, title=_event(name, text).event.name[:200], text=text,
            fingerprint=text_hash(text), by=by[:200],
        )  # fmt: skip


def withdraw_rules(organisation: int, name: str) -> None:
    """Offer a file no more. Books that go by it keep its texts; its editions stay listed."""
    OwnRules.objects.filter(organisation=organisation, name=name, current=True).update(current=False)


def own_event(name: str, organisation: int) -> EventFile | None:
    """The event in a file of an organisation's own, by the file's name."""
    found = _offered(name, organisation)
    return _event(name, found.text) if found is not None else None


def own_edition(name: str, organisation: int) -> Edition | None:
    """The edition that such an event stands on: its file, and what it reaches of what ships."""
    found = _offered(name, organisation)
    return _edition(name, found.text) if found is not None else None


def _offered(name: str, organisation: int) -> OwnRules | None:
    """For nobody, and for everybody at once, none is offered."""
    return current_rules(organisation).filter(name=name).first() if name.endswith(OWN) and organisation > 0 else None


@lru_cache(maxsize=32)
def _event(name: str, text: str) -> EventFile:
    with under(program_edition()):
        return read_event(text, name)


@lru_cache(maxsize=32)
def _edition(name: str, text: str) -> Edition:
    return program_edition().with_own(name, text).reached_from([name])
