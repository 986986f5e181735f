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
    for each in Organisation.objects.order_by("number"):
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
            f"The organisation {slug} cannot be made: {said}",
            remedy="Choose a short name of small letters, figures and hyphens that no other has.",
        ) from refused
    made.save(force_insert=True)
    Member.objects.create(organisation=made, user=user, rank=Rank.OWNER)
    return made


def name_owner(slug: str, owner: str) -> None:
    """Make somebody an owner of an organisation."""
    found = Organisation.objects.filter(slug=slug).first()
    if found is None:
        listed = ", ".join(Organisation.objects.values_list("slug", flat=True)) or "none yet"
        raise DirectorError(f"There is no organisation {slug}", remedy=f"The organisations are: {listed}.")
    Member.objects.update_or_create(organisation=found, user=_account(owner), defaults={"rank": Rank.OWNER})


def _account(name: str) -> User:
    found = User.objects.filter(username=name).first()
    if found is None:
        raise DirectorError(f"Nobody signs in as {name}", remedy="Make the account first, at the desk.")
    return found
