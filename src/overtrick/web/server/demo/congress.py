"""The demo's congress in the database: its events, its officials and their passwords."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db import connection, transaction

from overtrick.core.errors import DirectorError
from overtrick.core.event.play.knockout_draw import open_turn
from overtrick.lab.rehearsal import Rehearsal
from overtrick.ledger.durable.book import DurableBook
from overtrick.web.congress.models import BookRecord, Congress, Official, Role
from overtrick.web.server.demo.books import CLUB, CONGRESS, DIRECTOR, EVENTS, DemoEvent, lines
from overtrick.web.server.demo.people import password

HELD = {CONGRESS: ("Harbour Bridge Congress", "Town Hall"), CLUB: ("Harbour Bridge Club", "Club Rooms")}
"""The name and the venue of each congress."""
OFFICIALS = (
    ("organiser", "Organiser One", Role.ORGANISER),
    ("chief", "Chief Director One", Role.CHIEF_DIRECTOR),
    ("director", DIRECTOR, Role.DIRECTOR),
    ("scorer", "Scorer One", Role.SCORER),
    ("captain", "Captain One", Role.CAPTAIN),
)


@dataclass(frozen=True, slots=True)
class SignIn:
    """An official's sign-in name and password, and the role in words."""

    name: str
    password: str
    office: str


def set_up(rehearsals: Mapping[str, Rehearsal], now: datetime) -> list[SignIn]:
    """Create the congress, unless this database already has it, and give its officials new passwords."""
    with transaction.atomic():
        if not Congress.objects.filter(slug=CONGRESS).exists():
            _refuse_in_use()
            _hold(rehearsals, now)
        return [_official(*each, rehearsals) for each in OFFICIALS]


def _refuse_in_use() -> None:
    if User.objects.exists() or Congress.objects.exists():
        raise DirectorError(
            "The database {settings_dict} is in use: it has accounts or congresses",
            remedy="Set DATABASE_URL to an empty database, give the demo its own folder with --data, or leave out "
            "both.",
            settings_dict=connection.settings_dict["NAME"],
        )


def _hold(rehearsals: Mapping[str, Rehearsal], now: datetime) -> None:
    for place, event in enumerate(EVENTS):
        at, (name, venue) = now - event.ago, HELD[event.congress]
        days = {"starts": at.date(), "ends": at.date()}
        congress, _ = Congress.objects.get_or_create(
            slug=event.congress, defaults={"name": name, "venue": venue} | days
        )
        _hold_event(event, rehearsals[event.slug], congress, place, at)


def hold_sequel(event: DemoEvent, rehearsal: Rehearsal, now: datetime) -> BookRecord:
    """Add an event to its congress while the demo runs, after the original one; return it if it already exists."""
    with transaction.atomic():
        congress = Congress.objects.get(slug=event.congress)
        place = BookRecord.objects.get(slug=event.names).place
        known = BookRecord.objects.filter(slug=event.slug).first()
        return known or _hold_event(event, rehearsal, congress, place, now)


def _hold_event(event: DemoEvent, rehearsal: Rehearsal, congress: Congress, place: int, at: datetime) -> BookRecord:
    record = BookRecord.objects.create(
        slug=event.slug, congress=congress, rules=event.rules, title=event.title, place=place
    )
    DurableBook(event.slug).take_lines(lines(rehearsal, at))
    return record


def _official(name: str, full: str, role: Role, rehearsals: Mapping[str, Rehearsal]) -> SignIn:
    """Create an official's account; the captain's is for the team whose turn to choose it is when the demo begins."""
    secret = password()
    first, _, last = full.rpartition(" ")
    user, _ = User.objects.get_or_create(username=name)
    user.first_name, user.last_name = first, last
    user.set_password(secret)
    user.save()
    congress = Congress.objects.get(slug=CONGRESS)
    if role is not Role.CAPTAIN:
        Official.objects.get_or_create(user=user, congress=congress, role=role)
        return SignIn(name, secret, role.value)
    slug, team = chooser(rehearsals)
    Official.objects.get_or_create(
        user=user, congress=congress, role=role, event=BookRecord.objects.get(slug=slug), contestant=team
    )
    called = rehearsals[slug].state.entries[team].name
    return SignIn(name, secret, f"captain of {team} {called}, whose choice is due")


def chooser(rehearsals: Mapping[str, Rehearsal]) -> tuple[str, str]:
    """The event in which a choice is open, and the team whose turn it is."""
    for slug, rehearsal in rehearsals.items():
        for state in rehearsal.state.stages.values():
            turn = open_turn(state.choice) if state.choice is not None else None
            if turn is not None:
                return slug, turn.chooser
    raise DirectorError("No choice of opponents is open in the demo", remedy="Please report this problem.")
