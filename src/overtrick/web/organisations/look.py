"""The look of an organisation on the pages of its congresses: its name, its colour and its logo."""

from hashlib import sha256
from typing import Any

from django.db import transaction
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from overtrick.web.organisations.models import Logo, Organisation
from overtrick.web.organisations.pictures import check_picture
from overtrick.web.organisations.requests import current_organisation, forget_organisations


def look(request: HttpRequest) -> dict[str, Any]:  # noqa: ARG001 - a context processor's own signature
    """The context processor that gives templates the page's organisation, which is looked up on first use."""
    return {"look": SimpleLazyObject(lambda: current_organisation() or Organisation())}


@transaction.atomic
def set_logo(organisation: Organisation, data: bytes) -> None:
    """Store an organisation's logo; empty data removes it."""
    if data:
        kind = check_picture(data)
        Logo.objects.update_or_create(organisation=organisation, defaults={"kind": kind, "data": data})
    else:
        Logo.objects.filter(organisation=organisation).delete()
    organisation.logo = sha256(data).hexdigest() if data else ""
    organisation.save(update_fields=["logo"])
    forget_organisations()
