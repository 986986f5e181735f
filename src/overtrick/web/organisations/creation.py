"""Creating organisations and naming their owners, by the server administrator on the command line."""

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
class OrganisationOwners:
    """An organisation and the sign-in names of its owners."""

    slug: str
    name: str
    owners: tuple[str, ...]


def all_organisations() -> Iterator[OrganisationOwners]:
    """Every organisation, the installation's own first."""
    home_number()
    for each in Organisation.objects.filter(erased=None).order_by("number"):
        owners = each.members.filter(rank=Rank.OWNER).values_list("user__username", flat=True)
        yield OrganisationOwners(each.slug, each.name, tuple(sorted(owners)))


@transaction.atomic
def make(slug: str, name: str, owner: str) -> Organisation:
    """Create an organisation with its first owner."""
    home_number()
    user = _account(owner)
    highest = Organisation.objects.aggregate(highest=Max("number"))["highest"] or DEFAULT
    made = Organisation(number=highest + 1, slug=slug, name=name)
    try:
        made.full_clean()
    except ValidationError as refused:
        said = " ".join(refused.messages)
        raise DirectorError(
            "The organisation {slug} cannot be created: {said:plain}",
            remedy="Choose a short name of lower-case letters, digits and hyphens that is not taken.",
            slug=slug,
            said=said,
        ) from refused
    made.save(force_insert=True)
    Member.objects.create(organisation=made, user=user, rank=Rank.OWNER)
    return made


def name_owner(slug: str, owner: str) -> None:
    """Make someone an owner of an organisation."""
    Member.objects.update_or_create(
        organisation=find_organisation(slug), user=_account(owner), defaults={"rank": Rank.OWNER}
    )


@dataclass(frozen=True, slots=True)
class Terms:
    """The settings of an organisation that the server administrator decides; None leaves a setting unchanged.

    An empty *host* removes its host name; *unlimited* removes its quota.
    """

    host: str | None = None
    events: int | None = None
    postings: int | None = None
    unlimited: bool = False


def set_terms(slug: str, terms: Terms) -> Organisation:
    """Set an organisation's host name and quota."""
    found = find_organisation(slug)
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
            "{slug} cannot use this host name: {said:plain}",
            remedy="Use a host name like bridge.example.org that no other organisation uses.",
            slug=slug,
            said=" ".join(refused.messages),
        ) from refused
    found.save()
    return found


def find_organisation(slug: str) -> Organisation:
    """The organisation with a short name; the refusal lists the existing ones."""
    home_number()
    found = Organisation.objects.filter(slug=slug, erased=None).first()
    if found is None:
        listed = ", ".join(Organisation.objects.filter(erased=None).values_list("slug", flat=True)[:50])
        raise DirectorError(
            "There is no organisation {slug}", remedy="Existing organisations: {listed}.", slug=slug, listed=listed
        )
    return found


def _account(name: str) -> User:
    found = User.objects.filter(username=name).first()
    if found is None:
        raise DirectorError(
            "There is no account “{name}”", remedy="Create the account with `overtrick account add` first.", name=name
        )
    return found
