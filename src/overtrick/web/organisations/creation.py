"""Making organisations and naming their owners: for whoever keeps the installation, at the prompt."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max

from overtrick.core.errors import DirectorError
from overtrick.ledger.durable.tenancy import DEFAULT
from overtrick.web.organisations.models import Member, Organisation, Rank, home_number


@dataclass(frozen=True, slots=True)
class Known:
    """An organisation and the sign-in names of its owners."""

    slug: str
    name: str
    owners: tuple[str, ...]


def known() -> Iterator[Known]:
    """Every organisation; the installation's own is first."""
    home_number()
    for each in Organisation.objects.filter(erased=None).order_by("number"):
        owners = each.members.filter(rank=Rank.OWNER).values_list("user__username", flat=True)
        yield Known(each.slug, each.name, tuple(sorted(owners)))


@transaction.atomic
def make(slug: str, name: str, owner: str) -> Organisation:
    """A new organisation with its first owner."""
    home_number()
    user = _account(owner)
    highest = Organisation.objects.aggregate(highest=Max("number"))["highest"] or DEFAULT
    made = Organisation(number=highest + 1, slug=slug, name=name)
    try:
        made.full_clean()
    except ValidationError as refused:
        said = " ".join(refused.messages)
        raise DirectorError(
            "The organisation {slug} cannot be made: {said}",
            remedy="Choose a short name of small letters, figures and hyphens that no other has.",
            slug=slug,
            said=said,
        ) from refused
    made.save(force_insert=True)
    Member.objects.create(organisation=made, user=user, rank=Rank.OWNER)
    return made


def name_owner(slug: str, owner: str) -> None:
    """Make somebody an owner of an organisation."""
    Member.objects.update_or_create(organisation=called(slug), user=_account(owner), defaults={"rank": Rank.OWNER})


@dataclass(frozen=True, slots=True)
class Terms:
    """What whoever keeps the installation says of an organisation; nothing leaves it as it is.

    An empty *host* takes its host name away; *unlimited* takes its quota away.
    """

    host: str | None = None
    events: int | None = None
    postings: int | None = None
    unlimited: bool = False


def set_terms(slug: str, terms: Terms) -> Organisation:
    """Give an organisation its host name and its quota."""
    found = called(slug)
    if terms.unlimited:
        found.most_events = found.most_postings = None
    if terms.events is not None:
        found.most_events = terms.events
    if terms.postings is not None:
        found.most_postings = terms.postings
    if terms.host is not None:
        found.host = terms.host.lower()
    try:
        found.full_clean()
    except ValidationError as refused:
        raise DirectorError(
            "{slug} cannot have this: {said}",
            remedy="A host name is like bridge.example.org, and no other organisation's.",
            slug=slug,
            said=" ".join(refused.messages),
        ) from refused
    found.save()
    return found


def called(slug: str) -> Organisation:
    """The organisation of a short name, or the names of those there are."""
    home_number()
    found = Organisation.objects.filter(slug=slug, erased=None).first()
    if found is None:
        listed = ", ".join(Organisation.objects.filter(erased=None).values_list("slug", flat=True)[:50])
        raise DirectorError(
            "There is no organisation {slug}", remedy="The organisations are: {listed}.", slug=slug, listed=listed
        )
    return found


def _account(name: str) -> User:
    found = User.objects.filter(username=name).first()
    if found is None:
        raise DirectorError("Nobody signs in as {name}", remedy="Make the account first, at the desk.", name=name)
    return found
